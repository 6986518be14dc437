"""A bullet or a digest struck by hand, or brought back: one address for each. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from reviews import strikes as room
from reviews.core.refusals import NoSeat, Refused
from reviews.desk import Ask, Done
from reviews.forms.desk import ActForm
from reviews.forms.strike import StrikeForm
from reviews.models import Pack
from reviews.views import answers, errors, packs


@require_POST
def strike(request: HttpRequest, slug: str, kind: str, name: str) -> HttpResponse:
    """Remove a bullet (by its text_sha) or a digest (by its section) by hand."""
    pack, form = get_object_or_404(Pack, slug=slug), StrikeForm(request.POST)
    return _answer(
        request,
        pack,
        kind,
        name,
        form,
        lambda ask: room.strike(pack, kind, name, ask, form.cleaned_data["figure"]),
    )


@require_POST
def undo(request: HttpRequest, slug: str, kind: str, name: str) -> HttpResponse:
    """Bring it back."""
    pack, form = get_object_or_404(Pack, slug=slug), ActForm(request.POST)
    return _answer(request, pack, kind, name, form, lambda ask: room.undo_strike(pack, kind, name, ask))


def _answer(
    request: HttpRequest, pack: Pack, kind: str, name: str, form: ActForm, act: Callable[[Ask], Done]
) -> HttpResponse:
    if "\0" in name:
        raise Http404
    if not form.is_valid():
        return _refused(request, pack, f"{kind}:{name}", answers.first_error(form), 422)
    try:
        done = act(answers.ask(request, form.cleaned_data))
    except ObjectDoesNotExist as error:
        raise Http404 from error
    except NoSeat as error:
        return errors.refused(request, str(error), 403)
    except Refused as error:
        return _refused(request, pack, f"{kind}:{name}", str(error), answers.status_of(error))
    if not done.is_repeat:
        messages.success(
            request, f"{'Struck' if done.entry.act == 'strike' else 'Brought back'}: one {kind}."
        )
    return answers.see_other(f"{reverse('pack', args=[pack.slug])}#{kind}-{name}", done.entry)


def _refused(request: HttpRequest, pack: Pack, item: str, text: str, status: int) -> HttpResponse:
    """The pack page as it stands now, with the words as typed in the item's own form."""
    typed = {name: request.POST.get(name, "") for name in ("why", "figure")}
    pack.refresh_from_db()
    said = {"item": item, "text": text, "words": errors.typed(request), **typed}
    return packs.page(request, pack, status=status, refused=said)
