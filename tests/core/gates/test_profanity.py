"""The gate `profanity`: whole words of a kept list."""

from __future__ import annotations

import pytest

from reviews.core.gates import Rules
from tests.core.gates.building import held, missing, says

SWEARING = [
    ("It is a damn shitty thing.", ["damn", "shitty"]),
    ("It is FUCKING slow.", ["FUCKING"]),
    ("What the f*ck is it?", ["f*ck"]),
    ("It is f**king slow.", ["f**king"]),
    ("It is sh!t.", ["sh!t"]),
    ("What the f u c k is it, you S.H.I.T?", ["f u c k", "S.H.I.T"]),
    ("It is bullshit.", ["bullshit"]),
    ("This crap breaks.", ["crap"]),
    ("Don't be an asshole.", ["asshole"]),
    ("They half-assed it, the bastards.", ["bastards"]),
    ("It is a pain in the ass.", ["ass"]),
    ("Bitch, please.", ["Bitch"]),
    ("It is a clusterfuck.", ["clusterfuck"]),
    ("WTF is it?", ["WTF"]),
    ("Some goddamn wanker did it.", ["goddamn", "wanker"]),
    ("It is “shit”.", ["shit"]),
    ("God damn it.", ["God damn"]),
    ("The old twat.", ["twat"]),
    ("A shitload of noise, and one shitshow.", ["shitload", "shitshow"]),
    ("Stupid and bloody slow.", ["bloody"]),
    ("It is f***ing good.", ["f***ing"]),
    ("Nobody is a prick there.", ["prick"]),
    ("It is hot as hell, and it sucks balls.", ["as hell", "sucks balls"]),
]
CLEAN = [
    "Take s h i t_code, w.a.n kinds and b-i-t-c-hash for names.",
    "Scunthorpe, Penistone and Clitheroe lie in England.",
    "The class passes an assertion to the assembler.",
    "It assesses the bass and the grass in the embassy.",
    "A cocktail of peacocks and a shuttlecock.",
    "An analysis of the canal's analogue signal.",
    "Kill the process, strip the binary, abort the child.",
    "The master branch and the slave clock.",
    "Tit for tat is a strategy; a great tit is a bird.",
    "Executes a dump of the titles in title case.",
    "It sucks air out, and pegs the rate.",
    "The cumulative document, magna cum laude.",
    "Essex, Sussex and Middlesex counted by sex and age.",
    "The scissor test and a hardcore test.",
    "The arsenal in Arsenal's shop; the parser parses.",
    "A dependency hell of debuggers.",
    "A dummy value and a dumb terminal.",
    "Escort, bondage and domination are plain words here.",
    "The 5xx codes, XXL shirts and xx placeholders.",
    "By Moby Dick, with Dick Sites.",
    "Its flame retardant coating retards the fire.",
    "Raping and rape are crimes named in a law.",
    "A * b * c and f(x) * g(x).",
    "The Bloody Mary and the Bloody Sunday.",
    "A prick of the needle, a prick test, and they prick the dough.",
]


@pytest.mark.parametrize(("answer", "words"), SWEARING)
def test_profanity_holds_a_swear_word(answer: str, words: list[str]) -> None:
    assert held("profanity", answer) == words


@pytest.mark.parametrize("answer", CLEAN)
def test_profanity_is_silent_on_clean_words(answer: str) -> None:
    assert held("profanity", answer) == []


def test_profanity_needs_no_article() -> None:
    assert held("profanity", "It is a damn thing, says Dick.", missing()) == ["damn"]


def test_profanity_lets_a_name_of_the_article_pass() -> None:
    assert held("profanity", "Coon cats sleep.", "A Coon is a cat.") == []


def test_profanity_follows_the_house() -> None:
    rules = Rules(profane_words=("blast",), clean_words=("damn",))
    assert held("profanity", "Blast the damn thing.", rules=rules) == ["Blast"]


def test_profanity_follows_the_house_in_phrases_too() -> None:
    rules = Rules(profane_words=("blast it", "d-word"), clean_words=("god damn",))
    answer = "Well, blast it: the god damn D-word."
    assert held("profanity", answer, rules=rules) == ["blast it", "D-word"]


def test_profanity_says_which_word() -> None:
    (one,) = says("profanity", "It is damn slow.")
    assert (one.severity, one.text) == ("override", "A clean word was expected; “damn” is profane.")


def test_profanity_lets_bloody_pass_where_the_article_is_about_blood() -> None:
    assert held("profanity", "A bloody cough is a sign.", "Coughing up blood is a sign.") == []
