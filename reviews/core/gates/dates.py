"""Which day of which month of which year: the parts of a date belong together. It knows no calendar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

MONTHS = {
    name: n
    for n, names in enumerate(
        "jan january|feb february|mar march|apr april|may|jun june|jul july|aug august|sep sept september"
        "|oct october|nov november|dec december".split("|"),
        start=1,
    )
    for name in names.split()
}
NUMBERED = re.compile(r"(?<![\w.\-/])((?:1[7-9]|20)\d\d)-([01]\d)-([0-3]\d)(?![\w\-])")
MONTH = re.compile(
    rf"\b(?:{'|'.join(one.title() for one in sorted(MONTHS, key=len, reverse=True))})\b(?:\.(?= ?\d))?"
)
PIECE = re.compile(r"\d{1,4}(?:st|nd|rd|th)?|[^\W\d_]+|[^\w\s]")
DAY = re.compile(r"([0-3]?\d)(?:st|nd|rd|th)?")
YEAR = re.compile(r"(?:1[7-9]|20)\d\d")
COUNTED = re.compile(r"people|men|women|[a-z]{4,}s")
# “22 and 23 August”, “the 3rd to the 5th of May”.
JOINS = frozenset(", - – — / and to or until till through the of".split())


@dataclass(frozen=True)
class Date:
    """A date at [start, end); `days` is empty where only a month is said, `year` None where none is."""

    start: int
    end: int
    days: tuple[int, ...]
    month: int
    year: int | None
    shown: str


def scan(text: str) -> Iterator[Date]:
    """Every date with its month by name, or as 2024-05-03, in reading order of each kind."""
    for match in MONTH.finditer(text):
        yield _named(text, match)
    for match in NUMBERED.finditer(text):
        yield Date(*match.span(), (int(match[3]),), int(match[2]), int(match[1]), match[0])


def clashes(date: Date, others: Sequence[Date]) -> Sequence[Date]:
    """Of the dates of its month those that say another day or year; empty where one of them agrees or there is none."""
    return () if any(_agree(date, other) for other in others) else others


def _agree(date: Date, other: Date) -> bool:
    """What one of the two leaves open, it does not deny."""
    are_years = date.year is None or other.year is None or date.year == other.year
    return are_years and (not date.days or not other.days or set(date.days) <= set(other.days))


def _named(text: str, month: re.Match[str]) -> Date:
    before = list(PIECE.finditer(text[max(month.start() - 40, 0) : month.start()]))[::-1]
    after = list(PIECE.finditer(text[month.end() : month.end() + 40]))
    ahead, behind = _days(before), _days(after)
    days = ahead or behind
    end = month.end() + (after[behind[-1][1]].end() if behind and not ahead else 0)
    rest = after[behind[-1][1] + 1 :] if behind and not ahead else after
    year = _year(rest)
    start = max(month.start() - 40, 0) + before[ahead[-1][1]].start() if ahead else month.start()
    end = month.end() + year[1] if year else end
    n = MONTHS[month[0].rstrip(".").lower()]
    return Date(start, end, tuple(day for day, _ in days), n, year[0] if year else None, text[start:end])


def _days(pieces: Sequence[re.Match[str]]) -> list[tuple[int, int]]:
    """The days beside a month, nearest first, each with its place among the pieces."""
    days: list[tuple[int, int]] = []
    for n, piece in enumerate(pieces):
        day = DAY.fullmatch(piece[0])
        if day and 0 < int(day[1]) < 32:
            days.append((int(day[1]), n))
        elif piece[0].lower() not in JOINS or not (days or piece[0].lower() == "of"):
            break
    return days


def _year(pieces: Sequence[re.Match[str]]) -> tuple[int, int] | None:
    """The year that follows, with its end; “in May 1850 people came” may say none."""
    for n, piece in enumerate(islice(pieces, 2)):
        if YEAR.fullmatch(piece[0]):
            follows = pieces[n + 1][0] if n + 1 < len(pieces) else "."
            return None if COUNTED.fullmatch(follows) else (int(piece[0]), piece.end())
        if piece[0].lower() not in (",", "of"):
            return None
    return None
