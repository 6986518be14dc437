"""Not built yet: says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from reviews.core.gates.finding import Finding, Words
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    return iter(())
