"""W01 to W20: forged forms, odd methods, foreign ids, vacated seats, stale versions, fields that nobody asked for, odd queries."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from reviews import people, seating
from reviews.models import Entry, Seat, User
from tests import builders
from tests.access import snapshot
from tests.access.world import OTHER, RULES, SLUG, SWAP, World, address, build
from tests.pages import entered, read

pytestmark = pytest.mark.django_db
ACTS = sorted(name for name, rule in RULES.items() if rule.act)


@pytest.fixture
def world() -> World:
    return build()


def actor_of(name: str) -> str:
    """Somebody who may do it."""
    return "admin" if "admin" in RULES[name].act else "seated"


def strict(world: World, name: str) -> Client:
    """A browser of somebody who may do it, at a server that looks at tokens."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.users[actor_of(name)])
    client.get("/account/")
    return client


def token(client: Client) -> str:
    return read(client.get("/account/")).forms["/account/"]["csrfmiddlewaretoken"]


FORGED = (
    "no token",
    "wrong token",
    "another session's token",
    "no cookie",
    "as JSON",
    "Origin: null",
    "another Origin",
)


def forged(world: World, client: Client, name: str, how: str) -> HttpResponse:
    where, sent = address(name, world), dict(RULES[name].sent(world))
    headers = {
        "Origin": {"Origin: null": "null", "another Origin": "https://evil.example"}.get(
            how, "http://testserver"
        )
    }
    if how in ("Origin: null", "another Origin", "no cookie"):
        sent["csrfmiddlewaretoken"] = token(client)
    if how == "wrong token":
        sent["csrfmiddlewaretoken"] = "x" * 64
    if how == "another session's token":
        sent["csrfmiddlewaretoken"] = read(Client().get("/login/")).forms["/login/"]["csrfmiddlewaretoken"]
    if how == "no cookie":
        del client.cookies["csrftoken"]
    if how == "as JSON":
        return client.post(
            where, json.dumps({"why": "because", "version": 1}), "application/json", headers=headers
        )
    return client.post(where, sent, headers=headers)


@pytest.mark.parametrize("how", FORGED)
def test_w01_a_forged_form_is_refused_and_writes_nothing(world, how):
    """W01, over every route that takes a form."""
    wrong = []
    for name in ACTS:
        client = strict(world, name)
        before = snapshot()
        answer = forged(world, client, name, how)
        if answer.status_code != 403 or snapshot() != before:
            wrong.append((name, answer.status_code))
    assert wrong == []


def test_w01_a_log_in_needs_its_token_too(world):
    """W01: nobody is logged in as somebody else without knowing."""
    client = Client(enforce_csrf_checks=True)
    sent = {"username": "ron", "password": builders.PASSWORD}
    assert (client.post("/login/", sent).status_code, "packreview" in client.cookies) == (403, False)


def test_w01_with_its_token_the_form_is_taken(world):
    """W01: the refusals above are for the token alone."""
    client = strict(world, "account")
    assert client.post("/account/", {"csrfmiddlewaretoken": token(client)}).status_code == 303


@pytest.mark.parametrize("method", ["get", "head", "options", "put", "patch", "delete", "trace"])
def test_w02_no_other_method_acts(world, method):
    """W02: 405, and nothing is written, also where a POST is asked for in other words."""
    before, wrong = snapshot(), []
    tricks: dict[str, Any] = {"headers": {"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"}}
    for name in ACTS:
        if method == "get" and RULES[name].read:
            continue
        client = world.clients[actor_of(name)]
        where = f"{address(name, world)}?_method=POST&why=because&version=1&key=some-key-1"
        answer = getattr(client, method)(where, **tricks)
        wrong += [(name, answer.status_code)] if answer.status_code != 405 else []
    assert (wrong, snapshot() == before) == ([], True)


@pytest.mark.parametrize("name", sorted(name for name, rule in RULES.items() if rule.read))
def test_w02_reading_writes_nothing(world, name):
    """W02: a GET with every field of a form in its address is only a GET."""
    before = snapshot()
    query = "?why=because&version=1&key=some-key-1&do=deactivate&check=1&q=x&a=y&label=x&name=kim"
    world.clients["admin"].get(address(name, world) + query)
    assert snapshot() == before


def same(body: bytes) -> str:
    """A body without what differs from page to page."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", body.decode())
    return re.sub(r"c-[0-9a-f]{8}|[0-9a-f]{64}|[0-9a-f]{12}|alone|nowhere", "ID", text)


FOREIGN = ("publish", "hold", "edit", "drop", "undo", "quote", "check")


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("headers", [{}, SWAP], ids=["page", "swap"])
def test_w03_a_chip_of_another_pack_is_not_there(world, name, headers):
    """W03: 404, told in the same words and with as many questions to the database as for an id that nobody has."""
    client, sent = world.clients["seated"], dict(RULES[name].sent(world))
    where = f"/packs/{SLUG}/chips/%s/{name}/"
    before, found = snapshot(), []
    for cid in (builders.chip(world.other).cid, "c-00000000"):
        with CaptureQueriesContext(
            connection,
        ) as asked:
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


HOLD = {"version": "1", "key": "some-key-1", "why": "typed while it was open"}


def hold(world: World, who: str = "seated", **more: str) -> str:
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


def test_another_pack_is_no_secret(world):
    """Every logged-in person may read every pack: what W03 hides are ids in the wrong place, not packs."""
    assert entered(world.users["reader"]).get(f"/packs/{OTHER}/").status_code == 200
