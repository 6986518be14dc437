"""What may stand after a command was killed, and what has to stand once it was run again: one part a command.

Nothing here opens the desk's own files, which would finish what the kill left: `Scene.look` copies them first.
"""

from __future__ import annotations

import atexit
import json
import re
import shutil
import sqlite3
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.serialization import load_pem_private_key

from tests.proofs import cluster
from tests.proofs.desk import ROOT, Desk, desk
from tests.proofs.line import Found

EXAMPLE = ROOT / "reviews" / "example" / "how-a-held-chip-becomes-a-published-one.json"
NAME = "packreview.sqlite3"
PAGES = shutil.ignore_patterns("static")  # nobody looks at pages here
CHANCE = re.compile(r"\.before-[^/.]*|\.[0-9a-f]{8}(?=\.part$)")
# Ends as a kill does: its last commit stands in the log beside the file alone.
LAST = """
import os, django
django.setup()
from django.db import connection
from reviews import seating
from reviews.models import User
connection.cursor().execute("PRAGMA wal_autocheckpoint=0")
seating.seat(User.objects.create(username="late", may_judge=True), None, by=None)
os._exit(0)
"""
LOCKED = """
SELECT 1 FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND locktype = 'relation'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@dataclass
class Scene:
    """A desk as a command finds it, made anew as often as asked; `aside` is what it is given, `out` what it hands out."""

    folder: Path
    desk: Desk
    facts: dict[Any, Any] = field(default_factory=dict)

    def shot(self) -> Scene:
        """What lies there now, as a desk of its own: as if whoever works at it had been killed."""
        folder = self.folder / "shot"
        shutil.rmtree(folder, ignore_errors=True)
        for path in (self.desk.data, self.out, self.aside):
            shutil.copytree(path, folder / path.name)
        return Scene(folder, Desk(folder / "desk"), self.facts)

    @property
    def aside(self) -> Path:
        return self.folder / "aside"

    @property
    def out(self) -> Path:
        return self.folder / "out"

    @property
    def seen(self) -> Path:
        """A copy of the data folder as it was left."""
        return self.folder / "seen"

    def keep(self) -> None:
        shutil.copytree(self.desk.data, self.folder / "kept")
        shutil.copytree(self.out, self.folder / "handed")
        if self.desk.url:
            made, name = cluster.of(self.desk.url)
            made.query(f"ALTER DATABASE {name} RENAME TO {name}_kept")
            cluster.renew(self.desk.url, f"{name}_kept")

    def renew(self) -> None:
        for path in (self.desk.data, self.out):
            shutil.rmtree(path)
        shutil.copytree(self.folder / "kept", self.desk.data)
        shutil.copytree(self.folder / "handed", self.out)
        if self.desk.url:
            cluster.renew(self.desk.url, f"{cluster.of(self.desk.url)[1]}_kept")

    def look(self) -> None:
        shutil.rmtree(self.seen, ignore_errors=True)
        shutil.copytree(self.desk.data, self.seen)

    def told(self) -> str:
        """What stands there, as far as it tells one state from another: names but for their chance endings, and entries."""
        files = sorted(
            CHANCE.sub("", str(path.relative_to(self.folder)))
            for place in (self.desk.data, self.out)
            for path in place.rglob("*")
        )
        return json.dumps([files, len(self.acts())])

    def acts(self) -> list[str]:
        """The ledgers' entries by their hashes; none where there are no tables."""
        if self.desk.url:
            return [str(row[0]) for row in self.query("SELECT hash FROM reviews_entry ORDER BY id")]
        file = self.seen / NAME
        return acts(file) if file.exists() and file.stat().st_size and "reviews_entry" in tables(file) else []

    def query(self, sql: str) -> list[tuple[object, ...]]:
        made, name = cluster.of(self.desk.url)
        return made.query(sql, database=name)

    def is_locked(self) -> bool:
        """Has somebody a table to themselves?"""
        return bool(self.query(LOCKED))

    def left(self, place: Path) -> list[str]:
        """What nobody asked for: parts of files."""
        return sorted(path.name for path in place.iterdir() if path.name.startswith("."))


def tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as db:
        return {str(name) for (name,) in db.execute("SELECT name FROM sqlite_master")}


def acts(file: Path) -> list[str]:
    """The entries of a database that is whole; an empty list of one that is not."""
    try:
        with closing(sqlite3.connect(file)) as db:
            if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return []
            return [str(row[0]) for row in db.execute("SELECT hash FROM reviews_entry ORDER BY id")]
    except sqlite3.DatabaseError:
        return []


@cache
def _filled() -> Desk:
    """A desk with a judge and two packs, of which copies are made; gone with this process."""
    kept = ExitStack()
    atexit.register(kept.close)
    return kept.enter_context(desk(judges=1, packs=2, chips=3))


def make_packs(one: Scene) -> None:
    shutil.copytree(_filled().data, one.desk.data, ignore=PAGES, dirs_exist_ok=True)
    one.look()
    one.facts["acts"] = one.acts()


def make_empty(one: Scene) -> None:
    one.desk.run("manage.py", "migrate", "-v0")


