"""What the desk says was done to a chip last, and what holds where an act came too late. Never what is under seal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.models import Chip, Entry, Pack
from reviews.views import desk_rows

DONE = {
    "publish": "Published",
    "hold": "Held",
    "hand-edit": "Edited",
    "drop": "Dropped",
    "re-hold": "Held again",
    "dispute": "Disputed",
    "ratify": "The pack was ratified",
}
# Of one's own acts these are told otherwise.
TO_ONESELF = {
    "opinion": "Your opinion is kept, unseen until another judge has given theirs",
    "dispute": "The other judge said otherwise, so a third decides",
}
DECIDE = ("publish", "hold", "hand-edit", "drop")
SEND_AGAIN = "Your words are still in the fields below; send them again to act on what stands now."
KEPT = "What you typed is kept in the fields below, and cannot be sent now."


@dataclass(frozen=True)
class Last:
    """An act as one line tells it: what was done, over which gates, by whom from which seat, why."""

    entry: Entry
    told: str

    @property
    def who(self) -> str:
        return self.entry.user.username if self.entry.user else ""

    @property
    def seat(self) -> str:
        return self.entry.said.get("seat") or ""

    @property
    def why(self) -> str:
        return self.entry.said.get("why") or ""

    @property
    def overrides(self) -> Sequence[str]:
        return self.entry.said.get("overrides") or ()


def told(entry: Entry) -> Last:
    """Any act but an undo, which is told with what it took back."""
    return Last(entry, DONE.get(entry.act, entry.act))


def to_oneself(entry: Entry) -> str:
    """What one did to a chip oneself, in a word; of an undo also what it took back."""
    if entry.act != "undo":
        return TO_ONESELF.get(entry.act) or told(entry).told
    return f"Undone, the {Entry.objects.get(chain=entry.chain_id, seq=entry.said['undoes']).act} of"


def last(entries: Sequence[Entry]) -> Last | None:
    """The newest of the acts on a chip, given newest first."""
    return _last(entries[0], entries) if entries else None


def standing(entries: Sequence[Entry]) -> Last | None:
    """The newest that stands, which is what an undo takes back."""
    undone = {entry.said["undoes"] for entry in entries if entry.act == "undo"}
    stand = (entry for entry in entries if entry.act != "undo" and entry.seq not in undone)
    return next((_last(entry, entries) for entry in stand), None)


def conflict(pack: Pack, chip: Chip, entries: Sequence[Entry], closed: Mapping[str, str]) -> dict[str, Any]:
    """Where somebody was first: their act, and what can be done now."""
    newest = _ratified(pack) if pack.is_ratified else last(entries)
    return {"theirs": newest, "way_on": _way_on(pack, chip, entries, closed)}


def _last(entry: Entry, entries: Sequence[Entry]) -> Last:
    if entry.act != "undo":
        return told(entry)
    undone = next((one.act for one in entries if one.seq == entry.said["undoes"]), "last act")
    return Last(entry, f"Undone, the {undone},")


def _ratified(pack: Pack) -> Last | None:
    entry = desk_rows.ratified_by(pack)
    return told(entry) if entry else None


def _way_on(pack: Pack, chip: Chip, entries: Sequence[Entry], closed: Mapping[str, str]) -> str:
    if not all(act in closed for act in DECIDE):
        return SEND_AGAIN
    if pack.is_ratified:
        return f"{KEPT} Only an admin can open the pack again."
    if chip.status == "dropped" and entries and "undo" not in closed:
        return f"{KEPT} The chip can be brought back: undo the drop, below."
    return f"{KEPT} {closed['publish']}"
