"""A desk that serves at a PostgreSQL database from another machine (here: another data folder) keeps restores and moves away."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.conf import settings as tests_settings

from reviews import serving
from tests.proofs import cluster
from tests.proofs.cluster import Cluster, new_database
from tests.proofs.desk import ROOT, Desk

RECORDED = """
INSERT INTO reviews_entry (chain_id, seq, body, hash, act, utc, item, request_sha)
SELECT id, size, '{}', repeat('a', 64), 'hold', now(), '', '' FROM reviews_chain WHERE pack_id IS NULL
"""


@pytest.fixture(scope="module")
def made() -> Cluster:
    return Cluster(Path(tests_settings.DATABASES["default"]["HOST"]))


@pytest.fixture(scope="module")
def here(made, tmp_path_factory) -> Desk:
    """The admin's machine: the owner's settings, and a backup."""
    one = Desk(tmp_path_factory.mktemp("here"), url=new_database(made))
    one.run("manage.py", "migrate", "--verbosity=0")
    one.run("manage.py", "postgres_roles", cluster.ROLE)
    one.run("manage.py", "backup", str(one.data / "copy"))
    return one


@pytest.fixture
def elsewhere(here, tmp_path) -> Iterator[Desk]:
    """Another machine, on which the desk may be started (this cluster does not sync, which is refused elsewhere)."""
    url = here.url.replace(f"//{cluster.OWNER}@", f"//{cluster.ROLE}@")
    one = Desk(tmp_path, url=url, settings="tests.proofs.weak_settings")
    one.run("manage.py", "collectstatic", "--noinput", "--verbosity=0")
    yield one
    one.stop()


def restored(one: Desk) -> tuple[int, str]:
    command = [sys.executable, "manage.py", "restore", str(one.data / "copy")]
    ran = subprocess.run(command, cwd=ROOT, env=one.environment, capture_output=True, text=True)
    return ran.returncode, ran.stderr.strip()


def acts(made: Cluster, one: Desk) -> list[object]:
    found = made.query("SELECT act FROM reviews_entry ORDER BY id", database=one.url.rpartition("/")[2])
    return [act for (act,) in found]


def left_behind(one: Desk) -> psycopg.Connection[object]:
    """A connection of a desk that nobody has any more."""
    name = serving.DESK.replace(" ", "%20")
    return psycopg.connect(f"{one.url}?application_name={name}", autocommit=True)


def test_a_desk_that_serves_keeps_a_restore_away(made, here, elsewhere):
    before = acts(made, here)
    elsewhere.start()
    code, told = restored(here)
    assert (code, acts(made, here)) == (1, before)
    assert re.fullmatch(
        r"CommandError: A desk is running at this database, as packreview: stop it first, on every machine\. Where none "
        r"runs any more, its machine or a pooler has left connections behind: end them as packreview or a superuser with "
        r"SELECT pg_terminate_backend\(\d+\)(; SELECT pg_terminate_backend\(\d+\))*\. Nothing was changed\.",
        told,
    )


def test_a_desk_that_was_stopped_keeps_nothing_away(made, here, elsewhere):
    elsewhere.start()
    elsewhere.stop()
    assert restored(here) == (0, "")
    assert acts(made, here)[-1] == "restore"
    here.run("manage.py", "postgres_roles", cluster.ROLE)


def test_a_connection_that_was_left_behind_is_ended_as_the_sentence_says(made, here):
    with contextlib.closing(left_behind(here)) as stuck:
        code, told = restored(here)
        statement = re.findall(r"SELECT pg_terminate_backend\(\d+\)", told)
        assert (code, statement) == (1, [f"SELECT pg_terminate_backend({stuck.info.backend_pid})"])
        made.query(statement[0], role=cluster.OWNER)
        assert restored(here) == (0, "")
    here.run("manage.py", "postgres_roles", cluster.ROLE)


def test_a_desk_at_another_database_of_the_server_keeps_nothing_away(made, here, tmp_path):
    other = Desk(tmp_path, url=new_database(made))
    with contextlib.closing(left_behind(other)):
        assert restored(here) == (0, "")
    here.run("manage.py", "postgres_roles", cluster.ROLE)


def test_two_restores_at_once_are_one(made, here):
    before = acts(made, here)
    with psycopg.connect(here.url, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [serving._KEY])
        assert restored(here) == (1, f"CommandError: {serving.ANOTHER}")
    assert acts(made, here) == before


def test_what_is_recorded_after_the_copy_of_what_stood_there_stops_the_restore(made, tmp_path):
    """By a command on another machine, say: it is no desk that serves, and waits for nobody. It would be in neither copy."""
    here = Desk(tmp_path, url=new_database(made))
    here.run("manage.py", "migrate", "--verbosity=0")
    here.run("manage.py", "add_user", "jo", "--judge")
    here.run("manage.py", "seat", "jo")
    here.run("manage.py", "backup", str(tmp_path / "copy"))
    command = [sys.executable, "manage.py", "restore", str(tmp_path / "copy")]
    with psycopg.connect(here.url) as other:
        other.execute(RECORDED)
        restoring = subprocess.Popen(
            command, cwd=ROOT, env=here.environment, stderr=subprocess.PIPE, text=True
        )
        while not made.query("SELECT 1 FROM pg_locks WHERE NOT granted") and restoring.poll() is None:
            time.sleep(0.05)  # it waits for the tables, with its copy made
        other.commit()
        told = restoring.communicate(timeout=600)[1]
    assert (restoring.returncode, "Something was recorded while the copy" in told) == (1, True), told
    assert acts(made, here) == ["found", "seat", "hold"]


def test_no_desk_begins_while_a_backup_is_restored(here, elsewhere):
    with psycopg.connect(here.url, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [serving._KEY])
        with pytest.raises(RuntimeError, match=serving.RESTORES):
            elsewhere.start()
    elsewhere.start()


def test_a_desk_is_not_moved_to_where_another_one_runs(made, here, tmp_path):
    """The database may be empty yet: whoever serves there would go on with other people's ids in memory."""
    source = Desk(tmp_path)
    source.run("manage.py", "migrate", "--verbosity=0")
    with contextlib.closing(left_behind(here)):
        command = [sys.executable, "manage.py", "move_from_sqlite", str(tmp_path / "packreview.sqlite3")]
        ran = subprocess.run(command, cwd=ROOT, env=here.environment, capture_output=True, text=True)
    told = "CommandError: A desk is running at this database, as packreview_owner: stop it first"
    assert (ran.returncode, ran.stderr.startswith(told)) == (1, True), ran.stderr
