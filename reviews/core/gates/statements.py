"""Sentences as the words that they rest on, roughly stemmed, so that two can be told to say it of the same; English alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

WORD = re.compile(r"[^\W_][\w'’\-]*")
# A line that only goes on is the same sentence; a cell, a list point and a clause after a semicolon are others.
END = re.compile(
    r"[.!?:;][\"”’)\]*_]{0,4}(?:\s|$)|\n(?=[ \t]{0,8}(?:\n|[-*+#>|]|\d{1,3}[.)]))|\||\s[–—]\s|—|,\s(?:and|but|so|while|whereas|though|although)\s"
)
# Longer passages would keep a judge waiting, and hold too much for one sentence to be the only one.
LONGEST = 100_000

NEGATIONS = frozenset("not never no neither nor without cannot nobody nothing none".split())
EMPTY = frozenset(
    """a an the of to in on at by for from with and or as that this these those it its he she they his her their
    them is are was were be been being has have had do does did will would can could may might shall should must
    so such than then there all every everyone everybody always which who whom what when where how why if into over under after about one""".split()
)
# What may stand between “not” and the word that it denies.
BETWEEN = EMPTY | frozenset(
    "yet ever even also again usually generally quite very any been actually really fully entirely".split()
)
# “not only”, “not until”, “no more than” deny nothing, or only a part.
HEDGES = frozenset(
    """only just merely simply all every everyone everybody always until more less least fewer longer necessarily
    yet so but one""".split()
)
ENDINGS = ("ings", "ing", "edly", "ied", "ies", "ed", "es", "s", "ly")


@dataclass(frozen=True)
class Statement:
    """A sentence or clause at [start, end) of its text."""

    start: int
    end: int
    words: tuple[str, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        """What it is about: without the words that every sentence has, and without its negations."""
        return frozenset(stem(w) for w in self.words if w not in EMPTY and not is_negation(w))

    @cached_property
    def denied(self) -> frozenset[str]:
        """The words that a negation stands before: the “contain” of “does not contain”."""
        found = (self._denied(n) for n, word in enumerate(self.words) if is_negation(word))
        return frozenset(filter(None, found))

    def _denied(self, n: int) -> str:
        after = self.words[n + 1 :]
        if after[:1] and after[0] in HEDGES:
            return ""
        word = next((word for word in after if word not in BETWEEN), "")
        return stem(word) if word.isalpha() else ""

    @cached_property
    def negations(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if is_negation(word))

    def is_borne_by(self, other: Statement) -> bool:
        """Does the other speak of nearly everything that this one does?"""
        n = len(self.stems)
        return n > 1 and 4 * len(self.stems & other.stems) >= max(8, 3 * n)


def statements(text: str) -> Iterator[Statement]:
    start = 0
    for match in (*END.finditer(text), None):
        end = match.start() if match else len(text)
        if words := words_of(text[start:end]):
            yield Statement(start, end, words)
        start = match.end() if match else end


def words_of(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text.lower().replace("’", "'")))


def is_negation(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")


def stem(word: str) -> str:
    word = word.removesuffix("'s")
    ending = next((one for one in ENDINGS if word.endswith(one) and len(word) - len(one) > 2), "")
    word = word.removesuffix(ending)
    if len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgmnprt":
        word = word[:-1]
    return word[:-1] if word.endswith(("e", "y")) else word
