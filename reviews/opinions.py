"""Second opinions: sets for which chips two judges are asked, and keeps the first verdict sealed. `desk` acts on the two.

Whoever may read the tables through the desk's pages, its files or its ledger finds no verdict before the second is in.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from reviews import ledger
from reviews.core import opinions
from reviews.core.acts import LONGEST_SERIES
from reviews.core.refusals import ActRefused, Malformed, NoSeat
from reviews.models import Chain, Chip, Entry, Opinion, Pack, SeriesRule, User


@dataclass(frozen=True)
class Sealed:
    """A verdict and the nonce under which it was sealed."""

    nonce: str
    said: str

    @property
    def seal(self) -> str:
        return opinions.seal(self.nonce, self.said)


def set_rule(
    pack: Pack, second: str, share: int = 0, *, by: User | None, why: str = "", key: str = "", request_sha: str = ""
) -> Entry:  # fmt: skip
    """Ask two judges about these chips of a pack from now on; what was decided before stays. `by` is None by command."""
    _fit(second, share)
    with transaction.atomic():
        chain = ledger.lock(pack)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return entry
        pack.refresh_from_db()
        if pack.is_ratified:
            raise ActRefused("This pack is ratified: nothing about it is asked until an admin reopens it.")
        if (pack.second or "none", pack.second_share) == (second, share):
            raise ActRefused("That is asked already.")
        pack.second, pack.second_share = second, share
        pack.second_seed = secrets.token_hex(16) if second == "sampled" else ""
        pack.save(update_fields=["second", "second_share", "second_seed"])
        return ledger.append(
            chain, "opinions", user=by, why=why, key=key, request_sha=request_sha,
            rule=second, share=share, seed=pack.second_seed,
        )  # fmt: skip


def set_series_rule(
    series: str, second: str, share: int = 0, *, by: User | None, why: str = "", key: str = "", request_sha: str = ""
) -> Entry:  # fmt: skip
    """The same for every pack of a series that is not ratified, and for those that are yet to be loaded: all, or none."""
    _fit(second, share)
    if not series.strip() or "\n" in series or len(series) > LONGEST_SERIES:
        raise Malformed(f"Name a series, in 1 to {LONGEST_SERIES:,} characters.", "series")
    with transaction.atomic():
        chain = ledger.lock(None)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return entry
        said = {"second": second, "second_share": share, "set_at": _after_all()}
        SeriesRule.objects.update_or_create(series=series, defaults=said)
        entry = ledger.append(
            chain, "opinions", user=by, why=why, key=key, request_sha=request_sha,
            rule=second, share=share, seed="", series=series,
        )  # fmt: skip
        for pack in Pack.objects.shelf(series=series).exclude(rank=2).order_by("pk"):
            if (pack.second or "none", pack.second_share) != (second, share):
                set_rule(pack, second, share, by=by, why=why)
    return entry


def _after_all() -> datetime:
    """Now, or a moment after the newest rule where the clock was put back. Ask under the lock of the desk's chain."""
    newest = SeriesRule.objects.aggregate(at=Max("set_at"))["at"]
    return max(timezone.now(), newest + timedelta(microseconds=1)) if newest else timezone.now()


def take_on(pack: Pack, *, by: User | None) -> None:
    """Ask of a pack that was just loaded what is asked of its series; of several the newest.

    A rule that is set for the series at this moment comes before the load or after it, and misses no pack.
    """
    if not pack.series_names:
        return
    Chain.objects.select_for_update().filter(pack=None).first()
    found = SeriesRule.objects.filter(series__in=pack.series_names).order_by("-set_at").first()
    if found and found.second != "none" and not pack.is_closed:
        set_rule(pack, found.second, found.second_share, by=by, why=f"As for the series {found.series}.")


def standing(chip: Chip) -> Opinion | None:
    """The sealed opinion that stands on a chip. Ask under the lock of its chain."""
    return Opinion.objects.standing().filter(chip=chip).select_related("entry", "user").first()


def sealed(said: str) -> Sealed:
    """A verdict put under seal."""
    return Sealed(secrets.token_hex(16), said)


def keep(entry: Entry, chip: Chip, user: User, sealed: Sealed, instead_of: Opinion | None = None) -> None:
    """Keep what was sealed beside its entry, in the place of another that counts no more."""
    if instead_of:
        take_back(instead_of)
    Opinion.objects.create(
        entry=entry, chip=chip, user=user, version=chip.version, nonce=sealed.nonce, said=sealed.said
    )


def take_back(opinion: Opinion) -> None:
    """It no longer stands; what it said is never told."""
    Opinion.objects.filter(pk=opinion.pk).update(is_taken_back=True)


def opened(opinion: Opinion) -> dict[str, Any]:
    """What the entry of the second opinion says of the first, so that anybody can open the seal."""
    return {"seq": opinion.entry.seq, "nonce": opinion.nonce, "said": opinion.said}


def _admin(by: User | None) -> None:
    if by is not None and not by.is_admin_now():
        raise NoSeat("Only an admin says for which chips two judges are asked.")


def _fit(second: str, share: int) -> None:
    if second not in opinions.RULES:
        raise Malformed(f"Choose one of these: {', '.join(opinions.RULES)}.", "second")
    if second == "sampled" and not 1 <= share <= 99:
        raise Malformed("Give a share of 1 to 99 per cent.", "share")
    if second != "sampled" and share:
        raise Malformed("A share goes with a sample alone.", "share")
