"""What copies of both databases have in common: the chains in them, and the names under which they are made and put aside."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from reviews.core.chain import Line
from reviews.core.refusals import ActRefused

PART = ".packreview-part"


@dataclass(frozen=True)
class Kept:
    """A chain as a copy has it: what its row says, and its lines in order."""

    origin: str
    size: int
    head: str
    lines: list[Line]


@contextmanager
def part_of(dest: Path) -> Iterator[Path]:
    """An empty file beside `dest` to make it in, which is gone afterwards; those of backups that were killed go first.

    Whoever is at work at one holds a lock on it. It is read by its owner alone: all that the database has is in it.
    """
    for left in dest.parent.glob(f".*{PART}"):
        with suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()
    part = dest.with_name(f".{dest.name}{PART}")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise ActRefused(f"Another backup to {dest} is going on.") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield part
    finally:
        os.close(handle)
        part.unlink(missing_ok=True)


def name_for(place: Path, beside: Iterable[str] = ()) -> Path:
    """The name under which what stands at `place` is put aside, by this moment; one that nothing has, nor has with
    an ending of `beside`: two may be put aside within a second, and neither may replace the other."""
    stem = f"{place.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (place.with_name(stem if n == 1 else f"{stem}-{n}") for n in count(1))
    return next(name for name in names if not any(Path(f"{name}{rest}").exists() for rest in ("", *beside)))
