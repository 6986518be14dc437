"""The fields of forms in the words that people read."""

from __future__ import annotations

from django import template

register = template.Library()

# Those that are a plain word already (why, cites, quote, figure, name, series) are their own.
IN_WORDS = {"q": "question", "a": "answer", "label": "public label", "seat_class": "class"}


@register.filter
def field(name: str) -> str:
    """A field's name in words."""
    return IN_WORDS.get(name, name)
