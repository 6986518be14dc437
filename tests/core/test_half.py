"""Quotes that begin or end inside a word: said in a sentence, and grown to whole words; never one that does neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core.half import half
from tests.core.markdown import documents

ARTICLE = (
    "## A {#a}\n\nThe pub**lish**ing of 1,990 chips took thirty-four days; we don’t mind. 出版社は早い。\n\n"
    "See `publish_state` and caf\u0301s, then &amp;more. ภาษาไทย.\n"
)


def told(words, nth=0):
    start = ARTICLE.index(words)
    found = half(ARTICLE, (0, len(ARTICLE)), (start, start + len(words)))
    return found and (found.text, ARTICLE[slice(*found.span)])


@pytest.mark.parametrize(
    ("words", "text", "whole"),
    [
        ("The pub", "It ends in the middle of “publishing”.", "The pub**lish**ing"),
        ("ing of", "It begins in the middle of “publishing”.", "pub**lish**ing of"),
        ("lish**ing of 1", "It begins in the middle of “publishing” and ends in the middle of “1,990”.",
         "pub**lish**ing of 1,990"),
        ("lish", "It lies in the middle of “publishing”.", "pub**lish**ing"),
        ("990 chips", "It begins in the middle of “1,990”.", "1,990 chips"),
        ("chips took thirty", "It ends in the middle of “thirty-four”.", "chips took thirty-four"),
        ("we don", "It ends in the middle of “don’t”.", "we don’t"),
        ("See `publish", "It ends in the middle of “publish_state”.", "See `publish_state"),
        ("and caf", "It ends in the middle of “caf\u0301s”.", "and caf\u0301s"),
    ],
)  # fmt: skip
def test_half_names_the_word_that_is_cut_and_takes_it_whole(words, text, whole):
    assert told(words) == (text, whole)


@pytest.mark.parametrize(
    "words",
    ["The pub**lish**ing of", "of 1,990 chips", "days; we", "we don’t mind", "mind.", "出版", "は早い。", "ไทย", "thirty-four",
     "`publish_state`", "publish_state", "See", "The"],
)  # fmt: skip
def test_half_says_nothing_of_whole_words(words):
    assert told(words) is None


@given(documents, st.integers(0, 400), st.integers(1, 80))
def test_half_grows_any_span_to_one_of_which_it_says_nothing(text, start, n):
    section, start = (0, len(text)), min(start, len(text))
    found = half(text, section, (start, min(start + n, len(text))))
    assert found is None or half(text, section, found.span) is None
