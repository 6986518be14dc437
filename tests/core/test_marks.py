"""What of an answer is marked, where the cited sections have it, and what they lack."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core import article as articles
from reviews.core import gates
from reviews.core.gates import Source
from reviews.core.marks import Mark, Piece, marks, pieces
from tests import pace
from tests.core.markdown import documents

FIRST = """## Trial

In the *trial* of 2022-07-01 a judge needed **eleven seconds** for one chip, and half of them less; it cost 1,000 euros.
[Marta Lindqvist](https://a.example/) of front-end works calls `GPT-4o mini` “quick reading, it’s a *start*”. Chips need no `v-model`.
"""
SECOND = """## Rest

Veritrail took 30 per cent, or −5 °C, on 3 July 2021. Thousands came. Companies and a Starter fell to 90 in 1990.
"""
ARTICLE = FIRST + SECOND
SOURCE = Source(
    ARTICLE,
    {"trial": (0, len(FIRST)), "rest": (len(FIRST), len(ARTICLE))},
    {"trial": "Trial", "rest": "Rest"},
    {},
)


def found(answer: str, *cites: str) -> list[tuple[str, str, list[str] | None]]:
    """Each mark's kind and words, and the source slices it is tied to; None where it is lacking."""
    return [
        (
            m.kind,
            answer[m.start : m.end],
            None if m.lacking else [ARTICLE[slice(*place)] for place in m.places],
        )
        for m in marks(answer, cites or ("trial",), SOURCE)
    ]


@pytest.mark.parametrize(
    ("answer", "words", "places"),
    [
        ("It took eleven seconds.", "eleven seconds", ["eleven seconds"]),
        ("It took 11 seconds.", "11 seconds", ["eleven seconds"]),
        ("It cost 1000 euros.", "1000 euros", ["1,000 euros"]),
        ("It was in 2022.", "2022", ["2022-07-01"]),
        ("It took 50 % of them.", "50 %", ["half"]),
        ("It took 12 seconds.", "12 seconds", None),
        ("It cost 11 euros.", "11 euros", None),
        ("It took 30%.", "30%", None),
    ],
)
def test_a_figure_is_tied_to_the_figures_that_bear_it_out(answer, words, places):
    assert found(answer) == [("figure", words, places)]


@pytest.mark.parametrize(
    ("answer", "words", "places"),
    [
        ("It took 30%.", "30%", ["30 per cent"]),
        ("There it was -5 °C.", "-5 °C", ["−5 °C"]),
        ("It fell to 90.", "90", ["90"]),
        ("There were thousands of them.", "thousands", ["Thousands", "2021", "1990"]),
        ("It was on 2021-07-03.", "2021-07-03", ["3 July 2021"]),
    ],
)
def test_a_figure_said_otherwise_is_the_same_figure(answer, words, places):
    assert (found(answer, "rest")[0][1], sorted(found(answer, "rest")[0][2])) == (words, sorted(places))


@pytest.mark.parametrize(
    ("answer", "words", "places"),
    [
        ("So says Lindqvist.", "Lindqvist", ["Lindqvist"]),
        ("It is Lindqvist’s.", "Lindqvist", ["Lindqvist"]),
        ("They used GPT-4o for it.", "GPT-4o", ["GPT-4o"]),
        ("They used GPT-4 for it.", "GPT-4", None),
        ("It is for Frontend people.", "Frontend", ["front-end"]),
        ("So says Veritrail.", "Veritrail", None),
        ("Then every Chip is read.", "Chip", ["chip", "Chips"]),
    ],
)
def test_a_name_is_tied_to_its_places(answer, words, places):
    assert found(answer) == [("name", words, places)]


def test_a_name_in_the_plural_is_tied_to_its_singular():
    assert found("All of the Company and Starters.", "rest") == [
        ("name", "Company", ["Companies"]),
        ("name", "Starters", ["Starter"]),
    ]


@pytest.mark.parametrize(
    ("answer", "words", "places"),
    [
        ("She calls it “quick reading”.", "quick reading", ["quick reading"]),
        ('She calls it "Quick reading."', "Quick reading.", ["quick reading"]),
        ("It “it's a start” is.", "it's a start", ["it’s a *start"]),
        ("Use `v-model` there.", "v-model", ["v-model"]),
        ("She calls it “slow reading”.", "slow reading", None),
        ("She calls it “quick read”.", "quick read", None),
        ("It “needed 12 seconds” there.", "needed 12 seconds", None),
        ("It is “[Marta” then.", "[Marta", ["[Marta"]),
    ],
)
def test_quoted_words_stand_whole_or_are_lacking(answer, words, places):
    assert found(answer) == [("words", words, places)]


def test_a_word_of_two_alphabets_is_marked_as_lacking():
    assert found("They pay by pаypal, not paypal, in Ωmega’s μs.") == [
        ("name", "pаypal", None),
        ("name", "Ωmega", None),
        ("name", "μs", None),
    ]


def test_each_cited_section_is_looked_in():
    assert found("So say Lindqvist and Veritrail.", "rest", "trial") == [
        ("name", "Lindqvist", ["Lindqvist"]),
        ("name", "Veritrail", ["Veritrail"]),
    ]


@pytest.mark.parametrize("cites", [(), ("nowhere",)])
def test_without_a_cited_section_nothing_is_marked(cites):
    assert marks("In 2022 Veritrail took “half”.", cites, SOURCE) == []


def test_without_the_article_nothing_is_marked():
    missing = Source(None, {}, {"trial": "Trial"}, {})
    assert marks("In 2022 Veritrail took “half”.", ["trial"], missing) == []


@pytest.mark.parametrize(
    "answer", ["", " ", "Plain words only.", "“”", '"', "``", "“…”", "It is so and no other."]
)
def test_plain_words_are_not_marked(answer):
    assert found(answer) == []


def test_pieces_cut_the_answer_at_its_marks():
    mark = Mark("figure", 3, 7, (), True)
    assert pieces("It 2022.", [mark]) == [Piece("It "), Piece("2022", mark), Piece(".")]
    assert pieces("2022", [Mark("figure", 0, 4, (), True)])[0].text == "2022"


@given(documents | st.text(), documents)
def test_marks_of_any_answer_lie_apart_and_inside(answer, text):
    made = marks(answer, ["a"], Source(text, {"a": (0, len(text))}, {}, {}))
    assert "".join(piece.text for piece in pieces(answer, made)) == answer
    assert all(a.end <= b.start for a, b in pairwise(made))
    assert all(0 <= start < end <= len(text) for mark in made for start, end in mark.places)


@given(documents, documents)
def test_a_figure_is_lacking_where_the_gate_says_so(answer, text):
    source = Source(text, {"a": (0, len(text))}, {}, {})
    against = {
        (f.start, f.end)
        for f in gates.findings("", answer, ["a"], source)
        if (f.gate, f.field) == ("figure", "a")
    }
    lacking = {(m.start, m.end) for m in marks(answer, ["a"], source) if m.kind == "figure" and m.lacking}
    assert lacking <= against


@pytest.mark.packs
def test_real_answers_are_marked_as_the_gate_says():
    if "PACKS_DIR" not in os.environ:
        pytest.skip("PACKS_DIR is not set")
    folder = Path(os.environ["PACKS_DIR"])
    wrong = [
        (chip["id"], answer[mark.start : mark.end])
        for path in sorted(folder.glob("*.md"))
        if path.with_suffix(".json").exists()
        for chip, answer, made, source in real(path)
        for mark in made
        if mark.kind == "figure" and mark.lacking != is_found(chip, mark, source)
    ]
    assert wrong == []


def real(path: Path):
    data = json.loads(path.with_suffix(".json").read_text())
    article = articles.read(path.read_bytes())
    spans = articles.spans(article, data["sections"], articles.unit(article, data["sections"]))
    source = Source.of(data["sections"], article.text, spans)
    for chip in data["chips"]:
        yield chip, chip["a"], marks(chip["a"], chip["cites"], source), source


def is_found(chip, mark: Mark, source: Source) -> bool:
    found = gates.findings(chip["q"], chip["a"], chip["cites"], source)
    return any((f.gate, f.field, f.start, f.end) == ("figure", "a", mark.start, mark.end) for f in found)


LARGE = "".join(f"Line {n} of Marta’s trial says {n} seconds and “words {n}” again.\n\n" for n in range(600))
HOSTILE = {
    "figures": "1 " * 10_000,
    "names": "Ab " * 6_000,
    "one name": "A" + "b" * 19_000,
    "quotes": "“" * 20_000,
    "pairs": "“a” " * 5_000,
    "ticks": "`" * 20_000,
    "spelt": "Ab-" * 6_000,
}


def ms(answer: str, text: str, limit: float) -> float:
    source = Source(text, {"a": (0, len(text))}, {}, {})
    marks("Warm 1 “up”.", ["a"], source)
    return pace.ms(lambda: marks(answer, ["a"], source), limit)


def test_marks_of_an_ordinary_answer_take_less_than_20_ms():
    answer = "Marta took 300 seconds and says “words 20”, not 999 of them. " * 6
    assert ms(answer[:400], LARGE, 20) < 20


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("text", [LARGE, "1 " * 20_000, "Ab " * 15_000, "a“b" * 15_000])
def test_marks_of_a_hostile_answer_take_less_than_2_seconds(name, text):
    assert ms(HOSTILE[name], text, 2000) < 2000
