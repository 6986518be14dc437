"""Where sentences start, so that a capital there is known to mean nothing; it splits no article."""

from __future__ import annotations

OPENERS = " \t\u00a0\"'“”‘’«»([{*_`>#"
ENDS = ".?!…\n\r\u2028\u2029•"
ABBREVIATIONS = frozenset(
    """e.g i.e cf vs etc al approx resp incl esp viz dr mr mrs ms prof st sr jr no nos fig figs eq eqs sec ch
    vol pp ed eds inc ltd corp co est ca dept rev gen sgt col""".split()
)


def is_start(text: str, place: int) -> bool:
    """Does a sentence (or a line, or a list point) start at `place`? Quotes before it are passed over."""
    before = text[max(place - 40, 0) : place].rstrip(OPENERS)
    if not before:
        return place < 40 or not text[:place].strip()
    if before[-1] not in ENDS:
        return False
    return before[-1] != "." or not _is_abbreviation(before)


def _is_abbreviation(before: str) -> bool:
    word = before[:-1].split()[-1:]
    last = word[0].lstrip("(“\"'[").lower() if word else ""
    return last in ABBREVIATIONS or (len(last) == 1 and last.isalpha() and last not in "ia")
