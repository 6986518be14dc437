"""The shelf: every pack, and where it stands. Nothing is counted over a table here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from reviews.core.acts import LONGEST_SERIES
from reviews.models import Exclusion, Pack
from reviews.views.answers import person

PAGE = 25
LONGEST = 200
SUGGESTED = 20
STATES = {"": "All", "waiting": "Waiting", "ready": "Ready to ratify", "ratified": "Ratified"}
PLACE = re.compile(r"([0-2])\.([a-z0-9-]{1,100})")


@dataclass(frozen=True)
class Asked:
    """What the address asks for: words, a state, a series, and from which pack on (or back)."""

    q: str
    state: str
    series: str
    after: str
    before: str

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Asked:
        """Names and states that are not known are read as not given."""
        words, series = (given.get(name, "").replace("\0", "").strip() for name in ("q", "series"))
        after, before = (given.get(name, "") for name in ("after", "before"))
        state = given.get("state", "")
        state = state if state in STATES else ""
        return cls(words[:LONGEST], state, series[:LONGEST_SERIES], after, before)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.q or self.state or self.series)

    def address(self, **changes: str) -> str:
        """The query for the same filters with these changes; places are given anew each time."""
        fields = {"q": self.q, "state": self.state, "series": self.series} | changes
        return "?" + urlencode({name: value for name, value in fields.items() if value})


@require_GET
def shelf(request: HttpRequest) -> HttpResponse:
    """Packs that wait come first, then those to ratify, then the ratified."""
    asked = Asked.of(request.GET)
    packs, earlier, later = _page(asked)
    context = {
        "nav": "shelf",
        "asked": asked,
        "packs": packs,
        "excluded": _excluded(request, packs),
        "tabs": [(asked.address(state=state), name, state == asked.state) for state, name in STATES.items()],
        "without_series": asked.address(series=""),
        "earlier": earlier and asked.address(before=_place(packs[0])),
        "later": later and asked.address(after=_place(packs[-1])),
        "is_start": not (asked.after or asked.before),
    }
    return render(request, "reviews/shelf.html", context)


@require_GET
def slugs(request: HttpRequest) -> HttpResponse:
    """The first slugs that begin as one that is being typed, for its field's list. Only the index of slugs is walked."""
    typed = (request.GET.get("slug") or request.GET.get("pack") or "").replace("\0", "").strip()[:LONGEST]
    packs = Pack.objects.filter(slug__gte=typed, slug__startswith=typed).order_by("slug")
    return render(request, "reviews/_slugs.html", {"packs": packs.only("slug", "title")[:SUGGESTED]})


def _excluded(request: HttpRequest, packs: list[Pack]) -> dict[int, Exclusion]:
    """By pack, what keeps this person from deciding on it: one question for the whole page."""
    found = list(Exclusion.objects.standing().filter(user=person(request)).order_by("-id"))
    by_pack = {one.pack_id: one for one in found if one.pack_id}
    by_series = {one.series: one for one in found if one.series}
    covers = {
        pack.pk: by_pack.get(pack.pk)
        or next((by_series[name] for name in pack.series_names if name in by_series), None)
        for pack in packs
    }
    return {pk: one for pk, one in covers.items() if one}


def _page(asked: Asked) -> tuple[list[Pack], bool, bool]:
    """One page of packs, and whether there are earlier and later ones: one row more is read than shown."""
    packs = Pack.objects.shelf(words=asked.q, state=asked.state, series=asked.series)
    if before := PLACE.fullmatch(asked.before):
        rank, slug = int(before[1]), before[2]
        back = packs.order_by("-rank", "-slug")
        rows = _onward(back.filter(rank=rank, slug__lt=slug), back.filter(rank__lt=rank))
        return rows[:PAGE][::-1], len(rows) > PAGE, bool(rows)
    if after := PLACE.fullmatch(asked.after):
        rank, slug = int(after[1]), after[2]
        rows = _onward(packs.filter(rank=rank, slug__gt=slug), packs.filter(rank__gt=rank))
    else:
        rows = list(packs[: PAGE + 1])
    return rows[:PAGE], bool(after and rows), len(rows) > PAGE


def _onward(here: QuerySet[Pack], beyond: QuerySet[Pack]) -> list[Pack]:
    """The packs on from a place, within its rank and then beyond. Asked for as one, every pack before it would be read."""
    rows = list(here[: PAGE + 1])
    return rows + list(beyond[: PAGE + 1 - len(rows)])


def _place(pack: Pack) -> str:
    """Where a pack stands in the shelf's order."""
    return f"{pack.rank}.{pack.slug}"
