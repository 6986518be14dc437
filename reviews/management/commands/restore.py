"""Puts a backup in the place of the desk's database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection

from reviews import backup
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Puts a verified backup in the place of the database, while the desk is stopped. What stood there is kept."
    requires_system_checks: list[str] = []  # the database that stands may be the reason for restoring
    wants_tables = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("copy", type=Path, help="a file that the command backup made")

    def handle(self, *args: Any, copy: Path, **_: Any) -> None:
        if kept := backup.restore(copy):
            self.say(f"What stood here is now {kept}.")
        rights = ", then `manage.py postgres_roles ROLE`" if connection.vendor == "postgresql" else ""
        self.say(f"{copy} was restored and brought up to date. Run `manage.py verify_ledger`{rights}.")
