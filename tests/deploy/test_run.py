"""bin/run at an IPv6 address: it listens there, and knows its name as a browser writes it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess

import pytest

from tests.browser.conftest import ROOT, environment, wait_for
from tests.servers import MORTAL, free_port


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.skipif(not os.access(ROOT / ".venv/bin/python", os.X_OK), reason="bin/run wants its .venv")
def test_a_desk_at_an_ipv6_address_is_reached_by_it(tmp_path):
    port = free_port()
    own = {**environment(tmp_path / "desk"), "HOST": "::1", "PORT": str(port)}
    own.pop("ALLOWED_HOSTS", None)
    with (tmp_path / "told").open("wb") as told:
        run = subprocess.Popen([*MORTAL, "bin/run"], cwd=ROOT, env=own, stdout=told, stderr=told)
    try:
        wait_for(f"http://[::1]:{port}/login/")
    finally:
        run.send_signal(signal.SIGTERM)
        run.wait(timeout=120)
    assert f"packreview is at http://[::1]:{port}/" in (tmp_path / "told").read_text()
