"""Figures, names and quoted words of an answer, and where its cited sections have them; nothing is decided."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice
from typing import Literal

from reviews.core.fold import Folded, fold, folded
from reviews.core.gates.figure_index import DAY_FIRST, MONTH_FIRST, FigureIndex
from reviews.core.gates.figures import MOST, Figure, scan
from reviews.core.gates.new_noun import tokens
from reviews.core.gates.passage import LETTER_POINT, Passage, atoms
from reviews.core.gates.source import Source

Span = tuple[int, int]
Kind = Literal["words", "figure", "name"]

# More than this of one thing is no help to a reader.
MOST_PLACES = 24
QUOTED = re.compile(r"“([^“”\n]{1,300})”|\"([^\"\n]{1,300})\"|`([^`\n]{1,300})`")
ATOM = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+(?:(?<=\d)\.(?=\d)\d+)*")
GAP = re.compile(r"[-‑.'’_/\s\u00ad\u200b-\u200d\u2060]{0,2}")
# “GPT-4o mini” is three; a name of more parts is looked up part by part.
MOST_PARTS = 6
ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("", "s"), ("", "es"), ("y", "ies"))
# A casefold that keeps every letter in its place.
APOSTROPHES = str.maketrans("‘’", "''")


@dataclass(frozen=True, slots=True)
class Mark:
    """One claim of an answer that can be looked up: answer[start:end].

    `places` are half-open spans in code points of the article, in the order of the cites; empty where it is
    `lacking` in every cited section, or borne out there in a way that has no one place.
    """

    kind: Kind
    start: int
    end: int
    places: tuple[Span, ...]
    lacking: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of the answer, with its mark or without one; the pieces one after the other are the answer."""

    text: str
    mark: Mark | None = None


def marks(answer: str, cites: Sequence[str], source: Source) -> list[Mark]:
    """The marks of an answer in reading order, none inside another; none where no cited section is at hand.

    A figure is lacking where the gate `figure` says so; a name where no cited section has it, though the
    rest of the article may (the gate `new_noun` asks all of it).
    """
    sections = [_Section(source.spans[cite][0], source.cited([cite])[0]) for cite in _readable(cites, source)]
    if not sections:
        return []
    found = [*_words(answer, sections), *_figures(answer, sections), *_names(answer, sections)]
    return sorted(_apart(found), key=lambda mark: mark.start)


def pieces(answer: str, found: Sequence[Mark]) -> list[Piece]:
    """The answer cut at its marks."""
    cut, last = [], 0
    for mark in found:
        cut += [Piece(answer[last : mark.start]), Piece(answer[mark.start : mark.end], mark)]
        last = mark.end
    return [piece for piece in [*cut, Piece(answer[last:])] if piece.text]


def _readable(cites: Sequence[str], source: Source) -> list[str]:
    return [cite for cite in dict.fromkeys(cites) if cite in source.spans] if source.text is not None else []


def _apart(found: Iterable[Mark]) -> list[Mark]:
    """Each mark that touches none before it: quoted words are one thing, whatever is in them."""
    taken: set[int] = set()
    apart = []
    for mark in found:
        places = range(mark.start, mark.end)
        if taken.isdisjoint(places):
            taken.update(places)
            apart.append(mark)
    return apart


@dataclass(frozen=True)
class _Section:
    """One cited section: where it begins in the article, its source for the gates, and its words as drawn."""

    start: int
    passage: Passage

    @cached_property
    def drawn(self) -> Folded:
        return folded(self.passage.text, "drawn")

    @property
    def drawn_figures(self) -> tuple[Figure, ...]:
        return _scanned(self.drawn.text)

    @property
    def drawn_atoms(self) -> _Atoms:
        return _atoms(self.drawn.text)

    def span(self, first: int, last: int) -> Span:
        """A range of the drawn words as a span of the article."""
        start, end = self.drawn.span(first, last)
        return self.start + start, self.start + end


