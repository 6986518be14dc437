"""A way to PostgreSQL on which each thing that is said to the server waits, unheard, until it is let through."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.proofs import cluster, warm
from tests.servers import is_over

SOCKET = ".s.PGSQL.5432"
MOST = 1 << 16  # bytes that are passed on at once
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid: unix(7), SO_PEERCRED


@dataclass
class Wire:
    """A socket in `folder` before the one of a cluster."""

    folder: Path
    url: str  # of a database, by this socket
    _to: str
    _door: socket.socket = field(repr=False)
    silenced: set[int] = field(default_factory=set)  # those who were killed
    _eyes: selectors.DefaultSelector = field(default_factory=selectors.DefaultSelector, repr=False)

    def said(self, until: warm.Process) -> Iterator[int]:
        """The process that says something, each time, before it is heard; ends with the process that is named."""
        self._eyes.register(self._door, selectors.EVENT_READ)
        while until.poll() is None:
            for key, _ in self._eyes.select(0.01):
                one: socket.socket = key.fileobj  # type: ignore[assignment]
                if one is self._door:
                    self._meet()
                elif one.fileno() != -1:  # not closed with the other end, just now
                    yield from self._passed_on(one, *key.data)

    def silence(self, pid: int) -> None:
        """Kill whoever speaks. What they have said is not passed on, and the server finds them gone."""
        with contextlib.suppress(ProcessLookupError):  # it said goodbye and went, and its parent knows
            os.kill(pid, signal.SIGKILL)
        while not is_over(pid):
            time.sleep(0.001)
        self.silenced.add(pid)

    def _meet(self) -> None:
        client, _ = self._door.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._to)
        told = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        self._eyes.register(client, selectors.EVENT_READ, (server, _CREDENTIALS.unpack(told)[0]))
        self._eyes.register(server, selectors.EVENT_READ, (client, 0))

    def _passed_on(self, one: socket.socket, other: socket.socket, teller: int) -> Iterator[int]:
        with contextlib.suppress(ConnectionError):
            said = one.recv(MOST)
            if said and teller:
                yield teller
            if said and teller not in self.silenced:
                other.sendall(said)
                return
        for end in (one, other):
            self._eyes.unregister(end)
            end.close()

    def close(self) -> None:
        for key in list(self._eyes.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._eyes.close()
        self._door.close()


@contextlib.contextmanager
def wire(url: str, folder: Path) -> Iterator[Wire]:
    """Such a way to the database that `url` leads to, with its socket in a folder that is there."""
    made, name = cluster.of(url)
    role = url.split("//")[1].split("@")[0]
    place = folder / SOCKET
    place.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(place))
        door.listen()
        one = Wire(folder, replace(made, folder=folder).url(name, role), str(made.folder / SOCKET), door)
        try:
            yield one
        finally:
            one.close()
