"""Proof 4: a disk that fails or is full gives a refusal, never half a decision or a false "recorded".

python -m tests.proofs.io_faults [--short]

Every call that writes, syncs or truncates the database's files is failed once, with EIO, with ENOSPC and with a kill,
the N-th for every N until a decision is made without the fault. After each the same form, sent again, is recorded
once. Then the disk is really full: pages are shown, no decision is taken, the words come back with a 503, and once
there is room it works again without a restart. In the control a judge is told "recorded" where the database failed.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from pathlib import Path

from tests.proofs import trace
from tests.proofs.desk import LOST, Answer, Desk, Person, act, desk
from tests.proofs.line import Found, run

NAME = "packreview.sqlite3"
CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate")
FAULTS = ("error=EIO", "error=ENOSPC", "signal=KILL")
WORDS = "Words that nobody may lose."


def decide_under(one: Desk, judge: Person, where: tuple[str, str, int], fault: str, found: Found) -> bool:
    """One decision with this fault; then the same form again until it is recorded. False where nothing was failed."""
    slug, cid, version = where
    path, fields = act(slug, cid, "edit" if version % 2 else "undo", version, why=WORDS)
    log = one.data / "strace.txt"
    files = [
        part for name in (NAME, f"{NAME}-wal", f"{NAME}-journal") for part in ("-P", str(one.data / name))
    ]
    with trace.attached(_worker(one), log, *files, "-e", f"trace={','.join(CALLS)}", "-e", f"inject={fault}"):
        first = judge.post(path, fields)
    was_failed = "INJECTED" in log.read_text() or "KILL" in log.read_text()
    _judge_first(first, fault, found)
    again = _until_recorded(judge, path, fields)
    found.expect(again.is_recorded, f"{fault}: sent again it was answered {again.status}")
    if first.is_recorded:
        found.expect(first.seq == again.seq, f"{fault}: told as entry {first.seq}, then as {again.seq}")
    found.tried += was_failed
    return was_failed


def _judge_first(answer: Answer, fault: str, found: Found) -> None:
    """Recorded, or refused with the words, or (killed) not answered."""
    if answer.status == 503:
        found.expect(WORDS.encode() in answer.body, f"{fault}: the words are gone")
        found.expect(answer.headers.get("Retry-After", "").isdecimal(), f"{fault}: no Retry-After")
    elif not answer.is_recorded:
        found.expect("KILL" in fault and answer.status == LOST, f"{fault}: answered {answer.status}")


def _until_recorded(judge: Person, path: str, fields: dict[str, object]) -> Answer:
    deadline = time.monotonic() + 120
    while True:
        answer = judge.post(path, fields)
        if answer.is_recorded or time.monotonic() > deadline:
            return answer
        time.sleep(0.05)


def _worker(one: Desk) -> int:
    deadline = time.monotonic() + 120
    while not one.workers() and time.monotonic() < deadline:
        time.sleep(0.05)
    one.wait()
    return one.workers()[0]


def every_fault(one: Desk, faults: Iterator[str] | tuple[str, ...], step: int) -> Found:
    """Each call failed once with each fault; with `step` only every so many-th."""
    one.start(threads=1)
    found, judge, n_of = Found(), one.people()[0], Counter[str]()
    chips = cycle([(slug, cid) for slug, cids in one.packs.items() for cid in cids])
    version: Counter[tuple[str, str]] = Counter()
    for fault in faults:
        for call in CALLS:
            for n in count(1, step):
                chip = next(chips)
                version[chip] += 1
                inject = f"{call}:{fault}:when={n}"
                if not decide_under(one, judge, (*chip, version[chip]), inject, found):
                    break
                n_of[call] += 1
    seen = one.read()
    n_entries = sum(bool(row[4]) for row in seen["entries"])
    found.expect(n_entries == version.total(), f"{version.total()} decisions are {n_entries} entries")
    found.violations += seen["faults"]
    found.figures = {"failed": "+".join(f"{call}:{n}" for call, n in n_of.items())}
    return found


def full_disk(one: Desk) -> Found:
    """The desk's folder is a small disk: filled up, tried, given room again."""
    one.start()
    found, judge, admin = Found(), one.people()[0], one.people("admin")[0]
    (slug, cids), ballast = next(iter(one.packs.items())), one.data / "ballast"
    found.expect(judge.post(*act(slug, cids[0], "hold", 1)).is_recorded, "not recorded while there was room")
    _fill(ballast)
    forms = [act(slug, cid, "hold", 1, why=WORDS) for cid in cids[1:]]
    for n, form in enumerate(forms):
        answer = judge.post(*form, swap=n % 2 == 0)
        found.tried += 1
        found.expect(answer.status == 503, f"full: a decision was answered {answer.status}")
        found.expect(WORDS.encode() in answer.body, "full: the words are gone")
        found.expect(b"Not saved" in answer.body, "full: the judge is not told")
        page = judge.get(f"/packs/{slug}/desk/?chip={cids[1]}")
        found.expect(page.status == 200, f"full: a page was answered {page.status}")
    _more_on_a_full_disk(admin, found)
    ballast.unlink()
    for form in forms:
        answer = judge.post(*form)
        found.expect(answer.is_recorded, f"room again: the same form was answered {answer.status}")
    seen = one.read()
    n_entries = sum(bool(row[4]) for row in seen["entries"])
    found.expect(n_entries == len(cids), f"{len(cids)} decisions are {n_entries} entries")
    found.violations += seen["faults"]
    return found


