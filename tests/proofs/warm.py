"""A process that has read what needs no settings, and becomes in forks the Python commands that it is told of.

Half a second of the processor goes into reading Django and its like at every start, and a proof starts hundreds of
commands. A fork has read no setting, opened no file and asked no database: what the product does at a start it does
there. It ends by itself, and with whoever started it.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any

from tests.servers import MORTAL

ROOT = Path(os.path.abspath(__file__)).parents[2]
READ = (
    "cryptography.hazmat.primitives.serialization",
    "dj_database_url",
    "django.contrib.auth.hashers",
    "django.contrib.staticfiles.storage",
    "django.contrib.messages.storage",
    "django.core.handlers.wsgi",
    "django.core.management",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.autodetector",
    "django.db.migrations.executor",
    "django.forms",
    "django.views.generic",
    "environs",
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gthread",
    "psycopg_pool",
    "segno",
    "whitenoise.middleware",
)
PDEATHSIG, PTRACER, ANYBODY = 1, 0x59616D61, ctypes.c_ulong(-1)  # prctl(2)
LONGEST = 1 << 20  # bytes of what is asked


@dataclass
class Process:
    """A command that runs in a fork: what is used here of a `subprocess.Popen`."""

    pid: int
    _line: socket.socket = field(repr=False)
    returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, minus the signal that ended it; None while it runs."""
        return self._waited(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._waited(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a command in a fork", timeout or 0)
        return code

    def send_signal(self, which: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, which)

    def _waited(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._line], [], [], timeout)[0]:
            told = self._line.recv(16)
            self._line.close()
            self.returncode = int(
                told or -signal.SIGKILL
            )  # nothing is told where who waits for it was killed as well
        return self.returncode


def start(
    command: Sequence[str], env: Mapping[str, str], out: IO[Any], *, given: IO[Any] | None = None, err: IO[Any] | None = None, held: bool = False
) -> Process:  # fmt: skip
    """A Python command (what stands after `python`) in the project's folder; with `held` it stops before it begins.

    `out` takes what it says, and its errors where `err` is not named.
    """
    mine, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    with theirs, open(os.devnull) as nothing:
        files = [(given or nothing).fileno(), out.fileno(), (err or out).fileno(), theirs.fileno()]
        asked = json.dumps({"command": list(command), "env": dict(env), "held": held}).encode()
        assert len(asked) < LONGEST
        socket.send_fds(_oven(), [asked], files)
    return Process(int(mine.recv(16)), mine)


def run(command: Sequence[str], env: Mapping[str, str], given: str = "") -> subprocess.CompletedProcess[str]:
    """As `subprocess.run` does it, with what was said as text."""
    with contextlib.ExitStack() as kept:
        files = [kept.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(3)]
        files[0].write(given)
        files[0].seek(0)
        code = start(command, env, files[1], given=files[0], err=files[2]).wait()
        for one in files:
            one.seek(0)
        return subprocess.CompletedProcess(list(command), code, files[1].read(), files[2].read())


@cache
def _oven() -> socket.socket:
    """The process that is forked, one for each that asks; a line to it."""
    mine, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    for end in (mine, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
    command = [*MORTAL, sys.executable, "-m", "tests.proofs.warm", str(theirs.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, env=bare(), pass_fds=[theirs.fileno()])
    theirs.close()
    atexit.register(process.wait)
    atexit.register(mine.close)
    return mine


def bare() -> dict[str, str]:
    """Whatever would be a setting is told to each command anew."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("DJANGO_", "PACKREVIEW_"))}


def _served(line: socket.socket) -> list[str]:
    """Fork for each command that is asked for; returns in the fork, with what it is to run. Ends with the line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who wait
    while True:
        asked, files, *_ = socket.recv_fds(line, LONGEST, 4)
        if not asked:
            sys.exit()
        if os.fork() == 0:
            line.close()
            return _begun(json.loads(asked), files)
        for one in files:
            os.close(one)


def _begun(asked: dict[str, Any], files: array.array[int]) -> list[str]:
    """In a fork of the fork; the first waits for it and tells how it ended."""
    told = socket.socket(fileno=files[3])
    os.set_inheritable(files[3], False)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _mortal()
    if pid := os.fork():
        for one in files[:3]:
            os.close(one)  # else a disk on which they lie could not be taken away at once
        told.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        with contextlib.suppress(OSError):
            told.send(str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    told.close()
    _mortal()
    for number in range(3):
        os.dup2(files[number], number)
        os.close(files[number])
    os.environ.clear()
    os.environ.update(asked["env"])
    if asked["held"]:
        os.kill(os.getpid(), signal.SIGSTOP)
    return list(asked["command"])


def _mortal() -> None:
    """It ends with who started it, and whoever may trace its own processes may trace this."""
    libc = ctypes.CDLL(None)
    libc.prctl(PDEATHSIG, signal.SIGTERM)
    libc.prctl(PTRACER, ANYBODY)


def _become(command: list[str]) -> None:
    """Run what stands after `python`: -m MODULE, -c WORDS or a file, each with what it is given."""
    kind, rest = command[0], command[1:]
    if kind == "-m":
        sys.argv = rest
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    elif kind == "-c":
        sys.argv = [kind, *rest[1:]]
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = command
        runpy.run_path(kind, run_name="__main__")


def main() -> None:
    import reviews.core

    for name in [*READ, *(one.name for one in pkgutil.walk_packages(reviews.core.__path__, "reviews.core."))]:
        importlib.import_module(name)
    gc.freeze()  # so that no fork goes through all of it once more at its end
    _become(_served(socket.socket(fileno=int(sys.argv[1]))))


if __name__ == "__main__":
    main()
