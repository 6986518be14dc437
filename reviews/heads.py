"""How far this process has seen each ledger recorded, as it began and by itself since. A database that has less of one was
put in the place of the one written to.

A file that is copied over the open one keeps its inode, so nothing else shows it; nor does anything show a PostgreSQL standby
that takes over without what was committed last.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

MOST = 1_000  # ledgers, those written last
LOST = (
    "this ledger had {:,} entries when the desk last looked, and now it has {:,}: an older database is in its place. "
    "Stop the desk, put the right one there, and start again"
)

_known: OrderedDict[str, tuple[int, str]] = OrderedDict()  # size and head, by origin
_lock = threading.Lock()


def keep(origin: str, size: int, head: str) -> None:
    """Once it is committed. Of two threads the later may come first: less than is known tells nothing."""
    with _lock:
        if size > known(origin)[0]:
            _known[origin] = size, head
        _known.move_to_end(origin)
        if len(_known) > MOST:
            _known.popitem(last=False)


def known(origin: str) -> tuple[int, str]:
    """Size and head as last recorded here; nothing of a ledger that was made elsewhere since this process began."""
    return _known.get(origin, (0, ""))


def origins() -> list[str]:
    """The ledgers of which something is known."""
    with _lock:
        return list(_known)


def lost(origin: str, size: int, head: str) -> str:
    """What to say where a ledger has less than was recorded, or another entry in its place."""
    n, last = known(origin)
    is_less = size < n or (size == n > 0 and head != last)
    return LOST.format(n, size) if is_less else ""


def forget() -> None:
    """For who empties the tables on purpose, as tests do."""
    with _lock:
        _known.clear()
