"""A period as a person types it, or as an address carries it: whole days of the desk's own zone, or moments in UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
YEARS = range(2000, 2200)  # beyond them a time zone can carry a moment out of the calendar


def begin(text: str, zone: tzinfo) -> datetime:
    """Where a period begins: a moment, or the first of a day. ValueError with a sentence where it is neither."""
    return _moment(text) if MOMENT.fullmatch(text) else _midnight(_day(text), zone)


def end(text: str, zone: tzinfo) -> datetime:
    """The first moment that is no longer in a period which ends at this moment, or with this day."""
    return _moment(text) if MOMENT.fullmatch(text) else _midnight(_day(text) + timedelta(days=1), zone)


def _moment(text: str) -> datetime:
    _within(text)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text} is no moment of the calendar.") from None


def _day(text: str) -> date:
    if not DAY.fullmatch(text):
        raise ValueError("Give a day as 2027-01-31.")
    _within(text)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text} is no day of the calendar.") from None


def _within(text: str) -> None:
    if int(text[:4]) not in YEARS:
        raise ValueError(f"Give a year from {YEARS.start} to {YEARS.stop - 1}.")


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)
