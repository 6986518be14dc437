"""The gate `cite`: every cite names a section that can carry an answer."""

from __future__ import annotations

import pytest

from reviews.core.gates import Finding
from tests.core.gates.building import missing, says, source


def of(*cites: str) -> list[tuple[str, str]]:
    where = source("It reads.", thanks="credits", links="sources", tiny="short")
    found: list[Finding] = says("cite", "It reads.", where, cites=cites)
    return [(one.severity, one.text) for one in found]


@pytest.mark.parametrize("cites", [("s",), ("s", "tiny"), ("tiny",)])
def test_cite_is_silent_on_sections_of_the_pack(cites: tuple[str, ...]) -> None:
    assert of(*cites) == []


def test_cite_refuses_an_unknown_section() -> None:
    assert of("s", "gone") == [("refused", "“gone” is not a section of this pack.")]


def test_cite_tells_sections_apart_by_case() -> None:
    assert of("S") == [("refused", "“S” is not a section of this pack.")]


def test_cite_asks_for_an_override_without_a_cite() -> None:
    assert of() == [("override", "At least one section was expected to be cited; none is.")]


def test_cite_asks_for_an_override_on_a_doubled_cite() -> None:
    assert of("s", "s") == [("override", "“s” is cited more than once.")]


@pytest.mark.parametrize(
    ("cite", "text"),
    [("thanks", "“Thanks” only gives credits."), ("links", "“Links” only lists sources.")],
)
def test_cite_asks_for_an_override_on_a_section_without_claims(cite: str, text: str) -> None:
    assert of(cite) == [("override", text)]


def test_cite_names_the_place_in_the_list() -> None:
    (one,) = says("cite", "It reads.", source("It reads."), cites=("s", "gone"))
    assert (one.field, one.start, one.end) == ("cites", 1, 2)


def test_cite_needs_no_article() -> None:
    assert says("cite", "It reads.", missing(), cites=("s",)) == []
