"""A database that takes no write, or is damaged: reading goes on where it can, and what failed is told of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection
from django.db.utils import OperationalError

from packreview.sqlite.base import DatabaseWrapper
from reviews import sessions
from reviews.unusable import is_short, is_unusable
from tests import builders
from tests.commands.runner import run
from tests.pages import entered, read

pytestmark = pytest.mark.django_db


@contextmanager
def unwritable() -> Iterator[None]:
    """SQLite refuses every write, as on a full disk."""
    connection.connection.execute("PRAGMA query_only=ON")
    try:
        yield
    finally:
        connection.connection.execute("PRAGMA query_only=OFF")


def long_ago(client) -> int:
    """Have this person be seen so long ago that it is to be noted anew; when that was."""
    session = client.session
    session[sessions.SEEN] -= 1000
    session.save()
    return int(session[sessions.SEEN])


def test_whoever_reads_goes_on_where_it_cannot_be_noted(caplog):
    client = entered(builders.judge())
    before = long_ago(client)
    with unwritable():
        page = client.get("/")
    assert (page.status_code, client.session[sessions.SEEN]) == (200, before)
    assert "a sign of life was not noted: attempt to write a readonly database" in caplog.text
    assert client.get("/").status_code == 200
    assert client.session[sessions.SEEN] > before


def test_an_act_that_cannot_be_written_is_a_503_whoever_was_seen_long_ago():
    client = entered(builders.judge())
    long_ago(client)
    with unwritable():
        answer = client.post("/account/", {"why": "typed words"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "typed words" in read(answer).words


def test_a_log_in_that_somebody_ends_meanwhile_is_no_fault_of_the_database():
    client = entered(builders.judge())
    session = client.session
    type(session)(session.session_key).delete()
    session.save()
    assert session.exists(session.session_key) is False


def test_a_log_in_that_cannot_be_kept_is_told_of_the_database():
    session = entered(builders.judge()).session
    session["more"] = "words"
    with unwritable(), pytest.raises(OperationalError, match="attempt to write a readonly database"):
        session.save()


def test_a_damaged_file_is_a_database_that_cannot_be_used(tmp_path):
    (tmp_path / "desk.sqlite3").write_bytes(b"no database at all" * 1000)
    own = {**connection.settings_dict, "NAME": str(tmp_path / "desk.sqlite3")}
    with pytest.raises(DatabaseError) as told:
        DatabaseWrapper(own, alias="own").ensure_connection()
    assert (type(told.value), is_unusable(told.value)) == (DatabaseError, True)


def test_a_row_that_is_not_there_is_no_fault_of_the_database():
    gone = builders.reader()
    type(gone).objects.filter(pk=gone.pk).delete()
    with pytest.raises(DatabaseError) as told:
        gone.save(force_update=True)
    assert is_unusable(told.value) is False


def test_a_command_asks_for_no_migration_where_that_would_not_help():
    builders.judge()
    with unwritable():
        told = run("seat", "jo").refused
    assert told == "The database cannot be used: attempt to write a readonly database."


@pytest.mark.parametrize("error", [None, ValueError("x"), KeyError("x")])
def test_other_errors_are_no_fault_of_the_database(error):
    assert is_unusable(error) is False


def short_of_memory() -> None:
    bytearray(1 << 60)


def short_of_room() -> None:
    with open("/dev/full", "wb", buffering=0) as full:
        full.write(b"x")


def broken_over(lacks: Callable[[], None]) -> None:
    try:
        lacks()
    except (OSError, MemoryError) as error:
        raise ValueError("over that") from error


@pytest.mark.parametrize("lacks", [short_of_memory, short_of_room])
def test_what_breaks_over_what_the_machine_lacks_is_told_of_the_machine(lacks):
    with pytest.raises(ValueError, match="over that") as told:
        broken_over(lacks)
    assert (is_short(told.value), is_unusable(told.value)) == (True, False)


@pytest.mark.parametrize("error", [None, ValueError("x"), FileNotFoundError(2, "x"), RuntimeError("x")])
def test_other_errors_are_no_fault_of_the_machine(error):
    assert is_short(error) is False
