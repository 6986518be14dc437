"""Every figure of a text, in digits or in words, with its value and its unit; it compares nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice, pairwise

from reviews.core.gates import clock_words, number_words, parts, powers
from reviews.core.gates.beside import Left, Right, minus
from reviews.core.gates.common import COMMON
from reviews.core.gates.units import CODES, CURRENCY, ORDINAL, POWERS, TIMES, unit

Value = Decimal | str

# A chip that is nothing but figures would cost more than it is worth.
MOST, MOST_READ = 300, 1_000

ISO_DATE = re.compile(r"\d\d\d\d-[01]\d-[0-3]\d(?![\d-])")
OTHER_DATE = re.compile(r"([0-3]?\d)[/.]([0-3]?\d)[/.]((?:1[5-9]|20)\d\d)(?![\d/]|\.\d)")
# “18:30”, “6.30 pm”, “6 p.m.”
CLOCK = re.compile(
    r"([01]?\d|2[0-4])(?::([0-5]\d)(?:\s?([ap])\.?m\b)?|(?:\.([0-5]\d))?\s?([ap])\.?m\b)(?![\d:]|\.\d)",
    re.IGNORECASE,
)
NUMERAL = re.compile(r"\d[\d.,:'’_]{0,60}")
SPACED = re.compile(r"(?:[ \u00a0\u2009\u202f]\d\d\d(?!\d))+")
CONNECTS = re.compile(
    r"[*_`]{0,3}\s{0,3}(?:±|-|‑|–|—|−|to|and|or|through|,|/|\.\.|…)\s{0,3}[*_`]{0,3}", re.IGNORECASE
)
YEAR = re.compile(r"1\d\d\d|20\d\d")
YEAR_TO = frozenset("-‑–/")
NAME = re.compile(r"(?<![\w\-])([A-Z][A-Za-z]+) $")
MONEY = frozenset((*CURRENCY.values(), *CODES.values()))
# “the third century” is a date; elsewhere first, second and third mostly only tell things apart.
ERAS = frozenset("century millennium".split())
# “a quarter of an hour”, “half a centimetre”
OF_A_UNIT = re.compile(r"\s(?:of )?an? ([a-z]{3,14})\b", re.IGNORECASE)
# “an hour and a half”: the unit stands before the part.
AND_A = re.compile(r"\b(?:an?|one) ([a-z]{3,14}) and (a )?$", re.IGNORECASE)
THREE_QUARTERS = Decimal("0.75")
# “two-way binding” says a kind, not a count.
KINDS = frozenset("way off to step".split())


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure at [start, end) of its text.

    `values` are the readings it allows, most likely first: a Decimal, or a string for versions, ratios,
    clock times and dates. `unit` is canonical or "". `noun` is the word counted after it, or "". `often` is
    the time in which it happens so often, or what it is given for, as in “a day” and “a kilometre”, or "".
    `is_claim` is False for a digit inside a name and for a word such as “both” that only bears a number out.
    """

    start: int
    end: int
    values: tuple[Value, ...]
    unit: str
    sign: int
    noun: str
    is_claim: bool
    shown: str
    often: str = ""


def readable(text: str) -> int:
    """Where reading ends: of runs of digits, most of which may be no figures (“0x1f”), only so many are read."""
    more = next(islice(NUMERAL.finditer(text), MOST_READ, None), None)
    return more.start() if more else len(text)


def scan(text: str, most: int | None = None) -> list[Figure]:
    """Figures in reading order, `most` of them at the outside. Linear in the text."""
    numerals, spelt = islice(_numerals(text), most), islice(_spelt(text), most)
    found = _apart(sorted([*numerals, *spelt, *_clocks(text)], key=lambda one: (one.start, -one.end)))
    return _raised(text, _shared(text, _in_full(text, found[:most])))


def _apart(found: list[Figure]) -> list[Figure]:
    """Without the “million” inside “1.5 million”."""
    end, apart = 0, []
    for figure in found:
        if figure.start >= end:
            end = figure.end
            apart.append(figure)
    return apart


def _in_full(text: str, found: list[Figure]) -> list[Figure]:
    """The 18 of “1914–18” is 1918 too, and the “20m” after “3h” are minutes, as is the 41 of “1 h 41”."""
    for n, (left, right) in enumerate(pairwise(found), start=1):
        gap = text[left.end : right.start] if right.start - left.end < 3 else "x"
        if (
            gap in YEAR_TO
            and YEAR.fullmatch(left.shown)
            and left.shown[2:] < right.shown
            and len(right.shown) == 2
        ):
            found[n] = replace(right, values=(*right.values, Decimal(left.shown[:2] + right.shown)))
        elif left.unit == "h" and not gap.strip() and _are_minutes(right):
            found[n] = replace(right, unit="min")
    return found


