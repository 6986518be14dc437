"""Makes a verified copy of the desk's database while the desk works."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from reviews import backup
from reviews.management.plain import PlainCommand, counted


class Command(PlainCommand):
    help = "Makes a verified copy of the database at DEST; judging goes on meanwhile."
    wants_tables = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dest", type=Path, help="the file to make; one that is there is never replaced")

    def handle(self, *args: Any, dest: Path, **_: Any) -> None:
        made = backup.backup(dest)
        self.say(f"{made}: {counted(made.stat().st_size, 'byte')}, verified.")
