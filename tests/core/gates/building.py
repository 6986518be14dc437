"""A small article of our own, and what one gate says of a chip over it."""

from __future__ import annotations

from reviews.core.gates import DEFAULT, GATES, Finding, Rules, Source
from reviews.core.gates.finding import Words


def source(text: str, heading: str = "How it went", **skipped: str) -> Source:
    """One section, `s`, that is the whole text; `skipped` names further sections without text."""
    sections = [{"id": "s", "heading": heading, "digest_skipped": None}]
    sections += [{"id": key, "heading": key.title(), "digest_skipped": why} for key, why in skipped.items()]
    return Source.of(sections, text, {"s": (0, len(text))})


def two_sections(first: str, second: str) -> Source:
    """Sections `s` (the first) and `t` (the second)."""
    sections = [{"id": "s", "heading": "First"}, {"id": "t", "heading": "Second"}]
    end = len(first)
    return Source.of(sections, first + second, {"s": (0, end), "t": (end, end + len(second))})


def missing() -> Source:
    """The cited article is not at hand."""
    return Source.of([{"id": "s", "heading": "How it went", "digest_skipped": None}])


def says(
    gate: str,
    a: str,
    article: str | Source = "",
    *,
    q: str = "what is it?",
    cites: tuple[str, ...] = ("s",),
    rules: Rules = DEFAULT,
) -> list[Finding]:
    where = source(article) if isinstance(article, str) else article
    return list(dict(GATES)[gate](Words.of_chip(q, a, cites), where, rules))


def held(gate: str, a: str, article: str | Source = "", **more: object) -> list[str]:
    """The words of the answer that the gate holds, in order."""
    found = says(gate, a, article, **more)  # type: ignore[arg-type]
    return [a[one.start : one.end] for one in found if one.field == "a"]
