"""Moves a desk from its SQLite file into an empty PostgreSQL database, whole or not at all."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from reviews import moving
from reviews.management.plain import PlainCommand, counted


class Command(PlainCommand):
    help = (
        "Moves the desk in an SQLite file into the empty, migrated PostgreSQL database that DATABASE_URL names. Stop the "
        "desk first, and run this as the owner of the tables. Every ledger is verified before and after; the file stays."
    )
    wants_tables = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, help="packreview.sqlite3 in the data folder, or a backup of it"
        )

    def handle(self, *, file: Path, **_: Any) -> None:
        moved = moving.move(file, partial(self.say, at=2))
        self.say(
            f"{counted(moved.packs, 'pack')} and {counted(moved.entries, 'entry', 'entries')} in "
            f"{counted(moved.chains, 'ledger')} were moved, {counted(moved.rows, 'row')} in all. Every head is the same."
        )
        self.say("Now run `manage.py postgres_roles`, and start the desk with DATABASE_URL.")
