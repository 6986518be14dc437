"""What every server that tests start needs: a port that nobody else is given, and an end when its tests are killed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import tempfile
from pathlib import Path

# A process that is started with these words before its own ends with the one who started it, even by `kill -9` (Linux).
MORTAL = [found, "--pdeathsig", "TERM"] if (found := shutil.which("setpriv")) else []
_kept: list[socket.socket] = []


def place() -> str:
    """Where the folder of a server lies that is run as somebody else: they have to get there, and a socket's path may
    have 107 bytes. Where everything temporary lies, if that will do, else /tmp."""
    chosen = Path(tempfile.gettempdir())
    is_open = os.getuid() or all(one.stat().st_mode & 0o001 for one in (chosen, *chosen.parents))
    return str(chosen) if is_open and re.fullmatch(r"[A-Za-z0-9./_-]{1,75}", str(chosen)) else "/tmp"


def is_over(pid: int) -> bool:
    """Has this process ended, whether somebody has buried it yet or not?"""
    return state(pid) == "Z"


def state(pid: int) -> str:
    """One letter, as the system tells it (proc(5)); Z also where there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "Z"


def children(pid: int) -> list[int]:
    """The processes that this one started and has not buried; none where it is over."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def free_port() -> int:
    """A port of 127.0.0.1 that this process keeps to its end.

    Bound and not listened at, the system gives it to nobody who asks for any port; who names it, as a server does
    that takes its address anew (SO_REUSEADDR), gets it, as often as it is started.
    """
    keeper = socket.socket()
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind(("127.0.0.1", 0))
    _kept.append(keeper)
    return int(keeper.getsockname()[1])
