"""The difference between two wordings: nothing of either is lost, and long ones do not take long."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core.wording import Piece, diff
from tests import pace


def shown(before, after):
    marks = {"same": "{}", "gone": "[-{}]", "new": "[+{}]"}
    return "".join(marks[piece.op].format(piece.text) for piece in diff(before, after))


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        ("", "", ""),
        ("same words", "same words", "same words"),
        ("", "new words", "[+new words]"),
        ("old words", "", "[-old words]"),
        ("a b c", "a c", "a[- b] c"),
        ("a c", "a b c", "a[+ b] c"),
        ("takes 90 days", "takes 60 days", "takes[- 90][+ 60] days"),
        ("it's so", "it’s so", "[-it's][+it’s] so"),
        ("1,000 words.", "1,000 words!", "1,000 words[-.][+!]"),
        ("two  spaces", "two spaces", "two[-  ][+ ]spaces"),
        ("end", "end ", "end[+ ]"),
        ("cafe\u0301 au lait", "café au lait", "[-cafe\u0301][+café] au lait"),
        ("日本語", "日本人", "日本[-語][+人]"),
        ("👩‍💻 works", "👩 works", "[-👩‍💻][+👩] works"),
        ("a\r\nb", "a\nb", "a[-\r\n][+\n]b"),
    ],
)
def test_diff_of_two_wordings(before, after, difference):
    assert shown(before, after) == difference


def test_diff_gives_pieces():
    assert diff("a b", "a c") == [Piece("same", "a"), Piece("gone", " b"), Piece("new", " c")]


texts = st.text(st.sampled_from("ab é🍋日\u0301\u200b ,.-’\n\r\t_<&")) | st.text()


@given(texts, texts)
def test_diff_loses_nothing_of_either_wording(before, after):
    pieces = diff(before, after)
    first = "".join(piece.text for piece in pieces if piece.op != "new")
    second = "".join(piece.text for piece in pieces if piece.op != "gone")
    assert (first, second) == (before, after)


@given(texts, texts)
def test_diff_joins_neighbours_of_one_kind(before, after):
    ops = [piece.op for piece in diff(before, after)]
    assert [op for op, following in pairwise(ops) if op == following] == []


@given(texts)
def test_diff_of_a_wording_with_itself_has_no_change(text):
    assert diff(text, text) == ([Piece("same", text)] if text else [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a " * 20_000, "b " * 20_000),
        ("x a " * 10_000, "x b " * 10_000),
        ("a" * 1_000_000, "b" * 1_000_000),
        (" " * 1_000_000, "\n" * 1_000_000),
        ("x a " * 150 + "c", "y " + "x b " * 150),
    ],
)
def test_diff_of_long_wordings_takes_less_than_a_quarter_second(before, after):
    assert pace.ms(lambda: diff(before, after), 250) < 250
