"""A person's kept line: used again at once, and made anew where the server may have put it down."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tests.proofs import desk
from tests.proofs.desk import Person

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


@pytest.fixture
def lines() -> Iterator[tuple[int, list[int]]]:
    """A port at which every request is answered, and the number of requests that came on each line."""
    counts: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                counts.append(0)
                threading.Thread(target=answer, args=[line, len(counts) - 1], daemon=True).start()

        def answer(line: socket.socket, n: int) -> None:
            with line:
                while line.recv(65536):
                    counts[n] += 1
                    line.sendall(ANSWER)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], counts
        server.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(("kept", "expected"), [(600, [3]), (0, [1, 1, 1])])
def test_a_press_goes_over_the_kept_line_unless_that_was_idle_for_long(lines, monkeypatch, kept, expected):
    port, counts = lines
    monkeypatch.setattr(desk, "KEPT", kept)
    judge = Person(port, "jo", "")
    assert [judge.get("/").status for _ in range(3)] == [200] * 3
    assert counts == expected
