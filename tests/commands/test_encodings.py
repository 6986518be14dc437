"""Bytes that are not UTF-8, as a terminal of another encoding sends them: a sentence that names where they were given."""

from __future__ import annotations

import io

import pytest

from reviews.models import Entry, User
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db
HALF = "J\udcf6rg"  # how Python hands on an ö of Latin-1


@pytest.mark.parametrize(
    ("args", "name"),
    [
        (["add_user", HALF], "name"),
        (["seat", HALF], "name"),
        (["seat", "jo", "--label", HALF], "label"),
        (["ratify", "faq", "--as", HALF], "name"),
        (["exclude", "jo", "--series", HALF, "--why", "x"], "series"),
        (["exclude", "jo", "--series", "guide", "--why", HALF], "why"),
        (["second_opinions", "every", "--series", HALF, "--as", "ada"], "series"),
        (["verify_ledger", "faq", HALF], "slugs"),
    ],
)
def test_an_argument_that_is_not_utf_8_is_refused_by_its_name(args, name):
    builders.judge()
    before = Entry.objects.count(), User.objects.count()
    assert run(*args).refused == f"What was given for {name} is not UTF-8: 'J\\udcf6rg'."
    assert (Entry.objects.count(), User.objects.count()) == before


def test_a_file_may_have_any_name(tmp_path):
    ran = run("load_pack", tmp_path / HALF)
    assert "cannot be read: No such file or directory" in ran.err


def test_a_password_that_is_not_utf_8_is_refused(monkeypatch):
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(b"p\xf6ssword long enough\n"), encoding="utf-8")
    )
    assert (
        run("add_user", "ada", "--password-stdin").refused == "What was given on standard input is not UTF-8."
    )
    assert not User.objects.exists()
