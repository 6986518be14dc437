"""Which words name one country and its people: “Danish” for Denmark, “Austrian” for Austria. It knows no cities."""

from __future__ import annotations

from collections.abc import Container

ENDINGS = ("an", "ian", "ese", "ish")
# Those that no ending makes of one another.
_KIN = [
    frozenset(row.split())
    for row in """
    denmark danish dane danes
    sweden swedish swede swedes
    norway norwegian norwegians
    finland finnish finn finns
    iceland icelandic icelander icelanders
    england english
    scotland scottish scots scot
    wales welsh
    ireland irish
    britain british briton britons
    france french
    germany german germans
    netherlands holland dutch
    belgium belgian belgians
    switzerland swiss
    spain spanish spaniard spaniards
    portugal portuguese
    italy italian italians
    greece greek greeks
    poland polish
    czechia czech czechs
    slovakia slovak slovaks
    hungary hungarian hungarians
    turkey türkiye turkish turk turks
    ukraine ukrainian ukrainians
    europe european europeans
    brazil brazilian brazilians
    argentina argentine argentinian argentinians
    peru peruvian peruvians
    canada canadian canadians
    mexico mexican mexicans
    china chinese
    taiwan taiwanese
    israel israeli israelis
    iraq iraqi iraqis
    pakistan pakistani pakistanis
    philippines filipino filipinos philippine
    """.strip().splitlines()
]
_KIN_OF = {word: kin for kin in _KIN for word in kin}


def are_there(word: str, words: Container[str]) -> bool:
    """Does a text with these words, all in lower case, name the country or the people of this one?"""
    if len(word) < 4:
        return False
    if any(other in words for other in _KIN_OF.get(word, ())):
        return True
    # “Austria” and “Austrian”.
    if f"{word}n" in words if word.endswith("a") else word.endswith("an") and word[:-1] in words:
        return True
    return len(word) > 4 and _is_made_so(word, words)


def _is_made_so(word: str, words: Container[str]) -> bool:
    roots = (word[: -len(end)] for end in ENDINGS if word.endswith(end) and len(word) - len(end) > 3)
    return any(f"{word}{end}" in words for end in ENDINGS) or any(root in words for root in roots)
