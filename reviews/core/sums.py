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
        rewritten=data["bench"].get("chips_by_hand", 0) + state.n_rewritten,
        published=n["published"],
        held=n["held"],
        waiting=n["waiting"],
        # A writer's wording in whose place a judge's stands is one drop; a dropped chip is counted as that.
        dropped=file_drops(data, "chip") + state.n_rewritten + n["dropped"],
        disputed=n["disputed"],
    )


def kind_sums(data: Mapping[str, Any], state: State) -> list[KindSum]:
    """Bullets, digests and chips, each in the format's own sum."""
    bench = data["bench"]
    own = sum(chip.is_in_pack and not chip.is_rewritten for chip in state.chips.values())
    return [
        _struck_sum(data, state, "bullet"),
        _struck_sum(data, state, "digest"),
        KindSum(
            "chip", bench["chips_written"], own - bench.get("chips_by_hand", 0), chip_sum(data, state).dropped
        ),
    ]


def _struck_sum(data: Mapping[str, Any], state: State, kind: str) -> KindSum:
    items = [item for item in state.items.values() if item.id.startswith(f"{kind}:")]
    n_struck = sum(item.strike is not None for item in items)
    return KindSum(
        kind, data["bench"][f"{kind}s_written"], len(items) - n_struck, file_drops(data, kind) + n_struck
    )
