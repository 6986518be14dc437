"""For lists of chips: the act by which each is held or dropped, with who did it and why. Nothing is decided here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from reviews.models import Chip, Entry
from reviews.views.desk_said import Last, told

ASKED = ("held", "dropped")


def of(chips: Iterable[Chip]) -> dict[int, Last]:
    """By the chip's key, in one query; chips that stand so since they were loaded have none."""
    asked = [chip.pk for chip in chips if chip.status in ASKED and chip.version > 1]
    if not asked:
        return {}
    stacks: dict[int, list[Entry]] = defaultdict(list)
    entries = Entry.objects.filter(chip__in=asked).exclude(act="opinion")
    for entry in entries.select_related("user").order_by("chip", "seq"):
        assert entry.chip_id is not None
        stack = stacks[entry.chip_id]
        if entry.act != "undo":
            stack.append(entry)
        elif stack and entry.said["undoes"] == stack[-1].seq:
            stack.pop()
    return {pk: told(stack[-1]) for pk, stack in stacks.items() if stack}
