"""Loading packs and attaching articles over HTTP. What is wrong with a file is said by `intake` alone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from reviews import evidence
from reviews import intake as room
from reviews.core.check import Report
from reviews.core.faults import ArticleError, Fault, PackError
from reviews.core.refusals import DoesNotAddUp
from reviews.forms.load import ArticleForm, FilesForm, LoadForm
from reviews.models import Article, Attachment, Entry, Pack, Section
from reviews.templatetags.pack_tags import ROWS, plain
from reviews.views import answers, swaps
from reviews.views.answers import person
from reviews.views.numbers import whole_number

LINE_END = re.compile(r"[\r\n]")
NOT_CITED = "The article that came with it is kept, and marked: it is not the cited one."
TOLD = 5  # notes after a load
WITH_THE_PACK, ON_ITS_PAGE = "uploaded with the pack", "uploaded on its article page"


@require_http_methods(["GET", "POST"])
@answers.admins_only("Only an admin loads packs.")
def load(request: HttpRequest) -> HttpResponse:
    """The form; sent, the pack it became, or every fault. `check` reads the same files and writes nothing."""
    if request.method == "GET":
        return _load_page(request)
    form = LoadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _load_page(request, 422, faults=_form_faults(form))
    return answers.moved(request, _read(request, form))


def _read(request: HttpRequest, form: LoadForm) -> HttpResponse:
    raw, article = form.raw("pack") or b"", form.raw("article")
    if "check" in request.POST:
        return _checked(request, room.checked(raw, article))
    try:
        return _loaded(request, room.load(raw, article, by=person(request), origin=WITH_THE_PACK))
    except PackError as error:
        return _load_page(request, 422, faults=error.faults)
    except ArticleError as error:
        return _load_page(request, 422, faults=[Fault("/source", "article", str(error))])


@require_http_methods(["GET", "POST"])
def article(request: HttpRequest, slug: str) -> HttpResponse:
    """Which article stands, and how the pack's spans fit it; an admin attaches one."""
    pack = get_object_or_404(Pack, slug=slug)
    return _article_page(request, pack) if request.method == "GET" else _attach(request, pack)


@require_GET
def raw_article(request: HttpRequest, slug: str, sha: str) -> HttpResponse:
    """An article that was given to this pack, byte for byte."""
    given = get_object_or_404(Attachment.objects.select_related("article"), pack__slug=slug, article_id=sha)
    name = f"{slug}.md" if given.is_cited else f"{slug}.{sha[:12]}.md"
    return answers.download(bytes(given.article.raw), name, "text/plain; charset=utf-8")


def _load_page(request: HttpRequest, status: int = 200, **found: Any) -> HttpResponse:
    """The page; to a swap only what is said, for no page can be given back the files that were chosen in it."""
    limits = {"pack": settings.PACK_MAX_BYTES / 1e6, "article": settings.ARTICLE_MAX_BYTES / 1e6}
    chosen = [file.name for _, files in request.FILES.lists() for file in files]
    context = {"nav": "load", "limits": limits, "chosen": chosen, **found}
    template = "reviews/_load_said.html" if swaps.is_swap(request) else "reviews/load.html"
    return render(request, template, context, status=status)


def _form_faults(form: FilesForm) -> list[Fault]:
    said = [(name, str(text)) for name, texts in form.errors.items() for text in texts]
    return [Fault("", "form" if name == "__all__" else name, text) for name, text in said]


def _checked(request: HttpRequest, report: Report) -> HttpResponse:
    known = report.pack and Pack.objects.filter(file_id=report.pack.sha).first()
    status = 422 if report.faults else 200
    return _load_page(request, status, report=report, known=known, faults=report.faults, is_check=True)


def _loaded(request: HttpRequest, loaded: room.Loaded) -> HttpResponse:
    pack = loaded.pack
    first = Entry.objects.get(chain__pack=pack, seq=0)
    if loaded.is_new:
        messages.success(request, f"Loaded: {plain(pack.title, 200)}")
        for text in _to_see_to(loaded.notes):
            messages.warning(request, text)
        return answers.see_other(reverse("pack", args=[pack.slug]), first)
    messages.info(request, "This very file is here already, so nothing was loaded and nothing was written.")
    if loaded.left_article:
        messages.warning(request, "The article that came with it was not attached either: attach it here.")
        return answers.see_other(reverse("article", args=[pack.slug]))
    return answers.see_other(reverse("pack", args=[pack.slug]), first)


