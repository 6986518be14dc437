"""Proof 16: what admins do is serial. Of two at one moment one wins, the other is told 409, and the ledger folds.

python -m tests.proofs.admin_races [--short]

Two admins ratify; one ratifies while a judge decides; one ratifies while another vacates the judge's seat; one vacates
while the judge decides. Over SQLite and PostgreSQL. In the control nothing is asked and done in one transaction.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

from tests.proofs import cluster
from tests.proofs.desk import Answer, Desk, Person, act, desk, key, together
from tests.proofs.line import Found, run

REFUSED = (403, 409)


def ratify(admin: Person, slug: str) -> Answer:
    return admin.post(f"/packs/{slug}/ratify/", {"key": key(), "why": "Every chip is decided."})


def vacate(admin: Person, seat: int) -> Answer:
    return admin.post(f"/seats/{seat}/vacate/", {"key": key(), "why": "The term is over."})


def decide(judge: Person, slug: str, cid: str, name: str, version: int) -> Answer:
    return judge.post(*act(slug, cid, name, version))


def two_ratify(one: Desk, slug: str, admins: list[Person], judge: Person, found: Found) -> None:
    answers = together(partial(ratify, admin, slug) for admin in admins)
    statuses = sorted(answer.status for answer in answers)
    found.expect(statuses == [303, 409], f"{slug}: two ratify: {statuses}")


def ratify_and_decide(one: Desk, slug: str, admins: list[Person], judge: Person, found: Found) -> None:
    """The chip is held: publishing it is open until the pack is ratified."""
    cid = one.packs[slug][0]
    ratified, decided = together(
        [partial(ratify, admins[0], slug), partial(decide, judge, slug, cid, "publish", 2)]
    )
    found.expect(ratified.status == 303, f"{slug}: ratify beside a decision: {ratified.status}")
    found.expect(decided.status in (303, 409), f"{slug}: a decision beside ratify: {decided.status}")
    if decided.is_recorded and ratified.seq is not None:
        found.expect(decided.seq < ratified.seq, f"{slug}: decided after it was ratified")


def ratify_and_vacate(one: Desk, slug: str, admins: list[Person], judge: Person, found: Found) -> None:
    seat = one.seat(judge.name, slug)
    answers = together([partial(ratify, admins[0], slug), partial(vacate, admins[1], seat)])
    statuses = [answer.status for answer in answers]
    found.expect(statuses == [303, 303], f"{slug}: ratify beside vacate: {statuses}")


def decide_and_vacate(one: Desk, slug: str, admins: list[Person], judge: Person, found: Found) -> None:
    seat, cid = one.seat(judge.name, slug), one.packs[slug][0]
    vacated, decided = together(
        [partial(vacate, admins[0], seat), partial(decide, judge, slug, cid, "publish", 2)]
    )
    found.expect(vacated.status == 303, f"{slug}: vacate beside a decision: {vacated.status}")
    found.expect(decided.status in (303, 403), f"{slug}: a decision beside vacate: {decided.status}")
    if decided.is_recorded and vacated.seq is not None:
        found.expect(decided.seq < vacated.seq, f"{slug}: decided after the seat was vacated")


RACES = (two_ratify, ratify_and_decide, two_ratify, ratify_and_vacate, two_ratify, decide_and_vacate)


def on(one: Desk) -> Found:
    """One race for every pack, whose chips are all decided before."""
    one.start()
    found, admins = Found(), one.people("admin")
    for n, (slug, cids) in enumerate(one.packs.items()):
        judge = one.person(f"sitter-{n}")
        for cid in cids:
            found.expect(decide(judge, slug, cid, "hold", 1).status == 303, f"{slug}/{cid} was not held")
        RACES[n % len(RACES)](one, slug, admins, judge, found)
        found.tried += 1
    seen = one.read()
    for slug in one.packs:
        acts = [row[3] for row in seen["entries"] if row[0] == slug]
        found.expect(acts.count("ratify") <= 1, f"{slug} is ratified {acts.count('ratify')} times")
    found.violations += seen["faults"]
    return found


def proof(is_short: bool) -> Found:
    found, n = Found(), 6 if is_short else 204
    for kind in cluster.kinds()[: 1 if is_short else None]:
        with desk(url=cluster.chosen(kind), admins=2, packs=n, chips=2, sitters=True) as one:
            found += on(one)
    return found


def control(is_short: bool) -> Found:
    with desk(workers=1, weak="check-then-act", admins=2, packs=6, chips=2, sitters=True) as one:
        return on(one)


def main(argv: Sequence[str] | None = None) -> int:
    return run("ADMIN_RACES", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
