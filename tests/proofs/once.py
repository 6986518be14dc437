"""What is made once for a whole run, of however many processes: whoever asks first makes it, the others take it.

A run has a folder for it, which bin/own_folder names and which is gone at its end; a proof by itself has one of its own.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path


def once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name. `make` is given an empty one; where that fails or is killed, the next who asks begins anew."""
    made, making = _place() / name, _place() / f"{name}.making"
    with (_place() / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            make(making)
            making.rename(made)
    return made


@cache
def _place() -> Path:
    if named := os.environ.get("PACKREVIEW_ONCE"):
        return Path(named)
    own = Path(tempfile.mkdtemp(prefix="once-"))
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return own
