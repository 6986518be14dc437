"""What judges did, counted from the bodies of entries alone. Of an opinion that is not opened yet nothing is counted.

Acts are counted as they were made: what was undone later is counted too, and told as overturned.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Any

from reviews.core.opinions import VERDICTS

DECISIONS = (*VERDICTS, "drop")
CHANGES = (*DECISIONS, "hand-edit", "re-hold", "dispute")
REMOVALS = ("drop", "strike")
# What is counted at all: of a sealed opinion a report does not even see that it is there.
COUNTED = ("load", *CHANGES, "strike", "undo")
OPINIONS = ("opinion", *VERDICTS, "dispute")  # among these pairs are found
PAUSE = 600  # seconds: in a longer gap nobody was deciding all the time

Place = tuple[str, int]  # origin and seq: one entry of one chain


@dataclass(frozen=True, slots=True)
class Said:
    """One entry, as far as it is counted. `at` is in seconds since 1970; `opened` a first opinion's seq and verdict."""

    origin: str
    seq: int
    act: str
    at: int
    actor: str
    chip: str = ""
    wording: str = ""  # of a second opinion alone: what a pair is about
    why: str = ""
    is_quoted: bool = False
    is_overriding: bool = False
    undoes: int | None = None
    verdict: str = ""
    opened: tuple[int, str] | None = None

    @property
    def place(self) -> Place:
        return self.origin, self.seq


@dataclass(frozen=True)
class Pair:
    """Two opinions on one wording: the entry that opened them, the actors and verdicts of the first and the second."""

    place: Place
    judges: tuple[str, str]
    verdicts: tuple[str, str]


@dataclass(frozen=True)
class Work:
    """What one judge did, or all of them together. Rates are in 0..1, None where there is nothing to divide by."""

    n_of: Mapping[str, int]  # by act
    n_quoted: int
    n_overriding: int
    n_overturned: int
    gaps: Sequence[int]
    n_opinions: int = 0  # sealed ones that both being in has opened, and that stand as no other act

    @property
    def n_decided(self) -> int:
        return sum(self.n_of.get(act, 0) for act in DECISIONS)

    @property
    def quoted_rate(self) -> float | None:
        return rate(self.n_quoted, self.n_of.get("publish", 0))

    @property
    def overriding_rate(self) -> float | None:
        return rate(self.n_overriding, self.n_of.get("publish", 0))

    @property
    def overturned_rate(self) -> float | None:
        return rate(self.n_overturned, self.n_decided)

    @property
    def seconds(self) -> float | None:
        """The median of the gaps; None where there is none."""
        return median(self.gaps) if self.gaps else None


def rate(n: int, of: int) -> float | None:
    """A share in 0..1; None of nothing."""
    return n / of if of else None


def read(text: str) -> Said | None:
    """An entry's body as it is kept; None where it was tampered with so far that it is none."""
    try:
        body = json.loads(text)
        return _said(body)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def work(said: Sequence[Said], gone: Container[Place]) -> Work:
    """The sum of these entries; `gone` are the decisions overturned among all entries, not only these."""
    published = [one for one in said if one.act == "publish"]
    return Work(
        n_of=Counter(one.act for one in said),
        n_quoted=sum(one.is_quoted for one in published),
        n_overriding=sum(one.is_overriding for one in published),
        n_overturned=sum(one.act in DECISIONS and one.place in gone for one in said),
        gaps=gaps(said),
    )


def gaps(said: Iterable[Said]) -> list[int]:
    """Seconds between one judge's successive decisions in one pack, where no pause lay between and no clock went back."""
    times: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in _in_order(said):
        if one.act in DECISIONS:
            times[one.origin, one.actor].append(one.at)
    between = (late - early for at in times.values() for early, late in pairwise(at))
    return [gap for gap in between if 0 <= gap <= PAUSE]


def overturned(said: Iterable[Said]) -> set[Place]:
    """The decisions that were undone by anybody, or changed by another judge in an act that still stands."""
    return {place for acts in _by_chip(said) for place in _overturned(acts)}


def pairs(said: Iterable[Said]) -> list[Pair]:
    """The first pair of opinions on each wording of each chip, in order; what came later was not blind."""
    told = _in_order(said)
    actors = {one.place: one.actor for one in told}
    first: dict[tuple[str, str, str], Pair] = {}
    for one in told:
        if one.opened and one.verdict:
            seq, verdict = one.opened
            judges = actors.get((one.origin, seq), ""), one.actor
            pair = Pair(one.place, judges, (verdict, one.verdict))
            first.setdefault((one.origin, one.chip, one.wording), pair)
    return list(first.values())


def _said(body: Mapping[str, Any]) -> Said:
    act = body["act"]
    return Said(
        origin=str(body["origin"]),
        seq=int(body["seq"]),
        act=str(act),
        at=int(datetime.fromisoformat(body["utc"]).timestamp()),
        actor=str(body["actor"]),
        chip=str(body.get("chip", "")),
        wording=json.dumps([body.get("q"), body.get("a"), body.get("cites")]) if "opens" in body else "",
        why=str(body.get("why", "")),
        is_quoted=bool(body.get("quote")),
        is_overriding=bool(body.get("overrides")),
        undoes=body.get("undoes"),
        verdict=_verdict(body["verdict"] if act == "dispute" else act),
        opened=_opened(body["opens"]) if "opens" in body else None,
    )


def _opened(opens: Mapping[str, Any]) -> tuple[int, str] | None:
    verdict = _verdict(json.loads(opens["said"])["act"])
    return (int(opens["seq"]), verdict) if verdict else None


def _verdict(act: object) -> str:
    return next((verdict for verdict in VERDICTS if verdict == act), "")


def _overturned(acts: Iterable[Said]) -> set[Place]:
    """Those of one chip."""
    standing: list[Said] = []
    undone: set[Place] = set()
    changed: set[Place] = set()
    for one in acts:
        newest = standing[-1] if standing else None
        if one.act == "undo" and newest and newest.seq == one.undoes:
            standing.pop()
            undone |= {newest.place} if newest.act in DECISIONS else set()
            changed -= {old.place for old in standing[-1:]}
        elif one.act in CHANGES:
            changed |= {newest.place} if newest and _is_changed_by(newest, one) else set()
            standing.append(one)
    return undone | changed


def _is_changed_by(old: Said, new: Said) -> bool:
    """Another judge's word against it; holding again because an article changed is nobody's word."""
    return old.act in DECISIONS and new.act != "re-hold" and new.actor != old.actor


def _by_chip(said: Iterable[Said]) -> Iterator[Sequence[Said]]:
    chips: dict[tuple[str, str], list[Said]] = defaultdict(list)
    for one in _in_order(said):
        if one.chip:
            chips[one.origin, one.chip].append(one)
    yield from chips.values()


def _in_order(said: Iterable[Said]) -> list[Said]:
    return sorted(said, key=lambda one: one.place)
