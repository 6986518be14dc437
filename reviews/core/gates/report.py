"""How well the gates do on packs whose faults are known; it loads nothing and judges no chip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.core.gates import DEFAULT, GATES, Finding, Rules, Source, findings

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
    """One gate: planted faults of its kind caught and missed, and the clean chips on which it spoke."""

    gate: str
    caught: tuple[str, ...]
    missed: tuple[str, ...]
    spoke_on_clean: tuple[tuple[str, Finding], ...]


@dataclass(frozen=True)
class Report:
    """Chips are named `slug/id`. `ms` is None where no clock was given."""

    lines: tuple[Line, ...]
    n_chips: int
    ms: float | None

    @property
    def is_whole(self) -> bool:
        """Nothing missed, and silence on every clean chip."""
        return not any(line.missed or line.spoke_on_clean for line in self.lines)

    def __str__(self) -> str:
        head = f"{'gate':<12} {'caught':>6} {'missed':>6} {'spoke on clean':>14}"
        rows = [
            f"{line.gate:<12} {len(line.caught):>6} {len(line.missed):>6} {len(line.spoke_on_clean):>14}"
            for line in self.lines
        ]
        time = "" if self.ms is None else f", {self.ms:.2f} ms a chip"
        return "\n".join([head, *rows, f"{self.n_chips} chips{time}"])


def measure(
    packs: Iterable[Known], rules: Rules = DEFAULT, clock: Callable[[], float] | None = None
) -> Report:
    """Every gate over every chip. `clock` gives seconds, as `time.perf_counter` does; the core has none."""
    said: list[tuple[str, str, list[Finding]]] = []
    seconds = 0.0
    for pack in packs:
        for chip in pack.chips:
            began = clock() if clock else 0.0
            found = findings(chip["q"], chip["a"], chip["cites"], pack.source, rules)
            seconds += clock() - began if clock else 0.0
            said.append((f"{pack.slug}/{chip['id']}", pack.truth[chip["id"]]["kind"], found))
    ms = 1000 * seconds / len(said) if clock and said else None
    return Report(tuple(_line(name, said) for name, _ in GATES), len(said), ms)


def _line(gate: str, said: list[tuple[str, str, list[Finding]]]) -> Line:
    planted = [(name, found) for name, kind, found in said if kind == gate]
    caught = tuple(name for name, found in planted if any(one.gate == gate for one in found))
    clean = tuple(
        (name, one) for name, kind, found in said if kind == "clean" for one in found if one.gate == gate
    )
    return Line(gate, caught, tuple(name for name, _ in planted if name not in caught), clean)
