"""Which published quotes another article of a pack no longer has, and holding their chips again. The desk decides."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from reviews import desk as room
from reviews import evidence, exclusions
from reviews.core.refusals import Refused
from reviews.forms.desk import ActForm
from reviews.models import Attachment, Chain, Chip, Pack
from reviews.views import answers


@require_GET
def newer(request: HttpRequest, slug: str, sha: str) -> HttpResponse:
    """A preview, chip by chip; nothing is written."""
    return _page(request, *_found(slug, sha))


@require_POST
@answers.admins_only("Only an admin holds chips again because their article changed.")
def hold_again(request: HttpRequest, slug: str, sha: str) -> HttpResponse:
    """Hold again every chip of the preview, each with its own entry, or none of them."""
    pack, given = _found(slug, sha)
    form = ActForm(request.POST)
    if not form.is_valid():
        return _page(request, pack, given, 422, answers.first_error(form))
    try:
        done = room.rehold(pack, sha, answers.ask(request, form.cleaned_data))
    except Refused as refusal:
        return _page(request, pack, given, answers.status_of(refusal), str(refusal))
    if not done[0].is_repeat:
        told = "1 chip was" if len(done) == 1 else f"{len(done)} chips were"
        messages.success(request, f"{told} held again. Each has an entry in the ledger that says why.")
    # Of several entries the first has the key, and is the one that a repeated request finds.
    return answers.see_other(reverse("newer", args=[slug, sha]), done[0].entry)


def _found(slug: str, sha: str) -> tuple[Pack, Attachment]:
    """Looked up through its pack; the cited article is no newer one."""
    pack = get_object_or_404(Pack, slug=slug)
    return pack, get_object_or_404(Attachment, pack=pack, article_id=sha, is_cited=False)


def _page(
    request: HttpRequest, pack: Pack, given: Attachment, status: int = 200, error: str = ""
) -> HttpResponse:
    published = Chip.objects.filter(pack=pack, status="published")
    context = {
        "nav": "shelf",
        "pack": pack,
        "given": given,
        "error": error,
        "excluded": exclusions.of(answers.person(request), pack),
        "fallen": evidence.fallen(pack, given.article_id),
        "n_quoted": published.exclude(quote="").count(),
        "n_unquoted": published.filter(quote="").count(),
        "version": Chain.objects.get(pack=pack).size,
        "key": secrets.token_urlsafe(12),
        "why": request.POST.get("why", ""),
    }
    return render(request, "reviews/newer.html", context, status=status)
