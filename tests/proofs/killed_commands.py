"""Proof 19: a command that is killed, at whatever instant, has done each thing whole or not at all, and is run again.

python -m tests.proofs.killed_commands [--short]

Each command that writes files is stopped (strace) after each of its calls that name, link, remove, sync, truncate or
write one. What lies there then is what a `kill -9` would leave: a copy of it is looked at, and where it differs from
what was seen before, the same command has to end well over it. Over PostgreSQL what others see is looked at before each
message of the command's, or of a program of PostgreSQL's that it starts; and it is killed with the N-th unheard, for
every sixteenth N until it ends without. The short form tries some of them. In the control a restore moves the old database
away before it names the new one.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO

from tests.proofs import cluster, trace, warm
from tests.proofs.after_kills import Scene
from tests.proofs.desk import Desk
from tests.proofs.killed_cases import CASES, NAMES, RESTORE, Case
from tests.proofs.line import Found, run
from tests.proofs.wire import Wire, wire
from tests.servers import state

WEAK = """
import django, sys
django.setup()
from django.core.management import call_command
from reviews.backup import sqlite
sqlite._put_aside = sqlite._moved
call_command("restore", sys.argv[1], verbosity=0)
"""


SHORT = ("restore", "signing_key", "postgres_roles")


def every_stop(case: Case) -> Found:
    """Looked at after each call."""
    found, seen = Found(), set[str]()
    with scene(case) as one:
        one.renew()
        for call in _stops(case, one):
            found.tried += 1
            found += _looked_at(case, one.shot(), f"{case.name}, after {found.tried} calls, {call}", seen)
    found.figures = {case.name: f"{found.tried}/{len(seen)}"}
    return found


def every_kill(case: Case, step: int) -> Found:
    """Looked at before each message to the server; killed at every `step`-th of them, and at each of its calls, in turn."""
    seen = set[str]()
    kills = [("message", partial(_is_silenced, case), step)]
    kills += [(call, partial(_is_killed, case, call), 1) for call in case.calls]
    with scene(case) as one:
        found = _at_messages(case, one)
        for what, kill, by in kills:
            for n in count(1, by):
                one.renew()
                if not kill(one, n):
                    break
                found.tried += 1
                found += _looked_at(case, one, f"{case.name}, killed at {what} {n}", seen)
    found.figures = {case.name: f"{found.tried}/{len(seen)}"}
    return found


def _looked_at(case: Case, one: Scene, what: str, seen: set[str]) -> Found:
    """What is wrong with what stands there; and, if it was not seen before, with what stands once it was run again."""
    found = Found()
    one.look()
    case.halfway(one, found)
    if (stood := one.told()) not in seen:
        seen.add(stood)
        again = warm.run(_command(case, one), one.desk.environment)
        if again.returncode and not one.facts.get("is_over"):
            found.violations.append(f"run again it says {(again.stdout + again.stderr)[-300:]}")
        else:
            one.look()
            case.ended(one, found)
    return _told(found, what)


def _told(found: Found, what: str) -> Found:
    return Found(found.tried, [f"{what}: {text}" for text in found.violations])


def _stops(case: Case, one: Scene) -> Iterator[str]:
    """Each call, once it was made; the command stands still meanwhile."""
    with _begun(case, one) as (process, said), _line(one.folder / "strace") as (path, log):
        with trace.attached(process.pid, path, *_only(case.calls, "signal=STOP")):
            os.set_blocking(log.fileno(), True)
            os.kill(process.pid, signal.SIGCONT)
            call = ""
            for line in log:
                told = line.split(maxsplit=1)[1]  # after a pid, which is filled up to five places
                if told.startswith("--- stopped by SIGSTOP") and call:
                    yield call.strip()[:120]
                    os.kill(process.pid, signal.SIGCONT)
                elif not told.startswith(("---", "+++")):
                    call = told
        _expect_well(case, process, said)


def _at_messages(case: Case, one: Scene) -> Found:
    """What others see while a message waits is what a kill would leave: a transaction that is open goes with it.

    Where that has a table to itself nobody can look; those are left to the kills.
    """
    found = Found()
    one.renew()
    with _spoken(case, one) as (process, way):
        for n, _ in enumerate(way.said(process), 1):
            if not one.is_locked():
                now = Found(1)
                one.look()
                case.halfway(one, now)
                found += _told(now, f"{case.name}, at message {n}")
    return found


def _is_silenced(case: Case, one: Scene, n: int) -> bool:
    """Whoever says the n-th thing to the server is killed before it is heard."""
    with _spoken(case, one) as (process, way):
        for number, teller in enumerate(way.said(process), 1):
            if number == n:
                way.silence(teller)
    return bool(way.silenced)


@contextmanager
def _spoken(case: Case, one: Scene) -> Iterator[tuple[warm.Process, Wire]]:
    """The command, which says what it says over a wire, and has to end well unless somebody was silenced."""
    with wire(one.desk.url, one.folder) as way, tempfile.TemporaryFile("w+") as said:
        process = warm.start(_command(case, one), one.desk.environment | {"DATABASE_URL": way.url}, said)
        yield process, way
        if not way.silenced:
            _expect_well(case, process, said)


def _is_killed(case: Case, call: str, one: Scene, n: int) -> bool:
    log = one.aside / "strace.txt"
    with _begun(case, one) as (process, said):
        with trace.attached(process.pid, log, *_only((call,), f"signal=KILL:when={n}")):
            os.kill(process.pid, signal.SIGCONT)
            process.wait()
        was_killed = (
            "killed by SIGKILL" in log.read_text()
        )  # it, or a program of PostgreSQL's that it had started
        if not was_killed:
            _expect_well(case, process, said)
    return was_killed


@contextmanager
def _begun(case: Case, one: Scene) -> Iterator[tuple[warm.Process, IO[str]]]:
    """The command, which stands still before it has done anything, and what it will say."""
    with tempfile.TemporaryFile("w+") as said:
        process = warm.start(_command(case, one), one.desk.environment, said, held=True)
        while state(process.pid) not in "TZ":
            time.sleep(0.001)
        yield process, said


@contextmanager
def _line(path: Path) -> Iterator[tuple[Path, IO[str]]]:
    """A pipe with a name, to be read as it is written to."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK)) as log:
        yield path, log


