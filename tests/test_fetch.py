"""Fetching an article: what may be asked, what may come, and that nothing hostile ever gets a connection.

The servers are real (TLS with a certificate made for the run), and every connection that this process tries is
seen by an audit hook. Only the looking up of names is ours: no name of the outside is asked.
"""

from __future__ import annotations

import ast
import hashlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

import pytest

from packreview import settings as product
from reviews import fetch
from reviews.fetch import NotFetched
from reviews.models import Attachment, Entry, Pack
from tests import builders
from tests.commands.runner import run
from tests.core import builders as files
from tests.fetching import ARTICLE, HOST, HOSTILE, INSIDE, INSIDE_6, Servers, serving, spelt

_tried: list[Any] = []
sys.addaudithook(lambda event, args: _tried.append(args[1]) if event == "socket.connect" else None)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with serving(tmp_path_factory.mktemp("tls")) as found:
        yield found


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What names lead to; any other is unknown, and numbers are read as the system reads them."""
    known = {HOST: ["127.0.0.1"], "localhost": ["127.0.0.1"], "localhost.": ["127.0.0.1"]}
    system = socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        if host not in known:
            return system(host, port, *args, **{**more, "flags": socket.AI_NUMERICHOST})
        return [one for address in known[host] for one in system(address, port, *args, **more)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return known


@pytest.fixture(autouse=True)
def tried() -> list[Any]:
    """Every address that a connection was tried to."""
    _tried.clear()
    return _tried


@pytest.mark.parametrize("address", HOSTILE)
def test_a_hostile_address_gets_no_connection(servers, tried, address):
    """Even where its host had been put on the list of allowed ones, and its port were the allowed one."""
    host = address.removeprefix("https://").split(":{p}")[0].lower()
    reach = servers.reach(hosts=(HOST, host), port=servers.canary, inside=())
    with pytest.raises(NotFetched):
        fetch.article(spelt(address, servers), reach)
    assert (tried, servers.sung) == ([], [])


def test_there_are_sixty_hostile_addresses_and_more():
    assert len(set(HOSTILE)) >= 60


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("n", range(0, len(HOSTILE), 9))
def test_a_redirect_is_not_followed(servers, tried, status, n):
    for address in HOSTILE[n : n + 9]:
        target = (
            spelt(address, servers)[:300]
            .encode("latin-1", "replace")
            .replace(b"\r", b"")
            .replace(b"\n", b"")
            .hex()
        )
        assert servers.refusal(f"/redirect/{status}/{target}").startswith("It leads on to another address")
    assert ({port for _, port in tried}, servers.sung) == ({servers.port}, [])


@pytest.mark.parametrize(
    "address", [*(h for h in INSIDE if h[0].isdigit() and h[-1] != "."), *(h.split("%")[0] for h in INSIDE_6)]
)
def test_a_name_that_leads_inside_gets_no_connection(servers, names, tried, address):
    names[HOST] = [address]
    assert "not a public one" in servers.refusal("/article", port=servers.port, inside=())
    assert (tried, servers.sung) == ([], [])


def test_one_inside_address_among_public_ones_gets_no_connection(servers, names, tried):
    names[HOST] = ["9.9.9.9", "127.0.0.2"]
    assert "not a public one" in servers.refusal("/article")
    assert tried == []


def test_a_name_that_leads_elsewhere_the_second_time_is_not_asked_a_second_time(
    servers, names, tried, monkeypatch
):
    asked, look_up = [], socket.getaddrinfo

    def turning(host: Any, *args: Any, **more: Any) -> Any:
        found = look_up(host, *args, **more)
        if host == HOST:
            asked.append(host)
            names[HOST] = ["127.0.0.2"]
        return found

    monkeypatch.setattr(socket, "getaddrinfo", turning)
    assert servers.fetched("/article") == ARTICLE
    assert (asked, tried) == ([HOST], [("127.0.0.1", servers.port)])


def test_the_canary_sings_when_the_guard_is_lifted(servers, tried):
    """The control: without it, silence would prove nothing."""
    with pytest.raises(NotFetched):
        fetch.article(f"https://{HOST}:{servers.canary}/", servers.reach(port=servers.canary))
    assert soon(lambda: bool(servers.sung))
    assert (len(servers.sung), tried) == (1, [("127.0.0.1", servers.canary)])
    servers.sung.clear()


def test_fetching_is_off_unless_a_host_is_named(servers, tried):
    assert product.FETCH_HOSTS == []
    with pytest.raises(NotFetched, match="Fetching is off"):
        fetch.article(f"https://{HOST}/article")
    assert tried == []


@pytest.mark.parametrize(
    "hosts",
    ["127.0.0.1", "localhost", "*.example.org", "https://a.example", "a.example:443", "0x7f.1", "[::1]"],
)
def test_a_setting_that_is_no_host_name_stops_the_start(tmp_path, hosts):
    env = {
        **os.environ,
        "FETCH_HOSTS": hosts,
        "PACKREVIEW_DATA": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "packreview.settings",
    }
    code = "import django; django.setup()"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert ("FETCH_HOSTS are names such as" in done.stderr, done.returncode) == (True, 1)


@pytest.mark.parametrize(
    "path", ["/article", "/article/a%20b?x=1&y=[2]", "/close", "/chunks", "/mislabelled"]
)
def test_the_bytes_come_as_they_are(servers, path):
    assert servers.fetched(path) == ARTICLE


def test_the_request_carries_nothing_of_ours(servers, monkeypatch, tmp_path):
    (tmp_path / "netrc").write_text(f"machine {HOST} login ada password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, f"http://ada:secret@127.0.0.1:{servers.canary}")
    servers.heard.clear()
    assert servers.fetched("/article") == ARTICLE
    sent = {name for name in servers.heard[0] if name not in ("Host", "Connection", "X-Forwarded-For")}
    assert (sent, servers.heard[0]["Accept-Encoding"], servers.sung) == (
        {"User-Agent", "Accept", "Accept-Encoding"},
        "identity",
        [],
    )


@pytest.mark.parametrize("path", ["/drip/body", "/drip/headers", "/endless"])
def test_a_slow_or_endless_answer_is_cut_at_the_deadline(servers, path):
    assert "longer than 0.5 seconds" in servers.refusal(path, seconds=0.5, most=10**12)
    assert settled()


def test_a_handshake_that_never_ends_is_cut_at_the_deadline(servers):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(NotFetched, match=r"longer than 0\.5 seconds"):
            fetch.article(f"https://{HOST}:{port}/", servers.reach(port=port, seconds=0.5))
    assert settled()


def test_a_line_that_gives_up_before_the_deadline_is_seen_says_the_same(servers, monkeypatch):
    """On a busy machine whoever waits may be woken after the line has timed out."""
    apart = fetch._apart

    def woken_late(work: Callable[[], bytes]) -> Future[bytes]:
        outcome = apart(work)
        wait([outcome])
        return outcome

    monkeypatch.setattr(fetch, "_apart", woken_late)
    assert servers.refusal("/stall", seconds=0.3) == "It took longer than 0.3 seconds."
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(NotFetched, match=r"longer than 0\.3 seconds"):
            fetch.article(f"https://{HOST}:{port}/", servers.reach(port=port, seconds=0.3))


def test_a_name_that_takes_too_long_to_look_up_is_left(servers, names, monkeypatch, tried):
    look_up, is_given_up = socket.getaddrinfo, threading.Event()

    def slow(*args: Any, **more: Any) -> Any:
        is_given_up.wait(60)
        return look_up(*args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    assert "longer than 0.3 seconds" in servers.refusal("/article", seconds=0.3)
    is_given_up.set()
    assert settled()
    assert {port for _, port in tried} <= {servers.port}


def settled() -> bool:
    """Nothing goes on behind our back."""
    return soon(lambda: not any(thread.name == "fetch" for thread in threading.enumerate()))


def soon(holds: Callable[[], bool], seconds: float = 60) -> bool:
    """It comes to hold, as soon as this machine gets to it."""
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


@pytest.mark.parametrize("size", [0, 1, 99_999, 100_000])
def test_an_answer_up_to_the_cap_is_taken(servers, size):
    assert len(servers.fetched(f"/large/{size}", most=100_000)) == size


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/large/100001", "It has more than 100,000 bytes."),
        ("/endless", "It has more than 100,000 bytes."),
        ("/boast/5000000000", "It has more than 100,000 bytes."),
        ("/boast/999999999999999999999", "It has more than 100,000 bytes."),
        ("/boast/500", "Its host could not be reached, or broke off"),
        ("/part/-1", "Its host could not be reached, or broke off"),
        ("/part/-ffffffff", "Its host could not be reached, or broke off"),
        ("/part/%20-1;x=y", "Its host could not be reached, or broke off"),
        ("/part/x", "Its host could not be reached, or broke off"),
        ("/part/" + "f" * 16, "It has more than 100,000 bytes."),
        ("/packed/gzip", "It came compressed"),
        ("/packed/br", "It came compressed"),
        ("/packed/gzip, gzip", "It came compressed"),
        ("/status/404", "Its host answered 404."),
        ("/status/500", "Its host answered 500."),
        ("/status/204", "Its host answered 204."),
        ("/status/206", "Its host answered 206."),
        ("/status/304", "It leads on to another address"),
    ],
)
def test_an_answer_that_is_not_what_was_asked_for_is_refused(servers, path, sentence):
    assert servers.refusal(path.replace(" ", "%20"), most=100_000).startswith(sentence)


def test_a_certificate_of_nobody_is_refused(servers):
    assert "could not prove" in servers.refusal("/article", ca="")


def test_a_certificate_for_another_host_is_refused(servers, names):
    names["other.test"] = ["127.0.0.1"]
    with pytest.raises(NotFetched, match="could not prove"):
        fetch.article(f"https://other.test:{servers.port}/article", servers.reach(hosts=("other.test",)))


def test_only_this_module_opens_connections():
    ways = {
        "requests",
        "socket",
        "http.client",
        "http",
        "urllib.request",
        "urllib3",
        "ftplib",
        "smtplib",
        "asyncio",
        "AntiSSRF",
    }
    reached = {
        (path.name, name)
        for path in Path(fetch.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in imported(node)
        if name in ways or name.partition(".")[0] in ways - {"http"}
    }
    assert {path for path, _ in reached} == {"fetch.py"}


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []


@pytest.fixture
def reachable(servers, monkeypatch):
    """The settings of a desk that may fetch from our server."""
    monkeypatch.setattr(fetch, "standing", servers.reach)
    return servers


def given(servers: Servers, path: str) -> dict[str, Any]:
    address = f"https://{HOST}:{servers.port}{path}"
    return files.pack(source={**files.source(files.article()), "md_url": address})


@pytest.mark.django_db
def test_load_pack_fetches_its_article(reachable, tmp_path):
    path = tmp_path / "pack.json"
    path.write_bytes(files.raw(given(reachable, "/article")))
    said = run("load_pack", path, "--fetch").out
    assert "with its article" in said
    pack, origin = Pack.objects.get(), f"fetched from https://{HOST}:{reachable.port}/article"
    assert (pack.article_id, Attachment.objects.get().origin) == (pack.md_sha, origin)


@pytest.mark.django_db
def test_load_pack_that_cannot_fetch_writes_nothing(reachable, tmp_path):
    path = tmp_path / "pack.json"
    path.write_bytes(files.raw(given(reachable, "/status/404")))
    ran = run("load_pack", path, "--fetch")
    assert (ran.err, Pack.objects.count()) == (f"{path}: refused: Its host answered 404.\n", 0)


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "is_cited"), [("/article", True), ("/mislabelled", True), ("/page", False)])
def test_the_hash_over_the_raw_bytes_decides(reachable, tmp_path, path, is_cited):
    pack = builders.loaded(article=False, source=given(reachable, path)["source"])
    run("attach_article", pack.slug, "--fetch")
    kept = Attachment.objects.get()
    assert kept.is_cited == is_cited
    assert kept.article_id == hashlib.sha256(bytes(kept.article.raw)).hexdigest()
    assert Entry.objects.latest("id").act == "attach"


@pytest.mark.django_db
def test_attach_article_that_cannot_fetch_says_why(reachable):
    pack = builders.loaded(article=False, source=given(reachable, "/packed/gzip")["source"])
    refused = run("attach_article", pack.slug, "--fetch").refused
    assert (refused, Attachment.objects.count()) == (
        "It came compressed, though it was asked for as it is.",
        0,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("more", [(), ("article.md", "--fetch")])
def test_attach_article_takes_a_file_or_fetches(more):
    pack = builders.loaded(article=False)
    assert (
        run("attach_article", pack.slug, *more).refused
        == "Give the article as a FILE, or have it fetched with --fetch."
    )


@pytest.mark.django_db
def test_an_exported_pack_goes_through_the_same_door(tmp_path, tried):
    path = tmp_path / "pack.json"
    path.write_bytes(files.raw(files.changed(files.ratified(), "/source/md_url", "http://127.0.0.1/x.md")))
    assert "Fetching is off" in run("load_pack", path, "--fetch").err
    assert (tried, Pack.objects.count()) == ([], 0)
