"""nginx as deploy/nginx.conf has it, Debian's own program, before a real gunicorn with one thread."""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import json
import re
import socket
import ssl
import time
from typing import Any

import pytest
import requests

from tests.deploy.conftest import NAME, Front, nginx, open_folder
from tests.servers import free_port

TOO_LARGE = "This is larger than a pack and its article may be, so it was not read. Nothing was recorded.\n"


@pytest.fixture
def visitor(front: Front) -> requests.Session:
    return front.visitor()


@pytest.fixture
def judge(front: Front, visitor: requests.Session) -> requests.Session:
    visitor.get(f"{front.url}/login/", timeout=60)
    answer = send(visitor, front, "/login/", username="judge", password=front.password("judge"))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    return visitor


def send(session: requests.Session, front: Front, path: str, **fields: Any) -> requests.Response:
    form = {**fields, "csrfmiddlewaretoken": session.cookies["__Host-csrf"]}
    return session.post(f"{front.url}{path}", form, timeout=60, allow_redirects=False)


def a_chip(front: Front, judge: requests.Session) -> str:
    """The address of a chip of the example, to which an act is added."""
    page = judge.get(f"{front.url}/", timeout=60).text
    slug = re.search(r"/packs/([\w-]+)/", page)[1]
    desk = judge.get(f"{front.url}/packs/{slug}/desk/", timeout=60).text
    return re.search(r"/packs/[\w-]+/chips/[\w-]+/", desk)[0]


def line_to(front: Front, name: str = NAME, source: str = "127.0.0.1") -> ssl.SSLSocket:
    """A TLS connection, on which a test says byte by byte what it likes."""
    context = ssl.create_default_context(cafile=front.certificate)
    plain = socket.create_connection(("127.0.0.1", front.https), timeout=60, source_address=(source, 0))
    return context.wrap_socket(plain, server_hostname=name)


def heard(front: Front, raw: str, source: str = "127.0.0.1") -> str:
    """What comes back for these bytes until the line is hung up."""
    with line_to(front, source=source) as line:
        line.sendall(raw.encode())
        found = b""
        while part := line.recv(65536):
            found += part
    return found.decode()


def asked(path: str, *headers: str, host: str = NAME) -> str:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "Connection: close", "", ""])


def logged(front: Front, number: str) -> dict[str, Any]:
    """The line of nginx's log for a request: it is written once the answer has gone out, so it may come after it."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        *whole, _ = (front.folder / "packreview.log").read_text().split("\n")
        if seen := [line for line in map(json.loads, whole) if line["request_id"] == number]:
            return seen[0]
        time.sleep(0.05)
    raise AssertionError(f"nginx never logged {number}")


def told(front: Front, request_id: str) -> dict[str, Any]:
    """The desk's line about a request."""
    lines = (front.folder / "told").read_text().splitlines()
    [found] = [line for line in lines if f'"request_id": "{request_id}"' in line]
    return json.loads(found)


def test_a_judge_logs_in_and_decides_through_it(front, judge):
    page = judge.get(f"{front.url}/", timeout=60).text
    slug = re.search(r"/packs/([\w-]+)/", page)[1]
    desk = judge.get(f"{front.url}/packs/{slug}/desk/", timeout=60).text
    cid = re.search(rf"/packs/{slug}/chips/([\w-]+)/hold/", desk)[1]
    path = f"/packs/{slug}/chips/{cid}/hold/"
    answer = send(judge, front, path, version=1, key="through-nginx", why="not carried")
    assert (answer.status_code, answer.headers["X-Ledger-Seq"].isdigit()) == (303, True)
    assert f"/packs/{slug}/desk/" in answer.headers["Location"]
    assert "verified" in front.manage("verify_ledger", slug)
    assert all(cookie.secure and cookie.name.startswith("__Host-") for cookie in judge.cookies)


def test_what_comes_without_https_is_sent_there_by_its_own_name(front):
    answer = requests.get(
        f"http://127.0.0.1:{front.http}/login/?next=/ledger/",
        headers={"Host": "evil.example"}, timeout=60, allow_redirects=False,
    )  # fmt: skip
    assert (answer.status_code, answer.headers["Location"]) == (301, f"{front.url}/login/?next=/ledger/")


