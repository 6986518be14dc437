"""A desk under a real gunicorn, and people who press its buttons over HTTP: what every proof over the product starts from.

Only processes that are started here are ever stopped or killed.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.proofs import cluster, warm
from tests.proofs.once import once
from tests.servers import children, free_port

ROOT = Path(os.path.abspath(__file__)).parents[2]
QUOTE = "Feed the starter once a day with 50 g of flour and 50 g of water."
KEPT = 2  # seconds for which a line is used again: after five the server puts it down, and a press on it would be lost
LOST = 0  # the status of a request that was not answered
_CSRF = "c" * 32


@dataclass(frozen=True)
class Answer:
    """What came back: LOST and no seq where nothing did."""

    status: int
    seq: int | None
    seconds: float
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_recorded(self) -> bool:
        return self.status in (200, 201, 303) and self.seq is not None


@dataclass
class Person:
    """Somebody who is logged in, with one connection that is kept and, once lost, made anew."""

    port: int
    name: str
    session: str
    timeout: float = 60
    _line: http.client.HTTPConnection | None = None
    _used: float = 0.0

    def get(self, path: str) -> Answer:
        return self._ask("GET", path, None)

    def post(self, path: str, fields: Mapping[str, Any], *, swap: bool = False) -> Answer:
        """Send a form. With `swap` as htmx sends it."""
        body = urlencode([*fields.items(), ("csrfmiddlewaretoken", _CSRF)], doseq=True)
        return self._ask("POST", path, body, {"HX-Request": "true"} if swap else {})

    def upload(self, path: str, files: Mapping[str, tuple[str, bytes]]) -> Answer:
        """Send a form with files: field to (name, bytes)."""
        edge = secrets.token_hex(16)
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{_CSRF}\r\n'.encode()
        ]
        for name, (file, raw) in files.items():
            head = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n\r\n'
            parts += [head.encode(), raw, b"\r\n"]
        body = b"".join([*parts, f"--{edge}--\r\n".encode()])
        return self._ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={edge}"})

    def close(self) -> None:
        if self._line:
            self._line.close()
            self._line = None

    def _ask(
        self, method: str, path: str, body: str | bytes | None, more: Mapping[str, str] | None = None
    ) -> Answer:
        headers = {"Cookie": f"packreview={self.session}; csrftoken={_CSRF}"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        headers |= more or {}
        if time.monotonic() - self._used > KEPT:
            self.close()
        began = time.perf_counter()
        for is_last in (self._line is None, True):
            try:
                return self._answer(method, path, body, headers, began)
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.close()
                # A kept line that the server had put down before it heard anything: only a GET may be sent again unseen.
                if is_last or method != "GET":
                    break
            except (OSError, http.client.HTTPException):
                self.close()
                break
        return Answer(LOST, None, time.perf_counter() - began)

    def _answer(
        self, method: str, path: str, body: str | bytes | None, headers: dict[str, str], began: float
    ) -> Answer:
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            self._line.connect()
            assert self._line.sock
            self._line.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._line.request(method, path, body, headers)
        response = self._line.getresponse()
        raw = response.read()
        self._used = time.monotonic()
        seq = response.headers.get("X-Ledger-Seq")
        return Answer(
            response.status,
            int(seq) if seq else None,
            time.perf_counter() - began,
            raw,
            dict(response.headers),
        )


@dataclass
class Desk:
    """A data folder (or a PostgreSQL address), what was seeded into it, and the server while it runs."""

    data: Path
    url: str = ""
    settings: str = "packreview.settings"
    weak: str = ""
    n_workers: int = 2
    more: Mapping[str, str] = field(default_factory=dict)  # of the environment
    port: int = 0
    log_ins: dict[str, str] = field(default_factory=dict)
    packs: dict[str, list[str]] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    process: warm.Process | subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def environment(self) -> dict[str, str]:
        mine = ("PYTEST_", "DJANGO_", "PACKREVIEW_", "DATABASE_URL", "WEB_CONCURRENCY", "GUNICORN_")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(mine)}
        own = {
            "PACKREVIEW_DATA": str(self.data),
            "DJANGO_SETTINGS_MODULE": self.settings,
            "PACKREVIEW_WEAK": self.weak,
        }
        return {**kept, **own, **({"DATABASE_URL": self.url} if self.url else {}), **self.more}

    def run(self, *command: str, given: str = "") -> str:
        """A Python command over this desk; its output. An error where it fails."""
        done = warm.run(command, self.environment, given)
        if done.returncode:
            raise RuntimeError(f"{command}: {done.stdout[-2000:]}{done.stderr[-4000:]}")
        return done.stdout

    def make(self, **asked: int) -> None:
        """Tables, people, log-ins and packs (see `inside.seed`)."""
        shutil.copytree(once("desk", _prepare), self.data, dirs_exist_ok=True)
        if self.url:
            cluster.renew(self.url, cluster.RIGHTS)
            self.url = self.url.replace(f"//{cluster.OWNER}@", f"//{cluster.ROLE}@")
        self.seed(**asked)

    def seed(self, **asked: int) -> list[str]:
        """More people and packs; the slugs of the new packs."""
        made = json.loads(self.run("-m", "tests.proofs.inside", "seed", given=json.dumps(asked)))
        self.log_ins |= made["judges"] | made["admins"] | made["sitters"]
        self.packs |= made["packs"]
        self.seats |= made["seats"]
        return list(made["packs"])

    def enter(self, name: str) -> Person:
        """Somebody, logged in anew."""
        self.log_ins |= json.loads(self.run("-m", "tests.proofs.inside", "enter", given=json.dumps([name])))
        return self.person(name)

    def read(self) -> dict[str, Any]:
        """Every entry and every fault, read by another process (see `inside.read`)."""
        found: dict[str, Any] = json.loads(self.run("-m", "tests.proofs.inside", "read"))
        return found

    def start(
        self,
        *,
        threads: int | None = None,
        graceful: int | None = None,
        config: str = "tests/proofs/gunicorn.py",
    ) -> None:
        """Start gunicorn, as the product is served; with other threads a worker, or seconds for what has begun."""
        self.port = self.port or free_port()
        wsgi = "tests.proofs.weak" if self.weak and "weak" not in self.settings else "packreview.wsgi"
        command = ["-m", "gunicorn", "--config", config]
        command += [
            "--log-level",
            "error",
            "--bind",
            f"127.0.0.1:{self.port}",
            "--workers",
            str(self.n_workers),
        ]
        command += ["--threads", str(threads)] if threads else []
        command += ["--graceful-timeout", str(graceful)] if graceful is not None else []
        command.append(wsgi)
        with (self.data / "server.txt").open("ab") as log:
            self.process = warm.start(command, self.environment, log)
        self.wait()

    def wait(self, seconds: float = 120) -> None:
        """Until /healthz is answered 200."""
        deadline = time.monotonic() + seconds
        while True:
            probe = Person(self.port, "", "", timeout=5)
            status = probe.get("/healthz").status
            probe.close()
            if status == 200:
                return
            if time.monotonic() > deadline or not self.process or self.process.poll() is not None:
                raise RuntimeError(f"the desk does not answer ({status}): {self.told()}")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                for pid in [*self.workers(), self.process.pid]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                self.process.wait()
        self.process = None

    def workers(self) -> list[int]:
        """The pids of the server's workers."""
        return children(self.process.pid) if self.process else []

    def person(self, name: str) -> Person:
        return Person(self.port, name, self.log_ins[name])

    def people(self, role: str = "judge") -> list[Person]:
        return [self.person(name) for name in self.log_ins if name.startswith(f"{role}-")]

    def seat(self, name: str, slug: str) -> int:
        """The number of somebody's seat on a pack."""
        return self.seats[f"{name} {slug}"]

    def told(self) -> str:
        """The end of what the server wrote."""
        return (self.data / "server.txt").read_text(errors="replace")[-3000:]


