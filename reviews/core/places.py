"""Where one section has a figure, a name or quoted words, as it is drawn; whether that bears a claim out is not its say."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from heapq import merge
from itertools import islice

from reviews.core.fold import Folded, folded
from reviews.core.gates.figure_index import FigureIndex
from reviews.core.gates.figures import Figure, Value, scan
from reviews.core.gates.number_words import VAGUE
from reviews.core.gates.otherwise import DAY_FIRST, MONTH_FIRST
from reviews.core.gates.passage import LETTER_POINT, atoms
from reviews.core.kept import kept, size

Span = tuple[int, int]

# More than this of one thing is no help to a reader.
MOST_PLACES = 24
# What does not fit so many times in a row is not looked for any further.
MOST_TRIES = 400
MOST_FIGURES = 100_000
LONGEST_NAME = 80
MOST_BYTES = 24_000_000
# “GPT-4o mini” is three; a name of more parts is looked up part by part.
MOST_PARTS = 6
ATOM = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+(?:(?<=\d)\.(?=\d)\d+)*")
GAP = re.compile(r"[-‑.'’_/\s\u00ad\u200b-\u200d\u2060]{0,2}")
DIGITS = re.compile(r"\d+")
ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("", "s"), ("", "es"), ("y", "ies"))
APOSTROPHES = str.maketrans("‘’", "''")


def of_figure(figure: Figure, context: str, part: str) -> tuple[Span, ...]:
    """The figures of a slice of Markdown that bear this one out, each asked by itself; spans in the slice."""
    drawn = folded(part, "drawn")
    tried = islice(_figures(drawn).alike(figure), MOST_TRIES)
    bearing = (other for other in tried if FigureIndex(_spelt(other)).bears_out(figure, context))
    return _spans(drawn, ((other.start, other.end) for other in bearing))


def of_name(shown: str, part: str) -> tuple[Span, ...]:
    """Where the slice has this name, spelt together or apart; else where it has its parts."""
    drawn = folded(part, "drawn")
    names = [one.casefold() for one in atoms(shown[:LONGEST_NAME])]
    runs = _atoms(drawn)
    whole = list(islice(runs.spelling("".join(names)), MOST_PLACES))
    parts = (place for name in dict.fromkeys(names) for place in islice(runs.spelling(name), MOST_PLACES))
    return _spans(drawn, whole or parts)


def of_words(words: str, part: str) -> tuple[Span, ...]:
    """Where the words stand, as drawn or else as written, whatever their case; not inside longer words."""
    for reading in (folded(part, "drawn"), folded(part, "written")):
        found = list(islice(_whole(_even(words), _evened(reading)), MOST_PLACES))
        if found:
            return _spans(reading, found)
    return ()


def _spans(drawn: Folded, places: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(islice(dict.fromkeys(drawn.span(*place) for place in places), MOST_PLACES))


def _whole(words: str, text: str) -> Iterator[Span]:
    place = text.find(words)
    for _ in range(MOST_TRIES):
        if place < 0:
            return
        end = place + len(words)
        is_inside = _joins(text[place - 1 : place], words[0]) or _joins(words[-1], text[end : end + 1])
        if not is_inside:
            yield place, end
        place = text.find(words, place + 1)


def _joins(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum()


@kept(MOST_BYTES, size)
def _evened(reading: Folded) -> str:
    return _even(reading.text)


def _even(text: str) -> str:
    """Lower case, straight apostrophes, and every letter still in its place."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
    return low.translate(APOSTROPHES)


def _spelt(figure: Figure) -> str:
    sign = "minus " if figure.sign < 0 and not figure.shown.startswith(("-", "−")) else ""
    return f"{sign}{figure.shown} {figure.noun}"


@dataclass(frozen=True)
class _Figures:
    """A text's figures by value; those that are no plain number also by each number within them."""

    by_value: dict[Value, list[Figure]]
    plain: list[Figure]

    def weight(self) -> int:
        return 1_000 * len(self.by_value) + 300 * len(self.plain)

    def alike(self, figure: Figure) -> Iterator[Figure]:
        """The figures that could bear this one out, in reading order; none that could is missing but by its sum."""
        value = figure.values[0]
        if value in VAGUE:
            return merge(self.plain, self.by_value.get(value, ()), key=_start)
        wanted = set(figure.values)
        wanted |= {
            value * by
            for value in figure.values
            if isinstance(value, Decimal)
            for by in (100, Decimal("0.01"))
        }
        return merge(*(self.by_value.get(value, ()) for value in wanted), key=_start)


