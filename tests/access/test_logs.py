"""What a real server tells on standard error: a JSON object a line, with no word that somebody typed or sent."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import requests

from tests.browser.conftest import PASSWORD, ROOT, Server

CANARY = "zebrafinch"
ID = re.compile(r"[0-9a-f]{16}")


@pytest.fixture(scope="module")
def judge(desk: Server) -> requests.Session:
    """Somebody with a telling name, who is logged in and has a seat."""
    desk.manage("load_pack", *map(str, sorted((ROOT / "reviews/example").glob("*.json"))))
    desk.manage("add_user", f"{CANARY}-name", "--judge", "--password-stdin", given=PASSWORD)
    desk.manage("seat", f"{CANARY}-name")
    session = requests.Session()
    session.get(f"{desk.url}/login/", timeout=60)
    send(session, f"{desk.url}/login/", username=f"{CANARY}-name", password=PASSWORD)
    return session


def send(session: requests.Session, url: str, **fields: Any) -> requests.Response:
    token = session.cookies["csrftoken"]
    return session.post(url, {**fields, "csrfmiddlewaretoken": token}, timeout=60, allow_redirects=False)


def lines(desk: Server) -> list[dict[str, Any]]:
    """Every line that was told, on standard error or output: each is an object."""
    return [json.loads(line) for line in (desk.data / "told").read_text().splitlines()]


def answered(desk: Server, request_id: str) -> dict[str, Any]:
    [found] = [line for line in lines(desk) if line.get("request_id") == request_id and "status" in line]
    return found


def chip(desk: Server, judge: requests.Session) -> str:
    """The address of a waiting chip of the example."""
    page = judge.get(f"{desk.url}/", timeout=60).text
    slug = re.search(r"/packs/([\w-]+)/", page)[1]
    page = judge.get(f"{desk.url}/packs/{slug}/desk/", timeout=60).text
    cid = re.search(rf"/packs/{slug}/chips/([\w-]+)/hold/", page)[1]
    return f"/packs/{slug}/chips/{cid}/"


def test_a_decision_is_told_with_who_where_how_long_and_its_entry(desk, judge):
    at = chip(desk, judge)
    answer = send(judge, f"{desk.url}{at}hold/", version=1, key=f"{CANARY}-key", why=f"{CANARY} why")
    told = answered(desk, answer.headers["X-Request-ID"])
    assert answer.status_code == 303
    assert list(told) == (
        "time level logger message request_id method route path status ms actor seq".split()
    )
    assert (told["method"], told["route"], told["path"], told["status"], told["seq"]) == (
        "POST", "verdict", f"{at}verdict/", 303, answer.headers["X-Ledger-Seq"],
    )  # fmt: skip
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", told["time"])
    assert re.fullmatch(r"[0-9a-f]{16,32}", told["actor"])


def test_no_line_tells_which_verdict_was_given(desk, judge):
    at = chip(desk, judge)
    told = []
    for verdict in ("publish", "hold"):
        answer = send(
            judge, f"{desk.url}{at}{verdict}/", version=99, key=f"{CANARY}-{verdict}", why="it does"
        )
        line = answered(desk, answer.headers["X-Request-ID"])
        told.append((line["route"], line["path"], line["status"], line["ms"] % 100))
    assert told == [("verdict", f"{at}verdict/", 409, 0)] * 2


def test_a_quote_that_was_looked_up_is_not_told(desk, judge):
    """Whoever looks one up, and then gives a verdict, has published."""
    quote = f"{chip(desk, judge)}quote/"
    answers = [
        send(judge, f"{desk.url}{quote}", version=1, key="a-quote", quote="words", quote_cite=CANARY),
        judge.get(f"{desk.url}{quote}", timeout=60),
    ]
    ids = [answer.headers["X-Request-ID"] for answer in answers]
    told = [line["status"] for line in lines(desk) if line.get("request_id") in ids]
    assert ([answer.status_code for answer in answers], told) == ([200, 405], [405])


def test_each_request_has_an_id_of_its_own_and_a_strangers_is_not_taken(desk):
    url = f"{desk.url}/login/"
    sent = {"X-Request-ID": "a-good-looking-id"}
    ids = [requests.get(url, headers=sent, timeout=60).headers["X-Request-ID"] for _ in range(3)]
    assert ([bool(ID.fullmatch(one)) for one in ids], len(set(ids))) == ([True] * 3, 3)


def test_nothing_that_was_typed_or_sent_is_told(desk, judge, wire):
    at = f"{desk.url}{chip(desk, judge)}"
    for act in ("hold", "edit", "drop", "undo", "publish"):
        for version in (1, 2, 3, 99, CANARY):
            fields = {name: f"{CANARY} {name}" for name in ("q", "a", "cites", "why", "quote")}
            key = f"{CANARY}-{act}-{version}"
            send(judge, f"{at}{act}/?{CANARY}={CANARY}", version=version, key=key, **fields)
    headers = {
        "Referer": f"{desk.url}/?{CANARY}",
        "User-Agent": CANARY,
        "X-Request-ID": CANARY,
        "Accept": CANARY,
    }
    paths = ("/", "/ledger/", "/nothing/", "/login/", "/static/none.css", "/packs/none/")
    typed = (f"/{CANARY}@house.example/", f"/home/{CANARY}/x", f"/static/{CANARY}.css", f"/packs/{CANARY}/")
    for path in (*paths, *typed, f"/packs/{CANARY}/chips/{CANARY}/hold/"):
        judge.get(f"{desk.url}{path}?q={CANARY}", headers=headers, timeout=60)
        requests.post(f"{desk.url}{path}?q={CANARY}", {"why": CANARY}, headers=headers, timeout=60)
    stranger = requests.Session()
    stranger.get(f"{desk.url}/login/", timeout=60)
    send(stranger, f"{desk.url}/login/?next=/{CANARY}/", username=CANARY, password=CANARY)
    send(stranger, f"{desk.url}/login/", username=f"{CANARY}-name", password=CANARY)
    for raw in (
        f"GET / HTTP/1.1\r\nHost: {CANARY}\r\n",
        f"GET /login/ HTTP/1.1\r\nHost: localhost\r\n{CANARY}: \x00\r\n",
        f"GET /login/ HTTP/1.1\r\nHost: localhost\r\n{CANARY} no colon\r\n",
        f"GET /?{CANARY} HTTP/1.1\r\nHost: localhost\r\nCookie: {CANARY}={CANARY}; csrftoken={CANARY}\r\n",
        f"{CANARY} HTTP/1.1\r\n",
        f"{CANARY.upper()} / HTTP/9.9\r\n",
        f"{CANARY.upper()} /login/ HTTP/1.1\r\nHost: localhost\r\n",
        f"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: {CANARY}\r\n",
    ):
        wire(f"{raw}Connection: close\r\n\r\n".encode())
    told = lines(desk)
    assert [line for line in told if CANARY in json.dumps(line).lower()] == []
    assert {line.get("message", "")[:15] for line in told} >= {
        "answered",
        "refused: Disall",
        "Invalid request",
    }


def test_what_is_asked_all_the_time_and_went_well_is_not_told(desk):
    for path in ("/healthz", "/readyz", "/static/css/base.css"):
        assert requests.get(f"{desk.url}{path}", timeout=60).status_code == 200
    told = [line.get("path", "") for line in lines(desk) if line.get("status") == 200]
    assert [path for path in told if path in ("/healthz", "/readyz") or "static" in path] == []


def test_who_asks_for_heads_alone_makes_no_warnings(desk):
    answers = [requests.head(f"{desk.url}{path}", timeout=60) for path in ("/healthz", "/readyz", "/login/")]
    assert [answer.status_code for answer in answers] == [200, 200, 405]
    assert [line for line in lines(desk) if line["logger"] == "gunicorn.http.wsgi"] == []