def _words(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    for quoted in QUOTED.finditer(answer):
        group = quoted.lastindex or 0
        words = fold(quoted[group]).rstrip(".,;:!?… ")
        if not any(letter.isalnum() for letter in words):
            continue
        places = _first(place for section in sections for place in _standing(words, section))
        yield Mark("words", *quoted.span(group), places, not places)


def _standing(words: str, section: _Section) -> Iterator[Span]:
    """Where the words stand, as drawn or else as written, whatever their case; not inside longer words."""
    for reading in (section.drawn, folded(section.passage.text, "written")):
        places = list(islice(_whole(_even(words), _even(reading.text)), MOST_PLACES))
        if places:
            yield from (
                (section.start + start, section.start + end)
                for start, end in map(reading.span, *zip(*places, strict=True))
            )
            return


def _whole(words: str, text: str) -> Iterator[Span]:
    place = text.find(words)
    while place >= 0:
        end = place + len(words)
        is_inside = _joins(text[place - 1 : place], words[0]) or _joins(words[-1], text[end : end + 1])
        if not is_inside:
            yield place, end
        place = text.find(words, place + 1)


def _joins(left: str, right: str) -> bool:
    return left.isalnum() and right.isalnum()


@lru_cache(maxsize=64)
def _even(text: str) -> str:
    """Lower case, straight apostrophes, and every letter still in its place."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(one if len(one.lower()) != 1 else one.lower() for one in text)
    return low.translate(APOSTROPHES)


def _figures(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    for figure in scan(answer, MOST):
        if not figure.is_claim:
            continue
        context = answer[max(figure.start - 80, 0) : figure.end + 40]
        having = [section for section in sections if section.passage.figures.bears_out(figure, context)]
        places = _first(place for section in having for place in _bearing(figure, context, section))
        yield Mark("figure", figure.start, figure.end, places, not having)


def _bearing(figure: Figure, context: str, section: _Section) -> Iterator[Span]:
    """The figures of the section that bear this one out, each asked by itself."""
    wanted = {
        value * by
        for value in figure.values
        if isinstance(value, Decimal)
        for by in (1, 100, Decimal("0.01"))
    }
    for other in section.drawn_figures:
        if _is_alike(figure, other, wanted) and FigureIndex(_spelt(other)).bears_out(figure, context):
            yield section.span(other.start, other.end)


def _is_alike(figure: Figure, other: Figure, wanted: set[Decimal]) -> bool:
    """Cheap, and never wrong in saying no: the same value, or one of the two is no plain number."""
    value = other.values[0]
    return value in wanted or isinstance(value, str) or isinstance(figure.values[0], str)


def _spelt(figure: Figure) -> str:
    sign = "minus " if figure.sign < 0 and not figure.shown.startswith(("-", "−")) else ""
    return f"{sign}{figure.shown} {figure.noun}"


@lru_cache(maxsize=64)
def _scanned(text: str) -> tuple[Figure, ...]:
    """The figures of a section's drawn words; dates written out are read whole and piece by piece."""
    dates = [match for pattern in (DAY_FIRST, MONTH_FIRST) for match in pattern.finditer(text)]
    whole = [Figure(m.start(), m.end(), (m[0],), "", 0, "", True, m[0]) for m in dates]
    return tuple(whole + scan(text))


def _names(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    figures = scan(answer, MOST)
    lacking = [{t.start for t in tokens(answer, figures, s.passage) if t.why} for s in sections]
    for token in tokens(answer, figures, sections[0].passage):
        having = [s for s, starts in zip(sections, lacking, strict=True) if token.start not in starts]
        places = _first(place for section in having for place in _named(token.shown, section))
        yield Mark("name", token.start, token.end, places, not having)


def _named(shown: str, section: _Section) -> Iterator[Span]:
    """Where the section has this name, spelt together or apart; else where it has its parts."""
    parts = [part.casefold() for part in atoms(shown)]
    whole = list(section.drawn_atoms.spelling("".join(parts)))
    found = whole or [place for part in dict.fromkeys(parts) for place in section.drawn_atoms.spelling(part)]
    return (section.span(*place) for place in sorted(found))


@dataclass(frozen=True)
class _Atoms:
    """The runs of letters and digits of a text, in order, and where each begins."""

    text: str
    spans: list[Span]
    words: list[str]
    at: dict[str, list[int]]

    def spelling(self, name: str) -> Iterator[Span]:
        """Where one run, or several next to one another, spell this name or its plural or singular."""
        forms = {name} | {name.removesuffix(end) + instead for end, instead in ENDINGS if name.endswith(end)}
        longest = max(map(len, forms))
        heads = {form[:n] for form in forms for n in range(1, longest + 1)}
        for first in (place for head in heads for place in self.at.get(head, ())):
            last = self._reach(first, forms)
            if last is not None:
                yield self.spans[first][0], self.spans[last][1]

    def _reach(self, first: int, forms: set[str]) -> int | None:
        spelt, found = "", None
        for last in range(first, min(first + MOST_PARTS, len(self.words))):
            if last > first and not GAP.fullmatch(self.text, self.spans[last - 1][1], self.spans[last][0]):
                break
            spelt += self.words[last]
            if spelt in forms:
                found = last
            if not any(form.startswith(spelt) for form in forms):
                break
        return found


@lru_cache(maxsize=64)
def _atoms(text: str) -> _Atoms:
    found = [match.span() for match in ATOM.finditer(text)]
    words = [_as_atom(text[start:end]) for start, end in found]
    at: dict[str, list[int]] = defaultdict(list)
    for n, word in enumerate(words):
        at[word].append(n)
    return _Atoms(text, found, words, dict(at))


def _as_atom(word: str) -> str:
    return unicodedata.normalize("NFC", word).replace(".", LETTER_POINT).casefold()


def _first(places: Iterable[Span]) -> tuple[Span, ...]:
    """The first places, each once, in the order found."""
    return tuple(islice(dict.fromkeys(places), MOST_PLACES))