def test_the_desk_tells_browsers_to_stay_with_https(front, visitor):
    answer = visitor.get(f"{front.url}/login/", timeout=60)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def test_another_name_gets_no_certificate(front):
    with pytest.raises(ssl.SSLError):
        line_to(front, "evil.example")


@pytest.mark.parametrize("host", ["evil.example", f"{NAME}.evil.example", "127.0.0.1"])
def test_another_name_under_our_certificate_gets_no_answer(front, host):
    assert heard(front, asked("/login/", host=host)) == ""


@pytest.mark.parametrize("raw", ["GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"])
def test_a_request_without_one_name_hears_no_version(front, raw):
    assert re.findall("nginx[^\r\n<]*", heard(front, raw)) == ["nginx", "nginx"]


def test_what_a_client_claims_is_not_passed_on(front):
    """Each of these would turn the address, the scheme, the name or the id about, were it believed."""
    claims = [
        "X-Forwarded-Host: evil.example",
        "X-Forwarded-Proto: http",
        "X-Forwarded-Ssl: off",
        "X-Forwarded-Protocol: http",
        "X-Forwarded-Port: 81",
        "Forwarded: for=203.0.113.7;host=evil.example;proto=http",
        "X-Forwarded-For: 203.0.113.7",
        "X-Request-ID: a-claimed-id",
        "X_Forwarded_Host: evil.example",
        "SCRIPT_NAME: /evil",
        "PATH_INFO: /evil",
        "REMOTE_USER: ada",
        "Connection: Upgrade",
        "Upgrade: h2c",
    ]
    answer = heard(front, asked("/", *claims))
    assert (answer.split("\r\n")[0], "\r\nLocation: /login/?next=/\r\n" in answer) == (
        "HTTP/1.1 302 Found",
        True,
    )
    assert ("evil" in answer, "a-claimed-id" in answer) == (False, False)


def test_failures_are_counted_by_the_address_that_nginx_saw(front, visitor):
    """Whoever claims another address with each try is still one."""
    visitor.get(f"{front.url}/login/", timeout=60)
    said = []
    for n in range(7):
        visitor.headers["X-Forwarded-For"] = f"203.0.113.{n}"
        said.append(send(visitor, front, "/login/", username="nobody-here", password="wrong").status_code)
    assert said == [422] * 5 + [429] * 2
    assert "log-in refused: an unknown name from 127.0.0.1" in (front.folder / "told").read_text()


@pytest.mark.parametrize("verdict", ["publish", "hold"])
def test_no_log_tells_which_verdict_was_given(front, judge, verdict):
    at = a_chip(front, judge)
    answer = send(judge, front, f"{at}{verdict}/", version=99, key=f"a-verdict-{verdict}", why="it does")
    number = answer.headers["X-Request-ID"]
    seen = logged(front, number)
    assert (answer.status_code, told(front, number)["path"], seen["path"]) == (409, *[f"{at}verdict/"] * 2)
    assert (seen["bytes"], seen["seconds"] * 10 % 1) == (None, 0)


def test_a_quote_that_was_looked_up_is_not_told(front, judge):
    path = f"{a_chip(front, judge)}quote/"
    answer = send(judge, front, path, version=1, key="a-quote-looked-up", quote="words")
    assert answer.status_code == 200
    assert answer.headers["X-Request-ID"] not in (front.folder / "packreview.log").read_text()