def _to_see_to(notes: Sequence[Fault]) -> list[str]:
    """What an admin has to look after in a pack that was loaded, the first few each in a sentence."""
    found = [note for note in notes if Report.is_to_see_to(note)]
    told = [NOT_CITED if note.code == "not-cited" else f"To see to, at {note}" for note in found[:TOLD]]
    return told if len(found) <= TOLD else [*told, f"{len(found) - TOLD} more notes: Check only lists them."]


@answers.admins_only("Only an admin attaches an article.")
def _attach(request: HttpRequest, pack: Pack) -> HttpResponse:
    form = ArticleForm(request.POST, request.FILES)
    if not form.is_valid():
        return _article_page(request, pack, 422, _form_faults(form)[0].text)
    raw = form.raw("article") or b""
    try:
        given = room.attach(pack, raw, by=person(request), origin=ON_ITS_PAGE)
    except ArticleError as error:
        return _article_page(request, pack, 422, str(error))
    except DoesNotAddUp as error:
        return _article_page(request, pack, 409, str(error))
    level = messages.SUCCESS if given and given.is_cited else messages.WARNING
    messages.add_message(request, level, _told(given))
    sha = hashlib.sha256(raw).hexdigest()
    entry = next((one.entry for one in _given(pack) if one.attachment.article_id == sha), None)
    return answers.see_other(reverse("article", args=[pack.slug]), entry)


def _told(given: Attachment | None) -> str:
    if given is None:
        return "This very article was given to this pack before, so nothing was recorded."
    if given.is_cited:
        return "Attached: this is the cited article. The gates were asked again about every chip."
    return "Kept, and marked: this is not the cited article, so nothing is measured on it."


@dataclass(frozen=True)
class Given:
    """One article that a pack was given, and the entry that tells of it."""

    attachment: Attachment
    entry: Entry | None


@dataclass(frozen=True)
class Placed:
    """One section: its span as the file has it, its row (with that in code points), the line it starts at."""

    span: tuple[int, int]
    row: Section
    line: str


def _article_page(request: HttpRequest, pack: Pack, status: int = 200, error: str = "") -> HttpResponse:
    given, start = list(_given(pack)), whole_number(request.GET.get("from")) or 0
    sections = list(_sections(pack, start))
    context = {
        "nav": "shelf",
        "pack": pack,
        "error": error,
        "cited": next((one for one in given if one.attachment.is_cited), None),
        "others": [one for one in given if not one.attachment.is_cited],
        "found_sha": _found_sha(pack),
        "sections": sections[:ROWS],
        "later": start + ROWS if len(sections) > ROWS else None,
    }
    return render(request, "reviews/article.html", context, status=status)


def _given(pack: Pack) -> Iterator[Given]:
    entries = Entry.objects.filter(chain__pack=pack, act="attach").select_related("user")
    by_sha = {entry.said["article"]: entry for entry in entries}
    attachments = Attachment.objects.filter(pack=pack).select_related("article").defer("article__raw")
    for attachment in attachments.order_by("-id"):
        yield Given(attachment, by_sha.get(attachment.article_id))


def _found_sha(pack: Pack) -> str:
    """The hash of the bytes that stand, worked out anew for every page: a noted one proves nothing."""
    if pack.article_id is None:
        return ""
    return hashlib.sha256(bytes(Article.objects.get(pk=pack.article_id).raw)).hexdigest()


def _sections(pack: Pack, start: int) -> Iterator[Placed]:
    rows = evidence.loaded(pack.file_id)["sections"]
    text = evidence.article_text(pack.article_id) if pack.article_id else ""
    for row in Section.objects.filter(pack=pack).order_by("position")[start : start + ROWS + 1]:
        begin, end = rows[row.position]["span"]
        head = "" if row.start is None else text[row.start : row.start + 120]
        yield Placed((begin, end), row, LINE_END.split(head, maxsplit=1)[0])
