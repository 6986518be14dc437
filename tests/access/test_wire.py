"""W15, W16, W23, W24: what comes over the wire as bytes, to a real gunicorn; and how static files may be kept."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable

import pytest
import requests

from tests.browser.conftest import Server

Say = Callable[[bytes], bytes]
END = b"Connection: close\r\n\r\n"
HOST = b"Host: localhost\r\n"


def status(heard: bytes) -> int:
    """The first answer's status; 0 where the line was just closed."""
    found = re.match(rb"HTTP/1\.1 (\d{3})", heard)
    return int(found[1]) if found else 0


def n_answers(heard: bytes) -> int:
    return len(re.findall(rb"^HTTP/1\.1 ", heard, re.MULTILINE))


@pytest.mark.parametrize(
    "hosts",
    [
        b"Host: evil.example\r\n",
        b"Host: localhost.evil.example\r\n",
        b"Host: localhost@evil.example\r\n",
        b"Host: localhost\r\nHost: evil.example\r\n",
        b"Host: evil.example\r\nHost: localhost\r\n",
        b"Host: \r\n",
        b"Host: localhost:80:80\r\n",
        b"Host: local\x00host\r\n",
        b"Host: localhost, evil.example\r\n",
    ],
)
def test_a_host_that_is_not_ours_is_refused(wire, hosts):
    """W15: forged, doubled, empty."""
    heard = wire(b"GET /login/ HTTP/1.1\r\n" + hosts + END)
    assert (status(heard), b"evil.example" in heard) == (400, False)


def test_a_forwarded_host_is_not_believed(wire):
    """W15: no link and no redirect is made from what a client claims."""
    heard = wire(
        b"GET / HTTP/1.1\r\n"
        + HOST
        + b"X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n"
        + END
    )
    assert (status(heard), b"\r\nLocation: /login/?next=/\r\n" in heard, b"evil.example" in heard) == (
        302,
        True,
        False,
    )


@pytest.mark.parametrize("name", [b"SCRIPT_NAME", b"PATH_INFO", b"REMOTE_USER", b"Script_Name"])
@pytest.mark.parametrize("value", [b"/x", b"//evil.example", b"/login", b"%2f", b"ada"])
def test_a_header_does_not_say_where_the_desk_lies(wire, name, value):
    """W15: what a server is told by its own surroundings is not taken from a client, though it sits beside it."""
    heard = wire(b"GET /?q=x HTTP/1.1\r\n" + HOST + name + b": " + value + b"\r\n" + END)
    assert (status(heard), b"\r\nLocation: /login/?next=/%3Fq%3Dx\r\n" in heard) == (302, True)


def test_an_absolute_form_names_no_other_host(wire):
    """W15: the request line may carry a host of its own."""
    heard = wire(b"GET http://evil.example/login/ HTTP/1.1\r\n" + HOST + END)
    assert (status(heard) in (200, 400), b"evil.example" in heard) == (True, False)


@pytest.mark.parametrize(
    "path",
    [
        b"/packs/x%0d%0aSet-Cookie:%20a=b/",
        b"/login/?next=/%0d%0aSet-Cookie:%20a=b",
        b"/packs/%0d%0a%0d%0a<script>/export/",
        b"/%E5%98%8A%E5%98%8DSet-Cookie:a=b/",
        b"/packs/x%00y/",
        b"/packs/%ff%fe/",
        b"/packs/%c0%ae%c0%ae/",
    ],
)
def test_an_address_splits_no_header(wire, path):
    """W16: line ends and worse, percent-encoded."""
    heard = wire(b"GET " + path + b" HTTP/1.1\r\n" + HOST + END)
    head = heard.split(b"\r\n\r\n")[0]
    assert (status(heard) in (200, 302, 400, 404), n_answers(heard)) == (True, 1)
    assert re.findall(rb"^Set-Cookie: (?!csrftoken=)", head, re.MULTILINE) == []


