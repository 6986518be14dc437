"""A desk whose database cannot be used does not start, and says why in a sentence (C12)."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from packreview import gunicorn

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def data(tmp_path, monkeypatch, new_desk):
    """A data folder with a database in it, and the settings that lead there."""
    monkeypatch.setenv("PACKREVIEW_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    shutil.copytree(new_desk, tmp_path, dirs_exist_ok=True)
    return tmp_path


def told() -> str:
    with pytest.raises(RuntimeError) as refusal:
        gunicorn.on_starting(None)
    return str(refusal.value)


def read_only(file: Path) -> None:
    """As its own header has it: a write version that no SQLite knows (sqlite.org/fileformat2.html, 1.3.3), for root too."""
    raw = bytearray(file.read_bytes())
    raw[18] = 3
    file.write_bytes(raw)


def in_the_way(lock: Path) -> None:
    lock.unlink(missing_ok=True)
    lock.mkdir()


@pytest.mark.parametrize(
    ("breaks", "sentence"),
    [
        (
            lambda data: (data / "packreview.sqlite3").write_bytes(b"not a database" * 99),
            "file is not a database",
        ),
        (
            lambda data: in_the_way(data / "packreview.sqlite3.lock"),
            "the lock file cannot be used: Is a directory",
        ),
        (lambda data: (data / "packreview.sqlite3").unlink(), "run `manage.py migrate`"),
        (
            lambda data: read_only(data / "packreview.sqlite3"),
            "the database cannot be written: attempt to write a readonly database",
        ),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence(data, breaks, sentence):
    breaks(data)
    said = told()
    assert (sentence in said, "Traceback" in said) == (True, False)


def test_a_database_that_another_holds_is_told_before_the_first_judge_finds_out(data, monkeypatch):
    monkeypatch.setenv("SQLITE_WAIT_SECONDS", "0.2")
    holder = sqlite3.connect(data / "packreview.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert "database is locked" in told()
    holder.close()


def test_a_desk_that_does_not_sync_is_refused(data, monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.proofs.weak_settings")
    monkeypatch.setenv("PACKREVIEW_WEAK", "normal,checked")
    assert "journal_mode, synchronous and recursive_triggers are ('wal', 1, 1), not ('wal', 2, 1)" in told()


def test_a_command_over_a_broken_database_says_so_in_a_sentence(data):
    (data / "packreview.sqlite3").write_bytes(b"not a database" * 99)
    ran = subprocess.run(
        [sys.executable, "manage.py", "verify_ledger"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, "Traceback" in ran.stderr, "file is not a database" in ran.stderr) == (
        1,
        False,
        True,
    )


@pytest.mark.parametrize(
    ("breaks", "command", "sentence"),
    [
        (lambda data: in_the_way(data / "packreview.sqlite3.lock"), "migrate", "Is a directory. Mend that"),
        (lambda data: (data / "packreview.sqlite3").write_bytes(b"none" * 99), "migrate", "file is not a database"),
        (lambda data: (data / "static/css").write_text("in the way"), "collectstatic", "Mend that, then run"),
        (lambda data: in_the_way(data / "secret_key"), "collectstatic", "secret_key: Is a directory. Mend that"),
    ],
)  # fmt: skip
def test_a_command_of_djangos_tells_what_is_in_the_way_in_a_sentence(data, breaks, command, sentence):
    breaks(data)
    options = ["--noinput"] if command == "collectstatic" else []
    ran = subprocess.run(
        [sys.executable, "manage.py", command, *options], cwd=ROOT, capture_output=True, text=True
    )
    said = ran.stderr.strip()
    assert (ran.returncode, sentence in said, said.count("\n")) == (1, True, 0)
