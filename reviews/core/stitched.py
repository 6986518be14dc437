"""Which pieces of an article words are put together from; whether that may be is not its say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from reviews.core.fold import Folded

Span = tuple[int, int]

SHORTEST = 12
ELLIPSIS = re.compile(r" ?[\[(]?(?:\.{3,}|…)[\])]? ?")
MAX_PIECES = 6
# Pieces so many characters apart are one run of words from which something was left out.
SMALL_GAPS = 30


def pieces(wanted: str, sources: Sequence[tuple[Folded, int]]) -> list[tuple[str, Span]]:
    """The pieces that make up the folded words, in their order; none when they do not cover them.

    A source is a text and where it begins in the article, the one to look in first coming first.
    """
    found: list[tuple[str, Span]] = []
    for part in ELLIPSIS.split(wanted):
        words = part.split()
        while words:
            n, piece, span = _longest(words, sources)
            if len(piece) < SHORTEST or len(found) == MAX_PIECES:
                return []
            found.append((piece, span))
            words = words[n:]
    return found


def is_one_run(spans: Sequence[Span]) -> bool:
    """Do they follow one another so closely that a few words were left out?"""
    gaps = [after[0] - before[1] for before, after in pairwise(spans)]
    return min(gaps) >= 0 and sum(gaps) <= SMALL_GAPS


def _longest(words: list[str], sources: Sequence[tuple[Folded, int]]) -> tuple[int, str, Span]:
    """How many of the words, from the first, stand as one piece; that piece; its place where first found."""
    counts = [_n_standing(words, text.text) for text, _ in sources]
    n = max(counts)
    text, start = sources[counts.index(n)]
    piece = " ".join(words[:n])
    if not n:
        return 0, "", (0, 0)
    place = text.text.find(piece)
    first, last = text.span(place, place + len(piece))
    return n, piece, (first + start, last + start)


def _n_standing(words: list[str], text: str) -> int:
    """How many of the words, from the first, stand in the text as they are."""
    most = 1
    while most <= len(words) and " ".join(words[:most]) in text:
        most *= 2
    low, high = most // 2, min(most, len(words) + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if " ".join(words[:middle]) in text else (low, middle)
    return low
