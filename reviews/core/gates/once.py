"""What one gate says of words is not said of a part of them by another; it makes no finding and asks no section."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from reviews.core.gates.finding import Field, Finding

# A phone number is no figure that the section lacks, and a path no name: which gates these two speak for.
_SPEAKS_FOR: Mapping[str, frozenset[str]] = {
    "redaction": frozenset(("new_noun", "figure", "bare_figure", "identifier")),
    "identifier": frozenset(("new_noun", "figure", "bare_figure")),
}
_STRENGTHS = ("note", "override", "refused")


def said_once(found: Iterable[Finding]) -> list[Finding]:
    """The findings, in their order, without those about words of which another says as strongly what they are."""
    found = list(found)
    speakers = {gate: _by_field(gate, found) for gate in _SPEAKS_FOR}
    return [
        one
        for one in found
        if not any(
            _speaks_for(_nearest(by_field, one), one)
            for gate, by_field in speakers.items()
            if one.gate in _SPEAKS_FOR[gate]
        )
    ]


def _by_field(gate: str, found: Sequence[Finding]) -> dict[Field, list[Finding]]:
    """What a gate says, by field and place: the findings of one gate lie apart."""
    said: dict[Field, list[Finding]] = {}
    for one in sorted((one for one in found if one.gate == gate), key=lambda one: one.start):
        said.setdefault(one.field, []).append(one)
    return said


def _nearest(by_field: Mapping[Field, Sequence[Finding]], one: Finding) -> Finding | None:
    """The last that starts no later."""
    said = by_field.get(one.field, ())
    place = bisect_right(said, one.start, key=lambda other: other.start)
    return said[place - 1] if place else None


def _speaks_for(one: Finding | None, other: Finding) -> bool:
    if one is None or not other.start < other.end <= one.end:
        return False
    if _STRENGTHS.index(one.severity) < _STRENGTHS.index(other.severity):
        return False
    # A ticket's number as a whole is also a name that the article may lack.
    is_whole = (one.start, one.end) == (other.start, other.end)
    return one.gate == "redaction" or other.gate != "new_noun" or not is_whole