def _more_on_a_full_disk(admin: Person, found: Found) -> None:
    """A log-in writes a session after its view, a load many rows at once: neither is a 500, or a success."""
    stranger = Person(admin.port, "nobody", "")
    for what, answer in {
        "a log-in": stranger.post("/login/", {"username": "admin-0", "password": "wrong"}),
        "a log-out": admin.post("/logout/", {}),
    }.items():
        found.tried += 1
        found.expect(answer.status in (200, 503), f"full: {what} was answered {answer.status}")


def _fill(ballast: Path) -> None:
    """Write until there is no room for a byte."""
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            with contextlib.suppress(OSError):
                while file.write(b"\0" * size) == size:
                    pass


@contextlib.contextmanager
def small_disk(one: Desk) -> Iterator[Desk]:
    """The desk moved to a disk of its own with little room left on it."""
    place = one.data / "disk"
    place.mkdir()
    size = sum(path.stat().st_size for path in one.data.rglob("*") if path.is_file()) // 512 + 4096
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k,mode=700", "tmpfs", place], check=True)
    whole, one.data = one.data, place
    try:
        for path in whole.iterdir():
            if path != place:
                (shutil.copytree if path.is_dir() else shutil.copy2)(path, place / path.name)
        yield one
    finally:
        one.stop(signal.SIGQUIT)
        one.data = whole
        subprocess.run(["umount", place], check=True)


def can_mount() -> bool:
    """Whether this process may mount a disk: as root of its machine it may."""
    place = Path("/proc/self/ns/mnt")
    tried = subprocess.run(["unshare", "-m", "true"], capture_output=True) if place.exists() else None
    return tried is not None and tried.returncode == 0


def proof(is_short: bool) -> Found:
    settings = {"settings": "tests.proofs.weak_settings", "weak": "checkpoints"}
    with desk(workers=1, **settings, judges=1, packs=2, chips=8) as one:
        found = every_fault(one, FAULTS, 7 if is_short else 1)
    if can_mount():
        with desk(workers=1, judges=1, admins=1, packs=1, chips=8) as one, small_disk(one):
            found += full_disk(one)
    else:
        found.figures["full-disk"] = "not-tried"
    return found


def control(is_short: bool) -> Found:
    with desk(workers=1, weak="say-saved", judges=1, packs=1, chips=8) as one:
        return every_fault(one, FAULTS[:1], 7)


def main(argv: Sequence[str] | None = None) -> int:
    return run("IO_FAULTS", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
