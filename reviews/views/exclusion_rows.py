"""Exclusions as pages list them. Nothing is written here."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from reviews.forms.exclusions import ExcludeForm
from reviews.models import Exclusion, Pack, User
from reviews.views.numbers import whole_number
from reviews.views.reasons import REASONS

PAGE = 50
SUGGESTED = 50


def part(request: HttpRequest) -> dict[str, Any]:
    """Those that stand, newest first, with the form that makes one more; with `ended` in the address all there ever were."""
    rows = Exclusion.objects.select_related("user", "pack").order_by("-id")
    ended, before = "ended" in request.GET, whole_number(request.GET.get("excluded-before"))
    if not ended:
        rows = rows.standing()
    if before is not None:
        rows = rows.filter(id__lt=before)
    found = list(rows[: PAGE + 1])
    older = f"?excluded-before={found[PAGE - 1].pk}{'&ended=1' if ended else ''}" if found[PAGE:] else ""
    return {
        "excluded": found[:PAGE],
        "older_excluded": older,
        "with_ended": ended,
        "excluding": ExcludeForm(),
        "exclude_reasons": REASONS["exclude"],
        "suggested": _open().values_list("slug", flat=True),
        "suggested_series": sorted({name for pack in _open() for name in pack.series_names}),
    }


def of_person(user: User) -> list[Exclusion]:
    """What a person is or was excluded from, the newest first."""
    return list(Exclusion.objects.filter(user=user).select_related("user", "pack").order_by("-id")[:PAGE])


def _open() -> Any:
    """Packs in which chips wait: the likeliest to be named."""
    return Pack.objects.filter(rank=0).order_by("slug")[:SUGGESTED]