def make_nothing(one: Scene) -> None:
    """A folder in which no desk was yet."""


# restore


def make_restore(one: Scene) -> None:
    """A backup, and a desk that went on and was then killed."""
    make_packs(one)
    one.desk.run("manage.py", "backup", str(one.aside / "copy"))
    one.desk.run("-c", LAST)
    one.look()
    assert (one.desk.data / f"{NAME}-wal").stat().st_size > 0
    one.facts |= {"old": one.acts(), "copy": acts(one.aside / "copy")}
    assert len(one.facts["old"]) == len(one.facts["copy"]) + 1


def restore_halfway(one: Scene, found: Found) -> None:
    """Under its name a whole database, the old one or the new one; the other is there as well."""
    stands = acts(one.seen / NAME) if (one.seen / NAME).exists() else []
    if stands != one.facts["old"]:
        found.expect(_is_new(one, stands), f"no whole database has the name: {len(stands)} entries")
        found.expect(one.facts["old"] in _set_aside(one), "what stood there is lost")
    found.expect(acts(one.aside / "copy") == one.facts["copy"], "the copy is not what it was")


def restore_ended(one: Scene, found: Found) -> None:
    found.expect(_is_new(one, acts(one.seen / NAME)), "the copy does not stand there")
    found.expect(one.facts["old"] in _set_aside(one), "what stood there is lost")
    found.expect(not one.left(one.desk.data), f"it leaves {one.left(one.desk.data)}")
    found.expect("verified" in one.desk.run("manage.py", "verify_ledger"), "it does not verify")


def _is_new(one: Scene, stands: list[str]) -> bool:
    """What the copy has, and the entry that tells of it."""
    return stands[:-1] == one.facts["copy"] and len(stands) > 1


def _set_aside(one: Scene) -> list[list[str]]:
    return [
        acts(path) for path in one.seen.glob(f"{NAME}.before-*") if path.suffix[-4:] not in ("-wal", "-shm")
    ]


# backup


def backup_halfway(one: Scene, found: Found) -> None:
    copy = one.out / "copy"
    found.expect(not copy.exists() or acts(copy) == one.facts["acts"], "half a copy has its name")
    found.expect(one.acts() == one.facts["acts"], "the desk is not what it was")
    copy.unlink(missing_ok=True)  # it would not be replaced


def backup_ended(one: Scene, found: Found) -> None:
    backup_halfway(one, found)
    found.expect(not one.left(one.out), f"it leaves {one.left(one.out)}")


# signing_key


def key_halfway(one: Scene, found: Found) -> None:
    """A whole key or none, and at no instant one that others may read."""
    key = one.desk.data / "signing_key"
    if key.exists():
        load_pem_private_key(key.read_bytes(), password=None)
    one.facts["key"] = key.read_bytes() if key.exists() else b""
    for path in (key, *one.desk.data.glob(".signing_key*")):
        found.expect(not path.exists() or path.stat().st_mode & 0o077 == 0, f"others may read {path.name}")


def key_ended(one: Scene, found: Found) -> None:
    raw = (one.desk.data / "signing_key").read_bytes()
    load_pem_private_key(raw, password=None)
    found.expect(one.facts["key"] in (b"", raw), "a key that was made is lost")
    found.expect(not one.left(one.desk.data), f"it leaves {one.left(one.desk.data)}")


# export_packs


def make_exports(one: Scene) -> None:
    """Packs, a key, and what an export of them is, over an export of other words that lies there, signed as well."""
    make_packs(one)
    one.desk.run("manage.py", "signing_key")
    one.desk.run("manage.py", "export_packs", "--out", str(one.out))
    new = {path.name: path.read_bytes() for path in one.out.iterdir()}
    key: Any = load_pem_private_key((one.desk.data / "signing_key").read_bytes(), password=None)
    files = {name: b"older: " + raw for name, raw in new.items() if not name.endswith(".sig")}
    signed = {f"{name}.sig": key.sign(raw).hex().encode() + b"\n" for name, raw in files.items()}
    one.facts |= {"new": new, "old": files | signed}
    assert (len(new), one.facts["old"].keys()) == (8, new.keys())
    for name, raw in one.facts["old"].items():
        (one.out / name).write_bytes(raw)


def exports_halfway(one: Scene, found: Found) -> None:
    """Each file is the old one or the new one, and a signature that stands fits the file beside it."""
    stands = {path.name: path.read_bytes() for path in one.out.iterdir() if path.name[0] != "."}
    for name in one.facts["new"]:
        which = [kind for kind in ("old", "new") if stands.get(name) == one.facts[kind][name]]
        found.expect(bool(which) or (name.endswith(".sig") and name not in stands), f"{name} is not whole")
        beside = name.removesuffix(".sig")
        if which and beside != name:
            found.expect(stands.get(beside) == one.facts[which[0]][beside], f"{name} fits another file")


def exports_ended(one: Scene, found: Found) -> None:
    stands = {path.name: path.read_bytes() for path in one.out.iterdir()}
    found.expect(stands == one.facts["new"], f"there are {sorted(stands)}")
