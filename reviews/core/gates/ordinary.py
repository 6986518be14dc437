"""Is a word plain English, so that a capital at the start of a sentence says nothing? It knows no names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources

from reviews.core.gates.common import ASKING, COMMON

# What may be taken off the end of a word, and what may stand in its place.
ENDINGS = (
    *(("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e")),
    *(
        ("ly", ""),
        ("ly", "le"),
        ("ily", "y"),
        ("ally", ""),
        ("er", ""),
        ("er", "e"),
        ("ier", "y"),
        ("or", "e"),
    ),
    *(("or", ""), ("est", ""), ("est", "e"), ("iest", "y"), ("ness", ""), ("iness", "y"), ("less", "")),
    *(("ful", ""), ("ment", ""), ("able", ""), ("able", "e"), ("ation", "e"), ("ion", "e"), ("ion", "")),
    *(("ity", ""), ("ity", "e"), ("al", ""), ("al", "e"), ("ism", ""), ("ist", ""), ("y", ""), ("y", "e")),
)
BEGINNINGS = tuple(
    "un re non pre over under mis dis in im inter multi sub super out up down fore self anti".split()
)
# A long word that ends so is English, whether or not the list has what it is made from.
ENGLISH = tuple(
    """ed ing tion sion ment ness ships hood ingly edly ously ively fully lessly ably ibly ance ence ancy ency ility
    ivity ality ising izing ised ized ward wards wise""".split()
)
LONGEST = 40


@lru_cache(maxsize=4096)
def is_ordinary(word: str) -> bool:
    """Is this word, in any case, an English word other than a name? Rare ones may be missed."""
    low = _plain(word[:LONGEST])
    if _is_listed(low) or (len(low) > 6 and low.endswith(ENGLISH)):
        return True
    begun = [one for one in BEGINNINGS if low.startswith(one) and len(low) > len(one) + 3]
    return any(_is_listed(low[len(one) :]) for one in begun) or _is_compound(low)


def _is_listed(word: str) -> bool:
    forms = set(_forms(word))
    return not _listed().isdisjoint(forms | {further for form in forms for further in _forms(form)})


def _is_compound(word: str) -> bool:
    """“footpaths”; only in the plural, for “Facebook” is made alike, and so is “Airbus”."""
    singular = [word[: -len(end)] for end in ("s", "es") if word.endswith(end)]
    return any(
        one[:n] in _listed() and _is_listed(one[n:]) for one in singular for n in range(3, len(one) - 1)
    )


def _forms(word: str) -> Iterator[str]:
    """The word itself, and what it may be a form of."""
    yield word
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            stem = word[: -len(ending)]
            yield stem + instead
            if stem[-1] == stem[-2]:
                yield stem[:-1]


def _plain(word: str) -> str:
    """Lower case, “café” as “cafe”."""
    return "".join(
        one for one in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(one)
    )


@cache
def _listed() -> frozenset[str]:
    lines = resources.files(__package__).joinpath("ordinary.txt").read_text(encoding="utf-8").splitlines()
    return (
        frozenset(word for line in lines if not line.startswith("#") for word in line.split())
        | COMMON
        | ASKING
    )
