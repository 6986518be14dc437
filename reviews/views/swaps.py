"""Whether a part of a page is asked for, to be put into one that is open (htmx), or a page by itself."""

from __future__ import annotations

from django.http import HttpRequest


def is_swap(request: HttpRequest) -> bool:
    """By the header alone, so that it can be asked before and after every middleware."""
    return request.headers.get("HX-Request") == "true"
