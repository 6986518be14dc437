"""Words that a copy changed are found at their place in the section, and forged ones are not."""

from __future__ import annotations

import pytest

from reviews.core.copied import place
from tests import pace

TEXT = (
    "## First\n\nShe said “it’s **full­y** subsidised”, co-opted by the final office… and that was all.\n\n"
    "## Second\n\nThe café's self-test said 'no - ﬁnally' in 2019, at −5 °C.\n"
)
SECOND = TEXT.index("## Second")
SECTIONS = {"first": (0, SECOND), "second": (SECOND, len(TEXT))}


def found(words: str, section: str) -> str | None:
    span = place(TEXT, SECTIONS[section], words)
    return TEXT[slice(*span)] if span else None


@pytest.mark.parametrize(
    ("words", "section", "own"),
    [
        ("She said \"it's fully", "first", "She said “it’s **full­y"),
        ("it’s ful\u00adly sub\u00adsid\u00adised", "first", "it’s **full­y** subsidised"),
        ("full-\ny sub-\r\n  sidised", "first", "full­y** subsidised"),
        ("co-\nopted by the", "first", "co-opted by the"),
        ("co‑opted by the ﬁnal oﬃce...", "first", "co-opted by the final office…"),
        ("\ufeffco-opted\u200b by the", "first", "co-opted by the"),
        ("The cafe\u0301’s self\u2010test", "second", "The café's self-test"),
        ("said ‘no - finally’ in 2019", "second", "said 'no - ﬁnally' in 2019"),
    ],
)
def test_place_finds_what_a_copy_changed(words: str, section: str, own: str) -> None:
    assert found(words, section) == own


@pytest.mark.parametrize(
    ("words", "section"),
    [
        ("it's fully subsidized", "first"),
        ("it's full sub-\nsidised", "first"),
        ("it's not fully subsidised", "first"),
        ("sub-sidised", "first"),
        ("IT'S FULLY SUBSIDISED", "first"),
        ("She said “it’s fully", "second"),
        ("all. Second The café's", "first"),
        ("said 'no – finally' in 2019", "second"),
        ("said 'no - finally' in 2018", "second"),
        ("at -5 °C", "second"),
        ("The cafe's self-test", "second"),
        ("The cafe", "second"),
        ("finally\u202e in 2019", "second"),
        ("", "first"),
        ("\u00ad\u200b", "first"),
        ("-\n-", "first"),
    ],
)
def test_place_finds_nothing_where_words_differ(words: str, section: str) -> None:
    assert found(words, section) is None


@pytest.mark.parametrize(
    "sentence", ["She said “it’s sub­sidised” ﬁrst. ", "Đường đi khó, không khó vì ngăn sông. "]
)
def test_place_takes_less_than_2_seconds_in_5_mb(sentence: str) -> None:
    text = sentence * (5_000_000 // len(sentence.encode())) + "The last words, «here»."
    assert place(text, (0, len(text)), "The last words, «here».") == (len(text) - 23, len(text))
    assert pace.ms(lambda: place(text, (0, len(text)), "nothing of the kind"), 2000) < 2000
