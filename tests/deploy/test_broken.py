"""What breaks under a desk that serves is told by /readyz in its name, and no longer once it is mended; nobody restarts anything."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.desk import Desk, Person, act, desk

WORDS = "Words that nobody may lose."


@pytest.fixture(scope="module")
def served() -> Iterator[Desk]:
    with desk(workers=1, more={"SQLITE_WAIT_SECONDS": "0.2"}, judges=1, packs=1, chips=8) as one:
        one.start()
        yield one


@contextlib.contextmanager
def beside(served: Desk) -> Iterator[sqlite3.Connection]:
    """Another program with the database open."""
    other = sqlite3.connect(served.data / "packreview.sqlite3", isolation_level=None)
    try:
        yield other
    finally:
        other.close()


def without(other: sqlite3.Connection, trigger: str) -> str:
    """Takes a trigger away; what makes it again."""
    [(made,)] = other.execute("SELECT sql FROM sqlite_master WHERE name = ?", [trigger])
    other.execute(f"DROP TRIGGER {trigger}")
    return str(made)


def fails(served: Desk, *parts: str) -> bool:
    """Whether /readyz comes to tell that just these fail: for a second it gives the answer that it gave last."""
    person, deadline = Person(served.port, "", ""), time.monotonic() + 60
    while time.monotonic() < deadline:
        answer = person.get("/readyz")
        found = {part for part, is_well in json.loads(answer.body)["parts"].items() if not is_well}
        if (answer.status, found) == (503 if parts else 200, set(parts)):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize(
    "trigger", ["reviews_entry_no_update", "reviews_entry_no_gap", "reviews_chain_forward"]
)
def test_a_trigger_that_was_taken_away_is_told(served, trigger):
    with beside(served) as other:
        made = without(other, trigger)
        assert fails(served, "triggers")
        other.execute(made)
        assert fails(served)


def test_a_head_that_was_written_over_is_told(served):
    with beside(served) as other:
        made = without(other, "reviews_chain_forward")
        [(pk, head)] = other.execute("SELECT id, head FROM reviews_chain WHERE pack_id IS NOT NULL")
        other.execute("UPDATE reviews_chain SET head = ? WHERE id = ?", ["f" * 64, pk])
        other.execute(made)
        assert fails(served, "heads")
        without(other, "reviews_chain_forward")
        other.execute("UPDATE reviews_chain SET head = ? WHERE id = ?", [head, pk])
        other.execute(made)
        assert fails(served)


def test_a_journal_of_another_kind_is_refused_while_the_desk_serves(served):
    with beside(served) as other, pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("PRAGMA journal_mode=DELETE")
    assert fails(served)


@pytest.mark.parametrize(("n", "swap"), [(0, True), (1, False)])
def test_while_another_program_writes_a_judge_is_told_and_keeps_their_words(served, n, swap):
    [(slug, cids)] = served.packs.items()
    judge, form = served.person("judge-0"), act(slug, cids[n], "hold", 1, why=WORDS)
    with beside(served) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = judge.post(*form, swap=swap)
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
        assert (b"Not saved" in answer.body, WORDS.encode() in answer.body) == (True, True)
        assert fails(served, "writes")
        other.execute("ROLLBACK")
    assert (judge.post(*form, swap=swap).is_recorded, fails(served)) == (True, True)


def keep_copy(served: Desk, copy: Path) -> None:
    """The database as it stands, with the journal that it has: as `cp` has it of a desk that was stopped."""
    with beside(served) as other:
        [(journal,)] = other.execute("PRAGMA journal_mode")
        other.execute("VACUUM INTO ?", [str(copy)])
    with contextlib.closing(sqlite3.connect(copy)) as kept:
        kept.execute(f"PRAGMA journal_mode={journal}")


def write_over(served: Desk, copy: Path) -> None:
    with beside(served) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copyfile(copy, served.data / "packreview.sqlite3")


@pytest.mark.parametrize("began", ["before", "since"])
def test_an_older_copy_that_is_written_over_the_open_file_is_told_and_takes_no_act(began):
    """The file keeps its inode, and nothing of SQLite's shows it: the desk knows what it recorded, or found as it began."""
    with desk(workers=1, judges=1, packs=1, chips=8) as served:
        served.start()
        [(slug, cids)] = served.packs.items()
        copy, judge = served.data / "older", served.person("judge-0")
        assert judge.post(*act(slug, cids[0], "hold", 1)).is_recorded
        keep_copy(served, copy)
        assert judge.post(*act(slug, cids[1], "hold", 1)).is_recorded
        if began == "since":
            served.stop()
            served.start()
            assert judge.get(f"/packs/{slug}/desk/").status == 200
        write_over(served, copy)
        answer = judge.post(*act(slug, cids[2], "hold", 1, why=WORDS))
        assert answer.status == 409
        assert (b"an older database is in its place" in answer.body, WORDS.encode() in answer.body) == (
            True,
            True,
        )
        assert fails(served, "heads")


def test_an_older_copy_with_another_journal_takes_no_act_either():
    """Whose connection is new reads that journal, and waits for those that are open with the old one until it is told busy."""
    with desk(workers=1, judges=1, packs=1, chips=8) as served:
        served.start()
        [(slug, cids)] = served.packs.items()
        copy, judge = served.data / "older", served.person("judge-0")
        with beside(served) as other:
            other.execute("VACUUM INTO ?", [str(copy)])
        assert judge.post(*act(slug, cids[0], "hold", 1)).is_recorded
        write_over(served, copy)
        answer = judge.post(*act(slug, cids[1], "hold", 1, why=WORDS))
        assert answer.status in (409, 503)
        assert WORDS.encode() in answer.body
        served.stop()
        with contextlib.closing(sqlite3.connect(served.data / "packreview.sqlite3")) as left:
            assert left.execute("SELECT count(*) FROM reviews_entry WHERE act = 'hold'").fetchall() == [(0,)]
