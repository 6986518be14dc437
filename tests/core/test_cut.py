"""A text in runs: each under one mark and the same findings, and together the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core.cut import Held, Run, cut
from reviews.core.marks import Mark

TEXT = "It keeps 13 guesses."
FIGURE = Mark("figure", 9, 11, (), True)


def test_a_text_with_nothing_in_it_is_one_run() -> None:
    assert cut(TEXT, [], []) == [Run(TEXT)]


def test_an_empty_text_has_no_run() -> None:
    assert cut("", [], []) == []


def test_a_finding_is_cut_out_with_its_number() -> None:
    assert cut(TEXT, [], [Held(9, 11, 1)]) == [
        Run("It keeps "), Run("13", None, (1,), (1,)), Run(" guesses."),
    ]  # fmt: skip


def test_a_mark_and_findings_on_the_same_words_are_one_run() -> None:
    runs = cut(TEXT, [FIGURE], [Held(9, 11, 2), Held(9, 11, 1)])
    assert runs[1] == Run("13", FIGURE, (1, 2), (1, 2))


def test_a_finding_inside_another_ends_where_it_ends() -> None:
    runs = cut(TEXT, [], [Held(0, len(TEXT), 1), Held(9, 11, 2)])
    assert [(run.text, run.numbers, run.ending) for run in runs] == [
        ("It keeps ", (1,), ()), ("13", (1, 2), (2,)), (" guesses.", (1,), (1,)),
    ]  # fmt: skip


def test_a_finding_that_crosses_a_mark_cuts_it() -> None:
    runs = cut(TEXT, [FIGURE], [Held(3, 10, 1)])
    assert [(run.text, run.mark is FIGURE, run.numbers) for run in runs] == [
        ("It ", False, ()), ("keeps ", False, (1,)), ("1", True, (1,)), ("3", True, ()), (" guesses.", False, ()),
    ]  # fmt: skip


@pytest.mark.parametrize("held", [Held(3, 3, 1), Held(-1, 3, 1), Held(3, 99, 1), Held(5, 3, 1)])
def test_a_span_outside_the_text_or_empty_holds_nothing(held: Held) -> None:
    assert cut(TEXT, [], [held]) == [Run(TEXT)]


SPANS = st.lists(st.tuples(st.integers(-2, 14), st.integers(-2, 14)), max_size=6)


@given(st.text("ab 1.", max_size=12), SPANS)
def test_runs_together_are_the_text_and_each_number_covers_its_words(
    text: str, spans: list[tuple[int, int]]
) -> None:
    held = [Held(start, end, n) for n, (start, end) in enumerate(spans)]
    runs = cut(text, [], held)
    assert "".join(run.text for run in runs) == text
    for one in held:
        covered = "".join(run.text for run in runs if one.number in run.numbers)
        assert covered == (text[one.start : one.end] if 0 <= one.start < one.end <= len(text) else "")


@pytest.mark.parametrize(
    ("text", "held", "run"),
    [
        ("a 👩‍💻 b", Held(2, 3, 1), "👩‍💻"),
        ("a 👩‍💻 b", Held(4, 5, 1), "👩‍💻"),
        ("👍🏽!", Held(0, 1, 1), "👍🏽"),
        ("cafe\u0301 x", Held(0, 4, 1), "cafe\u0301"),
    ],
)
def test_no_letter_or_picture_is_cut(text: str, held: Held, run: str) -> None:
    assert [one.text for one in cut(text, [], [held]) if one.numbers] == [run]
