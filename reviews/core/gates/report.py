"""How well the gates do on packs whose faults are known; it loads nothing and judges no chip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reviews.core.gates import DEFAULT, GATES, Finding, Rules, Source, Words, each, skipped
from reviews.core.gates.once import said_once

# Faults that no text gate need catch (the suggestions of quotes show them).
WITHOUT_GATE = frozenset(("clean", "wrong_section"))


@dataclass(frozen=True)
class Known:
    """One pack with what is known of it: `truth` has each chip's `kind`, clean or its planted fault."""

    slug: str
    chips: Sequence[Mapping[str, Any]]
    truth: Mapping[str, Mapping[str, Any]]
    source: Source


@dataclass(frozen=True)
class Line:
    """One gate: planted faults of its kind caught and missed, and the clean chips on which it spoke.

    `unasked` are those that it did not catch while the article was missing, so that it could not run whole.
    `ms` is its time a chip, None where no clock was given.
    """

    gate: str
    caught: tuple[str, ...]
    missed: tuple[str, ...]
    unasked: tuple[str, ...]
    spoke_on_clean: tuple[tuple[str, Finding], ...]
    ms: float | None = None


@dataclass(frozen=True)
class Report:
    """Chips are named `slug/id`."""

    lines: tuple[Line, ...]
    n_chips: int

    @property
    def ms(self) -> float | None:
        """Milliseconds a chip, all gates together."""
        times = [line.ms for line in self.lines if line.ms is not None]
        return sum(times) if times else None

    @property
    def is_whole(self) -> bool:
        """Nothing missed or left unasked, and silence on every clean chip."""
        return not any(line.missed or line.unasked or line.spoke_on_clean for line in self.lines)

    def __str__(self) -> str:
        head = f"{'gate':<12} {'caught':>6} {'missed':>6} {'not asked':>9} {'spoke on clean':>14} {'ms a chip':>9}"
        return "\n".join([head, *map(_row, self.lines)])


def _row(line: Line) -> str:
    ms = "" if line.ms is None else f"{line.ms:.3f}"
    return (
        f"{line.gate:<12} {len(line.caught):>6} {len(line.missed):>6} {len(line.unasked):>9} "
        f"{len(line.spoke_on_clean):>14} {ms:>9}"
    ).rstrip()


@dataclass(frozen=True)
class _Said:
    name: str
    kind: str
    found: Sequence[Finding]
    unasked: frozenset[str]  # gates that could not run whole


def measure(
    packs: Iterable[Known], rules: Rules = DEFAULT, clock: Callable[[], float] | None = None
) -> Report:
    """Every gate over every chip. `clock` gives seconds, as `time.perf_counter` does; the core has none."""
    said: list[_Said] = []
    seconds = dict.fromkeys((name for name, _ in GATES), 0.0)
    for pack in packs:
        unasked = frozenset(name for name, _ in skipped(pack.source))
        for chip in pack.chips:
            words = Words.of_chip(chip["q"], chip["a"], chip["cites"])
            found = said_once(_timed(words, pack.source, rules, clock, seconds))
            kind = pack.truth[chip["id"]]["kind"]
            said.append(_Said(f"{pack.slug}/{chip['id']}", kind, found, unasked))
    times = {name: 1000 * seconds[name] / len(said) if clock and said else None for name, _ in GATES}
    return Report(tuple(replace(_line(name, said), ms=times[name]) for name, _ in GATES), len(said))


def _timed(
    words: Words,
    source: Source,
    rules: Rules,
    clock: Callable[[], float] | None,
    seconds: dict[str, float],
) -> Iterator[Finding]:
    """What all gates say of a chip; what the article's indexes cost is the first gate's that asks for them."""
    began = clock() if clock else 0.0
    for name, found in each(words, source, rules):
        ended = clock() if clock else 0.0
        seconds[name] += ended - began
        began = ended
        yield from found


def _line(gate: str, said: Sequence[_Said]) -> Line:
    planted = [chip for chip in said if chip.kind == gate]
    caught = [chip for chip in planted if any(one.gate == gate for one in chip.found)]
    silent = [chip for chip in planted if chip not in caught]
    clean = [
        (chip.name, one) for chip in said if chip.kind == "clean" for one in chip.found if one.gate == gate
    ]
    return Line(
        gate,
        tuple(chip.name for chip in caught),
        tuple(chip.name for chip in silent if gate not in chip.unasked),
        tuple(chip.name for chip in silent if gate in chip.unasked),
        tuple(clean),
    )
