"""Where words stand that a copy changed: out of a PDF, a word processor, another page. It only finds; nothing stands by it.

A copy loses what nobody sees (soft hyphens), turns quotation marks, writes out ligatures and dots, encodes accents otherwise, and
keeps the hyphen at which a line ended. Words, figures, signs and dashes are as they are: those nobody changes without saying so.
"""

from __future__ import annotations

import re
import unicodedata

from reviews.core.fold import fold, folded

Span = tuple[int, int]

UNSEEN = "\u00ad\u200b\u2060\ufeff"
ALIKE = {"'": "‘’‚‛`´ʼ", '"': "“”„‟", "-": "‐‑", "...": "…"}
LIGATURES = "ﬀﬁﬂﬃﬄﬅﬆ"
PLAIN = {
    **dict.fromkeys(map(ord, UNSEEN), ""),
    **{ord(sign): plain for plain, signs in ALIKE.items() for sign in signs},
    **{ord(sign): unicodedata.normalize("NFKC", sign) for sign in LIGATURES},
}
# “sub-” at a line's end and “sidised” in the next: one word, or one with a hyphen.
LINE_END = re.compile(r"(?<=[^\W\d_])[-‐‑\u00ad][ \t]*[\r\n]\s*(?=[^\W\d_])")
ENDED, SEAM = "\ue000", "(?:- ?)?"
BLOCK = 4_096
MOST_WORDS = 2_000


def place(article: str, section: Span, words: str) -> Span | None:
    """The first place in a section where a reader sees these words but for what a copy changes; None where there is none."""
    text = folded(article[slice(*section)], "published")
    wanted = _plain(fold(LINE_END.sub(ENDED, words)))
    if not 0 < len(wanted) <= MOST_WORDS:
        return None
    blocks = [_plain(text.text[at : at + BLOCK]) for at in range(0, len(text.text), BLOCK)]
    pattern = SEAM.join(map(re.escape, wanted.split(ENDED)))
    found = re.search(rf"{pattern}(?![\u0300-\u036f])", "".join(blocks))
    if found is None:
        return None
    first, last = _back(text.text, blocks, found.start()), _back(text.text, blocks, found.end() - 1)
    start, end = text.span(first, last + 1)
    return start + section[0], end + section[0]


def _plain(text: str) -> str:
    """Letter by letter, so that each knows its place: accents stand apart from their letters."""
    if text.isascii():
        return text.translate(PLAIN)
    strange = {ord(sign): _apart(sign) for sign in set(text) if not sign.isascii()}
    return text.translate({**strange, **PLAIN})


def _apart(sign: str) -> str:
    return unicodedata.normalize("NFD", sign) if sign < "\u2000" else sign


def _back(text: str, blocks: list[str], place: int) -> int:
    """The letter of the text that the one at this place of its plain form comes from."""
    for n, block in enumerate(blocks):
        if place >= len(block):
            place -= len(block)
            continue
        for at in range(n * BLOCK, len(text)):
            place -= len(_plain(text[at]))
            if place < 0:
                return at
    return len(text) - 1
