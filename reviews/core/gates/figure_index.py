"""The figures of one passage, asked whether it bears a figure out; it takes none from elsewhere."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

from reviews.core.gates import measures
from reviews.core.gates.figures import Figure, Value, scan
from reviews.core.gates.number_words import ONES, POWERS, VAGUE
from reviews.core.gates.otherwise import otherwise
from reviews.core.gates.units import IMPLIED, LAX, ORDINAL, PERCENT, STRICT, TIMES, unit

# Megabytes of nothing but figures would keep a judge waiting; past this many the gate says that it stopped.
MOST_KEPT = 100_000

UNIT_WORD = re.compile(r"°[CF]|[^\W\d_]{1,14}(?:/(?:s|h|d?L|min)\b)?|[%％‰°×℃℉$€£¥₹]")
# “Vaishnavi Raghunathan, 17, from Chennai”, “He is 41.”, “Mila, is nine.”: years, though nobody says so.
AGED = re.compile(
    r"[A-Z]\w{1,40}, \d\d?,|\b(?:[Hh]e|[Ss]he|who|[A-Z]\w{1,40},) (?:is|was|turned|turns) (?:only |just |now )?"
    rf"(?:\d\d?|{'|'.join(ONES)})[.,;]"
)
# “people over 75, and those of 50 or more”, but not “people over 75 kg”.
OF_AGE = re.compile(
    r"\b(?:those|anyone|anybody|everyone|everybody|people|persons?|adults?|patients?|m[ae]n|wom[ae]n|boys?|girls?|child"
    r"|children|residents?|visitors?|pupils?|students?|drivers?|workers?|members?|youths?|pensioners?)"
    r" (?:over|under|above|below|older than|younger than|of) \d\d?(?: (?:or|and|who|with|in|at|to|are|is|was|were|get|go)\b|[;:!?)]|[.,](?!\d))",
    re.IGNORECASE,
)
# “nine times?”, “tested twice.”, but not “nine times the price”: how often, which a count bears out.
OCCASIONS = re.compile(r"\s*(?:[.,;:?!)]|$|(?:in|for|by|during|before|after|since|at|on|within|and|or)\b)")
# “safe within five more.”, “one on 90,000 loses”: what is counted was named before.
NAMED_BEFORE = re.compile(
    r"\s(?:(?:more|less|fewer|others)(?:[.,;:?!)]|$|\s(?:and|or|in|at|on|than|for|by|to|from|before|after)\b)"
    r"|(?:loses|gains|pays|gets|takes|makes|needs|costs|has|does|goes|comes|says|earns|saves|owes)\b)"
)
HOUR = re.compile(r"(\d\d?)\s?[ap]\.?m\.?", re.IGNORECASE)
# The point that ends “6 p.m.” is left to the sentence, until a sentence of ours names it.
HALF_OF_DAY = re.compile(r"[ap]\.m$")
FACE = re.compile(r"\d\d?:[0-5]\d(?::[0-5]\d)?(?:\.\d+)?")
DIGITS = re.compile(r"[\d.]+")
FALLS = re.compile(
    r"\b(?:f[ae]ll\w*|drop\w*|less|fewer|low\w*|down|decreas\w*|declin\w*|los[est]\w*|reduc\w*|slow\w*|minus"
    r"|shr[aiu]nk\w*|cuts?|cost\w*|negative|worse\w*|smaller|shorter|below|under|saves?|saving)\b",
    re.IGNORECASE,
)


class FigureIndex:
    """Figures by value. Built in one pass over the passage; a question costs no more than its hits."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._by_value: dict[Value, list[Figure]] = defaultdict(list)
        self._seen: set[tuple[Value, str, int, bool, str, str]] = set()
        figures = scan(text, MOST_KEPT)
        self.is_cut = len(figures) == MOST_KEPT
        for figure in figures:
            self._add(figure)
            self._add_pieces(figure)
        for other in otherwise(text, figures):
            self._add(other)

    def _add(self, figure: Figure) -> None:
        """Once for each way of being there, so that no value is long to look through."""
        for value in figure.values:
            key = (value, figure.unit, figure.sign, bool(figure.noun), figure.shown.split()[0], figure.often)
            if key not in self._seen:
                self._seen.add(key)
                self._by_value[value].append(figure)

    def _add_pieces(self, figure: Figure) -> None:
        """“2022-07-01”, “12:30”, “1/2”, “10 000” and “1,5” may also be meant piece by piece."""
        value = figure.values[0]
        for other in figure.values[1:]:
            # “18.30” where the section has 18:30.
            if isinstance(other, str) and ":" in other:
                self._add(replace(figure, values=(Decimal(other.replace(":", ".")),), is_claim=False))
        if "/" in figure.shown and not figure.unit:
            pieces = re.findall(r"\d+", figure.shown)
        elif isinstance(value, str) and value not in VAGUE:
            pieces = [] if value.count(".") > 1 else re.findall(r"\d[\d.]*", value)
        else:
            pieces = figure.shown.split()
            pieces = pieces if len(pieces) > 1 and "".join(pieces).isdigit() else []
        for piece in pieces:
            plain = piece.strip(".,")
            if plain.replace(".", "", 1).isdigit() and len(plain) < 40:
                noun = "o'clock" if isinstance(value, str) and FACE.fullmatch(value) else ""
                is_claim = figure.is_claim and not noun
                values = (Decimal(plain),)
                self._add(replace(figure, unit="", noun=noun, shown=plain, values=values, is_claim=is_claim))

    def has_value(self, figure: Figure) -> bool:
        """Is the figure's value here, whatever is counted, or said in another way, as 25 % is in “a quarter”?"""
        if any(value in self._by_value for value in figure.values) or self._has_hour(figure):
            return True
        return any(
            _in_unit(self._by_value.get(value, ()), measure, figure)
            or self._in_other_units(value, measure, figure)
            for value, measure in _readings(figure)
        )

    def of_value(self, figure: Figure) -> list[Figure]:
        """The claims here that have the figure's value, in any unit."""
        return [one for value in figure.values for one in self._by_value.get(value, ()) if one.is_claim]

    def bears_out(self, figure: Figure, context: str) -> bool:
        """Is the figure here at the same value, with a unit and a sign that fit? `context`: its sentence."""
        return any(
            (self._unit_fits(figure, other) or _are_occasions(figure, other, context))
            and _sign_fits(figure, other, context)
            and self._same_version(figure, other, context)
            for value, measure in _readings(figure)
            for other in (
                *_in_unit(self._by_value.get(value, ()), measure, figure),
                *self._in_other_units(value, measure, figure),
            )
        ) or (self._bears_out_vague(figure) or self._has_hour(figure))

    def _in_other_units(self, value: Value, measure: str, figure: Figure) -> list[Figure]:
        """1,480 ms for 1.48 s."""
        if measure != figure.unit or not isinstance(value, Decimal):
            return []
        return [
            replace(other, unit=figure.unit, values=(value,), shown=figure.shown)
            for size, name in measures.others(value, measure)
            for other in self._by_value.get(size, ())
            if other.unit == name
        ]

    def _has_hour(self, figure: Figure) -> bool:
        """“from seven to seven” has 7 am: a bare number that counts nothing."""
        hour = HOUR.fullmatch(figure.shown)
        others = self._by_value.get(Decimal(hour[1]), ()) if hour else ()
        return any(
            not (other.unit or other.noun) and other.shown == self._text[other.start : other.end]
            for other in others
        )

    def _bears_out_vague(self, figure: Figure) -> bool:
        """“thousands” is borne out by the word and by any figure from a thousand up to a million."""
        return figure.values[0] in self._vague

    @cached_property
    def _vague(self) -> frozenset[str]:
        amounts = sorted(value for value in self._by_value if isinstance(value, Decimal))
        powers = sorted(n for n in POWERS.values() if n >= 1000)
        return frozenset(
            word
            for word, least in VAGUE.items()
            for most in [next((n for n in powers if n > least), Decimal("Infinity"))]
            if bisect_left(amounts, least) < bisect_left(amounts, most)
        )

    def _unit_fits(self, figure: Figure, other: Figure) -> bool:
        mine, theirs = figure.unit, other.unit
        if figure.often and other.often and figure.often != other.often:
            return False
        if mine == ORDINAL and other.noun == "o'clock":
            return False
        if mine == theirs or {mine, theirs} <= {"", ORDINAL} or (mine == "°" and theirs in ("°C", "°F")):
            return True
        if mine and theirs:
            return False
        if not mine:
            # “2× RTX 4090” is two of them; a time or a share is not a count.
            return theirs == TIMES or not figure.noun or theirs not in STRICT
        # A bare number, in a table cell for instance, may be in any unit that the passage has somewhere; a counted
        # one is not thirty per cent.
        is_counted = bool(other.noun) and (mine in STRICT or other.noun.endswith("s"))
        is_counted = is_counted and not NAMED_BEFORE.match(self._text, other.end)
        return (mine in LAX or not is_counted) and mine in self.units

    @cached_property
    def units(self) -> frozenset[str]:
        """The units that stand anywhere in the passage, in the head of a table for instance."""
        words = {word.lower() for word in UNIT_WORD.findall(self._text)}
        spelt = {measure for word in UNIT_WORD.findall(self._text) if (measure := unit(word))}
        implied = {measure for word in words & IMPLIED.keys() for measure in IMPLIED[word].split()}
        if AGED.search(self._text) or OF_AGE.search(self._text):
            implied.add("year")
        return frozenset(spelt | implied | {one.unit for others in self._by_value.values() for one in others})

    def _same_version(self, figure: Figure, other: Figure, context: str) -> bool:
        """3.1 and 3.10 are one amount but two versions: where a name stands before it, the digits decide."""
        mine, theirs = DIGITS.search(figure.shown), DIGITS.search(other.shown)
        if not mine or not theirs or "." not in mine[0] or mine[0] == theirs[0]:
            return True
        if figure.unit or other.unit:
            return True
        return not (_is_named(context, figure.shown) or _is_named_at(self._text, other.start))

    def nearest(self, figure: Figure, n: int = 3) -> list[str]:
        """What the passage has instead, nearest first: figures of the same unit before others."""
        alike = _around(*self._sorted.get(figure.unit, ([], [])), figure, n)
        others = [*alike, *_around(*self._sorted["any"], figure, n)]
        shown = (" ".join(other.shown.split()) for other in others)
        return list(dict.fromkeys(HALF_OF_DAY.sub(r"\g<0>.", one) for one in shown))[:n]

    @cached_property
    def _sorted(self) -> dict[str, tuple[list[float], list[Figure]]]:
        """Claims by unit, and all together as “any”, from small to large, with their sizes."""
        found: dict[str, list[tuple[float, Figure]]] = {"any": []}
        for value, others in self._by_value.items():
            for other in others:
                if other.is_claim and value == other.values[0]:
                    found.setdefault(other.unit, []).append((_size(other), other))
                    found["any"].append((_size(other), other))
        for each in found.values():
            each.sort(key=lambda pair: pair[0])
        return {unit: ([size for size, _ in each], [one for _, one in each]) for unit, each in found.items()}


