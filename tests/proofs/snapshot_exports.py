"""Proof 10: an export is one moment of its pack, however busy the desk is: it holds alone, and follows the one before.

python -m tests.proofs.snapshot_exports [--short]

Eight judges decide without a pause about the chips of the same packs, while one admin ratifies, exports and reopens and
another exports whatever stands. Each export has to be sound to the verifier that outsiders use, alone and against the
one before it; made again it has to be the same bytes, also once the pack is open and goes on. A ledger that is fetched
meanwhile has to be the beginning of the next. Over SQLite and PostgreSQL. The control reads the ledger once for the
pack and once for the file beside it.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reviews.core import verify
from tests.core import builders as files
from tests.proofs import cluster
from tests.proofs.desk import LOST, Desk, Person, act, desk, key
from tests.proofs.line import Found, run

N_WRITERS = 8
ARTICLE = files.article().encode()


@dataclass
class Writers:
    """Each judge over one chip of every pack: published and held in turn, so that none waits after the first act."""

    one: Desk
    n_recorded: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        """Decide each chip once, then go on."""
        for n, person in enumerate(self.one.people()[:N_WRITERS]):
            chips = [(slug, cids[n]) for slug, cids in self.one.packs.items()]
            for slug, cid in chips:
                assert person.post(*act(slug, cid, "hold", 1)).is_recorded
            self._threads.append(threading.Thread(target=self._work, args=[person, chips], daemon=True))
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _work(self, person: Person, chips: list[tuple[str, str]]) -> None:
        version = dict.fromkeys(chips, 2)
        while not self._over.is_set():
            for where in chips:
                name = "hold" if version[where] % 2 else "publish"
                asked = act(*where, name, version[where])
                answer = person.post(*asked)
                if (
                    answer.status == LOST
                ):  # the server had put the line down, as it does when nothing is said on it
                    answer = person.post(*asked)
                version[where] += answer.is_recorded
                self.n_recorded += answer.is_recorded
                if not answer.is_recorded and answer.status != 409:  # 409: the pack is ratified just now
                    self.refused[answer.status] += 1


@dataclass
class Exporter:
    """Fetches and checks a pack's exports; the newest stays, to be compared with the next."""

    admin: Person
    slug: str
    found: Found
    old: bytes | None = None

    def checked(self, seq: int | None = None) -> None:
        """Pack and ledger of one ratification, sound together; the standing one where `seq` names none."""
        raw = self._get("export/", seq)
        if raw is None:
            return
        at = json.loads(raw)["ratified"]["ledger"]["size"] - 1
        ledger = self._get("export/ledger/", at)
        if ledger is None:
            return
        self.found.tried += 1
        self._hold(raw, ledger, f"{self.slug}, entry {at}")
        again = (self._get("export/", at), self._get("export/ledger/", at))
        self.found.expect(again == (raw, ledger), f"{self.slug}, entry {at}: made twice, other bytes")
        self.old = raw

    def _hold(self, raw: bytes, ledger: bytes, name: str) -> None:
        lines = ledger.splitlines(keepends=True)
        try:
            faults = verify.verify(raw, lines, ARTICLE, self.old).faults
        except verify.Unusable as error:
            faults = (str(error),)
        self.found.violations += [f"{name}: {fault}" for fault in faults[:1]]

    def _get(self, path: str, seq: int | None) -> bytes | None:
        """None where nothing may be exported at this moment."""
        asked = "" if seq is None else f"?ratified={seq}"
        answer = self.admin.get(f"/packs/{self.slug}/{path}{asked}")
        self.found.expect(answer.status in (200, 409), f"{self.slug}: {path}{asked} answered {answer.status}")
        return answer.body if answer.status == 200 else None


def in_a_loop(one: Desk, writers: Writers, n_rounds: int, found: Found) -> None:
    """Ratify, export, reopen; export again what was ratified, while the pack goes on."""
    admin = one.people("admin")[0]
    exporters = [Exporter(admin, slug, found) for slug in one.packs]
    for n in range(n_rounds):
        exporter = exporters[n % len(exporters)]
        ratified = admin.post(f"/packs/{exporter.slug}/ratify/", {"key": key(), "why": ""})
        found.expect(ratified.status == 303, f"{exporter.slug}: ratify was answered {ratified.status}")
        if ratified.seq is None:
            continue
        exporter.checked(ratified.seq)
        reopened = admin.post(f"/packs/{exporter.slug}/reopen/", {"key": key(), "why": "On it goes."})
        found.expect(reopened.status == 303, f"{exporter.slug}: reopen was answered {reopened.status}")
        before = writers.n_recorded
        exporter.checked(ratified.seq)
        while writers.n_recorded < before + 2 * N_WRITERS and not writers.refused:
            _grows(admin, exporter.slug, found)


def _grows(admin: Person, slug: str, found: Found) -> None:
    """The ledger of an open pack, fetched twice: the first is the beginning of the second."""
    first, second = (admin.get(f"/packs/{slug}/ledger.jsonl").body for _ in range(2))
    found.tried += 1
    found.expect(second.startswith(first), f"{slug}: a ledger is not the beginning of the next")


def beside(one: Desk, over: threading.Event, found: Found) -> None:
    """Another admin, who exports whatever stands."""
    admin = one.people("admin")[1]
    exporters = [Exporter(admin, slug, found) for slug in one.packs]
    while not over.is_set():
        for exporter in exporters:
            exporter.checked()


def on(one: Desk, n_rounds: int) -> Found:
    one.start()
    found, other, over, writers = Found(), Found(), threading.Event(), Writers(one)
    second = threading.Thread(target=beside, args=[one, over, other], daemon=True)
    writers.start()
    second.start()
    in_a_loop(one, writers, n_rounds, found)
    over.set()
    second.join()
    writers.stop()
    found += other
    found.violations += [f"a decision was answered {status}" for status in writers.refused]
    found.violations += one.read()["faults"]
    found.figures = {"ratified": n_rounds, "decided": writers.n_recorded}
    return found


def proof(is_short: bool) -> Found:
    """A few rounds over each desk: nobody pauses, so that ledgers grow, and an export of ever more entries takes ever longer."""
    found, n_rounds, n_desks = Found(), (4 if is_short else 8), (1 if is_short else 2)
    figures: Counter[str] = Counter()
    for kind in cluster.kinds()[: 1 if is_short else None]:
        for _ in range(n_desks):
            with desk(url=cluster.chosen(kind), judges=N_WRITERS, admins=2, packs=4, chips=N_WRITERS) as one:
                ran = on(one, n_rounds)
            figures.update({name: int(str(n)) for name, n in ran.figures.items()})
            found += ran
    return replace(found, figures=dict(figures))


def control(is_short: bool) -> Found:
    with desk(weak="several-reads", workers=1, judges=N_WRITERS, admins=2, packs=1, chips=N_WRITERS) as one:
        return on(one, 2)


def main(argv: Sequence[str] | None = None) -> int:
    return run("SNAPSHOT_EXPORTS", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
