"""W06, W08: what changed while a page was open: a seat, a role, a chip's version; and keys and versions that are none."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import people, seating
from reviews.models import User
from tests import builders
from tests.access import snapshot
from tests.access.world import RULES, SLUG, SWAP, World
from tests.pages import read

pytestmark = pytest.mark.django_db
HOLD = {"version": "1", "key": "some-key-1", "why": "typed while it was open"}


def hold(world: World) -> str:
    return f"/packs/{SLUG}/chips/{builders.chip(world.pack).cid}/hold/"


@pytest.mark.parametrize("headers", [{}, SWAP], ids=["page", "swap"])
def test_w06_a_seat_vacated_while_the_page_is_open(world, headers):
    """W06: 403, the words stay, nothing is written."""
    client = world.clients["seated"]
    client.get(f"/packs/{SLUG}/desk/")
    seating.vacate(world.seat, by=None, why="over")
    before = snapshot()
    answer = client.post(hold(world), HOLD, headers=headers)
    assert (answer.status_code, snapshot() == before) == (403, True)
    assert "typed while it was open" in answer.content.decode()


def test_w06_a_user_deactivated_while_the_page_is_open(world):
    """W06: 401 with the words."""
    client = world.clients["seated"]
    people.deactivate(world.users["seated"], by=None)
    before = snapshot()
    answer = client.post(hold(world), HOLD, headers=SWAP)
    assert (answer.status_code, snapshot() == before) == (401, True)
    assert "typed while it was open" in read(answer).words


def test_w06_the_role_of_an_admin_taken_while_the_page_is_open(world):
    """W06: the next act is refused."""
    User.objects.filter(pk=world.users["admin"].pk).update(is_staff=False)
    before = snapshot()
    answer = world.clients["admin"].post("/seats/", dict(RULES["seats"].sent(world)))
    assert (answer.status_code, snapshot() == before) == (403, True)


def test_w06_the_seat_is_asked_for_under_the_lock(world):
    """W06: after the transaction began and the chain was locked, not before alone."""
    with CaptureQueriesContext(connection) as asked:
        world.clients["seated"].post(hold(world), HOLD)
    told = [query["sql"] for query in asked]
    first = {word: next(n for n, sql in enumerate(told) if word in sql) for word in ("SAVEPOINT", 'FROM "reviews_chain"', 'FROM "reviews_seat"')}  # fmt: skip
    assert sorted(first, key=first.__getitem__) == [
        "SAVEPOINT",
        'FROM "reviews_chain"',
        'FROM "reviews_seat"',
    ]


@pytest.mark.parametrize("headers", [{}, SWAP], ids=["page", "swap"])
def test_w08_a_stale_version_is_told_the_newer_decision(world, headers):
    """W08: 409 with theirs and yours."""
    builders.seated(world.users["elsewhere"], world.pack)
    world.clients["elsewhere"].post(hold(world), {**HOLD, "why": "theirs"})
    before = snapshot()
    answer = world.clients["seated"].post(
        hold(world).replace("hold", "drop"), {**HOLD, "key": "some-key-2"}, headers=headers
    )
    words = read(answer).words
    assert (answer.status_code, snapshot() == before) == (409, True)
    assert ("Held by elsewhere" in words, "typed while it was open" in answer.content.decode()) == (
        True,
        True,
    )


VERSIONS = [
    None, "", " ", "0", "-1", "1.5", "1e0", "0x1", "1_0", "abc", "NaN", "Infinity", "2147483648", "9" * 400, "1\0", "true", "[1]", "1;2",
    "--1", "+-1", "½", "\u202e1",
]  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS)
def test_w08_a_version_that_is_none_is_malformed(world, version):
    """W08: 422, nothing written, the words kept."""
    before = snapshot()
    sent = {name: value for name, value in {**HOLD, "version": version}.items() if value is not None}
    answer = world.clients["seated"].post(hold(world), sent)
    assert (answer.status_code, snapshot() == before) == (422, True)
    assert "typed while it was open" in answer.content.decode()


@pytest.mark.parametrize("version", ["2", "999", "2147483647"])
def test_w08_a_version_of_the_future_is_a_conflict(world, version):
    """W08"""
    before = snapshot()
    answer = world.clients["seated"].post(hold(world), {**HOLD, "version": version})
    assert (answer.status_code, snapshot() == before) == (409, True)


@pytest.mark.parametrize(
    "key", [None, "", "short", "x" * 65, "with space", "a;b;c;d;e", "ключ-ключ", "../../../etc", "a\nb-c-d-e"]
)
def test_w08_a_key_that_is_none_is_malformed(world, key):
    """W08"""
    before = snapshot()
    sent = {name: value for name, value in {**HOLD, "key": key}.items() if value is not None}
    answer = world.clients["seated"].post(hold(world), sent)
    assert (answer.status_code, snapshot() == before) == (422, True)