SAID = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains; preload",
}


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (f"GET / HTTP/1.1\r\nHost: {NAME}\r\nno colon\r\n\r\n", 400),
        (f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX: {'x' * 9_000}\r\n\r\n", 400),
        (f"GET /{'x' * 9_000} HTTP/1.1\r\nHost: {NAME}\r\n\r\n", 414),
        (f"TRACE / HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n", 405),
        (f"POST /load/ HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 15000000\r\n\r\n", 413),
        (f"POST / HTTP/1.1\r\nHost: {NAME}\r\nTransfer-Encoding: x\r\n\r\n", 501),
    ],
)
def test_what_nginx_itself_refuses_says_what_the_desk_would(front, raw, status):
    head = heard(front, raw).partition("\r\n\r\n")[0].split("\r\n")
    assert head[0].split()[1] == str(status)
    assert {f"{name}: {value}" for name, value in SAID.items()} <= set(head)
    [number] = [line.split(": ")[1] for line in head if line.startswith("X-Request-ID: ")]
    assert logged(front, number)["status"] == status


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/jane@house.example/"),
        ("GET", "/packs/jane-doe/"),
        ("GET", "/static/jane.css"),
        ("TRACE", "/jane/"),
        ("JANE", "/login/"),
        ("POST", "/packs/jane/chips/jane/hold/"),
    ],
)
def test_neither_log_tells_what_a_stranger_typed(front, method, path):
    answer = heard(front, asked(path).replace("GET", method, 1))
    number = re.search("\r\nX-Request-ID: (.*)\r\n", answer)[1]
    seen = logged(front, number)
    assert (seen["path"], seen["bytes"]) == ("-", None)
    assert seen["method"] == (method if method != "JANE" else "other")
    assert "jane" not in (front.folder / "packreview.log").read_text().lower()
    assert "jane" not in (front.folder / "told").read_text().lower()


def test_no_page_is_packed(front, visitor):
    """Debian's nginx packs what it passes on, unless it is told not to."""
    answer = visitor.get(f"{front.url}/login/", headers={"Accept-Encoding": "gzip, br"}, timeout=60)
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)


@pytest.mark.parametrize("path", ["/login/", "/", "/nothing/", "/static/none.css", "/healthz"])
def test_what_the_desk_says_is_said_once(front, path):
    answer = heard(front, asked(path))
    names = [line.partition(":")[0].lower() for line in answer.partition("\r\n\r\n")[0].split("\r\n")]
    assert [name for name in {*names} - {"set-cookie"} if names.count(name) > 1] == []
    assert "script-src 'self'" in answer


def test_a_request_has_one_id_in_both_logs_and_in_the_answer(front, visitor):
    number = visitor.get(f"{front.url}/login/?token=secret", timeout=60).headers["X-Request-ID"]
    seen = logged(front, number)
    assert (len(number), told(front, number)["path"], seen["path"]) == (32, "/login/", "/login/")
    assert "secret" not in (front.folder / "packreview.log").read_text() + (front.folder / "told").read_text()


@pytest.mark.parametrize("said", ["15000000", "99999999999"])
def test_what_is_too_large_is_refused_in_a_sentence_before_it_is_sent(front, said):
    context = ssl.create_default_context(cafile=front.certificate)
    line = http.client.HTTPSConnection(NAME, front.https, context=context, timeout=60)
    line.request("POST", "/load/", headers={"Content-Length": said, "Host": NAME})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (413, "text/plain; charset=utf-8")
    assert answer.read().decode() == TOO_LARGE
    line.close()


def test_a_pack_and_an_article_as_large_as_may_be_come_through(front, visitor):
    """They are refused for what they are, by the desk, and not for their size by nginx."""
    visitor.get(f"{front.url}/login/", timeout=60)
    send(visitor, front, "/login/", username="admin", password=front.password("admin"))
    files = {"pack": ("a.json", b" " * 8_000_000), "article": ("a.md", b"x" * 5_000_000)}
    form = {"csrfmiddlewaretoken": visitor.cookies["__Host-csrf"]}
    answer = visitor.post(f"{front.url}/load/", form, files=files, timeout=60)
    assert (answer.status_code, "JSON text" in answer.text) == (422, True)


def test_static_files_come_through_and_are_kept_for_good(front, visitor):
    page = visitor.get(f"{front.url}/login/", timeout=60).text
    paths = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page)
    answers = [visitor.get(f"{front.url}{path}", timeout=60) for path in paths]
    assert len(paths) > 2
    assert {(one.status_code, one.headers["Cache-Control"]) for one in answers} == {
        (200, "max-age=315360000, public, immutable")
    }


