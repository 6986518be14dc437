"""As `after_kills`, of the commands that fill the tables of an SQLite file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.proofs.after_kills import NAME, Scene
from tests.proofs.line import Found


def load_halfway(one: Scene, found: Found) -> None:
    """None of the new pack, or all of it: with its article that is two entries."""
    n = len(one.acts()) - len(one.facts["acts"])
    found.expect(one.acts()[: len(one.facts["acts"])] == one.facts["acts"], "an entry is lost")
    found.expect(n in (0, 2), f"{n} entries of a pack that was being loaded")


def load_ended(one: Scene, found: Found) -> None:
    found.expect(len(one.acts()) == len(one.facts["acts"]) + 2, "the pack is not there")
    found.expect("verified" in one.desk.run("manage.py", "verify_ledger"), "it does not verify")


def prepare_halfway(one: Scene, found: Found) -> None:
    """Nobody has a password that is nowhere to be read, and nobody else reads it."""
    words = one.seen / "log-ins.txt"
    kept = words.read_text() if words.exists() else ""
    with closing(sqlite3.connect(one.seen / NAME)) as db:
        names = [name for (name,) in db.execute("SELECT username FROM reviews_user")]
    for name in names:
        found.expect(f"{name} " in kept, f"{name} is there, and no password of theirs")
    for path in one.desk.data.glob("*log-ins.txt*"):
        found.expect(path.stat().st_mode & 0o077 == 0, f"others may read {path.name}")


def prepare_ended(one: Scene, found: Found) -> None:
    told = one.desk.run("manage.py", "prepare")
    found.expect("changed since" not in told, "a password is not the one that was kept")
    with closing(sqlite3.connect(one.desk.data / NAME)) as db:
        tables = ("pack", "user", "seat")
        n_of = [db.execute(f"SELECT count(*) FROM reviews_{table}").fetchone()[0] for table in tables]
    found.expect(n_of == [1, 2, 1], f"packs, people and seats are {n_of}")
    found.expect(not one.left(one.desk.data), f"it leaves {one.left(one.desk.data)}")
    found.expect("verified" in one.desk.run("manage.py", "verify_ledger"), "it does not verify")


def migrate_halfway(one: Scene, found: Found) -> None:
    """`upgrade` asks after each statement; here, that the file is whole."""
    file = one.seen / NAME
    if file.exists():
        with closing(sqlite3.connect(file)) as db:
            found.expect(db.execute("PRAGMA integrity_check").fetchone() == ("ok",), "the file is damaged")


def migrate_ended(one: Scene, found: Found) -> None:
    one.desk.run("manage.py", "check", "--database", "default")  # every trigger stands, nothing is missing
    found.expect("not begun" in one.desk.run("manage.py", "verify_ledger"), "it is no new desk")
    found.expect(one.acts() == [], f"a new desk has {len(one.acts())} entries")
