"""The desk over HTTP: one page to read a chip, one address for each act on it. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from reviews import desk as room
from reviews import evidence
from reviews.core import acts
from reviews.core.refusals import (
    ActRefused,
    DoesNotAddUp,
    KeyReused,
    Malformed,
    NoSeat,
    NotPublishable,
    Refused,
)
from reviews.core.wording import diff
from reviews.forms.desk import ActForm, EditForm, PublishForm, UndoForm, cites_in
from reviews.models import Chip, Pack, User
from reviews.publishing import Quoted
from reviews.views import desk_quote, desk_rows, findings, swaps, two
from reviews.views.answers import SeeOther, ask, error_of, first_error, person
from reviews.views.desk_answer import Answer
from reviews.views.desk_page import desk_url, show
from reviews.views.desk_rows import find_chip, find_pack
from reviews.views.queue import first, next_chip, shown

STATUS: tuple[tuple[type[Refused], int], ...] = (
    (NoSeat, 403),
    (ActRefused, 409),
    (DoesNotAddUp, 409),
    (Malformed, 422),
    (NotPublishable, 422),
    (KeyReused, 422),
)


@require_GET
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """One chip beside its cited sections: the one asked for, else the first that waits."""
    pack = find_pack(slug)
    cid = request.GET.get("chip", "")
    chip = find_chip(pack, cid) if cid else first(pack, person(request), shown(request))
    return show(request, pack, chip, Answer(is_editing="edit" in request.GET))


@require_POST
def publish(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    return _act(
        request,
        slug,
        cid,
        PublishForm,
        lambda pack, form, ask: room.publish(pack, cid, ask, _quoted(form), form.overrides),
    )


@require_POST
def hold(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    return _act(request, slug, cid, ActForm, lambda pack, form, ask: room.hold(pack, cid, ask))


@require_POST
def drop(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    return _act(request, slug, cid, ActForm, lambda pack, form, ask: room.drop(pack, cid, ask))


@require_POST
def undo(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    return _act(
        request, slug, cid, UndoForm, lambda pack, form, ask: room.undo(pack, cid, ask, form.overrides)
    )


@require_POST
def edit(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    form_class = partial(EditForm, known=_cites_of(slug, cid))
    return _act(request, slug, cid, form_class, lambda pack, form, ask: _edit(pack, cid, form, ask))


@require_POST
def quote(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    """Where the typed quote stands, in words. Nothing is written: it is asked again when publishing."""
    pack = find_pack(slug)
    chip, form = find_chip(pack, cid), PublishForm(request.POST)
    form.is_valid()
    quoted = _quoted(form)
    typed = EditForm(request.POST, known=chip.cites)
    cites = typed.cites if "cites" in request.POST else chip.cites
    verdict = evidence.verdict(pack, quoted.words, quoted.cite, cites, quoted.at)
    return render(
        request,
        "reviews/_verdict.html",
        {
            "verdict": verdict if quoted.words.strip() else None,
            "mend": desk_quote.mend(pack, verdict, cites, quoted.words),
            "pack": pack,
            "chip": chip,
            "typed": {"cites": cites},
            "only": shown(request),
            "is_editing": "cites" in request.POST,
        },
    )


@require_GET
def suggestions(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    """Sentences that might carry the answer, for a page that came without them."""
    pack = find_pack(slug)
    chip = find_chip(pack, cid)
    names = {
        "pack": pack,
        "chip": chip,
        "at_desk": desk_url(pack),
        "only": shown(request),
        "is_editing": "edit" in request.GET,
        "suggested": desk_quote.suggested(pack, chip, two.of(pack, chip, person(request))),
    }
    return render(request, "reviews/_suggested.html", names)


@require_POST
def check(request: HttpRequest, slug: str, cid: str) -> HttpResponse:
    """What the gates hold against the words being typed, and how they differ from the writer's. Nothing is written."""
    pack = find_pack(slug)
    chip = find_chip(pack, cid)
    form = EditForm(request.POST, known=chip.cites)
    form.is_valid()
    q, a = (form.cleaned_data.get(name, "").replace("\r\n", "\n") for name in ("q", "a"))
    context = {
        "errors": [error_of(form, name) for name in ("q", "a") if name in form.errors],
        "findings": findings.groups(evidence.asked(evidence.source(pack), q, a, form.cites)),
        "rewording": {"q": diff(chip.writer_q, q), "a": diff(chip.writer_a, a)},
        "recites": _recites(pack, chip.cites, form.cites),
        "is_editing": True,
        "may_override": True,
        "typed": {"override": form.overrides},
    }
    return render(request, "reviews/_check.html", context)