@pytest.mark.parametrize("agent", [b"x\x1b[31m", b"x\x00y", "х‮y".encode(), b"\xff\xfe", b"x" * 8000])
def test_no_user_agent_breaks_anything(wire, agent):
    """W16"""
    heard = wire(b"GET /login/ HTTP/1.1\r\n" + HOST + b"User-Agent: " + agent + b"\r\n" + END)
    assert status(heard) in (200, 400)


def test_what_is_told_to_the_log_cannot_forge_a_line(wire, desk: Server):
    """W16, CVE-2025-48432: of an address with escape codes and line ends nothing is told, where nobody found anything at it."""
    name = b"%1b[31m%0a2026-01-01T00:00:00+0000%20CRITICAL%20forged"
    for path in (b"/nothing" + name + b"/", b"/packs/x/sections/" + name + b"/strike/"):
        wire(b"GET " + path + b" HTTP/1.1\r\n" + HOST + END)
    told = (desk.data / "told").read_text()
    assert ("\x1b" in told, "forged" in told) == (False, False)


def test_no_query_string_is_told_to_the_log(wire, desk: Server):
    wire(b"GET /ledger/?token=secret-in-the-query HTTP/1.1\r\n" + HOST + END)
    told = (desk.data / "told").read_text()
    assert ("/ledger/" in told, "secret-in-the-query" in told) == (True, False)


GET = b"GET /smuggled HTTP/1.1\r\n" + HOST + b"\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        b"POST /login/ HTTP/1.1\r\n"
        + HOST
        + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        + GET,
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\nContent-Length: 0\r\n\r\n" + GET,
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Content-Length: 5, 5\r\n\r\nabcde",
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Content-Length: +5\r\n\r\nabcde",
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Content-Length: 0x5\r\n\r\nabcde",
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n" + GET,
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + GET,
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + GET,
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + GET,
        b"POST /login/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n" + GET,
        b"POST /login/ HTTP/1.1\r\n"
        + HOST
        + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcdeXX0\r\n\r\n"
        + GET,
        b"GET /login/ HTTP/1.1\r\n" + HOST + b" folded: line\r\n\r\n",
        b"GET /login/ HTTP/1.1\r\n" + HOST + b"No colon here\r\n\r\n",
        b"GET /login/ HTTP/1.1\r\n" + HOST + b"Bad\x00Name: x\r\n\r\n",
        b"GET /login/ HTTP/9.9\r\n" + HOST + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"nonsense\r\n\r\n",
    ],
)
def test_no_second_request_is_smuggled_in(wire, raw):
    """W23: where a message is unclear, it is refused, and nothing behind it is taken for a request."""
    answers = [int(code) for code in re.findall(rb"^HTTP/1\.1 (\d{3})", wire(raw), re.MULTILINE)]
    assert set(answers) <= {400, 403, 501, 505}, answers


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOST + END,
        b"GET / HTTP/1.1\r\n" + HOST + b"X-Long: " + b"a" * 20_000 + b"\r\n" + END,
        b"GET / HTTP/1.1\r\n" + HOST + b"".join(b"X-%d: y\r\n" % n for n in range(500)) + END,
    ],
)
def test_what_is_too_long_is_refused(wire, raw):
    """W23: request line, header, number of headers."""
    assert status(wire(raw)) in (400, 414, 431)


@pytest.mark.parametrize("said", [b"1000000000000", b"99999999999999999999", b"14200000"])
def test_a_length_that_cannot_be_is_refused_before_it_is_read(wire, said):
    """W23, P09: a body is not waited for."""
    head = b"POST /login/ HTTP/1.1\r\n" + HOST + b"Content-Length: " + said
    heard = wire(head + b"\r\nContent-Type: application/x-www-form-urlencoded\r\n" + END)
    assert status(heard) in (400, 403, 413)