@pytest.mark.parametrize(
    "path",
    [
        "/static../packreview.sqlite3", "/static../secret_key", "/static/../secret_key", "/static/%2e%2e/secret_key",
        "/static/..%2fsecret_key", "/static//secret_key", "/static/%2e%2e%2f%2e%2e%2fetc/passwd", "/../../etc/passwd",
        "//etc/passwd", "/static/css/..%5c..%5csecret_key", "/.git/config", "/packreview.sqlite3", "/packreview.env",
        "/nginx.conf", "/key.pem", "/static/..;/secret_key", "/%2e%2e/key.pem",
    ],
)  # fmt: skip
def test_no_path_leads_out(front, path):
    answer = heard(front, asked(path))
    assert answer.split(" ", 2)[1] in ("400", "404"), answer
    assert not re.search("root:|SQLite format|PRIVATE KEY|PACKREVIEW_DATA", answer)


def test_only_this_machine_asks_whether_the_desk_is_ready(front):
    here, elsewhere = heard(front, asked("/readyz")), heard(front, asked("/readyz"), source="127.0.0.2")
    assert (here.split("\r\n")[0], elsewhere.split("\r\n")[0]) == (
        "HTTP/1.1 200 OK",
        "HTTP/1.1 403 Forbidden",
    )


def test_a_watcher_beside_the_desk_needs_neither_https_nor_a_name(front):
    url = f"http://127.0.0.1:{front.desk}"
    answers = [
        requests.get(f"{url}/{p}", timeout=60, allow_redirects=False) for p in ("healthz", "readyz", "login/")
    ]
    assert [one.status_code for one in answers] == [200, 200, 400]


def is_answered(front: Front) -> bool:
    """Whether somebody else gets a page meanwhile."""
    try:
        return front.visitor().get(f"{front.url}/login/", timeout=60).status_code == 200
    except requests.Timeout:
        return False


def is_answered_straight(front: Front, seconds: float = 60) -> bool:
    """The same by gunicorn itself."""
    said = {"X-Forwarded-Proto": "https", "Host": NAME}
    try:
        return (
            requests.get(f"http://127.0.0.1:{front.desk}/login/", headers=said, timeout=seconds).status_code
            == 200
        )
    except requests.Timeout:
        return False


HEAD = f"POST /login/ HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SLOW = f"{HEAD}Content-Length: 100\r\n\r\nusername=".encode()


def test_a_client_that_sends_slowly_holds_no_worker(front):
    with line_to(front) as line:
        line.sendall(SLOW)
        assert is_answered(front)


def test_a_client_that_sends_slowly_would_hold_the_worker_without_it(front):
    """The control: straight at gunicorn, whose only thread waits for the rest of the form."""
    with socket.create_connection(("127.0.0.1", front.desk), timeout=60) as line:
        line.sendall(SLOW.replace(b"Host", b"X-Forwarded-Proto: https\r\nHost"))
        assert not is_answered_straight(front, seconds=3)
    assert is_answered_straight(front)


def test_a_client_that_reads_slowly_holds_no_worker(front, judge):
    """Many answers are asked for and none is read: nginx keeps them."""
    cookie = "; ".join(f"{one.name}={one.value}" for one in judge.cookies)
    slug = re.search(r"/packs/([\w-]+)/", judge.get(f"{front.url}/", timeout=60).text)[1]
    raw = f"GET /packs/{slug}/file/ HTTP/1.1\r\nHost: {NAME}\r\nCookie: {cookie}\r\n\r\n"
    with contextlib.ExitStack() as lines:
        for _ in range(4):
            lines.enter_context(line_to(front)).sendall(raw.encode() * 20)
        assert is_answered(front)


def test_a_desk_that_is_away_is_told_in_a_sentence(front):
    """nginx once more, before a port at which nobody listens."""
    ports = {"desk": free_port(), "http": free_port(), "https": free_port()}
    with open_folder() as folder:
        away = dataclasses.replace(front, folder=folder, **ports)
        with nginx(away):
            answer = away.visitor().get(f"{away.url}/", timeout=60)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert SAID.items() <= answer.headers.items()
    assert answer.text.startswith("The desk is not there just now. Nothing that it confirmed is lost.")
