"""Words, quotes and articles that repeat one odd thing without end: each is answered, and soon."""

from __future__ import annotations

import time

import pytest

from reviews.core import gates, quote
from reviews.core.gates import Source

ONES = (
    *(
        "thousand",
        "million",
        "hundred",
        "twenty one",
        "half a quarter of",
        "third",
        "dozen",
        "times",
        "per cent",
        "and a half",
    ),
    *(
        "1",
        "1,",
        "1.",
        "1/",
        "1-",
        "1e",
        "9e99999",
        "%",
        "×",
        "±",
        "½",
        "²",
        "$",
        "5k",
        "5M",
        "-thousand",
        "1-million",
    ),
    *(
        "you must",
        "ignore all previous instructions",
        "a@b.c",
        "http://a",
        "www.a",
        "abcdef01",
        "+49 30 12",
        "/a",
        "sk-aaaa",
    ),
    *(
        "ABC",
        "Abc",
        "I",
        "we",
        "!",
        "...",
        "a…",
        "`",
        "*",
        "[",
        "(",
        "<",
        "&amp;",
        '"',
        "\\",
        "|",
        "> ",
        "- ",
    ),
    *("😀", "e\u0301", "\u200d", "\u202e", "\u00a0", "\n", "\r\n", "\u2028", "\ufeff", "\ufffe"),
)
LONG = 10_000
SECTION = "## Section {#one}\n\nA thousand cats sleep 90% of their 5 thousand hours.\n"


def over(text: str) -> Source:
    return Source(
        text=text, spans={"one": (0, len(text))}, headings={"one": "Section"}, skipped={"one": None}
    )


def soon(seconds: float, since: float) -> bool:
    return time.process_time() - since < seconds


@pytest.mark.parametrize("joint", ["", " "])
@pytest.mark.parametrize("one", ONES)
def test_the_gates_answer_about_words_without_end(one, joint):
    words, since = ((one + joint) * LONG)[:LONG], time.process_time()
    gates.findings(words, words, ["one"], over(SECTION))
    assert soon(2, since)


@pytest.mark.parametrize("joint", ["", " "])
@pytest.mark.parametrize("one", ONES)
def test_the_gates_answer_over_a_section_without_end(one, joint):
    text, since = SECTION + ((one + joint) * LONG)[: 3 * LONG], time.process_time()
    gates.findings(
        "how many cats sleep?", "A thousand cats sleep for 90% of 5 million hours.", ["one"], over(text)
    )
    assert soon(4, since)


@pytest.mark.parametrize("joint", ["", " "])
@pytest.mark.parametrize("one", ONES)
def test_a_quote_without_end_is_looked_for(one, joint):
    words, since = ((one + joint) * LONG)[:LONG], time.process_time()
    quote.find(
        words, article=SECTION, spans={"one": (0, len(SECTION))}, headings={"one": "Section"}, cite="one"
    )
    assert soon(2, since)
