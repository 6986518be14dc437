"""That what was written outlasts a power cut. Nothing is read or written here."""

from __future__ import annotations

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Have a file, or what a folder lists, on the disk: a new name is there only once its folder is (fsync(2))."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
