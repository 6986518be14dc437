"""Ends an exclusion."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from reviews import exclusions
from reviews.management.plain import PlainCommand
from reviews.models import Exclusion


class Command(PlainCommand):
    help = "Readmit a person, by the number of the exclusion that `exclude` printed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("exclusion", type=int, metavar="EXCLUSION_ID", help="the exclusion's number")
        parser.add_argument("--why", required=True, help="the reason, for the ledger")

    def handle(self, *, exclusion: int, why: str, **_: Any) -> None:
        row = Exclusion.objects.select_related("user", "pack").filter(pk=exclusion).first()
        if row is None:
            raise CommandError(f"There is no exclusion {exclusion}.")
        entry = exclusions.readmit(row, by=None, why=why)
        self.say(f"exclusion {exclusion}: ended, {row.user.username} is readmitted (entry {entry.seq})")
