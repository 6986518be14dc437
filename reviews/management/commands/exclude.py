"""Keeps a person from deciding on a pack, or on every pack of a series."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from reviews import exclusions
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Exclude a person with a conflict of interest: they decide and ratify nothing there, whatever their seat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user")
        place = parser.add_mutually_exclusive_group(required=True)
        place.add_argument("--pack", metavar="SLUG", help="from this pack")
        place.add_argument("--series", metavar="NAME", help="from every pack of this series")
        parser.add_argument(
            "--why", required=True, help="the reason, for the ledger and for them: wrote the article"
        )

    def handle(self, *, name: str, pack: str | None, series: str | None, why: str, **_: Any) -> None:
        row = exclusions.exclude(
            plain.user(name), pack=plain.pack(pack) if pack else None, series=series or "", by=None, why=why
        )
        self.say(f"exclusion {row.pk}: {name} decides nothing on {pack or row.place}")
