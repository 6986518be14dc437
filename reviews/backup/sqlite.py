"""Copies of an SQLite file, by SQLite's own backup interface. The file itself is never copied while somebody may write."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from reviews.backup.copies import Kept, name_for
from reviews.core.chain import Line
from reviews.core.refusals import ActRefused, DoesNotAddUp
from reviews.disk import sync

BESIDE = ("-wal", "-shm", "-journal")


class Copies:
    """What `backup` and `restore` ask of a database."""

    @staticmethod
    def copy(part: Path) -> None:
        """One moment of the database, whatever is written meanwhile."""
        _copied(_place(), part)

    @staticmethod
    def chains(copy: Path) -> Iterator[Kept]:
        """Every chain of a copy; DoesNotAddUp where the file is damaged."""
        with closing(_opened(copy)) as db:
            if found := _damage(db):
                raise DoesNotAddUp(f"{copy.name} is damaged: {found}")
            chains = db.execute("SELECT id, origin, size, head FROM reviews_chain ORDER BY id").fetchall()
            for pk, origin, size, head in chains:
                yield Kept(origin, size, head, _lines(db, pk))

    @staticmethod
    def migrations(copy: Path) -> set[tuple[str, str]]:
        """By app and name, those that made the tables of a copy."""
        with closing(_opened(copy)) as db:
            return set(db.execute("SELECT app, name FROM django_migrations"))

    @staticmethod
    def put_in_place(copy: Path, finish: Callable[[], None]) -> Path | None:
        """The copy, brought up to date by `finish`, becomes the database in one step; where what stood there is kept.

        Whenever this is ended, by a kill too, a whole database has the name, the old one or the new one. What a killed
        desk left in its log goes along, on either side: what was put aside once may be the copy.
        """
        place = _place()
        part = place.with_name(f".{place.name}.part")
        _clear_away(part)
        try:
            part.touch(mode=0o600)
            _copied(copy, part)
            with _as_the_database(part):
                finish()
            _fold(part)
            sync(part)
            with connection.alone():  # type: ignore[attr-defined]  # nobody opens what stood there meanwhile
                kept = _put_aside(place)
                part.replace(place)
                sync(place.parent)
        finally:
            _clear_away(part)
        return kept


@contextmanager
def _as_the_database(part: Path) -> Iterator[None]:
    """For these lines the desk's rooms work at this file."""
    own, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], part
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own


def _copied(source: Path, part: Path) -> None:
    """One moment of a database, with what is in its log alone; ActRefused where the disk is full, say."""
    try:
        with closing(_opened(source)) as db, closing(sqlite3.connect(part)) as target:
            db.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise ActRefused(
            f"{source} cannot be copied to {part.parent}: {error}. Nothing was changed."
        ) from error


def _put_aside(place: Path) -> Path | None:
    """Give what stands there a second name; the first is then free to be given away in one step.

    SQLite would write a log that lies beside a name into whatever takes the name. So what is in the log alone, which was
    committed too, is carried over first. A damaged file into which nothing can be carried moves aside with its log.
    """
    _forget(place)
    if not _is_ours(place):
        return _moved(place)
    try:
        _fold(place)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise ActRefused(
                f"{place} is open in another program: close it first. Nothing was changed."
            ) from error
    if any(one.exists() and one.stat().st_size for one in _beside(place) if not one.name.endswith("-shm")):
        return _moved(place)
    for one in _beside(place):  # empty, and an index of what is gone
        one.unlink(missing_ok=True)
    kept = name_for(place, BESIDE)
    _name_too(place, kept)
    sync(place.parent)
    return kept


def _is_ours(place: Path) -> bool:
    """Asked by reading alone: what opens a damaged file to write may throw its log away."""
    try:
        _opened(place).close()
    except ActRefused:
        return False
    return True


def _fold(path: Path) -> None:
    """Carry what stands in a log beside a file over into it; sqlite3.DatabaseError where it is damaged, or open elsewhere."""
    if path.exists():
        with closing(sqlite3.connect(path, timeout=settings.SQLITE_WAIT)) as db:
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA journal_mode=DELETE")


def _forget(place: Path) -> None:
    """Take away the second name that a restore which was killed gave to what still has the first."""
    for one in place.parent.glob(f"{place.name}.before-*"):
        if place.exists() and one.samefile(place):
            one.unlink()


def _name_too(place: Path, kept: Path) -> None:
    """Two names for one file; two files, where the file system has no links."""
    try:
        os.link(place, kept)
    except OSError:
        part = place.with_name(f".{place.name}.kept")
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        shutil.copyfile(place, part)
        sync(part)
        part.rename(kept)


def _moved(place: Path) -> Path | None:
    """Move what stands there aside, with its log. A log without its database goes as well."""
    kept, stood = name_for(place, BESIDE), place.exists()
    for one in (place, *_beside(place)):
        if one.exists():
            one.rename(kept.with_name(kept.name + one.name.removeprefix(place.name)))
    return kept if stood else None


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + rest) for rest in BESIDE]


def _clear_away(part: Path) -> None:
    for one in (part, *_beside(part), part.with_name(f"{part.name}.lock")):
        one.unlink(missing_ok=True)


def _place() -> Path:
    return Path(str(settings.DATABASES["default"]["NAME"]))


def _opened(path: Path) -> sqlite3.Connection:
    """A database file read-only; ActRefused where it is none of ours."""
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=settings.SQLITE_WAIT)
        db.execute("SELECT 1 FROM reviews_chain LIMIT 1")
    except sqlite3.Error as error:
        raise ActRefused(f"{path} is no database of a desk: {error}.") from error
    return db


def _damage(db: sqlite3.Connection) -> str:
    try:
        found = str(db.execute("PRAGMA integrity_check").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else found


def _lines(db: sqlite3.Connection, chain: int) -> list[Line]:
    rows = db.execute("SELECT body, hash FROM reviews_entry WHERE chain_id = ? ORDER BY seq", [chain])
    return [Line(body, hash_) for body, hash_ in rows]