def _only(calls: Sequence[str], fault: str) -> list[str]:
    names = ",".join(calls)
    return ["-e", f"trace={names}", "-e", f"inject={names}:{fault}"]


def _expect_well(case: Case, process: warm.Process, said: IO[str]) -> None:
    if process.wait():
        said.seek(0)
        raise RuntimeError(f"{case.name}: {said.read()[-2000:]}")


def _command(case: Case, one: Scene) -> list[str]:
    asked = [part.format(aside=one.aside, out=one.out) for part in case.command]
    return [*case.program, *asked]


@contextmanager
def scene(case: Case) -> Iterator[Scene]:
    folder = Path(tempfile.mkdtemp(prefix="proof-"))
    try:
        for name in ("desk", "aside", "out"):
            (folder / name).mkdir()
        # No question of syncs: only processes are killed, and the cluster of a test may be a quick one.
        one = Scene(folder, Desk(folder / "desk", url=cluster.chosen(case.kind)))
        case.make(one)
        one.keep()
        yield one
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def proof(is_short: bool) -> Found:
    found = Found()
    for case in (one for one in CASES if one.name in SHORT or not is_short):
        if case.kind == "sqlite":
            found += every_stop(replace(case, calls=NAMES) if is_short else case)
        elif case.kind in cluster.kinds():
            found += every_kill(case, 20 if is_short else 16)
    return found


def control(is_short: bool) -> Found:
    moved = {"program": ("-c", WEAK), "command": ("{aside}/copy",), "calls": ("rename",)}
    return every_stop(replace(RESTORE, **moved))


def main(argv: Sequence[str] | None = None) -> int:
    return run("KILLED_COMMANDS", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
