"""A moment as entries, exports and addresses tell it: in UTC, to the second, as RFC 3339 has it (`2026-11-30T21:54:26Z`)."""

from __future__ import annotations

from datetime import UTC, datetime

FORM = "%Y-%m-%dT%H:%M:%SZ"


def written(at: datetime) -> str:
    """A moment of any zone; what is less than a second is left out."""
    return at.astimezone(UTC).strftime(FORM)


def read(text: str) -> datetime:
    """The moment that was written so. ValueError for any other text."""
    return datetime.strptime(text, FORM).replace(tzinfo=UTC)
