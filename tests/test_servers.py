"""Ports and processes of the servers that tests start."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.servers import MORTAL, free_port, is_over, place


def test_a_port_is_for_a_server_and_for_nobody_else():
    port = free_port()
    for _ in range(2):  # it may be started again
        with (
            socket.create_server(("127.0.0.1", port)) as server,
            socket.create_connection(("127.0.0.1", port)),
        ):
            server.accept()[0].close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
    with socket.socket() as other, pytest.raises(OSError, match="Address already in use"):
        other.bind(("127.0.0.1", port))


def test_no_port_is_given_twice():
    ports = [free_port() for _ in range(100)]
    assert len(set(ports)) == len(ports)


PARENT = f"""
import subprocess, time
subprocess.Popen([*{MORTAL!r}, "sh", "-c", "echo $$; exec sleep 60"])
time.sleep(60)
"""


@pytest.mark.skipif(not MORTAL, reason="setpriv is not installed")
def test_a_server_ends_when_its_tests_are_killed():
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    assert is_gone(child)


def is_gone(pid: int, seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while not is_over(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_over(pid)


@pytest.mark.parametrize(
    ("name", "is_taken"), [("plain", True), ("with space", False), ("é", False), ("x" * 80, False)]
)
def test_a_server_lies_where_its_socket_can_be_named(monkeypatch, name, is_taken):
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setattr(tempfile, "tempdir", f"{folder}/{name}")
        Path(folder, name).mkdir()
        for path in (Path(folder), Path(folder, name)):
            path.chmod(0o711)
        assert place() == (f"{folder}/{name}" if is_taken else "/tmp")
