"""Acts by whoever is excluded, or from another seat than theirs: an outsider names the entry, though a house sealed it anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.core.anew import NO_ONE, exclude, rehold, told
from tests.core.ledgers import Book, Json


def _hold(book: Book) -> None:
    book.hold(0)


def _undo(book: Book) -> None:
    book.undo(1)


EXCLUDED: dict[str, Callable[[Book], object]] = {
    "holds": _hold,
    "undoes": _undo,
    "strikes": lambda book: book.strike_bullet(),
    "holds again": lambda book: rehold(book, 2),
    "ratifies": lambda book: book.add(
        "ratify", seat="x", seat_class="x", source="verified", source_sha=None, export_sha="0" * 64
    ),
    "reopens": lambda book: book.reopen(),
}


@pytest.mark.parametrize("act", EXCLUDED.values(), ids=EXCLUDED)
def test_whoever_is_excluded_does_nothing(act):
    book = Book()
    book.hold(1)
    exclude(book)
    act(book)
    assert told(book).endswith("it is by somebody who is excluded from this pack")


def test_whoever_was_readmitted_decides_again():
    book = Book()
    exclude(book)
    book.add("readmit", **NO_ONE, judge="u1", exclusion_id=1, why="did not write it")
    book.hold(0)
    assert told(book) == ""


SEATS: dict[str, tuple[Callable[[Book], object], str]] = {
    "a number twice": (lambda book: book.seat("u1", 1), "seat: the seat 1 stands already"),
    "over before it begins": (
        lambda book: book.seat("u2", 2, ends="2026-09-30T00:00:00Z"),
        "seat: its term ends before it begins",
    ),
    "for somebody excluded": (
        lambda book: (exclude(book, "u2"), book.seat("u2", 2)),
        "seat: it is for somebody who is excluded from this pack",
    ),
    "vacated, and never given": (
        lambda book: book.add("vacate", **seat_of("u1", 7), why="left"),
        "vacate: no entry before it gives the seat 7 to this judge",
    ),
    "vacated as another": (
        lambda book: book.add("vacate", **{**seat_of("u1", 1), "seat": "Somebody"}, why="left"),
        "vacate: no entry before it gives the seat 1 to this judge",
    ),
    "excluded twice": (
        lambda book: (exclude(book, "u2"), exclude(book, "u2", 2)),
        "exclude: they are excluded already",
    ),
    "readmitted, and never excluded": (
        lambda book: book.add("readmit", **NO_ONE, judge="u1", exclusion_id=1, why="a slip"),
        "readmit: no entry before it made this exclusion",
    ),
    "a judge's act from another seat than theirs": (
        lambda book: book.hold(0, seat="Editor in chief"),
        'hold c-89a08e04: its judge sat as "Desk editor" ("human-class"), by entry 2',
    ),
}


def seat_of(judge: str, number: int) -> Json:
    return {"seat": "Desk editor", "seat_class": "human-class", "judge": judge, "seat_id": number}


@pytest.mark.parametrize(("act", "text"), SEATS.values(), ids=SEATS)
def test_seats_and_exclusions_follow_from_each_other(act, text):
    book = Book()
    act(book)
    assert told(book) == f"entry {len(book.lines) - 1}: {text}"


@pytest.mark.parametrize(
    "term",
    [
        {"ends": "2026-10-02T09:00:28Z"},
        {"starts": "2026-10-02T09:00:28Z"},
        {"starts": "2027-01-01T00:00:00Z"},
    ],
    ids=["over at that second", "begun at that second", "given for later"],
)
def test_of_a_term_that_may_not_have_covered_an_act_nothing_is_said(term):
    book = Book()
    book.seat("u2", 2, **term)
    book.hold(0, actor="u2", seat="Over the whole desk")
    assert told(book) == ""
