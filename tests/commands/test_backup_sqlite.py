"""A backup while judging goes on, and the drill of putting it back: real processes over real database files."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reviews.backup import copies, sqlite
from tests.browser.conftest import ROOT, environment, manage

EXAMPLE = Path("reviews/example/how-a-held-chip-becomes-a-published-one.json").resolve()
SLUG = EXAMPLE.stem


class StoppedClock(datetime):
    """A clock that stands still, as two acts of one second find it."""

    @classmethod
    def now(cls, tz=None):
        return cls(2026, 11, 30, 8, 10, 36, tzinfo=tz or UTC)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory, new_desk: Path) -> Path:
    data = shutil.copytree(new_desk, tmp_path_factory.mktemp("loaded") / "desk")
    manage(data, "load_pack", str(EXAMPLE))
    return data


@pytest.fixture
def data(tmp_path: Path, loaded: Path) -> Path:
    return shutil.copytree(loaded, tmp_path / "desk")


def entries(database: Path) -> list[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return db.execute("SELECT body, hash FROM reviews_entry ORDER BY id").fetchall()


def test_a_backup_holds_what_was_recorded_and_says_so(data, tmp_path):
    told = manage(data, "backup", str(tmp_path / "copy.sqlite3"))
    assert "verified" in told
    assert entries(tmp_path / "copy.sqlite3") == entries(data / "packreview.sqlite3")


def test_a_backup_never_replaces_one(data, tmp_path):
    manage(data, "backup", str(tmp_path / "copy.sqlite3"))
    assert "is there already" in manage(data, "backup", str(tmp_path / "copy.sqlite3"), ok=False)


def test_a_backup_takes_no_link_away_that_leads_nowhere(data, tmp_path):
    (tmp_path / "copy.sqlite3").symlink_to("not-mounted")
    assert "is there already" in manage(data, "backup", str(tmp_path / "copy.sqlite3"), ok=False)


def test_a_backup_into_a_folder_that_is_missing_names_it(data, tmp_path):
    told = manage(data, "backup", str(tmp_path / "nowhere" / "copy.sqlite3"), ok=False)
    assert f"There is no folder {tmp_path / 'nowhere'}: make it first." in told


def test_a_backup_that_fails_leaves_nothing_behind(data, tmp_path):
    with contextlib.closing(sqlite3.connect(data / "packreview.sqlite3")) as db, db:
        db.execute("DROP TRIGGER reviews_entry_no_update")
        db.execute("UPDATE reviews_entry SET hash = 'x' WHERE seq = 1")
    told = manage(data, "backup", str(tmp_path / "copy.sqlite3"), ok=False)
    assert "entry 1" in told or "trigger" in told
    assert list(tmp_path.glob("*copy*")) == []


def test_what_backups_that_were_killed_left_goes_with_the_next(data, tmp_path):
    """Each night has a name of its own: what one left would lie there for good."""
    (tmp_path / ".desk-2026-11-29.sqlite3.packreview-part").write_bytes(b"half a copy")
    (tmp_path / ".of-somebody-else.part").write_bytes(b"theirs")
    manage(data, "backup", str(tmp_path / "copy.sqlite3"))
    assert {path.name for path in tmp_path.iterdir()} == {"desk", "copy.sqlite3", ".of-somebody-else.part"}


def test_a_backup_that_is_going_on_is_left_alone(data, tmp_path):
    part = tmp_path / ".copy.sqlite3.packreview-part"
    with part.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        told = manage(data, "backup", str(tmp_path / "copy.sqlite3"), ok=False)
        manage(data, "backup", str(tmp_path / "other.sqlite3"))
    assert f"Another backup to {tmp_path / 'copy.sqlite3'} is going on." in told
    assert part.exists()


def test_the_drill_of_a_restore(data, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    manage(data, "backup", str(copy))
    before = entries(copy)
    manage(data, "add_user", "jo", "--judge")
    manage(data, "seat", "jo")
    told = manage(data, "restore", str(copy))
    assert "What stood here is now" in told
    manage(data, "migrate", "--verbosity=0")
    assert "verified" in manage(data, "verify_ledger")
    after = entries(data / "packreview.sqlite3")
    assert after[: len(before)] == before
    assert json.loads(after[-1][0])["act"] == "restore"


def test_a_restore_is_refused_while_the_desk_runs(data, tmp_path):
    manage(data, "backup", str(tmp_path / "copy.sqlite3"))
    before = entries(data / "packreview.sqlite3")
    desk = subprocess.Popen(
        [sys.executable, "-c", "import packreview.wsgi; print('ready', flush=True); input()"],
        env={**os.environ, "PACKREVIEW_DATA": str(data)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with desk:
        assert desk.stdout.readline() == "ready\n"
        told = manage(data, "restore", str(tmp_path / "copy.sqlite3"), ok=False)
        desk.kill()
    assert "The desk is running: stop it first. Nothing was changed." in told
    assert entries(data / "packreview.sqlite3") == before
    assert "was restored" in manage(data, "restore", str(tmp_path / "copy.sqlite3"))


def killed_with_a_log(data: Path, text: str) -> None:
    """A desk was killed: its last commit stands in the write-ahead log alone, which no checkpoint has carried over."""
    last = "INSERT INTO reviews_words (sha, text) VALUES ('x', ?)"
    ends = f'import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute("{last}", [sys.argv[2]]); db.commit(); os._exit(0)'
    subprocess.run([sys.executable, "-c", ends, str(data / "packreview.sqlite3"), text], check=True)
    assert (data / "packreview.sqlite3-wal").stat().st_size > 0


def words_of(database: Path) -> list[tuple[str]]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return db.execute("SELECT text FROM reviews_words WHERE sha = 'x'").fetchall()


def kept_by(told: str) -> Path:
    return Path(told.splitlines()[0].removeprefix("What stood here is now ").removesuffix("."))


def test_what_stood_there_is_kept_with_what_a_killed_desk_left_in_its_log(data, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    manage(data, "backup", str(copy))
    killed_with_a_log(data, "decided last")
    kept = kept_by(manage(data, "restore", str(copy)))
    assert words_of(kept) == [("decided last",)]
    assert words_of(data / "packreview.sqlite3") == []


def test_a_database_that_another_program_has_open_is_not_replaced(data, tmp_path):
    """It would go on in the file that was set aside, and its log would lie beside the new one."""
    copy, place = tmp_path / "copy.sqlite3", data / "packreview.sqlite3"
    manage(data, "backup", str(copy))
    before = entries(place)
    with contextlib.closing(sqlite3.connect(place)) as db:
        db.execute("SELECT count(*) FROM reviews_entry").fetchone()
        told = manage(data, "restore", str(copy), ok=False)
    assert f"{place} is open in another program: close it first. Nothing was changed." in told
    assert (entries(place), list(data.glob("*.before-*")), list(data.glob(".*"))) == (before, [], [])


def test_a_file_system_without_links_keeps_a_copy(data, tmp_path):
    copy, place = tmp_path / "copy.sqlite3", data / "packreview.sqlite3"
    manage(data, "backup", str(copy))
    before = entries(place)
    none = ["-e", "trace=link,linkat", "-e", "inject=link,linkat:error=EPERM"]
    command = [
        "strace",
        "-f",
        "-q",
        "-o",
        "/dev/null",
        *none,
        sys.executable,
        "manage.py",
        "restore",
        str(copy),
    ]
    ran = subprocess.run(command, cwd=ROOT, env=environment(data), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    kept = kept_by(ran.stdout)
    assert (entries(kept), kept.stat().st_mode & 0o777) == (before, 0o600)
    assert entries(place)[: len(before)] == before
    assert list(data.glob(".*")) == []


def test_a_second_name_that_a_killed_restore_left_goes_with_the_next(data, tmp_path):
    copy, place = tmp_path / "copy.sqlite3", data / "packreview.sqlite3"
    manage(data, "backup", str(copy))
    os.link(place, data / "packreview.sqlite3.before-20261130T081036Z")
    kept = kept_by(manage(data, "restore", str(copy)))
    assert list(data.glob("*.before-*")) == [kept]


def test_a_damaged_file_moves_aside_with_its_log(data, tmp_path):
    copy, place = tmp_path / "copy.sqlite3", data / "packreview.sqlite3"
    manage(data, "backup", str(copy))
    place.write_bytes(b"damaged" * 999)
    place.with_name(f"{place.name}-wal").write_bytes(b"and its log")
    kept = kept_by(manage(data, "restore", str(copy)))
    assert (kept.read_bytes(), Path(f"{kept}-wal").read_bytes()) == (b"damaged" * 999, b"and its log")
    assert "verified" in manage(data, "verify_ledger")


def test_a_log_without_its_database_is_not_put_beside_another(data, tmp_path):
    copy, place = tmp_path / "copy.sqlite3", data / "packreview.sqlite3"
    manage(data, "backup", str(copy))
    place.unlink()
    place.with_name(f"{place.name}-wal").write_bytes(b"of another database")
    manage(data, "restore", str(copy))
    assert [path.read_bytes() for path in data.glob("*.before-*-wal")] == [b"of another database"]


@pytest.mark.parametrize("first", ["", "-wal"])
def test_two_put_aside_within_a_second_are_both_kept(tmp_path, monkeypatch, first):
    monkeypatch.setattr(copies, "datetime", StoppedClock)
    place = tmp_path / "packreview.sqlite3"
    names = []
    for content in (b"one", b"two", b"three"):
        names.append(copies.name_for(place, sqlite.BESIDE))
        Path(f"{names[-1]}{first}").write_bytes(content)
    assert [Path(f"{name}{first}").read_bytes() for name in names] == [b"one", b"two", b"three"]


def test_a_backup_is_read_by_its_owner_alone(data, tmp_path):
    manage(data, "backup", str(tmp_path / "copy.sqlite3"))
    assert (tmp_path / "copy.sqlite3").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"no database at all", b"SQLite format 3\0" + b"x" * 500])
def test_what_is_no_backup_is_refused_and_the_desk_stays(data, tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    before = entries(data / "packreview.sqlite3")
    assert "is no database of a desk" in manage(data, "restore", str(tmp_path / "other"), ok=False)
    assert entries(data / "packreview.sqlite3") == before


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "loop", "nothing"])
def test_what_is_no_file_is_refused_and_not_waited_for(data, tmp_path, kind):
    other = tmp_path / "other"
    made = {
        "pipe": os.mkfifo,
        "device": lambda path: path.symlink_to("/dev/zero"),
        "folder": os.mkdir,
        "loop": lambda path: path.symlink_to(path),
        "nothing": lambda path: None,
    }
    made[kind](other)
    assert f"{other} is no file." in manage(data, "restore", str(other), ok=False)


def test_a_copy_is_put_in_place_with_what_stands_in_its_log(data, tmp_path):
    """As what an earlier version put aside beside its log."""
    other = tmp_path / "other"
    killed_with_a_log(data, "decided last")
    data.rename(other)
    manage(data, "migrate", "--verbosity=0")
    manage(data, "restore", str(other / "packreview.sqlite3"))
    assert words_of(data / "packreview.sqlite3") == [("decided last",)]


def test_a_copy_of_a_later_version_is_refused_and_the_desk_stays(data, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    manage(data, "backup", str(copy))
    with contextlib.closing(sqlite3.connect(copy)) as db, db:
        db.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('reviews', '0999_later', '2027-01-01')"
        )
    before = entries(data / "packreview.sqlite3")
    told = manage(data, "restore", str(copy), ok=False)
    later = "a later version of packreview made it, with 0999_later: install that version"
    assert f"{copy}: {later}. Nothing was changed." in told
    assert entries(data / "packreview.sqlite3") == before


def test_no_desk_starts_over_a_database_of_a_later_version(data):
    with contextlib.closing(sqlite3.connect(data / "packreview.sqlite3")) as db, db:
        db.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('reviews', '0999_later', '2027-01-01')"
        )
    told = manage(data, "check", "--database", "default", ok=False)
    assert "(reviews.E007) the database: a later version of packreview made it, with 0999_later" in told


def test_a_second_restore_at_once_is_refused_as_one(data, tmp_path):
    manage(data, "backup", str(tmp_path / "copy.sqlite3"))
    with (data / "serving.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = manage(data, "restore", str(tmp_path / "copy.sqlite3"), ok=False)
    assert "Another restore or move is going on at this database. Nothing was changed." in told


def cramped(data: Path, *args: str) -> str:
    """What a command that has to refuse says where no file may grow past 200 blocks of 512 bytes."""
    command = ["sh", "-c", 'ulimit -f 200; exec "$@"', "sh", sys.executable, "manage.py", *args]
    ran = subprocess.run(command, cwd=ROOT, env=environment(data), capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout
    return ran.stderr


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_disk_without_room_is_said_in_a_sentence_and_nothing_is_left_of_the_copy(data, tmp_path, command):
    copy = tmp_path / "copy.sqlite3"
    if command == "restore":
        manage(data, "backup", str(copy))
    before, there = entries(data / "packreview.sqlite3"), {path.name for path in data.iterdir()}
    told = cramped(data, command, str(copy))
    source = copy if command == "restore" else data / "packreview.sqlite3"
    assert told.startswith(f"CommandError: {source} cannot be copied to ")
    assert (entries(data / "packreview.sqlite3"), copy.exists()) == (before, command == "restore")
    assert {path.name for path in data.iterdir()} - there <= {"serving.lock"}
    assert list(tmp_path.glob(".*part*")) == []
