"""The gate `house_voice`: openings, endings and the voice of the house."""

from __future__ import annotations

import pytest

from reviews.core.gates import Rules, text_findings
from tests.core.gates.building import held, missing, says, source

ARTICLE = """## Head

Vue and the Vue team build it. Since v-model is long, `onTrack` and npm help. npm is a tool.
It is called "Hello World!" and NASA knows. A CSS and DOM trick. Should I use it? Yes, it is.
"""
IN_STYLE = [
    "Vue reads it.",
    "onTrack reads it.",
    "v-model reads it.",
    "npm reads it.",
    "`x` reads it.",
    "3 of them read it.",
    "iPhone screens show it.",
    'It says "so."',
    "It says so (twice).",
    "It is “so”.",
    "The CSS and DOM trick reads NASA.",
    'It says "Hello World!" there.',
    "It uses x != y and !important here.",
    "Part I and Type I errors and I/O.",
    "The US and the UK read it.",
    "Its my-component and about-me pages.",
    "The ITER project and HTTP API read it.",
    "It costs © and ™ and → and ✓.",
    "A tool by Yahoo reads it.",
    "It asks “should I use it?” there.",
    "It sends DELETE and PATCH, and logs an ERROR.",
    "It has a slice (:) and a ratio of 1:1 (so to speak).",
]
OUT_OF_STYLE = [
    ("it reads.", "it"),
    ("the rest reads.", "the"),
    ("when it reads.", "when"),
    ("It reads", "s"),
    ("It reads...", "."),
    ("It reads!", "!"),
    ("It reads?", "?"),
    ("Oh! It reads.", "!"),
    ("It is NEVER read.", "NEVER"),
    ("OMG, it reads.", "OMG"),
    ("It is THIS BIG THING that reads.", "BIG"),
    ("It reads 🎉.", "🎉"),
    ("It reads ✅.", "✅"),
    ("I think it reads.", "I"),
    ("It reads to me.", "me"),
    ("It is my tool.", "my"),
    ("Here we read it.", "we"),
    ("It helps us read.", "us"),
    ("It is our tool.", "our"),
    ("It CRASHED after the results.", "CRASHED"),
    ("It reads, lol.", "lol"),
    ("It is gonna read.", "gonna"),
    ("It reads :-).", ":-)"),
    (" It reads.", " "),
    ("It reads (twice.))", ")"),
    ("It reads.)", ")"),
]
QUESTIONS = [
    ("what is it?", 0),
    ("Vue is what?", 0),
    ("v-model is what?", 0),
    ("CSS is what?", 0),
    ("What is it?", 1),
    ("Reading is what?", 1),
    ("what is it", 1),
    ("what is it??", 1),
    ("what is it?!", 1),
    ("what is it? ", 1),
    ("should I use it?", 0),
    ("what do I do with it?", 1),
]


@pytest.mark.parametrize("answer", IN_STYLE)
def test_house_voice_is_silent_on_an_answer_in_style(answer: str) -> None:
    assert held("house_voice", answer, ARTICLE) == []


@pytest.mark.parametrize(("answer", "words"), OUT_OF_STYLE)
def test_house_voice_notes_an_answer_out_of_style(answer: str, words: str) -> None:
    assert words in held("house_voice", answer, ARTICLE)


@pytest.mark.parametrize(("question", "n"), QUESTIONS)
def test_house_voice_reads_the_question(question: str, n: int) -> None:
    assert len(says("house_voice", "It reads.", ARTICLE, q=question)) == n


@pytest.mark.parametrize("word", ["we", "us", "our"])
def test_house_voice_lets_we_pass_where_the_section_speaks_so(word: str) -> None:
    assert held("house_voice", f"It is {word} here.", "Here we read.") == []


def test_house_voice_does_not_take_the_country_for_a_voice() -> None:
    assert held("house_voice", "It is for us here.", "The US reads.") == ["us"]


def test_house_voice_leaves_we_alone_while_the_article_is_missing() -> None:
    assert held("house_voice", "Here we read NEVER. npm is it.", missing()) == []


def test_house_voice_notes_a_plain_opening_even_while_the_article_is_missing() -> None:
    assert held("house_voice", "the rest reads.", missing()) == ["the"]


def test_house_voice_follows_the_house() -> None:
    assert held("house_voice", "I think we read.", ARTICLE, rules=Rules(first_person=True)) == []


def test_house_voice_leaves_the_openings_of_bullets_and_digests_alone() -> None:
    assert text_findings("it reads", source(ARTICLE), ["s"]) == []


def test_house_voice_says_what_was_expected() -> None:
    found = says("house_voice", "it reads.", ARTICLE)
    assert [(one.severity, one.text) for one in found] == [
        ("note", "The answer was expected to start with a capital; it starts with “it”.")
    ]


def test_house_voice_lets_the_sections_own_quoted_words_pass() -> None:
    assert held("house_voice", "She called it “my tool” then.", "It is my tool, she said.") == []


@pytest.mark.parametrize(
    ("q", "n"),
    [
        ("did it change? or not?", 1),
        ("what is it? how is it made?", 1),
        ("what does “why?” mean in it?", 0),
        ("what does `a ? b : c` give?", 0),
        ("what does ?. do in it?", 0),
    ],
)
def test_house_voice_expects_one_question(q: str, n: int) -> None:
    found = [one for one in says("house_voice", "It is.", "It is.", q=q) if "One question" in one.text]
    assert len(found) == n


@pytest.mark.parametrize(
    ("section", "n"), [("It keeps them.", 1), ("Let’s keep them.", 0), ("We keep them.", 0)]
)
def test_house_voice_takes_lets_for_us(section: str, n: int) -> None:
    assert len([one for one in says("house_voice", "Let's keep them.", section) if "no we" in one.text]) == n


@pytest.mark.parametrize(
    ("answer", "ending"),
    [("It was not worried", "worried"), ("It reads well!", "well!"), ("It reads well…", "well…")],
)
def test_house_voice_says_the_word_in_which_an_answer_ends(answer: str, ending: str) -> None:
    (one,) = says("house_voice", answer, ARTICLE)
    assert one.text == f"The answer was expected to end in a full stop; it ends in “{ending}”."


def test_house_voice_still_holds_an_exclamation_within_an_answer() -> None:
    assert held("house_voice", "It reads! And it reads well!", ARTICLE) == ["!", "!"]


def test_house_voice_holds_the_exclamation_that_ends_a_bullet() -> None:
    (one,) = text_findings("It reads well!", source(ARTICLE), ["s"])
    assert one.text == "A full stop was expected; there is an exclamation mark."
