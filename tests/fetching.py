"""A TLS server with many ways to answer, a canary that must not sing, and the addresses that are tried on a fetch."""

from __future__ import annotations

import contextlib
import http.server
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from reviews import fetch
from reviews.fetch import NotFetched, Reach
from tests.core import builders as files

HOST = "articles.test"
ARTICLE = files.article().encode()


@dataclass
class Servers:
    """A TLS server that hands out the article, and a canary that no fetch may ever reach."""

    port: int
    canary: int
    ca: str
    heard: list[dict[str, str]] = field(default_factory=list)
    sung: list[Any] = field(default_factory=list)

    def reach(self, **more: Any) -> Reach:
        given = {
            "hosts": (HOST,),
            "port": self.port,
            "ca": self.ca,
            "inside": ("127.0.0.1/32",),
            "seconds": 60,
        }
        return Reach(**{**given, **more})

    def fetched(self, path: str, **more: Any) -> bytes:
        return fetch.article(f"https://{HOST}:{self.port}{path}", self.reach(**more))

    def refusal(self, path: str, **more: Any) -> str:
        with pytest.raises(NotFetched) as refused:
            self.fetched(path, **more)
        return str(refused.value)


class Handler(http.server.BaseHTTPRequestHandler):
    """Each path is one way to answer."""

    protocol_version = "HTTP/1.1"
    servers: Servers

    def do_GET(self) -> None:
        self.servers.heard.append(dict(self.headers))
        name, _, rest = self.path[1:].partition("/")
        getattr(self, f"_{name}")(rest)

    def _send(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for key, value in {"Content_Length": str(len(body)), **headers}.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _article(self, rest: str) -> None:
        self._send(ARTICLE, Content_Type="text/markdown; charset=utf-8")

    def _mislabelled(self, rest: str) -> None:
        self._send(ARTICLE, Content_Type="text/html; charset=utf-16")

    def _page(self, rest: str) -> None:
        self._send(b"<!doctype html><title>Not found</title>", Content_Type="text/html")

    def _status(self, rest: str) -> None:
        self._send(b"", int(rest))

    def _redirect(self, rest: str) -> None:
        status, _, target = rest.partition("/")
        self._send(b"", int(status), Location=bytes.fromhex(target).decode("latin-1"))

    def _packed(self, rest: str) -> None:
        self._send(b"\x1f\x8b" + b"\0" * 1000, Content_Encoding=rest)

    def _large(self, rest: str) -> None:
        self._send(b"x" * int(rest))

    def _boast(self, rest: str) -> None:
        self._send(b"x", Content_Length=rest)
        self.close_connection = True

    def _close(self, rest: str) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(ARTICLE)
        self.close_connection = True

    def _chunks(self, rest: str) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in (ARTICLE[:100], ARTICLE[100:], b""):
            self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")

    def _part(self, rest: str) -> None:
        """One that says of itself how long it is, in whatever words, and never ends."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(rest.encode() + b"\r\n")
        while True:
            self.wfile.write(b"x" * 65_536)

    def _endless(self, rest: str) -> None:
        self.send_response(200)
        self.end_headers()
        while True:
            self.wfile.write(b"x" * 65_536)

    def _drip(self, rest: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        if rest != "headers":
            self.end_headers()
        self.flush_headers()
        for n in range(100):
            self.wfile.write(f"X-{n}: y\r\n".encode() if rest == "headers" else b"x")
            self.wfile.flush()
            time.sleep(0.1)

    def _stall(self, rest: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "10")
        self.end_headers()
        self.rfile.read(1)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # whoever asked has hung up, as it should
            super().handle()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Servers]:
    """Both servers; the certificate is made anew, in this folder."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    options = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", key, "-out", cert]
    command = "openssl req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1".split()
    subprocess.run([*command, *options], check=True, capture_output=True)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server, listening() as canary:
        server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        found = Servers(server.server_address[1], canary.getsockname()[1], str(cert))
        Handler.servers = found
        threading.Thread(target=server.serve_forever, daemon=True).start()
        threading.Thread(target=sing, args=(canary, found), daemon=True).start()
        yield found
        server.shutdown()


def listening() -> socket.socket:
    """On every address of this machine, IPv4 and IPv6."""
    if socket.has_dualstack_ipv6():
        return socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("0.0.0.0", 0))


def sing(canary: socket.socket, servers: Servers) -> None:
    while True:
        try:
            connection, peer = canary.accept()
        except OSError:
            return
        servers.sung.append(peer)
        connection.close()


INSIDE = """127.0.0.1 127.0.0.2 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7F.0.0.1 0x7f.1 0177.0.0.1 017700000001
0177.1 0 0.0 0.0.0.0 00000000 0x0 localhost localhost. LOCALHOST 127.0.0.1. 169.254.169.254 0xa9fea9fe 2852039166
0251.0376.0251.0376 10.0.0.1 10.1 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1 100.64.0.1 100.127.255.254
168.63.129.16 192.0.0.8 198.18.0.1 224.0.0.1 255.255.255.255""".split()
INSIDE_6 = """::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 ::ffff:169.254.169.254 64:ff9b::7f00:1
64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: ::ffff:0:127.0.0.1 fd00::1 fc00::1 fe80::1 fe80::1%25lo fec0::1 ff02::1""".split()
WIDE = [
    "１２７.０.０.１",
    "127。0。0。1",
    "①②⑦.⓪.⓪.①",
    "127．0．0．1",
    "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "аrticles.test",
    "xn--rticles-2fg.test",
]
SHAPES = """http://{i}/ file:///etc/passwd ftp://{i}/ gopher://{i}/ data:text/plain,x //{i}/ /{i} {i} https:{i} https:/{i}
https:///{i} https:/\\{i}/ https:\\\\{i}\\ https://{h}@{i}/ https://{h}:x@{i}/ https://{i}#@{h}/ https://{i}\\@{h}/
https://{h}\\.{i}/ https://{h}%40{i}/ https://{h}%2f@{i}/ https://{h}:22/ https://{h}:25/ https://{h}:6379/ https://{h}:0/
https://{h}:99999/ https://{h}:/ https://{h}:{p}:{p}/ https://{h}.{i}/ https://{i}/{h} https://{i}?{h} https://[{h}]/
https://{h}/a#b jar:https://{h}!/x unix:/run/x https+unix://{h}/ javascript:x""".split()
SPACED = [
    "https://{h}/\r\nHost: {i}", "https://{h}/\nX: y", "https://{h}\t/", "ht\ntps://{h}/", " https://{h}/", "https://{h}/ ",
    "https://{h}/a b", "https://{h}/\0", "https://{h}/\u2028", "https://{h}/é", "", "https://", "https://{h}/" + "a" * 2000,
]  # fmt: skip
HOSTILE = [
    *(f"https://{host}:{{p}}/" for host in INSIDE),
    *(f"https://[{host}]:{{p}}/" for host in INSIDE_6),
    *(f"https://{host}:{{p}}/" for host in WIDE),
    *SHAPES,
    *SPACED,
]


def spelt(address: str, servers: Servers) -> str:
    return (
        address.replace("{i}", f"127.0.0.1:{servers.canary}")
        .replace("{h}", HOST)
        .replace("{p}", str(servers.canary))
    )
