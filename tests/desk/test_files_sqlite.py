"""The file and its lock file below a desk that is open: moved, replaced, removed, on a disk that cannot lock."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from packreview.sqlite import base
from packreview.sqlite.base import DatabaseWrapper

pytestmark = pytest.mark.django_db
MOVED = "was moved or replaced while it is open"


def opened(file: Path, **options: float) -> DatabaseWrapper:
    """A connection of its own to a file, as the desk opens them."""
    own = {**connection.settings_dict, "NAME": str(file)}
    return DatabaseWrapper({**own, "OPTIONS": {**own["OPTIONS"], **options}}, alias="own")


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "desk.sqlite3"


@pytest.fixture
def one(file) -> Iterator[DatabaseWrapper]:
    """A connection to a database of one table with one row."""
    made = opened(file, timeout=0.2)
    write(made, "CREATE TABLE told (word TEXT)")
    write(made, "INSERT INTO told VALUES ('first')")
    yield made
    made.close()


def write(at: DatabaseWrapper, query: str) -> None:
    with at.cursor() as cursor:
        cursor.execute(query)


def words(at: DatabaseWrapper) -> list[str]:
    with at.cursor() as cursor:
        cursor.execute("SELECT word FROM told ORDER BY rowid")
        return [row[0] for row in cursor.fetchall()]


def replace(file: Path) -> None:
    """Another database under the name, the old one beside it."""
    other = file.with_name("other.sqlite3")
    shutil.copy(file, other)
    file.rename(file.with_name("old.sqlite3"))
    other.rename(file)


@pytest.mark.parametrize("go", [replace, lambda file: file.rename(file.with_name("old.sqlite3"))])
def test_nothing_is_written_to_a_file_that_lost_its_name(one, file, go):
    go(file)
    with pytest.raises(OperationalError, match=MOVED):
        write(one, "INSERT INTO told VALUES ('lost')")
    with pytest.raises(OperationalError, match=MOVED):
        one._start_transaction_under_autocommit()
    assert words(one) == ["first"]


def test_no_other_file_is_opened_beside_the_one_that_lost_its_name(one, file):
    """It would be read with the old one's log, and written into."""
    replace(file)
    whole = file.read_bytes()
    other = opened(file)
    with pytest.raises(OperationalError, match=MOVED):
        other.connect()
    assert file.read_bytes() == whole


def test_a_file_that_is_gone_is_not_made_anew(one, file):
    file.rename(file.with_name("old.sqlite3"))
    with pytest.raises(OperationalError, match=MOVED):
        opened(file).connect()
    assert not file.exists()


def test_a_file_that_was_put_back_is_written_to_again(one, file):
    replace(file)
    file.with_name("old.sqlite3").replace(file)
    write(one, "INSERT INTO told VALUES ('second')")
    assert words(one) == ["first", "second"]


def test_another_file_is_opened_once_the_first_is_closed(one, file):
    one.close()
    replace(file)
    other = opened(file)
    write(other, "INSERT INTO told VALUES ('second')")
    assert words(other) == ["first", "second"]
    other.close()


def stop(one: DatabaseWrapper, file: Path) -> None:
    base.close_all(str(file))


def refuse(one: DatabaseWrapper, file: Path) -> None:
    with pytest.raises(OperationalError, match=MOVED):
        write(one, "INSERT INTO told VALUES ('lost')")


@pytest.mark.parametrize("then", [stop, refuse])
def test_another_file_is_not_read_with_the_log_of_the_one_before(one, file, then):
    """What is in the log alone goes to where it belongs."""
    shutil.copy(file, file.with_name("other.sqlite3"))
    write(one, "INSERT INTO told VALUES ('second')")
    file.rename(file.with_name("old.sqlite3"))
    file.with_name("other.sqlite3").rename(file)
    whole = file.read_bytes()
    then(one, file)
    assert (file.with_name(f"{file.name}-wal").stat().st_size, file.read_bytes() == whole) == (0, True)
    old = opened(file.with_name("old.sqlite3"))
    assert words(old) == ["first", "second"]
    old.close()


def test_a_desk_that_was_stopped_leaves_no_log(one, file):
    other = opened(file)
    write(other, "INSERT INTO told VALUES ('second')")
    base.close_all(str(file))
    assert sorted(path.name for path in file.parent.iterdir()) == ["desk.sqlite3", "desk.sqlite3.lock"]


def n_opened(path: str) -> int:
    """How often this process has a file open."""
    return sum(os.path.realpath(f"/proc/self/fd/{fd}") == path for fd in os.listdir("/proc/self/fd"))


def test_who_waited_at_a_lock_file_that_was_removed_waits_at_the_new_one(file):
    path, got = f"{file}.lock", []
    first = base._locked(path, time.monotonic() + 60)

    def wait() -> None:
        got.append(base._locked(path, time.monotonic() + 60))

    waiter = threading.Thread(target=wait)
    waiter.start()
    while waiter.is_alive() and n_opened(path) < 2:
        waiter.join(0.01)  # it waits at the file that is to be removed, and not yet at none
    os.unlink(path)
    second = base._locked(path, time.monotonic() + 60)
    os.close(first)
    assert (waiter.join(0.05), got) == (None, [])
    os.close(second)
    waiter.join(60)
    assert os.path.samestat(os.fstat(got[0]), os.stat(path))
    os.close(got[0])


def test_a_disk_that_cannot_lock_is_told_and_leaves_nothing_open(one, monkeypatch):
    def no_locks(*_: object) -> None:
        raise OSError(37, "No locks available")

    n_open = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(OperationalError, match="the lock file cannot be used: No locks available"):
        write(one, "INSERT INTO told VALUES ('lost')")
    monkeypatch.undo()
    assert len(os.listdir("/proc/self/fd")) == n_open
    write(one, "INSERT INTO told VALUES ('second')")
    assert words(one) == ["first", "second"]


def test_a_database_that_another_program_holds_still_has_json(file, one):
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert one.features.supports_json_field
    finally:
        other.close()
