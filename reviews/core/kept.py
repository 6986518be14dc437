"""Answers of a function kept by its arguments and bounded by bytes, not by count: what was asked for longest ago goes first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

Asked = TypeVarTuple("Asked")
V = TypeVar("V")


class Kept(Generic[V, *Asked]):
    """A pure function that remembers: its answers together weigh at most `most`, or the newest is all that it keeps.

    Several threads may ask at once. None waits while another works: at worst an answer is made twice.
    """

    def __init__(self, make: Callable[[*Asked], V], most: int, weigh: Callable[[V], int]) -> None:
        self._make, self._most, self._weigh = make, most, weigh
        self._held: dict[tuple[*Asked], tuple[V, int]] = {}
        self._lock = Lock()
        self.weight = 0  # bytes of the answers, with the arguments that lead to them

    def __call__(self, *asked: *Asked) -> V:
        found = self._held.get(asked)
        if found is None:
            value = self._make(*asked)
            found = value, self._weigh(value) + sum(map(_bytes_of, asked))
        with self._lock:
            self._let_go(asked)
            while self._held and self.weight + found[1] > self._most:
                self._let_go(next(iter(self._held)))
            self._held[asked] = found  # the newest stands last
            self.weight += found[1]
        return found[0]

    def holds(self, *asked: *Asked) -> bool:
        """Whether the answer is at hand."""
        return asked in self._held

    def cache_clear(self) -> None:
        with self._lock:
            self._held.clear()
            self.weight = 0

    def _let_go(self, asked: tuple[*Asked]) -> None:
        gone = self._held.pop(asked, None)
        self.weight -= gone[1] if gone else 0


def kept(most: int, weigh: Callable[[V], int]) -> Callable[[Callable[[*Asked], V]], Kept[V, *Asked]]:
    """Keep a function's answers, at most so many bytes of them; `weigh` says what one weighs."""
    return lambda make: Kept(make, most, weigh)


def size(text: str) -> int:
    """The bytes of a text in memory."""
    return text.__sizeof__()


def _bytes_of(argument: object) -> int:
    return size(argument) if isinstance(argument, str) else 64
