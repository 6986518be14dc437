"""Proof 13: whatever the clock does, entries stand in the order in which they were made, and every export is sound.

python -m tests.proofs.clocks [--short]

The server's clock is put back and forth by days, an hour and two seconds while judges decide, and then into the hour that
Berlin has twice in October. (In the process: under libfaketime Python can only sleep where time itself jumps.) All of it
happens in October 2026, whatever day it is. Log-ins may end, and are begun anew; every decision is taken, the ledger, its
page and its files go by number, times are told in UTC, and the outsiders' verifier finds nothing. The control puts entries
in the order of their times.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from reviews.core import verify
from tests.core import builders as files
from tests.proofs import clock
from tests.proofs.desk import Answer, Desk, act, desk, key
from tests.proofs.line import Found, run

DAY = 24 * 3600
STEPS = (0, -DAY, 3600, 2, -2, -DAY + 3600, DAY, -2 * DAY, 0)  # seconds from noon
NOON = datetime(2026, 10, 20, 12, tzinfo=UTC)
# Half past two in the morning in Berlin, and half past two again.
FOLD = (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
SEQ = re.compile(r'<span class="unseen">Entry </span>(\d+)</a>')
Clock = Callable[[float], None]


@contextmanager
def under_a_clock(weak: str) -> Iterator[tuple[Desk, Clock]]:
    """A desk that was made ten days before that noon, and whose clock can be set to seconds from it."""
    folder = Path(tempfile.mkdtemp(prefix="clock-"))
    file, noon = folder / "seconds", from_now(NOON)
    clock.put(file, noon - 10 * DAY)
    more = {clock.NAME: str(file), "TIME_ZONE": "Europe/Berlin"}
    try:
        with desk(weak=weak, more=more, workers=1, judges=1, admins=1, packs=1, chips=4) as one:
            yield one, lambda seconds: clock.put(file, noon + seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def from_now(moment: datetime) -> float:
    return (moment - datetime.now(UTC)).total_seconds()


def pressed(one: Desk, name: str, path: str, fields: dict[str, object], found: Found) -> Answer:
    """Press; where the log-in is over, log in and press again."""
    answer = one.person(name).post(path, fields)
    if not answer.is_recorded:
        answer = one.enter(name).post(path, fields)
    found.expect(answer.is_recorded, f"{path} was answered {answer.status}")
    return answer


def decide(one: Desk, steps: Sequence[float], set_clock: Clock, found: Found) -> list[int]:
    """A decision about every chip at each setting of the clock; the numbers of their entries as they were told."""
    ((slug, cids),), told = one.packs.items(), []
    for n, seconds in enumerate(steps):
        set_clock(seconds)
        for cid in cids:
            asked = act(slug, cid, "publish" if n % 2 else "hold", n + 1)
            answer = pressed(one, "judge-0", *asked, found)
            told.append(-1 if answer.seq is None else answer.seq)
            found.tried += 1
    return told


def in_order(one: Desk, told: list[int], found: Found) -> None:
    """Told, kept and shown by number, one after the other."""
    slug, first = next(iter(one.packs)), told[0]
    found.expect(told == list(range(first, first + len(told))), f"told as the entries {told}")
    admin = one.enter("admin-0")
    page = admin.get(f"/packs/{slug}/ledger/").body.decode()
    shown = [int(n) for n in SEQ.findall(page)]
    for moment in FOLD:  # each by its own name
        found.expect(f'datetime="{moment:%Y-%m-%dT%H:3}' in page, f"{moment} is not on the page")
    found.expect(shown == list(range(first + len(told))), f"the page shows the entries {shown}")
    lines = admin.get(f"/packs/{slug}/ledger.jsonl").body.splitlines()
    kept = [json.loads(json.loads(line)["body"]) for line in lines]
    found.expect([body["seq"] for body in kept] == list(range(len(kept))), "the file is in another order")
    found.expect(all(body["utc"].endswith("Z") for body in kept), "a time is not told in UTC")


def exported(one: Desk, found: Found) -> None:
    """Ratified at the last setting of the clock, and sound."""
    slug = next(iter(one.packs))
    pressed(one, "admin-0", f"/packs/{slug}/ratify/", {"key": key(), "why": ""}, found)
    admin = one.person("admin-0")
    raw, ledger = admin.get(f"/packs/{slug}/export/"), admin.get(f"/packs/{slug}/export/ledger/")
    if found.violations:
        return
    seen = verify.verify(raw.body, ledger.body.splitlines(keepends=True), files.article().encode())
    found.violations += seen.faults


def on(one: Desk, set_clock: Clock, steps: Sequence[float]) -> Found:
    found = Found()
    set_clock(steps[0])
    one.start()
    fold = [(moment - NOON).total_seconds() for moment in FOLD]
    told = decide(one, [*steps, *fold], set_clock, found)
    in_order(one, told, found)
    exported(one, found)
    found.violations += one.read()["faults"]
    found.figures = {"settings": len(steps) + len(fold)}
    return found


def proof(is_short: bool) -> Found:
    with under_a_clock("clock") as (one, set_clock):
        return on(one, set_clock, STEPS[:2] if is_short else STEPS)


def control(is_short: bool) -> Found:
    with under_a_clock("by-time") as (one, set_clock):
        return on(one, set_clock, STEPS[:2])


def main(argv: Sequence[str] | None = None) -> int:
    return run("CLOCKS", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
