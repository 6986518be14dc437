"""Copies the desk's database while it works, and puts a copy back. A copy takes its name only when it has been verified."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from django.core.management import call_command
from django.db import connection, connections, transaction

from reviews import ledger, readiness, serving
from reviews.backup import postgresql, sqlite
from reviews.backup.copies import Kept, part_of
from reviews.core import chain
from reviews.core.refusals import ActRefused, DoesNotAddUp
from reviews.disk import sync


def backup(dest: Path) -> Path:
    """A verified copy of the database at `dest`, which must not be there yet. Judging goes on meanwhile."""
    if os.path.lexists(dest):  # a link that leads nowhere has the name too
        raise ActRefused(f"{dest} is there already: a backup never replaces one.")
    if not dest.parent.is_dir():
        raise ActRefused(f"There is no folder {dest.parent}: make it first.")
    with part_of(dest) as part:
        _of_this_database().copy(part)
        verify(part)
        sync(part)
        part.rename(dest)
        sync(dest.parent)
    return dest


def verify(copy: Path) -> int:
    """The number of entries in a copy whose every chain holds; DoesNotAddUp names the first that does not."""
    return sum(map(_size, _of_this_database().chains(copy)))


def restore(copy: Path) -> Path | None:
    """Put a verified copy in the place of the database; what stood there is kept. ActRefused while the desk runs.

    The copy may be older than the tables of today: they are brought up to date. The desk's own ledger tells of it: an
    export made after the copy convicts whatever is decided anew.
    """
    if not copy.is_file():  # a pipe would be waited for without an end
        raise ActRefused(f"{copy} is no file.")
    entries = verify(copy)
    if told := readiness.later(_of_this_database().migrations(copy)):
        raise ActRefused(f"{copy}: {told}. Nothing was changed.")

    def finish() -> None:
        call_command("migrate", verbosity=0)
        with transaction.atomic():
            ledger.append(ledger.lock(None), "restore", user=None, copy=_sha(copy), entries=entries)

    with serving.kept_out():
        connections.close_all()
        return _of_this_database().put_in_place(copy, finish)


def _of_this_database() -> type[sqlite.Copies] | type[postgresql.Copies]:
    return postgresql.Copies if connection.vendor == "postgresql" else sqlite.Copies


def _size(kept: Kept) -> int:
    if broken := chain.first_break(kept.lines):
        raise DoesNotAddUp(f"{kept.origin}: {broken.text}")
    if (len(kept.lines), chain.head(kept.lines)) != (kept.size, kept.head):
        raise DoesNotAddUp(f"{kept.origin}: its row says {kept.size} entries, there are {len(kept.lines)}")
    return kept.size


def _sha(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
