"""PostgreSQL stops under a desk that serves and comes back: what people are told meanwhile, and that nobody restarts the desk."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from tests.proofs import cluster
from tests.proofs.cluster import Cluster
from tests.proofs.desk import Answer, Desk, Person, act, desk

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(cluster.programs() is None, reason="PostgreSQL's programs are not here"),
]
WORDS = "Words that nobody may lose."
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
