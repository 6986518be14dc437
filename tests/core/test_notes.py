"""What is worth knowing in a sound pack: cites, tokens, look-alikes, words without letters."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import audit, notes
from tests.core import builders
from tests.core.builders import changed


def faults(made: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in audit.check(made)]


def noted(made: Any) -> list[tuple[str, str]]:
    return [(note.path, note.code) for note in notes.of(made)]


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
    assert (faults(made), noted(made)) == ([], [(f"/chips/0/cites{path}", "cite") for path in where])


@pytest.mark.parametrize(
    ("cite", "alike"), [("Feeding", "feeding"), ("CAFE\u0301", "caf\u00e9"), ("cafe\u0301", "caf\u00e9")]
)
def test_audit_names_the_section_that_a_cite_is_alike(cite: str, alike: str) -> None:
    made = changed(builders.pack(chips=[builders.chip("q?", "A.", [cite])]), "/sections/1/id", "caf\u00e9")
    (note,) = notes.of(made)
    assert note.text.split("; ")[1] == f'"{alike}" differs only in case or composition'


@pytest.mark.parametrize("other", ["Feeding", "FEEDING"])
def test_audit_notes_section_ids_that_differ_only_in_case(other: str) -> None:
    made = changed(builders.pack(), "/sections/2/id", other)
    assert (faults(made), noted(made)) == ([], [("/sections/2/id", "alike")])


@pytest.mark.parametrize("words", ["?", "…", "—!?", "🥖", "\u200b", ". . ."])
@pytest.mark.parametrize("key", ["q", "a"])
def test_audit_notes_words_without_a_letter_or_digit(words: str, key: str) -> None:
    made = changed(builders.pack(), f"/chips/1/{key}", words)
    assert (faults(made), noted(made)) == ([], [(f"/chips/1/{key}", "punctuation")])


@pytest.mark.parametrize("words", ["7", "é", "導?", "a"])
def test_audit_takes_words_of_one_letter(words: str) -> None:
    assert noted(changed(builders.pack(), "/chips/1/a", words)) == []


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
    assert noted(builders.pack(tokens=tokens)) == [(f"{path}/{n}", "tokens") for n in where]


def test_audit_says_how_tokens_are_out_of_order() -> None:
    rule = "the tokens are sorted by code point, each once"
    assert [note.text for note in notes.of(builders.pack(tokens=["B", "B", "A"]))] == [
        f'"B" stands twice; {rule}',
        f'"A" stands after "B"; {rule}',
    ]


def test_audit_takes_tokens_by_code_point() -> None:
    assert noted(builders.pack(tokens=["1", "1.0", "1.43×", "10", "A", "B", "a", "Ä", "导", "🥖"])) == []


def test_audit_notes_a_drop_of_an_unknown_section() -> None:
    made = builders.pack(
        drops=[builders.drop("chip", section="nowhere"), builders.drop("chip", section="feeding")]
    )
    assert (faults(made), noted(made)) == ([], [("/bench/drops/0/section", "section")])


def test_sums_of_a_sound_pack_all_add_up() -> None:
    assert {one.adds_up for one in audit.sums(builders.ratified())} == {True}
