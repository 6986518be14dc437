"""What a ratified pack has and no other may have, and that its decisions are about its own words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core import builders
from tests.core.reading import noted, refused, said


def test_read_takes_a_ratified_pack() -> None:
    assert noted(builders.raw(builders.ratified())) == []


def test_read_refuses_a_ratified_pack_that_does_not_say_by_whom() -> None:
    raw = builders.raw(builders.pack(status="ratified"))
    assert refused(raw) == [("/ratified", "missing")]
    assert said(raw) == [
        'status is "ratified", but nothing says by which seat, from which pack and by which ledger'
    ]


def test_read_refuses_in_another_pack_what_only_ratifying_adds() -> None:
    raw = builders.raw(builders.changed(builders.ratified(), "/status", "pending-judge"))
    expected = ["/bench/chips_by_hand", "/bench/decisions", "/ratified"]
    assert refused(raw) == [(path, "ratified") for path in expected]


def test_read_refuses_even_empty_decisions_before_ratifying() -> None:
    raw = builders.raw(builders.changed(builders.pack(), "/bench/decisions", []))
    assert refused(raw) == [("/bench/decisions", "ratified")]


def test_read_takes_a_ratified_pack_in_which_nothing_was_decided() -> None:
    pack = builders.pack(status="ratified", ratified=builders.ratified()["ratified"])
    assert noted(builders.raw(pack)) == []


def decided(path: str, value: Any) -> list[tuple[str, str]]:
    return refused(builders.raw(builders.changed(builders.ratified(), f"/bench/decisions/{path}", value)))


@pytest.mark.parametrize("n", [0, 1])
def test_read_refuses_a_decision_on_a_chip_that_is_not_there(n: int) -> None:
    assert decided(f"{n}/chip", "c-00000000") == [(f"/bench/decisions/{n}/chip", "decision")]


@pytest.mark.parametrize("n", [0, 1])
def test_read_refuses_a_decision_on_other_words(n: int) -> None:
    assert decided(f"{n}/text_sha", "0" * 12) == [(f"/bench/decisions/{n}/text_sha", "decision")]


def test_read_takes_the_drop_of_a_chip_that_is_gone() -> None:
    assert builders.ratified()["bench"]["decisions"][2]["chip"] not in {
        row["id"] for row in builders.ratified()["chips"]
    }


@pytest.mark.parametrize(
    ("path", "value"),
    [("0/chip", None), ("3/chip", "c-00000000"), ("0/item", "digest:feeding"), ("3/act", "hold")],
)
def test_read_refuses_a_decision_that_is_half_a_strike(path: str, value: Any) -> None:
    assert decided(path, value) == [(f"/bench/decisions/{path[0]}", "decision")]


@pytest.mark.parametrize("span", [[5, 5], [6, 5]])
def test_read_refuses_a_quote_span_that_holds_nothing(span: list[int]) -> None:
    assert decided("0/quote_span", span) == [("/bench/decisions/0/quote_span", "span")]
