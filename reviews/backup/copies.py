"""What copies of both databases have in common: the chains in them, and that they reach the disk."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reviews.core.chain import Line


@dataclass(frozen=True)
class Kept:
    """A chain as a copy has it: what its row says, and its lines in order."""

    origin: str
    size: int
    head: str
    lines: list[Line]


def sync(path: Path) -> None:
    """Have a file, or what a folder lists, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def now() -> str:
    """This moment as a part of a file's name."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
