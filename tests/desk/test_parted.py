"""A chain whose row was altered outside the desk: nothing is decided on top of it, and nothing typed is lost."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from reviews import desk, intake, ledger, opinions, seating, triggers
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
