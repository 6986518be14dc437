"""Every figure of a text, in digits or in words, with its value and its unit; it compares nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from reviews.core.gates import number_words
from reviews.core.gates.common import COMMON
from reviews.core.gates.units import ALONE, CURRENCY, ORDINAL, PERCENT, POWERS, TIMES, unit

Value = Decimal | str

# A chip of 20,000 code points that is nothing but figures would cost more than it is worth.
MOST = 300

ISO_DATE = re.compile(r"\d\d\d\d-[01]\d-[0-3]\d(?![\d-])")
NUMERAL = re.compile(r"\d[\d.,:'’_]{0,60}")
SPACED = re.compile(r"(?:[ \u00a0\u2009\u202f]\d\d\d(?!\d))+")
GLUED = re.compile(r"[A-Za-zµμΩ°%％‰×℃℉$€£][A-Za-zµμ]*(?:/s\b)?")
HYPHENED = re.compile(r"[-‑]([A-Za-z]+)")
NEXT = re.compile(
    r"[*_`]{0,3}[ \t\u00a0\u2009\u202f]{0,3}\n?[ \t>]{0,4}[*_`]{0,3}"
    r"(per[ -]cent\b|percentage[ -]points?\b|[A-Za-zµμ°%％‰×℃℉$€£][\w’']*(?:/s\b)?)",
    re.IGNORECASE,
)
A_SECOND = re.compile(r"\s+(?:per|a|each|every)\s+second\b", re.IGNORECASE)
DEGREES = re.compile(r"\s+(celsius|fahrenheit|c|f)\b", re.IGNORECASE)
EXPONENT = re.compile(r"[eE][+\-−]?\d\d?\d?(?![\w.])")
CONNECTS = re.compile(
    r"[*_`]{0,3}\s{0,3}(?:-|‑|–|—|−|to|and|or|through|,|/|\.\.|…)\s{0,3}[*_`]{0,3}", re.IGNORECASE
)
DIMENSION = re.compile(r"\s?\d")
# Before a hyphen these leave the number a number; any other word makes it part of a name (“GPT-4”).
PREFIXES = frozenset("sub pre post mid top under over up non about around to by from than of per".split())
# “two-way binding” says a kind, not a count.
KINDS = frozenset("way off to step".split())
NOT_COUNTED = COMMON - frozenset("more less few many".split())


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure at [start, end) of its text.

    `values` are the readings it allows, most likely first: a Decimal, or a string for versions, ratios,
    clock times and dates. `unit` is canonical or "". `noun` is the word counted after it, or "".
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


def scan(text: str, most: int | None = None) -> list[Figure]:
    """Figures in reading order, `most` of them at the outside. Linear in the text."""
    numerals, spelt = islice(_numerals(text), most), islice(_spelt(text), most)
    found = sorted([*numerals, *spelt], key=lambda figure: figure.start)[:most]
    return _shared(text, _apart(found))


def _apart(found: list[Figure]) -> list[Figure]:
    """Without the “million” inside “1.5 million”."""
    end, apart = 0, []
    for figure in found:
        if figure.start >= end:
            end = figure.end
            apart.append(figure)
    return apart


def _shared(text: str, found: list[Figure]) -> list[Figure]:
    """In “25 to 30 per cent” and “2, 3 or 4 GB” the last one's unit is everybody's."""
    for n in range(len(found) - 2, -1, -1):
        left, right = found[n], found[n + 1]
        if left.unit or left.noun or not (right.unit or right.noun):
            continue
        gap = text[left.end : right.start - (right.sign != 0)] if right.start - left.end < 14 else "x"
        if CONNECTS.fullmatch(gap) or (right.sign and not gap):
            found[n] = replace(left, unit=right.unit if right.unit != ORDINAL else "", noun=right.noun)
    return found


def _spelt(text: str) -> Iterator[Figure]:
    for word in number_words.scan(text):
        right = _Right(text, word.end)
        start, end, sign = word.start, right.end, _minus(text, word.start)
        is_claim = word.kind not in ("hint", "ordinal") and right.hyphened not in KINDS
        if word.value == 1 and word.kind == "number":
            is_claim = is_claim and bool(right.unit or right.factor != 1) and right.unit != TIMES
        value = word.value if isinstance(word.value, str) else word.value * right.factor
        measure = {"times": TIMES, "ordinal": ORDINAL}.get(word.kind, right.unit)
        yield Figure(start, end, (value,), measure, sign, right.noun, is_claim, text[start:end])


def _numerals(text: str) -> Iterator[Figure]:
    end = 0
    for match in NUMERAL.finditer(text):
        if match.start() >= end:
            for figure in _numeral(text, match):
                end = max(end, figure.end)
                yield figure


def _numeral(text: str, match: re.Match[str]) -> Iterator[Figure]:
    """One run of digits and separators: usually one figure, several where the commas part a list."""
    left = _Left(text, match.start())
    if left.is_glued:
        return
    digits, start = match[0].rstrip(".,:'’_"), match.start()
    date = ISO_DATE.match(text, start)
    if date:
        yield Figure(start, date.end(), (date[0],), "", 0, "", left.is_claim, date[0])
        return
    spaced = SPACED.match(text, start + len(digits)) if len(digits) < 4 and digits.isdigit() else None
    if spaced:
        digits = text[start : spaced.end()]
    pieces = [digits] if spaced or _is_whole(digits) else digits.split(",")
    for n, piece in enumerate(pieces):
        if piece.strip(".:'’_"):
            is_last = n == len(pieces) - 1
            yield from _figure(text, start, piece, left if n == 0 else _Left.NONE, is_last)
        start += len(piece) + 1


def _is_whole(digits: str) -> bool:
    head, *groups = digits.split(",")
    return all(len(group.split(".")[0]) == 3 for group in groups) and (not groups or 0 < len(head) < 4)


def _figure(text: str, start: int, digits: str, left: _Left, is_last: bool) -> Iterator[Figure]:
    right = _Right(text, start + len(digits)) if is_last else _Right("", 0)
    if right.is_name:
        return
    value = _value(("0." if left.is_point else "") + digits, right.exponent)
    values: tuple[Value, ...] = (value,)
    if isinstance(value, Decimal) and right.factor != 1:
        values = (value * right.factor,)
    begin, end = start - left.width, max(right.end, start + len(digits))
    measure = left.unit or right.unit
    # Four numbers parted by dots are an address or a clause, not an amount: other gates read those.
    is_claim = left.is_claim and digits.count(".") < 3
    yield Figure(begin, end, values, measure, left.sign, right.noun, is_claim, text[begin:end])


def _value(digits: str, exponent: str) -> Value:
    """A Decimal where the digits are one number; else the digits as written: 1.10.2, 16:9, 12:30."""
    plain = digits.translate(_SEPARATORS)
    if len(plain) > 40 or plain.count(".") > 1 or ":" in plain:
        return digits
    return Decimal(plain + exponent.replace("−", "-"))


_SEPARATORS = dict.fromkeys(map(ord, ",'’_ \u00a0\u2009\u202f"))


def _minus(text: str, start: int) -> int:
    return -1 if text[max(start - 6, 0) : start].lower() == "minus " else 0


class _Left:
    """What stands before a numeral: a sign, a currency, or the name that it belongs to."""

    NONE: _Left

    def __init__(self, text: str, start: int) -> None:
        self.is_glued = self.is_point = False
        self.is_claim, self.sign, self.unit, self.width = True, _minus(text, start), "", 0
        one, two = text[start - 1 : start], text[max(start - 2, 0) : max(start - 1, 0)]
        if one and not one.isspace() and one not in "(*|~≈<>=“‘[":
            self._read(text, start, one, two)

    def _read(self, text: str, start: int, one: str, two: str) -> None:
        if one.isalpha() or one == "_":
            self.is_glued = not (one in "vV" and not two.isalnum()) and not (one in "xX" and two.isdigit())
        elif one in CURRENCY:
            self.unit, self.width = CURRENCY[one], 1
            self.sign = -1 if two in ("-", "−") else 1 if two == "+" else 0
        elif one in "-−+‑–±":
            self._hyphen(text, start, one, two)
        elif one == ".":
            self.is_point, self.width = not (two.isalnum() or two == "."), 1
            self.is_claim = self.is_point
            self.width = 1 if self.is_point else 0
        elif one in "#@\\" or (one in "/:" and two.isalpha()):
            self.is_claim = False

    def _hyphen(self, text: str, start: int, one: str, two: str) -> None:
        if two.isdigit() or one == "±":
            return
        if two.isalpha() or two in ("_", ")", "]"):
            word = re.split(r"[^A-Za-z]", text[max(start - 12, 0) : start - 1])[-1]
            self.is_claim = word.lower() in PREFIXES
        elif one == two:
            self.is_claim = False
        elif one != "‑":
            self.sign, self.width = (1 if one == "+" else -1), 1


_Left.NONE = _Left("", 0)


class _Right:
    """What stands after a number: power of ten, unit, or the noun that is counted."""

    def __init__(self, text: str, end: int) -> None:
        self.factor, self.unit, self.noun, self.hyphened, self.exponent = Decimal(1), "", "", "", ""
        self.is_name, self.end = False, end
        one = text[end : end + 1]
        if one and not one.isspace():
            self._glued(text, one)
        if not (self.is_name or self.unit or self.noun or self.hyphened):
            self._spaced(text)
        self._rate(text)

    def _glued(self, text: str, one: str) -> None:
        exponent = EXPONENT.match(text, self.end)
        if exponent:
            self.exponent, self.end = exponent[0], exponent.end()
            return
        match = GLUED.match(text, self.end)
        if match:
            self._suffix(text, match)
        elif text[self.end : self.end + 2].lower() == ".x":
            self.end += 2
        elif one in "-‑":
            self._hyphen(text)
        elif one == "_" or one.isalpha():
            self.is_name = True

    def _suffix(self, text: str, match: re.Match[str]) -> None:
        word, is_year = match[0], match[0] == "s" and text[self.end - 4 : self.end].isdigit()
        if word in POWERS and len(word) <= 2:
            self.factor, self.end = POWERS[word], match.end()
        elif word in ("x", "X", "×"):
            self._times(text, match)
        elif unit(word) is not None and not text[match.end() : match.end() + 1].isdigit():
            self.unit, self.end = "" if is_year else unit(word) or "", match.end()
        else:
            self.is_name = True

    def _times(self, text: str, match: re.Match[str]) -> None:
        if not DIMENSION.match(text, match.end()):
            self.unit, self.end = TIMES, match.end()
            self.noun = ""

    def _hyphen(self, text: str) -> None:
        match = HYPHENED.match(text, self.end)
        if not match:
            return
        word = match[1]
        if word.lower() in POWERS and len(word) > 1:
            self.factor, self.end = POWERS[word.lower()], match.end()
            self._hyphen(text)
            return
        self.hyphened = word.lower()
        known = unit(word) if word not in ALONE and len(word) > 1 and self.hyphened != "th" else None
        self.unit, self.noun = known or "", "" if known else self.hyphened
        self.end = match.end() if known else self.end

    def _spaced(self, text: str) -> None:
        match = NEXT.match(text, self.end)
        if not match or (match.start(1) == self.end and self.end and text[self.end - 1].isalnum()):
            return
        word, low = match[1], match[1].lower().replace("-", " ")
        if low in POWERS and len(low) > 1:
            self.factor, self.end = self.factor * POWERS[low], match.end()
            self._spaced(text)
        elif low == "per cent":
            self.unit, self.end = PERCENT, match.end()
        elif low.startswith("percentage"):
            self.unit, self.end = "percentage_point", match.end()
        elif word in ("x", "×"):
            self._times(text, match)
        elif self._is_unit(word):
            self.unit, self.end = unit(word) or "", match.end()
        elif low not in NOT_COUNTED:
            self.noun = low

    def _is_unit(self, word: str) -> bool:
        if word in ("us", "in", "st", "th", "nd", "rd", "em", "fold"):
            return False
        return unit(word) is not None and (len(word) > 1 or not word.isalpha() or word in ALONE)

    def _rate(self, text: str) -> None:
        degrees = DEGREES.match(text, self.end) if self.unit == "°" else None
        rate = A_SECOND.match(text, self.end) if self.unit.endswith(("B", "bit")) else None
        if degrees:
            self.unit, self.end = "°" + degrees[1][0].upper(), degrees.end()
        if rate:
            self.unit, self.end = self.unit + "/s", rate.end()
