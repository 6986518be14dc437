"""A clock that can be set while a desk runs: a file named by PACKREVIEW_CLOCK says by how many seconds it goes wrong.

Only times of day go wrong, as when a machine's clock is set: what measures how long something takes goes on as it did.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import time_machine

NAME = "PACKREVIEW_CLOCK"


@contextmanager
def as_set() -> Iterator[None]:
    """These lines run by the clock, where one is named."""
    if NAME not in os.environ:
        yield
        return
    with time_machine.travel(time.time() + float(Path(os.environ[NAME]).read_text()), tick=True):
        yield


def put(file: Path, seconds: float) -> None:
    """Set the clock of a file, at once."""
    fresh = file.with_suffix(".fresh")
    fresh.write_text(str(seconds))
    fresh.rename(file)


def wrapped(whole: Callable[..., Any]) -> Callable[..., Any]:
    """An application each of whose requests runs by the clock. One at a time: the clock is the process's."""

    def timed(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        with as_set():
            answer = whole(environ, start_response)
            try:
                return list(answer)
            finally:
                answer.close()

    return timed
