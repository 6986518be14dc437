"""The gate `quote`: what publishing asks of a quote, given the verdict on it."""

from __future__ import annotations

import pytest

from reviews.core.gates import findings
from reviews.core.gates.quote import finding
from tests.core.gates.building import source


def test_quote_is_silent_where_it_stands_in_a_cited_section() -> None:
    assert finding("stands", "It stands.", "s", ["t", "s"]) is None


def test_quote_asks_for_an_override_where_it_stands_outside_the_cites() -> None:
    one = finding("stands", "It stands.", "s", ["t"])
    assert one is not None
    assert (one.severity, one.text) == (
        "override",
        "The quote stands in “s”, which is not one of the chip's cites.",
    )


@pytest.mark.parametrize("kind", ["empty", "short"])
def test_quote_asks_for_an_override_where_there_is_none_to_speak_of(kind: str) -> None:
    one = finding(kind, "There is no quote.", "s", ["s"])
    assert one is not None
    assert (one.severity, one.text) == ("override", "There is no quote.")


@pytest.mark.parametrize("kind", ["elsewhere", "stitched", "near", "missing", "new kind", ""])
def test_quote_refuses_every_other_verdict(kind: str) -> None:
    one = finding(kind, "It does not stand.", "s", ["s"])
    assert one is not None
    assert (one.gate, one.severity, one.field) == ("quote", "refused", "quote")


def test_quote_is_never_held_against_a_waiting_chip() -> None:
    found = findings("what reads?", "It reads, and it reads, and so it reads on.", ["s"], source("It reads."))
    assert [one for one in found if one.gate == "quote"] == []
