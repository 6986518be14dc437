"""Answers of a function kept by its arguments and bounded by bytes, not by count: what was asked for longest ago goes first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

Asked = TypeVarTuple("Asked")
V = TypeVar("V")


class Kept(Generic[V, *Asked]):
    """A pure function that remembers: its answers together weigh at most `most`, or the newest is all that it keeps.

    Several threads may ask at once: each step on the dict stands by itself, so at worst an answer is made twice.
    """

    def __init__(self, make: Callable[[*Asked], V], most: int, weigh: Callable[[V], int]) -> None:
        self._make, self._most, self._weigh = make, most, weigh
        self._held: dict[tuple[*Asked], tuple[V, int]] = {}

    def __call__(self, *asked: *Asked) -> V:
        found = self._held.get(asked)
        if found is None:
            value = self._make(*asked)
            found = value, self._weigh(value) + sum(map(_bytes_of, asked))
            self._make_room(found[1])
        self._held.pop(asked, None)
        self._held[asked] = found  # the newest stands last
        return found[0]

    @property
    def weight(self) -> int:
        """How many bytes the answers weigh, with the arguments that lead to them."""
        return sum(weight for _, weight in list(self._held.values()))

    def cache_clear(self) -> None:
        self._held.clear()

    def _make_room(self, weight: int) -> None:
        total = self.weight + weight
        for asked, (_, each) in list(self._held.items()):
            if total <= self._most:
                return
            self._held.pop(asked, None)
            total -= each


def kept(most: int, weigh: Callable[[V], int]) -> Callable[[Callable[[*Asked], V]], Kept[V, *Asked]]:
    """Keep a function's answers, at most so many bytes of them; `weigh` says what one weighs."""
    return lambda make: Kept(make, most, weigh)


def size(text: str) -> int:
    """The bytes of a text in memory."""
    return text.__sizeof__()


def _bytes_of(argument: object) -> int:
    return size(argument) if isinstance(argument, str) else 64
