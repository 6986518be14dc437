"""Proof of the load: eight writers flat out, and a hundred judges at one decision and one page a second.

python -m tests.proofs.load [--short]; PROOF_DATABASE=postgresql puts PostgreSQL below the desk.

No answer may be an error. The whole form also has figures to keep, on a machine of two cores with nothing else on it.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import cycle

from tests.proofs import cluster
from tests.proofs.desk import Answer, Desk, Person, act, desk
from tests.proofs.line import Found, percentile, run

ACTS = ("hold", "publish", "drop", "publish")
N_WRITERS = 8
# What is asked of the whole form: a rate, and longest times in milliseconds.
FIGURES = {"rate": 200, "longest": 1000, "write-p99": 150, "page-p95": 100}
Where = tuple[str, str]


def burst(one: Desk, n: int) -> Found:
    """`n` decisions by eight people who never wait, each on packs of their own."""
    people, slugs = one.people()[:N_WRITERS], list(one.packs)
    answers: list[Answer] = []

    def write(w: int) -> None:
        for where, name in list(zip(_chips(one, slugs[w::N_WRITERS]), cycle(ACTS), strict=False))[
            : n // N_WRITERS
        ]:
            answers.append(people[w].post(*act(*where, name, 1)))

    began, spent = time.monotonic(), time.process_time()
    _threads(write, N_WRITERS)
    rate = len(answers) / (time.monotonic() - began)
    found = _recorded(answers)
    found.figures = {
        "rate": round(rate),
        "p50": _ms(answers, 0.5),
        "p99": _ms(answers, 0.99),
        "longest": _ms(answers, 1),
        "client": _each(spent, answers),
    }
    return found


def judges(one: Desk, n: int, seconds: int) -> Found:
    """`n` judges, each with one decision and one page a second, begun at moments of their own."""
    people, slugs = one.people()[:n], list(one.packs)
    writes: list[Answer] = []
    pages: list[Answer] = []
    end, spent = time.monotonic() + seconds, time.process_time()
    _threads(lambda w: _sit(people[w], _chips(one, slugs[w::n]), end, writes, pages), n)
    found = _recorded(writes)
    found.tried += len(pages)
    found.violations += [f"a page was answered {page.status}" for page in pages if page.status != 200]
    found.figures = {
        "judges": n,
        "write-p50": _ms(writes, 0.5),
        "write-p99": _ms(writes, 0.99),
        "page-p50": _ms(pages, 0.5),
        "page-p95": _ms(pages, 0.95),
        "judges-client": _each(spent, [*writes, *pages]),
    }
    return found


def _sit(person: Person, chips: list[Where], end: float, writes: list[Answer], pages: list[Answer]) -> None:
    """One judge's seconds: a page, then its chip is held; the next time round that is taken back."""
    version = Counter(chips)
    time.sleep(random.random())
    due = time.monotonic()
    for where in cycle(chips):
        if (due := due + 1) > end:
            return
        slug, cid = where
        pages.append(person.get(f"/packs/{slug}/desk/?chip={cid}"))
        time.sleep(0.3)
        writes.append(person.post(*act(slug, cid, "hold" if version[where] % 2 else "undo", version[where])))
        version[where] += 1
        time.sleep(max(0.0, due - time.monotonic()))


def _chips(one: Desk, slugs: Iterable[str]) -> list[Where]:
    return [(slug, cid) for slug in slugs for cid in one.packs[slug]]


def _threads(work: Callable[[int], None], n: int) -> None:
    threads = [threading.Thread(target=partial(work, w)) for w in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _recorded(answers: list[Answer]) -> Found:
    return Found(
        len(answers), [f"a decision was answered {one.status}" for one in answers if not one.is_recorded]
    )


def _each(spent: float, answers: list[Answer]) -> str:
    """What a request has cost on this side since then, of the two processors that the server uses too."""
    return f"{1000 * (time.process_time() - spent) / len(answers):.2f}ms"


def _ms(answers: list[Answer], share: float) -> int:
    return round(percentile([one.seconds for one in answers], share) * 1000)


def _keep(found: Found) -> None:
    for name, limit in FIGURES.items():
        value = int(str(found.figures[name]))
        holds = value > limit if name == "rate" else value < limit
        found.expect(
            holds, f"{name} is {value}, and has to be {'over' if name == 'rate' else 'under'} {limit}"
        )


def proof(is_short: bool) -> Found:
    n, n_judges, seconds = (200, 10, 3) if is_short else (2400, 100, 60)
    url = cluster.chosen(os.environ.get("PROOF_DATABASE", "sqlite"))
    with desk(url=url, judges=n_judges, packs=n // 8, chips=8) as one:
        one.start()
        found = burst(one, n)
        fresh = one.seed(first=10_000, packs=n_judges, chips=8)
        one.packs = {slug: one.packs[slug] for slug in fresh}
        found += judges(one, n_judges, seconds)
        found.violations += one.read()["faults"]
    if not is_short:
        _keep(found)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    return run("LOAD", proof, None, argv)


if __name__ == "__main__":
    sys.exit(main())
