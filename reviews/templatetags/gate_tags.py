"""Gates, and the reasons that are named for them, in the words that people read. Files and ledgers keep the names of docs/judging.md."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

register = template.Library()

# Those that are a plain word already (figure, length, cite, quote, profanity, identifier) are their own.
IN_WORDS = {
    "new_noun": "new name",
    "bare_figure": "bare figure",
    "directive": "order to the reader",
    "redaction": "private detail",
    "house_voice": "house voice",
    "editorial": "own view or claim",
}


@register.filter
def gate(name: str) -> str:
    """A gate's name in words; any other name as it is."""
    return IN_WORDS.get(name, name)


@register.filter
def gates(names: Iterable[str]) -> str:
    """Several, with commas between."""
    return ", ".join(gate(name) for name in names)
