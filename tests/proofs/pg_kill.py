"""Proof 3: no decision that was answered is lost when PostgreSQL dies, and the desk goes on once it is back.

python -m tests.proofs.pg_kill [--short]

Eight judges decide while the server and all its processes are killed with -9 and started again. In the control the
server answers a commit before it is on the disk (`synchronous_commit=off`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from tests.proofs import cluster
from tests.proofs.desk import desk
from tests.proofs.line import Found, run
from tests.proofs.writers import Writers


def on(n_kills: int, n_between: int, *settings: str, of: str = "packreview.settings") -> Found:
    """So many deaths, with so many answered decisions between two; then the comparison."""
    seeded = {"judges": 8, "packs": 16, "chips": 8}
    with (
        cluster.cluster(*settings) as made,
        desk(url=cluster.new_database(made), settings=of, **seeded) as one,
    ):
        one.start()
        writers = Writers(one)
        writers.start()
        killed, down = 0, []
        while killed < n_kills and writers.until((killed + 1) * n_between, 90):
            made.kill()
            killed, before = killed + 1, len(writers.told)
            made.start()
            began = time.monotonic()
            writers.until(before + 1, 60)
            down.append(time.monotonic() - began)
        writers.until((n_kills + 1) * n_between, 90)
        writers.stop()
        one.stop()
        found = writers.compare(one.read())
    found.expect(killed == n_kills, f"{killed} of {n_kills} kills: decisions stopped coming")
    found.figures |= {
        "kills": killed,
        "sent-again": writers.n_lost,
        "back-after": f"{max(down, default=0):.1f}s",
    }
    return found


def proof(is_short: bool) -> Found:
    return on(*((2, 25) if is_short else (10, 150)))


def control(is_short: bool) -> Found:
    weak = ("synchronous_commit=off", "wal_writer_delay=10s", "wal_writer_flush_after=1GB")
    found = on(2, 25, *weak, of="tests.proofs.weak_settings")
    found.violations = [text for text in found.violations if text.startswith("lost")]
    return found


def main(argv: Sequence[str] | None = None) -> int:
    return run("PG_KILL", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
