"""Small readings that a template cannot do itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def lookup(mapping: Mapping[str, Any], name: str) -> Any:
    """The value under a name that a template could not write; empty where there is none."""
    return mapping.get(name, "")


@register.filter
def split(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


@register.filter
def first_of(values: Iterable[Any]) -> Any:
    """The first of any iterable, or nothing."""
    return next(iter(values), "")


@register.filter
def shared(runs: Iterable[tuple[str, bool]]) -> SafeString:
    """A sentence with the words set off that it has in common with the chip."""
    return SafeString("".join(f"<b>{escape(run)}</b>" if both else escape(run) for run, both in runs))
