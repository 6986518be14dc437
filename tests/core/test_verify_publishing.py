"""Words published over what nobody overrode, and acts without a reason: an outsider names the entry, though a house sealed it anew."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from reviews.core.acts import is_blank
from reviews.core.verify import Unusable, bad_entry, verify
from tests.core.anew import QUOTE, publish, told
from tests.core.builders import raw
from tests.core.ledgers import Book


def publish_marks(book: Book) -> None:
    at, marks = book.text.index(QUOTE), "= " * 8 + "="
    span = [at, at + len(marks)]
    book.chip("publish", 0, quote=marks, quote_cite="feeding", quote_span=span, overrides=[])


UNFIT: dict[str, tuple[Callable[[Book], object], str]] = {
    "no quote": (lambda book: publish(book, quote=""), "it has no quote, and that was not overridden"),
    "a short quote": (
        lambda book: publish(book, quote=QUOTE[:11]),
        "its quote has fewer than 12 characters, and that was not overridden",
    ),
    "a quote of another section": (
        lambda book: publish(book, quote="The pot keeps the steam", quote_cite="heating"),
        "it does not cite the section of its quote, and that was not overridden",
    ),
    "no cite": (
        lambda book: publish(book, cites=[], overrides=("quote",), why="read"),
        "it cites no section, and that was not overridden",
    ),
    "a cite twice": (
        lambda book: publish(book, cites=["feeding", "feeding"]),
        "it cites a section twice, and that was not overridden",
    ),
    "the credits": (
        lambda book: publish(book, cites=["feeding", "thanks"]),
        "it cites a section of credits or sources, and that was not overridden",
    ),
    "a cite to nowhere": (
        lambda book: publish(book, cites=["feeding", "nowhere"], overrides=("cite",), why="read"),
        'it cites "nowhere", which is no section of the pack',
    ),
    "a quote of nowhere": (
        lambda book: publish(book, quote_cite="nowhere", overrides=("quote",), why="read"),
        'its quote is of "nowhere", which is no section of the pack',
    ),
    "a quote from elsewhere": (
        lambda book: publish(book, quote_span=[0, len(QUOTE)]),
        'its quote does not lie within "feeding"',
    ),
}


@pytest.mark.parametrize(("act", "text"), UNFIT.values(), ids=UNFIT)
def test_what_stands_in_the_way_of_publishing_is_seen_without_the_article(act, text):
    book = Book()
    act(book)
    assert told(book) == f"entry 3: publish c-89a08e04: {text}"


def test_a_quote_of_marks_alone_which_desks_once_took_is_told_and_no_fault():
    book = Book()
    publish_marks(book)
    book.hold(1)
    book.hold(2)
    report = verify(book.ratify().export, book.rows)
    assert report.faults == ()
    assert [line for line in report.lines if "without a letter" in line] == [
        "entry 3 publishes on a quote without a letter or a digit that was not overridden: "
        "desks took that once, and whether this one still did cannot be told from here"
    ]


@pytest.mark.parametrize("quote", ["", QUOTE[:11]])
def test_what_was_overridden_may_be_published(quote):
    book = Book()
    book.publish(0, quote, overrides=("quote",), why="read")
    assert told(book) == ""


@pytest.mark.parametrize(
    ("overrides", "text"),
    [
        (("banana",), "in its body /overrides/0 is missing, or not what belongs there"),
        (("figure", "judge"), "in its body /overrides/1 is missing, or not what belongs there"),
        (("figure", "figure"), "publish c-89a08e04: it overrides a gate twice"),
    ],
)
def test_what_is_overridden_is_a_gate_and_each_once(overrides, text):
    book = Book()
    book.publish(0, QUOTE, overrides=overrides, why="read")
    assert bad_entry(book.data, book.bodies) == f"entry 3: {text}"


def reword(book: Book, n: int, q: str) -> None:
    book.edit(n, q, "So it is.")


def test_a_question_that_another_chip_once_had_is_not_taken():
    book = Book()
    for n, q in ((0, "what was it?"), (0, "what is it now?"), (0, "what was it?"), (1, "what was it?")):
        reword(book, n, q)
    assert (
        told(book, against=book.raw)
        == f"entry 6: hand-edit {book.name(1)}: {book.name(0)} has or had that question"
    )


def test_nor_is_the_writers_question_of_another_chip():
    book = Book()
    reword(book, 0, "what was it?")
    reword(book, 1, book.data["chips"][0]["q"])
    assert (
        told(book, against=book.raw)
        == f"entry 4: hand-edit {book.name(1)}: {book.name(0)} has or had that question"
    )


def test_without_the_loaded_file_a_chip_under_a_question_taken_before_is_seen_when_it_is_decided():
    book = Book()
    book.hold(0)
    reword(book, 0, book.data["chips"][1]["q"])
    book.hold(1)
    assert told(book) == f"entry 5: hold {book.name(1)}: {book.name(0)} had that question before"


@pytest.mark.parametrize("key", ["q", "a"])
def test_a_chip_without_words_is_no_chip(key):
    book = Book()
    for n in range(3):
        book.hold(n)
    data = json.loads(book.ratify().export)
    data["chips"][0][key] = " \n"
    with pytest.raises(Unusable, match=f"the export is no pack: /chips/0/{key} is missing"):
        verify(raw(data), book.rows)


def test_an_edit_cites_no_section_that_is_not_there():
    book = Book()
    book.hold(0)
    book.edit(0, "how so?", "So it is.", "nowhere")
    assert told(book) == 'entry 4: hand-edit c-89a08e04: it cites "nowhere", which is no section of the pack'


@pytest.mark.parametrize("why", ["\u200b\u2060", "\u00ad", " \u3000"])
def test_a_reason_that_nobody_can_see_is_none(why):
    book = Book()
    book.hold(0, why=why)
    assert (is_blank(why), told(book)) == (True, "entry 3: hold c-89a08e04: it does not say why")


def test_a_figure_goes_with_a_bullet_alone():
    book = Book()
    book.strike("digest:feeding", book.data["sections"][0]["digest"], figure="once")
    assert told(book) == "entry 3: strike digest:feeding: a figure goes with a bullet alone"
