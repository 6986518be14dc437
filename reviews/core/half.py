"""Where words taken from a section begin or end inside a word, and their span grown to whole ones. It decides nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reviews.core.fold import Folded, folded
from reviews.core.near import clipped
from reviews.core.wording import LETTER, UNSPACED

Span = tuple[int, int]

# A letter of a script without spaces is no part of a longer word. `static/js/whole.js` reads words alike.
WORD = re.compile(rf"[{UNSPACED}]|{LETTER}+(?:[.,'’-]{LETTER}+)*")
# No word is longer; what is, such as a hash, is looked at in part.
LONGEST = 200


@dataclass(frozen=True)
class Half:
    """What is cut in a sentence, and the span (of the article) in which nothing is."""

    text: str
    span: Span


def half(article: str, section: Span, span: Span) -> Half | None:
    """None where the span begins and ends with whole words, as they are drawn: markup inside a word parts nothing."""
    text = folded(article[slice(*section)], "drawn")
    first, last = (text.place(place - section[0]) for place in span)
    begun, ended = _around(text, first), _around(text, last)
    if begun is None and ended is None:
        return None
    start, end = text.span(begun[0] if begun else first, ended[1] if ended else last)
    said = [f"{verb} {clipped(text.text[slice(*word)])}" for verb, word in _said(begun, ended)]
    return Half(f"It {' and '.join(said)}.", (start + section[0], end + section[0]))


def _said(begun: Span | None, ended: Span | None) -> list[tuple[str, Span]]:
    if begun and begun == ended:
        return [("lies in the middle of", begun)]
    both = ("begins in the middle of", begun), ("ends in the middle of", ended)
    return [(verb, word) for verb, word in both if word]


def _around(text: Folded, place: int) -> Span | None:
    """The word that has this place inside it."""
    offset = max(place - LONGEST, 0)
    for found in WORD.finditer(text.text, offset, place + LONGEST):
        if found.end() > place:
            return found.span() if found.start() < place else None
    return None
