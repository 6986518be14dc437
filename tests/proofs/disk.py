"""A disk that is made up from the calls that were made on a database's files: what a power cut would leave of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.proofs.trace import Event

NAME = "packreview.sqlite3"
SECTOR = 512


class Cut(NamedTuple):
    """What a cut leaves: of each file, by its name, what had landed of all since `n_begun`. The same leaves the same."""

    n_begun: int
    landed: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass
class File:
    """What of a file is on the disk for sure, and what was done to it since its last sync: truncations, and writes by sectors."""

    synced: bytes = b""
    since: list[Event] = field(default_factory=list)

    def apply(self, event: Event) -> None:
        if event.call == "sync":
            self.synced, self.since = self.with_(range(len(self.since))), []
        else:
            self.since += _sectors(event) if event.call == "pwrite64" else [event]

    def landed(self, luck: random.Random) -> tuple[int, ...]:
        """Which of these are there after a cut."""
        share = luck.choice((0.0, 0.1, 0.5, 0.9, 1.0)) if self.since else 0.0
        return tuple(n for n in range(len(self.since)) if luck.random() < share)

    def with_(self, landed: Iterable[int]) -> bytes:
        """As the disk has it then."""
        image = bytearray(self.synced)
        for n in landed:
            _do(image, self.since[n])
        return bytes(image)


@dataclass
class Disk:
    """The database's files, and which of them the folder holds for sure."""

    files: dict[str, File]
    names: set[str]
    since: list[tuple[str, str]] = field(
        default_factory=list
    )  # creations and deletions since the folder's last sync
    n_begun: int = 0  # how often one of these lists was begun anew or a file was

    def apply(self, event: Event, folder: str) -> bool:
        """Take a call; False where it is about none of the files."""
        if event.call == "sync" and event.path == folder:
            self.names, self.since = self._named(len(self.since)), []
            self.n_begun += 1
            return True
        name = event.path.removeprefix(f"{folder}/")
        if name not in (NAME, f"{NAME}-wal", f"{NAME}-journal"):
            return False
        if event.call in ("create", "unlink", "unlinkat"):
            return self._rename(event.call, name)
        if event.call not in ("pwrite64", "ftruncate", "sync"):
            return False
        self.files.setdefault(name, File()).apply(event)
        self.n_begun += event.call == "sync"
        return True

    def cut(self, luck: random.Random) -> Cut:
        names = self._named(luck.randint(0, len(self.since)))
        landed = [(name, self.files[name].landed(luck)) for name in sorted(names) if name in self.files]
        return Cut(self.n_begun, tuple(landed))

    def after(self, cut: Cut) -> dict[str, bytes]:
        """The files as they are found after a cut at this moment."""
        return {name: self.files[name].with_(landed) for name, landed in cut.landed}

    def _rename(self, call: str, name: str) -> bool:
        stands = name in self._named(len(self.since))
        if call == "create" and stands:
            return False  # opened with O_CREAT, and there
        if call == "create":
            self.files[name] = File()
            self.n_begun += 1
        self.since.append((call, name))
        return True

    def _named(self, n: int) -> set[str]:
        names = set(self.names)
        for call, name in self.since[:n]:
            (names.add if call == "create" else names.discard)(name)
        return names


def _do(image: bytearray, event: Event) -> None:
    end = event.at + len(event.data)
    if event.call == "ftruncate":
        del image[event.at :]
        end = event.at
    if len(image) < end:
        image.extend(bytes(end - len(image)))
    image[event.at : event.at + len(event.data)] = event.data


def _sectors(event: Event) -> Iterator[Event]:
    """A write as the sectors that it touches."""
    at, data = event.at, event.data
    while data:
        n = SECTOR - at % SECTOR
        yield Event("pwrite64", event.path, at, data[:n])
        at, data = at + n, data[n:]