def _start(figure: Figure) -> int:
    return figure.start


@kept(MOST_BYTES, _Figures.weight)
def _figures(drawn: Folded) -> _Figures:
    text = drawn.text
    by_value: dict[Value, list[Figure]] = defaultdict(list)
    found = scan(text, MOST_FIGURES)
    for figure in sorted([*found, *_dates(text)], key=_start):
        for value in {*figure.values, *_within(figure)}:
            by_value[value].append(figure)
    return _Figures(by_value, [figure for figure in found if isinstance(figure.values[0], Decimal)])


def _within(figure: Figure) -> Iterator[Decimal]:
    """“2022-07-01” may be meant for its year."""
    if isinstance(figure.values[0], str):
        yield from (Decimal(digits[0]) for digits in islice(DIGITS.finditer(figure.shown[:40]), 6))


def _dates(text: str) -> Iterator[Figure]:
    """Dates written out, under the value that the gate gives them."""
    for pattern in (DAY_FIRST, MONTH_FIRST):
        for match in islice(pattern.finditer(text), MOST_TRIES):
            day, month = (match[1], match[2]) if pattern is DAY_FIRST else (match[2], match[1])
            value = f"{match[3]}-{_month(month):02}-{int(day):02}"
            yield Figure(match.start(), match.end(), (value,), "", 0, "", True, match[0])


def _month(name: str) -> int:
    return "jan feb mar apr may jun jul aug sep oct nov dec".split().index(name[:3].lower()) + 1


@dataclass(frozen=True, slots=True, eq=False)
class _Atoms:
    """The runs of letters and digits of a text, in order: where each begins, and by its number how it reads.

    `numbers` are four bytes each, one after the other: a long section has 700,000 runs, and but 30,000 different ones.
    """

    text: str
    starts: array[int]
    numbers: bytes
    words: list[str]
    known: dict[str, int]

    def weight(self) -> int:
        return size(self.text) + 8 * len(self.starts) + 200 * len(self.words)

    def spelling(self, name: str) -> Iterator[Span]:
        """Where one run, or several next to one another, spell this name, its plural or its singular."""
        forms = {
            name.removesuffix(end) + instead for end, instead in (("", ""), *ENDINGS) if name.endswith(end)
        } - {""}
        heads = {form[:n] for form in forms for n in range(1, len(form) + 1)}
        firsts = merge(*(self._standing(self.known[head]) for head in heads if head in self.known))
        for first in islice(firsts, MOST_TRIES):
            last = self._reach(first, forms)
            if last is not None:
                yield self.starts[first], self._end(last)

    def _standing(self, number: int) -> Iterator[int]:
        """Which runs read so."""
        wanted = array("I", [number]).tobytes()
        place = self.numbers.find(wanted)
        while place >= 0:
            if place % 4 == 0:
                yield place // 4
            place = self.numbers.find(wanted, place + 1)

    def _reach(self, first: int, forms: set[str]) -> int | None:
        spelt, found = "", None
        for last in range(first, min(first + MOST_PARTS, len(self.starts))):
            if last > first and not GAP.fullmatch(self.text, self._end(last - 1), self.starts[last]):
                break
            spelt += self._word(last)
            if spelt in forms:
                found = last
            if not any(form.startswith(spelt) for form in forms):
                break
        return found

    def _word(self, run: int) -> str:
        return self.words[array("I", self.numbers[4 * run : 4 * run + 4])[0]]

    def _end(self, run: int) -> int:
        found = ATOM.match(self.text, self.starts[run])
        assert found is not None
        return found.end()


@kept(MOST_BYTES, _Atoms.weight)
def _atoms(drawn: Folded) -> _Atoms:
    starts, numbers = array("I"), array("I")
    words, known, written = list[str](), dict[str, int](), dict[str, int]()
    for match in ATOM.finditer(drawn.text):
        number = written.get(match[0])
        if number is None:
            word = _as_atom(match[0])
            if word not in known:
                known[word] = len(words)
                words.append(word)
            number = written[match[0]] = known[word]
        starts.append(match.start())
        numbers.append(number)
    return _Atoms(drawn.text, starts, numbers.tobytes(), words, known)


def _as_atom(word: str) -> str:
    return unicodedata.normalize("NFC", word).replace(".", LETTER_POINT).casefold()
