"""Whether a desk is served from this data folder: each of its processes holds a shared lock for as long as it lives.

A database that is put in the place of one that is open would leave the desk writing into the file that was set aside.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.conf import settings

from reviews.core.refusals import ActRefused

RUNS = "The desk is running: stop it first. Nothing was changed."
RESTORES = "A backup is being put in the place of the desk's database: start again when that is done."
_held: list[IO[str]] = []  # an open file is the lock; the process's end lets go of it, however it ends


def begin() -> None:
    """This process serves from now on."""
    file = _file()
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise RuntimeError(RESTORES) from error
    _held.append(file)


@contextmanager
def kept_out() -> Iterator[None]:
    """ActRefused while anybody serves from this folder; while this lasts, nobody begins to."""
    with _file() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ActRefused(RUNS) from error
        yield


def _file() -> IO[str]:
    return (settings.DATA / "serving.lock").open("a")
