"""For which chips of a pack two judges are asked: everybody may read it, an admin sets it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from reviews import opinions
from reviews.core.refusals import Refused
from reviews.forms.opinions import TOLD, RuleForm
from reviews.models import Entry, Pack, Seat
from reviews.views import answers, errors

REFUSED = "Only an admin says for which chips two judges are asked."


@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, slug: str) -> HttpResponse:
    """The rule of a pack, and the form that sets it for the pack or for a series."""
    pack = get_object_or_404(Pack, slug=slug)
    if request.method == "GET":
        initial = {"second": pack.rule.name, "share": pack.rule.share or 20}
        return _page(request, pack, RuleForm(pack, initial=initial))
    if not answers.person(request).is_staff:
        return errors.refused(request, REFUSED, 403)
    form = RuleForm(pack, request.POST)
    if not form.is_valid():
        return _page(request, pack, form, status=422)
    try:
        entry = _set(request, pack, form.cleaned_data)
    except Refused as refusal:
        pack.refresh_from_db()
        return _page(request, pack, answers.with_error(form, refusal), status=answers.status_of(refusal))
    messages.success(request, "The rule for second opinions is set. What was decided before stays.")
    return answers.see_other(reverse("rule", args=[slug]), entry)


def _set(request: HttpRequest, pack: Pack, said: Mapping[str, Any]) -> Entry:
    asked: dict[str, Any] = {
        **{name: said[name] for name in ("second", "share", "why", "key")},
        "by": answers.person(request),
        "request_sha": answers.request_sha(request),
    }
    if said["series"]:
        return opinions.set_series_rule(said["series"], **asked)
    return opinions.set_rule(pack, **asked)


def _page(request: HttpRequest, pack: Pack, form: RuleForm, status: int = 200) -> HttpResponse:
    seats = Seat.objects.standing().on(pack)
    context = {
        "nav": "shelf",
        "pack": pack,
        "form": form,
        "told": TOLD[pack.rule.name],
        "n_judges": len(set(seats.values_list("user", flat=True))),
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "reviews/rule.html", context, status=status)
