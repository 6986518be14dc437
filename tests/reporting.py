"""Entries made by hand at chosen moments, for what is counted of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.db import transaction

from reviews import ledger
from reviews.core.chain import canonical
from reviews.models import Entry, Pack, User
from tests import builders

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def entry(pack: Pack, act: str, user: User, n: int = 0, at: int = 0, **said: Any) -> Entry:
    """One entry on the n-th chip, `at` seconds after noon."""
    with time_machine.travel(NOON + timedelta(seconds=at), tick=False), transaction.atomic():
        chip = builders.chip(pack, n)
        words = {"q": ledger.sha(chip.q), "a": ledger.sha(chip.a), "cites": list(chip.cites)}
        return ledger.append(ledger.lock(pack), act, user=user, chip=chip, **{**words, **said})


def opinion(pack: Pack, user: User, n: int = 0, at: int = 0, **said: Any) -> Entry:
    """A first opinion, sealed: nothing in it says which it is."""
    return entry(pack, "opinion", user, n, at, seal="5e" * 32, **said)


def second(pack: Pack, user: User, first: Entry, verdicts: tuple[str, str], n: int = 0, **said: Any) -> Entry:
    """The second opinion, which opens the first: it stands where both say the same, and is a dispute where not."""
    opens = {"seq": first.seq, "nonce": "00ff", "said": canonical({"act": verdicts[0]})}
    if verdicts[0] == verdicts[1]:
        return entry(pack, verdicts[1], user, n, opens=opens, **said)
    return entry(pack, "dispute", user, n, verdict=verdicts[1], opens=opens, **said)
