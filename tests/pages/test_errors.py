"""Pages for what cannot be answered: a plain sentence for all, the words kept, nothing of the inside."""

from __future__ import annotations

import pytest
from django.db.utils import OperationalError
from django.template.loader import render_to_string
from django.test import Client

from reviews.views import shelf
from tests import builders
from tests.pages import entered, read

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
HOSTILE = "</textarea><script>alert(1)</script>\u202eevil"


def inside(body: str) -> list[str]:
    """Words that only a page for developers has."""
    return [word for word in ("Traceback", "DEBUG", "settings", "urlpatterns", "Exception") if word in body]


def test_an_unknown_address_is_a_plain_page_for_anybody(client):
    for page in (client, entered(builders.reader())):
        response = page.get("/nothing/here/")
        assert (response.status_code, inside(response.content.decode())) == (404, [])
        assert "There is nothing at this address." in read(response).words


def test_an_anonymous_visitor_sees_no_navigation_and_a_way_in(client):
    page = read(client.get("/nothing/here/"))
    assert ("Seats" in page.words, "/login/" in page.links, "/ledger/" in page.links) == (False, True, False)


@pytest.mark.parametrize(
    "tail", ["\r\nSet-Cookie: x=1", "<script>alert(1)</script>", "\u202e", "%", "a" * 3000]
)
def test_a_hostile_address_is_a_plain_404(client, tail):
    response = client.get(f"/packs/{tail}")
    assert (response.status_code, "<script>alert" in response.content.decode()) == (404, False)
    assert "x" not in response.cookies


def test_a_form_without_its_token_is_refused_and_keeps_the_words():
    jo = builders.judge()
    client = Client(enforce_csrf_checks=True)
    client.force_login(jo)
    response = client.post("/account/", {"why": HOSTILE, "q": "typed question"})
    assert (response.status_code, "<script>alert" in response.content.decode()) == (403, False)
    assert "so nothing was recorded" in read(response).words
    assert "typed question" in read(response).words


def test_a_browser_that_keeps_no_cookies_is_told_so():
    response = Client(enforce_csrf_checks=True).post("/login/", {"username": "jo", "password": "x"})
    assert (response.status_code, "Allow this desk its cookies" in read(response).words) == (403, True)


def test_more_words_than_are_read_are_no_pack():
    """Without files in it a form is words: the limit of a pack is not what it is told."""
    response = entered(builders.judge()).post("/account/", "why=" + "x" * 1_000_001, FORM)
    assert (response.status_code, "more words than are read" in read(response).words) == (413, True)


def test_a_host_that_is_not_ours_is_a_plain_400(client):
    response = client.get("/login/", headers={"host": "evil.example"})
    assert (response.status_code, inside(response.content.decode())) == (400, [])


def test_a_broken_page_is_static_text(client, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("the secret inside")

    client = entered(builders.reader())
    client.raise_request_exception = False
    monkeypatch.setattr(shelf, "render", broken)
    response = client.get("/")
    assert (response.status_code, inside(response.content.decode())) == (500, [])
    assert "the secret inside" not in response.content.decode()
    assert "Something broke on our side" in read(response).words


def test_the_500_page_asks_nothing_of_the_database(django_assert_num_queries):
    with django_assert_num_queries(0):
        page = render_to_string("500.html")
    assert ("{%" in page, "<h1>" in page) == (False, True)


def test_a_busy_database_is_a_503_that_keeps_the_words(monkeypatch):
    from reviews import people

    def busy(*args, **kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr(people, "set_habits", busy)
    response = entered(builders.judge()).post("/account/", {"why": HOSTILE})
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert ("<script>alert" in response.content.decode(), "evil" in read(response).words) == (False, True)


def test_a_swap_after_the_log_in_is_over_gets_its_words_back(client):
    response = client.post(
        "/packs/x/chips/c-1/hold/", {"why": HOSTILE, "q": "typed question"}, headers={"HX-Request": "true"}
    )
    body = response.content.decode()
    assert (response.status_code, "<html" in body, "<script>alert" in body) == (401, False, False)
    assert "You are logged out, so nothing was recorded" in read(response).words
    assert "typed question" in read(response).words
    assert 'target="_blank"' in body


def test_a_refused_swap_is_a_notice_and_no_page(client):
    response = entered(builders.reader()).post(
        "/seats/", {"why": "typed words"}, headers={"HX-Request": "true"}
    )
    body = response.content.decode()
    assert (response.status_code, "<html" in body, 'role="alert"' in body) == (403, False, True)
    assert "Only an admin seats judges. why typed words" in read(response).words


@pytest.mark.parametrize("lines", ["\nfirst line lost?", "two\nlines", "  spaces  "])
def test_words_come_back_as_they_were_typed(lines):
    page = render_to_string("reviews/_typed_words.html", {"words": [("why", lines)]})
    assert f"\n{lines}</textarea>" in page


def test_what_was_typed_stands_under_its_name():
    sent = {"q": "typed question", "label": "typed label", "seat_class": "typed class"}
    response = entered(builders.judge()).post("/seats/", sent)
    assert read(response).words.endswith(
        "What you typed question typed question public label typed label class typed class To the packs"
    )
