"""A stop that leaves no time, in the midst of decisions: the database stays whole, and what was answered stands."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.proofs.desk import Desk, desk
from tests.proofs.writers import Writers

N_STOPS = 8


def reload(one: Desk) -> None:
    """The old workers are given no time, and the new ones are there meanwhile."""
    assert one.process
    one.process.send_signal(signal.SIGHUP)


def interrupt(one: Desk) -> None:
    """Ctrl+C."""
    one.stop(signal.SIGINT)
    one.start(graceful=0)


@pytest.mark.parametrize("ended", [reload, interrupt])
def test_the_database_is_whole_and_has_what_was_answered(ended: Callable[[Desk], None]) -> None:
    with desk(workers=1, judges=8, packs=8, chips=8) as one:
        one.start(graceful=0)
        writers = Writers(one)
        writers.start()
        for _ in range(N_STOPS):
            writers.until(len(writers.told) + 20, 60)
            ended(one)
        writers.until(len(writers.told) + 20, 60)
        writers.stop()
        one.stop()
        with closing(sqlite3.connect(one.data / "packreview.sqlite3")) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert writers.compare(one.read()).violations == []
