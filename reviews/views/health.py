"""Is the desk up, and is it fit to work? Open to everybody, so that neither page tells anything private."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from reviews import readiness


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 with the journal that is on, or 503 where the database does not answer."""
    journal = settings.SQLITE_JOURNAL if connection.vendor == "sqlite" else connection.vendor
    try:
        readiness.silent(connection)
    except Error:
        return JsonResponse({"ok": False, "journal": journal}, status=503)
    return JsonResponse({"ok": True, "journal": journal})


@login_not_required
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 or 503, with each part that was looked at; what is wrong with one stands in the log alone."""
    faults = readiness.lately(connection)
    parts = {part: part not in faults for part in readiness.PARTS}
    return JsonResponse({"ok": not faults, "parts": parts}, status=503 if faults else 200)
