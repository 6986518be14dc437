"""What a gate holds against a chip, and the words that a gate is given; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reviews.core.gates.figures import MOST, Figure, readable, scan
from reviews.core.gates.spoken import Spoken

Severity = Literal["refused", "override", "note"]
Field = Literal["q", "a", "cites", "quote"]


@dataclass(frozen=True)
class Finding:
    """One thing held against a chip (docs/judging.md).

    `start` and `end` are a half-open span in code points of `field`; for `cites` they are places in the
    list of cites. `text` is one plain sentence: what was expected and what was found.
    """

    gate: str
    severity: Severity
    field: Field
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Words:
    """The fields that a gate reads, in reading order, and the ids of the sections that they rest on."""

    fields: tuple[tuple[Field, str], ...]
    cites: tuple[str, ...] = ()
    is_chip: bool = True

    @classmethod
    def of_chip(cls, q: str, a: str, cites: Sequence[str]) -> Words:
        return cls((("q", q), ("a", a)), tuple(cites))

    @classmethod
    def of_text(cls, text: str, sections: Sequence[str]) -> Words:
        """A bullet, digest or short paragraph, read as field `a`: it has no question and no own cites."""
        return cls((("a", text),), tuple(sections), is_chip=False)

    @cached_property
    def figures(self) -> dict[Field, list[Figure]]:
        """The first figures of each field, read once for all the gates."""
        return {field: scan(text[: readable(text)], MOST) for field, text in self.fields}

    @cached_property
    def spoken(self) -> dict[Field, Spoken]:
        return {field: Spoken(text) for field, text in self.fields}

    def text(self, field: Field) -> str:
        return dict(self.fields).get(field, "")

    def __iter__(self) -> Iterator[tuple[Field, str]]:
        return iter(self.fields)
