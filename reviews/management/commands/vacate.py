"""Ends a judge's seat."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from reviews import seating
from reviews.management.plain import PlainCommand
from reviews.models import Seat


class Command(PlainCommand):
    help = "Vacate a seat, by the number that `seat` printed and that the page Seats shows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("seat", type=int, metavar="SEAT_ID", help="the seat's number")
        parser.add_argument("--why", required=True, help="the reason, for the ledger")

    def handle(self, *, seat: int, why: str, **_: Any) -> None:
        row = Seat.objects.select_related("user", "pack").filter(pk=seat).first()
        if row is None:
            raise CommandError(f"There is no seat {seat}.")
        entry = seating.vacate(row, by=None, why=why)
        where = row.pack.slug if row.pack else "the whole desk"
        self.say(f"seat {seat}: vacated, {row.user.username} sits on {where} no more (entry {entry.seq})")