def _are_occasions(figure: Figure, other: Figure, context: str) -> bool:
    """“tested twice” where two of them were tested."""
    if figure.unit != TIMES or other.unit or not other.noun or figure.values[0] != other.values[0]:
        return False
    place = context.find(figure.shown)
    return place >= 0 and bool(OCCASIONS.match(context, place + len(figure.shown)))


def _readings(figure: Figure) -> Iterator[tuple[Value, str]]:
    """A quarter is 25 per cent and a half is 50: the same value said in two ways."""
    for value in figure.values:
        yield value, figure.unit
        if isinstance(value, Decimal) and figure.unit == PERCENT:
            yield value / 100, "part"
        if isinstance(value, Decimal) and 0 < value < 1 and not figure.unit:
            yield value * 100, PERCENT


def _in_unit(others: list[Figure] | tuple[()], measure: str, figure: Figure) -> list[Figure]:
    if measure == figure.unit:
        return list(others)
    if measure == "part":
        return [
            replace(other, noun="", unit=figure.unit)
            for other in others
            if not other.unit and _is_share(other)
        ]
    return [replace(other, unit=figure.unit) for other in others if other.unit == measure]


def _is_share(figure: Figure) -> bool:
    return not figure.shown[:1].isdigit() or "/" in figure.shown


def _sign_fits(figure: Figure, other: Figure, context: str) -> bool:
    if figure.sign == other.sign or other.sign + figure.sign > 0:
        return True
    if figure.sign and other.sign:
        return False
    return bool(FALLS.search(context))


def _is_named(context: str, shown: str) -> bool:
    place = context.find(shown)
    return place >= 0 and _is_named_at(context, place)


def _is_named_at(text: str, place: int) -> bool:
    before = text[max(place - 24, 0) : place].rstrip("vV").split()[-1:]
    if not before or any(one.isdigit() for one in before[0]):
        return False
    return before[0][:1].isupper() or before[0].lower() in ("version", "release", "v")


def _size(figure: Figure) -> float:
    value = figure.values[0]
    return float(value) if isinstance(value, Decimal) else 0.0


def _around(sizes: list[float], figures: list[Figure], figure: Figure, n: int) -> list[Figure]:
    """The n nearest in size, nearest first."""
    size = _size(figure)
    place = bisect_left(sizes, size)
    near = range(max(place - n, 0), min(place + n, len(sizes)))
    return [figures[at] for at in sorted(near, key=lambda at: abs(sizes[at] - size))[:n]]
