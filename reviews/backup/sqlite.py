"""Copies of an SQLite file, by SQLite's own backup interface. The file itself is never copied while somebody may write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from django.conf import settings

from reviews.backup.copies import Kept, name_for, sync
from reviews.core.chain import Line
from reviews.core.refusals import ActRefused, DoesNotAddUp

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
    def put_in_place(copy: Path) -> Path | None:
        """The copy becomes the database; where what stood there is kept. What a killed desk left in its log goes along,
        on either side: what was put aside once may be the copy."""
        place = _place()
        part = place.with_name(f".{place.name}.part")
        part.unlink(missing_ok=True)
        try:
            part.touch(mode=0o600)
            _copied(copy, part)
            sync(part)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        kept = _put_aside(place)
        part.rename(place)
        sync(place.parent)
        return kept


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
    """Give what stands there another name, with its log: what is in the log alone was committed too.

    A log without its database goes as well. SQLite would write it into whatever takes the place.
    """
    kept, stood = name_for(place, BESIDE), place.exists()
    for rest in ("", *BESIDE):
        one = place.with_name(place.name + rest)
        if one.exists():
            one.rename(kept.with_name(kept.name + rest))
    return kept if stood else None


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
