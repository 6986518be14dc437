"""Words, quotes and articles that repeat one odd thing without end: each is answered, and soon."""

from __future__ import annotations

import pytest

from reviews.core import gates, quote
from reviews.core.gates import Source
from tests import pace

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


@pytest.mark.parametrize("joint", ["", " "])
@pytest.mark.parametrize("one", ONES)
def test_the_gates_answer_about_words_without_end(one, joint):
    words = ((one + joint) * LONG)[:LONG]
    assert pace.ms(lambda: gates.findings(words, words, ["one"], over(SECTION)), 2000) < 2000


@pytest.mark.parametrize("joint", ["", " "])
@pytest.mark.parametrize("one", ONES)
def test_the_gates_answer_over_a_section_without_end(one, joint):
    source = over(SECTION + ((one + joint) * LONG)[: 3 * LONG])
    said = "how many cats sleep?", "A thousand cats sleep for 90% of 5 million hours."
    assert pace.ms(lambda: gates.findings(*said, ["one"], source), 4000) < 4000


@pytest.mark.parametrize("joint", ["", " "])
@pytest.mark.parametrize("one", ONES)
def test_a_quote_without_end_is_looked_for(one, joint):
    words, where = ((one + joint) * LONG)[:LONG], {"one": (0, len(SECTION))}
    asked = {"article": SECTION, "spans": where, "headings": {"one": "Section"}, "cite": "one"}
    assert pace.ms(lambda: quote.find(words, **asked), 2000) < 2000
