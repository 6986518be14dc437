"""PostgreSQL stops under a desk that serves and comes back: what people are told meanwhile, and that nobody restarts the desk."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs import cluster
from tests.proofs.cluster import Cluster
from tests.proofs.desk import Answer, Desk, Person, act, desk

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(cluster.programs() is None, reason="PostgreSQL's programs are not here"),
]
WORDS = "Words that nobody may lose."
N_ASKED = 10  # more than a worker has threads
N_LONG = 3  # questions that go unanswered: by then a pool that waits twice as long each time has the next try far off


@pytest.fixture(scope="module")
def made() -> Iterator[Cluster]:
    with cluster.cluster() as one:
        yield one


@pytest.fixture(scope="module")
def served(made) -> Iterator[Desk]:
    with desk(url=cluster.new_database(made), workers=1, judges=1, packs=1, chips=8) as one:
        one.start()
        yield one


@pytest.fixture
def away(made) -> Iterator[Cluster]:
    made.stop()
    yield made
    if made.process and made.process.poll() is not None:
        made.start()


@pytest.fixture
def hung(made) -> Iterator[Cluster]:
    """It keeps its connections, takes new ones, and answers none."""
    made.pause()
    yield made
    made.resume()


def n_threads(served: Desk) -> int:
    return sum(len(list(Path(f"/proc/{pid}/task").iterdir())) for pid in served.workers())


def parts_that_fail(answer: Answer) -> set[str]:
    return {part for part, is_well in json.loads(answer.body)["parts"].items() if not is_well}


def test_meanwhile_neither_health_page_says_that_all_is_well(served, away):
    person = Person(served.port, "", "")
    assert [person.get(path).status for path in ("/healthz", "/readyz")] == [503, 503]
    assert parts_that_fail(person.get("/readyz")) >= {"database", "writes", "heads"}


@pytest.mark.parametrize("swap", [True, False])
def test_meanwhile_a_judge_is_told_and_keeps_their_words(served, away, swap):
    [(slug, (cid, *_))] = served.packs.items()
    answer = served.person("judge-0").post(*act(slug, cid, "hold", 1, why=WORDS), swap=swap)
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert (b"Not saved" in answer.body, WORDS.encode() in answer.body) == (True, True)


def test_once_it_is_back_the_next_who_asks_is_answered(served, away):
    """However long it was away."""
    [(slug, (_, cid, *_))] = served.packs.items()
    person, worker = served.person("judge-0"), served.workers()
    for _ in range(N_LONG):
        assert person.get("/").status == 503
    away.start()
    assert person.get("/").status == 200
    assert person.post(*act(slug, cid, "hold", 1)).is_recorded
    assert served.workers() == worker
    time.sleep(1)  # so long /readyz gives the answer that it gave last
    assert person.get("/readyz").status == 200


def test_one_that_hangs_is_told_by_both_health_pages_and_holds_no_thread_for_ever(served, hung):
    person, before = Person(served.port, "", ""), n_threads(served)
    told = [person.get(path).status for path in ("/healthz", "/readyz") for _ in range(N_ASKED // 2)]
    assert told == [503] * N_ASKED
    assert n_threads(served) - before < N_ASKED // 2


def test_a_judge_is_told_that_it_hangs_and_once_it_answers_again_so_does_the_desk(served, made):
    [(slug, (*_, cid))] = served.packs.items()
    person, worker = served.person("judge-0"), served.workers()
    assert person.get("/").status == 200  # over a connection that is then asked
    made.pause()
    try:
        answer = person.post(*act(slug, cid, "hold", 1, why=WORDS), swap=True)
    finally:
        made.resume()
    assert (answer.status, WORDS.encode() in answer.body) == (503, True)
    assert (person.get("/").status, person.get("/healthz").status) == (200, 200)
    assert served.workers() == worker