def _are_minutes(figure: Figure) -> bool:
    is_bare = not (figure.unit or figure.noun) and len(figure.shown) == 2
    return figure.unit == "m" or (is_bare and figure.shown.isdigit() and figure.shown < "60")


def _shared(text: str, found: list[Figure]) -> list[Figure]:
    """In “25 to 30 per cent” and “2, 3 or 4 GB” the last one's unit is everybody's."""
    for n in range(len(found) - 2, -1, -1):
        left, right = found[n], found[n + 1]
        if left.unit or left.noun or not (right.unit or right.noun) or _is_named(text, left):
            continue
        gap = text[left.end : right.start - (right.sign != 0)] if right.start - left.end < 14 else "x"
        if _is_list(text, found, n, gap) or (right.sign and not gap):
            found[n] = replace(left, unit=right.unit if right.unit != ORDINAL else "", noun=right.noun)
    return found


def _raised(text: str, found: list[Figure]) -> list[Figure]:
    """In “1.2 to 1.4 million” the first is millions too, and in “4.1 million, against 3.6” the last."""
    said = [powers.power(one.shown, one.unit) for one in found]
    for n in range(len(found) - 1) if any(said) else ():
        left, right, ours, theirs = found[n], found[n + 1], said[n], said[n + 1]
        gap = text[left.end : min(right.start, left.end + powers.FAR)]
        if theirs and not ours and left.unit in ("", right.unit, *MONEY) and CONNECTS.fullmatch(gap):
            found[n] = _times(left, theirs)
        elif ours and not (theirs or right.noun or right.unit):
            found[n + 1] = _times(right, ours) if powers.is_set_against(gap) else right
    return found


def _times(figure: Figure, by: Decimal) -> Figure:
    value = figure.values[0]
    if not isinstance(value, Decimal) or value >= powers.LARGEST:
        return figure
    return replace(figure, values=(*figure.values, value * by))


def _is_named(text: str, figure: Figure) -> bool:
    """“on the RTX 4090 and 1.15×”: the number of a thing takes no unit from the next one."""
    name = NAME.search(text, max(figure.start - 24, 0), figure.start)
    return name is not None and name[1].lower() not in COMMON


def _is_list(text: str, found: list[Figure], n: int, gap: str) -> bool:
    """A comma alone joins two figures only in a list: in “difference 0.9, 95 %” it parts them."""
    if gap.strip("*_` \n") != ",":
        return bool(CONNECTS.fullmatch(gap))
    before = text[found[n - 1].end : found[n].start] if n else ""
    after = text[found[n + 1].end : found[n + 2].start] if n + 2 < len(found) else ""
    return any(len(one) < 14 and CONNECTS.fullmatch(one) for one in (before, after))


def _spelt(text: str) -> Iterator[Figure]:
    for word in number_words.scan(text):
        right = Right(text, word.end)
        start, end, sign, noun = word.start, right.end, minus(text, word.start), right.noun
        is_claim = word.kind not in ("hint", "hinted times", "ordinal") and right.hyphened not in KINDS
        if word.kind == "ordinal":
            is_claim = bool(ERAS & {right.noun, right.unit}) or (
                isinstance(word.value, Decimal) and word.value > 3
            )
        if word.value == 1 and word.kind == "number":
            is_claim = is_claim and bool(right.unit or right.factor != 1) and right.unit != TIMES
        value = word.value if isinstance(word.value, str) else word.value * right.factor
        measure = {"times": TIMES, "hinted times": TIMES, "ordinal": ORDINAL}.get(word.kind, right.unit)
        of = OF_A_UNIT.match(text, word.end) if word.kind == "part" else None
        if of and (whole := unit(of[1])):
            end, measure, noun = of.end(), whole, ""
        more = AND_A.search(text, max(start - 24, 0), start) if word.kind == "part" else None
        if more and (more[2] or word.value == THREE_QUARTERS) and (whole := unit(more[1])):
            start, end, measure, noun = more.start(), word.end, whole, ""
            value = 1 + word.value if isinstance(word.value, Decimal) else value
        yield Figure(start, end, (value,), measure, sign, noun, is_claim, text[start:end], right.often)


