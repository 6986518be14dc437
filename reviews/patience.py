"""How long a process that serves waits for PostgreSQL: a server that hangs keeps its connections, and says nothing for ever.

Nobody's answer is made up here: who has waited for long enough gets an OperationalError, and the connection is closed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import psycopg

ANSWER = 25.0  # seconds for one statement: longer than it may wait for a lock (settings)
_until: ContextVar[float | None] = ContextVar("until", default=None)


class Connection(psycopg.Connection[Any]):
    """A connection on which no statement is waited for beyond its time."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, _left() if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as error:
            if timeout is not None:
                raise
            self.close()  # what is answered later would be taken for the answer to another statement
            raise psycopg.OperationalError("the database does not answer in time") from error


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Whatever is asked in this block is answered within so many seconds in all, or not waited for."""
    token = _until.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _until.reset(token)


def _left() -> float:
    until = _until.get()
    return ANSWER if until is None else max(0.0, until - time.monotonic())
