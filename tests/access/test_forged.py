"""W01, W02: a form without its token, and a method that is not an act's, change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import builders
from tests.access import snapshot
from tests.access.acting import ACTS, actor_of
from tests.access.world import RULES, World, address
from tests.pages import read

pytestmark = pytest.mark.django_db


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
