"""Whatever a heading looks like: the desk and the outsider's check tell the same unit of offsets by it."""

from itertools import pairwise

import pytest

from reviews.core import article, verify
from reviews.core.faults import ArticleError
from tests.core import builders

HEADS = {
    "marked": ("## Head {n}", 2),
    "closed": ("### Head {n} ###", 3),
    "underlined": ("Head {n}\n=======", 1),
    "underlined with -": ("  Head {n}\n  --", 2),
    "underlined over two lines": ("Head\n{n}\n---", 2),
    "underlined, with markup": ("*Head* {n}\n---\n", 2),
}
BEFORE = {
    "nothing": "",
    "a mark": "\ufeff",
    "words": "words à 🥖\n\n",
    "marked words": "\ufeffwords à 🥖\n\n",
}


def written(head: str, before: str, newline: str, unit: str) -> tuple[article.Article, list[builders.Json]]:
    """Two sections under headings of a kind, and their rows with spans in a unit."""
    line, level = HEADS[head]
    starts, text = [], BEFORE[before]
    for n in ("one", "two"):
        starts.append(len(text.replace("\n", newline)))
        text += f"{line.format(n=n)}\n\nWords é 🥖🥖 of it.\n\n"
    text = text.replace("\n", newline)
    edges = [builders._offset(text, at, unit) for at in (*starts, len(text))]
    rows = [
        builders.section(name, span, heading=f"Head {name}", level=level)
        for name, span in zip(("one", "two"), pairwise(edges), strict=True)
    ]
    return article.read(text.encode()), rows


@pytest.mark.parametrize("unit", article.UNITS)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("head", HEADS)
def test_the_desk_and_verify_tell_the_same_spans(head, before, newline, unit):
    found, rows = written(head, before, newline, unit)
    expected = article.spans(found, written(head, before, newline, "code points")[1], "code points")
    assert article.spans(found, rows, article.unit(found, rows)) == expected
    assert verify._fitting(found.text, rows, verify.UNITS) == expected


@pytest.mark.parametrize(
    "text", ["Head one\n", "Head one\n==x\n", "Head one\n\n==\n", "Head one\n= =\n", "Head one"]
)
def test_words_that_are_underlined_with_nothing_are_no_heading(text):
    rows = [builders.section("one", [0, len(text)], heading="Head one", level=1)]
    with pytest.raises(ArticleError):
        article.unit(article.read(text.encode()), rows)
    assert verify._fitting(text, rows, verify.UNITS) is None


def test_units_that_differ_behind_every_heading_are_told_by_the_end_of_the_text():
    text = "## One\n\nWords aé𝔽 and so.\n"
    for unit in ("UTF-8 bytes", "UTF-16 units"):
        rows = [builders.section("one", [0, builders._offset(text, len(text), unit)], heading="One")]
        found = article.unit(article.read(text.encode()), rows)
        assert (found, verify._fitting(text, rows, verify.UNITS)) == (unit, {"one": (0, len(text))})
