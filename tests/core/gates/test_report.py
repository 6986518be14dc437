"""The report on the gates, and the gates over the handed packs whose faults are known."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from reviews.core.article import read, spans, unit
from reviews.core.gates import Source
from reviews.core.gates.report import Known, Report, measure
from tests.core.gates.building import missing, source

needs_packs = pytest.mark.skipif("PACKS_DIR" not in os.environ, reason="PACKS_DIR is not set")


def chip(name: str, a: str) -> dict[str, object]:
    return {"id": name, "q": "what is it?", "a": a, "cites": ["s"]}


def small() -> Report:
    chips = [
        chip("c-1", "The engine keeps 12 of the guesses, and it says so."),
        chip("c-2", "The engine keeps 13 of the guesses, and it says so."),
        chip("c-3", "The engine keeps most of the guesses, and it says so."),
    ]
    truth = {"c-1": {"kind": "clean"}, "c-2": {"kind": "figure"}, "c-3": {"kind": "figure"}}
    return measure([Known("small", chips, truth, source("The engine keeps 12."))])


def test_report_counts_what_was_caught_and_missed() -> None:
    line = {one.gate: one for one in small().lines}["figure"]
    assert (line.caught, line.missed, line.spoke_on_clean) == (("small/c-2",), ("small/c-3",), ())


def test_report_is_not_whole_with_a_miss() -> None:
    assert not small().is_whole


def test_report_shows_where_a_gate_spoke_on_a_clean_chip() -> None:
    known = Known("p", [chip("c-1", "It keeps 13.")], {"c-1": {"kind": "clean"}}, source("It keeps 12."))
    line = {one.gate: one for one in measure([known]).lines}["figure"]
    assert [(name, one.text) for name, one in line.spoke_on_clean] == [
        ("p/c-1", "13 is not in “How it went”; it has 12.")
    ]


def test_report_does_not_count_as_missed_what_could_not_be_asked() -> None:
    known = Known("p", [chip("c-1", "It keeps 13.")], {"c-1": {"kind": "figure"}}, missing())
    line = {one.gate: one for one in measure([known]).lines}["figure"]
    assert (line.caught, line.missed, line.unasked) == ((), (), ("p/c-1",))


def test_report_is_not_whole_where_a_gate_was_not_asked() -> None:
    known = Known("p", [chip("c-1", "It keeps 13.")], {"c-1": {"kind": "figure"}}, missing())
    assert not measure([known]).is_whole


def test_report_times_each_gate_with_the_clock_it_is_given() -> None:
    ticks = iter(range(99))
    known = Known("p", [chip("c-1", "It keeps 13.")], {"c-1": {"kind": "clean"}}, source("It keeps 12."))
    report = measure([known], clock=lambda: float(next(ticks)))
    assert ([line.ms for line in report.lines], report.ms) == ([1000.0] * 12, 12_000.0)


def test_report_reads_as_a_table() -> None:
    assert str(small()).splitlines()[2] == "figure            1      1         0              0"


@needs_packs
@pytest.mark.packs
def test_gates_catch_every_planted_fault_and_are_silent_on_clean_chips() -> None:
    report = measure(handed(), clock=time.perf_counter)
    assert [
        (line.gate, line.missed, line.spoke_on_clean) for line in report.lines if not report.is_whole
    ] == []


def handed() -> list[Known]:
    folder = Path(os.environ["PACKS_DIR"])
    return [
        known(path, path.with_name(path.name.replace(".truth", "")))
        for path in sorted(folder.glob("*.truth.json"))
    ]


def known(truth: Path, pack: Path) -> Known:
    data = json.loads(pack.read_bytes())
    article = read(pack.with_suffix(".md").read_bytes())
    sections = data["sections"]
    where = Source.of(sections, article.text, spans(article, sections, unit(article, sections)))
    return Known(data["slug"], data["chips"], json.loads(truth.read_bytes()), where)
