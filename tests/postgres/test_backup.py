"""A backup by pg_dump, made as the role that runs the desk, and the drill of putting it back: real programs, real databases."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.db import connection

from tests.proofs.cluster import OWNER, ROLE, Cluster, new_database
from tests.proofs.desk import Desk

EXAMPLE = Path("reviews/example/how-a-held-chip-becomes-a-published-one.json").resolve()
LINES = "SELECT body, hash FROM reviews_entry ORDER BY id"


@pytest.fixture(scope="module")
def cluster(django_db_setup, django_db_blocker) -> Cluster:
    return Cluster(Path(connection.settings_dict["HOST"]))


@pytest.fixture(scope="module")
def desk(cluster, tmp_path_factory) -> Desk:
    made = empty(cluster, tmp_path_factory.mktemp("desk"))
    made.run("manage.py", "migrate", "--verbosity=0")
    made.run("manage.py", "postgres_roles", ROLE)
    made.run("manage.py", "load_pack", str(EXAMPLE))
    made.run("manage.py", "add_user", "jo", "--judge")
    made.run("manage.py", "seat", "jo")
    return made


@pytest.fixture(scope="module")
def copy(desk) -> Path:
    """A backup, made as the role that runs the desk."""
    as_the_role(desk).run("manage.py", "backup", str(desk.data / "copy"))
    return desk.data / "copy"


@pytest.fixture
def other(cluster, copy, tmp_path) -> Desk:
    """Another database of other people's, in which the backup was restored."""
    made = empty(cluster, tmp_path)
    made.run("manage.py", "restore", str(copy))
    return made


def empty(cluster: Cluster, folder: Path) -> Desk:
    """A desk, run as the tables' owner, whose database has nothing in it yet."""
    return Desk(folder, url=new_database(cluster))


def as_the_role(desk: Desk) -> Desk:
    return Desk(desk.data, url=desk.url.replace(f"//{OWNER}@", f"//{ROLE}@"))


def entries(cluster: Cluster, desk: Desk) -> list[tuple[object, ...]]:
    return cluster.query(LINES, database=desk.url.rsplit("/", 1)[1])


def test_a_backup_is_read_by_its_owner_alone(copy):
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_backup_restored_elsewhere_is_the_desk_and_tells_of_itself(cluster, desk, other):
    *before, last = entries(cluster, other)
    said = json.loads(str(last[0]))
    assert (before, said["act"], said["entries"]) == (entries(cluster, desk), "restore", len(before))
    assert "verified" in other.run("manage.py", "verify_ledger")


def test_a_restored_desk_serves_its_role_and_refuses_changes(other):
    other.run("manage.py", "postgres_roles", ROLE)
    role = as_the_role(other)
    role.settings = "tests.proofs.weak_settings"  # this server does not wait for the disk, which is refused
    role.run("manage.py", "check", "--database", "default")
    change = "from django.db import connection; connection.cursor().execute(\"UPDATE reviews_entry SET body = 'x'\")"
    with pytest.raises(RuntimeError, match="permission denied for table reviews_entry"):
        role.run("manage.py", "shell", "-c", change)


def test_a_role_that_does_not_own_the_tables_restores_nothing_and_leaves_no_copy(cluster, desk, copy):
    before, there = entries(cluster, desk), set(desk.data.iterdir())
    with pytest.raises(
        RuntimeError, match=f"The tables are owned by {OWNER}: run this as {OWNER}. Nothing was"
    ):
        as_the_role(desk).run("manage.py", "restore", str(copy))
    assert entries(cluster, desk) == before
    assert {path.name for path in set(desk.data.iterdir()) - there} <= {"serving.lock"}


def test_a_role_without_its_rights_is_told_who_gives_them(other):
    with pytest.raises(
        RuntimeError, match=r"has `manage.py postgres_roles` been run as the owner of the tables"
    ):
        as_the_role(other).run("manage.py", "verify_ledger")


def test_what_stood_there_is_kept_and_can_be_put_back(cluster, copy, other):
    other.run("manage.py", "add_user", "kim", "--judge")
    stood = entries(cluster, other)
    told = other.run("manage.py", "restore", str(copy))
    kept = re.search(r"What stood here is now (\S+)\.\n", told)
    assert kept
    other.run("manage.py", "restore", kept[1])
    assert entries(cluster, other)[: len(stood)] == stood
    assert Path(kept[1]).stat().st_mode & 0o777 == 0o600


def test_a_desk_at_which_nothing_was_recorded_yet_is_backed_up_and_restored(cluster, tmp_path):
    made = empty(cluster, tmp_path)
    made.run("manage.py", "migrate", "--verbosity=0")
    made.run("manage.py", "backup", str(tmp_path / "copy"))
    made.run("manage.py", "restore", str(tmp_path / "copy"))
    assert [json.loads(str(body))["act"] for body, _ in entries(cluster, made)] == ["found", "restore"]


def test_a_backup_of_an_earlier_version_takes_the_place_of_todays_tables(cluster, other):
    """Among them tables that the copy does not know, and that hold on to those it has."""
    old = Path("tests/proofs/fixtures/2026-11-30.dump").resolve()
    other.run("manage.py", "restore", str(old))
    found = entries(cluster, other)
    assert (len(found), json.loads(str(found[-1][0]))["act"]) == (34, "restore")
    assert "verified" in other.run("manage.py", "verify_ledger")


def test_a_copy_of_a_later_version_is_refused_and_the_desk_stays(cluster, other, tmp_path):
    name = other.url.rsplit("/", 1)[1]
    added = "INSERT INTO django_migrations (app, name, applied) VALUES ('reviews', '0999_later', now())"
    cluster.query(added, database=name)
    other.run("manage.py", "backup", str(tmp_path / "later"))
    cluster.query("DELETE FROM django_migrations WHERE name = '0999_later'", database=name)
    before = entries(cluster, other)
    with pytest.raises(RuntimeError, match=r"a later version of packreview made it, with 0999_later"):
        other.run("manage.py", "restore", str(tmp_path / "later"))
    assert entries(cluster, other) == before


def test_a_chain_that_was_changed_is_named_and_no_copy_is_left(cluster, other, tmp_path):
    name = other.url.rsplit("/", 1)[1]
    cluster.query("ALTER TABLE reviews_entry DISABLE TRIGGER ALL", database=name)
    cluster.query("UPDATE reviews_entry SET body = body || ' ' WHERE act = 'attach'", database=name)
    cluster.query("ALTER TABLE reviews_entry ENABLE TRIGGER ALL", database=name)
    with pytest.raises(RuntimeError, match="entry 1"):
        other.run("manage.py", "backup", str(tmp_path / "again"))
    assert list(tmp_path.glob("*again*")) == []


@pytest.mark.parametrize("content", [b"", b"no database at all", b"PGDMP" + b"x" * 500])
def test_what_is_no_backup_is_refused_and_the_desk_stays(cluster, desk, tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    before = entries(cluster, desk)
    with pytest.raises(RuntimeError, match="pg_restore: "):
        desk.run("manage.py", "restore", str(tmp_path / "other"))
    assert entries(cluster, desk) == before
