"""Where sections and chunks may lie, and what is said of sections and chips that do not fit."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import audit
from tests.core import builders
from tests.core.builders import changed


def faults(made: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in audit.check(made)]


def said(made: Any) -> list[str]:
    return [fault.text for fault in audit.check(made)]


def spanned(*spans: tuple[int, int]) -> Any:
    """A pack whose sections a, b, c … have these spans, all else in order."""
    return builders.pack(
        sections=[builders.section(chr(97 + n), span) for n, span in enumerate(spans)], chips=[]
    )


@pytest.mark.parametrize("span", [(5, 5), (6, 5), (0, 0), (100, 1)])
def test_audit_refuses_a_span_that_holds_nothing(span: tuple[int, int]) -> None:
    assert faults(spanned((0, 5), span)) == [("/sections/1/span", "span")]


ORDERS = {
    "gap": [((0, 5), (6, 9)), ((0, 5), (1000, 2000))],
    "overlap": [((0, 5), (4, 9)), ((4, 9), (0, 5))],
    "nested": [((0, 9), (3, 5)), ((3, 5), (0, 9)), ((0, 9), (0, 5)), ((0, 5), (0, 9)), ((0, 9), (5, 9))],
    "same-span": [((0, 5), (0, 5))],
    "unsorted": [((5, 9), (0, 5)), ((6, 9), (0, 5))],
}


@pytest.mark.parametrize(("code", "spans"), [(code, spans) for code in ORDERS for spans in ORDERS[code]])
def test_audit_refuses_sections_that_do_not_touch_in_order(code: str, spans: Any) -> None:
    assert faults(spanned(*spans)) == [("/sections/1/span", code)]


def test_audit_names_both_sections() -> None:
    assert said(spanned((0, 5), (4, 9))) == [
        'the section "b" [4, 9) overlaps "a" [0, 5) at /sections/0/span; sections have to touch'
    ]


def test_audit_names_every_place_out_of_order() -> None:
    made = spanned((10, 20), (25, 30), (30, 40), (0, 10), (10, 12))
    assert faults(made) == [("/sections/1/span", "gap"), ("/sections/3/span", "unsorted")]


def test_audit_takes_sections_that_start_later_than_the_text() -> None:
    assert faults(spanned((1000, 1001), (1001, 1002))) == []


@pytest.mark.parametrize("by", [-1, 1, 500])
def test_audit_refuses_chars_that_are_not_the_spans_length(by: int) -> None:
    made = builders.pack()
    found = changed(made, "/sections/1/chars", made["sections"][1]["chars"] + by)
    assert faults(found) == [("/sections/1/chars", "chars")]


CHUNKS = {
    "starts late": ([[1, 9]], "/0"),
    "starts early": ([[0, 5], [4, 9]], "/1"),
    "a gap": ([[0, 5], [6, 9]], "/1"),
    "empty": ([[0, 5], [5, 5], [5, 9]], "/1"),
    "reversed": ([[0, 5], [5, 4], [4, 9]], "/1"),
    "unsorted": ([[5, 9], [0, 5]], "/0"),
    "doubled": ([[0, 9], [0, 9]], "/1"),
    "ends early": ([[0, 5], [5, 8]], ""),
    "ends late": ([[0, 5], [5, 10]], ""),
}


@pytest.mark.parametrize("name", CHUNKS)
def test_audit_refuses_chunks_that_do_not_tile_the_span(name: str) -> None:
    chunks, where = CHUNKS[name]
    made = builders.pack(sections=[builders.section("a", (0, 9), chunks=chunks)], chips=[])
    assert faults(made) == [(f"/sections/0/chunks{where}", "chunks")]


def test_audit_takes_chunks_that_tile_the_span() -> None:
    section = builders.section("a", (0, 9), chunks=[[0, 2], [2, 3], [3, 9]])
    assert faults(builders.pack(sections=[section], chips=[])) == []


def test_audit_refuses_a_digest_that_was_not_written() -> None:
    made = changed(builders.pack(), "/sections/0/digest_skipped", "short")
    assert ("/sections/0/digest_skipped", "digest") in faults(made)


SENTENCES = [
    (spanned((0, 5), (7, 7)), "the span [7, 7) has to end after its start"),
    (spanned((0, 5), (5, 7), (5, 7)), '"c" [5, 7) has the same span as "b" [5, 7) at /sections/1/span'),
    (spanned((0, 5), (1, 4)), '"b" [1, 4) lies within "a" [0, 5) at /sections/0/span'),
    (spanned((1, 4), (0, 5)), '"b" [0, 5) lies around "a" [1, 4) at /sections/0/span'),
    (spanned((0, 5), (6, 7)), '"b" [6, 7) leaves a gap after "a" [0, 5) at /sections/0/span'),
    (spanned((5, 9), (0, 5)), '"b" [0, 5) stands after, but lies before, "a" [5, 9) at /sections/0/span'),
    (
        builders.pack(chips=[], sections=[builders.section("a", (2, 5), chars=4)]),
        "chars is 4, but /sections/0/span [2, 5) has 3",
    ),
    (
        builders.pack(chips=[], sections=[builders.section("a", (2, 5), chunks=[[2, 3], [4, 5]])]),
        "the chunk [4, 5) has to start at 3 and end after it",
    ),
    (
        builders.pack(chips=[], sections=[builders.section("a", (2, 5), chunks=[[2, 4]])]),
        "the chunks end at 4, but /sections/0/span at 5",
    ),
    (
        builders.pack(chips=[builders.chip("q?", "A.", published=True, publish_state="held")]),
        'publish_state is "held", but /chips/0/published is true',
    ),
    (
        builders.pack(chips=[builders.chip("q?", "A.", quote="x", quote_cite="")]),
        "it is empty, but /chips/0/quote is not; the two go together",
    ),
    (builders.pack(chips=[builders.chip("q?", "A.", quote=" ")]), "the quote is only white space"),
    (builders.pack(chips=[builders.chip("q?", "A.", ["gone"], "x")]), 'the pack has no section "gone"'),
]


@pytest.mark.parametrize(("made", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_audit_says_plainly_what_does_not_fit(made: Any, sentence: str) -> None:
    assert [
        text.removeprefix("the section ").removesuffix("; sections have to touch") for text in said(made)
    ] == [sentence]
