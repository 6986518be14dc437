"""Proof 5: of any number of judges who decide about one version of a chip at one moment, exactly one is recorded.

python -m tests.proofs.same_chip [--short]

Everybody else is told 409 with the decision that stands. Over SQLite and PostgreSQL. The control drops the version
predicate.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial

from tests.proofs import cluster
from tests.proofs.desk import Answer, Desk, Person, act, desk, together
from tests.proofs.line import Found, run

ACTS = ("hold", "publish", "drop", "edit")


def race(people: list[Person], slug: str, cid: str, found: Found) -> None:
    """Everybody decides about version 1 at once, half of them by a page's script and half by a plain form."""
    presses = [
        partial(who.post, *act(slug, cid, ACTS[n % len(ACTS)], 1), swap=n // len(ACTS) % 2 == 1)
        for n, who in enumerate(people)
    ]
    answers: list[Answer] = together(presses)
    statuses = Counter("recorded" if one.is_recorded else one.status for one in answers)
    winners = [who for who, one in zip(people, answers, strict=True) if one.is_recorded]
    found.tried += 1
    found.expect(
        statuses == {"recorded": 1, 409: len(people) - 1}, f"{slug}/{cid} was answered {dict(statuses)}"
    )
    if len(winners) == 1:
        told = f"<bdi>{winners[0].name}</bdi>".encode()
        untold = sum(told not in one.body for one in answers if one.status == 409)
        found.expect(not untold, f"{slug}/{cid}: {untold} who lost were not told whose decision stands")


def on(one: Desk, n_judges: int) -> Found:
    """A race for every chip of the desk; then what the ledger says of it."""
    one.start()
    found, people = Found(), one.people()[:n_judges]
    for slug, cids in one.packs.items():
        for cid in cids:
            race(people, slug, cid, found)
    seen = one.read()
    taken = Counter((slug, chip) for slug, _, _, _, chip, _ in seen["entries"] if chip)
    found.violations += [f"{place} has {n} decisions" for place, n in taken.items() if n != 1]
    found.expect(len(taken) == found.tried, f"{len(taken)} of {found.tried} versions have a decision")
    found.violations += seen["faults"]
    return found


def proof(is_short: bool) -> Found:
    found, (n_judges, n_packs) = Found(), (8, 1) if is_short else (64, 10)
    for kind in cluster.kinds():
        with desk(url=cluster.chosen(kind), judges=n_judges, packs=n_packs, chips=10) as one:
            found += on(one, n_judges)
    return found


def control(is_short: bool) -> Found:
    with desk(workers=1, weak="no-version", judges=8, packs=1, chips=3) as one:
        return on(one, 8)


def main(argv: Sequence[str] | None = None) -> int:
    return run("SAME_CHIP", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
