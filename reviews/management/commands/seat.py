"""Seats a judge on a pack or on the whole desk."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from reviews import exclusions, seating
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Seat a judge on one pack, or on the whole desk where no pack is named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="a user who may judge")
        parser.add_argument("--pack", metavar="SLUG", help="the one pack that the seat is for")
        parser.add_argument(
            "--label", default=seating.LABEL, help="what exports call the seat (default: %(default)s)"
        )
        parser.add_argument(
            "--class", dest="seat_class", default=seating.CLASS, help="who sits there (default: %(default)s)"
        )
        parser.add_argument(
            "--ends", metavar="WHEN", help="the last day (2027-01-31), or day and time (2027-01-31T18:00)"
        )

    def handle(
        self, *, name: str, pack: str | None, label: str, seat_class: str, ends: str | None, **_: Any
    ) -> None:
        row = seating.seat(
            plain.user(name),
            plain.pack(pack) if pack else None,
            by=None,
            label=label,
            seat_class=seat_class,
            ends_at=_end(ends) if ends else None,
        )
        term = f" until {row.ends_at:%Y-%m-%d %H:%M} UTC" if row.ends_at else ""
        self.say(f"seat {row.pk}: {name} sits on {pack or 'the whole desk'} as {row.label}{term}")
        if not pack and (where := exclusions.places(row.user)):
            self.say(f"{name} is excluded all the same from {where}")


def _end(text: str) -> datetime:
    """A day ends at its midnight; a time without a zone is the desk's own (TIME_ZONE)."""
    try:
        day, moment = parse_date(text), parse_datetime(text)
        if day:
            moment = datetime.combine(day + timedelta(days=1), datetime.min.time())
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise CommandError(f"{text} is no day or time: write 2027-01-31 or 2027-01-31T18:00.")
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment
