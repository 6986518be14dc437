"""What a judge waits for, over a real gunicorn and one kept line each: `python -m tests.bench.http [--short]`.

Medians and p99 as a logged-in person sees them, and beside them what a request costs the server's processes, which is
all that can be compared where the machine is shared. The long form asks again at 100,000 packs and 800,000 chips.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

from tests.bench import first_visit
from tests.proofs import load
from tests.proofs.desk import Answer, Desk, act, desk
from tests.proofs.line import percentile

N_PACKS, N_MANY = 100, 100_000
ACTS = ("hold", "publish", "drop", "publish")


@dataclass(frozen=True)
class Timed:
    """One kind of request: what people waited, in ms, and what it took of the server's processors, in ms each."""

    name: str
    waited: list[float]
    cpu: float
    n_bytes: int

    def __str__(self) -> str:
        told = (median(self.waited), percentile(self.waited, 0.99), self.cpu)
        return f"  {self.name:<26}" + "".join(f"{ms:>9.1f}" for ms in told) + f"{self.n_bytes:>11,}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="at 100 packs alone, in a minute")
    is_short = parser.parse_args(argv).short
    n = 100 if is_short else 300
    with desk(judges=9, packs=max(N_PACKS, n // 2), chips=8) as one:
        one.start()
        print(first_visit.seen(one))
        _sized(one, f"{len(one.packs)} packs, {8 * len(one.packs)} chips", n)
        if not is_short:
            one.run("-m", "tests.bench.many", given=json.dumps({"packs": N_MANY}))
            one.packs = {slug: one.packs[slug] for slug in one.seed(first=5_000, packs=n // 2, chips=8)}
            _sized(one, f"{N_MANY:,} packs, {8 * N_MANY:,} chips", n)
    return 0


def _sized(one: Desk, size: str, n: int) -> None:
    """Every figure over a desk of one size; the packs at hand are used up."""
    print(f"\n{size:<28}{'p50 ms':>9}{'p99 ms':>9}{'cpu ms':>9}{'bytes':>11}")
    chips = _chips(one)
    for timed in _asked(one, chips, n):
        print(timed, flush=True)
    one.packs = dict(list(one.packs.items())[-(-2 * (n + 8) // 8) :])
    found = load.burst(one, 8 * len(one.packs))
    told = " ".join(f"{name}={value}" for name, value in found.figures.items())
    print(f"  eight writers flat out: {told} refused={len(found.violations)} (decisions a second, ms)")


def _chips(one: Desk) -> Iterator[tuple[str, str, str]]:
    """Each chip once, with an act."""
    for (slug, cid), name in zip(load._chips(one, one.packs), cycle(ACTS), strict=False):
        yield slug, cid, name


def _asked(one: Desk, chips: Iterator[tuple[str, str, str]], n: int) -> Iterator[Timed]:
    person, last = one.people()[8], list(one.packs)[-1]
    yield _timed(one, "decision, plain form", n, lambda: person.post(*act(*next(chips), 1)))
    yield _timed(one, "decide and see the next", n, lambda: person.post(*act(*next(chips), 1), swap=True))
    for name, path in (
        ("desk", f"/packs/{last}/desk/"),
        ("shelf", "/"),
        ("shelf, later page", f"/?after=0.{last}"),
        ("pack", f"/packs/{last}/"),
        ("ledger of a pack", f"/packs/{last}/ledger/"),
        ("ledger of all", "/ledger/"),
    ):
        yield _timed(one, name, n, lambda path=path: person.get(path))  # type: ignore[misc]


def _timed(one: Desk, name: str, n: int, ask: Callable[[], Answer]) -> Timed:
    for _ in range(8):
        ask()  # both workers have read what they keep
    before, answers = _cpu(one), [ask() for _ in range(n)]
    cpu = (_cpu(one) - before) / n
    assert {a.status for a in answers} <= {200, 201, 303}, [a.status for a in answers if a.status >= 400][:1]
    n_bytes = int(median(len(a.body) for a in answers))
    return Timed(name, [1000 * a.seconds for a in answers], cpu, n_bytes)


def _cpu(one: Desk) -> float:
    """What the workers have had of the processors, in ms."""
    tasks = [task for pid in one.workers() for task in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


if __name__ == "__main__":
    sys.exit(main())
