"""How far two judges agree about the same chips. It only counts; whose opinions they are is not its business.

A pair is what the first and what the second judge said of one chip, neither knowing the other's word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Pair = tuple[str, str]


def raw(pairs: Iterable[Pair]) -> float | None:
    """Share of pairs in which both said the same, in 0..1; None where there is no pair."""
    told = list(pairs)
    return _n_same(told) / len(told) if told else None


def kappa(pairs: Iterable[Pair]) -> float | None:
    """Agreement beyond chance, in -1..1: (observed - expected) / (1 - expected), Cohen 1960.

    Expected is how often both would say the same if each kept their own shares of verdicts and threw dice. None where
    that means nothing: no pair, or an expected agreement of 1, since then both say one and the same word every time.
    (J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20, 1960.)
    """
    told = list(pairs)
    n, by_chance = len(told), _by_chance(told)
    # Both shares over n squared, in whole numbers: so an expected agreement of 1 is told exactly.
    if n * n == by_chance:
        return None
    return (n * _n_same(told) - by_chance) / (n * n - by_chance)


def _n_same(pairs: Iterable[Pair]) -> int:
    return sum(first == second for first, second in pairs)


def _by_chance(pairs: Iterable[Pair]) -> int:
    told = list(pairs)
    firsts, seconds = Counter(first for first, _ in told), Counter(second for _, second in told)
    return sum(n * seconds[verdict] for verdict, n in firsts.items())
