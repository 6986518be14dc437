"""What is told of what broke: its kind and its lines, under the id that the page shows; never the words in it."""

from __future__ import annotations

import io
import json
import logging

import pytest
from django.db.utils import OperationalError

from packreview import logs
from reviews.views import shelf
from tests import builders
from tests.pages import entered, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(request):
    """What the root logger writes as JSON meanwhile."""
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    handler.setFormatter(getattr(logs, getattr(request, "param", "Json"))())
    logging.getLogger().addHandler(handler)
    yield heard
    logging.getLogger().removeHandler(handler)


def broken(error: Exception):
    def render(*args, **kwargs):
        typed = "a local canary"
        raise error from ValueError(typed)

    return render


def test_a_broken_page_shows_the_id_under_which_it_is_told(told, monkeypatch):
    client = entered(builders.reader())
    client.raise_request_exception = False
    monkeypatch.setattr(shelf, "render", broken(RuntimeError("a canary in the message")))
    answer = client.get("/?q=canary")
    lines = [json.loads(line) for line in told.getvalue().splitlines() if "logged in" not in line]
    assert answer.headers["X-Request-ID"] in read(answer).words
    assert [line["request_id"] for line in lines] == [answer.headers["X-Request-ID"]] * 2
    assert (lines[0]["error"], lines[0]["at"][-1].rpartition(" ")[2]) == ("RuntimeError", "render")
    assert (lines[1]["status"], lines[1]["level"]) == (500, "ERROR")
    assert "canary" not in told.getvalue()


def test_a_database_that_fails_is_told_with_what_it_said(told, monkeypatch):
    monkeypatch.setattr(shelf, "render", broken(OperationalError("database is locked\nDETAIL: canary")))
    assert entered(builders.reader()).get("/").status_code == 503
    assert "the database cannot be used: database is locked" in told.getvalue()
    assert "canary" not in told.getvalue()


@pytest.mark.parametrize(
    ("given", "n_proxies", "is_taken"),
    [
        ("0af3b2c1-9d", 1, True),
        ("0af3b2c1-9d", 0, False),
        ("", 1, False),
        ("a" * 65, 1, False),
        ("two words", 1, False),
        ('quote"d', 1, False),
        ("line\x85end", 1, False),
    ],
)
def test_an_id_is_taken_from_a_proxy_of_ours_alone(client, settings, given, n_proxies, is_taken):
    settings.PROXY_COUNT = n_proxies
    answer = client.get("/login/", headers={"x-request-id": given})
    assert (answer.headers["X-Request-ID"] == given) == is_taken


@pytest.mark.parametrize("told", ["Plain"], indirect=True)
def test_plain_lines_say_the_same_for_a_terminal(told, client):
    client.get("/ledger/?q=canary")
    [line] = told.getvalue().splitlines()
    assert line.split(" ", 1)[1].startswith("INFO packreview.requests answered request_id=")
    assert ("path=/ledger/ status=302" in line, "canary" in line) == (True, False)


@pytest.mark.parametrize("told", ["Plain", "Json"], indirect=True)
def test_what_would_move_a_cursor_is_escaped(told):
    logging.getLogger().error("x\x1b[31m\ny")
    [line] = told.getvalue().splitlines()
    assert '"x\\u001b[31m\\ny"' in line


@pytest.mark.parametrize(
    ("path", "is_told"),
    [
        ("/ledger/", True),
        ("/packs/{slug}/", True),
        ("/packs/jane-doe/", False),
        ("/jane@house.example/", False),
        ("/packs/{slug}/sections/jane/strike/", False),
    ],
)
def test_an_address_is_told_where_somebody_found_what_it_names(told, path, is_told):
    path = path.format(slug=builders.loaded().slug)
    entered(builders.reader()).get(path)
    assert (path in told.getvalue()) == is_told


def test_an_address_with_a_name_is_not_told_of_a_stranger(told, client):
    client.get("/packs/jane-doe/")
    assert ('"route": "pack"' in told.getvalue(), "jane" in told.getvalue()) == (True, False)


def test_the_log_looks_nobody_up(told, client, django_assert_num_queries):
    with django_assert_num_queries(1):
        client.get("/healthz")
