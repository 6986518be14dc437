"""Articles attached, chips held again for one, and rules of second opinions: an outsider names the entry, though a house sealed it anew."""

from __future__ import annotations

import pytest

from reviews.core import verify
from tests.core import builders
from tests.core.anew import ARTICLE, NO_ONE, OTHER, QUOTE, attach, rehold, told
from tests.core.ledgers import Book, Json


def test_a_quote_that_another_article_does_not_have_is_held_again():
    book = Book()
    book.publish(0, QUOTE)
    attach(book)
    rehold(book)
    assert told(book) == ""


@pytest.mark.parametrize(
    ("quote", "articles"), [(QUOTE, []), ("", [OTHER])], ids=["no other article", "no quote"]
)
def test_nothing_else_is_held_again(quote, articles):
    book = Book()
    book.publish(0, quote, overrides=() if quote else ("quote",), why="read")
    for article in articles:
        attach(book, article)
    rehold(book)
    assert told(book).endswith("nothing was quoted, or it names no other article that was attached before")


def test_a_pack_that_was_held_again_alone_is_ratified_in_any_name():
    row = builders.chip("how often is it fed?", "Once a day.", quote=QUOTE, published=True)
    book = Book(builders.pack(chips=[row]))
    attach(book)
    rehold(book)
    book.ratify(seat="Desk editor", seat_class="human-class")
    assert verify.verify(book.export, book.rows, ARTICLE, book.raw).faults == ()


RULES: dict[str, tuple[Json, str]] = {
    "as before": ({"rule": "none", "share": 0, "seed": ""}, "that was asked already"),
    "no share": (
        {"rule": "sampled", "share": 0, "seed": "s"},
        "a share of 1 to 99 and a seed go with a sample, and with nothing else",
    ),
    "no seed": (
        {"rule": "sampled", "share": 9, "seed": ""},
        "a share of 1 to 99 and a seed go with a sample, and with nothing else",
    ),
    "a share of all": (
        {"rule": "every", "share": 50, "seed": ""},
        "a share of 1 to 99 and a seed go with a sample, and with nothing else",
    ),
}


@pytest.mark.parametrize(("said", "text"), RULES.values(), ids=RULES)
def test_a_rule_of_second_opinions_is_one_that_can_be_set(said, text):
    book = Book()
    book.add("opinions", **said)
    assert told(book) == f"entry 3: opinions: {text}"


ATTACHED: dict[str, tuple[Json, str]] = {
    "twice": ({"article": OTHER, "is_cited": False}, "its article was attached before"),
    "in a unit of its own": (
        {"article": "2" * 64, "is_cited": False, "unit": ""},
        "its unit does not follow",
    ),
}


@pytest.mark.parametrize(("said", "text"), ATTACHED.values(), ids=ATTACHED)
def test_an_article_is_attached_once_and_in_the_unit_that_stands(said, text):
    book = Book()
    attach(book)
    book.add("attach", **NO_ONE, **{"unit": "code points", "how": "by command", **said})
    assert told(book) == f"entry 4: attach: {text}"
