"""The table of results: a row for each proof, those of a run put in the place of older ones."""

from __future__ import annotations

import threading

import pytest

from tests.proofs import results
from tests.proofs.results import Outcome


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path / "RESULTS.md")
    return tmp_path / "RESULTS.md"


def cells(table) -> list[list[str]]:
    return [line.split(" | ")[:3] for line in table.read_text().splitlines()[8:]]


def test_a_row_has_the_figures_and_apart_from_them_the_control(table):
    results.write([Outcome("load", "LOAD tried=7 violations=0 seconds=1.0 control=3/4 rate=9", 0)])
    assert cells(table) == [["| load", "tried=7 violations=0 seconds=1.0 rate=9", "3/4"]]


def test_a_later_run_replaces_its_rows_and_keeps_the_others(table):
    results.write([Outcome("load", "LOAD tried=1", 0), Outcome("same_chip", "SAME_CHIP tried=1", 0)])
    results.write([Outcome("load", "LOAD tried=2", 0)])
    assert cells(table) == [["| load", "tried=2", "none"], ["| same_chip", "tried=1", "none"]]


def test_a_proof_that_ended_without_a_line_is_told(table):
    results.write([Outcome("load", "", -9)])
    assert cells(table) == [["| load", "no line; exit code -9", "none"]]


def test_every_proof_of_this_folder_is_known():
    assert {"accounting", "load", "pg_kill", "tamper", "upgrade"} <= set(results.names())


def test_a_name_that_is_none_is_refused(capsys):
    assert results.main(["no_such_proof"]) == 2
    assert "There is no proof no_such_proof" in capsys.readouterr().err


def test_three_run_at_a_time_and_one_whose_figures_are_times_has_the_machine_for_itself():
    running, seen, three = set[str](), [], threading.Barrier(3)

    def prove(name: str) -> Outcome:
        running.add(name)
        if name not in results.TIMED:
            three.wait(60)  # nobody passes here alone
        else:
            seen.append(set(running))
        running.remove(name)
        return Outcome(name, "", 0)

    asked = ["load", "upgrade", "clocks", "long_load", "backup", "same_chip", "powercut", "pg_kill"]
    assert sorted(one.name for one in results.outcomes(asked, prove)) == sorted(asked)
    assert seen == [{"load"}, {"long_load"}]
