"""Does a ledger hold? For pages and commands that answer whatever the tables hold; it mends nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from reviews import ledger, witness
from reviews.core.chain import ZERO, Line, first_break
from reviews.models import Chain, Pack

# What tables that were changed outside the desk can raise in whoever reads them.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, ObjectDoesNotExist)


@dataclass(frozen=True)
class Soundness:
    """One chain (None where there is none), its lines, and every fault, the first bad entry first."""

    chain: Chain | None
    lines: list[Line]
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.faults

    @property
    def size(self) -> int:
        return len(self.lines)

    @property
    def head(self) -> str:
        return self.lines[-1].hash if self.lines else ZERO


def of(pack: Pack | None) -> Soundness:
    """A pack's chain and tables, or (None) the desk's chain alone.

    It is read without a lock. An act that lands between two reads looks like a fault, so a fault is asked for
    again under the chain's lock, where nothing can land.
    """
    seen = _look(pack)
    if seen.holds:
        return seen
    with transaction.atomic():
        Chain.objects.select_for_update().filter(pack=pack).first()
        if pack is not None:
            pack.refresh_from_db()
        return _look(pack)


def _look(pack: Pack | None) -> Soundness:
    chain = Chain.objects.filter(pack=pack).first()
    if chain is None:
        # The desk's chain begins with the first seat over all packs, a pack's with its loading.
        return Soundness(None, [], ("This pack has no ledger.",) if pack else ())
    lines = ledger.lines(chain)
    try:
        faults = witness.of(pack).faults if pack else witness.chain_faults(chain, lines)
    except UNREADABLE as error:
        broken = first_break(lines)
        faults = (
            f"{broken.text[0].upper()}{broken.text[1:]}."
            if broken
            else f"The record cannot be read: {error!r}.",
        )
    return Soundness(chain, lines, tuple(faults))
