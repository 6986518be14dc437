"""Answers that several pages give: on after an act, a refusal, a file to keep. Nothing is decided here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from csp.decorators import csp
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from reviews.core.refusals import ActRefused, DoesNotAddUp, NoSeat, Refused
from reviews.desk import Ask
from reviews.models import Entry, User
from reviews.templatetags.field_tags import field
from reviews.views import errors, swaps

View = Callable[..., HttpResponse]
Form = TypeVar("Form", bound=BaseForm)
SANDBOX: dict[str, Any] = {"default-src": ["'none'"], "sandbox": True, "frame-ancestors": ["'none'"]}


class SeeOther(HttpResponseRedirect):
    """What a plain form gets once its act stands recorded: a page that can be loaded again."""

    status_code = 303


def see_other(url: str, entry: Entry | None = None) -> SeeOther:
    """On to `url`; where an entry was recorded, its number goes along as `X-Ledger-Seq`."""
    response = SeeOther(url)
    if entry is not None:
        response.headers["X-Ledger-Seq"] = str(entry.seq)
    return response


def moved(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """To a swap, which would follow a redirect by itself and put the page it leads to into this one: 201, and on to it."""
    if swaps.is_swap(request) and isinstance(response, SeeOther):
        response.status_code = 201
        response.headers["HX-Redirect"] = response.url
        del response.headers["Location"]
    return response


def status_of(error: Exception) -> int:
    """The status of a refusal: role or seat 403, what stands 409, the form 422."""
    if isinstance(error, NoSeat):
        return 403
    if isinstance(error, ActRefused | DoesNotAddUp):
        return 409
    return 422


def request_sha(request: HttpRequest) -> str:
    """64 hex over address and fields: the same key with another request is told from a repeated one by it.

    Line ends are LF: a script sends them so, and the same form without one as CRLF.
    """
    sent = ((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    fields = sorted((name, [value.replace("\r\n", "\n") for value in values]) for name, values in sent)
    return hashlib.sha256(json.dumps([request.path, fields]).encode()).hexdigest()


def ask(request: HttpRequest, said: Mapping[str, Any]) -> Ask:
    """Who asks, on which version, with which key and why, from a form's cleaned fields."""
    return Ask(
        judge=person(request),
        version=said["version"],
        key=said["key"],
        sha=request_sha(request),
        why=said.get("why", ""),
    )


def person(request: HttpRequest) -> User:
    """Whoever is logged in; every page but the log-in has asked for that before."""
    return cast(User, request.user)


def page_of(path: str) -> str:
    """The page that an act's address belongs to: a redirect never repeats a POST as a GET."""
    top, *below = path.strip("/").split("/")
    match below:
        case [slug, "chips", cid, _] if top == "packs":
            return f"{reverse('desk', args=[slug])}?{urlencode({'chip': cid})}"
        case [slug, _, *_] if top == "packs":
            return reverse("pack", args=[slug])
    return reverse(top) if top in ("seats", "account") else reverse("shelf")


def our_path(request: HttpRequest, url: str) -> str:
    """A path of ours to go on to, or nothing: never another host, and never round to this very page."""
    hosts, is_round = {request.get_host()}, url.split("?")[0].split("#")[0] == request.path
    is_ours = url_has_allowed_host_and_scheme(url, allowed_hosts=hosts, require_https=request.is_secure())
    is_path = url.startswith("/") and not url.startswith("//")  # "//" alone names a host that is empty
    return url if is_ours and is_path and not is_round else ""


def admins_only(sentence: str) -> Callable[[View], View]:
    """Answers 403 with this sentence, and the words that were typed, to whoever is not an admin."""

    def wrap(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not person(request).is_staff:
                return errors.refused(request, sentence, 403)
            return view(request, *args, **kwargs)

        return answer

    return wrap


def download(raw: bytes, name: str, content_type: str) -> HttpResponse:
    """A file to keep."""
    return attached(HttpResponse(raw, content_type=content_type), name)


def attached(response: HttpResponseBase, name: str) -> HttpResponse:
    """An answer as a file, of which a browser runs nothing. `name` is made from a slug: it needs no quoting."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return cast(HttpResponse, csp(SANDBOX)(lambda request: response)(HttpRequest()))


def with_error(form: Form, refusal: Refused) -> Form:
    """The form with a refusal's sentence, at the field that has to be mended where there is one."""
    wrong = getattr(refusal, "field", "")
    form.add_error(wrong if wrong in form.fields else None, str(refusal))
    return form


def first_error(form: BaseForm) -> str:
    """What keeps a form from being read, in a sentence; a field's name goes before its own."""
    return error_of(form, next(iter(form.errors)))


def error_of(form: BaseForm, name: str) -> str:
    """What is wrong with one field, after its name; of the whole form (`__all__`) without."""
    said = str(form.errors[name][0])
    return said if name == "__all__" else f"{field(name).capitalize()}: {said}"
