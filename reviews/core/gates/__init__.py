"""The twelve gates: pure text in, findings out. No gate decides; docs/judging.md says what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from reviews.core.gates import (
    bare_figure,
    cite,
    directive,
    editorial,
    figure,
    house_voice,
    identifier,
    length,
    new_noun,
    once,
    profanity,
    quote,
    redaction,
)
from reviews.core.gates.finding import Finding, Words
from reviews.core.gates.rules import DEFAULT, Rules, RulesError
from reviews.core.gates.source import Source

__all__ = [
    "DEFAULT",
    "GATES",
    "Finding",
    "Rules",
    "RulesError",
    "Source",
    "Words",
    "each",
    "findings",
    "skipped",
    "text_findings",
]

Gate = Callable[[Words, Source, Rules], Iterable[Finding]]

# In the order of docs/judging.md, which is also the order of `overrides` in an export.
GATES: tuple[tuple[str, Gate], ...] = (
    ("new_noun", new_noun.findings),
    ("figure", figure.findings),
    ("bare_figure", bare_figure.findings),
    ("length", length.findings),
    ("cite", cite.findings),
    ("quote", quote.findings),
    ("directive", directive.findings),
    ("redaction", redaction.findings),
    ("identifier", identifier.findings),
    ("profanity", profanity.findings),
    ("house_voice", house_voice.findings),
    ("editorial", editorial.findings),
)

_FIELDS = ("q", "a", "cites", "quote")

# A bullet, digest or short paragraph has neither question, cites nor quote, and the house sets it no length.
_CHIPS_ONLY = frozenset(("length", "cite", "quote"))

NEEDS_ARTICLE = {
    "new_noun": "names are looked up in the article",
    "figure": "figures are looked up in the cited sections",
    "directive": "“you must” and its like are compared with the cited section",
    "identifier": "tickets, addresses and section ids are compared with the cited section",
    "house_voice": "we, us, our and shouting are compared with the cited section",
    "editorial": "praise and blame are compared with the cited section",
}
"""Gates that, whole or in part, cannot run while the cited article is missing, and why."""


def findings(q: str, a: str, cites: Sequence[str], source: Source, rules: Rules = DEFAULT) -> list[Finding]:
    """What every gate but `quote` holds against a chip, each thing once, in gate order, then by field and place."""
    return _run(Words.of_chip(q, a, cites), GATES, source, rules)


def text_findings(
    text: str, source: Source, sections: Sequence[str], rules: Rules = DEFAULT
) -> list[Finding]:
    """The same for a bullet, digest or short paragraph, as field `a`; without sections: the whole article."""
    gates = tuple((name, gate) for name, gate in GATES if name not in _CHIPS_ONLY)
    return _run(Words.of_text(text, sections), gates, source, rules)


def skipped(source: Source) -> list[tuple[str, str]]:
    """The gates that could not run, or only in part, and why; empty when the cited article is at hand."""
    if source.text is not None:
        return []
    return [
        (name, f"The cited article is missing, and {NEEDS_ARTICLE[name]}.")
        for name, _ in GATES
        if name in NEEDS_ARTICLE
    ]


def each(words: Words, source: Source, rules: Rules = DEFAULT) -> Iterator[tuple[str, list[Finding]]]:
    """Gate by gate, in their order: its name and what it holds against a chip's words, by field and place."""
    return _each(words, GATES, source, rules)


def _each(
    words: Words, gates: tuple[tuple[str, Gate], ...], source: Source, rules: Rules
) -> Iterator[tuple[str, list[Finding]]]:
    for name, gate in gates:
        severity = rules.severities.get(name)
        said = [replace(one, severity=severity) if severity else one for one in gate(words, source, rules)]
        yield name, sorted(said, key=_place) if said else said


def _place(one: Finding) -> tuple[int, int, int]:
    return _FIELDS.index(one.field), one.start, one.end


def _run(words: Words, gates: tuple[tuple[str, Gate], ...], source: Source, rules: Rules) -> list[Finding]:
    return once.said_once(one for _, found in _each(words, gates, source, rules) for one in found)
