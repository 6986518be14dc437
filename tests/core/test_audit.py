"""Does a pack add up: each sum and cross-reference broken on its own, with the paths and codes it gets."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import audit, notes, pack
from reviews.core.faults import PackError
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


def noted(made: Any) -> list[tuple[str, str]]:
    return [(note.path, note.code) for note in notes.of(made)]


# Sums


@pytest.mark.parametrize("made", [builders.pack(), builders.ratified()], ids=["loaded", "ratified"])
def test_audit_of_a_sound_pack_finds_nothing(made: Any) -> None:
    assert (faults(made), noted(made)) == ([], [])


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


# Sentences


def test_audit_says_what_makes_each_number() -> None:
    made = [str(one).split(" these make ")[1] for one in audit.sums(builders.ratified())]
    by_reason = [line for line in made if line.endswith("drops in /bench/drops with that reason")]
    assert len(by_reason) == len(audit.REASONS)
    assert [line for line in made if line not in by_reason] == [
        "1: /bench/bullets_kept 0 + 1 of kind bullet in /bench/drops",
        "1: /bench/digests_kept 1 + 0 of kind digest in /bench/drops",
        "3: /bench/chips_kept 1 + 2 of kind chip in /bench/drops",
        "3: drops in /bench/drops",
        "0: bullets in /short/bullets",
        "1: sections in /sections with a digest",
        "1: 3 in /sections less 2 with digest_skipped",
        "2: /bench/chips_kept 1 + /bench/chips_by_hand 1",
        "1: chip drops in /bench/drops with replaced_by",
        "1: chips in /chips with a quote",
        "1: chips in /chips with published: true",
    ]


def test_a_misshapen_pack_is_told_its_sums_and_spans_too():
    bad = builders.without(builders.pack(), "/chips/0/quote")
    bad = builders.changed(bad, "/bench/chips_kept", 7)
    bad = builders.changed(bad, "/sections/1/chars", 1)
    with pytest.raises(PackError) as refusal:
        pack.read(builders.raw(bad))
    told = {(fault.path, fault.code) for fault in refusal.value.faults}
    assert {("/sections/1/chars", "chars"), ("/bench/chips_written", "sum"), ("/chips", "sum")} < told
    assert any(path.startswith("/chips/0") for path, _ in told)
