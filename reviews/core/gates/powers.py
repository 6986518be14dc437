"""Which power of ten a figure says, and which of two figures beside one another takes the other's; it reads no figure."""

from __future__ import annotations

import re
from decimal import Decimal

from reviews.core.gates.units import POWERS

SPELT = re.compile(r"\b(thousand|million|billion|trillion)\b", re.IGNORECASE)
GLUED = re.compile(r"\d\s?(k|mn|m|bn|b|tn)\b", re.IGNORECASE)
# So far apart two figures may still be set against each other: “4.1 million last year, against 3.6 the year before”.
FAR = 40
SET_AGAINST = re.compile(
    r"[^.;:?!()|\n]*\b(?:against|from|than|to|and|or|up|down|compared with|versus|vs)\s", re.IGNORECASE
)
# From here on a number is no part of a larger one: “between 1,200 and 1.4 million”.
LARGEST = 1000


def power(shown: str, unit: str) -> Decimal | None:
    """A thousand and above, where the figure says so: “1.4 million”, “£900m”; 900 m are metres."""
    if spelt := SPELT.search(shown):
        return POWERS[spelt[1].lower()]
    glued = GLUED.search(shown) if unit != "m" else None
    if not glued:
        return None
    return POWERS["M"] if glued[1] in ("m", "M") else POWERS[glued[1].lower()]


def is_set_against(gap: str) -> bool:
    """Do these words set the figure after them against the one before them?"""
    return len(gap) < FAR and bool(SET_AGAINST.fullmatch(gap))
