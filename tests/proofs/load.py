"""Load: eight writers flat out, and a hundred judges at one decision and one page a second, on one machine.

python -m tests.proofs.load [--short]; PROOF_DATABASE=postgresql puts PostgreSQL below the desk.
No answer may be an error; a burst takes over 200 decisions a second with the longest under a second; with a hundred
judges p99 of a decision is under 150 ms and p95 of a page under 100 ms.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle

from tests.proofs import cluster
from tests.proofs.desk import Answer, Desk, Person, act, desk
from tests.proofs.line import Found, percentile, run

ACTS = ("hold", "publish", "drop", "publish")
WRITERS, RATE, LONGEST = 8, 200, 1.0
WRITE_P99, PAGE_P95 = 0.150, 0.100


def burst(one: Desk, n: int) -> Found:
    """`n` decisions by eight people who never wait, each on packs of their own."""
    todo = [
        [chip for slug in list(one.packs)[w::WRITERS] for chip in _chips(one, slug)] for w in range(WRITERS)
    ]
    people = one.people()[:WRITERS]
    answers: list[Answer] = []
    began = time.monotonic()
    _all(
        lambda w: answers.extend(
            [people[w].post(*act(*chip, name, 1)) for chip, name in todo[w][: n // WRITERS]]
        ),
        WRITERS,
    )
    seconds = time.monotonic() - began
    rate, longest = len(answers) / seconds, max(one.seconds for one in answers)
    found = _all_recorded(answers)
    found.expect(rate > RATE, f"{rate:.0f} decisions a second, not over {RATE}")
    found.expect(longest < LONGEST, f"the longest took {longest:.2f} s, not under {LONGEST} s")
    p50, p99 = (percentile([one.seconds for one in answers], share) * 1000 for share in (0.5, 0.99))
    found.figures = {
        "rate": f"{rate:.0f}/s",
        "p50": f"{p50:.0f}ms",
        "p99": f"{p99:.0f}ms",
        "longest": f"{longest * 1000:.0f}ms",
    }
    return found


def judges(one: Desk, n: int, seconds: int) -> Found:
    """`n` judges, each with one decision and one page a second, begun at moments of their own."""
    people, slugs = one.people()[:n], list(one.packs)
    writes: list[Answer] = []
    pages: list[Answer] = []
    end = time.monotonic() + seconds

    def judge(w: int) -> None:
        chips = cycle([chip for slug in slugs[w::n] for chip, _ in _chips(one, slug)])
        time.sleep(random.random())
        version = dict.fromkeys(one.packs, 0)
        _sit(people[w], chips, version, end, writes, pages)

    _all(judge, n)
    found = _all_recorded(writes)
    wrong = [page for page in pages if page.status != 200]
    found.tried += len(pages)
    found.violations += [f"a page was answered {page.status}" for page in wrong]
    p99, p95 = percentile([a.seconds for a in writes], 0.99), percentile([a.seconds for a in pages], 0.95)
    found.expect(
        p99 < WRITE_P99, f"p99 of a decision is {p99 * 1000:.0f} ms, not under {WRITE_P99 * 1000:.0f}"
    )
    found.expect(p95 < PAGE_P95, f"p95 of a page is {p95 * 1000:.0f} ms, not under {PAGE_P95 * 1000:.0f}")
    p50 = percentile([a.seconds for a in writes], 0.5)
    found.figures = {
        "judges": n, "write-p50": f"{p50 * 1000:.0f}ms", "write-p99": f"{p99 * 1000:.0f}ms",
        "page-p95": f"{p95 * 1000:.0f}ms",
    }  # fmt: skip
    return found


def _sit(
    person: Person, chips: Iterator[tuple[str, str]], versions: dict[str, int], end: float,
    writes: list[Answer], pages: list[Answer],
) -> None:  # fmt: skip
    """One judge's seconds: a page, a decision; a chip that was held is taken back on the next way round."""
    seen: dict[tuple[str, str], int] = {}
    due = time.monotonic()
    while (due := due + 1) < end:
        slug, cid = chip = next(chips)
        pages.append(person.get(f"/packs/{slug}/desk/?chip={cid}"))
        time.sleep(0.3)
        version = seen.get(chip, 1)
        writes.append(person.post(*act(slug, cid, "hold" if version % 2 else "undo", version)))
        seen[chip] = version + 1
        time.sleep(max(0.0, due - time.monotonic()))


def _chips(one: Desk, slug: str) -> Iterator[tuple[tuple[str, str], str]]:
    return zip(((slug, cid) for cid in one.packs[slug]), cycle(ACTS), strict=False)


def _all(work: object, n: int) -> None:
    threads = [threading.Thread(target=work, args=[w]) for w in range(n)]  # type: ignore[arg-type]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _all_recorded(answers: list[Answer]) -> Found:
    wrong = [one for one in answers if not one.is_recorded]
    return Found(len(answers), [f"a decision was answered {one.status}" for one in wrong])


def proof(is_short: bool) -> Found:
    n, n_judges, seconds = (400, 20, 4) if is_short else (2400, 100, 60)
    url = cluster.chosen(os.environ.get("PROOF_DATABASE", "sqlite"))
    with desk(url=url, judges=n_judges, packs=max(n // 8, n_judges), chips=8) as one:
        one.start()
        found = burst(one, n)
        one.seed(first=10_000, packs=n_judges, chips=8)
        one.packs = {slug: cids for slug, cids in one.packs.items() if int(slug[5:]) >= 10_000}
        found += judges(one, n_judges, seconds)
        found.violations += one.read()["faults"]
    return found


if __name__ == "__main__":
    sys.exit(run("LOAD", proof))
