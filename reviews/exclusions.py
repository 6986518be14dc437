"""Conflicts of interest: who decides nothing, on which pack or series, and why. It seats nobody, and changes no chip.

An exclusion from a pack is told in that pack's ledger, one from a series in the desk's.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from reviews import ledger
from reviews.core.refusals import ActRefused, Excluded, Malformed, NoSeat
from reviews.models import Chain, Entry, Exclusion, Pack, User
from reviews.models.kept import Kept, given

_LOCKED = Kept(lambda: User.objects.filter(pk=given("user")).select_for_update(no_key=True).values_list("pk"))
_OF_USER = Kept(lambda: Exclusion.objects.standing().filter(user=given("user")).order_by("id"))

SOME = 5


def exclude(
    user: User,
    *,
    pack: Pack | None = None,
    series: str = "",
    by: User | None,
    why: str,
    key: str = "",
    request_sha: str = "",
) -> Exclusion:
    """Keep a person from deciding on one pack, or on every pack of a series. `by` is None for the command line alone.

    The same key and request again give the exclusion that they gave before, and record nothing.
    """
    _fit(pack, series, why)
    with transaction.atomic():
        chain = ledger.lock(pack)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return Exclusion.objects.get(pk=entry.said["exclusion_id"])
        # Whoever is deciding from a seat holds this row too: on a series' pack that is another chain's lock than this.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Exclusion.objects.standing().filter(user=user, pack=pack, series=series).exists():
            raise ActRefused(f"{user.username} is excluded there already.")
        row = Exclusion.objects.create(user=user, pack=pack, series=series, why=why.strip())
        _tell(chain, "exclude", row, by=by, why=why, key=key, request_sha=request_sha)
    return row


def readmit(row: Exclusion, *, by: User | None, why: str, key: str = "", request_sha: str = "") -> Entry:
    """End an exclusion: seats that stand count there again."""
    ledger.need_why("readmit", why)
    with transaction.atomic():
        chain = ledger.lock(row.pack)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return entry
        if not Exclusion.objects.standing().filter(pk=row.pk).update(ended_at=timezone.now()):
            raise ActRefused("This exclusion was ended already.")
        return _tell(chain, "readmit", row, by=by, why=why, key=key, request_sha=request_sha)


def of(user: User, pack: Pack) -> Exclusion | None:
    """What keeps this person from deciding on this pack, if anything does: from the pack itself before its series."""
    found = [row for row in _OF_USER.rows(user=user.pk) if row.covers(pack)]
    return min(found, key=lambda row: row.pack_id is None, default=None)


def places(user: User) -> str:
    """Where a person decides nothing, for a sentence: the first few of it; nothing where that is nowhere."""
    found = Exclusion.objects.standing().filter(user=user).select_related("pack").order_by("id")[: SOME + 1]
    named = [f"the pack {row.pack}" if row.pack else row.place for row in found[:SOME]]
    return ", ".join(named) + (" and others" if len(found) > SOME else "")


def refuse(user: User, pack: Pack) -> None:
    """Excluded where the person is. Ask under the pack's lock: the person's own row is locked too."""
    _LOCKED.first(user=user.pk)
    if row := of(user, pack):
        raise Excluded(row.told)


def _admin(by: User | None) -> None:
    if by is not None and not by.is_admin_now():
        raise NoSeat("Only an admin excludes and readmits people.")


def _fit(pack: Pack | None, series: str, why: str) -> None:
    ledger.need_why("exclude", why)
    if len(why.strip()) > 200 or not why.strip().isprintable():
        raise Malformed("Give at most 200 printable characters: they are told this reason.", "why")
    if (pack is None) == (not series):
        raise Malformed("Name one pack, or one series.", "place")
    if series and not any(series in found.series_names for found in Pack.objects.shelf(series=series)[:1]):
        raise Malformed(f"No pack here is of the series “{series}”.", "series")


def _tell(
    chain: Chain, act: str, row: Exclusion, *, by: User | None, why: str, key: str, request_sha: str
) -> Entry:
    """The person is named by their random id, as everybody in a ledger is."""
    said: dict[str, Any] = {"judge": row.user.actor, "exclusion_id": row.pk}
    if row.series:
        said["series"] = row.series
    return ledger.append(chain, act, user=by, why=why.strip(), key=key, request_sha=request_sha, **said)
