"""Ratifying, reopening and exporting over HTTP. Whether it may be is asked by `release`, under the lock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from reviews import exclusions, signing, witness
from reviews import release as room
from reviews.core.refusals import Refused
from reviews.forms.why import WhyForm
from reviews.models import Entry, Pack, Seat
from reviews.views import answers, errors
from reviews.views.packs import fault_url
from reviews.views.reasons import REASONS

RATIFIES = "Only an admin ratifies and reopens a pack."
EXPORTS = "Only an admin exports a pack."


@dataclass(frozen=True)
class Ratification:
    """One entry that ratified the pack, and whether the pack stands ratified by it."""

    entry: Entry
    stands: bool


@require_GET
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether the pack can be ratified, what is missing, and every export that it ever had."""
    return _page(request, get_object_or_404(Pack, slug=slug))


@require_POST
@answers.admins_only(RATIFIES)
def ratify(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, room.ratify, "Ratified. The export is below.")


@require_POST
@answers.admins_only(RATIFIES)
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    return _act(request, slug, room.reopen, "Open again. The earlier export stays below, unchanged.")


@require_GET
@answers.admins_only(EXPORTS)
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The pack's bytes: as loaded while untouched, as ratified since; with `ratified`, as of that entry."""
    return _export(request, slug, lambda made: answers.download(made.raw, made.name, "application/json"))


@require_GET
@answers.admins_only(EXPORTS)
def export_ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """The ledger that goes with the same export, up to its ratify entry."""
    return _export(
        request, slug, lambda made: answers.download(made.ledger, made.ledger_name, "application/x-ndjson")
    )


@require_GET
@answers.admins_only(EXPORTS)
def export_signature(request: HttpRequest, slug: str) -> HttpResponse:
    """The signature over the same export's bytes; 404 where this desk signs nothing."""
    return _export(request, slug, lambda made: _signed(request, made.raw, made.name))


@require_GET
@answers.admins_only(EXPORTS)
def ledger_signature(request: HttpRequest, slug: str) -> HttpResponse:
    return _export(request, slug, lambda made: _signed(request, made.ledger, made.ledger_name))


def _signed(request: HttpRequest, raw: bytes, name: str) -> HttpResponse:
    if (signature := signing.signature(raw)) is None:
        return errors.refused(request, "This desk has no key, so its exports are not signed.", 404)
    return answers.download(signature, f"{name}.sig", "text/plain; charset=utf-8")


def _export(request: HttpRequest, slug: str, answer: Callable[[room.Export], HttpResponse]) -> HttpResponse:
    pack = get_object_or_404(Pack, slug=slug)
    seq = _seq(pack, request.GET["ratified"]) if "ratified" in request.GET else None
    try:
        return answer(room.exported(pack, seq=seq))
    except Refused as error:
        return errors.refused(request, str(error), answers.status_of(error))


def _seq(pack: Pack, text: str) -> int:
    """The number of an entry that ratified this pack; 404 for any other."""
    found = [entry.seq for entry in room.ratifications(pack) if str(entry.seq) == text]
    if not found:
        raise Http404
    return found[0]


def _act(request: HttpRequest, slug: str, act: Callable[..., Entry], told: str) -> HttpResponse:
    pack, form = get_object_or_404(Pack, slug=slug), WhyForm(request.POST)
    if not form.is_valid():
        return _page(request, pack, 422, answers.first_error(form))
    said = form.cleaned_data
    try:
        entry = act(
            pack,
            by=answers.person(request),
            why=said["why"],
            key=said["key"],
            request_sha=answers.request_sha(request),
        )
    except Refused as error:
        pack.refresh_from_db()
        return _page(request, pack, answers.status_of(error), str(error))
    messages.success(request, told)
    return answers.see_other(reverse("release", args=[pack.slug]), entry)


def _barred(request: HttpRequest, pack: Pack, seen: witness.Witness) -> str:
    """Why it may not be this admin who ratifies or reopens, before they try."""
    admin = answers.person(request)
    if excluded := exclusions.of(admin, pack):
        return excluded.told
    return room.ALONE if not pack.is_ratified and room.decided_alone(admin, seen.state) else ""


def _page(request: HttpRequest, pack: Pack, status: int = 200, refused: str = "") -> HttpResponse:
    seen = witness.of(pack)
    ratified = [Ratification(row, row.seq == pack.ratified_seq) for row in room.ratifications(pack)]
    is_touched = seen.state is None or seen.state.is_touched
    context = {
        "nav": "shelf",
        "pack": pack,
        "refused": refused,
        "why": request.POST.get("why", "")[:2000] if refused else "",
        "faults": [(text, fault_url(pack, text)) for text in seen.faults],
        "standing": next((one for one in ratified if one.stands), None),
        "earlier": [one for one in ratified if not one.stands],
        "barred": _barred(request, pack, seen),
        "was_seated": Seat.objects.stood().on(pack).exists(),
        "is_touched": is_touched,
        "can_export": seen.holds and (pack.is_ratified or not is_touched),
        "reasons": REASONS["reopen"],
        "is_signed": signing.is_on(),
    }
    context["can_ratify"] = seen.holds and context["was_seated"] and not (pack.is_ratified or pack.n_open)
    return render(request, "reviews/release.html", context, status=status)
