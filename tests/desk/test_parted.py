"""A chain whose row was altered outside the desk: nothing is decided on top of it, and nothing typed is lost."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client

from reviews import desk, heads, intake, ledger, opinions, readiness, seating, triggers
from reviews.core.refusals import DoesNotAddUp
from reviews.models import Chain, Entry
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
CHANGES = {
    "another head": {"head": "f" * 64},
    "fewer entries": {"size": 2},
    "more entries": {"size": 9},
    "none": {"size": 0, "head": "0" * 64},
}
WORDS = "Words that nobody may lose."
FIELDS = {
    "publish": {
        "quote": "Feed the starter once a day with 50 g of flour and 50 g of water.",
        "quote_cite": "feeding",
    },
    "edit": {"q": "how often is it fed?", "a": "Once a day.", "cites": "feeding"},
}


@pytest.fixture(params=CHANGES.values(), ids=CHANGES.keys())
def parted(request, pack, jo):
    """The pack, its ledger some entries long, and the row of that changed; the triggers stand again."""
    desk.hold(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1), why="x"))
    altered(pack, **request.param)
    return pack


def altered(pack, **columns) -> None:
    triggers.lift(connection)
    Chain.objects.filter(pack=pack).update(**columns)
    triggers.install(connection)


def rows(pack) -> tuple[object, ...]:
    chips = pack.chips.order_by("pk").values_list("status", "version", "q")
    return (*Chain.objects.order_by("pk").values_list("size", "head"), Entry.objects.count(), *chips)


@pytest.mark.parametrize("act", ["hold", "drop", "undo", "publish", "edit"])
def test_no_act_on_a_chip_is_recorded_and_its_words_are_kept(parted, jo, act):
    n = 1 if act == "undo" else 0
    before, client = rows(parted), Client()
    client.force_login(jo)
    fields = {
        "version": chip(parted, n).version,
        "key": "key-of-this-act",
        "why": WORDS,
        **FIELDS.get(act, {}),
    }
    answer = client.post(f"/packs/{parted.slug}/chips/{chip(parted, n).cid}/{act}/", fields)
    shown = answer.content.decode()
    assert (answer.status_code, "Nothing was recorded: the row of this ledger" in shown) == (409, True)
    assert WORDS in shown
    assert rows(parted) == before


def test_neither_is_an_admins_act(parted):
    ada, lee = builders.admin(), builders.judge("lee")
    before = rows(parted)
    for tried in (
        lambda: seating.seat(lee, parted, by=ada),
        lambda: intake.attach(parted, b"# Another article\n", by=ada),
        lambda: opinions.set_rule(parted, "every", by=ada),
    ):
        with pytest.raises(DoesNotAddUp, match="altered outside the desk"):
            tried()
    assert rows(parted) == before


def test_an_article_for_it_is_refused_on_its_page(parted):
    client = Client()
    client.force_login(builders.admin())
    given = SimpleUploadedFile("another.md", b"# Another article\n")
    answer = client.post(f"/packs/{parted.slug}/article/", {"article": given})
    assert (answer.status_code, b"altered outside the desk" in answer.content) == (409, True)


def test_the_desks_own_chain_is_asked_too(pack, jo):
    ada = builders.admin()
    altered(None, head="f" * 64)
    with pytest.raises(DoesNotAddUp, match="altered outside the desk"):
        seating.seat(builders.judge("lee"), None, by=ada)


def test_what_was_recorded_before_is_told_again(pack, jo):
    asked = ask(jo, chip(pack, 0), why="x")
    done = desk.hold(pack, chip(pack, 0).cid, asked)
    altered(pack, head="f" * 64)
    again = desk.hold(pack, chip(pack, 0).cid, asked)
    assert (again.is_repeat, again.entry) == (True, done.entry)


def test_a_last_entry_that_is_gone_is_refused_as_well(pack, jo):
    desk.hold(pack, chip(pack, 0).cid, ask(jo, chip(pack, 0), why="x"))
    triggers.lift(connection)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM reviews_entry WHERE act = 'hold'")
    triggers.install(connection)
    with pytest.raises(DoesNotAddUp):
        desk.hold(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1), why="x"))


def test_the_row_is_asked_for_by_one_query(pack, django_assert_num_queries):
    chain = Chain.objects.get(pack=pack)
    with django_assert_num_queries(1):
        ledger._refuse_parted(chain)


def test_a_ledger_that_has_less_than_was_recorded_takes_no_act(pack, jo):
    """As where an older copy was written over the open database: the row and its last entry fit each other."""
    row = Chain.objects.get(pack=pack)
    heads.keep(row.origin, row.size + 2, "a" * 64)
    with pytest.raises(
        DoesNotAddUp, match=f"had {row.size + 2} entries when .* and now it has {row.size}: an older"
    ):
        desk.hold(pack, chip(pack).cid, ask(jo, why="not carried"))
    assert "an older database is in its place" in readiness.parted(connection)


def test_so_does_one_whose_last_entry_is_another(pack, jo):
    row = Chain.objects.get(pack=pack)
    heads.keep(row.origin, row.size, "a" * 64)
    with pytest.raises(DoesNotAddUp, match="an older database is in its place"):
        desk.hold(pack, chip(pack).cid, ask(jo, why="not carried"))


def test_one_that_grew_by_another_process_goes_on(pack, jo):
    row = Chain.objects.get(pack=pack)
    heads.keep(row.origin, row.size - 1, "a" * 64)
    assert desk.hold(pack, chip(pack).cid, ask(jo, why="not carried")).entry.seq == row.size
    assert readiness.parted(connection) == ""


def test_what_the_ledgers_have_as_a_process_begins_is_known(pack, jo):
    readiness.learn(connection)
    rows = Chain.objects.filter(size__gt=0).values_list("origin", "size", "head")
    assert {origin: heads.known(origin) for origin, *_ in rows} == {one: (n, head) for one, n, head in rows}
    assert heads.known(Chain.objects.get(pack=pack).origin)[0] > 0


def test_what_is_known_of_a_ledger_grows_and_is_bounded():
    heads.keep("d/a/1", 3, "c" * 64)
    heads.keep("d/a/1", 2, "b" * 64)
    assert heads.known("d/a/1") == (3, "c" * 64)
    for n in range(heads.MOST):
        heads.keep(f"d/b/{n}", 1, "d" * 64)
    assert (heads.known("d/a/1"), len(heads.origins())) == ((0, ""), heads.MOST)


@pytest.mark.usefixtures("emptying")
def test_what_is_rolled_back_is_not_remembered(pack, jo):
    row = Chain.objects.get(pack=pack)
    before = heads.known(row.origin)
    with transaction.atomic():
        desk.hold(pack, chip(pack).cid, ask(jo, why="not carried"))
        transaction.set_rollback(True)
    assert heads.known(row.origin) == before
    done = desk.hold(pack, chip(pack).cid, ask(jo, why="not carried"))
    assert heads.known(row.origin) == (row.size + 1, done.entry.hash)
