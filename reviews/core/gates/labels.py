"""Is there a label before a figure: a name, a thing it is the value of, words it points back to? It reads no figure."""

from __future__ import annotations

import re

from reviews.core.gates.common import COMMON
from reviews.core.gates.dates import MONTHS
from reviews.core.gates.figures import Figure

MATHS = frozenset("=<>≤≥≈~+×*/^:#§№")
# After these words a number is a label, a setting or a value that has just been named.
LABELS = frozenset("of equals equal is are was were be being been no number point aged".split())
IS = frozenset("is are was were".split())
# “there were 652”, “and they were 29” and “by now it is 160” name nothing.
EMPTY = frozenset("there they it".split())
# Nor does “a total of 88”, where nothing follows.
TOTALS = frozenset("total sum tally".split())
# “shifts by 0.05”: by how much something that was named changes; “recall fell to 0.79”: how far.
CHANGES = frozenset(
    """increase rise fall drop shift move change grow shrink decrease differ exceed multiply divide scale reduce
    raise lower improve""".split()
)
CHANGED = frozenset(
    """fell rose dropped grew shrank climbed sank increased decreased declined falls rises drops grows sinks
    climbs increases decreases declines rising falling""".split()
)
# Before “to”, these make the number a setting: “set to 5”, but not “rose to 5”.
SETS = frozenset(
    """set sets reset default defaults equal equals back initialised initialized up down next""".split()
)
# Before “at”, these give the value of what stands before them: “the run stands at five”, but not “it stands at five”.
STANDS = frozenset(
    "stands stood standing set kept held put fixed capped priced rated valued starts peaked".split()
)
# “with the temperature at 0.6”, “the interval running from −6 to 4”.
SET_AT = re.compile(r"\bwith (?:(?:the|its|their|an?) )?(?:[\w\-]+ )?[\w\-]+ at$", re.IGNORECASE)
RANGES = re.compile(r"\b(?:interval|range|scale)\b[\w ]{0,20} from$", re.IGNORECASE)
PRONOUNS = frozenset("it they this that which there he she and".split())
# “reached 55” says nothing of what was reached; nor do these, though they are no function words.
DOING = frozenset(
    """reach reaches hit hits get gets got cost costs take takes took gives gave make makes made run
    runs ran grew grows rose rises fell falls went goes saw sees won wins lost loses drops climbs
    weighs weighed measures measured scored scores totals totalled yields yielded""".split()
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
SCORED = frozenset("voted votes vote by won wins win lost lose beat drew led lead leads".split())
CLOSED = re.compile(r"[\"'”’)*_`]{0,3}(?:[.;:?!,]|$)")
SCORE = re.compile(r"\s?(?:to|:|–|-|‑)\s?[\w]")
# “in 2014”, “since 2019”: a year needs no noun; an earlier one is a year after such a word alone.
YEAR = re.compile(r"(?:19|20)\d\ds?|1\d\d0s")
OLD_YEAR = re.compile(r"1\d\d\d")
DATES = SINCE | set("by of around about during".split())
# “the two”, “these three”: they point back at things already named; the first of them before digits too.
POINTS_BACK = frozenset(
    """the these those all other first last next top same only their which
    both our your its every another any either between among into""".split()
)
POINTS_BACK_AT_DIGITS = frozenset("the these those all other only their which".split())
# “those over 65”, “values under 16”: what is measured stands before the threshold.
BOUNDS = frozenset("over under above below beyond".split())
ARTICLES = frozenset("a an the any its their his her".split())
BOUNDED = re.compile(r"(?:those|anyone|anybody|everyone|everybody|people|men|women|children|\w{2,}[^s\W]s)$")
# “s. 4”, “fig. 3”: a point that ends no sentence.
SHORTENED = frozenset(
    "s ss art arts no nos p pp ch fig figs sec vol pt para cl reg v pop ca c max min avg approx inv".split()
)
# “the same name (around 23)”: brackets with “around” name nothing.
BRACKETED = re.compile(r"\((?:about|around|roughly|some|nearly|almost|circa|ca\.?) $")
# What only says how exact the figure is.
ROUGHLY = re.compile(
    r"\b(?:(?:about|roughly|nearly|almost|approximately|around|some|just|exactly|circa|ca\.?|up to|well)"
    r"|(?:no )?(?:more|less|fewer|rather) than|at (?:most|least|best|worst))$",
    re.IGNORECASE,
)


def lead(text: str, figure: Figure) -> str:
    """The words before a figure, without marks and without “about” and its like."""
    before = text[max(figure.start - 48, 0) : figure.start].rstrip(" \t\n\u00a0*_`\"'“‘()")
    return (before[:-20] + ROUGHLY.sub("", before[-20:])).rstrip()


def last_word(before: str) -> str:
    return before.split()[-1].lower() if before.split() else ""


def is_labelled(text: str, figure: Figure) -> bool:
    before = lead(text, figure)
    if before and before[-1] in MATHS:
        return before[-1] != ":" or _is_short_label(text, before)
    if BRACKETED.search(text, max(figure.start - 16, 0), figure.start):
        return False
    is_year = bool(YEAR.fullmatch(figure.shown))
    if _is_code(before, figure.shown):
        return True
    words: list[str] = re.findall(r"[\w.+#'’\-]+", before.rstrip(",") if is_year else before)
    if not words or (before[-1:] in ",;.?!" and not is_year and not _is_shortened(words[-1])):
        return False
    low = words[-1].rstrip(".").lower()
    if is_year or (OLD_YEAR.fullmatch(figure.shown) and low in DATES):
        return low != "at"
    if low in SCORED and SCORE.match(text, figure.end):
        return True
    return _is_named([*words[:-1], words[-1].rstrip(".")], before, figure, text)


def _is_short_label(text: str, before: str) -> bool:
    """“Total: 45” labels it; a whole clause before the colon only leads up to it."""
    clause = re.split(r"[.?!;]\s|\n", before[:-1])[-1]
    is_cut = len(before) > 40 and clause == before[:-1]
    return not is_cut and len(clause.split()) < 5


def _is_code(before: str, shown: str) -> bool:
    """“a 404”, “status code changed to 403”, “the next release, 4.3”."""
    if "." in shown:
        return bool(NUMBERED.search(before))
    if not CODED.fullmatch(shown):
        return False
    return before.lower().endswith((" a", " an")) or bool(CODES.search(before))


def _is_shortened(word: str) -> bool:
    return word.endswith(".") and word.rstrip(".").lower() in SHORTENED


def _stem(verb: str) -> str:
    """“shifts”, “shifted” and “shifting” as “shift”, “decreased” as “decrease”."""
    for ending in ("ing", "ed", "s"):
        if verb.endswith(ending):
            stem = verb.removesuffix(ending)
            return stem if stem in CHANGES else f"{stem}e"
    return {"fell": "fall", "rose": "rise", "grew": "grow", "shrank": "shrink"}.get(verb, verb)


def _is_named(words: list[str], before: str, figure: Figure, text: str) -> bool:
    word, low, earlier = words[-1], words[-1].lower(), words[-2].lower() if len(words) > 1 else ""
    if low in BOUNDS and (earlier == "by" or earlier in LABELS) and len(words) > 2:
        low, earlier = earlier, words[-3].lower()
    if low in IS and earlier in EMPTY:
        return False
    if low == "of" and earlier in TOTALS and CLOSED.match(text, figure.end):
        return False
    if low == "by" and _stem(earlier) in CHANGES:
        return True
    if low == "to" and earlier in CHANGED and len(words) > 2 and words[-3].lower() not in PRONOUNS | COMMON:
        return True
    if SET_AT.search(before) or RANGES.search(before):
        return True
    if low in LABELS or low in MONTHS or low in SHORTENED or (low == "to" and earlier in SETS):
        return True
    if low == "at" and earlier in STANDS:
        return len(words) > 2 and words[-3].lower() not in PRONOUNS
    if low in BOUNDS and len(words) > 1 and (BOUNDED.search(earlier) or _is_measure(words[:-1])):
        return True
    if low in COMMON and (word == low or len(word) == 1 or word != word.upper()):
        return _points_back(low, before, figure.shown)
    return word != low or not (low in DOING or _is_doing(low))


def _is_measure(words: list[str]) -> bool:
    """“with p below 0.001”, “an INR above 4.0”, “a temperature below 38”: what is measured has one value."""
    word, earlier = words[-1], words[-2].lower() if len(words) > 1 else ""
    if word.lower() in COMMON or word.lower() in DOING or _is_doing(word.lower()):
        return False
    return len(word) == 1 or word.isupper() or earlier in ARTICLES


def _points_back(low: str, before: str, shown: str) -> bool:
    if before.lower().endswith(" in all"):
        return False
    if "." in shown and (low in SINCE or THAN.search(before, max(len(before) - 14, 0))):
        return True
    return low in (POINTS_BACK_AT_DIGITS if shown[:1].isdigit() else POINTS_BACK)


def _is_doing(word: str) -> bool:
    if word in THINGS:
        return False
    return word.endswith(("ing", "ly")) or (word.endswith("ed") and not word.endswith("eed"))
