"""Does a pack of valid shape add up: every sum and cross-reference of docs/pack.md. It changes nothing.

It does not look at the status, so that a pack that is being judged can be asked about too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

from reviews.core.faults import Fault
from reviews.core.strict_json import capped, shown

KINDS = ("bullet", "digest", "chip")
REASONS = (
    *("new_noun", "figure", "length", "cite", "judge", "quote", "directive", "redaction"),
    *("profanity", "identifier", "bare_figure", "house_voice", "editorial", "hand-edit"),
)

Row = Mapping[str, Any]
Faults = Iterator[Fault]
Guard = Callable[[Faults], Faults]

# What reading a pack that is not shaped like one can raise.
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError)


@dataclass(frozen=True)
class Sum:
    """Two numbers that have to be the same; each side says in words and JSON pointers what was counted."""

    path: str
    left: str
    n_left: int
    right: str
    n_right: int

    @property
    def adds_up(self) -> bool:
        return self.n_left == self.n_right

    def __str__(self) -> str:
        joint = "and" if self.adds_up else "but"
        return f"{self.left} is {self.n_left}, {joint} these make {self.n_right}: {self.right}"


def check(data: Row) -> list[Fault]:
    """All that does not add up or points nowhere, by path; at most a hundred, then "and more"."""
    return capped(faults(data))


def faults(data: Row, guard: Guard = iter) -> Faults:
    """The same, lazily: the sums first."""
    for part in SUMS:
        yield from guard(_not_adding_up(part, data))
    for whole in (_doubles, _order, _quote_cites):
        yield from guard(whole(data))
    for name, one in (("sections", _section), ("chips", _chip)):
        yield from guard(_each(name, one, data, guard))


def so_far(data: Row) -> Faults:
    """As much of it as can be asked of a pack whose shape is not sound: what cannot be read is passed over."""
    return faults(data, _readable)


def _readable(part: Faults) -> Faults:
    try:
        yield from part
    except UNREADABLE:
        return


def _not_adding_up(part: Callable[[Row], Iterator[Sum]], data: Row) -> Faults:
    return (Fault(one.path, "sum", str(one)) for one in part(data) if not one.adds_up)


def _each(name: str, one: Callable[[str, Row, Row], Faults], data: Row, guard: Guard) -> Faults:
    for n, row in enumerate(data[name]):
        yield from guard(one(f"/{name}/{n}", row, data))


def _doubles(data: Row) -> Faults:
    yield from _doubled("/sections/{}/id", "section id", (section["id"] for section in data["sections"]))
    yield from _doubled("/chips/{}/id", "chip id", (chip["id"] for chip in data["chips"]))
    bullets = data["short"]["bullets"]
    words = [" ".join(text.split()) for text in bullets]
    names = [sha256(text.encode()).hexdigest()[:12] for text in bullets]
    yield from _doubled("/short/bullets/{}", "bullet", words)
    if len(set(words)) == len(words):  # two texts of one hash this short are found in a minute
        yield from _doubled("/short/bullets/{}", "text_sha", names)


def sums(data: Row) -> list[Sum]:
    """Every sum of the format, whether it adds up or not."""
    return [one for part in SUMS for one in part(data)]


def _bullets(data: Row) -> Iterator[Sum]:
    yield _counted(data["bench"], "bullets_kept", "bullets in /short/bullets", len(data["short"]["bullets"]))


def _digests_kept(data: Row) -> Iterator[Sum]:
    n = sum(row["digest"] is not None for row in data["sections"])
    yield _counted(data["bench"], "digests_kept", "sections in /sections with a digest", n)


def _digests_written(data: Row) -> Iterator[Sum]:
    n, n_skipped = len(data["sections"]), sum(row["digest_skipped"] is not None for row in data["sections"])
    less = f"{n} in /sections less {n_skipped} with digest_skipped"
    yield _counted(data["bench"], "digests_written", less, n - n_skipped)


def _grounded(data: Row) -> Iterator[Sum]:
    n = sum(bool(row["quote"]) for row in data["chips"])
    yield _counted(data["bench"], "chips_grounded", "chips in /chips with a quote", n)


def _published(data: Row) -> Iterator[Sum]:
    n = sum(row["published"] for row in data["chips"])
    yield _counted(data["bench"], "chips_published", "chips in /chips with published: true", n)


def _counted(bench: Row, key: str, what: str, n: int) -> Sum:
    return Sum(f"/bench/{key}", f"/bench/{key}", bench[key], what, n)


def _by_kind(data: Row) -> Iterator[Sum]:
    bench = data["bench"]
    n_drops = Counter(drop["kind"] for drop in bench["drops"])
    for kind in KINDS:
        kept = bench[f"{kind}s_kept"]
        what = f"/bench/{kind}s_kept {kept} + {n_drops[kind]} of kind {kind} in /bench/drops"
        yield _counted(bench, f"{kind}s_written", what, kept + n_drops[kind])


def _by_reason(data: Row) -> Iterator[Sum]:
    bench = data["bench"]
    n_drops, dropped_by = Counter(drop["reason"] for drop in bench["drops"]), bench["dropped_by"]
    for reason in REASONS:
        path = f"/bench/dropped_by/{reason}"
        yield Sum(path, path, dropped_by[reason], "drops in /bench/drops with that reason", n_drops[reason])
    path, total = "/bench/dropped_by", sum(dropped_by.values())
    yield Sum(path, f"{path} in all", total, "drops in /bench/drops", len(bench["drops"]))


def _by_hand(data: Row) -> Iterator[Sum]:
    """The chips that stand, and those that a judge rewrote: each has one drop that names it (section 2)."""
    bench, n_chips = data["bench"], len(data["chips"])
    by_hand, kept = bench.get("chips_by_hand", 0), bench["chips_kept"]
    what = f"/bench/chips_kept {kept} + /bench/chips_by_hand {by_hand}" if by_hand else "/bench/chips_kept"
    yield Sum("/chips", "the number of chips in /chips", n_chips, what, kept + by_hand)
    n_replaced = sum(drop["kind"] == "chip" and "replaced_by" in drop for drop in bench["drops"])
    if by_hand or n_replaced:
        path = "/bench/chips_by_hand"
        yield Sum(path, path, by_hand, "chip drops in /bench/drops with replaced_by", n_replaced)


def _doubled(path: str, what: str, values: Iterable[str]) -> Faults:
    first: dict[str, int] = {}
    for n, value in enumerate(values):
        earlier = first.setdefault(value, n)
        if earlier != n:
            found = f"the {what} {shown(value)} stands at {path.format(earlier)} already"
            yield Fault(path.format(n), "doubled", found)


def _section(path: str, section: Row, data: Row) -> Faults:
    start, end = section["span"]
    if end <= start:
        yield Fault(f"{path}/span", "span", f"the span [{start}, {end}) has to end after its start")
    elif section["chars"] != end - start:
        found = f"chars is {section['chars']}, but {path}/span [{start}, {end}) has {end - start}"
        yield Fault(f"{path}/chars", "chars", found)
    if start < end:
        yield from _chunks(path, section["chunks"], start, end)
    if section["digest"] is not None and section["digest_skipped"] is not None:
        found = f"it says that no digest was written, but {path}/digest has one"
        yield Fault(f"{path}/digest_skipped", "digest", found)


def _chunks(path: str, chunks: Sequence[tuple[int, int]], start: int, end: int) -> Faults:
    """The first chunk that does not go on where the one before ended; later ones would only echo it."""
    at = start
    for n, (chunk_start, chunk_end) in enumerate(chunks):
        if chunk_start != at or chunk_end <= chunk_start:
            found = f"the chunk [{chunk_start}, {chunk_end}) has to start at {at} and end after it"
            yield Fault(f"{path}/chunks/{n}", "chunks", found)
            return
        at = chunk_end
    if at != end:
        yield Fault(f"{path}/chunks", "chunks", f"the chunks end at {at}, but {path}/span at {end}")


def _order(data: Row) -> Faults:
    for n, (before, after) in enumerate(pairwise(data["sections"]), 1):
        (start, end), (next_start, next_end) = before["span"], after["span"]
        if start >= end or next_start >= next_end or end == next_start:
            continue
        code, how = _misplaced(start, end, next_start, next_end)
        this = f"the section {shown(after['id'])} [{next_start}, {next_end})"
        other = f"{shown(before['id'])} [{start}, {end}) at /sections/{n - 1}/span"
        yield Fault(f"/sections/{n}/span", code, f"{this} {how} {other}; sections have to touch")


def _misplaced(start: int, end: int, next_start: int, next_end: int) -> tuple[str, str]:
    if next_start > end:
        return "gap", "leaves a gap after"
    if next_end <= start:
        return "unsorted", "stands after, but lies before,"
    if (start, end) == (next_start, next_end):
        return "same-span", "has the same span as"
    if start <= next_start and next_end <= end:
        return "nested", "lies within"
    if next_start <= start and end <= next_end:
        return "nested", "lies around"
    return "overlap", "overlaps"


def _chip(path: str, chip: Row, data: Row) -> Faults:
    if chip["published"] != (chip["publish_state"] == "published"):
        flag = "true" if chip["published"] else "false"
        found = f"publish_state is {shown(chip['publish_state'])}, but {path}/published is {flag}"
        yield Fault(f"{path}/publish_state", "publish-state", found)
    if chip["quote"] and not chip["quote"].strip():
        yield Fault(f"{path}/quote", "quote", "the quote is only white space")
    elif bool(chip["quote"]) != bool(chip["quote_cite"]):
        empty, full = ("quote_cite", "quote") if chip["quote"] else ("quote", "quote_cite")
        yield Fault(f"{path}/{empty}", "quote", f"it is empty, but {path}/{full} is not; the two go together")


def _quote_cites(data: Row) -> Faults:
    ids = {section["id"] for section in data["sections"]}
    for n, chip in enumerate(data["chips"]):
        if chip["quote_cite"] and chip["quote_cite"] not in ids:
            found = f"the pack has no section {shown(chip['quote_cite'])}"
            yield Fault(f"/chips/{n}/quote_cite", "quote-cite", found)


# In the order in which a reader would ask; each can be asked alone.
SUMS: tuple[Callable[[Row], Iterator[Sum]], ...] = (
    _by_kind,
    _by_reason,
    _bullets,
    _digests_kept,
    _digests_written,
    _by_hand,
    _grounded,
    _published,
)
