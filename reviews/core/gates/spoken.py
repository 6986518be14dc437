"""A text as one line of lower-case words and marks, one space apart, for phrases to match plainly."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache

TOKEN = re.compile(r"[^\W_][\w'’\-]*|[^\w\s]")
MARKUP = frozenset("*_`[]")


@lru_cache(maxsize=1024)
def spoken(words: str) -> str:
    """Words as a piece of a spoken line; empty where nothing of them is said."""
    return line(words).strip()


def line(text: str) -> str:
    """The spoken line alone, where nothing has to lead back to the text."""
    words = " ".join(word for word in TOKEN.findall(text) if word not in MARKUP)
    return f" {words.lower()} ".replace("’", "'") if words else " "


class Spoken:
    """`line` starts and ends with a space; `span` leads from a match in it back to the text.

    Marks of emphasis, code and links are left out, and ’ is read as '. Iterating gives each word and its
    place in the line.
    """

    def __init__(self, text: str) -> None:
        self._text, self.line = text, line(text)
        self._words = self.line.split()

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return zip(self._words, self._places, strict=True)

    def places_of(self, words: frozenset[str]) -> list[int]:
        """Where one of these words stands in the line, in order."""
        if words.isdisjoint(self._places_by):  # nearly always, and asked of every list of every gate
            return []
        return sorted(place for word in words & self._places_by.keys() for place in self._places_by[word])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open span in the text of line[start:end], grown to whole words."""
        first = bisect_right(self._places, start + (self.line[start] == " ")) - 1
        last = bisect_right(self._places, max(end - 1 - (self.line[end - 1] == " "), start)) - 1
        return self._tokens[first].start(), self._tokens[max(first, last)].end()

    def places(self, phrase: str) -> Iterator[tuple[int, int]]:
        """Where a phrase, itself a piece of a spoken line, stands in the line: each [start, end) without its spaces."""
        at = self.line.find(f" {phrase} ")
        while at >= 0:
            yield at + 1, at + 1 + len(phrase)
            at = self.line.find(f" {phrase} ", at + 1)

    @cached_property
    def _tokens(self) -> list[re.Match[str]]:
        return [match for match in TOKEN.finditer(self._text) if match[0] not in MARKUP]

    @cached_property
    def _places_by(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for word, place in self:
            found.setdefault(word, []).append(place)
        return found

    @cached_property
    def _places(self) -> list[int]:
        places, at = [], 1
        for word in self._words:
            places.append(at)
            at += len(word) + 1
        return places
