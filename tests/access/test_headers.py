"""W17, W18: what every answer says to browsers and caches, over every route, for whoever asks."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.access.world import OUTSIDE, RULES, SLUG, SWAP, address, build, routes
from tests.pages import entered

pytestmark = pytest.mark.django_db
POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'",
    "connect-src": "'self'", "form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
}  # fmt: skip
FILE_POLICY = {"default-src": "'none'", "frame-ancestors": "'none'", "sandbox": ""}
FILES = ("raw_pack", "raw_article", "ledger_jsonl", "ledger_csv", "ledger_csv_all", "desk_jsonl", "reports_csv", "export", "export_ledger")  # fmt: skip
SAID = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ASLEEP = (
    "accelerometer autoplay camera display-capture encrypted-media fullscreen geolocation gyroscope magnetometer"
    " microphone midi payment usb"
)


def policy(answer: HttpResponse) -> dict[str, str]:
    """The enforced policy, directive by directive."""
    parts = [part.strip().partition(" ") for part in answer.headers["Content-Security-Policy"].split(";")]
    return {name: value for name, _, value in parts if name}


def missing(answer: HttpResponse, wanted: dict[str, str]) -> list[tuple[str, str | None]]:
    found = [
        (name, answer.headers.get(name)) for name, value in SAID.items() if answer.headers.get(name) != value
    ]
    if "no-store" not in answer.headers.get("Cache-Control", ""):
        found.append(("Cache-Control", answer.headers.get("Cache-Control")))
    if policy(answer) != wanted:
        found.append(("Content-Security-Policy", answer.headers["Content-Security-Policy"]))
    if "Content-Security-Policy-Report-Only" in answer.headers:
        found.append(("Content-Security-Policy-Report-Only", "only reported"))
    asleep = ", ".join(f"{name}=()" for name in ASLEEP.split())
    if answer.headers.get("Permissions-Policy") != asleep:
        found.append(("Permissions-Policy", answer.headers.get("Permissions-Policy")))
    if "HX-Request" not in answer.headers.get("Vary", ""):
        found.append(("Vary", answer.headers.get("Vary")))
    return found


@pytest.mark.parametrize("name", routes())
def test_every_answer_carries_every_header(world, name):
    wrong = []
    for actor in ("anonymous", "reader", "seated", "admin"):
        for method in ("get", "post", "put"):
            for headers in ({}, SWAP):
                client, where = world.clients[actor], address(name, world)
                sent = dict(RULES[name].sent(world)) if method == "post" else {}
                answer = getattr(client, method)(where, sent, headers=headers)
                is_file = name in FILES and answer.status_code == 200
                found = missing(answer, FILE_POLICY if is_file else POLICY)
                wrong += [(actor, method, answer.status_code, found)] if found else []
    assert wrong == []


@pytest.mark.parametrize(
    "path", ["/nothing/here/", "/packs/none-such/", "/static/none.css", "/packs/%0d%0aX: y/"]
)
def test_an_error_carries_them_too(world, path):
    answers = [world.clients[actor].get(path) for actor in ("anonymous", "admin")]
    assert [missing(answer, POLICY) for answer in answers] == [[], []]


def test_a_refused_host_and_a_broken_page_carry_them_too(client, monkeypatch):
    from reviews.views import shelf

    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(shelf, "render", broken)
    inside = entered(build().users["reader"])
    inside.raise_request_exception = False
    answers = [client.get("/login/", headers={"host": "evil.example"}), inside.get("/")]
    assert [answer.status_code for answer in answers] == [400, 500]
    assert [missing(answer, POLICY) for answer in answers] == [[], []]


def test_no_policy_lets_a_script_or_style_stand_in_a_page(world):
    told = policy(world.clients["admin"].get("/"))
    lax = [word for value in told.values() for word in value.split() if word not in ("'none'", "'self'")]
    assert lax == []


def test_no_answer_lets_another_origin_read_it(world):
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answers = [
        world.clients["admin"].get(address(name, world), headers=headers) for name in ("shelf", "pack")
    ]
    answers.append(world.clients["admin"].options("/", headers=headers))
    assert [name for answer in answers for name in answer.headers if name.startswith("Access-Control")] == []


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_kept_and_never_shown(world, name):
    """X12: foreign bytes leave as an attachment of a plain type, in a sandbox."""
    RULES[name].before(world, None)
    answer = world.clients["admin"].get(address(name, world))
    kind = answer.headers["Content-Type"].split(";")[0]
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert kind in ("text/plain", "text/csv", "application/json", "application/x-ndjson")
    assert policy(answer) == FILE_POLICY


def test_every_page_says_its_characters(world):
    kinds = {
        world.clients["admin"].get(address(name, world)).headers["Content-Type"]
        for name in routes()
        if RULES[name].read and name not in FILES
    }
    assert kinds == {"text/html; charset=utf-8"}


def test_no_answer_names_the_server_or_its_version(world):
    told = {name.lower() for name in world.clients["admin"].get("/").headers}
    assert sorted(told & {"server", "x-powered-by", "x-django-version"}) == []


def test_a_private_page_is_gone_after_the_log_out(world):
    """W18: nothing was stored that the Back button could show, and the address asks for a log-in."""
    client = world.clients["seated"]
    page = client.get(f"/packs/{SLUG}/")
    client.post("/logout/")
    assert (page.headers["Cache-Control"], client.get(f"/packs/{SLUG}/").status_code) == ("no-store", 302)


def test_links_out_of_the_house_tell_nothing(world):
    """W17: every link to another host opens without a referrer and without a hold on our window."""
    from selectolax.lexbor import LexborHTMLParser

    loose = []
    for name in ("pack", "desk", "article", "release", "pack_ledger"):
        page = LexborHTMLParser(world.clients["admin"].get(address(name, world)).content)
        for link in page.css("a[href^='http'], a[target]"):
            rel = set((link.attributes.get("rel") or "").split())
            loose += [(name, link.attributes["href"])] if not {"noopener", "noreferrer"} <= rel else []
    assert loose == []


def test_the_policy_holds_for_whoever_is_outside(world):
    answers = [world.clients[actor].get("/login/") for actor in OUTSIDE]
    assert [policy(answer) for answer in answers] == [POLICY, POLICY]


def test_an_anonymous_page_sets_no_session(world):
    answer = Client().get("/login/")
    assert set(answer.cookies) == {"csrftoken"}
