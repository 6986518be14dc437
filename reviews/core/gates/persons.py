"""Is a name that differs by its last “s” the name of somebody else? “Vargas” is not Elena Varga, many Fiestas are Fiestas."""

from __future__ import annotations

import re

from reviews.core.gates import peoples
from reviews.core.gates.common import COMMON
from reviews.core.gates.number_words import ONES, TENS
from reviews.core.gates.passage import Passage

# What stands before the plural of a name, or before a thing, and never before a person's name alone.
_COUNTS = f"""the|these|those|both|all|many|some|few|several|most|other|more|an?|any|no|every|each|its|their|our|his|her
    |\\d[\\d.,]*|{"|".join([*ONES, *TENS])}""".replace("\n", "").replace(" ", "")
COUNTED = re.compile(rf"\b(?:{_COUNTS})\s+(?:[\w'’\-]+\s+)?$", re.IGNORECASE)
# “Elena ”, “Dr ”, “J. ”
CALLED = re.compile(r"(?<![\w.\-])([A-Z][^\W\d_]*)\.?[ \n]$")
DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
FAR, MOST = 40, 200


def another(word: str, before: str, article: Passage) -> str:
    """The person of the article whose name this is but for an ending; empty where it may well be a plural.

    `before` is what the chip says ahead of it. The article has to call somebody so, by a first name or title, and never
    count the name or set an article before it.
    """
    low = word.casefold()
    if not word[1:].islower() or low in article.words or peoples.are_there(low, article.words):
        return ""
    if COUNTED.search(before[-FAR:]):
        return ""
    return next((name for name in _others(low, article) if _is_person(name, article)), "")


def _others(low: str, article: Passage) -> list[str]:
    """The names that the article has only with a capital, an ending more or less."""
    ends = [f"{low}s", f"{low}es", *(low.removesuffix(end) for end in ("es", "s") if low.endswith(end))]
    names = [other.capitalize() for other in ends if other not in DAYS]
    return [name for name in names if name in article.exact and name.lower() not in article.exact]


def _is_person(name: str, article: Passage) -> bool:
    return article.kept(("person", name), lambda: _is_called(name, article.text))


def _is_called(name: str, text: str) -> bool:
    places = [found.start() for found in re.finditer(rf"\b{name}\b", text)][:MOST]
    leads = [text[max(place - FAR, 0) : place].replace("*", "") for place in places]
    called = [found[1] for lead in leads if (found := CALLED.search(lead))]
    return any(one.casefold() not in COMMON for one in called) and not any(map(COUNTED.search, leads))
