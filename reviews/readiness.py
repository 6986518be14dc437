"""Is the desk fit to work? Each question is cheap and bounded, changes nothing, and is answered in a sentence where it fails."""

from __future__ import annotations

import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache

from django.conf import settings
from django.db import Error, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import OuterRef, Q, Subquery

from reviews import heads, patience, triggers
from reviews.core.chain import ZERO
from reviews.models import Chain, Entry

Database = BaseDatabaseWrapper
LAST = 200  # so many of the newest entries lead to the chains whose heads are looked at
EMPTY_WRITES = (
    f"UPDATE {triggers.CHAIN} SET size = size WHERE 1 = 0",  # noqa: S608 - the names are ours
    f"INSERT INTO {triggers.ENTRY} (chain_id) SELECT id FROM {triggers.CHAIN} WHERE 1 = 0",  # noqa: S608
)
KEPT = 1.0  # seconds for which a process gives the same answer: anybody may ask, as often as they like
WAIT = 2.0  # seconds to wait for somebody else's question, which a database that hangs may not answer
ANSWER = 3.0  # seconds for all questions together: who watches over desks waits no longer

log = logging.getLogger(__name__)
_asking = threading.Lock()
_answer: tuple[float, Mapping[str, str]] | None = None


def lately(database: Database) -> Mapping[str, str]:
    """`faults`, as they were less than a second ago. One asks at a time; who comes meanwhile takes that answer."""
    if not _asking.acquire(timeout=WAIT):
        return dict.fromkeys(PARTS, "not asked, for the question before it is not answered yet")
    try:
        return _asked_or_kept(database)
    finally:
        _asking.release()


def _asked_or_kept(database: Database) -> Mapping[str, str]:
    global _answer  # one a process, as its threads share it
    if _answer is None or time.monotonic() - _answer[0] >= KEPT:
        with patience.at_most(ANSWER):
            found = faults(database)
        for part, told in found.items():
            log.error("not ready, %s: %s", part, told)
        _answer = time.monotonic(), found
    return _answer[1]


def faults(database: Database) -> dict[str, str]:
    """What is wrong, by part; nothing where the desk is ready. A database that is silent is asked no second time."""
    found: dict[str, str] = {}
    for part, ask in PARTS.items():
        if part != "disk" and "database" in found:
            found[part] = "not asked, for the database does not answer"
        elif told := _told(ask, database):
            found[part] = told
    return found


def _told(ask: Callable[[Database], str], database: Database) -> str:
    try:
        return ask(database)
    except (Error, OSError) as error:  # the data folder's disk may be gone
        return str(error).strip() or type(error).__name__


def silent(database: Database) -> str:
    """It raises where there is no answer, or none in time."""
    with patience.at_most(ANSWER), database.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ""


def outdated(database: Database) -> str:
    """Compared name by name: a plan, which knows their order too, would take as long as three decisions."""
    n = len(_migrations() - applied(database))
    said = "1 migration is" if n == 1 else f"{n} migrations are"
    return f"the database is not up to date: {said} missing" if n else ""


def applied(database: Database) -> set[tuple[str, str]]:
    """The migrations that made the tables, by app and name."""
    return set(MigrationRecorder(database).applied_migrations())


def later(applied: Iterable[tuple[str, str]]) -> str:
    """Whether a later version made tables, of which this one would leave out what it does not know."""
    unknown = sorted(name for app, name in set(applied) - _migrations() if app == "reviews")
    return (
        f"a later version of packreview made it, with {unknown[0]}: install that version" if unknown else ""
    )


@cache
def _migrations() -> frozenset[tuple[str, str]]:
    """Every migration of this version; its code does not change while it runs."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)


def unwritable(database: Database) -> str:
    """What each act writes, on no row: SQLite begins even over a file that it may only read, and tells at the first."""
    with transaction.atomic(using=database.alias), database.cursor() as cursor:
        for statement in EMPTY_WRITES:
            cursor.execute(statement)
    return ""


def untriggered(database: Database) -> str:
    return " ".join(f"The trigger {name} does not stand." for name in triggers.missing(database))


def unsafe(database: Database) -> str:
    """Whether what is committed is on the disk before it is answered: the journal and its syncs."""
    return _unsafe_sqlite(database) if database.vendor == "sqlite" else _unsafe_postgresql(database)


def parted(database: Database) -> str:
    """Whether the rows of the chains written last, and of the desk's, say what their last entries say."""
    newest = Entry.objects.using(database.alias).order_by("-id").values_list("chain_id", flat=True)[:LAST]
    last = Entry.objects.filter(chain=OuterRef("pk")).order_by("-seq")
    chains = Chain.objects.using(database.alias).filter(Q(pk__in=set(newest)) | Q(pack=None))
    rows = chains.values_list(
        "origin", "size", "head", Subquery(last.values("seq")[:1]), Subquery(last.values("hash")[:1])
    )
    for origin, size, head, seq, found in rows:
        if (size, head) != (0 if seq is None else seq + 1, found or ZERO):
            return f"the row of {origin} says {size} entries, and its last entry is another one"
    return lost(database)


def learn(database: Database) -> None:
    """What the ledgers have as this process begins, so that it sees less of those too to which it never wrote. A database
    that is away then tells it nothing."""
    rows = Chain.objects.using(database.alias).filter(size__gt=0).order_by("-pk")
    with suppress(Error):
        for row in reversed(list(rows.values_list("origin", "size", "head")[: heads.MOST])):
            heads.keep(*row)


def lost(database: Database) -> str:
    """Whether a ledger has less than this process recorded. What is known is asked first: nothing is lost while we look."""
    origins = heads.origins()
    rows = Chain.objects.using(database.alias).filter(origin__in=origins)
    told = (heads.lost(*row) for row in rows.values_list("origin", "size", "head"))
    return next(filter(None, told), "")


def full(database: Database) -> str:
    """How much is left where the data folder lies; a disk that may only be read has nothing left.

    A disk that failed may be closed to writes without a flag that says so: a byte of no name is written to see.
    """
    disk = os.statvfs(settings.DATA)
    if disk.f_flag & os.ST_RDONLY:
        return "the disk of the data folder may only be read"
    with tempfile.TemporaryFile(dir=settings.DATA, buffering=0) as file:
        file.write(b"x")
    left = disk.f_bavail * disk.f_frsize
    if left < settings.DISK_MIN_BYTES:
        return (
            f"{left:,} bytes are left on the disk of the data folder, fewer than {settings.DISK_MIN_BYTES:,}"
        )
    return ""


def _unsafe_sqlite(database: Database) -> str:
    wanted = (settings.SQLITE_JOURNAL.lower(), 2, 1)
    found = tuple(
        _one(database, f"PRAGMA {name}") for name in ("journal_mode", "synchronous", "recursive_triggers")
    )
    if found != wanted:
        return f"journal_mode, synchronous and recursive_triggers are {found}, not {wanted}"
    return ""


def _unsafe_postgresql(database: Database) -> str:
    off = [name for name in ("synchronous_commit", "fsync") if _one(database, f"SHOW {name}") == "off"]
    return f"{' and '.join(off)} of PostgreSQL {'is' if len(off) == 1 else 'are'} off" if off else ""


def _one(database: Database, query: str) -> object:
    with database.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]


PARTS: dict[str, Callable[[Database], str]] = {
    "database": silent,
    "migrations": outdated,
    "writes": unwritable,
    "triggers": untriggered,
    "journal": unsafe,
    "heads": parted,
    "disk": full,
}
