"""What strace tells of a desk's worker: every write, sync, truncation and deletion of a file, every answer that was sent.

Needs strace, and leave to attach to a process of one's own (as root always).
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.servers import is_over

CALLS = "openat,pwrite64,write,sendto,fdatasync,fsync,ftruncate,unlink,unlinkat,rename"
_LINE = re.compile(r"^(?P<pid>\d+)\s+(?P<call>\w+)\((?P<args>.*)\)\s+= (?P<result>-?\d+)", re.DOTALL)
_UNFINISHED = re.compile(r"^(?P<pid>\d+)\s+(?P<start>.*) <unfinished \.\.\.>$", re.DOTALL)
_RESUMED = re.compile(r"^(?P<pid>\d+)\s+<\.\.\. \w+ resumed>(?P<rest>.*)$", re.DOTALL)
_HANDLE = re.compile(r"^-?\w+<(?P<path>[^>]*)>")
_TEXT = re.compile(r'"(?P<hex>(?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True)
class Event:
    """One call that succeeded: on which file, from which offset (or to which length), with which bytes."""

    call: str
    path: str
    at: int = 0
    data: bytes = b""


def has_strace() -> bool:
    return shutil.which("strace") is not None


@contextlib.contextmanager
def attached(pid: int, log: Path, *args: str) -> Iterator[None]:
    """strace on a process and all its threads, writing to `log` while these lines run."""
    command = ["strace", "-f", "-p", str(pid), "-o", str(log), *args]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert process.stderr
        told = process.stderr.readline()  # "strace: Process N attached", once it follows every thread
        if "attached" not in told:
            raise RuntimeError(f"strace: {told}{process.stderr.read()}")
        time.sleep(0.05)
        yield
    finally:
        _let_go(process, pid)


def _let_go(process: subprocess.Popen[str], pid: int) -> None:
    """Detach. Of a process that it has killed strace may wait for ever."""
    process.send_signal(signal.SIGINT)
    while process.poll() is None:
        was_over = is_over(pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=2)
            return
        if was_over:
            process.kill()


def events(log: Path) -> Iterator[Event]:
    """The calls in the order in which they ended."""
    begun: dict[str, str] = {}
    with log.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if match := _UNFINISHED.match(line):
                begun[match["pid"]] = f"{match['pid']} {match['start']}"
                continue
            if match := _RESUMED.match(line):
                line = begun.pop(match["pid"], "") + match["rest"]
            if event := _event(line):
                yield event


def _event(line: str) -> Event | None:
    match = _LINE.match(line)
    if not match or int(match["result"]) < 0:
        return None
    call, args, result = match["call"], match["args"], int(match["result"])
    if call in ("unlink", "unlinkat", "openat", "rename"):
        texts = [_bytes(found["hex"]) for found in _TEXT.finditer(args)]
        name = call if call != "openat" else "create" if _is_creation(args) else "open"
        return Event(name, texts[0].decode(), data=b"|".join(texts[1:])) if texts else None
    handle = _HANDLE.match(args)
    if not handle:
        return None
    path = _bytes(handle["path"]).decode() if "\\x" in handle["path"] else handle["path"]
    if call == "ftruncate":
        return Event(call, path, at=int(args.rsplit(",", 1)[1]))
    if call in ("fdatasync", "fsync"):
        return Event("sync", path)
    found = _TEXT.search(args)
    data = _bytes(found["hex"])[:result] if found else b""
    return Event(call, path, at=int(args.rsplit(",", 1)[1]) if call == "pwrite64" else 0, data=data)


def _is_creation(args: str) -> bool:
    return "O_CREAT" in args


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))
