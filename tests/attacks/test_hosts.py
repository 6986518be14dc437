"""Who is not asked for by a name of ours is not answered, and what is refused so is told in one line (W15, W16)."""

from __future__ import annotations

import json
import logging
import sys

import pytest
from django.core.exceptions import SuspiciousOperation
from django.test import Client

from tests import builders

pytestmark = pytest.mark.django_db
FORGED = (
    "evil.example",
    "testserver.evil.example",
    "testserver@evil.example",
    "[::1",
    "a b",
    "testserver:80:80",
    "x" * 300,
)


@pytest.fixture
def client():
    client = Client()
    client.force_login(builders.judge())
    return client


@pytest.mark.parametrize("host", FORGED)
@pytest.mark.parametrize("path", ["/", "/login/", "/account/", "/ledger/", "/nothing-here/"])
def test_a_forged_host_is_refused_whoever_asks(client, path, host):
    for asking in (client, Client()):
        answer = asking.get(path, headers={"host": host})
        assert (answer.status_code, host.encode() in answer.content) == (400, False)


def test_a_balancer_asks_for_the_health_by_number(client):
    assert Client().get("/healthz", headers={"host": "192.0.2.7:8000"}).status_code == 200


@pytest.mark.parametrize(
    ("name", "status", "is_traced"),
    [
        ("django.security.DisallowedHost", 400, False),
        ("django.request", 400, False),
        ("django.request", 500, True),
        ("ours", None, True),
    ],
)
def test_only_what_broke_is_told_with_its_traceback(name, status, is_traced):
    console = next(handler for handler in logging.getLogger().handlers if handler.name == "console")
    try:
        raise SuspiciousOperation("evil.example")
    except SuspiciousOperation:
        record = logging.LogRecord(name, logging.ERROR, "", 0, "Invalid", None, sys.exc_info())
    if status:
        record.status_code = status
    told = json.loads(console.format(record))
    assert ("at" in told, "evil.example" in str(told)) == (is_traced, False)
