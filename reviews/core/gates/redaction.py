"""Does the chip show what stays inside: addresses of people and machines, keys, homes? It calls nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from reviews.core.gates import accounts, addresses, key_shapes, phones
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each; a loopback address, `~/` or a sample passes where a cited section has it."""
    cited = source.cited(words.cites)
    for field, text in words:
        yield from _field(field, text, cited, rules)


def _field(field: Field, text: str, cited: Sequence[Passage], rules: Rules) -> Iterator[Finding]:
    is_cited = cache(lambda shown: any(passage.has(shown) for passage in cited))
    end = 0
    for start, stop, what, is_harmless in sorted(_traces(text, rules)):
        shown = text[start:stop]
        if start < end or (is_harmless and is_cited(shown)):
            continue
        end = stop
        yield Finding(
            "redaction", "override", field, start, stop, f"“{shown}” looks like {what}, which no page shows."
        )


def _traces(text: str, rules: Rules) -> Iterator[tuple[int, int, str, bool]]:
    yield from key_shapes.find(text)
    yield from addresses.find(text, rules.internal_hosts)
    yield from phones.find(text)
    yield from accounts.find(text)
