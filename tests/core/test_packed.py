"""What is kept packed says the same as plain lists do, over every article at hand and over random Markdown; and how much it weighs."""

from __future__ import annotations

import gc
import tracemalloc
from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given

from reviews.core import places, suggest
from reviews.core.fold import drawn, folded
from reviews.core.gates.passage import Passage, atoms
from tests.bench import cases
from tests.bench.render import made
from tests.browser.test_selections import NASTY
from tests.core import plainly
from tests.core.markdown import documents

READINGS = ("drawn", "written", "published", "plain")


def articles() -> list[str]:
    """The example, the nasty lines, and each handed article, section by section."""
    return [NASTY, *(case.text[slice(*span)] for case in cases() for span in case.source.spans.values())]


def differing(part: str) -> list[str]:
    """What is said otherwise than plainly; nothing."""
    return [what for what, is_same in told(part) if not is_same]


def told(part: str):
    for reading in READINGS:
        packed, letters = folded(part, reading), plainly.letters(plainly.pieces(part, reading))
        yield f"{reading}: text", packed.text == "".join(letter for letter, _, _ in letters)
        spans = [packed.span(n, n + 1) for n in range(len(packed.text))]
        yield f"{reading}: spans", spans == [(start, end) for _, start, end in letters]
    yield from told_of_words(part)
    bank, units = suggest._bank(part), plainly.units(part)
    yield "units", list(zip(bank.starts, bank.ends, strict=True)) == [span for span, _ in units]
    having = defaultdict(list)
    for n, (_, stems) in enumerate(units):
        for stem in stems.elements():
            having[stem].append(n)
    yield "stems", {stem: list(units) for stem, units in bank.having.items()} == dict(having)


def told_of_words(part: str):
    text = folded(part, "drawn")
    packed, plain = places._atoms(text), plainly.words(text.text)
    runs = range(len(packed.starts))
    yield "words", [(packed._word(n), (packed.starts[n], packed._end(n))) for n in runs] == plain
    at = defaultdict(list)
    for n, (word, _) in enumerate(plain):
        at[word].append(n)
    yield "places of words", {w: list(packed._standing(n)) for w, n in packed.known.items()} == dict(at)
    found = [word.casefold() for word in atoms(part)]
    pairs, packed_pairs = set(pairwise(found)), Passage("", part).pairs
    asked = {*pairs, *zip(found, found[2:], strict=False), *(pair[::-1] for pair in pairs)}
    said = {pair for pair in asked if " ".join(pair) in packed_pairs}
    yield "pairs", said == pairs


@given(documents)
def test_random_markdown_is_packed_as_it_is_said_plainly(text):
    assert differing(text) == []


def test_the_example_and_the_nasty_lines_are_packed_as_they_are_said_plainly():
    assert [(part[:60], wrong) for part in articles() if (wrong := differing(part))] == []


@pytest.mark.packs
def test_handed_articles_are_packed_as_they_are_said_plainly(packs_dir, monkeypatch):
    monkeypatch.setenv("PACKS_DIR", str(packs_dir))
    parts = articles()
    assert len(parts) > 80
    assert [(part[:60], wrong) for part in parts if (wrong := differing(part))] == []


@pytest.mark.parametrize(
    "make",
    [
        lambda part: drawn._make(part),
        lambda part: suggest._bank._make(part),
        lambda part: places._atoms._make(folded(part, "drawn")),
        lambda part: places._figures._make(folded(part, "drawn")),
    ],
    ids=["drawn", "sentences", "words", "figures"],
)
def test_what_is_kept_weighs_about_what_it_says(make):
    part = made(300_000).text
    make(part)  # what is loaded or kept on the way
    gc.collect()
    tracemalloc.start()
    try:
        found = make(part)
        gc.collect()
        weight, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0.4 * found.weight() <= weight <= 2.5 * found.weight()
