"""The house's own rules for the gates: the file that HOUSE_RULES names, read once at start. A faulty file is never passed over."""

from __future__ import annotations

import os
import stat
import tomllib
from functools import cache
from pathlib import Path

from django.conf import settings

from reviews.core.faults import Fault
from reviews.core.gates import DEFAULT, Rules, RulesError

# A list of words longer than this is no list that anybody keeps by hand.
MAX_BYTES = 1_000_000


def rules() -> Rules:
    """The rules in force, the defaults where no file is named; RulesError where the file has faults."""
    found = _kept(settings.HOUSE_RULES)
    if isinstance(found, RulesError):
        raise found
    return found


def faults() -> tuple[Fault, ...]:
    """What is wrong with the file, all of it; nothing where it is sound or none is named."""
    found = _kept(settings.HOUSE_RULES)
    return found.faults if isinstance(found, RulesError) else ()


def source() -> str:
    """Where the rules in force come from, in words."""
    return f"the house rules in {settings.HOUSE_RULES}" if settings.HOUSE_RULES else "the default rules"


@cache
def _kept(path: Path | None) -> Rules | RulesError:
    """Read once a process: what is judged today is judged by one set of rules, whatever becomes of the file."""
    try:
        return DEFAULT if path is None else read(path)
    except RulesError as error:
        return error


def read(path: Path) -> Rules:
    """Rules from a TOML file of at most a megabyte; RulesError with every fault at once."""
    try:
        text = _raw(path).decode()
        return Rules.from_mapping(tomllib.loads(text))
    except RulesError:
        raise
    except OSError as error:
        raise _refused("file", f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise _refused("utf-8", f"{path} is not UTF-8: byte {error.start} does not fit.") from error
    except (ValueError, RecursionError) as error:
        raise _refused("toml", f"{path} is not TOML: {error}.") from error


def _raw(path: Path) -> bytes:
    """A plain file's bytes: a pipe would be waited for, and a device read, for ever."""
    with open(path, "rb", opener=_open) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise _refused("file", f"{path} is not a plain file.")
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise _refused("size", f"{path} has more than {MAX_BYTES:,} bytes.")
    return raw


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def _refused(code: str, text: str) -> RulesError:
    return RulesError([Fault("", code, text)])
