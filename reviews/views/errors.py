"""Pages for what cannot be answered. Each says what happened in one plain sentence and where to go on."""

from __future__ import annotations

import logging
import os
import sys
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.shortcuts import render
from django.template.loader import render_to_string

from reviews.unusable import is_short, is_unusable
from reviews.views import swaps

log = logging.getLogger(__name__)
TOO_MANY_WORDS = (
    "These are more words than are read at once (1 MB), so they were not read and nothing was recorded."
)
TYPED = ("q", "a", "cites", "why", "quote", "figure", "label", "seat_class", "name", "series")


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The words that a refused form carried, so that nobody's typing is lost."""
    return words_of(request.POST)


def words_of(sent: QueryDict) -> list[tuple[str, str]]:
    """What was typed of what a form sent, field by field."""
    found = [(name, " ".join(sent.getlist(name))) for name in TYPED]
    return [(name, text) for name, text in found if text.strip()]


def refused(request: HttpRequest, text: str, status: int, **more: Any) -> HttpResponse:
    """A page (or, for a swap, the same words in the page's notice) that says why nothing was recorded."""
    return render(
        request, "reviews/refused.html", {"text": text, "words": typed(request), **more}, status=status
    )


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for more than may be read. What was typed is in a body that was not read, so it cannot be shown."""
    if isinstance(exception, RequestDataTooBig):
        text = TOO_MANY_WORDS
        if request.content_type == "multipart/form-data":  # the forms that carry files
            text = "This is larger than a pack and its article may be, so it was not read."
        return render(request, "reviews/refused.html", {"text": text}, status=413)
    return render(request, "reviews/refused.html", {"text": "This request cannot be read."}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refused(request, "This is not open to you.", 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    text = "The form had expired or came from elsewhere, so nothing was recorded. Load the page again."
    if reason == REASON_NO_CSRF_COOKIE:
        text = "Your browser sent no cookie, so nothing was recorded. Allow this desk its cookies, then load the page again."
    return refused(request, text, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    text = "There is nothing at this address."
    if request.resolver_match is None:  # no page of ours: what was sent there is not read
        return render(request, "reviews/refused.html", {"text": text}, status=404)
    return refused(request, text, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500; but 503 where it was the database or the machine that failed, in whatever layer (a session is written after
    the view)."""
    error = sys.exc_info()[1]
    if is_unusable(error) or is_short(error):
        return unavailable(request)
    return render(request, "500.html", status=500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: the database is busy or gone, or the machine short of something. Nothing is asked of either, and the words
    are kept."""
    error = sys.exc_info()[1]
    is_database = is_unusable(error)
    if is_database:
        log.error("the database cannot be used: %s", str(error).partition("\n")[0])
    else:
        log.error("this machine is short of what an answer takes: %s", _cause(error), exc_info=True)
    is_swap = swaps.is_swap(request)
    context = {
        "is_post": request.method == "POST",
        "is_database": is_database,
        "words": _typed_before(request),
    }
    page = render_to_string("reviews/_unavailable.html" if is_swap else "503.html", context)
    return HttpResponse(page, status=503, headers={"Retry-After": "5", "Cache-Control": "no-store"})


def _cause(error: BaseException | None) -> str:
    """What the system calls it; of no message more, for it may quote what was typed."""
    number = getattr(error, "errno", None)
    return os.strerror(number) if number else type(error).__name__


def _typed_before(request: HttpRequest) -> list[tuple[str, str]]:
    """The words, where the form had been read before the database failed."""
    try:
        return typed(request)
    except (OSError, SuspiciousOperation):
        return []