def _recites(pack: Pack, before: Sequence[str], after: Sequence[str]) -> dict[str, list[str]]:
    if list(before) == list(after):
        return {}
    return desk_quote.recites(before, after, {one.sid: one for one in desk_rows.sections_of(pack)})


def _act(
    request: HttpRequest,
    slug: str,
    cid: str,
    form_class: Callable[[QueryDict], ActForm],
    act: Callable[[Pack, Any, room.Ask], room.Done | None],
) -> HttpResponse:
    """The way of every act: shape, then the room, which reads the pack itself under its lock, then the answer."""
    pack = find_pack(slug)
    form = form_class(request.POST)
    if not form.is_valid():
        return _refused(request, pack, cid, Malformed(first_error(form), next(iter(form.errors))))
    try:
        done = act(pack, form, ask(request, form.cleaned_data))
    except Chip.DoesNotExist as error:
        raise Http404 from error
    except Refused as refusal:
        return _refused(request, pack, cid, refusal)
    return _unchanged(request, pack, cid) if done is None else _recorded(request, pack, done)


def _cites_of(slug: str, cid: str) -> Sequence[str]:
    return Chip.objects.filter(pack__slug=slug, cid=cid).values_list("cites", flat=True).first() or ()


def _edit(pack: Pack, cid: str, form: EditForm, ask: room.Ask) -> room.Done | None:
    if form.cleaned_data["then"] == "publish":
        return room.edit_and_publish(pack, cid, ask, form.wording, _quoted(form), form.overrides)
    return room.hand_edit(pack, cid, ask, form.wording)


def _quoted(form: PublishForm) -> Quoted:
    clean = form.cleaned_data
    return Quoted(clean.get("quote", ""), clean.get("quote_cite", ""), form.at)


def _recorded(request: HttpRequest, pack: Pack, done: room.Done) -> HttpResponse:
    """201 with the next chip to a swap, 303 to a plain form; a repeated request is told what it was told before."""
    assert isinstance(request.user, User)
    chip, only = done.entry.chip, shown(request)
    assert chip is not None
    pack = chip.pack  # as the act left it
    is_swap = swaps.is_swap(request)
    moves_on = done.entry.act not in ("undo", "hand-edit") and request.user.auto_advance
    shown_chip = next_chip(pack, request.user, chip.position, only) if moves_on else chip
    cid = shown_chip.cid if shown_chip else ""
    if is_swap:
        # A quote chosen while the words were edited is for the words that were saved.
        typed = {
            n: v
            for n, v in _typed(request, ()).items()
            if n.startswith("quote") and done.entry.act == "hand-edit"
        }
        answer = Answer(200 if done.is_repeat else 201, typed=typed, done=done.entry, seat=done.seat)
        response = show(request, pack, shown_chip, answer)
        response.headers["HX-Push-Url"] = desk_url(pack, cid, show=only)
    else:
        response = SeeOther(desk_url(pack, cid, show=only, done=done.entry.seq))
    response.headers["X-Ledger-Seq"] = str(done.entry.seq)
    return response


def _unchanged(request: HttpRequest, pack: Pack, cid: str) -> HttpResponse:
    """A hand-edit that changes nothing is not recorded; the chip is shown as it stands."""
    if swaps.is_swap(request):
        return _shown(request, pack, cid, Answer(error="Nothing was changed, so nothing was recorded."))
    return SeeOther(desk_url(pack, cid, show=shown(request), same=1))


def _refused(request: HttpRequest, pack: Pack, cid: str, refusal: Refused) -> HttpResponse:
    """The same chip with the words as typed, and why nothing was recorded."""
    status = next(code for kind, code in STATUS if isinstance(refusal, kind))
    answer = Answer(
        status=status,
        typed=_typed(request, _cites_of(pack.slug, cid)),
        error=str(refusal),
        wrong=getattr(refusal, "field", ""),
        findings=getattr(refusal, "findings", ()),
        is_conflict=isinstance(refusal, ActRefused),
        is_editing=not request.POST.keys().isdisjoint(("q", "a", "cites")),
    )
    return _shown(request, pack, cid, answer)


def _shown(request: HttpRequest, pack: Pack, cid: str, answer: Answer) -> HttpResponse:
    """A chip and its pack as they stand now."""
    pack = Pack.objects.get(pk=pack.pk)
    return show(request, pack, find_chip(pack, cid), answer)


def _typed(request: HttpRequest, known: Sequence[str]) -> dict[str, Any]:
    typed: dict[str, Any] = {
        name: request.POST[name]
        for name in ("why", "quote", "quote_cite", "quote_start", "quote_end", "q", "a")
        if name in request.POST
    }
    typed["override"] = request.POST.getlist("override")
    if "cites" in request.POST:
        typed["cites"] = list(cites_in(request.POST.getlist("cites"), known))[: acts.MOST_CITES]
    return typed
