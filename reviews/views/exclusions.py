"""Conflicts of interest, for admins: part of the page Seats. It acts through exclusions."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from reviews import exclusions as room
from reviews.core.refusals import Refused
from reviews.forms.exclusions import ExcludeForm
from reviews.forms.why import WhyForm
from reviews.models import Entry, Exclusion
from reviews.views import swaps
from reviews.views.answers import admins_only, person, request_sha, see_other, status_of, with_error
from reviews.views.exclusion_rows import part
from reviews.views.seats import page

ONLY = "Only an admin excludes and readmits people."


@require_POST
@admins_only(ONLY)
def exclude(request: HttpRequest) -> HttpResponse:
    """Keep somebody from deciding on a pack, or on every pack of a series."""
    form = ExcludeForm(request.POST)
    if not form.is_valid():
        return _page(request, 422, excluding=form)
    said = {name: form.cleaned_data[name] for name in ("user", "pack", "series", "why", "key")}
    try:
        row = room.exclude(**said, by=person(request), request_sha=request_sha(request))
    except Refused as refusal:
        return _page(request, status_of(refusal), excluding=with_error(form, refusal))
    where = row.pack or row.place
    return _done(request, said["key"], f"{row.user.username} is excluded from {where}.")


@require_POST
@admins_only(ONLY)
def readmit(request: HttpRequest, pk: int) -> HttpResponse:
    """End an exclusion now."""
    row = get_object_or_404(Exclusion.objects.select_related("user", "pack"), pk=pk)
    form = WhyForm(request.POST)
    if not form.is_valid():
        return _page(request, 422, readmitting=form, again=row)
    said = form.cleaned_data
    try:
        room.readmit(row, by=person(request), request_sha=request_sha(request), **said)
    except Refused as refusal:
        row.refresh_from_db()
        return _page(request, status_of(refusal), readmitting=with_error(form, refusal), again=row)
    return _done(request, said["key"], f"{row.user.username} is readmitted.")


def _done(request: HttpRequest, key: str, told: str) -> HttpResponse:
    """201 with the part of the page to a swap, 303 to a plain form."""
    entry = Entry.objects.get(user=person(request), key=key)
    if not swaps.is_swap(request):
        messages.success(request, told)
        return see_other(reverse("seats") + "#exclusions", entry)
    response = _page(request, 201, told=told)
    response.headers["X-Ledger-Seq"] = str(entry.seq)
    return response


def _page(request: HttpRequest, status: int, **more: Any) -> HttpResponse:
    if swaps.is_swap(request):
        return render(request, "reviews/_exclusions.html", part(request) | more, status=status)
    return page(request, status=status, **more)
