"""Figures, names and quoted words of an answer, and where its cited sections have them; nothing is decided."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Literal

from reviews.core import places
from reviews.core.fold import fold
from reviews.core.gates.figures import MOST, Figure, scan
from reviews.core.gates.new_noun import tokens
from reviews.core.gates.passage import Passage
from reviews.core.gates.source import Source

Span = tuple[int, int]
Kind = Literal["words", "figure", "name"]

QUOTED = re.compile(r"“([^“”\n]{1,300})”|\"([^\"\n]{1,300})\"|`([^`\n]{1,300})`")
WORD = re.compile(r"[^\W\d_]+")
LATIN = re.compile(r"[A-Za-z]")
# Greek and Cyrillic have the letters that look like Latin ones.
ALIKE = re.compile(r"[\u0370-\u052f]")


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


@dataclass(frozen=True, slots=True)
class _Section:
    """A cited section, and where it begins in the article."""

    start: int
    passage: Passage


def marks(answer: str, cites: Sequence[str], source: Source) -> list[Mark]:
    """The marks of an answer in reading order, none inside another; none where no cited section is at hand.

    A figure is lacking where the gate `figure` says so; a name where no cited section has it, though the
    rest of the article may (the gate `new_noun` asks all of it). At most MOST of a kind are looked up.
    """
    known = [cite for cite in dict.fromkeys(cites) if cite in source.spans] if source.text is not None else []
    sections = [_Section(source.spans[cite][0], source.cited([cite])[0]) for cite in known]
    if not sections:
        return []
    found = [
        *_words(answer, sections),
        *_figures(answer, sections),
        *_names(answer, sections),
        *_mixed(answer, sections),
    ]
    return sorted(_apart(found), key=lambda mark: mark.start)


def pieces(answer: str, found: Sequence[Mark]) -> list[Piece]:
    """The answer cut at its marks."""
    cut, last = [], 0
    for mark in found:
        cut += [Piece(answer[last : mark.start]), Piece(answer[mark.start : mark.end], mark)]
        last = mark.end
    return [piece for piece in [*cut, Piece(answer[last:])] if piece.text]


def _apart(found: Iterable[Mark]) -> list[Mark]:
    """Each mark that touches none before it: quoted words are one thing, whatever is in them."""
    taken: set[int] = set()
    apart = []
    for mark in found:
        span = range(mark.start, mark.end)
        if taken.isdisjoint(span):
            taken.update(span)
            apart.append(mark)
    return apart


def _words(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    known: dict[str, tuple[Span, ...]] = {}
    for quoted in islice(QUOTED.finditer(answer), MOST):
        group = quoted.lastindex or 0
        words = fold(quoted[group]).rstrip(".,;:!?… ")
        if not any(letter.isalnum() for letter in words):
            continue
        if words not in known:
            known[words] = _places(sections, partial(places.of_words, words))
        yield Mark("words", *quoted.span(group), known[words], not known[words])


def _figures(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    known: dict[tuple[str, str, bool], tuple[Span, ...]] = {}
    for figure in scan(answer, MOST):
        if not figure.is_claim:
            continue
        context = answer[max(figure.start - 80, 0) : figure.end + 40]
        having = [one for one in sections if one.passage.figures.bears_out(figure, context)]
        key = (figure.shown, figure.noun, bool(having))
        if key not in known:
            known[key] = _places(having, partial(places.of_figure, figure, context))
        yield Mark("figure", figure.start, figure.end, known[key], not having)


def _names(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    figures: list[Figure] = scan(answer, MOST)
    looked_up = [list(islice(tokens(answer, figures, one.passage), MOST)) for one in sections]
    known: dict[str, tuple[Span, ...]] = {}
    for each in zip(*looked_up, strict=True):
        token = each[0]
        having = [one for one, answered in zip(sections, each, strict=True) if answered.why is None]
        if token.shown not in known:
            known[token.shown] = _places(having, partial(places.of_name, token.shown))
        yield Mark("name", token.start, token.end, known[token.shown], not having)


def _mixed(answer: str, sections: Sequence[_Section]) -> Iterator[Mark]:
    """Words of two alphabets, as “pаypal” with a Cyrillic а: to the eye they are another word."""
    for word in islice(
        (one for one in WORD.finditer(answer) if LATIN.search(one[0]) and ALIKE.search(one[0])), MOST
    ):
        found = _places(sections, partial(places.of_words, word[0]))
        yield Mark("name", *word.span(), found, not found)


def _places(having: Sequence[_Section], find: Callable[[str], tuple[Span, ...]]) -> tuple[Span, ...]:
    """What is found in each of these sections, as spans of the article; so many that a reader can follow."""
    found = ((one.start + start, one.start + end) for one in having for start, end in find(one.passage.text))
    return tuple(islice(found, places.MOST_PLACES))
