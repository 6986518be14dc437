"""Judges who decide without a pause while something goes wrong below them, and who press again what was not answered.

What they were told is kept, and compared at the end with what the ledger says.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from tests.proofs.desk import Answer, Desk, Person, act
from tests.proofs.line import Found

WAYS = ("hold", "undo", "publish", "undo")


@dataclass(frozen=True)
class Told:
    """One decision that was answered as recorded."""

    slug: str
    cid: str
    key: str
    seq: int


@dataclass
class Writers:
    """`n` judges, each over packs of their own, each in a thread, until `stop`."""

    desk: Desk
    n: int = 8
    patience: float = 60
    told: list[Told] = field(default_factory=list)
    refused: Counter[int] = field(default_factory=Counter)
    n_lost: int = 0
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        slugs = list(self.desk.packs)
        for n, person in enumerate(self.desk.people()[: self.n]):
            chips = [(slug, cid) for slug in slugs[n :: self.n] for cid in self.desk.packs[slug]]
            self._threads.append(threading.Thread(target=self._work, args=[person, chips], daemon=True))
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let everybody finish what they have begun."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def until(self, n_told: int, seconds: float) -> bool:
        """Wait for so many answered decisions; False where they do not come in time."""
        deadline = time.monotonic() + seconds
        while len(self.told) < n_told and time.monotonic() < deadline:
            time.sleep(0.01)
        return len(self.told) >= n_told

    def compare(self, seen: dict[str, Any]) -> Found:
        """What they were told against the entries that stand: none lost, none moved, none doubled."""
        found = Found(len(self.told))
        stands = {(slug, key): seq for slug, seq, key, *_ in seen["entries"] if key}
        keys = Counter(key for _, _, key, *_ in seen["entries"] if key)
        for one in self.told:
            seq = stands.get((one.slug, one.key))
            found.expect(seq is not None, f"lost: {one}")
            found.expect(seq in (None, one.seq), f"moved to {seq}: {one}")
        found.violations += [f"doubled: {key} is {n} entries" for key, n in keys.items() if n > 1]
        found.violations += [
            f"a decision was answered {status}, {n} times" for status, n in self.refused.items()
        ]
        found.violations += seen["faults"]
        return found

    def _work(self, person: Person, chips: list[tuple[str, str]]) -> None:
        version = dict.fromkeys(chips, 1)
        for chip in cycle(chips):
            if self._over.is_set():
                person.close()  # a server that stops waits a while for a line that is kept
                return
            if self._decide(person, chip, version[chip]):
                version[chip] += 1

    def _decide(self, person: Person, chip: tuple[str, str], version: int) -> bool:
        """One decision, sent with one key until it is answered."""
        path, fields = act(*chip, WAYS[(version - 1) % len(WAYS)], version)
        deadline = time.monotonic() + self.patience
        while True:
            answer: Answer = person.post(path, fields)
            if answer.is_recorded and answer.seq is not None:
                self.told.append(Told(*chip, fields["key"], answer.seq))
                return True
            if answer.status not in (0, 503) or time.monotonic() > deadline:
                self.refused[answer.status] += 1
                return False
            self.n_lost += 1
            time.sleep(0.05)
