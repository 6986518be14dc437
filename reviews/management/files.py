"""The files that commands are given and hand out: none is read past its limit, none is written by halves."""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from reviews.disk import sync

ONE_ARTICLE = "--article goes with one pack: put the articles of several beside them, as .md files."
_PART = re.compile(r"\..+\.[0-9a-f]{8}\.part")


def named_by(parser: CommandParser) -> None:
    """The arguments of a command that takes packs: their files, and the article of one."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a pack")
    parser.add_argument("--article", type=Path, metavar="FILE", help="the article of the one pack given")


def read(path: Path, *, most: int) -> bytes:
    """A plain file's bytes. Kind and size are asked before it is read; CommandError says what is wrong."""
    try:
        with open(path, "rb", opener=_open) as file:
            _fit(path, os.fstat(file.fileno()), most)
            raw = file.read(most + 1)
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror}.") from error
    if len(raw) > most:
        raise CommandError(f"{path}: more than {most:,} bytes; at most {most:,} are read.")
    return raw


def with_article(path: Path, article: Path | None) -> tuple[bytes, bytes | None]:
    """A pack's bytes and its article's: of the file named, else of the `.md` of its name beside the pack."""
    raw = read(path, most=settings.PACK_MAX_BYTES)
    beside = path.with_suffix(".md")
    if article is None and beside != path and beside.exists():
        article = beside
    return raw, read(article, most=settings.ARTICLE_MAX_BYTES) if article else None


def typed(stream: IO[str], *, most: int) -> str:
    """The first line of what is given on standard input; one without an end is not waited for."""
    line = stream.readline(most + 1)
    if len(line) > most:
        raise CommandError(f"What was given on standard input is longer than {most:,} letters.")
    return line.rstrip("\r\n")


def write(path: Path, raw: bytes, *, mode: int = 0o666) -> bool:
    """Put these bytes under this name in one step, synced before it counts. False where they stood there."""
    if stands(path, raw):
        return False
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # somebody is at it: `clear_away` leaves it alone
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync(path.parent)  # the new name itself is on disk only once its folder is
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    return True


def stands(path: Path, raw: bytes) -> bool:
    """Whether a file has exactly these bytes."""
    return path.is_file() and path.stat().st_size == len(raw) and path.read_bytes() == raw


def clear_away(folder: Path) -> None:
    """Remove what a `write` into this folder left that was killed half-way. Whoever is at work holds a lock on theirs."""
    found: list[Path] = []
    with suppress(OSError):  # a folder that may not be listed
        found = [folder / name for name in os.listdir(folder) if _PART.fullmatch(name)]
    for part in found:
        with suppress(OSError), part.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            part.unlink()


def _open(path: str, flags: int) -> int:
    """Opening a pipe that nobody writes to would wait for ever."""
    return os.open(path, flags | os.O_NONBLOCK)


def _fit(path: Path, found: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise CommandError(f"{path}: not a plain file.")
    if found.st_size > most:
        raise CommandError(f"{path}: {found.st_size:,} bytes; at most {most:,} are read.")
