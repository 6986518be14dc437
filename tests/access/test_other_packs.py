"""W03: what is named through another pack is not there, told as what nobody has."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import builders
from tests.access import snapshot
from tests.access.acting import same
from tests.access.world import OTHER, RULES, SLUG, SWAP
from tests.pages import entered

pytestmark = pytest.mark.django_db
FOREIGN = ("publish", "hold", "edit", "drop", "undo", "quote", "check")


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("headers", [{}, SWAP], ids=["page", "swap"])
def test_w03_a_chip_of_another_pack_is_not_there(world, name, headers):
    """W03: 404, told in the same words and with as many questions to the database as for an id that nobody has."""
    client, sent = world.clients["seated"], dict(RULES[name].sent(world))
    where = f"/packs/{SLUG}/chips/%s/{name}/"
    before, found = snapshot(), []
    for cid in (builders.chip(world.other).cid, "c-00000000"):
        with CaptureQueriesContext(connection) as asked:
            answer = client.post(where % cid, sent, headers=headers)
        found.append((answer.status_code, same(answer.content), len(asked)))
    assert (found[0], found[0][0], snapshot() == before) == (found[1], 404, True)


@pytest.mark.parametrize(
    ("theirs", "nobodys"),
    [
        ("sections/alone/strike/", "sections/nowhere/strike/"),
        ("sections/alone/strike/undo/", "sections/nowhere/strike/undo/"),
        ("bullets/{bullet}/strike/", "bullets/000000000000/strike/"),
        ("bullets/{bullet}/strike/undo/", "bullets/000000000000/strike/undo/"),
    ],
)
def test_w03_an_item_of_another_pack_is_not_there(world, theirs, nobodys):
    """W03"""
    client, sent = world.clients["seated"], {"version": "1", "key": "some-key-1", "why": "because"}
    paths = [
        f"/packs/{SLUG}/{path}".format(bullet=world.other.bullets.get().text_sha)
        for path in (theirs, nobodys)
    ]
    answers = [client.post(path, sent) for path in paths]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert same(answers[0].content) == same(answers[1].content)


@pytest.mark.parametrize(
    ("theirs", "nobodys"),
    [
        ("article/{sha}/", f"article/{'0' * 64}/"),
        ("desk/?chip={cid}", "desk/?chip=c-00000000"),
        ("export/?ratified=99", "export/?ratified=98"),
        ("export/ledger/?ratified=99", "export/ledger/?ratified=98"),
    ],
)
def test_w03_a_page_of_another_pack_is_not_there(world, theirs, nobodys):
    """W03"""
    given = {"sha": world.other.article_id, "cid": builders.chip(world.other).cid}
    answers = [
        world.clients["admin"].get(f"/packs/{SLUG}/{path}".format(**given)) for path in (theirs, nobodys)
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert same(answers[0].content) == same(answers[1].content)


def test_w03_a_ledger_shows_nothing_of_another_pack(world):
    """W03: neither rows nor counts."""
    cid = builders.chip(world.other).cid
    page = world.clients["reader"].get(f"/packs/{SLUG}/ledger/?chip={cid}").content.decode()
    assert ("data-row" in page, "Another" in page) == (False, False)


def test_another_pack_is_no_secret(world):
    """Every logged-in person may read every pack: what W03 hides are ids in the wrong place, not packs."""
    assert entered(world.users["reader"]).get(f"/packs/{OTHER}/").status_code == 200
