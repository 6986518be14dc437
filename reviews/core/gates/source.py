"""The article as the gates look things up in it, indexed once and kept; it never reads a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reviews.core.gates.passage import Passage
from reviews.core.gates.plain import plainly


@dataclass(frozen=True, eq=False)
class Source:
    """An article and its sections; `text` is None when the cited article is missing.

    `spans` are half-open, in code points of `text`, by section id; `headings` and `skipped`
    (the pack's `digest_skipped`) are known from the pack alone. Indexes are made on first use
    and kept with the object, so keep one Source for all the chips of a pack.
    """

    text: str | None
    spans: Mapping[str, tuple[int, int]]
    headings: Mapping[str, str]
    skipped: Mapping[str, str | None]

    @classmethod
    def of(
        cls,
        sections: Sequence[Mapping[str, Any]],
        text: str | None = None,
        spans: Mapping[str, tuple[int, int]] | None = None,
    ) -> Source:
        """From the pack's `sections` and, where the cited article is at hand, its text and spans."""
        headings = {s["id"]: s["heading"] for s in sections}
        skipped = {s["id"]: s.get("digest_skipped") for s in sections}
        return cls(text, dict(spans or {}) if text is not None else {}, headings, skipped)

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of every section that the pack has."""
        return frozenset(self.headings) | frozenset(self.skipped) | frozenset(self.spans)

    @cached_property
    def article(self) -> Passage:
        """The whole article, headings and code and addresses included; empty when it is missing."""
        return Passage("the article", plainly(self.text or ""))

    @cached_property
    def opening(self) -> Passage:
        """What stands before the first section: the article's title and its first words."""
        return Passage(
            "the article's opening",
            plainly((self.text or "")[: min((s for s, _ in self.spans.values()), default=0)]),
        )

    def cited(self, cites: Sequence[str]) -> tuple[Passage, ...]:
        """The cited sections, each once; the whole article where no cite names a section that we can read."""
        found = tuple(self._passages[cite] for cite in dict.fromkeys(cites) if cite in self._passages)
        return found or (self.article,)

    @cached_property
    def _passages(self) -> dict[str, Passage]:
        text = self.text or ""
        return {
            cite: Passage(f"“{self.headings.get(cite, cite)}”", plainly(text[start:end]))
            for cite, (start, end) in self.spans.items()
        }
