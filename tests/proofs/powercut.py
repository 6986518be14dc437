"""Proof 2: no decision that was answered is lost, and nothing is damaged, wherever the power is cut.

python -m tests.proofs.powercut [--short]

A worker runs under strace while packs are loaded, chips are decided, taken back and packs are ratified. Then, after
each call on the database's files, a disk is made up on which everything synced stands, and of everything since only
some: writes left out and torn at 512 bytes, truncations, creations and deletions done or not. It is opened as after a
restart. The control syncs less (`synchronous=NORMAL`).
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.core import builders as files
from tests.proofs import trace
from tests.proofs.chips import chips
from tests.proofs.desk import Desk, Person, act, desk
from tests.proofs.disk import NAME, Cut, Disk, File
from tests.proofs.line import Found, run
from tests.proofs.trace import Event

ACTS = ("publish", "hold", "edit", "drop", "hold")
SEED = 20261130


def work(one: Desk, n_packs: int) -> None:
    """Load a pack, decide its chips, take one back and decide it again, ratify: one after the other."""
    admin, judge = one.people("admin")[0], one.people()[0]
    for n in range(1000, 1000 + n_packs):
        made = chips(n, 8)
        _load(admin, n, made)
        for i, chip in enumerate(made):
            _decide(judge, f"pack-{n}", chip["id"], ACTS[i % len(ACTS)], 1)
        _decide(judge, f"pack-{n}", made[1]["id"], "undo", 2)
        _decide(judge, f"pack-{n}", made[1]["id"], "publish", 3)
        for i, chip in enumerate(made):
            if ACTS[i % len(ACTS)] == "edit":
                _decide(judge, f"pack-{n}", chip["id"], "hold", 2)
        answer = admin.post(f"/packs/pack-{n}/ratify/", {"key": f"ratify-{n}", "why": ""})
        assert answer.is_recorded, (answer.status, one.told())
    admin.close()
    judge.close()


def _load(admin: Person, n: int, made: list[dict[str, object]]) -> None:
    raw = files.raw(files.pack(slug=f"pack-{n}", chips=made))
    answer = admin.upload("/load/", {"pack": ("p.json", raw), "article": ("a.md", files.article().encode())})
    assert answer.is_recorded, (answer.status, answer.body[-3000:])


def _decide(judge: Person, slug: str, cid: str, name: str, version: int) -> None:
    answer = judge.post(*act(slug, cid, name, version))
    assert answer.is_recorded, (slug, cid, name, answer.status)


def traced(one: Desk, n_packs: int) -> tuple[Disk, list[Event]]:
    """The disk before, and every call and answer of the work."""
    one.start()
    worker, log = one.workers()[0], one.data / "strace.txt"
    found = {
        name: (one.data / name).read_bytes() for name in (NAME, f"{NAME}-wal") if (one.data / name).exists()
    }
    with trace.attached(worker, log, "-y", "-xx", "-s", "10000000", "-e", f"trace={trace.CALLS}"):
        work(one, n_packs)
    one.stop()
    disk = Disk({name: File(raw) for name, raw in found.items()}, set(found))
    return disk, list(trace.events(log))


def final(one: Desk) -> list[tuple[object, ...]]:
    """Every entry as it stands in the end, in the order in which they were made."""
    with sqlite3.connect(one.data / NAME) as connection:
        return _entries(connection)


def replay(
    disk: Disk, calls: list[Event], folder: str, stands: list[tuple[object, ...]], n_samples: int
) -> Found:
    """Cut after every call; at every cut everything answered has to stand, and everything has to fit together."""
    found, luck, answered = Found(), random.Random(SEED), 0
    place = Path(tempfile.mkdtemp(prefix="cut-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    opened: dict[Cut, Opened] = {}
    order = {(row[0], row[1]): n + 1 for n, row in enumerate(stands)}
    try:
        for n, event in enumerate(calls):
            if event.call == "sendto":
                answered = max(answered, _answered(event, order))
            elif disk.apply(event, folder):
                for _ in range(n_samples):
                    found.tried += 1
                    if (cut := disk.cut(luck)) not in opened:
                        opened[cut] = _opened(disk.after(cut), place, stands)
                    if wrong := opened[cut].wrong(answered):
                        found.violations.append(
                            f"cut after call {n} ({event.call} {event.path[-12:]}): {wrong}"
                        )
    finally:
        shutil.rmtree(place)
    found.figures = {"answers": answered, "lost": sum("lost" in text for text in found.violations)}
    return found


def _answered(event: Event, order: dict[tuple[object, object], int]) -> int:
    """How many entries have to stand once this answer was sent; 0 where it tells of none."""
    head = event.data.split(b"\r\n\r\n", 1)[0].decode("latin-1")
    lines = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    if "X-Ledger-Seq" not in lines:
        return 0
    slug = lines["Location"].split("/")[2]
    return order[slug, int(lines["X-Ledger-Seq"])]


@dataclass(frozen=True)
class Opened:
    """What SQLite recovers from a disk: how many entries stand, and what is damaged."""

    n_entries: int
    damage: str = ""

    def wrong(self, answered: int) -> str:
        """Nothing in the best case."""
        if self.damage or self.n_entries >= answered:
            return self.damage
        return f"lost: {answered} entries were answered, {self.n_entries} stand"


def _opened(left: dict[str, bytes], place: Path, stands: list[tuple[object, ...]]) -> Opened:
    for name in (NAME, f"{NAME}-wal", f"{NAME}-journal", f"{NAME}-shm"):
        (place / name).unlink(missing_ok=True)
    for name, raw in left.items():
        (place / name).write_bytes(raw)
    connection = sqlite3.connect(place / NAME, isolation_level=None)
    try:
        return _recovered(connection, stands)
    except sqlite3.DatabaseError as error:
        return Opened(0, f"damaged: {error}")
    finally:
        connection.close()


def _recovered(connection: sqlite3.Connection, stands: list[tuple[object, ...]]) -> Opened:
    connection.execute("PRAGMA synchronous=OFF")
    (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
    if sound != "ok":
        return Opened(0, f"damaged: {sound}")
    entries = _entries(connection)
    if entries != stands[: len(entries)]:
        return Opened(len(entries), "damaged: the entries are not those that were made")
    return Opened(len(entries), _unfit(connection))


def _entries(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return connection.execute(
        "SELECT coalesce(p.slug, ''), e.seq, e.hash, e.body FROM reviews_entry e JOIN reviews_chain c ON c.id = e.chain_id"
        " LEFT JOIN reviews_pack p ON p.id = c.pack_id ORDER BY e.id"
    ).fetchall()


def _unfit(connection: sqlite3.Connection) -> str:
    """An act that stands by halves: a chip, a chain or a pack that is not where its entries leave it."""
    asked = {
        "a chip": "SELECT h.id FROM reviews_chip h WHERE version != 1 + (SELECT count(*) FROM reviews_entry WHERE chip_id = h.id)",
        "a chain": "SELECT c.id FROM reviews_chain c WHERE size != (SELECT count(*) FROM reviews_entry WHERE chain_id = c.id)"
        " OR head != (SELECT hash FROM reviews_entry WHERE chain_id = c.id ORDER BY seq DESC LIMIT 1)",
        "a pack": "SELECT p.id FROM reviews_pack p WHERE n_waiting + n_held + n_published + n_dropped !="
        " (SELECT count(*) FROM reviews_chip WHERE pack_id = p.id) OR (ratified_seq IS NOT NULL) !="
        " EXISTS (SELECT 1 FROM reviews_entry e JOIN reviews_chain c ON c.id = e.chain_id WHERE c.pack_id = p.id AND act = 'ratify')",
    }
    return next(
        (
            f"damaged: {what} is half done"
            for what, sql in asked.items()
            if connection.execute(sql).fetchone()
        ),
        "",
    )


def on(one: Desk, n_packs: int, n_samples: int) -> Found:
    disk, calls = traced(one, n_packs)
    return replay(disk, calls, str(one.data), final(one), n_samples)


def proof(is_short: bool) -> Found:
    """Over desks that are young, as a cut costs what its files are large; one goes on until its log begins anew."""
    runs = []
    for n_packs, n_samples in [(1, 1)] if is_short else [(5, 2), *[(2, 4)] * 4]:
        with desk(workers=1, judges=1, admins=1) as one:
            runs.append(on(one, n_packs, n_samples))
    found = sum(runs, Found())
    for name in ("answers", "lost"):
        found.figures[name] = sum(int(str(run.figures[name])) for run in runs)
    return found


def control(is_short: bool) -> Found:
    with desk(workers=1, settings="tests.proofs.weak_settings", weak="normal", judges=1, admins=1) as one:
        return on(one, 1, 1)


def main(argv: Sequence[str] | None = None) -> int:
    return run("POWERCUT", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
