"""The gate `editorial`: praise, blame and certainty that the cited section does not have."""

from __future__ import annotations

import pytest

from reviews.core.gates import Rules
from tests.core.gates.building import held, missing, says

SWAYED = [
    ("It is a truly groundbreaking move.", ["groundbreaking"]),
    ("It is best-in-class.", ["best-in-class"]),
    ("It is obviously so.", ["obviously"]),
    ("Of course, it is so.", ["Of course"]),
    ("Needless to say, it is so.", ["Needless to say"]),
    ("It is an amazing tool.", ["amazing"]),
    ("It is by far the fastest.", ["by far the"]),
    ("It is a terrible idea.", ["terrible"]),
    ("It is the best tool ever of its kind.", ["the best tool ever"]),
    ("It is undoubtedly so.", ["undoubtedly"]),
    ("It is second to none.", ["second to none"]),
    ("It is a miraculous tool, and a must have.", ["miraculous", "a must have"]),
    ("They shamelessly left it out.", ["shamelessly"]),
    ("It is astoundingly exact, an inspired choice.", ["astoundingly", "an inspired choice"]),
    ("It was a sad joke.", ["a sad joke"]),
    ("They wrongly and outrageously held it.", ["wrongly and", "outrageously"]),
    ("An absolute must, worth every cent.", ["An absolute must", "worth every cent"]),
    ("It is a huge step forward.", ["a huge step forward"]),
    ("It is an ugly hack, a no-brainer.", ["an ugly hack", "no-brainer"]),
    ("It made a seamless whole.", ["seamless"]),
    ("Nothing comes close.", ["Nothing comes close"]),
    ("It is the worst choice possible.", ["the worst choice possible"]),
    ("Unfortunately, it is so.", ["Unfortunately"]),
    ("It is a game changer.", ["game changer"]),
    ("It is clearly the right way.", ["clearly the"]),
    ("It is without doubt so.", ["without doubt"]),
    ("Everyone knows it is so.", ["Everyone knows"]),
    ("A stunning, flawless and unparalleled tool.", ["stunning", "flawless", "unparalleled"]),
    ("It is a nightmare to use.", ["a nightmare to"]),
    ("It is the perfect tool for it.", ["the perfect tool"]),
    ("Quite rightly, it is so.", ["Quite rightly"]),
    ("A stroke of genius ended it.", ["A stroke of genius"]),
    ("It convincingly proves that it is so.", ["convincingly proves"]),
    ("The long-overdue change came.", []),
    ("Worryingly, it is so.", ["Worryingly"]),
    ("It is a huge success.", ["a huge success"]),
    ("Everyone loves it.", ["Everyone loves"]),
    ("It was a disaster, they said.", ["a disaster"]),
    ("It is beyond any doubt, and wildly successful.", ["beyond any doubt", "wildly successful"]),
    ("It is an admirable tool.", ["admirable"]),
    ("It is an absolute disaster for it.", ["an absolute disaster"]),
]
PLAIN = [
    "It has clearly labelled parts.",
    "It is a perfect square, and a perfect hash.",
    "Lazy loading and greedy decoding are used.",
    "It is best suited for it.",
    "A naive Bayes and a smart pointer.",
    "The course of it is short.",
    "It is simple, fast and small.",
    "Beautiful Soup parses it.",
    "An element is absolutely positioned.",
    "It works well and is widely used.",
    "The most used of its kind.",
    "It is powerful in some ways.",
    "It is a critical path.",
    "A certain value is read.",
    "It is recommended.",
    "The far end of it reads.",
    "The model answers, and naturally aspirated engines run.",
    "One of the most used parts.",
    "It shows the ideal gas law.",
    "A step ahead of the pointer, one step forward in the list.",
    "It comes close to nothing, and nothing comes of it.",
    "Its best way of reading and its worst case.",
    "It goes to the next level of the tree.",
]


@pytest.mark.parametrize(("answer", "words"), SWAYED)
def test_editorial_notes_what_the_section_does_not_say(answer: str, words: list[str]) -> None:
    assert held("editorial", answer, "It is a tool.") == words


@pytest.mark.parametrize("answer", PLAIN)
def test_editorial_is_silent_on_plain_words(answer: str) -> None:
    assert held("editorial", answer, "It is a tool.") == []


@pytest.mark.parametrize(
    ("section", "answer"),
    [
        ("An amazing tool.", "It is amazingly fast."),
        ("Obviously it is.", "It is obvious, obviously."),
        ("Of course it is.", "It is, of course, so."),
        ("It is **best in class**.", "It is best-in-class."),
    ],
)
def test_editorial_is_silent_where_the_section_says_it(section: str, answer: str) -> None:
    assert held("editorial", answer, section) == []


def test_editorial_is_silent_while_the_article_is_missing() -> None:
    assert says("editorial", "It is amazing.", missing()) == []


def test_editorial_follows_the_house() -> None:
    rules = Rules(hype_words=("snappy",), plain_words=("amazing",))
    assert held("editorial", "It is snappy and amazing.", "It is a tool.", rules=rules) == ["snappy"]


def test_editorial_follows_the_house_in_phrases_too() -> None:
    rules = Rules(hype_words=("rock’n’roll fast", "well-oiled"), plain_words=("of course",))
    answer = "It is of course a rock'n'roll fast and well-oiled tool."
    assert held("editorial", answer, "It is a tool.", rules=rules) == ["rock'n'roll fast", "well-oiled"]


def test_editorial_lets_the_houses_phrase_pass_where_the_section_has_it() -> None:
    rules = Rules(hype_words=("well oiled machine",))
    assert held("editorial", "A well oiled machine.", "A well *oiled* machine.", rules=rules) == []


def test_editorial_says_who_says_it() -> None:
    (one,) = says("editorial", "It is amazing.", "It is a tool.")
    assert (one.severity, one.text) == ("note", "“How it went” does not say “amazing”; the chip does.")
