"""Proof 1: no decision that was answered is lost when a worker is killed, none is doubled when it is sent again.

python -m tests.proofs.crash_kill [--short]

Eight judges decide while a worker, any of the two, is killed with -9 again and again. In the control a decision is
answered before it is made.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import time
from collections.abc import Sequence

from tests.proofs.desk import Desk, desk
from tests.proofs.line import Found, run
from tests.proofs.writers import Writers

BETWEEN = 0.3  # seconds from one kill to the next, at least


def kill_one(one: Desk) -> bool:
    """Kill a worker; False where none is up."""
    workers = one.workers()
    if not workers:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(random.choice(workers), signal.SIGKILL)
    return True


def on(one: Desk, n_kills: int, n_between: int) -> Found:
    """So many kills, with so many answered decisions between two; then the comparison."""
    one.start()
    writers = Writers(one)
    writers.start()
    killed = 0
    while killed < n_kills and writers.until((killed + 1) * n_between, 60):
        killed += kill_one(one)
        time.sleep(BETWEEN)
    writers.until((n_kills + 1) * n_between, 60)
    writers.stop()
    one.stop()
    found = writers.compare(one.read())
    found.expect(killed == n_kills, f"{killed} of {n_kills} kills: decisions stopped coming")
    found.figures |= {"kills": killed, "sent-again": writers.n_lost}
    return found


def proof(is_short: bool) -> Found:
    with desk(judges=8, packs=8 if is_short else 32, chips=8) as one:
        return on(one, *((4, 25) if is_short else (100, 50)))


def control(is_short: bool) -> Found:
    with desk(workers=1, weak="answer-first", judges=8, packs=8, chips=8) as one:
        found = on(one, 3, 25)
    found.violations = [text for text in found.violations if text.startswith("lost")]
    return found


def main(argv: Sequence[str] | None = None) -> int:
    return run("CRASH_KILL", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