@contextlib.contextmanager
def desk(
    *,
    url: str = "",
    settings: str = "packreview.settings",
    weak: str = "",
    workers: int = 2,
    more: Mapping[str, str] | None = None,
    **seeded: int,
) -> Iterator[Desk]:
    """A desk with people and packs in a folder of its own, not yet started; stopped and removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="proof-"))
    made = Desk(folder, url=url, settings=settings, weak=weak, n_workers=workers, more=more or {})
    try:
        made.make(**seeded)
        yield made
    finally:
        made.stop(signal.SIGQUIT)  # all was seen: whoever still keeps a line is not waited for
        shutil.rmtree(folder, ignore_errors=True)


def _prepare(folder: Path) -> None:
    """A data folder with tables and static files."""
    made = Desk(folder)
    made.run("manage.py", "migrate", "--verbosity=0")
    made.run("manage.py", "collectstatic", "--noinput", "--verbosity=0")


def key() -> str:
    return secrets.token_urlsafe(12)


def act(slug: str, cid: str, name: str, version: int, **more: Any) -> tuple[str, dict[str, Any]]:
    """Address and fields of an act, with a key of its own: publish on words that stand, or hold, drop, edit, undo."""
    fields: dict[str, Any] = {"version": version, "key": key(), "why": "Not carried by the section."}
    if name == "publish":
        fields |= {"quote": QUOTE, "quote_cite": "feeding", "why": ""}
    if name == "edit":
        word = "".join(secrets.choice("bcdfghjkmnpqrstvwxz") for _ in range(10))
        answer = "Once a day, or once a week if it is kept in the refrigerator."
        fields |= {"q": f"how often is a {word} starter fed?", "a": answer, "cites": "feeding"}
    return f"/packs/{slug}/chips/{cid}/{name}/", fields | more


def together(acts: Iterable[Callable[[], Any]]) -> list[Any]:
    """What each gave, begun at one moment in threads of their own."""
    acts = list(acts)
    start, found = threading.Barrier(len(acts)), [None] * len(acts)

    def run(n: int) -> None:
        start.wait()
        found[n] = acts[n]()

    threads = [threading.Thread(target=run, args=[n]) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
