"""Proof 17: a reload (HUP) and a stop (TERM) drop nothing: what has begun is answered, and nothing acknowledged is lost.

python -m tests.proofs.graceful_restart [--short]

Eight judges decide, each press over a line of its own, while the server is reloaded, and stopped and started, again and
again. On a reload every press has to be answered, none with a 5xx. On a stop a press may find nobody, but then it is not
recorded either. Each time a form of which half was sent before the signal is taken whole. In the control the server
gives what has begun no time (`--graceful-timeout 0`), and its workers wait for none of it.
"""

from __future__ import annotations

import http.client
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.proofs.desk import LOST, Desk, Person, act, desk
from tests.proofs.line import Found, run
from tests.proofs.writers import WAYS, Told, Writers

AGAIN = 200  # the status of a press that htmx sends and that was recorded before; the first time it is 201
N_BETWEEN = 20  # decisions from one restart to the next


@dataclass
class Pressers(Writers):
    """Judges whose every press opens a line of its own, and who press again what was not answered."""

    n_stops: int = 0
    is_up: bool = True
    unanswered: list[str] = field(default_factory=list)

    def _decide(self, person: Person, chip: tuple[str, str], version: int) -> bool:
        path, fields = act(*chip, WAYS[(version - 1) % len(WAYS)], version)
        while True:
            was_up, n_stops = self.is_up, self.n_stops
            answer = person.post(path, fields, swap=True)
            person.close()
            if answer.is_recorded and answer.seq is not None:
                self.told.append(Told(*chip, fields["key"], answer.seq))
                if answer.status == AGAIN:
                    self.unanswered.append(f"{path} was recorded as entry {answer.seq}, and not answered")
                return True
            if answer.status != LOST or self._over.is_set():
                self.refused[answer.status] += 1
                return False
            self.n_lost += 1
            if was_up and n_stops == self.n_stops:
                self.unanswered.append(f"{path} was not answered, though the server was up")
            time.sleep(0.05)


class Slow:
    """A form of which half is sent now, and the rest later."""

    def __init__(self, judge: Person, path: str, fields: dict[str, object]) -> None:
        body = urlencode([*fields.items(), ("csrfmiddlewaretoken", "c" * 32)]).encode()
        self.line = http.client.HTTPConnection("127.0.0.1", judge.port, timeout=120)
        self.line.putrequest("POST", path)
        self.line.putheader("Cookie", f"packreview={judge.session}; csrftoken={'c' * 32}")
        self.line.putheader("Content-Type", "application/x-www-form-urlencoded")
        self.line.putheader("Content-Length", str(len(body)))
        self.line.endheaders(body[: len(body) // 2])
        self.rest = body[len(body) // 2 :]
        assert _is_taken(self.line), "no worker takes a line"

    def sent_whole(self) -> bool:
        """Send the rest; whether it was recorded, and answered so."""
        try:
            self.line.send(self.rest)
            return self.line.getresponse().headers.get("X-Ledger-Seq") is not None
        except (OSError, http.client.HTTPException):
            return False
        finally:
            self.line.close()


def _is_taken(line: http.client.HTTPConnection, seconds: float = 60) -> bool:
    """Wait until a worker has the line: until then the system holds it, for no process (proc(5), net/tcp: inode 0)."""
    assert line.sock
    ends = [f":{port:04X}" for port in (line.sock.getpeername()[1], line.sock.getsockname()[1])]
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()]
        if any([row[1][-5:], row[2][-5:]] == ends and row[9] != "0" for row in rows[1:]):
            return True
        time.sleep(0.01)
    return False


@contextmanager
def reloaded(one: Desk, writers: Pressers) -> Iterator[None]:
    """HUP: new workers come, the old ones end what they have begun."""
    before = set(one.workers())
    assert one.process
    one.process.send_signal(signal.SIGHUP)
    yield
    deadline = time.monotonic() + 60
    while before & set(one.workers()) and time.monotonic() < deadline:
        time.sleep(0.05)
    one.wait()


@contextmanager
def stopped_and_started(one: Desk, writers: Pressers) -> Iterator[None]:
    """TERM: the server ends what it has begun, and itself; then it is started again."""
    writers.is_up = False
    writers.n_stops += 1
    assert one.process
    one.process.send_signal(signal.SIGTERM)
    yield
    one.stop()
    start(one)
    writers.is_up = True


def start(one: Desk) -> None:
    if one.weak == "ungraceful":
        one.start(graceful=0, config="tests/proofs/ungraceful.py")
    else:
        one.start()


def on(one: Desk, n: int) -> Found:
    """So many reloads and stops, in turn."""
    start(one)
    cid, *_ = one.packs.pop("pack-0")  # of the one who is slow
    writers, slow_judge, found = Pressers(one), one.people()[-1], Found()
    writers.start()
    for k in range(n):
        writers.until(len(writers.told) + N_BETWEEN, 60)
        form = Slow(slow_judge, *act("pack-0", cid, WAYS[k % len(WAYS)], k + 1))
        with (stopped_and_started if k % 2 else reloaded)(one, writers):
            time.sleep(0.3)
            name = "TERM" if k % 2 else "HUP"
            found.expect(form.sent_whole(), f"{name} {k // 2}: a form that was half sent is lost")
    writers.until(len(writers.told) + N_BETWEEN, 60)
    writers.stop()
    found.violations += writers.unanswered
    found += writers.compare(one.read())
    found.figures |= {"hups": (n + 1) // 2, "terms": n // 2, "while-down": writers.n_lost}
    return found


def proof(is_short: bool) -> Found:
    with desk(judges=9, packs=9, chips=4) as one:
        return on(one, 2 if is_short else 40)


def control(is_short: bool) -> Found:
    with desk(
        weak="ungraceful", settings="tests.proofs.weak_settings", workers=1, judges=9, packs=9, chips=4
    ) as one:
        return on(one, 2)


def main(argv: Sequence[str] | None = None) -> int:
    return run("GRACEFUL_RESTART", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
