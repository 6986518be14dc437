"""What publishing asks of a quote. It does not look for the quote: the verdict is given to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviews.core.gates.finding import Finding, Severity, Words
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

OUTSIDE = "which is not one of the chip's cites."


def finding(
    verdict_kind: str, verdict_text: str, cite: str, cites: Sequence[str], heading: str = ""
) -> Finding | None:
    """None where the quote stands in a cited section.

    Empty, under the shortest length, or standing outside the cites: override. Any other verdict,
    known to this gate or not, is refused (docs/judging.md). The sentence is the verdict's own.
    """
    if verdict_kind == "stands" and cite in cites:
        return None
    if verdict_kind == "stands":
        says = f"The quote stands in “{heading or cite}”, {OUTSIDE}"
        return Finding("quote", "override", "quote", 0, 0, says)
    severity: Severity = "override" if verdict_kind in ("empty", "short") else "refused"
    return Finding("quote", severity, "quote", 0, 0, verdict_text)


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Nothing, ever: a quote is asked for when publishing, never stored as a finding on a waiting chip."""
    return iter(())
