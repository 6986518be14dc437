"""Ratifies a pack in an admin's name."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from reviews import release
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Ratify a pack in which no chip waits."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the pack")
        parser.add_argument("--as", dest="name", required=True, metavar="NAME", help="the admin who ratifies")
        parser.add_argument("--why", default="", help="a remark for the ledger")

    def handle(self, *, slug: str, name: str, why: str, **_: Any) -> None:
        entry = release.ratify(plain.pack(slug), by=plain.user(name), why=why)
        self.say(f"{slug}: ratified by entry {entry.seq}, head {entry.hash}")
