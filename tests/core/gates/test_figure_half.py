"""The gate `figure` on “an hour and a half”, and on a flow in cubic metres per second."""

from __future__ import annotations

import pytest

from tests.core.gates.building import held

SAME = [
    ("It took an hour and a half.", "It took ninety minutes."),
    ("It took 90 minutes.", "It took an hour and a half."),
    ("It fell in a minute and a half.", "It fell within 90 seconds."),
    ("It rained for a day and a half.", "It rained for 36 hours."),
    ("It took one hour and three quarters.", "It took 105 minutes."),
    ("It took an hour and a quarter.", "It took 75 minutes."),
    ("It is a mile and a half long.", "It is 1.5 miles long."),
    ("It took 18 months.", "It took a year and a half."),
    ("It took an hour and a half.", "It took an hour and a half."),
    ("It took a day and half of the night.", "It took a day and half of the night."),
    ("It took half of the night and a day.", "It took a day and half of the night."),
    ("The flow is 14 cubic metres per second.", "The flow is 14 m³/s."),
    ("The flow is 14 m³/s.", "The flow is 14 cubic metres a second."),
    ("The flow is 14 m3/s.", "The flow is 14 m³/s."),
]


@pytest.mark.parametrize(("answer", "section"), SAME)
def test_the_same_amount_said_otherwise_is_not_held(answer: str, section: str) -> None:
    assert held("figure", answer, section) == []


@pytest.mark.parametrize(
    ("answer", "section", "words"),
    [
        ("It took an hour and a half.", "It took 80 minutes.", ["an hour and a half"]),
        ("It took an hour and a quarter.", "It took an hour and a half.", ["an hour and a quarter"]),
        ("It took a day and a half.", "It took an hour and a half.", ["a day and a half"]),
        ("The flow is 41 cubic metres per second.", "The flow is 14 m³/s.", ["41 cubic metres per second"]),
        ("The flow is 14 m³/s.", "The flow is 14 m³/h.", ["14 m³/s"]),
    ],
)
def test_another_amount_is_held(answer: str, section: str, words: list[str]) -> None:
    assert held("figure", answer, section) == words
