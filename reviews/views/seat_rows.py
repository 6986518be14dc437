"""Seats as pages list them: each with the word for where its term stands, and who gave and ended it. Nothing is written here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from reviews.models import Entry, Pack, Seat
from reviews.views.entries import body_of, number, text
from reviews.views.numbers import whole_number

STATES = ("standing", "coming", "ended", "vacated", "paused")
PAGE = 50


@dataclass(frozen=True)
class Happened:
    """One entry about a seat: that it was given or vacated, by whom, when and why."""

    entry: Entry
    why: str


@dataclass(frozen=True)
class SeatRow:
    """A seat and the word for it (it is paused while its judge is deactivated), and what happened to it, oldest first."""

    seat: Seat
    state: str
    history: tuple[Happened, ...] = ()

    @property
    def is_open(self) -> bool:
        """Is there anything left to vacate?"""
        return self.state in ("standing", "coming", "paused")


def rows(seats: Iterable[Seat]) -> list[SeatRow]:
    """Seats (user and pack at hand) as they stand now."""
    found, now = list(seats), timezone.now()
    told = _histories(found)
    return [SeatRow(seat, _state(seat, now), tuple(told[seat.pk])) for seat in found]


def page_of(request: HttpRequest) -> dict[str, Any]:
    """A page of the seats asked for, newest first, and the address of the next."""
    state, slug = request.GET.get("state", ""), request.GET.get("pack", "")
    before = whole_number(request.GET.get("before"))
    seats = Seat.objects.select_related("user", "pack").order_by("-id")
    if state in STATES:
        seats = seats.filter(_asked(state, timezone.now()))
    if slug:
        seats = seats.filter(pack__in=Pack.objects.filter(slug=slug.replace("\0", "")))
    if before is not None:
        seats = seats.filter(id__lt=before)
    page = list(seats[: PAGE + 1])
    query = {
        "state": state if state in STATES else "",
        "pack": slug,
        "before": page[PAGE - 1].pk if page[PAGE:] else "",
    }
    older = "?" + urlencode({name: value for name, value in query.items() if value}) if page[PAGE:] else ""
    return {"rows": rows(page[:PAGE]), "older": older, "state": query["state"], "slug": slug}


def labelled_alike(seat: Seat) -> str:
    """What an admin is told where another judge sits under the same label and class; empty where nobody does."""
    others = Seat.objects.standing().exclude(user=seat.user)
    if not others.filter(label=seat.label, seat_class=seat.seat_class).exists():
        return ""
    return f"Another judge sits as “{seat.label}” too, and exports do not tell the two apart. A seat under another label would."


def _histories(seats: list[Seat]) -> defaultdict[int | None, list[Happened]]:
    """By seat, its entries. They lie in the ledgers of the packs, and for the whole desk in the desk's own."""
    of_packs = Q(chain__pack__in={seat.pack_id for seat in seats if seat.pack_id})
    of_desk = Q(chain__pack=None) if any(seat.pack_id is None for seat in seats) else Q(pk=None)
    found = Entry.objects.filter(of_packs | of_desk, act__in=("seat", "vacate")).select_related("user")
    told: defaultdict[int | None, list[Happened]] = defaultdict(list)
    for entry in found.order_by("id"):
        body = body_of(entry.body)
        told[number(body, "seat_id")].append(Happened(entry, text(body, "why")))
    return told


def _state(seat: Seat, now: datetime) -> str:
    if seat.vacated_at is not None:
        return "vacated"
    if seat.ends_at is not None and seat.ends_at <= now:
        return "ended"
    if not seat.user.is_active:
        return "paused"
    return "coming" if seat.starts_at > now else "standing"


def _asked(state: str, now: datetime) -> Q:
    """The same words as questions to the database."""
    over = Q(ends_at__isnull=False, ends_at__lte=now)
    kept = Q(vacated_at=None) & ~over
    return {
        "vacated": Q(vacated_at__isnull=False),
        "ended": Q(vacated_at=None) & over,
        "paused": kept & Q(user__is_active=False),
        "coming": kept & Q(user__is_active=True, starts_at__gt=now),
        "standing": kept & Q(user__is_active=True, starts_at__lte=now),
    }[state]
