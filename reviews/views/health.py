"""Is the desk up? One cheap question to the database, open to everybody, so that it tells nothing private."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 with the journal that is on, or 503 where the database does not answer."""
    journal = settings.SQLITE_JOURNAL if connection.vendor == "sqlite" else connection.vendor
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return JsonResponse({"ok": False, "journal": journal}, status=503)
    return JsonResponse({"ok": True, "journal": journal})
