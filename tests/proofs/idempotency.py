"""Proof 6: the same press sent twice at once, and once more, is one entry, and each time told the same.

python -m tests.proofs.idempotency [--short]

The same key with other words is refused 422. Over SQLite and PostgreSQL. In the control a key is no key.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial

from tests.proofs import cluster
from tests.proofs.desk import Desk, Person, act, desk, together
from tests.proofs.line import Found, run

ACTS = ("edit", "hold", "publish", "undo", "drop")
FIRST, AGAIN = 201, 200


def press(
    pair: tuple[Person, Person], asked: tuple[str, dict[str, object]], swap: bool, found: Found
) -> None:
    """Twice at once over two sockets, a third time, and a fourth with another reason."""
    path, fields = asked
    first = together(partial(who.post, path, fields, swap=swap) for who in pair)
    third = pair[0].post(path, fields, swap=swap)
    other = pair[1].post(path, {**fields, "why": "Another reason."}, swap=swap)
    statuses = sorted(one.status for one in first)
    found.tried += 1
    found.expect(
        statuses == ([AGAIN, FIRST] if swap else [303, 303]), f"{path} twice was answered {statuses}"
    )
    found.expect(third.status == (AGAIN if swap else 303), f"{path} once more was answered {third.status}")
    seqs = {one.seq for one in (*first, third)}
    found.expect(len(seqs) == 1 and None not in seqs, f"{path} is told as the entries {seqs}")
    found.expect(other.status == 422, f"{path} with its key and other words was answered {other.status}")


def on(one: Desk) -> Found:
    """Every chip through five acts, eight packs at a time."""
    one.start()
    found, names, slugs = Found(), list(one.log_ins), list(one.packs)

    def work(w: int) -> None:
        pair = (one.person(names[w]), one.person(names[w]))
        for slug in slugs[w :: len(names)]:
            for cid in one.packs[slug]:
                for n, name in enumerate(ACTS):
                    press(pair, act(slug, cid, name, n + 1), n % 2 == 0, found)

    together(partial(work, w) for w in range(len(names)))
    seen = one.read()
    keys = Counter(key for _, _, key, _, chip, _ in seen["entries"] if chip)
    found.expect(
        len(keys) == sum(keys.values()) == found.tried,
        f"{found.tried} presses are {sum(keys.values())} entries",
    )
    found.violations += seen["faults"]
    return found


def proof(is_short: bool) -> Found:
    found, n_packs = Found(), 2 if is_short else 13
    for kind in cluster.kinds()[: 1 if is_short else None]:
        with desk(url=cluster.chosen(kind), judges=min(n_packs, 8), packs=n_packs, chips=8) as one:
            found += on(one)
    return found


def control(is_short: bool) -> Found:
    with desk(workers=1, weak="no-key", judges=1, packs=1, chips=2) as one:
        return on(one)


def main(argv: Sequence[str] | None = None) -> int:
    return run("IDEMPOTENCY", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
