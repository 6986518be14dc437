"""Proof 11: a backup made under load has everything in it that was answered before it began, and can be put back.

python -m tests.proofs.backup [--short]

Eight judges decide while `manage.py backup` runs again and again. Each copy is restored elsewhere and verified there, and
compared with what had been answered when it was begun. Then a pack is ratified in both desks: the export of the restored
one has to be called a fork of the other's. Over SQLite and PostgreSQL. The whole form also restores and verifies a desk
of 50 MB. In the control the database's file is copied as any other file.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reviews.core import verify
from tests.proofs import cluster
from tests.proofs.desk import Desk, act, desk, key
from tests.proofs.line import Found, run
from tests.proofs.writers import Told, Writers

NAME = "packreview.sqlite3"
BIG, WITHIN = 50_000_000, 30.0  # bytes of a database; seconds in which it has to be restored and verified
N_BETWEEN = 40  # decisions from one backup to the next
Make = Callable[[Desk, Path], None]


def by_command(one: Desk, copy: Path) -> None:
    one.run("manage.py", "backup", str(copy))


def by_cp(one: Desk, copy: Path) -> None:
    """The file as it lies there: what was committed last stands in the log beside it."""
    shutil.copy(one.data / NAME, copy)


def under_load(one: Desk, n: int, make: Make) -> tuple[Writers, list[tuple[Path, list[Told]]]]:
    """`n` copies while judges decide, each with what had been answered before it was begun."""
    one.start()
    writers, copies = Writers(one), []
    writers.start()
    for k in range(n):
        writers.until(len(writers.told) + N_BETWEEN, 60)
        copies.append((one.data / f"copy-{k}", list(writers.told)))
        make(one, copies[-1][0])
    writers.until(len(writers.told) + N_BETWEEN, 60)
    writers.stop()
    return writers, copies


@contextlib.contextmanager
def restored(one: Desk, copy: Path) -> Iterator[Desk]:
    """A desk elsewhere with the copy put in place; log-ins of the one are valid there."""
    folder = Path(tempfile.mkdtemp(prefix="proof-"))
    url = cluster.chosen("postgresql") if one.url else ""
    other = Desk(folder, url=url, n_workers=1, log_ins=one.log_ins, packs=one.packs)
    try:
        shutil.copytree(one.data / "static", folder / "static")
        shutil.copy(one.data / "secret_key", folder)
        other.run("manage.py", "restore", str(copy))
        yield other
    finally:
        other.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def compare(one: Desk, copy: Path, told: list[Told]) -> Found:
    try:
        with restored(one, copy) as other:
            return Writers(other, told=told).compare(other.read())
    except RuntimeError as error:
        return Found(len(told), [f"{copy.name} cannot be restored: {str(error)[-300:]}"])


def forked(one: Desk, copy: Path, slug: str) -> Found:
    """Both desks go on with a pack from where the copy left it."""
    old, _ = _ratified(one, slug, "As it was decided here.")
    time.sleep(
        1
    )  # of one second two ratifications cannot be told apart, and would be one that was written anew
    with restored(one, copy) as other:
        other.start()
        raw, ledger = _ratified(other, slug, "As it was decided elsewhere.")
    found = Found(1)
    for against, expected in ((None, ""), (old, "fork")):
        faults = verify.verify(raw, ledger.splitlines(keepends=True), None, against).faults
        told = faults[0].split(":")[0] if faults else ""
        found.expect(told == expected, f"a restored desk went on: said to be {faults or 'sound'}")
    return found


def _ratified(one: Desk, slug: str, why: str) -> tuple[bytes, bytes]:
    judge, admin = one.people()[0], one.people("admin")[0]
    for cid in one.packs[slug]:
        assert judge.post(*act(slug, cid, "hold", 1, why=why)).is_recorded, one.told()
    assert admin.post(f"/packs/{slug}/ratify/", {"key": key(), "why": ""}).is_recorded, one.told()
    return admin.get(f"/packs/{slug}/export/").body, admin.get(f"/packs/{slug}/export/ledger/").body


def big(one: Desk) -> Found:
    """How long a large desk takes to be restored, which verifies the copy, and to be verified once more."""
    found, copy = Found(1), one.data / "copy"
    by_command(one, copy)
    began = time.monotonic()
    with restored(one, copy) as other:
        other.run("manage.py", "verify_ledger")
        seconds = time.monotonic() - began
    size = copy.stat().st_size
    found.expect(size >= BIG, f"a copy of {size:,} bytes is not large")
    found.expect(seconds < WITHIN, f"{size:,} bytes took {seconds:.1f} s to be restored and verified")
    found.figures = {"bytes": size, "restored-in": f"{seconds:.1f}s"}
    return found


def on(kind: str, n: int) -> Found:
    with desk(url=cluster.chosen(kind), judges=8, admins=1, packs=8, chips=8) as one:
        (slug,) = one.seed(first=1000, packs=1, chips=2)
        cids = one.packs.pop(slug)  # nobody decides about it meanwhile
        writers, copies = under_load(one, n, by_command)
        found = writers.compare(one.read())
        for copy, told in copies[-2:]:
            found += compare(one, copy, told)
        one.packs[slug] = cids
        return found + forked(one, copies[-1][0], slug)


def proof(is_short: bool) -> Found:
    found = Found()
    for kind in cluster.kinds():
        if not (is_short and kind == "postgresql"):  # tests/postgres/test_backup.py asks it quickly
            found += on(kind, 1 if is_short else 6)
    if not is_short:
        with desk(judges=1, heavy=16) as one:
            found += big(one)
    return found


def control(is_short: bool) -> Found:
    found = Found()
    weak = {"settings": "tests.proofs.weak_settings", "weak": "no-checkpoints"}
    with desk(workers=1, **weak, judges=8, packs=8, chips=4) as one:
        _, copies = under_load(one, 1, by_cp)
        for copy, told in copies:
            found += compare(one, copy, told)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    return run("BACKUP", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
