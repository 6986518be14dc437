"""Packs and chips replayed from their file and their entries, for whoever has to know more than the tables say. Nothing is written."""

from __future__ import annotations

from django.db.models import Q

from reviews import evidence, ledger
from reviews.core import acts, replay
from reviews.models import Chip, Entry, Pack, User


def history(pack: Pack, chip: Chip) -> acts.Chip:
    """One chip replayed from the file and its own entries."""
    data = evidence.loaded(pack.file_id)
    own = [row for row in data["chips"] if row["id"] == chip.cid]
    told = Q(chip=chip) | Q(chain__pack=pack, act="opinions") if pack.second else Q(chip=chip)
    kept = ledger.bodies(Entry.objects.filter(told).order_by("seq").lines())
    return replay.state_after({**data, "chips": own}, kept, ledger.words_of(kept)).chips[chip.cid]


def state_of(pack: Pack) -> replay.State:
    """The whole pack, replayed."""
    kept = ledger.bodies(Entry.objects.filter(chain__pack=pack).order_by("seq").lines())
    return replay.state_after(evidence.loaded(pack.file_id), kept, ledger.words_of(kept))


def closed_to(pack: Pack, judge: User) -> dict[str, str]:
    """Where two judges are asked: the chips (by id) on which this one gives no verdict, and why."""
    chips, rule = state_of(pack).chips, pack.rule
    told = {cid: acts.against(chip, "hold", judge.actor, rule) for cid, chip in chips.items()}
    return {cid: text for cid, text in told.items() if text}
