"""Periods: days of a zone, moments, and what is neither."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from reviews.core import period, utc

BERLIN = ZoneInfo("Europe/Berlin")


def at(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


def test_a_day_is_whole_in_the_zone_of_the_desk():
    assert period.begin("2026-11-01", BERLIN) == at(2026, 10, 31, 23)
    assert period.end("2026-11-01", BERLIN) == at(2026, 11, 1, 23)


def test_the_day_on_which_clocks_go_back_has_25_hours():
    length = period.end("2026-10-25", BERLIN) - period.begin("2026-10-25", BERLIN)
    assert length.total_seconds() == 25 * 3600


def test_a_moment_is_in_utc_whatever_the_zone():
    assert period.begin("2026-11-01T10:20:30Z", BERLIN) == at(2026, 11, 1, 10, 20, 30)
    assert period.end("2026-11-01T10:20:30Z", BERLIN) == at(2026, 11, 1, 10, 20, 30)


def test_a_written_moment_is_read_back():
    assert period.begin(utc.written(at(2026, 11, 1, 10)), BERLIN) == at(2026, 11, 1, 10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Give a day as 2027-01-31."),
        ("yesterday", "Give a day as 2027-01-31."),
        ("2026-11-1", "Give a day as 2027-01-31."),
        ("2026-11-01\n", "Give a day as 2027-01-31."),
        ("２０２６-11-01", "Give a day as 2027-01-31."),
        ("2026-11-01T10:00:00", "Give a day as 2027-01-31."),
        ("2026-02-30", "2026-02-30 is no day of the calendar."),
        ("2026-02-20T25:00:00Z", "2026-02-20T25:00:00Z is no moment of the calendar."),
        ("0001-01-01", "Give a year from 2000 to 2199."),
        ("9999-12-31", "Give a year from 2000 to 2199."),
        ("0000-00-00T00:00:00Z", "Give a year from 2000 to 2199."),
    ],
)
@pytest.mark.parametrize("read", [period.begin, period.end])
def test_what_is_neither_day_nor_moment_is_told(read, text, says):
    with pytest.raises(ValueError) as told:
        read(text, BERLIN)
    assert str(told.value) == says