@pytest.mark.parametrize("method", [b"TRACE", b"TRACK", b"CONNECT", b"DEBUG", b"PROPFIND", b"GETT", b"get"])
def test_methods_that_nobody_needs_are_refused(wire, method):
    heard = wire(method + b" /login/ HTTP/1.1\r\n" + HOST + b"X-Secret: echo-me\r\n" + END)
    assert (status(heard) in (400, 403, 405, 501), b"echo-me" in heard) == (True, False)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../packreview.sqlite3", "/static/%2e%2e/packreview.sqlite3", "/static/..%2fpackreview.sqlite3",
        "/static/....//packreview.sqlite3", "/static../packreview.sqlite3", "/static/..\\packreview.sqlite3",
        "/static/%252e%252e/secret_key", "/static//etc/passwd", "/static/css/../../secret_key", "/static/css/..;/..;/secret_key",
        "/../data/secret_key", "//etc/passwd", "/.git/config", "/.env", "/packreview.sqlite3", "/secret_key", "/log-ins.txt",
        "/manage.py", "/data/packreview.sqlite3", "/media/x", "/static/", "/static/css/", "/static/css", "/static/staticfiles.json.bak",
        "/packreview/settings.py", "/backup.zip", "/static/%00", "/static/css/base.css/../../../secret_key",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_static_files(wire, desk: Server, path):
    """W24: the data folder, sources and listings are out of reach."""
    heard = wire(b"GET " + path.encode() + b" HTTP/1.1\r\n" + HOST + END)
    secret = (desk.data / "secret_key").read_bytes()
    assert (status(heard) in (302, 400, 404), secret in heard, b"SQLite format" in heard) == (
        True,
        False,
        False,
    )


def test_the_data_folder_is_its_owners_alone(desk: Server):
    """W24"""
    modes = {path.name: path.stat().st_mode & 0o077 for path in (desk.data, desk.data / "secret_key")}
    assert set(modes.values()) == {0}


def fetched(desk: Server, path: str, **headers: str) -> dict[str, str]:
    with urllib.request.urlopen(urllib.request.Request(desk.url + path, headers=headers)) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}


def test_static_files_may_be_kept_for_ever(desk: Server):
    """W18: their names carry their hash, and nothing private is in them."""
    with urllib.request.urlopen(f"{desk.url}/login/") as page:
        links = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.read().decode())
    told = {link: fetched(desk, link)["cache-control"] for link in links if "django_htmx" not in link}
    assert set(told.values()) == {"max-age=315360000, public, immutable"}
    assert [link for link in told if not re.search(r"\.[0-9a-f]{12}\.\w+$", link)] == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS"])
def test_a_static_file_runs_nothing_and_is_read_from_here_alone(desk: Server, method):
    answer = requests.request(method, f"{desk.url}/static/css/base.css", timeout=60)
    said = {name: answer.headers.get(name) for name in (
        "Content-Security-Policy", "Cross-Origin-Resource-Policy", "Access-Control-Allow-Origin",
    )}  # fmt: skip
    assert list(said.values()) == ["default-src 'none'; frame-ancestors 'none'", "same-origin", None]
    assert "Cache-Control" in answer.headers


def test_static_files_carry_the_headers_that_concern_them(desk: Server):
    with urllib.request.urlopen(f"{desk.url}/login/") as page:
        link = re.findall(r'href="(/static/[^"]+svg)"', page.read().decode())[0]
    told = fetched(desk, link)
    assert (told["x-content-type-options"], told["referrer-policy"]) == ("nosniff", "same-origin")
    assert "set-cookie" not in told


def test_no_page_is_packed(desk: Server):
    """BREACH: a page holds a token; it is not compressed, whatever the browser would take."""
    assert "content-encoding" not in fetched(desk, "/login/", **{"Accept-Encoding": "gzip, br"})


def test_the_server_tells_no_version(desk: Server):
    assert re.search(r"\d", fetched(desk, "/login/").get("server", "")) is None
