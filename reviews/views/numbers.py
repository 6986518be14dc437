"""Numbers that an address or a hidden field carries, where anybody may have typed something else."""

from __future__ import annotations


def whole_number(given: object) -> int | None:
    """The number that these digits are, at most nine of them: 0 to 999,999,999. None for anything else."""
    text = str(given)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
