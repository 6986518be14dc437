"""Does each cite name a section that can carry an answer? It reads no words."""

from __future__ import annotations

from collections.abc import Iterator

from reviews.core.gates.finding import Finding, Severity, Words
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

# Sections that thank people or list addresses carry no claim of the article's own (docs/pack.md).
CARRIES_NOTHING = {"credits": "only gives credits", "sources": "only lists sources"}


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Unknown section: refused. No cite, a doubled one, a credits or sources section: override."""
    if not words.cites:
        yield _finding("override", 0, "At least one section was expected to be cited; none is.", end=0)
    seen: set[str] = set()
    for place, cite in enumerate(words.cites):
        yield from _one(cite, place, cite in seen, source)
        seen.add(cite)


def _one(cite: str, place: int, is_doubled: bool, source: Source) -> Iterator[Finding]:
    if cite not in source.ids:
        yield _finding("refused", place, f"“{cite}” is not a section of this pack.")
    if is_doubled:
        yield _finding("override", place, f"“{cite}” is cited more than once.")
    why = CARRIES_NOTHING.get(source.skipped.get(cite) or "")
    if why:
        yield _finding("override", place, f"“{source.headings.get(cite, cite)}” {why}.")


def _finding(severity: Severity, place: int, text: str, *, end: int | None = None) -> Finding:
    return Finding("cite", severity, "cites", place, place + 1 if end is None else end, text)
