"""The gate `editorial` where a chip turns its section: a “not” lost or added, “all” for “most”."""

from __future__ import annotations

import pytest

from tests.core.gates.building import held, says, two_sections

ARTICLE = """The vaccine does not contain live virus. A link with the syndrome has not been proven.

The effects usually pass within three days. In most cases the light was plugged into a strong charger, and
the battery can overheat while charging. No receipt is required. The bridge was not opened until 1932.

| Station | Hot days |
|---|---|
| Maribor | almost all of July |

Nearly all the members voted for the plan. The museum is open on Mondays. In May the club paid its members.
Not every pond can be fenced. No otters were seen, and the mink has not vanished from the river.
It is not only the seal that leaks. The pump was rebuilt, but not painted.
"""

TURNED = [
    ("The vaccine contains live virus.", ["The vaccine contains live virus"]),
    ("It is old. A link with the syndrome has been proven.", ["A link with the syndrome has been proven"]),
    ("A receipt is required.", ["A receipt is required"]),
    ("The museum is not open on Mondays.", ["not"]),
    ("The museum isn’t open on Mondays.", ["isn’t"]),
    ("The effects always pass within three days.", ["always"]),
    ("In all cases the light was plugged into a strong charger.", ["all"]),
    ("The battery always overheats while charging.", ["always"]),
    ("All the members voted for the plan.", ["All"]),
    ("Every pond can be fenced.", ["Every"]),
    ("The mink has vanished from the river.", ["The mink has vanished from the river"]),
]


@pytest.mark.parametrize(("answer", "words"), TURNED)
def test_turned_words_are_held(answer: str, words: list[str]) -> None:
    assert held("editorial", answer, ARTICLE) == words


@pytest.mark.parametrize(
    "answer",
    [
        "The vaccine does not contain live virus.",
        "The vaccine contains no live virus.",
        "The vaccine is free of live virus.",
        "No receipt is required.",
        "No. The vaccine contains live virus in no form.",
        "The bridge opened in 1932.",
        "The bridge was opened in 1932.",
        "The effects usually pass within three days.",
        "In most cases the light was plugged into a strong charger.",
        "Almost all the members voted for the plan.",
        "Not all the members voted for the plan.",
        "The club paid all its members in May.",
        "The club paid all members.",
        "The seal leaks.",
        "A receipt is required where the light is old.",
        "All but two of the members voted for the plan.",
        "In all, the members voted for the plan.",
        "The pump was rebuilt.",
        "The museum is open on Mondays.",
        "The museum is open only on Mondays.",
    ],
)
def test_a_paraphrase_is_not_held(answer: str) -> None:
    assert held("editorial", answer, ARTICLE) == []


def test_an_answer_to_a_question_that_denies_is_not_held() -> None:
    assert held("editorial", "Contain live virus: the vaccine.", ARTICLE, q="what does it not do?") == []


def test_a_not_that_another_sentence_leaves_out_is_not_missed() -> None:
    text = "The old vaccine does not contain live virus. The new vaccine does contain live virus."
    assert held("editorial", "The vaccine contains live virus.", text) == []


def test_a_section_that_is_not_cited_says_nothing() -> None:
    text = two_sections("The vaccine is the second of two.\n", "The vaccine does not contain live virus.\n")
    assert held("editorial", "The vaccine contains live virus.", text) == []


def test_an_article_in_another_language_is_not_read() -> None:
    assert held("editorial", "Es contain live virus no.", "Die contain live virus.") == []


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("A receipt is required.", "“How it went” says “no” of this; the chip leaves it out."),
        (
            "The museum is never open on Mondays.",
            "“How it went” says this without “never”; the chip denies it.",
        ),
        ("All the members voted for the plan.", "“How it went” says “Nearly” here; the chip says “All”."),
    ],
)
def test_the_finding_says_what_the_section_has(answer: str, text: str) -> None:
    assert [(one.severity, one.text) for one in says("editorial", answer, ARTICLE)] == [("note", text)]
