"""Articles of our own, of many kinds, with sound chips and faulty ones: silence and alarm, asked alike.

What the articles tell is made up, for the most part.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reviews.core.gates import GATES, Source, findings

FOLDER = Path(__file__).parent / "corpus"
HEADING = re.compile(r"^## (.+) \{#([a-z-]+)\}$", re.MULTILINE)
SKIPPED = {"thanks": "credits", "sources": "sources"}
Chip = Mapping[str, Any]


@cache
def source(name: str) -> Source:
    text = (FOLDER / f"{name}.md").read_text()
    found = list(HEADING.finditer(text))
    edges = [match.start() for match in found] + [len(text)]
    sections = [{"id": one[2], "heading": one[1], "digest_skipped": SKIPPED.get(one[2])} for one in found]
    return Source.of(sections, text, {one[2]: (edges[n], edges[n + 1]) for n, one in enumerate(found)})


def chips(kind: str) -> list[Any]:
    return [
        pytest.param(path.stem, chip, id=f"{path.stem}: {chip['q'][:48]}")
        for path in sorted(FOLDER.glob("*.toml"))
        for chip in tomllib.loads(path.read_text())[kind]
    ]


@pytest.mark.parametrize(("name", "chip"), chips("sound"))
def test_gates_are_silent_on_a_sound_chip(name: str, chip: Chip) -> None:
    assert [(f.gate, f.text) for f in findings(chip["q"], chip["a"], chip["cites"], source(name))] == []


@pytest.mark.parametrize(("name", "chip"), chips("faulty"))
def test_the_right_gate_speaks_on_a_faulty_chip(name: str, chip: Chip) -> None:
    found = {one.gate for one in findings(chip["q"], chip["a"], chip["cites"], source(name))}
    assert found & {chip["gate"]} == {chip["gate"]}


def test_every_gate_has_faults_in_many_kinds_of_text() -> None:
    faults = Counter(param.values[1]["gate"] for param in chips("faulty"))
    assert faults.keys() == {name for name, _ in GATES} - {"quote"}
    assert min(faults.values()) > 15


def test_there_are_as_many_articles_as_sets_of_chips() -> None:
    assert {one.stem for one in FOLDER.glob("*.md")} == {one.stem for one in FOLDER.glob("*.toml")}
