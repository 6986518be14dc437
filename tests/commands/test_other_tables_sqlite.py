"""A command over tables of an earlier version, a later one or of none says which, and records nothing."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from tests.browser.conftest import manage

COMMANDS = [["add_user", "zed"], ["verify_ledger"], ["export_packs", "--out", "out"], ["ask_gates"]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    manage(tmp_path / "desk", "migrate", "--verbosity=0")
    return tmp_path / "desk"


def change(data: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(data / "packreview.sqlite3")) as db, db:
        for one in statements:
            db.execute(one)


@pytest.mark.parametrize("command", COMMANDS)
def test_of_a_later_version(data, command):
    later = (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('reviews', '0999_later', '2027-01-01')"
    )
    change(data, later, "ALTER TABLE reviews_user ADD COLUMN later text NOT NULL DEFAULT ''")
    told = manage(data, *command, ok=False)
    assert (
        "a later version of packreview made it, with 0999_later: install that version. Nothing was changed."
        in told
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_of_an_earlier_version(data, command):
    change(data, "DELETE FROM django_migrations WHERE app = 'reviews' AND name LIKE '0005%'")
    told = manage(data, *command, ok=False)
    assert "The database is not up to date: 1 migration is missing. Run `manage.py migrate`." in told


@pytest.mark.parametrize("command", COMMANDS)
def test_of_none(tmp_path, command):
    told = manage(tmp_path / "desk", *command, ok=False)
    assert "The database is not up to date: " in told
    assert "Run `manage.py migrate`." in told
