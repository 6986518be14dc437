"""Second opinions: which chips two judges are asked about, and how the first verdict stays unseen until the second is in.

The first verdict lies sealed: its entry holds a hash of it alone, so that not even a copy of the ledger tells it. The
entry of the second opens it. What an opinion does to a chip is told by `acts`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from reviews.core.chain import canonical

# none: one judge decides. rewritten: two for words that a judge wrote. every: two for each chip. sampled: for a share.
RULES = ("none", "rewritten", "every", "sampled")
VERDICTS = ("publish", "hold")


@dataclass(frozen=True)
class Rule:
    """For which chips of a pack a second judge is asked. `share` is in per cent, with `seed` for `sampled` alone."""

    name: str = "none"
    share: int = 0
    seed: str = ""

    @property
    def asks_some(self) -> bool:
        return self.name != "none"

    def asks(self, chip: str, is_rewritten: bool) -> bool:
        """Are two judges asked about this chip (by the writer's id) in the words that it has now?"""
        if self.name == "sampled":
            return is_sampled(self.seed, chip, self.share)
        return self.name == "every" or (self.name == "rewritten" and is_rewritten)


OF_ONE = Rule()


def is_sampled(seed: str, chip: str, share: int) -> bool:
    """Drawn by hash, so that a sample can be drawn again by whoever has the ledger, and no chip is drawn by hand."""
    return int(sha256(f"{seed}/{chip}".encode()).hexdigest()[:8], 16) % 100 < share


def said(
    verdict: str, why: str, quote: str, cite: str, span: tuple[int, int] | None, overrides: Sequence[str]
) -> str:
    """A verdict with its grounds as canonical JSON: what is sealed."""
    return canonical(
        {
            "act": verdict,
            "why": why,
            "quote": quote,
            "quote_cite": cite,
            "quote_span": list(span) if span else None,
            "overrides": list(overrides),
        }
    )


def seal(nonce: str, text: str) -> str:
    """64 hex over a nonce and what was said; without the nonce the few possible verdicts could be tried out."""
    return sha256(f"{nonce}\n{text}".encode()).hexdigest()


def opened(opens: Mapping[str, Any], sealed: str) -> dict[str, Any]:
    """What a seal held. ValueError where this is not what was sealed."""
    if seal(opens["nonce"], opens["said"]) != sealed:
        raise ValueError("the opinion that it opens is not the one that was sealed")
    found: dict[str, Any] = json.loads(opens["said"])
    return found