def _clocks(text: str) -> Iterator[Figure]:
    """“half past six” is 6:30 and 18:30; “noon” only bears them out."""
    for start, end, readings in clock_words.scan(text):
        is_claim = text[start:end].lower() not in ("noon", "midday", "midnight")
        yield Figure(start, end, readings, "", 0, "", is_claim, text[start:end])


def _numerals(text: str) -> Iterator[Figure]:
    end = 0
    for match in NUMERAL.finditer(text):
        if match.start() >= end:
            for figure in _numeral(text, match):
                end = max(end, figure.end)
                yield figure


def _numeral(text: str, match: re.Match[str]) -> Iterator[Figure]:
    """One run of digits and separators: usually one figure, several where the commas part a list."""
    left = Left(text, match.start())
    if left.is_glued:
        return
    moment = _moment(text, match.start(), left)
    if moment:
        yield moment
        return
    digits, start = match[0].rstrip(".,:'’_"), match.start()
    part = parts.part(text, start, digits)
    if part:
        yield from _figure(text, start, part[0], left, True, part[1])
        return
    spaced = SPACED.match(text, start + len(digits)) if len(digits) < 4 and digits.isdigit() else None
    if spaced:
        digits = text[start : spaced.end()]
    pieces = [digits] if spaced or _is_whole(digits) else digits.split(",")
    for n, piece in enumerate(pieces):
        if piece.strip(".:'’_"):
            is_last = n == len(pieces) - 1
            yield from _figure(text, start, piece, left if n == 0 else Left("", 0), is_last)
        start += len(piece) + 1


def _moment(text: str, start: int, left: Left) -> Figure | None:
    """A date or a time of day."""
    date = ISO_DATE.match(text, start) or OTHER_DATE.match(text, start)
    if date:
        return Figure(start, date.end(), _days(date), "", 0, "", left.is_claim, date[0])
    clock = CLOCK.match(text, start) if left.is_claim else None
    return _clock(clock) if clock else None


def _days(date: re.Match[str]) -> tuple[Value, ...]:
    """As year, month and day; 03/04/2026 may be read in two ways."""
    if date.re is ISO_DATE:
        return (date[0],)
    one, two, year = int(date[1]), int(date[2]), date[3]
    readings = [(two, one)] if one > 12 else [(one, two)] if two > 12 else [(two, one), (one, two)]
    return tuple(f"{year}-{month:02}-{day:02}" for month, day in readings)


def _clock(match: re.Match[str]) -> Figure:
    """18:30 and 6.30 pm are one time; a ratio such as 16:9 is none, and 8:10 may be either."""
    hour, minute, half = int(match[1]), match[2] or match[4] or "00", (match[3] or match[5] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    values: tuple[Value, ...] = (f"{hour:02}:{minute}",)
    shown = match[0]
    return Figure(*match.span(), values if half else (shown, *values), "", 0, "", True, shown)


def _is_whole(digits: str) -> bool:
    head, *groups = digits.split(",")
    return all(len(group.split(".")[0]) == 3 for group in groups) and (not groups or 0 < len(head) < 4)


def _figure(
    text: str, start: int, digits: str, left: Left, is_last: bool, known: Decimal | None = None
) -> Iterator[Figure]:
    right = Right(text, start + len(digits)) if is_last else Right("", 0)
    if right.is_name:
        return
    value = known or _value(("0." if left.is_point else "") + digits, right.exponent)
    factor = POWERS["M"] if left.unit and right.unit == "m" else right.factor
    values: tuple[Value, ...] = (value * factor if isinstance(value, Decimal) else value,)
    begin, end = start - left.width, max(right.end, start + len(digits))
    measure = left.unit or right.unit
    # Four numbers parted by dots are an address or a clause, not an amount: other gates read those.
    is_claim = left.is_claim and digits.count(".") < 3
    yield Figure(begin, end, values, measure, left.sign, right.noun, is_claim, text[begin:end], right.often)


def _value(digits: str, exponent: str) -> Value:
    """A Decimal where the digits are one number; else the digits as written: 1.10.2, 16:9, 12:30."""
    plain = digits.translate(_SEPARATORS)
    if len(plain) > 40 or plain.count(".") > 1 or ":" in plain:
        return digits
    return Decimal(plain + exponent.replace("−", "-"))


_SEPARATORS = dict.fromkeys(map(ord, ",'’_ \u00a0\u2009\u202f"))
