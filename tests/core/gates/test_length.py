"""The gate `length`: questions and answers within the house's measure, in code points."""

from __future__ import annotations

import pytest

from reviews.core.gates import Rules
from tests.core.gates.building import says


@pytest.mark.parametrize("n", [40, 41, 399, 400])
def test_length_is_silent_within_the_measure(n: int) -> None:
    assert says("length", "a" * n) == []


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (39, "The answer has 39 characters; at least 40 were expected."),
        (401, "The answer has 401 characters; at most 400 were expected."),
    ],
)
def test_length_notes_an_answer_outside_the_measure(n: int, text: str) -> None:
    (one,) = says("length", "a" * n)
    assert (one.severity, one.text) == ("note", text)


def test_length_notes_a_long_question() -> None:
    (one,) = says("length", "a" * 40, q="q" * 121)
    assert (one.field, one.start, one.end) == ("q", 120, 121)


def test_length_counts_code_points_and_not_bytes() -> None:
    assert says("length", "😀" * 400, q="é" * 120) == []


def test_length_follows_the_house() -> None:
    assert says("length", "a" * 5, rules=Rules(a_min=5)) == []
