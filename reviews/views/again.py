"""What a plain form sent when its log-in was over: kept for the person whose log-in it was, shown after the next, sent again.

A swap keeps its words in its page. A page that is left for the log-in keeps none, so they lie in the session, on the server.
Only for a log-in that was known to be over: else anybody could fill the table, and whoever logs in next read a first opinion.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from reviews.views.answers import page_of, person
from reviews.views.errors import typed, words_of

KEPT = "kept"
LONGEST = 300_000  # characters as they came over the line: the longest chip with its quote, in any script
VERBS = frozenset("publish hold edit drop undo strike ratify reopen vacate exclude readmit".split())
PLACES = ("/packs/", "/seats/", "/users/")  # no password is asked for there


def keep(request: HttpRequest) -> bool:
    """Keep what was typed until its writer has logged in again; False where there is nothing to keep, or nobody to keep it for."""
    whose = getattr(request, "whose", None) or request.session.get(KEPT, {}).get("whose")
    if whose is None or not request.path.startswith(PLACES) or not typed(request):
        return False
    sent = request.POST.copy()
    sent.pop("csrfmiddlewaretoken", None)
    text = sent.urlencode()
    if len(text) > LONGEST:
        return False
    request.session[KEPT] = {"whose": whose, "where": request.path, "sent": text}
    return True


def let_go(request: HttpRequest) -> None:
    """It was sent again, so it is kept no more."""
    if request.session.get(KEPT, {}).get("where") == request.path:
        del request.session[KEPT]


@require_GET
def again(request: HttpRequest) -> HttpResponse:
    """The words in their form, to be sent now or not; to the packs for whoever has none kept."""
    kept = request.session.get(KEPT)
    if kept is None or kept["whose"] != str(person(request).pk):
        request.session.pop(KEPT, None)
        return HttpResponseRedirect(reverse("shelf"))
    return render(request, "reviews/again.html", _form(kept))


def _form(kept: dict[str, Any]) -> dict[str, Any]:
    sent = QueryDict(kept["sent"])
    words = words_of(sent)
    seen = dict(words)
    hidden = [(name, value) for name, values in sent.lists() if name not in seen for value in values]
    verb = kept["where"].strip("/").rpartition("/")[2]
    told = {"verb": verb} if verb in VERBS else {}
    return {**told, "where": kept["where"], "page": page_of(kept["where"]), "words": words, "hidden": hidden}
