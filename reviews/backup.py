"""Copies the desk's database while it works, and puts a copy back. A copy takes its name only when it has been verified."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection, connections, transaction

from reviews import ledger
from reviews.core import chain
from reviews.core.chain import Line
from reviews.core.refusals import ActRefused, DoesNotAddUp


def backup(dest: Path) -> Path:
    """A verified copy of the database at `dest`, which must not be there yet. Judging goes on meanwhile."""
    if dest.exists():
        raise ActRefused(f"{dest} is there already: a backup never replaces one.")
    part = dest.with_name(f".{dest.name}.part")
    part.unlink(missing_ok=True)
    try:
        _copy(part)
        verify(part)
        _sync(part)
        part.rename(dest)
        _sync(dest.parent)
    finally:
        part.unlink(missing_ok=True)
    return dest


def verify(copy: Path) -> int:
    """The number of entries in a copy whose every chain holds; DoesNotAddUp names the first that does not."""
    if connection.vendor == "postgresql":
        return len(_pg("pg_restore", "--list", str(copy)).splitlines())
    with closing(_opened(copy)) as db:
        if (found := db.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise DoesNotAddUp(f"{copy.name} is damaged: {found}")
        origins = db.execute("SELECT id, origin, size, head FROM reviews_chain ORDER BY id").fetchall()
        return sum(_chain_size(db, *row) for row in origins)


def restore(copy: Path) -> Path | None:
    """Put a verified copy in the place of the database; what stood there is kept beside it. Stop the desk first.

    The desk's own ledger tells of it: an export made after the copy convicts whatever is decided anew.
    """
    entries, kept = verify(copy), None
    connections.close_all()
    if connection.vendor == "postgresql":
        _pg(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--single-transaction",
            "--dbname",
            _dsn(),
            str(copy),
        )
    else:
        kept = _put_in_place(copy)
    with transaction.atomic():
        desk = ledger.lock(None)
        ledger.append(desk, "restore", user=None, copy=_sha(copy), entries=entries)
    return kept


def _copy(part: Path) -> None:
    if connection.vendor == "postgresql":
        _pg("pg_dump", "--format=custom", "--file", str(part), "--dbname", _dsn())
        return
    name = str(settings.DATABASES["default"]["NAME"])
    with closing(_opened(Path(name))) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")


def _put_in_place(copy: Path) -> Path | None:
    place = Path(str(settings.DATABASES["default"]["NAME"]))
    part, kept = place.with_name(f".{place.name}.part"), None
    part.write_bytes(copy.read_bytes())
    part.chmod(0o600)
    _sync(part)
    if place.exists():
        kept = place.with_name(f"{place.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}")
        place.rename(kept)
    for rest in ("-wal", "-shm", "-journal"):
        place.with_name(place.name + rest).unlink(missing_ok=True)
    part.rename(place)
    _sync(place.parent)
    return kept


def _opened(path: Path) -> sqlite3.Connection:
    """A database file read-only; ActRefused where it is none of ours."""
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=settings.SQLITE_WAIT)
        db.execute("SELECT 1 FROM reviews_chain LIMIT 1")
    except sqlite3.Error as error:
        raise ActRefused(f"{path} is no database of a desk: {error}.") from error
    return db


def _chain_size(db: sqlite3.Connection, pk: int, origin: str, size: int, head: str) -> int:
    rows = db.execute("SELECT body, hash FROM reviews_entry WHERE chain_id = ? ORDER BY seq", [pk])
    lines = [Line(body, hash_) for body, hash_ in rows]
    if broken := chain.first_break(lines):
        raise DoesNotAddUp(f"{origin}: {broken.text}")
    if (len(lines), chain.head(lines)) != (size, head):
        raise DoesNotAddUp(f"{origin}: its row says {size} entries, there are {len(lines)}")
    return size


def _dsn() -> str:
    """The database's address without its password, which goes by the environment alone."""
    found = settings.DATABASES["default"]
    return (
        f"host={found['HOST'] or ''} port={found['PORT'] or 5432} user={found['USER']} dbname={found['NAME']}"
    )


def _pg(*command: str) -> str:
    """Run one of PostgreSQL's programs; ActRefused with its own sentence where it fails."""
    own = {**os.environ, "PGPASSWORD": str(settings.DATABASES["default"]["PASSWORD"])}
    try:
        done = subprocess.run(command, env=own, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError as error:
        raise ActRefused(
            f"{command[0]} is not on this machine: install PostgreSQL's client programs."
        ) from error
    if done.returncode:
        raise ActRefused(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sha(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
