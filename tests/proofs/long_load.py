"""Proof 18: loading large packs keeps no judge waiting.

python -m tests.proofs.long_load [--short]

Judges decide and open pages, each about three times a second, while packs of 1 MB are loaded by form and by command.
While one of them is loaded, which takes seconds, judges go on deciding; no answer is an error. The whole form has a figure
to keep. In the control a pack is read and checked in the transaction that writes it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.core import builders as files
from tests.proofs.chips import heavy
from tests.proofs.desk import Answer, Desk, Person, act, desk
from tests.proofs.line import Found, percentile, run

LIMIT = 300  # milliseconds, for 95 in 100 of what judges do
PAUSE = 0.3
SHORT_PAUSE = 0.05  # in the short form: on a fast machine a load takes not much longer than the other
Span = tuple[float, float]


@dataclass
class Judges:
    """People who hold and undo, with a page between, until `stop`; when each of their acts was answered stays."""

    one: Desk
    n: int
    pause: float
    answers: list[Answer] = field(default_factory=list)
    done: list[tuple[int, Span]] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        for n, (person, slug) in enumerate(zip(self.one.people()[: self.n], self.one.packs, strict=False)):
            thread = threading.Thread(target=self._work, args=[n, person, slug], daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _work(self, n: int, person: Person, slug: str) -> None:
        cid, version = self.one.packs[slug][0], 1
        while not self._over.wait(self.pause):
            began = time.monotonic()
            self.answers.append(person.post(*act(slug, cid, "hold" if version % 2 else "undo", version)))
            self.done.append((n, (began, time.monotonic())))
            version += self.answers[-1].is_recorded
            self.answers.append(person.get(f"/packs/{slug}/desk/"))

    def through(self, span: Span) -> int:
        """How many judges began an act, and had it answered, in the middle half of this."""
        quarter = (span[1] - span[0]) / 4
        first, last = span[0] + quarter, span[1] - quarter
        return len({n for n, (began, ended) in self.done if first < began and ended < last})


def by_form(one: Desk, n: int, found: Found) -> Span:
    """Load it in the browser; from when to when."""
    admin, raw = one.people("admin")[0], heavy(n)
    admin.timeout = 600  # on a machine that is busy with other things
    began = time.monotonic()
    answer = admin.upload("/load/", {"pack": ("p.json", raw), "article": ("a.md", files.article().encode())})
    found.expect(answer.is_recorded, f"a pack of {len(raw):,} bytes was answered {answer.status}")
    return began, time.monotonic()


def by_command(one: Desk, n: int) -> None:
    place = one.data / f"{n}.json"
    place.write_bytes(heavy(n))
    Path(place).with_suffix(".md").write_text(files.article())
    one.run("manage.py", "load_pack", str(place))


def on(one: Desk, n_packs: int, n_judges: int, *, pause: float, with_command: bool) -> Found:
    one.start()
    judges, found = Judges(one, n_judges, pause), Found()
    judges.start()
    spans: list[Span] = []
    for n in range(n_packs):
        if with_command and n % 4 == 3:
            by_command(one, 9000 + n)
        else:
            spans.append(by_form(one, 9000 + n, found))
    judges.stop()
    found.tried = len(judges.answers)
    found.violations += [
        f"a judge was answered {a.status}" for a in judges.answers if a.status not in (200, 303)
    ]
    for began, ended in spans:
        n = judges.through((began, ended))
        found.expect(
            n >= n_judges * 0.5,
            f"while a pack was loaded in {ended - began:.1f} s, {n} of {n_judges} decided",
        )
    found.violations += one.read()["faults"]
    seconds = [answer.seconds for answer in judges.answers]
    found.figures = {
        "packs": n_packs,
        "judges": n_judges,
        "p50": round(percentile(seconds, 0.5) * 1000),
        "p95": round(percentile(seconds, 0.95) * 1000),
        "longest": round(percentile(seconds, 1) * 1000),
    }
    return found


def proof(is_short: bool) -> Found:
    n_packs, n_judges = (1, 4) if is_short else (50, 20)
    with desk(judges=n_judges, admins=1, packs=n_judges, chips=2) as one:
        found = on(one, n_packs, n_judges, pause=SHORT_PAUSE if is_short else PAUSE, with_command=True)
    if not is_short:
        p95 = int(str(found.figures["p95"]))
        found.expect(p95 < LIMIT, f"p95 is {p95} ms, and has to be under {LIMIT}")
    return found


def control(is_short: bool) -> Found:
    with desk(weak="read-under-lock", judges=4, admins=1, packs=4, chips=2) as one:
        return on(one, 1, 4, pause=SHORT_PAUSE, with_command=False)


def main(argv: Sequence[str] | None = None) -> int:
    return run("LONG_LOAD", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
