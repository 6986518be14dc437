"""What the gates hold against everything that a pack says, item by item; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviews.core.gates import DEFAULT, Finding, Rules, Source, findings, text_findings
from reviews.core.gates.new_noun import Checked, checked
from reviews.core.pack import short_sha


@dataclass(frozen=True)
class Item:
    """A chip, bullet, digest or the short paragraph. `name` is `chip:<id>`, `bullet:<text_sha>`,
    `digest:<section>` or `paragraph`; `fields` are its words: a chip's q and a, the others' only a."""

    name: str
    fields: Mapping[str, str]
    findings: tuple[Finding, ...]

    def words(self, finding: Finding) -> str:
        """The words that a finding is about; empty where it is about no words."""
        return self.fields.get(finding.field, "")[finding.start : finding.end]


def items(data: Mapping[str, Any], source: Source, rules: Rules = DEFAULT) -> Iterator[Item]:
    """Every item of a sound pack, in the order of its file: the short form, the digests, the chips."""
    short = data["short"]
    if short["paragraph"]:
        yield _text("paragraph", short["paragraph"], (), source, rules)
    for text in short["bullets"]:
        yield _text(f"bullet:{short_sha(text)}", text, (), source, rules)
    for row in data["sections"]:
        if row["digest"] is not None:
            yield _text(f"digest:{row['id']}", row["digest"], (row["id"],), source, rules)
    for row in data["chips"]:
        found = findings(row["q"], row["a"], row["cites"], source, rules)
        yield Item(f"chip:{row['id']}", {"q": row["q"], "a": row["a"]}, tuple(found))


def tokens(found: list[Item], source: Source) -> Checked:
    """The tokens of these items that were looked up in the article; those that it lacks are only counted."""
    return checked((text for item in found for text in item.fields.values()), source)


def _text(name: str, text: str, sections: tuple[str, ...], source: Source, rules: Rules) -> Item:
    return Item(name, {"a": text}, tuple(text_findings(text, source, sections, rules)))
