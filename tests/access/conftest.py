"""A desk with people and packs for every rule of the matrix; and a real gunicorn, for what only the wire shows."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from reviews.models import User
from tests import builders
from tests.access.world import World, build
from tests.browser.conftest import PASSWORD, ROOT, Server, environment, manage, wait_for
from tests.servers import MORTAL, free_port


@pytest.fixture
def world() -> World:
    return build()


@pytest.fixture
def jo() -> User:
    return builders.judge()


@pytest.fixture
def clock(time_machine: Any) -> Any:
    """A clock that only the test moves on."""
    time_machine.move_to("2026-10-05T09:00:00Z", tick=False)
    return time_machine


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("wire")
    manage(data, "migrate", "--verbosity=0")
    manage(data, "collectstatic", "--noinput", "--verbosity=0")
    manage(data, "add_user", "ada", "--admin", "--password-stdin", given=PASSWORD)
    port = free_port()
    command = [
        *MORTAL,
        sys.executable,
        "-m",
        "gunicorn",
        "--config",
        "packreview/gunicorn.py",
        "--workers",
        "1",
    ]
    command += ["--bind", f"127.0.0.1:{port}", "packreview.wsgi"]
    with (
        (data / "told").open("w") as told,
        subprocess.Popen(command, cwd=ROOT, env=environment(data), stderr=told, stdout=told) as process,
    ):
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            yield Server(f"http://127.0.0.1:{port}", data)
        finally:
            process.terminate()
            process.wait(timeout=120)


@pytest.fixture
def wire(desk: Server) -> Callable[[bytes], bytes]:
    """Bytes as they are to the server, and what it answers until it hangs up."""
    port = int(desk.url.rsplit(":", 1)[1])

    def say(raw: bytes) -> bytes:
        """Whoever is refused before all was read may find the line gone, as they send or behind the answer."""
        heard = b""
        with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
            with contextlib.suppress(OSError):
                line.sendall(raw)
                line.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while part := line.recv(65536):
                    heard += part
        return heard

    return say
