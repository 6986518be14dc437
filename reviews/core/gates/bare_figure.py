"""Does every figure say what it counts? It reads the words around the figure, and asks no section for its value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from reviews.core.gates.common import COMMON
from reviews.core.gates.figures import CONNECTS, Figure, Value
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.labels import MATHS, is_labelled, last_word, lead
from reviews.core.gates.number_words import in_words
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source
from reviews.core.gates.spoken import spoken
from reviews.core.gates.units import unit

FOLLOWS = re.compile(
    r"[*_`\"'”’)\]]{0,4}\s?(?:(?:of|in|per|out of|each|apiece|to one)\b"
    r"|(?:or|and) (?:more|less|fewer|later|newer|older|above|below|higher|lower|greater|earlier|up|down)\b"
    r"|an? (?:second|minute|hour|day|night|week|month|quarter|year|piece)\b"
    # “29 had left”, “1,850, which is not much”: the subject of a clause stands for what was named before.
    r"|,? ?(?:are|were|have|had|can|could|will|would|do|did|which|who)\b"
    r"|(?:above|below|ahead|behind|beyond)\b|on an? (?:[\w\-]+ )?scale\b"
    # “nine other diagnoses”, “at 14 she left”, “two's complement”.
    r"|(?:other|such) [a-z]|,? ?(?:he|she|I)\b|['’]s\b"
    r"|onwards?\b|\([A-Za-z0-9]"
    # “14 May”: in lower case the word is none.
    r"|\s?(?-i:May)\b)",
    re.IGNORECASE,
)
# “10 years, and maple for 15”; “4 days rather than 6”: read by the figure before it, which these words set it against.
AGAINST = re.compile(
    r"\b(?:whereas|while|but|instead|rather|than|not|against|compared|versus|vs|previously|formerly|before)\b"
    r"|(?:at (?:most|least)|up to)\s$",
    re.IGNORECASE,
)
MOST_AT = re.compile(r"\b(?:at (?:most|least)|up to)\s$", re.IGNORECASE)
# “one write in 4,000”: a share.
SHARE = re.compile(r"\s[\w-]+ (?:in|out of|of)\s", re.IGNORECASE)
# “320 of it”: what is counted so has no plural, and asks for a measure.
OF_IT = re.compile(r"\s(?:of it|of this|of that)\b", re.IGNORECASE)
BARE = re.compile(r"[\d.,]+")
CODE = re.compile(r"`[^`\n]+`")
# “how many disks …?” – “There were 1,140 among the papers.”, “In July there were 412.”
THERE = re.compile(r"(?:[\w ]{0,24} )?(?:there|they|it) (?:is|are|was|were|has|have|had)", re.IGNORECASE)
# “does it have buttons?” – “Yes, two on the right.”
REPLIES = re.compile(r"(?:(?:yes|no)\b[,:;]?\s?)?(?:(?:only|just)\b)?", re.IGNORECASE)
PLURAL = re.compile(r"\b[a-z]{2,}[^\Wsui]s\b")
HOW_MANY = re.compile(r"\bhow many (?!of )[a-z]", re.IGNORECASE)
OPENS_WITH = re.compile(r"\s*(?:to|at|from|by)\s*", re.IGNORECASE)
# “Of the 206 tickets people closed nineteen.”
PART_OF = re.compile(r"\b[Oo]f (?:the|all|its|these|those|their) $|^Of $|[.;:] Of $")
# “which nights were left out?”
UNIT_NAME = re.compile(r"\b[a-z]{4,}s\b")
DEGREES = frozenset(("°C", "°F"))
# Without these a number means the same: years, counts and clock hours.
NOT_MISSED = frozenset(("", "year", "ordinal", "×", "century", "decade"))
# “It was 18.4”, where the question names what: “what was the score after a month?”
NAMES_IT = re.compile(r"\bwhat(?: (?:is|was|are|were)|['’]s) (?:the|its|their|his|her) [a-z]", re.IGNORECASE)
IT_IS = re.compile(r"(?:[\w ]{0,24} )?(?:it|they) (?:is|are|was|were)", re.IGNORECASE)
# “eleven corners for Skelby and three for Northgate”: counted alike, of different things.
ALIKE = re.compile(
    r"\s[\w'’-]+(?: [\w'’-]+)? (for|in|at|by|on|from|among|with|against|of) [^.;:?!]{1,40}?,? (?:and|but|while|against) (?:only |just )?"
)
OPENS = re.compile(r"[,;:—–(]\s?(?:and |or |but )?$")
# “15 to 16” where the section has 15–16: a pair such as a score or a mixture, read as the section reads it.
PAIR = re.compile(r"(\d[\d.,]*)\s?(?:to|and|against|:|–|-|‑)\s?(\d[\d.,]*\d|\d)")
PAIRED = re.compile(r"[\d.,]\s?(?:to|and|against|[:–\-‑])\s?\d")
# “by 4 votes to 13”, and “92 parsecs, give or take 11”.
SCORES = re.compile(r"\s[\w-]+ (?:to|against) ")
GIVE_OR_TAKE = re.compile(r"\b(?:give or take|plus or minus) $", re.IGNORECASE)
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
        figures = words.figures[field]
        units = _said(figures, words.text("q") if words.is_chip else "")
        bare = [_is_bare(text, figure, cited) for figure in figures]
        code = [match.span() for match in CODE.finditer(text)] if "`" in text else []
        asked = words.text("q") if field == "a" and words.is_chip else ""
        is_asked = bool(HOW_MANY.search(asked))
        for n, figure in enumerate(figures):
            is_code = any(start < figure.start < end for start, end in code)
            says = "" if is_code else _lacks(text, figure, units, cited)
            if not (says or is_code) and bare[n] and not _is_told_by_next(text, figures, n, bare):
                is_told = _is_answer(words, field, figure, is_asked) or _is_read(text, told, figure)
                says = (
                    ""
                    if is_told
                    else f"A unit, a noun or a label was expected with {figure.shown}; it stands alone."
                )
            if says:
                yield Finding("bare_figure", "note", field, figure.start, figure.end, says)
            else:
                told.append(figure)


def _said(figures: Sequence[Figure], asked: str) -> set[str]:
    """The units that are named already: with another figure (degrees of any scale), or by the question."""
    said = {figure.unit for figure in figures} | {unit(word) or "" for word in UNIT_NAME.findall(asked)}
    return said | DEGREES if "°" in said else said


def _is_read(text: str, told: Sequence[Figure], figure: Figure) -> bool:
    return any(_is_read_by(text, one, figure) or _is_code_for(text, one, figure) for one in told[-4:])


def _is_code_for(text: str, told: Figure, figure: Figure) -> bool:
    """“takes `+13` for 13”: the value that code has."""
    return told.values == figure.values and "`" in text[max(told.start - 1, 0) : told.start]


def _is_told_by_next(text: str, figures: Sequence[Figure], n: int, bare: Sequence[bool]) -> bool:
    """“from 73 to six per week”, “10 by 20 by 30 cm”: what is said of the last is said of the first."""
    for place, (left, right) in enumerate(pairwise(figures[n : n + 4]), start=n + 1):
        gap = text[left.end : right.start]
        if gap != " by ":
            return bool(CONNECTS.fullmatch(gap)) and not bare[place]
        if not bare[place]:
            return True
    return False


def _is_answer(words: Words, field: Field, figure: Figure, is_asked: bool) -> bool:
    """“how many titles …?” names what is counted, and “to what is it set?” what an answer opens with."""
    if field != "a" or not words.is_chip:
        return False
    text = words.text("a")
    if IT_IS.fullmatch(lead(text, figure)) and NAMES_IT.search(words.text("q")):
        return True
    if OPENS_WITH.fullmatch(text, 0, figure.start):
        return True
    is_whole = _is_whole(figure.values[0])
    if is_whole and figure.start < 16 and REPLIES.fullmatch(text[: figure.start].strip()):
        return is_asked or any(word not in COMMON for word in PLURAL.findall(words.text("q")))
    if not (is_whole and is_asked):
        return False
    before = lead(text, figure)
    is_object = (
        bool(before)
        and before[-1].isalnum()
        and last_word(before) not in FILLERS - {"won", "has", "have", "had"}
    )
    return is_object or bool(THERE.fullmatch(before))


def _lacks(text: str, figure: Figure, said: set[str], cited: Sequence[Passage]) -> str:
    """A sentence where the sections give the figure a unit each time and the chip none; else empty."""
    if not figure.is_claim or figure.unit or (figure.noun and not OF_IT.match(text, figure.end)):
        return ""
    theirs = [one for passage in cited for one in passage.figures.of_value(figure)]
    units = {"" if BARE.fullmatch(one.shown) else one.unit for one in theirs}
    if not units or units & NOT_MISSED or units & said or _is_quoted(text, figure, cited):
        return ""
    shown = theirs[0].shown
    return f"{' '.join(shown.split())} was expected, as {cited[0].name} has it; {figure.shown} has no unit."


def _is_bare(text: str, figure: Figure, cited: Sequence[Passage]) -> bool:
    if not figure.is_claim or figure.unit or figure.noun or FOLLOWS.match(text, figure.end):
        return False
    value = figure.values[0]
    if isinstance(value, str) or _is_share(figure) or text[figure.end : figure.end + 1] in MATHS:
        # A version, a date, a ratio or a half says what it is.
        return False
    return not (
        is_labelled(text, figure) or _is_quoted(text, figure, cited) or _is_bare_there(text, figure, cited)
    )


def _is_bare_there(text: str, figure: Figure, cited: Sequence[Passage]) -> bool:
    """Does a cited section leave it bare too, after the same word, as in “at 350,000”? What it counts, neither says."""
    word = last_word(lead(text, figure))
    return word[-1:].isalnum() and any(
        not (one.unit or one.noun) and last_word(lead(passage.text, one)) == word
        for passage in cited
        for one in passage.figures.of_value(figure)
    )


def _is_share(figure: Figure) -> bool:
    value = figure.values[0]
    is_spelt = not figure.shown[:1].isdigit() or "/" in figure.shown
    return isinstance(value, Decimal) and 0 < value < 1 and is_spelt


def _is_quoted(text: str, figure: Figure, cited: Sequence[Passage]) -> bool:
    """Does a cited section say the figure with the same words on both sides? Then that is its own way."""
    before = text[max(figure.start - 48, 0) : figure.start].split()[-2:]
    after = NEXT_WORD.match(text, figure.end)
    behind = text[figure.end : after.end()] if after else ""
    is_there = any(passage.figures.of_value(figure) for passage in cited)
    spellings = _spellings(figure) if is_there else (figure.shown,)
    words = [spoken(f"{' '.join(before)} {shown}{behind}") for shown in spellings]
    window = max(figure.start - 24, 0), figure.end + 24
    pairs = [
        f"{pair[1]} {mark} {pair[2]}"
        for pair in (PAIR.finditer(text, *window) if PAIRED.search(text, *window) else ())
        if pair.start(1) == figure.start or pair.start(2) == figure.start
        for mark in "–:-"
    ]
    said = [*words, *map(spoken, pairs)] if len(before) == 2 else pairs
    return any(passage.says(one) for passage in cited for one in said)


def _is_whole(value: Value) -> bool:
    """Of any size: a remainder is found only up to 28 digits."""
    return isinstance(value, Decimal) and value == value.to_integral_value()


def _spellings(figure: Figure) -> Iterator[str]:
    """As it is written, and in digits where it is in words, or the other way about."""
    value = figure.values[0]
    yield figure.shown
    if isinstance(value, Decimal) and _is_whole(value) and not figure.sign:
        yield f"{value:f}"
        yield in_words(int(value)) if value < 100 else f"{value:,f}"


def _is_read_by(text: str, told: Figure, figure: Figure) -> bool:
    """Is the figure read by the one before it, as in “Python 3.10 and 3.11” and “ten years, maple for 15”?"""
    gap = text[told.end : figure.start]
    if gap.strip() == "," and CLOSES.match(text, figure.end):
        # “after ten seconds, 1,611.”: a comma alone makes no list.
        return False
    if len(gap) < 14 and (
        CONNECTS.fullmatch(gap) or gap.strip().lower() in ("in", "in a", "of", "out of", "by", "±", "+/-")
    ):
        return True
    if OPENS.search(gap) and not CLOSES.match(text, figure.end):
        return True
    if len(gap) > 160 or SENTENCE.search(gap):
        return False
    alike = ALIKE.fullmatch(gap)
    if alike and text.startswith(f" {alike[1]} ", figure.end):
        return True
    if gap.endswith(" to ") and text[max(told.start - 5, 0) : told.start] == "from ":
        return True
    if SCORES.fullmatch(gap) or GIVE_OR_TAKE.search(gap):
        return True
    if SHARE.fullmatch(gap) or PART_OF.search(text, max(told.start - 16, 0), told.start):
        return True
    if MOST_AT.search(gap) and not (gap.lstrip().startswith(",") and last_word(gap.rstrip()) == "to"):
        return True
    return not _stands_apart(text, figure, gap) and (
        bool(AGAINST.search(gap)) or last_word(lead(text, figure)) == last_word(lead(text, told))
    )


def _stands_apart(text: str, figure: Figure, gap: str) -> bool:
    """“…, at 13.”: a last clause that has nothing but the figure takes nothing from an earlier one."""
    commas = list(CLAUSE.finditer(gap))
    if not commas or not CLOSES.match(text, figure.end):
        return False
    rest = gap[commas[-1].end() :]
    return not AGAINST.search(rest) and all(word.lower() in FILLERS for word in re.findall(r"[\w'’]+", rest))
