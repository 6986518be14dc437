"""Does a pack add up: each sum and cross-reference broken on its own, with the paths and codes it gets."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import audit
from tests.core import builders
from tests.core.builders import changed, without

NUMBERS = {
    "/bench/bullets_written": ["/bench/bullets_written"],
    "/bench/bullets_kept": ["/bench/bullets_kept", "/bench/bullets_written"],
    "/bench/digests_written": ["/bench/digests_written", "/bench/digests_written"],
    "/bench/digests_kept": ["/bench/digests_kept", "/bench/digests_written"],
    "/bench/chips_written": ["/bench/chips_written"],
    "/bench/chips_kept": ["/bench/chips_written", "/chips"],
    "/bench/chips_by_hand": ["/bench/chips_by_hand", "/chips"],
    "/bench/chips_grounded": ["/bench/chips_grounded"],
    "/bench/chips_published": ["/bench/chips_published"],
    **{
        f"/bench/dropped_by/{name}": ["/bench/dropped_by", f"/bench/dropped_by/{name}"]
        for name in audit.REASONS
    },
}


def at(path: str, made: Any) -> Any:
    for step in path.split("/")[1:]:
        made = made[int(step) if isinstance(made, list) else step]
    return made


def faults(made: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in audit.check(made)]


def said(made: Any) -> list[str]:
    return [fault.text for fault in audit.check(made)]


def notes(made: Any) -> list[tuple[str, str]]:
    return [(note.path, note.code) for note in audit.notes(made)]


# Sums


@pytest.mark.parametrize("made", [builders.pack(), builders.ratified()], ids=["loaded", "ratified"])
def test_audit_of_a_sound_pack_finds_nothing(made: Any) -> None:
    assert (faults(made), notes(made)) == ([], [])


@pytest.mark.parametrize("path", NUMBERS)
@pytest.mark.parametrize("by", [1, -1, 1_000])
def test_audit_finds_each_number_that_is_wrong(path: str, by: int) -> None:
    made = builders.ratified()
    assert faults(changed(made, path, at(path, made) + by)) == [(one, "sum") for one in NUMBERS[path]]


def test_audit_shows_both_numbers_and_where_they_stand() -> None:
    made = changed(builders.pack(drops=[builders.drop("chip")]), "/bench/chips_written", 40)
    assert said(made) == [
        "/bench/chips_written is 40, but these make 4: /bench/chips_kept 3 + 1 of kind chip in /bench/drops"
    ]


def test_audit_shows_the_number_of_chips_against_those_kept_and_by_hand() -> None:
    made = changed(builders.ratified(), "/chips/-", builders.chip("what else?", "Nothing else at all."))
    assert said(made) == [
        "the number of chips in /chips is 3, but these make 2: /bench/chips_kept 1 + /bench/chips_by_hand 1"
    ]


@pytest.mark.parametrize("kind", audit.KINDS)
@pytest.mark.parametrize("reason", audit.REASONS)
def test_audit_counts_a_drop_by_kind_and_reason(kind: str, reason: str) -> None:
    made = builders.pack(drops=[builders.drop(kind, reason)])
    if kind == "digest":
        made = changed(made, "/sections/1/digest_skipped", None)
    expected = [
        ("/bench/dropped_by", "sum"),
        (f"/bench/dropped_by/{reason}", "sum"),
        (f"/bench/{kind}s_written", "sum"),
    ]
    assert (faults(made), sorted(faults(changed(made, "/bench/drops", [])))) == ([], sorted(expected))


def test_audit_counts_a_drop_that_is_not_in_the_ledger() -> None:
    made = changed(builders.pack(), "/bench/drops/-", builders.drop("bullet", "length"))
    expected = ["/bench/bullets_written", "/bench/dropped_by", "/bench/dropped_by/length"]
    assert faults(made) == [(path, "sum") for path in expected]


def test_audit_asks_a_digest_or_its_skipping_of_each_section() -> None:
    made = changed(builders.pack(), "/sections/1/digest_skipped", None)
    assert said(made) == [
        "/bench/digests_written is 1, but these make 2: 3 in /sections less 1 with digest_skipped"
    ]


def test_audit_counts_a_blank_digest_as_one() -> None:
    made = changed(changed(builders.pack(), "/sections/1/digest", ""), "/sections/1/digest_skipped", None)
    assert faults(made) == [("/bench/digests_kept", "sum"), ("/bench/digests_written", "sum")]


def test_audit_asks_one_drop_of_each_chip_by_hand() -> None:
    made = without(
        without(builders.ratified(), "/bench/drops/0/replaced_by"), "/bench/drops/0/replacement_sha"
    )
    assert faults(made) == [("/bench/chips_by_hand", "sum")]


def test_audit_refuses_replaced_words_where_no_chip_is_by_hand() -> None:
    made = builders.pack(
        drops=[builders.drop("chip", "hand-edit", replaced_by="c-00000000", replacement_sha="0" * 12)]
    )
    made = changed(without(made, "/bench/chips_by_hand"), "/bench/chips_kept", 3)
    assert faults(changed(made, "/bench/chips_written", 4)) == [("/bench/chips_by_hand", "sum")]


@pytest.mark.parametrize(
    "made",
    [
        builders.pack(chips=[]),
        builders.pack(chips=[], bullets=[], drops=[builders.drop("chip")] * 3),
        builders.pack(chips=[], bullets=[], sections=[]),
        builders.pack(chips=[builders.chip("is one enough?", "One chip is enough.", ["heating"])]),
    ],
    ids=["no chips", "all dropped", "nothing at all", "sections without chips"],
)
def test_audit_takes_an_empty_pack(made: Any) -> None:
    assert faults(made) == []


def test_audit_of_a_pack_being_judged_does_not_ask_for_its_status() -> None:
    assert faults(changed(builders.ratified(), "/status", "pending-judge")) == []


def test_audit_stops_at_a_hundred_faults_and_says_so() -> None:
    made = builders.pack(bullets=["the same words"] * 500)
    assert (len(faults(made)), faults(made)[-1]) == (101, ("", "more"))


# Ids and words that stand twice


def test_audit_refuses_a_doubled_chip_id() -> None:
    row = builders.chip("what is a pot?", "A pot of iron, with a lid.")
    made = builders.pack(chips=[row, builders.chip("is it?", "It is one."), row, row])
    assert faults(made) == [("/chips/2/id", "doubled"), ("/chips/3/id", "doubled")]


def test_audit_refuses_a_doubled_section_id() -> None:
    made = changed(builders.pack(), "/sections/2/id", "feeding")
    assert said(made) == ['the section id "feeding" stands at /sections/0/id already']


def test_audit_takes_sections_with_the_same_heading() -> None:
    assert faults(changed(builders.pack(), "/sections/1/heading", "Feeding the starter")) == []


@pytest.mark.parametrize("second", ["Same words.", "Same  words.", "Same\nwords. "])
def test_audit_refuses_a_bullet_with_the_same_words(second: str) -> None:
    assert faults(builders.pack(bullets=["Same words.", "Others.", second])) == [
        ("/short/bullets/2", "doubled")
    ]


@pytest.mark.parametrize("second", ["same words.", "Same words", "Words same."])
def test_audit_takes_a_bullet_with_other_words(second: str) -> None:
    assert faults(builders.pack(bullets=["Same words.", second])) == []


# Spans


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


# Chips


@pytest.mark.parametrize(("published", "state"), [(True, "held"), (False, "published")])
def test_audit_refuses_a_chip_of_two_states(published: bool, state: str) -> None:
    made = builders.pack(chips=[builders.chip("q?", "A.", published=published, publish_state=state)])
    assert faults(made) == [("/chips/0/publish_state", "publish-state")]


@pytest.mark.parametrize(
    ("quote", "cite", "expected"),
    [
        ("words", "", ("/chips/0/quote_cite", "quote")),
        ("", "feeding", ("/chips/0/quote", "quote")),
        (" \n", "feeding", ("/chips/0/quote", "quote")),
        ("words", "nowhere", ("/chips/0/quote_cite", "quote-cite")),
        ("words", "Feeding", ("/chips/0/quote_cite", "quote-cite")),
    ],
)
def test_audit_refuses_half_a_quote(quote: str, cite: str, expected: tuple[str, str]) -> None:
    made = builders.pack(chips=[builders.chip("q?", "A.", quote=quote, quote_cite=cite)])
    assert faults(made) == [expected]


def test_audit_takes_a_quote_from_a_section_that_is_not_cited() -> None:
    made = builders.pack(chips=[builders.chip("q?", "A.", ["feeding"], "words", quote_cite="heating")])
    assert faults(made) == []


# Notes


CITES = {
    "none": ([], [""]),
    "unknown": (["feeding", "nowhere"], ["/1"]),
    "doubled": (["feeding", "heating", "feeding", "feeding"], ["/2", "/3"]),
    "unknown twice": (["nowhere", "nowhere"], ["/0", "/1"]),
    "blank": ([""], ["/0"]),
    "case": (["FEEDING"], ["/0"]),
}


@pytest.mark.parametrize("name", CITES)
def test_audit_notes_a_cite_that_cannot_be_followed(name: str) -> None:
    cites, where = CITES[name]
    made = builders.pack(chips=[builders.chip("q?", "A.", cites)])
    assert (faults(made), notes(made)) == ([], [(f"/chips/0/cites{path}", "cite") for path in where])


@pytest.mark.parametrize(
    ("cite", "alike"), [("Feeding", "feeding"), ("CAFE\u0301", "caf\u00e9"), ("cafe\u0301", "caf\u00e9")]
)
def test_audit_names_the_section_that_a_cite_is_alike(cite: str, alike: str) -> None:
    made = changed(builders.pack(chips=[builders.chip("q?", "A.", [cite])]), "/sections/1/id", "caf\u00e9")
    (note,) = audit.notes(made)
    assert note.text.split("; ")[1] == f'"{alike}" differs only in case or composition'


@pytest.mark.parametrize("other", ["Feeding", "FEEDING"])
def test_audit_notes_section_ids_that_differ_only_in_case(other: str) -> None:
    made = changed(builders.pack(), "/sections/2/id", other)
    assert (faults(made), notes(made)) == ([], [("/sections/2/id", "alike")])


@pytest.mark.parametrize("words", ["?", "…", "—!?", "🥖", "\u200b", ". . ."])
@pytest.mark.parametrize("key", ["q", "a"])
def test_audit_notes_words_without_a_letter_or_digit(words: str, key: str) -> None:
    made = changed(builders.pack(), f"/chips/1/{key}", words)
    assert (faults(made), notes(made)) == ([], [(f"/chips/1/{key}", "punctuation")])


@pytest.mark.parametrize("words", ["7", "é", "導?", "a"])
def test_audit_takes_words_of_one_letter(words: str) -> None:
    assert notes(changed(builders.pack(), "/chips/1/a", words)) == []


@pytest.mark.parametrize(
    ("tokens", "where"),
    [
        (["1", "1"], [1]),
        (["B", "A"], [1]),
        (["a", "B"], [1]),
        (["A", "Ä", "B"], [2]),
        (["2", "10"], [1]),
        (["C", "B", "A"], [1, 2]),
    ],
)
def test_audit_notes_tokens_out_of_order(tokens: list[str], where: list[int]) -> None:
    path = "/bench/new_noun_tokens_checked"
    assert notes(builders.pack(tokens=tokens)) == [(f"{path}/{n}", "tokens") for n in where]


def test_audit_takes_tokens_by_code_point() -> None:
    assert notes(builders.pack(tokens=["1", "1.0", "1.43×", "10", "A", "B", "a", "Ä", "导", "🥖"])) == []


def test_audit_notes_a_drop_of_an_unknown_section() -> None:
    made = builders.pack(
        drops=[builders.drop("chip", section="nowhere"), builders.drop("chip", section="feeding")]
    )
    assert (faults(made), notes(made)) == ([], [("/bench/drops/0/section", "section")])


def test_sums_of_a_sound_pack_all_add_up() -> None:
    assert {one.adds_up for one in audit.sums(builders.ratified())} == {True}
