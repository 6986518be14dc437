"""Seats and vacates judges. A seat on one pack is told in that pack's ledger, a seat on the whole desk in the desk's."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from reviews import exclusions, ledger
from reviews.core import names, utc
from reviews.core.refusals import ActRefused, Malformed, NoSeat
from reviews.models import Entry, Pack, Seat, User

LABEL, CLASS = "Desk editor", "human-class"


def seat(
    user: User,
    pack: Pack | None,
    *,
    by: User | None,
    label: str = LABEL,
    seat_class: str = CLASS,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
    why: str = "",
    key: str = "",
    request_sha: str = "",
) -> Seat:
    """Give a user a seat on a pack, or on the whole desk (None). `by` is None for the command line alone.

    The same key and request again give the seat that they gave before, and record nothing.
    """
    _fit(user, label, seat_class, starts_at, ends_at)
    with transaction.atomic():
        chain = ledger.lock(pack)
        _admin(by)
        _not_mistaken(user)
        if entry := ledger.repeated(by, key, request_sha):
            return Seat.objects.get(pk=entry.said["seat_id"])
        _not_excluded(user, pack)
        begins = starts_at or timezone.now()
        _free(user, pack, begins, ends_at)
        row = Seat.objects.create(
            user=user,
            pack=pack,
            label=label.strip(),
            seat_class=seat_class.strip(),
            starts_at=begins,
            ends_at=ends_at,
        )
        ledger.append(
            chain, "seat", user=by, seat=row, why=why, judge=user.actor, seat_id=row.pk, key=key,
            request_sha=request_sha, **_term(row),
        )  # fmt: skip
    return row


def vacate(row: Seat, *, by: User | None, why: str, key: str = "", request_sha: str = "") -> Entry:
    """End a seat now; an open page of its judge is refused from the next request on."""
    ledger.need_why("vacate", why)
    with transaction.atomic():
        chain = ledger.lock(row.pack)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return entry
        if not Seat.objects.filter(pk=row.pk, vacated_at=None).update(vacated_at=timezone.now()):
            raise ActRefused("This seat was vacated already.")
        return ledger.append(
            chain, "vacate", user=by, seat=row, why=why, judge=row.user.actor, seat_id=row.pk, key=key,
            request_sha=request_sha,
        )  # fmt: skip


def _admin(by: User | None) -> None:
    if by is not None and not by.is_admin_now():
        raise NoSeat("Only an admin seats and vacates judges.")


def _not_mistaken(user: User) -> None:
    """Users are made with names that are told apart; whoever came in another way is asked here."""
    seats = Seat.objects.filter(vacated_at=None).exclude(ends_at__lte=timezone.now()).exclude(user=user)
    for other in seats.values_list("user__username", flat=True).distinct():
        if names.are_alike(user.username, other):
            raise ActRefused(f"{user.username} can be mistaken for {other}, who holds a seat already.")


def _not_excluded(user: User, pack: Pack | None) -> None:
    """A seat on one pack would be for nothing; one on the whole desk counts wherever its judge is not excluded."""
    if pack and (found := exclusions.of(user, pack)):
        raise ActRefused(f"{user.username} is excluded from {found.place}: {found.why} Readmit them first.")


def _free(user: User, pack: Pack | None, starts_at: datetime, ends_at: datetime | None) -> None:
    """One seat at a place at a time; a later term may be given before the earlier one is over."""
    seats = Seat.objects.filter(user=user, pack=pack, vacated_at=None).exclude(ends_at__lte=starts_at)
    taken = seats.filter(starts_at__lt=ends_at) if ends_at else seats
    if not taken.exists():
        return
    if taken.standing().exists():
        raise ActRefused(f"{user.username} has a standing seat there already.")
    raise ActRefused(f"{user.username} has a seat there already for a part of that time.")


def _fit(
    user: User, label: str, seat_class: str, starts_at: datetime | None, ends_at: datetime | None
) -> None:
    if not (user.may_judge and user.is_active):
        raise Malformed(f"{user.username} is not a user who may be seated (add_user NAME --judge).", "user")
    for field, text in (("label", label), ("seat_class", seat_class)):
        if not text.strip() or len(text) > 80 or not text.isprintable():
            raise Malformed("Give 1 to 80 printable characters.", field)
    if ends_at and ends_at <= (starts_at or timezone.now()):
        raise Malformed("A term ends after it begins.", "ends_at")


def _term(row: Seat) -> dict[str, Any]:
    """The term as the ledger tells it, in UTC."""
    return {"starts": utc.written(row.starts_at), "ends": utc.written(row.ends_at) if row.ends_at else None}
