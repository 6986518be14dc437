"""Whether a desk is served: from this data folder, or at this PostgreSQL database from any machine.

Each process of a desk holds a shared lock in its data folder for as long as it lives: an SQLite database that is put in
the place of one that is open would leave the desk writing into the file that was set aside. At PostgreSQL its connections
have a name, and it has at least one: what is decided while tables are replaced would be in neither of the two.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import OperationalError, connection

from reviews.core.refusals import ActRefused
from reviews.patience import Connection

RUNS = "The desk is running: stop it first. Nothing was changed."
RESTORES = "A backup is being put in the place of the desk's database: start again when that is done."
ANOTHER = "Another restore or move is going on at this database. Nothing was changed."
# pg_stat_activity tells this name of every connection to every role; other columns only to some.
DESK = "packreview desk"
# The key of PostgreSQL's advisory lock that whoever replaces the tables holds: the letters "packrevi".
_KEY = int.from_bytes(b"packrevi", "big")
_WAIT = 5.0  # seconds: a server notices a little later that its client has ended
_held: list[IO[str]] = []  # an open file is the lock; the process's end lets go of it, however it ends


def begin() -> None:
    """This process serves from now on. RuntimeError while a backup is being restored."""
    file = _file()
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RuntimeError(RESTORES) from error
    _held.append(file)
    if connection.vendor == "postgresql":
        _be_seen()


@contextmanager
def kept_out() -> Iterator[None]:
    """ActRefused while anybody serves from this folder or at this database; while this lasts, nobody begins to."""
    with _file() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ActRefused(RUNS if _is_shared(file) else ANOTHER) from error
        with _alone() if connection.vendor == "postgresql" else nullcontext():
            yield


@contextmanager
def nobody_at(folder: Path) -> Iterator[None]:
    """The same of the folder that another desk's file lies in: what it decides once the file was read is left behind."""
    lock = folder / "serving.lock"
    if folder.samefile(settings.DATA) or not lock.exists():
        yield
        return
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ActRefused(RUNS) from error
        yield


def _file() -> IO[str]:
    return (settings.DATA / "serving.lock").open("a")


def _is_shared(file: IO[str]) -> bool:
    """Desks share the lock; who restores has it alone."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _be_seen() -> None:
    """Take the name first and ask for the lock then; who restores does it the other way round, so that one sees the other.

    A database that does not answer is no reason not to begin: pages say so, and it may come back.
    """
    options = connection.settings_dict["OPTIONS"]
    options["application_name"] = DESK
    options["pool"] = {**settings.POSTGRESQL_POOL, "connection_class": Connection}
    try:
        with connection.cursor() as cursor:
            is_free = _one(cursor, "SELECT pg_try_advisory_xact_lock_shared(%s)", [_KEY])
    except OperationalError:
        return
    finally:
        connection.close()  # the pool keeps it
    if not is_free:
        raise RuntimeError(RESTORES)


@contextmanager
def _alone() -> Iterator[None]:
    """Over a connection of its own, which holds the lock until the end."""
    with closing(connection.copy()) as own, own.cursor() as cursor:
        if not _one(cursor, "SELECT pg_try_advisory_lock(%s)", [_KEY]):
            raise ActRefused(ANOTHER)
        try:
            _refuse_beside_a_desk(cursor)
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_KEY])


def _refuse_beside_a_desk(cursor: Any) -> None:
    deadline = time.monotonic() + _WAIT
    while found := _desks(cursor):
        if time.monotonic() > deadline:
            roles = ", ".join(sorted({role for _, role in found}))
            ends = "; ".join(f"SELECT pg_terminate_backend({pid})" for pid, _ in found)
            raise ActRefused(
                f"A desk is running at this database, as {roles}: stop it first, on every machine. Where none runs any more, "
                f"its machine or a pooler has left connections behind: end them as {roles} or a superuser with {ends}. "
                "Nothing was changed."
            )
        time.sleep(0.1)


def _desks(cursor: Any) -> list[tuple[int, str]]:
    """Process and role of each connection of a desk to this database."""
    cursor.execute(
        "SELECT pid, coalesce(usename, '') FROM pg_stat_activity "
        "WHERE application_name = %s AND datname = current_database() ORDER BY pid",
        [DESK],
    )
    return list(cursor.fetchall())


def _one(cursor: Any, query: str, given: list[object]) -> object:
    cursor.execute(query, given)
    return cursor.fetchone()[0]
