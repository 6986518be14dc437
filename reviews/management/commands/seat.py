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
            "--starts", metavar="WHEN", help="the first day, or day and time (default: from now on)"
        )
        parser.add_argument(
            "--ends", metavar="WHEN", help="the last day (2027-01-31), or day and time (2027-01-31T18:00)"
        )
        parser.add_argument("--why", default="", help="a remark for the ledger")

    def handle(self, *, name: str, pack: str | None, label: str, seat_class: str, **term: Any) -> None:
        starts, ends = term["starts"], term["ends"]
        row = seating.seat(
            plain.user(name),
            plain.pack(pack) if pack else None,
            by=None,
            label=label,
            seat_class=seat_class,
            starts_at=_moment(starts) if starts else None,
            ends_at=_moment(ends, n_days=1) if ends else None,
            why=term["why"],
        )
        begin = f" from {row.starts_at:%Y-%m-%d %H:%M} UTC" if starts else ""
        end = f" until {row.ends_at:%Y-%m-%d %H:%M} UTC" if row.ends_at else ""
        self.say(f"seat {row.pk}: {name} sits on {pack or 'the whole desk'} as {row.label}{begin}{end}")
        if not pack and (where := exclusions.places(row.user)):
            self.say(f"{name} is excluded all the same from {where}")


def _moment(text: str, n_days: int = 0) -> datetime:
    """A time, or of a day the midnight before it and so many days; without a zone it is the desk's own (TIME_ZONE)."""
    try:
        day, moment = parse_date(text), parse_datetime(text)
        if day:
            moment = datetime.combine(day + timedelta(days=n_days), datetime.min.time())
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise CommandError(f"{text} is no day or time: write 2027-01-31 or 2027-01-31T18:00.")
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment
