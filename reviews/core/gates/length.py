"""Is the question or the answer too long, or the answer too short? It counts code points and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

NAMES = {"q": "The question", "a": "The answer"}


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """One note for a field outside its measure; the span is what is too much, or the whole short answer."""
    for field, text in words:
        if field == "q":
            yield from _measure(field, text, 0, rules.q_max)
        if field == "a":
            yield from _measure(field, text, rules.a_min, rules.a_max)


def _measure(field: Field, text: str, least: int, most: int) -> Iterator[Finding]:
    n = len(text)
    if n < least:
        says = f"{NAMES[field]} has {n} characters; at least {least} were expected."
        yield Finding("length", "note", field, 0, n, says)
    if n > most:
        says = f"{NAMES[field]} has {n} characters; at most {most} were expected."
        yield Finding("length", "note", field, most, n, says)
