"""A text cut where marks and findings begin and end, so that each run can be drawn once. It finds nothing itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from reviews.core.marks import Mark

# Joiners, the picture selector and skin tones: each belongs to what stands before it.
JOINED = frozenset("\u200c\u200d\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")


@dataclass(frozen=True, slots=True)
class Held:
    """Words that a finding is about: text[start:end), and the number by which the page calls the finding."""

    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the text under the same mark and the same findings; the runs one after the other are the text.

    `numbers` are the findings that hold it, `ending` those whose words end with it: there the number is shown.
    """

    text: str
    mark: Mark | None = None
    numbers: tuple[int, ...] = ()
    ending: tuple[int, ...] = ()


def cut(text: str, marks: Sequence[Mark], held: Sequence[Held]) -> list[Run]:
    """The text in runs. Marks stand apart and in order; findings may overlap. Empty spans hold nothing."""
    n = len(text)
    held = [_whole(text, one) for one in held if 0 <= one.start < one.end <= n]
    edges = {0, n, *(edge for mark in marks for edge in (mark.start, mark.end))}
    edges |= {edge for one in held for edge in (one.start, one.end)}
    starts = {mark.start: mark for mark in marks}
    runs, mark, open_ = [], None, list[Held]()
    for start, end in pairwise(sorted(edges)):
        mark = starts.get(start, mark if mark and mark.end > start else None)
        open_ = [one for one in open_ if one.end > start] + [one for one in held if one.start == start]
        ending = tuple(sorted(one.number for one in open_ if one.end == end))
        runs.append(Run(text[start:end], mark, tuple(sorted(one.number for one in open_)), ending))
    return runs


def _whole(text: str, held: Held) -> Held:
    """The same, grown where it would begin or end inside a letter and its accents, or between joined pictures."""
    start, end = held.start, held.end
    while _is_inside(text, start):
        start -= 1
    while _is_inside(text, end):
        end += 1
    return Held(start, end, held.number)


def _is_inside(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    return text[at - 1] == "\u200d" or text[at] in JOINED or unicodedata.combining(text[at]) > 0
