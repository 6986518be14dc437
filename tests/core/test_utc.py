from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from reviews.core import utc


def test_utc_writes_a_moment_of_any_zone_to_the_second():
    at = datetime(2027, 1, 31, 23, 30, 15, 999_999, tzinfo=ZoneInfo("America/New_York"))
    assert utc.written(at) == "2027-02-01T04:30:15Z"


def test_utc_reads_what_it_wrote():
    at = datetime(2027, 1, 31, 23, 30, 15, tzinfo=UTC)
    assert utc.read(utc.written(at)) == at


@pytest.mark.parametrize("text", ["", "2027-01-31", "2027-01-31T23:30:15", "2027-02-30T00:00:00Z"])
def test_utc_reads_nothing_else(text):
    with pytest.raises(ValueError, match=r"^(time data|day is out of range)"):
        utc.read(text)
