"""Does every figure say what it counts? It reads the words around the figure, never the article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from reviews.core.gates.figure_index import MONTHS
from reviews.core.gates.figures import MOST, Figure, scan
from reviews.core.gates.finding import Finding, Words
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

# After these words a number is a label, a setting or a value that has just been named.
LABELS = frozenset(
    """version versions release releases level levels step steps chapter section part figure table page line
    row column item point points number no nos note type phase stage grade tier class layer rank place port
    status code error option case rule item slide exercise lesson day week month year spring summer autumn
    winter appendix volume issue question answer equation listing example size depth width height length
    index order degree exponent power base factor ratio rate score scores scored scoring count total sum
    average mean median minimum maximum limit temperature threshold budget value values seed epoch top
    of equals equal is are was were be being been to set returns return returned exactly""".split()
)
# “in 2014”, “since 2019”: a year needs no noun.
YEAR = re.compile(r"[12]\d\d\d s?".replace(" ", ""))
FOLLOWS = re.compile(
    r"[*_`\"'”’)\]]*\s*(?:of|in|per|out|out of|each|apiece|or more|or less|or fewer|to one)\b", re.I
)
# “the two”, “these three”: they point back at things already named.
POINTS_BACK = frozenset(
    """the these those all both other first last next top same only our your their its every another any
    either which between among into""".split()
)
MATHS = frozenset("=<>≤≥≈~+×*/^:#§№")


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """A note for each figure with no unit, no noun after it and no label before it."""
    for field, text in words:
        for figure in scan(text, MOST):
            if figure.is_claim and _is_bare(text, figure):
                says = f"A unit, a noun or a label was expected with {figure.shown}; it stands alone."
                yield Finding("bare_figure", "note", field, figure.start, figure.end, says)


def _is_bare(text: str, figure: Figure) -> bool:
    if figure.unit or figure.noun or FOLLOWS.match(text, figure.end):
        return False
    value = figure.values[0]
    if isinstance(value, str) or _is_share(figure) or text[figure.end : figure.end + 1] in MATHS:
        # A version, a date, a ratio or a half says what it is.
        return False
    return not _is_labelled(text, figure)


def _is_share(figure: Figure) -> bool:
    value = figure.values[0]
    return isinstance(value, Decimal) and 0 < value < 1 and not figure.shown[:1].isdigit()


def _is_labelled(text: str, figure: Figure) -> bool:
    before = text[max(figure.start - 48, 0) : figure.start].rstrip("*_`\"'“‘(")
    one = before.rstrip()[-1:]
    if one in MATHS or (before and before[-1] in "vV"):
        return bool(one)
    word = (re.findall(r"[\w.+#'’\-]+$", before.rstrip()) or [""])[-1]
    low = word.rstrip(".").lower()
    if YEAR.fullmatch(figure.shown) and low:
        return True
    if before.strip() == word and low not in _OPENS:
        # A digest starts lower-case, so that its “vue 3” has lost its capital.
        return True
    if low in LABELS or low in MONTHS or (not figure.shown[:1].isdigit() and low in POINTS_BACK):
        return True
    return _is_name(word, before.rstrip())


def _is_name(word: str, before: str) -> bool:
    """“Vue 3”, “Moto G4 2”, “HTTP 404”: a name just before makes the number part of it."""
    if not word or word[-1] in ".":
        return False
    has_capital = word != word.lower()
    is_opening = len(before) == len(word) or before[: -len(word)].rstrip()[-1:] in (".", "?", "!")
    return (has_capital and not (is_opening and word[1:].islower() and word.lower() in _OPENS)) or any(
        one.isdigit() for one in word
    )


_OPENS = frozenset(
    "in at by about around over under only up to from after before since with for on and or".split()
)
