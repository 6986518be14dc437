"""Which errors say that the database, or the machine, cannot be used just now: it may be mended without a change of ours."""

from __future__ import annotations

import errno

from django.db.utils import DatabaseError, InterfaceError, InternalError, OperationalError

# A standby, a backend that was ended, a damaged index are internal errors to PostgreSQL.
_KINDS = (OperationalError, InterfaceError, InternalError)
# PostgreSQL's documentation, Appendix A: no right to a table, no such table. `migrate` and `postgres_roles` mend them.
_STATES = ("42501", "42P01")
# What a machine lacks for a while: files that may be open, memory or a thread, room on a disk, or the disk itself.
_LACKS = frozenset(
    getattr(errno, name) for name in "EMFILE ENFILE ENOMEM ENOBUFS EAGAIN ENOSPC EDQUOT EIO EROFS".split()
)
_NO_THREAD = "can't start new thread"


def is_unusable(error: BaseException | None) -> bool:
    """A damaged SQLite file is told by DatabaseError itself; so is, without a cause in the database, what Django misses."""
    if isinstance(error, _KINDS):
        return True
    cause = getattr(error, "__cause__", None)
    return (type(error) is DatabaseError and cause is not None) or getattr(cause, "sqlstate", "") in _STATES


def in_one_line(error: BaseException) -> str:
    """What a database says of itself, without the place in a statement of ours."""
    return " ".join(str(error).partition("\nLINE ")[0].split())


def is_short(error: BaseException | None) -> bool:
    """Whether this machine had not what it takes to answer; also where something else broke over that."""
    while error is not None:
        if isinstance(error, MemoryError) or _lacks(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _lacks(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in _LACKS
    return type(error) is RuntimeError and str(error) == _NO_THREAD
