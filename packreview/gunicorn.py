"""How gunicorn serves the desk: few threads, bounded requests, no log of words in addresses."""

import ctypes
import os
import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from packreview import logs

LOG = os.environ.get("LOG", "json")
HOST, PORT = os.environ.get("HOST", "127.0.0.1"), os.environ.get("PORT", "8000")
ROOT = Path(__file__).resolve().parent.parent

bind = f"[{HOST}]:{PORT}" if ":" in HOST else f"{HOST}:{PORT}"
chdir = str(ROOT)
worker_class = "packreview.worker.Worker"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4
timeout = 30
graceful_timeout = 30
keepalive = 5
# A connection takes a handle, and what is read to answer it takes more: four threads each have the database, its log and a
# lock open, and what a page is made of. More connections than that leaves room for wait to be taken.
HANDLES, OWN_HANDLES = resource.getrlimit(resource.RLIMIT_NOFILE)[0], 64
worker_connections = 1000 if HANDLES < 0 else max(threads + 1, min(1000, HANDLES - OWN_HANDLES))

limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190
# Whoever sits beside the server, as a proxy does, could else say by a header where the desk lies, and so lead its links
# elsewhere: gunicorn believes SCRIPT_NAME from there.
forwarder_headers = ""

# No access log: a path tells a verdict that may be sealed yet. Whoever switches it on gets no query strings and no referrers.
access_log_format = '%(t)s "%(m)s %(U)s" %(s)s %(B)s %(M)sms'
logconfig_dict = logs.configuration(LOG if LOG in logs.KINDS else "json")  # the checks refuse any other
control_socket_disable = True
if Path("/dev/shm").is_dir():  # noqa: S108 - heartbeats must not wait for a disk
    worker_tmp_dir = "/dev/shm"  # noqa: S108


def on_starting(server: Any) -> None:
    """Refuse to serve where a check fails, above all where the database would let its ledger be changed."""
    if told := _misfit():
        raise RuntimeError(f"The desk cannot start: {told}")
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--database", "default"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if checked.returncode:
        raise RuntimeError(_in_short(checked.stderr.strip()))


def _misfit() -> str:
    """What of its surroundings the desk cannot work with."""
    if os.environ.get("SCRIPT_NAME"):
        return "it is served at the root of a name of its own, not below a path: unset SCRIPT_NAME"
    if 0 <= HANDLES < 2 * OWN_HANDLES:
        return f"it may have {HANDLES} files open, and takes {2 * OWN_HANDLES}: raise the limit (ulimit -n, LimitNOFILE)"
    return ""


def _in_short(told: str) -> str:
    """What a check said; of an error in the check itself the last line, which names what is in the way."""
    return f"The desk cannot start: {told.splitlines()[-1]}" if "Traceback" in told else told


# What glibc's malloc is told of itself, by the numbers of its malloc.h: how much free memory it keeps at an end of the heap,
# from which size on a piece is had from the system alone and given back to it, and how many heaps the threads have.
MALLOC = {-1: 128 * 1024, -3: 128 * 1024, -8: 2}


def post_fork(server: Any, worker: Any) -> None:
    """Hand the interpreter on after half a millisecond, not five: who writes lets go of it at every statement, and would
    wait that long to get it back from a thread that draws a page, while every other writer waits for the lock.
    """
    sys.setswitchinterval(0.0005)
    give_memory_back()


def give_memory_back() -> None:
    """Have what was taken for a large pack or article go back to the system. Left to itself, glibc takes pieces of up to
    32 MB from the heap once one as large was freed, and one small piece above them keeps all of it.
    """
    with suppress(AttributeError):  # another C library has its own ways
        for parameter, value in MALLOC.items():
            ctypes.CDLL(None).mallopt(parameter, value)


def post_worker_init(worker: Any) -> None:
    """Keep the pipe by which threads wake their worker open to its end. gunicorn closes it at a stop, and a thread that is
    not done by then writes its byte to whatever file was given that number since: the database's, whose first bytes it was.
    """
    worker.method_queue.close = lambda: None
    # Imported by the worker alone: what the master has, a reload (HUP) does not read anew.
    from packreview import started

    started.learn()
    if LOG != "plain":  # a person at a terminal is told where the desk is, and no more
        started.tell()


def worker_exit(server: Any, worker: Any) -> None:
    """Once what began is answered put the database down, so that a desk that was stopped leaves nothing in a log."""
    if worker.tpool:
        worker.tpool.shutdown()  # a connection is closed under no thread that uses it
    # Imported by the worker alone: what the master has, a reload (HUP) does not read anew.
    from django.conf import settings

    from packreview.sqlite.base import close_all

    close_all(str(settings.DATABASES["default"]["NAME"]))


def when_ready(server: Any) -> None:
    """Say where the desk is, once it can be reached: to a person at a terminal, for who reads objects was told already."""
    if LOG == "plain":
        print(f"packreview is at {server.LISTENERS[0]}/ (Ctrl+C stops it)", flush=True)
