"""The sums that stand on the screen, from a state that was replayed or from rows that were counted. Nothing here decides.

docs/judging.md: `written + rewritten = published + held + waiting + dropped` for chips, `written = kept + dropped` for each kind.
Chips about which two judges disagree are counted apart from those that wait.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reviews.core.replay import State


@dataclass(frozen=True)
class ChipSum:
    """The chips of one pack; `dropped` has the file's own chip drops in it, and one for each wording replaced by hand."""

    written: int
    rewritten: int
    published: int
    held: int
    waiting: int
    dropped: int
    disputed: int = 0

    @property
    def left(self) -> int:
        return self.written + self.rewritten

    @property
    def right(self) -> int:
        return self.published + self.held + self.waiting + self.disputed + self.dropped

    @property
    def adds_up(self) -> bool:
        return self.left == self.right


@dataclass(frozen=True)
class KindSum:
    """One kind (bullet, digest or chip): what was written, what is kept in the writer's words, what was dropped."""

    kind: str
    written: int
    kept: int
    dropped: int

    @property
    def adds_up(self) -> bool:
        return self.written == self.kept + self.dropped


def file_drops(data: Mapping[str, Any], kind: str) -> int:
    """How many drops of this kind the file itself records."""
    return sum(drop["kind"] == kind for drop in data["bench"]["drops"])


def chip_sum(data: Mapping[str, Any], state: State) -> ChipSum:
    """The chips' sum of a pack in this state."""
    n = Counter(chip.status for chip in state.chips.values())
    return ChipSum(
        written=data["bench"]["chips_written"],
        rewritten=data["bench"].get("chips_by_hand", 0) + n_rewritten(state),
        published=n["published"],
        held=n["held"],
        waiting=n["waiting"],
        dropped=file_drops(data, "chip") + n_replaced(state) + n["dropped"],
        disputed=n["disputed"],
    )


def kind_sums(data: Mapping[str, Any], state: State) -> list[KindSum]:
    """Bullets, digests and chips, each in the format's own sum."""
    bench = data["bench"]
    kept_chips = sum(chip.is_in_pack and not chip.is_rewritten for chip in state.chips.values()) - bench.get(
        "chips_by_hand", 0
    )
    return [
        _struck_sum(data, state, "bullet"),
        _struck_sum(data, state, "digest"),
        KindSum("chip", bench["chips_written"], kept_chips, chip_sum(data, state).dropped),
    ]


def n_rewritten(state: State) -> int:
    """Chips in the pack in words that a judge wrote."""
    return sum(chip.is_in_pack and chip.is_rewritten for chip in state.chips.values())


def n_replaced(state: State) -> int:
    """Writer's wordings gone because a judge's stand in their place: one drop each. A dropped chip is counted as dropped."""
    return n_rewritten(state)


def _struck_sum(data: Mapping[str, Any], state: State, kind: str) -> KindSum:
    items = [item for item in state.items.values() if item.id.startswith(f"{kind}:")]
    n_struck = sum(item.strike is not None for item in items)
    return KindSum(
        kind, data["bench"][f"{kind}s_written"], len(items) - n_struck, file_drops(data, kind) + n_struck
    )
