"""Opens a ratified pack again, in an admin's name."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from reviews import release
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Reopen a ratified pack; its earlier export stays available, unchanged."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the pack")
        parser.add_argument(
            "--as", dest="name", required=True, metavar="NAME", help="the admin who reopens it"
        )
        parser.add_argument("--why", required=True, help="the reason, for the ledger")

    def handle(self, *, slug: str, name: str, why: str, **_: Any) -> None:
        entry = release.reopen(plain.pack(slug), by=plain.user(name), why=why)
        self.say(f"{slug}: open again by entry {entry.seq}")
