"""What a text bears out in other words than a figure's: an hour is 1 h, four tenths of a second are 0.4 s."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from reviews.core.gates.dates import MONTHS
from reviews.core.gates.figures import Figure
from reviews.core.gates.number_words import ORDINALS, PARTS
from reviews.core.gates.units import ORDINAL, PARTS_OF_TIME, unit

_MONTH = rf"({'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
DAY_FIRST = re.compile(rf"\b(\d\d?)(?:st|nd|rd|th)?\s+{_MONTH},?\s+(\d\d\d\d)\b", re.IGNORECASE)
MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(\d\d?)(?:st|nd|rd|th)?,?\s+(\d\d\d\d)\b", re.IGNORECASE)
A_UNIT = re.compile(r"\b(?:an?|the(?=\s+fortnight\b))\s+([a-z]{2,12})\b", re.IGNORECASE)
PART_OF_TIME = re.compile(r"\b(half|quarters?) (?:of )?an? (second|minute|hour|day|year)\b", re.IGNORECASE)
# “four tenths of a second”.
OF_A_UNIT = re.compile(r"\s(?:of )?an? ([a-z]{2,12})\b")
# “a fifth in real terms”, “a third faster”: what may as well be the fifth bears out a fifth.
A_PART = re.compile(
    rf"\b(?:a|one) ({'|'.join(word for word in PARTS if word != 'half')})\b(?![-‑])", re.IGNORECASE
)
# “a sixth, optional field” is the sixth, though it reads as a share too.
AN_ORDINAL = re.compile(rf"\ba ({'|'.join(ORDINALS)}), [a-z]", re.IGNORECASE)
# The shares of a unit that have a name.
SHARES = frozenset(n * part for part in PARTS.values() for n in range(1, 10) if n * part < 1)


def otherwise(text: str, figures: list[Figure]) -> Iterator[Figure]:
    """Figures that are not written so in the text; of them the dates alone claim something."""
    yield from (*_dates(text), *_ones(text), *_sums(figures))
    yield from (*_parts_of_time(text, figures), *_parts(text, figures))


def _ones(text: str) -> Iterator[Figure]:
    """“a second” and “an hour” bear out “one second”."""
    for match in A_UNIT.finditer(text):
        measure = unit(match[1])
        if measure and len(match[1]) > 1:
            yield Figure(*match.span(), (Decimal(1),), measure, 0, "", False, match[0])


def _sums(figures: list[Figure]) -> Iterator[Figure]:
    """“1 h 22 min” bears out 82 minutes."""
    for left, right in pairwise(figures):
        if left.unit == "h" and right.unit == "min" and right.start - left.end < 6:
            hours, minutes = left.values[0], right.values[0]
            if isinstance(hours, Decimal) and isinstance(minutes, Decimal):
                yield replace(left, end=right.end, values=(60 * hours + minutes,), unit="min", is_claim=False)


def _parts_of_time(text: str, figures: list[Figure]) -> Iterator[Figure]:
    """“a quarter of an hour” bears out 15 minutes, and 30 minutes half an hour."""
    for match in PART_OF_TIME.finditer(text):
        measure, n = PARTS_OF_TIME[match[2].lower()]
        share = {"half": 2, "quarter": 1, "quarters": 3}[match[1].lower()]
        yield Figure(*match.span(), (Decimal(n * share) / 4,), measure, 0, "", False, match[0])
    wholes = {measure: (unit(whole) or "", n) for whole, (measure, n) in PARTS_OF_TIME.items()}
    for figure in figures:
        whole, n = wholes.get(figure.unit, ("", 1))
        if whole and isinstance(figure.values[0], Decimal) and figure.values[0] * 4 in (n, 2 * n, 3 * n):
            yield replace(figure, values=(figure.values[0] / n,), unit=whole, is_claim=False)


def _parts(text: str, figures: list[Figure]) -> Iterator[Figure]:
    """“four tenths of a second” bears out 0.4 seconds, and “a fifth in real terms” one fifth."""
    for figure in figures:
        of = (
            OF_A_UNIT.match(text, figure.end)
            if isinstance(figure.values[0], Decimal) and not figure.unit
            else None
        )
        measure = unit(of[1]) if of else None
        if measure and figure.values[0] in SHARES:
            yield replace(figure, unit=measure, noun="", is_claim=False)
    for match in A_PART.finditer(text):
        yield Figure(*match.span(), (PARTS[match[1].lower()],), "", 0, "", False, match[1])
    for match in AN_ORDINAL.finditer(text):
        yield Figure(*match.span(1), (ORDINALS[match[1].lower()],), ORDINAL, 0, "", False, match[1])


def _dates(text: str) -> Iterator[Figure]:
    for match in DAY_FIRST.finditer(text):
        yield _date(match, match[3], match[2], match[1])
    for match in MONTH_FIRST.finditer(text):
        yield _date(match, match[3], match[1], match[2])


def _date(match: re.Match[str], year: str, month: str, day: str) -> Figure:
    value = f"{year}-{MONTHS[month.lower()]:02}-{int(day):02}"
    return Figure(match.start(), match.end(), (value,), "", 0, "", True, match[0])
