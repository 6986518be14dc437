"""Does every figure say what it counts? It reads the words around the figure, and asks no section for its value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from reviews.core.gates.common import COMMON
from reviews.core.gates.figures import CONNECTS, Figure
from reviews.core.gates.finding import Finding, Words
from reviews.core.gates.labels import MATHS, is_labelled, last_word, lead
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source
from reviews.core.gates.spoken import spoken

FOLLOWS = re.compile(
    r"[*_`\"'”’)\]]{0,4}\s?(?:(?:of|in|per|out of|each|apiece|to one)\b"
    r"|(?:or|and) (?:more|less|fewer|later|newer|older|above|below|higher|lower|greater|earlier|up|down)\b"
    r"|an? (?:second|minute|hour|day|night|week|month|quarter|year|piece)\b"
    # “29 had left”, “1,850, which is not much”: the subject of a clause stands for what was named before.
    r"|,? ?(?:are|were|have|had|can|could|will|would|do|did|which|who)\b"
    r"|(?:above|below|ahead|behind|beyond)\b"
    r"|onwards?\b|\([A-Za-z0-9])",
    re.IGNORECASE,
)
# “10 years, and maple for 15”; “4 days rather than 6”: read by the figure before it, which these words set it against.
AGAINST = re.compile(
    r"\b(?:whereas|while|but|instead|rather|than|against|compared|versus|vs|previously|formerly|before)\b"
    r"|(?:at (?:most|least)|up to)\s$",
    re.IGNORECASE,
)
MOST_AT = re.compile(r"\b(?:at (?:most|least)|up to)\s$", re.IGNORECASE)
# “one write in 4,000”: a share.
SHARE = re.compile(r"\s[\w-]+ (?:in|out of|of)\s", re.IGNORECASE)
OPENS = re.compile(r"[,;:—–(]\s?(?:and |or |but )?$")
# “15 to 16” where the section has 15–16: a pair such as a score or a mixture, read as the section reads it.
PAIR = re.compile(r"(\d[\d.,]*)\s?(?:to|and|against|:|–|-|‑)\s?(\d[\d.,]*\d|\d)")
SENTENCE = re.compile(r"[.?!][\"'”’)]?\s")
CLAUSE = re.compile(r"[,;:—–(](?!\d)")
CLOSES = re.compile(r"[\"'”’)*_`]{0,3}(?:[.;:?!]|$)")
FILLERS = COMMON | set("namely ie approximately around about roughly circa exactly well".split())
NEXT_WORD = re.compile(r"\s{0,3}(?:[^\W_][\w'’\-]*|[^\w\s])")


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """A note for each figure with no unit, no noun after it and no label before it."""
    cited = source.cited(words.cites)
    for field, text in words:
        told: list[Figure] = []
        for figure in words.figures[field]:
            is_told = not (figure.is_claim and _is_bare(text, figure, cited))
            if is_told or any(_is_read_by(text, one, figure) for one in told[-4:]):
                told.append(figure)
            else:
                says = f"A unit, a noun or a label was expected with {figure.shown}; it stands alone."
                yield Finding("bare_figure", "note", field, figure.start, figure.end, says)


def _is_bare(text: str, figure: Figure, cited: Sequence[Passage]) -> bool:
    if figure.unit or figure.noun or FOLLOWS.match(text, figure.end):
        return False
    value = figure.values[0]
    if isinstance(value, str) or _is_share(figure) or text[figure.end : figure.end + 1] in MATHS:
        # A version, a date, a ratio or a half says what it is.
        return False
    return not (is_labelled(text, figure) or _is_quoted(text, figure, cited))


def _is_share(figure: Figure) -> bool:
    value = figure.values[0]
    is_spelt = not figure.shown[:1].isdigit() or "/" in figure.shown
    return isinstance(value, Decimal) and 0 < value < 1 and is_spelt


def _is_quoted(text: str, figure: Figure, cited: Sequence[Passage]) -> bool:
    """Does a cited section say the figure with the same words on both sides? Then that is its own way."""
    before = text[max(figure.start - 48, 0) : figure.start].split()[-2:]
    after = NEXT_WORD.match(text, figure.end)
    words = spoken(f"{' '.join(before)} {text[figure.start : after.end() if after else figure.end]}")
    pairs = [
        f"{pair[1]} {mark} {pair[2]}"
        for pair in PAIR.finditer(text, max(figure.start - 24, 0), figure.end + 24)
        if pair.start(1) == figure.start or pair.start(2) == figure.start
        for mark in "–:-"
    ]
    said = [words, *map(spoken, pairs)] if len(before) == 2 else pairs
    return any(passage.says(one) for passage in cited for one in said)


def _is_read_by(text: str, told: Figure, figure: Figure) -> bool:
    """Is the figure read by the one before it, as in “Python 3.10 and 3.11” and “ten years, maple for 15”?"""
    gap = text[told.end : figure.start]
    if len(gap) < 14 and (
        CONNECTS.fullmatch(gap) or gap.strip().lower() in ("in", "in a", "of", "out of", "by", "±", "+/-")
    ):
        return True
    if OPENS.search(gap) and not CLOSES.match(text, figure.end):
        return True
    if len(gap) > 160 or SENTENCE.search(gap):
        return False
    if SHARE.fullmatch(gap) or MOST_AT.search(gap):
        return True
    return not _stands_apart(text, figure, gap) and (
        bool(AGAINST.search(gap)) or last_word(lead(text, figure)) == last_word(lead(text, told))
    )


def _stands_apart(text: str, figure: Figure, gap: str) -> bool:
    """“…, at 13.”: a last clause that has nothing but the figure takes nothing from an earlier one."""
    commas = list(CLAUSE.finditer(gap))
    if not commas or not CLOSES.match(text, figure.end):
        return False
    return all(word.lower() in FILLERS for word in re.findall(r"[\w'’]+", gap[commas[-1].end() :]))
