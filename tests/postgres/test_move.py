"""move_from_sqlite: a desk that was judged at on SQLite goes on at PostgreSQL with the same heads; or nothing happens."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings as tests_settings

from reviews.core import verify
from tests.proofs import cluster
from tests.proofs.desk import ROOT, Desk, act, desk, key

SLUG = "pack-0"


@pytest.fixture(scope="module")
def judged() -> Iterator[Desk]:
    """A desk on SQLite with every kind of act in it, stopped; its data folder is what is moved."""
    with desk(judges=2, admins=1, packs=3, chips=6) as one:
        one.start()
        judge, admin = one.person("judge-0"), one.person("admin-0")
        for slug, cids in one.packs.items():
            for n, cid in enumerate(cids):
                assert judge.post(*act(slug, cid, ("hold", "publish", "drop")[n % 3], 1)).is_recorded
        assert judge.post(*act("pack-1", one.packs["pack-1"][0], "undo", 2)).is_recorded
        assert admin.post(f"/packs/{SLUG}/ratify/", {"key": key(), "why": "all read"}).is_recorded
        one.stop()
        yield one


@pytest.fixture(scope="module")
def migrated(judged) -> Iterator[str]:
    """A database with empty tables, to be copied by each test."""
    with _database(cluster.OWNER) as name:
        Desk(judged.data, url=_url(name)).run("manage.py", "migrate", "--verbosity=0")
        yield name


@pytest.fixture
def moved_to(judged, migrated, tmp_path) -> Iterator[Desk]:
    """The same desk with an empty, migrated PostgreSQL database beside, in the cluster of these tests (which does not sync)."""
    shutil.copytree(judged.data, tmp_path / "desk")
    with _database(cluster.OWNER, f"TEMPLATE {migrated}") as name:
        made = Desk(tmp_path / "desk", url=_url(name), settings="tests.proofs.weak_settings")
        made.log_ins, made.packs = judged.log_ins, judged.packs
        yield made
        made.stop()


@contextlib.contextmanager
def _database(owner: str, more: str = "") -> Iterator[str]:
    name = f"move_{secrets.token_hex(4)}"
    with _as_superuser("postgres") as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER {owner} {more}")  # type: ignore[call-overload]
        yield name
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[call-overload]


def _url(name: str, role: str = cluster.OWNER) -> str:
    host = tests_settings.DATABASES["default"]["HOST"].replace("/", "%2F")
    return f"postgresql://{role}@{host}/{name}"


def _as_superuser(database: str) -> psycopg.Connection[Any]:
    host = tests_settings.DATABASES["default"]["HOST"]
    return psycopg.connect(host=host, dbname=database, user="postgres", autocommit=True)


def move(made: Desk, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "move_from_sqlite", *(args or [str(file_of(made))])]
    return subprocess.run(command, cwd=ROOT, env=made.environment, capture_output=True, text=True)


def file_of(made: Desk) -> Path:
    return made.data / "packreview.sqlite3"


@contextlib.contextmanager
def opened(made: Desk) -> Iterator[sqlite3.Connection]:
    """The file, for somebody who goes behind the desk."""
    with contextlib.closing(sqlite3.connect(file_of(made))) as db, db:
        yield db


def rows(made: Desk) -> dict[str, int]:
    """How many rows each table has in PostgreSQL."""
    with _as_superuser(made.url.rpartition("/")[2]) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {t: connection.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for (t,) in tables}  # type: ignore[index]


def rows_before(made: Desk) -> dict[str, int]:
    with opened(made) as db:
        tables = [t for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {t: db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in tables}
    return {table: n for table, n in found.items() if table != "sqlite_sequence"}


def heads(told: str) -> list[str]:
    """What verify_ledger says of each chain."""
    return sorted(re.findall(r"^.*: \d+ entr\w+, head \w+….*$", told, re.MULTILINE))


def exported(one: Desk, out: Path) -> dict[str, bytes]:
    one.run("manage.py", "export_packs", SLUG, "--out", str(out))
    return {path.name: path.read_bytes() for path in out.iterdir()}


def test_a_desk_goes_on_at_postgresql_where_it_was(judged, moved_to, tmp_path):
    before = judged.run("manage.py", "verify_ledger"), exported(judged, tmp_path / "old"), judged.read()
    ran = move(moved_to)
    assert ran.returncode == 0, ran.stderr
    n = sum(count for table, count in rows_before(moved_to).items() if table != "django_migrations")
    assert ran.stdout.splitlines()[0] == (
        f"3 packs and {len(before[2]['entries'])} entries in 4 ledgers were moved, {n} rows in all. Every head is the same."
    )
    assert rows(moved_to) == rows_before(moved_to)
    assert heads(moved_to.run("manage.py", "verify_ledger")) == heads(before[0])
    assert len(triggers_of(moved_to)) > 10
    assert len(heads(before[0])) == 4
    assert exported(moved_to, tmp_path / "new") == before[1]
    assert moved_to.read() == before[2]


def test_what_is_decided_afterwards_follows_what_was_before(judged, moved_to, tmp_path):
    """As the role that may not change the record; log-ins hold, numbers go on, and an old export convicts nobody."""
    old = exported(judged, tmp_path / "old")
    assert move(moved_to).returncode == 0
    moved_to.run("manage.py", "postgres_roles", cluster.ROLE, "--verbosity=0")
    moved_to.url = moved_to.url.replace(f"//{cluster.OWNER}@", f"//{cluster.ROLE}@")
    moved_to.start()

    def done(name: str, path: str, fields: dict[str, Any]) -> bool:
        """On a line of its own: one that was kept may have been put down meanwhile."""
        return moved_to.person(name).post(path, fields).is_recorded

    assert done("admin-0", f"/packs/{SLUG}/reopen/", {"key": key(), "why": "a figure"})
    held = next(chip for chip in moved_to.read()["versions"] if chip.startswith(f"{SLUG}/")).split("/")[1]
    assert done("judge-1", *act(SLUG, held, "drop", 2))
    assert done("admin-0", f"/packs/{SLUG}/ratify/", {"key": key(), "why": ""})
    moved_to.stop()
    new = exported(moved_to, tmp_path / "new")
    names = [f"{SLUG}.json", f"{SLUG}.ledger.jsonl"]
    paths = [str(tmp_path / "new" / name) for name in names]
    assert verify.main([*paths, "--against", str(tmp_path / "old" / names[0])]) == 0
    assert new[names[1]].startswith(old[names[1]])


def test_a_backup_moves_as_well_and_stays_as_it_is(judged, moved_to, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    judged.run("manage.py", "backup", str(copy))
    raw = copy.read_bytes()
    assert move(moved_to, str(copy)).returncode == 0
    assert (copy.read_bytes() == raw, rows(moved_to)["reviews_entry"]) == (
        True,
        rows_before(judged)["reviews_entry"],
    )


def refused(made: Desk, *args: str) -> str:
    """The sentence of a refusal that left PostgreSQL as it was, its triggers standing."""
    before = rows(made), triggers_of(made)
    ran = move(made, *args)
    assert (ran.returncode, ran.stdout, (rows(made), triggers_of(made))) == (1, "", before)
    assert len(before[1]) > 10
    return ran.stderr.strip().removeprefix("CommandError: ")


def triggers_of(made: Desk) -> list[str]:
    with _as_superuser(made.url.rpartition("/")[2]) as connection:
        return [
            name
            for (name,) in connection.execute(
                "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1"
            )
        ]


def test_a_database_with_anything_in_it_is_refused(moved_to):
    moved_to.run("manage.py", "add_user", "somebody")
    assert (
        refused(moved_to) == "The PostgreSQL database is not empty: reviews_user has rows. Nothing was moved."
    )


def test_a_second_move_is_refused(moved_to):
    assert move(moved_to).returncode == 0
    assert refused(moved_to).startswith("The PostgreSQL database is not empty: ")


def test_a_desk_that_serves_from_its_own_folder_is_refused(judged, moved_to):
    """What it decides once its file was read would be left behind."""
    judged.start()
    try:
        assert (
            refused(moved_to, str(file_of(judged)))
            == "The desk is running: stop it first. Nothing was changed."
        )
    finally:
        judged.stop()
    assert move(moved_to, str(file_of(judged))).returncode == 0


def test_a_row_that_postgresql_does_not_take_undoes_everything(moved_to):
    """The user table is one of the last: by then most is written."""
    with opened(moved_to) as db:
        db.execute("UPDATE reviews_user SET first_name = 'a' || char(0) WHERE username = 'judge-1'")
    assert refused(moved_to).startswith("reviews_user: a row is not taken by PostgreSQL: ")


def test_a_reference_that_leads_nowhere_undoes_everything(moved_to):
    with opened(moved_to) as db:
        db.execute("UPDATE reviews_seat SET user_id = 999")
    assert re.match('a row names one that is not there: .* table "reviews_seat" violates', refused(moved_to))


def test_a_ledger_that_does_not_hold_is_not_moved(moved_to):
    with opened(moved_to) as db:
        db.execute("DROP TRIGGER reviews_entry_no_update")
        body = db.execute("SELECT body FROM reviews_entry WHERE act = 'drop' LIMIT 1").fetchone()[0]
        changed = json.dumps({**json.loads(body), "why": "another reason"})
        db.execute("UPDATE reviews_entry SET body = ? WHERE body = ?", [changed, body])
    assert re.match(r"[0-9a-f]+/pack-0/1: ", refused(moved_to))


def test_tables_that_do_not_follow_from_the_ledger_are_not_moved(moved_to):
    with opened(moved_to) as db:
        db.execute(
            "UPDATE reviews_chip SET a = 'Never.' WHERE pack_id = (SELECT id FROM reviews_pack WHERE slug = 'pack-2')"
        )
    assert refused(moved_to).startswith("pack-2: ")


def test_a_file_of_an_older_version_is_refused(moved_to):
    with opened(moved_to) as db:
        db.execute(
            "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations WHERE app = 'reviews')"
        )
    assert refused(moved_to).endswith("1 migration is missing. Migrate it with this version first.")


def test_a_file_of_a_later_version_is_refused(moved_to):
    """It may have columns that this one does not know, and would leave behind."""
    with opened(moved_to) as db:
        db.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('reviews', '0999_later', '2027-01-01')"
        )
    assert refused(moved_to).endswith(
        "a later version of packreview made it, with 0999_later: install that version."
    )


def test_a_role_that_does_not_own_the_tables_is_refused(moved_to):
    moved_to.run("manage.py", "postgres_roles", cluster.ROLE, "--verbosity=0")
    moved_to.url = moved_to.url.replace(f"//{cluster.OWNER}@", f"//{cluster.ROLE}@")
    assert refused(moved_to).endswith("Run this as the owner of the tables.")


@pytest.mark.parametrize("raw", [None, b"", b"not a database" * 99])
def test_what_is_no_desk_is_refused(moved_to, tmp_path, raw):
    file = tmp_path / "other.sqlite3"
    if raw is not None:
        file.write_bytes(raw)
    assert refused(moved_to, str(file)).startswith(f"{file}")


def test_a_desk_on_sqlite_is_no_place_to_move_to(judged):
    ran = move(judged)
    assert (ran.returncode, ran.stderr.strip()) == (
        1,
        "CommandError: This moves a desk to PostgreSQL: set DATABASE_URL to the address of an empty database.",
    )
