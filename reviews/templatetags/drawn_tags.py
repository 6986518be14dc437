"""Parts of a page that follow from a few values alone: drawn once for each of them, and kept."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.safestring import SafeString

from reviews.core.kept import kept, size

register = template.Library()

MOST_BYTES = 32_000_000


@register.simple_tag
def drawn(name: str, **values: Any) -> SafeString:
    """An include that sees nothing but these values: no person, no form, no request, so that whoever asks may get it.

    A value is a word, a number or a tuple of such, and never one of a judge's own.
    """
    asked = tuple((key, type(value), value) for key, value in values.items())
    return _draw(get_template(name), asked) if settings.DEBUG else _drawn(name, asked)


def _weight(html: SafeString) -> int:
    return 2 * size(html) + 1_000  # with the values, of which it is made


@kept(MOST_BYTES, _weight)
def _drawn(name: str, values: tuple[tuple[str, type, Any], ...]) -> SafeString:
    # The kind of a value is asked for too: to Python 1 is True, and text that is safe is like text that is not.
    return _draw(_template(name), values)


@cache
def _template(name: str) -> Any:
    return get_template(name)


def _draw(found: Any, values: tuple[tuple[str, type, Any], ...]) -> SafeString:
    alone = template.Context({key: value for key, _, value in values}, use_l10n=False)
    html: SafeString = found.template.render(alone)
    return html
