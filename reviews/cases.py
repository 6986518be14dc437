"""One act on one chip, under the lock: who asks, from which seat, on which version. What the act does is told by `desk`.

The order of asking is fixed (docs/judging.md): lock, repeated key, seat, chip through its pack,
pack still open, version, act open. The words, the gates and the quote are asked by the act itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

from django.db import transaction
from django.utils import timezone

from reviews import counts, exclusions, ledger
from reviews.core import acts
from reviews.core import opinions as rules
from reviews.core.refusals import ActRefused, NoSeat, StaleChip
from reviews.models import Chain, Chip, Entry, Pack, Seat, User
from reviews.models.kept import Kept, given

_CHIP = Kept(lambda: Chip.objects.filter(pack=given("pack"), cid=given("cid")).select_related("pack"))
_SEAT = Kept(
    lambda: (
        Seat.objects.standing(at=given("now")).on(given("pack")).filter(user=given("judge"))
        .select_for_update(of=("self",), no_key=True)
    )
)  # fmt: skip


@dataclass(frozen=True)
class Ask:
    """Who asks for an act, on which version, with which idempotency key and why; `sha` is over the whole request."""

    judge: User
    version: int
    key: str
    sha: str
    why: str = ""


@dataclass(frozen=True)
class Done:
    """An act that stands recorded: its entry, whether this request had made it before, and the seat it was made from."""

    entry: Entry
    is_repeat: bool = False
    seat: Seat | None = None


@dataclass(frozen=True)
class Case:
    """One act on one chip under the lock; `counted` are the columns of its pack that counted the chip before."""

    pack: Pack
    chain: Chain
    seat: Seat
    ask: Ask
    chip: Chip
    counted: list[str]

    def record(self, act: str, **said: Any) -> Done:
        """Append the entry and count the chip where it stands now; its row has been written."""
        entry = ledger.append(
            self.chain,
            act,
            user=self.ask.judge,
            seat=self.seat,
            why=self.ask.why,
            chip=self.chip,
            key=self.ask.key,
            request_sha=self.ask.sha,
            version=self.chip.version,
            source="verified" if self.pack.article_id else "unverified",
            **said,
        )
        counts.move(self.pack, self.counted, counts.counting(self.chip))
        return Done(entry, seat=self.seat)


@contextmanager
def case(pack: Pack, cid: str, ask: Ask, act: str) -> Iterator[Case | Done]:
    """A chip under the lock with everything asked that does not depend on the act's own words."""
    with transaction.atomic():
        chain = ledger.lock(pack)
        if entry := ledger.repeated(ask.judge, ask.key, ask.sha):
            yield Done(entry, is_repeat=True)
            return
        seat = standing_seat(pack, ask.judge)
        chip = found(pack, cid)
        if chip is None:
            raise Chip.DoesNotExist(f"{pack.slug} has no chip {cid}")
        _refuse_ratified(chip.pack)
        if chip.version != ask.version:
            raise StaleChip(chip.version, ask.version)
        if act != "undo":
            may_be_given(chip, act)
        yield Case(chip.pack, chain, seat, ask, chip, counts.counting(chip))


def found(pack: Pack, cid: str) -> Chip | None:
    """A chip with its pack, through which it is looked up, as both stand."""
    return _CHIP.first(pack=pack.pk, cid=cid)


def may_be_given(chip: Chip, act: str) -> None:
    is_opinion = act in rules.VERDICTS and chip.asks_two
    if not is_opinion and not acts.is_open(cast(acts.Status, chip.status), act):
        raise ActRefused(f"A chip that is {chip.status} cannot be given this act: {act}.")


def standing_seat(pack: Pack, judge: User) -> Seat:
    """The judge's seat, for whoever is not excluded here. Seat and judge are locked: a seat over the whole desk is
    vacated, and a judge excluded from a series, under another chain's lock than the pack's."""
    exclusions.refuse(judge, pack)
    seat = _SEAT.first(pack=pack.pk, judge=judge.pk, now=timezone.now())
    if seat is None:
        raise NoSeat(
            "You have no standing seat on this pack, so nothing was recorded. An admin can seat you."
        )
    return seat


def still_open(pack: Pack) -> None:
    """Asked of the database, under the lock: the page may have been made before the pack was ratified."""
    pack.refresh_from_db()
    _refuse_ratified(pack)


def _refuse_ratified(pack: Pack) -> None:
    if pack.is_ratified:
        raise ActRefused("This pack is ratified: nothing in it can be decided until an admin reopens it.")
