"""W09, W20: fields and queries that nobody asked for change nothing and tell nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from reviews.models import Entry, Seat, User
from tests.access.acting import actor_of, same
from tests.access.world import RULES, SLUG, address
from tests.pages import read

pytestmark = pytest.mark.django_db
EXTRA: Mapping[str, str] = {
    "state": "published", "status": "published", "seq": "0", "hash": "0" * 64, "head": "0" * 64, "judge": "1", "user": "1", "user_id": "1",
    "actor": "f" * 32, "seat": "1", "seat_id": "1", "seat_class": "root", "is_staff": "1", "is_superuser": "1", "is_active": "",
    "created_at": "2000-01-01", "utc": "2000-01-01T00:00:00Z", "at": "2000-01-01", "pack": "2", "pack_id": "2", "slug": "another-pack",
    "chip": "c-00000000", "cid": "c-00000000", "id": "1", "pk": "1", "published": "true", "findings": "[]", "writer_q": "x", "undoes": "0",
    "source": "verified", "origin": "x", "by": "1", "request_sha": "x", "is_repeat": "1", "_method": "DELETE", "format": "json",
}  # fmt: skip


@pytest.mark.parametrize(
    "name", ["publish", "hold", "edit", "drop", "strike_digest", "strike_bullet", "ratify"]
)
def test_w09_fields_that_nobody_asked_for_change_nothing(world, name):
    """W09: the entry says the same with them as without, but for the moment and its place."""
    RULES[name].before(world, None)
    client, where, sent = world.clients[actor_of(name)], address(name, world), dict(RULES[name].sent(world))
    answer = client.post(where, {**EXTRA, **sent})
    entry = Entry.objects.latest("id")
    body = json.loads(entry.body)
    assert answer.status_code == 303
    assert (entry.user, entry.chain.pack, body["actor"]) == (
        world.users[actor_of(name)],
        world.pack,
        world.users[actor_of(name)].actor,
    )
    assert body["seat"] in ("Desk editor", None)
    assert (body["utc"][:2], body["source"], body["seq"]) == ("20", body["source"], entry.chain.size - 1)
    assert not body["utc"].startswith("2000")


def test_w09_a_seat_is_given_to_whom_and_where_the_form_says_alone(world):
    """W09: no row is overwritten, none is vacated, no term is set by a name of the table."""
    sent = {**EXTRA, "vacated_at": "2000-01-01", **RULES["seats"].sent(world)}
    world.clients["admin"].post("/seats/", sent)
    seat = Seat.objects.latest("id")
    assert (seat.user, seat.pack, seat.vacated_at, seat.seat_class) == (
        world.users["elsewhere"],
        None,
        None,
        "human-class",
    )


def test_w09_a_user_is_made_and_changed_by_named_fields_alone(world):
    """W09"""
    ron = world.users["reader"]
    extra = {**EXTRA, "username": "root", "password": "x", "email": "x@evil.example", "groups": "1"}
    world.clients["admin"].post("/users/", {**extra, "name": "kim"})
    world.clients["admin"].post(f"/users/{ron.pk}/", {**extra, "do": "role"})
    again, kim = User.objects.get(pk=ron.pk), User.objects.get(username="kim")
    assert (again.username, again.is_superuser, again.is_active, again.actor) == (
        "ron",
        False,
        True,
        ron.actor,
    )
    assert (kim.is_superuser, kim.is_staff, kim.email, kim.check_password("x")) == (False, False, "", False)


QUERIES = [
    "order=judge__password", "order=-user__password", "ordering=user__password", "sort=password", "o=1.2", "order_by=pk",
    "judge__password__startswith=p", "user__password__startswith=pbkdf2", "user__is_staff=1", "pack__file__raw__contains=x", "_connector=OR",
    "_negated=1", "q__in=x", "q=%27%20OR%201%3D1--", "q=%25", "q=_", "q=%00", "q=%5C", "who=%27%3B--", "who=%00", "act=__class__",
    "chip=' OR '1'='1", "kind=__all__", "reason=%00", "state=__class__", "status=waiting'--", "series=%0a", "series=%00", "after=%00",
    "after=2.%27", "before=-1", "before=99999999999999999999", "from=-1", "from=1e9", "from=99999999999999", "show=__proto__", "show=%00",
    "chain=%27", "pack=%00", "pack=%27", "rows=__class__", "item=%00", "q=" + "a" * 3000, "q[]=x", "q[$ne]=1", "q=1&q=2&q=3", "%00=x", "=x",
    "&&&", "q=%F0%9F%98%80", "q=%ff%fe", "q=%ED%A0%80", "ratified=%00", "same=%00", "done=%00", "done=-1", "done=99999999999999999999",
]  # fmt: skip
LISTS = ("/", "/ledger/", "/reports/", "/seats/", "/users/", f"/packs/{SLUG}/", f"/packs/{SLUG}/ledger/", f"/packs/{SLUG}/desk/", f"/packs/{SLUG}/article/", f"/packs/{SLUG}/release/")  # fmt: skip


@pytest.mark.parametrize("where", LISTS)
def test_w20_a_query_names_nothing_of_the_tables(world, where):
    """W20: names come from closed lists; whatever else is asked gets a page without an inside, never a 5xx, never more rows."""
    rows = read(world.clients["admin"].get(where)).n_rows
    secrets = [value for user in User.objects.all() for value in (user.password, user.actor)]
    wrong = []
    for query in QUERIES:
        answer = world.clients["admin"].get(f"{where}?{query}")
        body = answer.content.decode()
        n = read(answer).n_rows
        is_told = any(secret in body for secret in secrets)
        known = query.split("=")[0] in ("rows", "kind", "status", "state")
        if answer.status_code not in (200, 404, 422) or is_told or (n > rows and not known):
            wrong.append((query, answer.status_code, n, is_told))
    assert wrong == []


def test_w20_no_order_is_taken_from_a_query(world):
    """W20: two orders that would tell a password's first letter show the same rows in the same order."""
    one, other = (world.clients["admin"].get(f"/users/?order={sign}password").content for sign in ("", "-"))
    assert same(one) == same(other)
