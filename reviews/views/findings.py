"""What the gates hold against words, ordered and numbered for a page: each sentence beside the words it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from reviews.core.cut import Held
from reviews.core.gates import GATES, Finding
from reviews.templatetags.field_tags import field as in_words

# What stands in the way first.
SEVERITIES = ("refused", "override", "note")
GATE_NAMES = tuple(name for name, _ in GATES)
FIELDS = ("q", "a", "cites", "quote")


@dataclass(frozen=True)
class Said:
    """One finding with the number by which the page ties its sentence to its words."""

    number: int
    finding: Finding

    @property
    def field(self) -> str:
        return in_words(self.finding.field)

    @property
    def text(self) -> str:
        return self.finding.text


@dataclass(frozen=True)
class Group:
    """What one gate says with one severity: an override is spoken for the gate, so it is asked for once."""

    gate: str
    severity: str
    said: tuple[Said, ...]
    is_first_override: bool = False


def groups(found: Iterable[Finding]) -> list[Group]:
    """Findings by severity and gate, numbered from 1 in the order in which they are read."""
    ordered = sorted(found, key=_order)
    numbered = [Said(n, one) for n, one in enumerate(ordered, start=1)]
    made = [
        Group(gate, severity, tuple(said))
        for (severity, gate), said in groupby(
            numbered, key=lambda one: (one.finding.severity, one.finding.gate)
        )
    ]
    first = next((n for n, group in enumerate(made) if group.severity == "override"), None)
    return [replace(group, is_first_override=n == first) for n, group in enumerate(made)]


def held(made: Sequence[Group], field: str) -> list[Held]:
    """Where the findings on one field hold its words. A length is the whole field's, and no words of it are to be mended."""
    return [
        Held(one.finding.start, one.finding.end, one.number)
        for group in made
        for one in group.said
        if one.finding.field == field and group.gate != "length"
    ]


def numbers_of_cites(made: Sequence[Group], cites: Sequence[str]) -> Mapping[str, list[int]]:
    """For each cite the findings about it; under the empty name those about there being none."""
    found: dict[str, list[int]] = {}
    for one in held(made, "cites"):
        for cite in cites[one.start : one.end] or ("",):
            found.setdefault(cite, []).append(one.number)
    return found


def numbers_of_quote(made: Sequence[Group]) -> list[int]:
    """The findings about the quote, or about there being none."""
    return [one.number for one in held(made, "quote")]


def _order(one: Finding) -> tuple[int, int, int, int]:
    field = FIELDS.index(one.field)
    return SEVERITIES.index(one.severity), GATE_NAMES.index(one.gate), field, one.start
