"""Does every figure say what it counts? It reads the words around the figure, never the article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from reviews.core.gates.common import COMMON
from reviews.core.gates.figure_index import MONTHS
from reviews.core.gates.figures import CONNECTS, Figure
from reviews.core.gates.finding import Finding, Words
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

# After these words a number is a label, a setting or a value that has just been named.
LABELS = frozenset("of equals equal is are was were be being been no number point".split())
# Before “to”, these make the number a setting: “set to 5”, but not “rose to 5”.
SETS = frozenset(
    """set sets reset default defaults equal equals back initialised initialized up down next""".split()
)
# “reached 55” says nothing of what was reached; nor do these, though they are no function words.
DOING = frozenset(
    """reach reaches hit hits get gets got cost costs take takes took gives gave make makes made run
    runs ran grew grows rose rises fell falls went goes saw sees won wins lost loses drops climbs
    weighs weighed measures measured scored scores totals totalled yields yielded
    about roughly nearly almost approximately""".split()
)
THINGS = frozenset(
    "string setting padding spacing timing ring ping heading rating ranking reading embed".split()
)
# “Since 3.3”: with a point in it this is a version.
SINCE = frozenset("since in before after until from on".split())
# “the Python version to 3.7” and “the status code changed to 403”: what is numbered was named a little earlier.
NUMBERED = re.compile(r"\b(?:versions?|releases?)\b", re.IGNORECASE)
CODES = re.compile(r"\b(?:codes?|ports?|status|errors?)\b[\w ]{0,24}$", re.IGNORECASE)
# “a 404”: a number by which a thing is called.
CODED = re.compile(r"\d\d\d\d?")
THAN = re.compile(r"(?:older|newer|earlier|later|higher|lower|before|after)\s+than", re.IGNORECASE)
# “by three to two”, “won 3–1”: a score.
SCORED = frozenset("by won wins win lost lose beat drew led lead leads".split())
SCORE = re.compile(r"\s?(?:to|:|–|-|‑)\s?[\w]")
# “in 2014”, “since 2019”: a year needs no noun.
YEAR = re.compile(r"(?:19|20)\d\ds?")
FOLLOWS = re.compile(
    r"[*_`\"'”’)\]]{0,4}\s?(?:(?:of|in|per|out of|each|apiece|to one)\b"
    r"|(?:or|and) (?:more|less|fewer|later|newer|older|above|below|higher|lower|greater|earlier|up|down)\b"
    r"|onwards?\b|\([A-Za-z])",
    re.IGNORECASE,
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
        before: Figure | None = None
        for figure in words.figures[field]:
            is_bare = figure.is_claim and _is_bare(text, figure)
            # In “Python 3.10 and 3.11” the name is said once.
            if is_bare and not (before and _is_linked(text, before, figure)):
                says = f"A unit, a noun or a label was expected with {figure.shown}; it stands alone."
                yield Finding("bare_figure", "note", field, figure.start, figure.end, says)
            else:
                before = figure


def _is_linked(text: str, left: Figure, right: Figure) -> bool:
    gap = text[left.end : right.start]
    return len(gap) < 14 and bool(
        CONNECTS.fullmatch(gap) or gap.strip().lower() in ("in", "of", "out of", "by")
    )


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
    is_spelt = not figure.shown[:1].isdigit() or "/" in figure.shown
    return isinstance(value, Decimal) and 0 < value < 1 and is_spelt


def _is_labelled(text: str, figure: Figure) -> bool:
    before = text[max(figure.start - 48, 0) : figure.start].rstrip(" \t\n\u00a0*_`\"'“‘()")
    if before and before[-1] in MATHS:
        return True
    is_year = bool(YEAR.fullmatch(figure.shown))
    if CODED.fullmatch(figure.shown) and before.lower().endswith((" a", " an")):
        return True
    if (
        NUMBERED.search(before)
        if "." in figure.shown
        else CODES.search(before) and CODED.fullmatch(figure.shown)
    ):
        return True
    words = re.findall(r"[\w.+#'’\-]+", before.rstrip(",") if is_year else before)
    if not words or (before[-1:] in ",;.?!" and not is_year):
        return False
    word, low = str(words[-1]), str(words[-1]).rstrip(".").lower()
    if low in SCORED and SCORE.match(text, figure.end):
        return True
    if is_year:
        return low != "at"
    if low in LABELS or low in MONTHS or (low == "to" and len(words) > 1 and words[-2].lower() in SETS):
        return True
    if low in COMMON and (word == low or len(word) == 1 or word != word.upper()):
        if "." in figure.shown and (low in SINCE or THAN.search(before, max(len(before) - 14, 0))):
            return True
        return low in POINTS_BACK and not figure.shown[:1].isdigit()
    return word != low or not (low in DOING or _is_doing(low))


def _is_doing(word: str) -> bool:
    if word in THINGS:
        return False
    return word.endswith(("ing", "ly")) or (word.endswith("ed") and not word.endswith("eed"))
