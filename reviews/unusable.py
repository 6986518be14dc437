"""Which errors say that the database cannot be used just now: nothing was written, and it may be mended without a change of ours."""

from __future__ import annotations

from django.db.utils import DatabaseError, InterfaceError, InternalError, OperationalError

# A standby, a backend that was ended, a damaged index are internal errors to PostgreSQL.
_KINDS = (OperationalError, InterfaceError, InternalError)
# PostgreSQL's documentation, Appendix A: no right to a table, no such table. `migrate` and `postgres_roles` mend them.
_STATES = ("42501", "42P01")


def is_unusable(error: BaseException | None) -> bool:
    """A damaged SQLite file is told by DatabaseError itself; so is, without a cause in the database, what Django misses."""
    if isinstance(error, _KINDS):
        return True
    cause = getattr(error, "__cause__", None)
    return (type(error) is DatabaseError and cause is not None) or getattr(cause, "sqlstate", "") in _STATES
