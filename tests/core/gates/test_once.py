"""What one gate says of words, another does not say again; the stronger finding always stands."""

from __future__ import annotations

import pytest

from reviews.core.gates import Rules, findings
from tests.core.gates.building import source

ARTICLE = "## How it went\n\nThe engine keeps 12 of the guesses, on an RTX 4090, in version 3.14.\n"


def gates(answer: str, rules: Rules | None = None) -> list[str]:
    found = findings("what is it?", answer, ["s"], source(ARTICLE), rules or Rules())
    return [one.gate for one in found if one.gate != "length"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        # A name is no figure.
        ("It keeps 12 of them, says Marrowgate.", ["new_noun"]),
        # What stays inside is neither a name, a figure nor a path.
        ("Whoever keeps 12 rings +44 20 7946 0958 for it.", ["redaction"]),
        ("It keeps 12 of them in /home/jdoe/2031-07/notes.txt there.", ["redaction"]),
        # An identifier is no figure either; what else it names is part of it.
        ("It keeps 12 of them in /srv/2031-07/Raw7.tar.gz there.", ["identifier"]),
        ("It keeps 12 of them, as DESK-1432 says.", ["new_noun", "identifier"]),
    ],
)
def test_gates_say_a_thing_once(answer: str, said: list[str]) -> None:
    assert gates(answer) == said


def test_gates_say_it_again_where_the_house_takes_the_first_for_a_note() -> None:
    rules = Rules.from_mapping({"severities": {"identifier": "note"}})
    answer = "It keeps 12 of them in /srv/2031-07/Raw7.tar.gz there."
    assert {"new_noun", "identifier"} <= set(gates(answer, rules))


def test_gates_say_it_again_elsewhere_in_the_text() -> None:
    assert gates("Ring +44 20 7946 0958, or 7946 of them.") == ["new_noun", "figure", "redaction"]
