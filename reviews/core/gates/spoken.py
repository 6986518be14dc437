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
        self._tokens = [match for match in TOKEN.finditer(text) if match[0] not in MARKUP]
        self._words = [match[0].lower().replace("’", "'") for match in self._tokens]
        self.line = f" {' '.join(self._words)} " if self._words else " "

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return zip(self._words, self._places, strict=True)

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
    def _places(self) -> list[int]:
        places, at = [], 1
        for word in self._words:
            places.append(at)
            at += len(word) + 1
        return places
