"""Pages for what cannot be answered. Each says what happened in one plain sentence and where to go on."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

TYPED = ("q", "a", "why", "quote", "figure", "label")


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The words that a refused form carried, so that nobody's typing is lost."""
    return [(name, request.POST[name]) for name in TYPED if request.POST.get(name, "").strip()]


def refused(request: HttpRequest, text: str, status: int, **more: Any) -> HttpResponse:
    """A page (or, for a swap, the same words in the page's notice) that says why nothing was recorded."""
    return render(request, "reviews/refused.html", {"text": text, "words": typed(request), **more}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for more than may be read. What was typed is in a body that was not read, so it cannot be shown."""
    if isinstance(exception, RequestDataTooBig):
        text = "This is larger than a pack and its article may be, so it was not read."
        return render(request, "reviews/refused.html", {"text": text}, status=413)
    return render(request, "reviews/refused.html", {"text": "This request cannot be read."}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refused(request, "This is not open to you.", 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    text = "The form had expired or came from elsewhere, so nothing was recorded. Load the page again."
    return refused(request, text, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "reviews/refused.html", {"text": "There is nothing at this address."}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)
