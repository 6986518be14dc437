"""What the gates say of a pack's file, for commands: as a table, or as JSON. No database is opened, and no act made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviews import house
from reviews.core import article as articles
from reviews.core.faults import Fault
from reviews.core.gates import Finding, Source, skipped, whole
from reviews.core.gates.new_noun import Checked
from reviews.core.gates.whole import Item
from reviews.core.strict_json import printable
from reviews.management.plain import counted

HOLDS_UP = frozenset(("override", "refused"))


@dataclass(frozen=True)
class Gated:
    """A sound pack with what the gates hold against its items; `missing` says why the article is, or nothing."""

    path: Path
    data: Mapping[str, Any]
    source: Source
    missing: str
    items: Sequence[Item]

    @property
    def findings(self) -> list[tuple[Item, Finding]]:
        return [(item, one) for item in self.items for one in item.findings]

    @property
    def is_held_up(self) -> bool:
        """Would any item need an override, or be refused?"""
        return any(one.severity in HOLDS_UP for _, one in self.findings)

    @property
    def skipped(self) -> list[tuple[str, str]]:
        """The gates that could not run whole, and why."""
        return skipped(self.source)

    @property
    def tokens(self) -> Checked:
        """The tokens that were looked up in the article; none where it is missing."""
        return Checked((), 0) if self.missing else whole.tokens(list(self.items), self.source)


def gated(path: Path, data: Mapping[str, Any], article: bytes | None) -> Gated:
    """The gates over a sound pack and its article. RulesError where the house rules have faults."""
    source, missing = placed(data, article)
    return Gated(path, data, source, missing, list(whole.items(data, source, house.rules())))


def placed(data: Mapping[str, Any], article: bytes | None) -> tuple[Source, str]:
    """The sections over their article, and why it is missing where it is. ArticleError where it does not fit."""
    if article is None:
        return Source.of(data["sections"]), "No article was given."
    read = articles.read(article)
    if read.sha != data["source"]["md_sha"]:
        return Source.of(data["sections"]), "The article given is not the one that the pack cites."
    unit = articles.unit(read, data["sections"])
    return Source.of(data["sections"], read.text, articles.spans(read, data["sections"], unit)), ""


def lines(found: Gated) -> Iterator[str]:
    """What was found, for people: findings, gates that could not run, tokens."""
    n_items = len({item.name for item, _ in found.findings})
    told = f"{counted(len(found.findings), 'finding')} on {n_items} of {counted(len(found.items), 'item')}"
    yield f"  {told}, by {house.source()}"
    yield from (f"  {row}" for row in _table(found.findings))
    if found.missing:
        yield f"  {found.missing} These gates could not run, or only in part:"
        yield from (f"    {gate}: {why}" for gate, why in found.skipped)
        return
    yield f"  tokens looked up in the article and found: {', '.join(map(_plain, found.tokens.tokens)) or 'none'}"
    yield f"  tokens that the article does not have: {found.tokens.n_withheld}"


def as_json(found: Gated, notes: Iterable[Fault]) -> dict[str, Any]:
    """The same for a program. Spans are code points of the field; for `cites`, places in the list of cites."""
    return {
        "file": str(found.path),
        "slug": found.data["slug"],
        "rules": house.source(),
        "article": found.missing or "cited",
        "not_run": [{"gate": gate, "why": why} for gate, why in found.skipped],
        "notes": [vars(note) for note in notes],
        "n_items": len(found.items),
        "findings": [
            {"item": item.name, **vars(one), "words": item.words(one)} for item, one in found.findings
        ],
        "new_noun_tokens_checked": list(found.tokens.tokens),
        "new_noun_tokens_withheld": found.tokens.n_withheld,
    }


def faults_as_json(path: Path, faults: Iterable[Fault]) -> dict[str, Any]:
    """A pack that is refused has no items to be asked about."""
    return {"file": str(path), "faults": [vars(fault) for fault in faults]}


def _table(findings: Sequence[tuple[Item, Finding]]) -> Iterator[str]:
    rows = [("item", "gate", "severity", "where", "finding")] if findings else []
    rows += [
        (_plain(item.name), one.gate, one.severity, f"{one.field} {one.start}–{one.end}", _plain(one.text))
        for item, one in findings
    ]
    widths = [max(len(row[n]) for row in rows) for n in range(4)] if rows else []
    for row in rows:
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]])


def _plain(text: str) -> str:
    return printable(text, 400)
