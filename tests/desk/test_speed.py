"""What a decision and a page of the desk ask of the database, and that counting one chip elsewhere is counting all anew."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import counts, desk, evidence
from reviews.models import Pack
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."
COUNTS = ("n_waiting", "n_held", "n_published", "n_dropped", "n_rewritten", "rank")


def asked(work) -> list[str]:
    """The statements that some work sends to the database, transactions apart."""
    with CaptureQueriesContext(connection) as queries:
        work()
    return [q["sql"] for q in queries if not q["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))]


def deciding(client, pack, n: int, **more):
    """A decision about the n-th chip, to be made when it is called."""
    url = f"/packs/{pack.slug}/chips/{chip(pack, n).cid}/publish/"
    sent = {"version": 1, "key": f"key-for-chip-{n}", "quote": WORDS, "quote_cite": "feeding"}
    return lambda: client.post(url, sent | ({"override": ["figure", "new_noun"], "why": "x"} if n else {}), **more)  # fmt: skip


def counted(pack) -> dict[str, int]:
    return Pack.objects.filter(pk=pack.pk).values(*COUNTS)[0]


def test_a_decision_asks_sixteen_questions(client, pack):
    deciding(client, pack, 1)()
    assert len(asked(deciding(client, pack, 0))) == 16


def test_a_decision_with_the_next_chip_asks_two_more(client, pack):
    deciding(client, pack, 2)()
    assert len(asked(deciding(client, pack, 0, headers={"HX-Request": "true"}))) == 18


def test_the_desk_asks_nine_questions(client, pack):
    client.get(f"/packs/{pack.slug}/desk/")
    assert len(asked(lambda: client.get(f"/packs/{pack.slug}/desk/"))) == 9


def test_no_article_is_read_under_the_lock(client, pack, jo):
    evidence._source.cache_clear()
    told = asked(deciding(client, pack, 0))
    locked = next(n for n, sql in enumerate(told) if 'FROM "reviews_chain"' in sql)
    assert [n > locked for n, sql in enumerate(told) if 'FROM "reviews_article"' in sql] == [False]


def test_a_decision_counts_one_chip_and_looks_at_no_other(client, pack):
    told = asked(deciding(client, pack, 0))
    assert [sql for sql in told if "COUNT(" in sql] == []


def test_counts_moved_are_counts_made_anew(pack, jo):
    def edit(n: int, q: str) -> None:
        desk.hand_edit(pack, chip(pack, n).cid, ask(jo, chip(pack, n), why="x"), builders.wording(q, "It is fed once a day.", "feeding"))  # fmt: skip

    edit(0, "how often is it fed?")
    desk.drop(pack, chip(pack, 0).cid, ask(jo, chip(pack, 0), why="x"))
    desk.undo(pack, chip(pack, 0).cid, ask(jo, chip(pack, 0)))
    edit(1, "how often, then?")
    desk.edit_and_publish(
        pack, chip(pack, 2).cid, ask(jo, chip(pack, 2), why="x"),
        builders.wording("how often is a starter given flour?", "Once a day.", "feeding"), desk.Quoted(WORDS),
        [name for name, _ in desk.publishing.GATES],
    )  # fmt: skip
    moved = counted(pack)
    counts.recount(Pack.objects.get(pk=pack.pk))
    assert counted(pack) == moved == {"n_waiting": 2, "n_held": 0, "n_published": 1, "n_dropped": 0, "n_rewritten": 3, "rank": 0}  # fmt: skip


def test_counts_that_were_changed_outside_the_desk_stop_no_act(pack, jo):
    Pack.objects.filter(pk=pack.pk).update(n_waiting=0)
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="x"))
    assert (counted(pack)["n_waiting"], counted(pack)["n_held"]) == (2, 1)
