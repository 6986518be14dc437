"""Proof 12: an upgrade keeps everything: every chain's head, every row, every trigger; killed half-way, it is run again.

python -m tests.proofs.upgrade [--short]

The databases in `fixtures` were made by the code of their day. Each is migrated to today's, goes on from there, and is
restored as a backup into a desk of today. Then it is migrated by today's migrations and one more, which remakes the
ledger's own tables, and killed before every statement of it, until a migration ends without; after each kill nothing is
lost, and run again it ends. Over SQLite and PostgreSQL. In the control no trigger is made again after the migrations.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO, Any

from tests.proofs import cluster, warm
from tests.proofs.desk import Desk
from tests.proofs.line import Found, run

FIXTURES = Path(__file__).parent / "fixtures"
REMADE = "tests.proofs.remade_settings"


@dataclass
class Old:
    """A database of an earlier day, made anew as often as asked."""

    name: str
    kind: str
    desk: Desk

    @property
    def expected(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((FIXTURES / f"{self.name}.json").read_text())[self.kind]
        return found

    @property
    def copy(self) -> Path:
        """It as a backup, as that day's command made them."""
        if self.kind == "postgresql":
            return FIXTURES / f"{self.name}.dump"
        made = self.desk.data / "copy.sqlite3"
        made.write_bytes(gzip.decompress((FIXTURES / f"{self.name}.sqlite3.gz").read_bytes()))
        return made

    def renew(self) -> None:
        if self.kind == "sqlite":
            for path in self.desk.data.glob("packreview.sqlite3*"):
                path.unlink()
            shutil.copy(self.copy, self.desk.data / "packreview.sqlite3")
            return
        cluster.renew(self.desk.url, self._template())

    def _template(self) -> str:
        """The dump, restored once for all copies of it."""
        made, database = cluster.of(self.desk.url)
        name = f"{database}_old"
        if not made.query(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
            made.query(f"CREATE DATABASE {name} OWNER {cluster.OWNER}")
            where = ["--no-owner", "--dbname", made.url(name), str(self.copy)]
            subprocess.run([str(cluster.program("pg_restore")), *where], check=True)
        return name


@dataclass
class Migrating:
    """The process of `migrating`, asked for one thing after the other."""

    orders: IO[str]
    answers: IO[str]

    def ask(self, order: int | str) -> dict[str, Any]:
        print(order, file=self.orders, flush=True)
        found: dict[str, Any] = json.loads(self.answers.readline())
        return found


@contextlib.contextmanager
def migrating(desk: Desk) -> Iterator[Migrating]:
    (given, orders), (answers, out) = os.pipe(), os.pipe()
    with open(orders, "w") as asked, open(answers) as told:
        with open(given) as taken, open(out, "w") as said:
            command = ["-m", "tests.proofs.migrating"]
            process = warm.start(command, desk.environment, said, given=taken, err=sys.stderr)
        yield Migrating(asked, told)
        asked.close()
        process.wait()


@contextlib.contextmanager
def old(name: str, kind: str, settings: str = "packreview.settings", weak: str = "") -> Iterator[Old]:
    folder = Path(tempfile.mkdtemp(prefix="proof-"))
    try:
        made = Old(name, kind, Desk(folder, url=cluster.chosen(kind), settings=settings, weak=weak))
        made.renew()
        yield made
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stands(told: dict[str, Any], expected: dict[str, Any], what: str, found: Found) -> None:
    """Everything that was there, all triggers, and no ledger that does not hold."""
    found.tried += 1
    if "seen" not in told:
        found.violations.append(f"{what}: it does not migrate: {told.get('error')}")
        return
    for key, value in expected.items():
        found.expect(told["seen"][key] == value, f"{what}: {key}: {told['seen'][key]}, not {value}")
    found.expect(not told["missing"], f"{what}: these triggers do not stand: {told['missing']}")
    found.violations += [f"{what}: {fault}" for fault in told["faults"]]


def to_today(one: Old, found: Found) -> None:
    """Migrated, it is what it was, and goes on."""
    with migrating(one.desk) as process:
        stands(process.ask("migrate"), one.expected, f"{one.name}, {one.kind}", found)
    one.desk.run("manage.py", "seat", "jo")
    found.expect("verified" in one.desk.run("manage.py", "verify_ledger"), "it does not go on")


def restored_today(one: Old, found: Found) -> None:
    """Restored as a backup: packs as they were; the desk's own ledger tells of it."""
    one.desk.run("manage.py", "restore", str(one.copy))
    expected = one.expected
    packs = [head for head in expected["heads"] if not head[0].endswith("/desk")]
    with migrating(one.desk) as process:
        told = process.ask("migrate")
    told["seen"]["heads"] = [head for head in told["seen"]["heads"] if not head[0].endswith("/desk")]
    rows = {**expected["rows"], "entry": expected["rows"]["entry"] + 1}
    stands(told, {"heads": packs, "rows": rows, "chips": expected["chips"]}, f"{one.kind}, restored", found)


def killed(one: Old, step: int, found: Found) -> None:
    """Killed before every statement (every so many-th with `step`), looked at, and run again."""
    with migrating(one.desk) as process:
        for n in count(1, step):
            what = f"{one.name}, {one.kind}, killed before statement {n}"
            one.renew()
            if not process.ask(n)["killed"]:
                break
            between = process.ask("look")
            found.expect(between.get("seen") == one.expected, f"{what}: something is gone")
            stands(process.ask("migrate"), one.expected, what, found)
    found.figures[f"{one.kind}-statements"] = n - 1


def proof(is_short: bool) -> Found:
    found = Found()
    names = sorted(path.stem for path in FIXTURES.glob("*.json"))
    for kind in cluster.kinds():
        for name in names:
            with old(name, kind) as one:
                to_today(one, found)
                if not (is_short and kind == "postgresql"):
                    restored_today(one, found)
            with old(name, kind, REMADE) as one:
                killed(one, 90 if is_short else 2, found)
    return found


def control(is_short: bool) -> Found:
    name, found = max(path.stem for path in FIXTURES.glob("*.json")), Found()
    with old(name, "sqlite", REMADE, "no-triggers") as one, migrating(one.desk) as process:
        stands(process.ask("migrate"), one.expected, "without triggers", found)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    return run("UPGRADE", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
