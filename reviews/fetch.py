"""The one place that opens a network connection: an article's Markdown from an allowed host. What comes is not judged here.

Off unless a host is named in the setting FETCH_HOSTS. What is asked: https on port 443, a host
that is named letter by letter, public addresses only (the one looked up is the one connected to), no redirect,
nothing of the environment (proxies, netrc), no decoding, a cap on the bytes and a deadline over all of it.
"""

from __future__ import annotations

import http.client
import os
import re
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field

import requests
from AntiSSRF import AntiSSRFError, AntiSSRFPolicy, PolicyConfigOptions
from django.conf import settings
from requests.exceptions import SSLError
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import HTTPError, ReadTimeoutError

from reviews.core.refusals import Refused

LONGEST = 2_000
# Nothing that two parsers read differently: no user name, no brackets in the host, no backslash, no fragment.
ADDRESS = re.compile(
    r"https://([A-Za-z0-9.-]+)(?::([0-9]{1,5}))?(?:[/?][A-Za-z0-9._~:/?@!$&'()*+,;=%\[\]-]*)?"
)
HEADERS = {
    "Accept": "text/markdown, text/plain;q=0.9, */*;q=0.1",
    "Accept-Encoding": "identity",
    "User-Agent": "packreview",
}
# IPv4 written as IPv6 in two ways which the policy's own list does not name.
ALSO_DENIED = ["::/96", "::ffff:0:0:0/96"]


class NotFetched(Refused):
    """Nothing was fetched; the sentence says why."""


@dataclass(frozen=True)
class Reach:
    """How far a fetch may go: host names, port, seconds over all of it, bytes. `ca` is a file of trusted
    certificates in place of the usual ones, `inside` are networks that count as public."""

    hosts: tuple[str, ...]
    port: int = 443
    seconds: float = 10
    most: int = 5_000_000
    ca: str = ""
    inside: tuple[str, ...] = ()


def article(address: str, reach: Reach | None = None) -> bytes:
    """The bytes at an address, as they came. NotFetched where it may not be asked, or does not answer as it should."""
    reach = reach or standing()
    _allowed(address, reach)
    line = _Line()
    outcome = _apart(lambda: _read(address, reach, line))
    try:
        return outcome.result(timeout=reach.seconds)
    except (TimeoutError, requests.Timeout, ReadTimeoutError):
        raise NotFetched(f"It took longer than {reach.seconds:g} seconds.") from None
    except NotFetched:
        raise
    except AntiSSRFError:
        raise NotFetched("Its host leads to an address that is not a public one.") from None
    except SSLError:
        raise NotFetched(
            "Its host could not prove that it is that host (its certificate was not accepted)."
        ) from None
    except (OSError, ValueError, HTTPError) as error:
        raise NotFetched(f"Its host could not be reached, or broke off ({type(error).__name__}).") from None
    finally:
        line.cut()


def standing() -> Reach:
    """How far the settings let a fetch go."""
    return Reach(tuple(settings.FETCH_HOSTS), most=settings.ARTICLE_MAX_BYTES)


def _allowed(address: str, reach: Reach) -> None:
    if not reach.hosts:
        raise NotFetched("Fetching is off: no host is named in FETCH_HOSTS. Give the article as a file.")
    found = ADDRESS.fullmatch(address) if len(address) <= LONGEST else None
    if found is None:
        raise NotFetched("Only a plain https address is fetched, without user name or fragment.")
    if found[1].lower() not in reach.hosts:
        raise NotFetched(f"The host {found[1][:200]} is not named in FETCH_HOSTS.")
    if found[2] and int(found[2]) != reach.port:
        raise NotFetched(f"Only port {reach.port} is fetched from, not {found[2]}.")


def _apart(work: Callable[[], bytes]) -> Future[bytes]:
    """Work that may be given up on: looking a name up cannot be stopped, so it is left behind in its thread."""
    outcome: Future[bytes] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=run, name="fetch", daemon=True).start()
    return outcome


def _read(address: str, reach: Reach, line: _Line) -> bytes:
    with _session(reach, line) as session:
        answer = session.get(
            address,
            headers=HEADERS,
            stream=True,
            allow_redirects=False,
            timeout=reach.seconds,
            verify=reach.ca or True,
        )
        with answer:
            _fit(answer, reach)
            raw = bytearray()
            for part in answer.raw.stream(65_536, decode_content=False):
                raw += part
                if len(raw) > reach.most:
                    raise NotFetched(f"It has more than {reach.most:,} bytes.")
    return bytes(raw)


def _session(reach: Reach, line: _Line) -> requests.Session:
    policy = AntiSSRFPolicy(PolicyConfigOptions.EXTERNAL_ONLY_LATEST)
    policy.add_denied_addresses(ALSO_DENIED)
    if reach.inside:
        policy.add_allowed_addresses(list(reach.inside))
    session: requests.Session = policy.get_antissrf_session()
    session.trust_env = False
    session.get_redirect_target = lambda resp: None  # type: ignore[method-assign]  # where it leads is not even read
    session.adapters["https://"].poolmanager.pool_classes_by_scheme = {"https": line.pool()}  # type: ignore[attr-defined]
    return session


def _fit(answer: requests.Response, reach: Reach) -> None:
    if 300 <= answer.status_code < 400:
        raise NotFetched(
            "It leads on to another address, and no redirect is followed: give the address itself."
        )
    if answer.status_code != 200:
        raise NotFetched(f"Its host answered {answer.status_code}.")
    if answer.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise NotFetched("It came compressed, though it was asked for as it is.")
    length = answer.headers.get("Content-Length", "")
    if length.isdecimal() and (len(length) > 12 or int(length) > reach.most):
        raise NotFetched(f"It has more than {reach.most:,} bytes.")


class _Answer(http.client.HTTPResponse):
    """A part of an answer that says of itself that it has -1 bytes would be read to its end, which need not come."""

    def _safe_read(self, amt: int) -> bytes:
        if amt < 0:
            raise ValueError(f"a part of {amt} bytes")
        return super()._safe_read(amt)  # type: ignore[misc,no-any-return]


@dataclass
class _Line:
    """The connections of one fetch, held so that they can be cut at the deadline, in the middle of a handshake too."""

    held: list[socket.socket] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_cut: bool = False

    def cut(self) -> None:
        with self.lock:
            self.is_cut = True
            for one in self.held:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()
            self.held.clear()

    def hold(self, new: socket.socket) -> socket.socket:
        """The socket itself is handed on; TLS takes it over, so what is held is a second handle of it."""
        with self.lock:
            if self.is_cut:
                new.close()
                raise OSError("too late")
            self.held.append(socket.socket(fileno=os.dup(new.fileno())))
        return new

    def pool(self) -> type[HTTPSConnectionPool]:
        line = self

        class Connection(HTTPSConnection):
            response_class = _Answer

            def _new_conn(self) -> socket.socket:
                return line.hold(super()._new_conn())

        class Pool(HTTPSConnectionPool):
            ConnectionCls = Connection

        return Pool
