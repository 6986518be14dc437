"""prepare: a desk ready to be judged at, made once."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.db import connection

from reviews import people, seating
from reviews.models import Entry, Pack, Seat, User
from tests.commands.runner import run

pytestmark = pytest.mark.django_db
EXAMPLE = "how-a-held-chip-becomes-a-published-one"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path) -> Path:
    settings.DATA = tmp_path
    return tmp_path


def kept(folder: Path) -> dict[str, str]:
    return dict(line.split() for line in (folder / "log-ins.txt").read_text().splitlines())


def counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Pack, User, Seat, Entry))


def test_prepare_loads_the_example_with_its_article():
    run("prepare")
    pack = Pack.objects.get()
    assert (pack.slug, pack.article_id) == (EXAMPLE, pack.md_sha)


def test_prepare_makes_an_admin_and_a_judge(folder):
    run("prepare")
    roles = User.objects.order_by("username").values_list("username", "is_staff", "may_judge")
    assert list(roles) == [("admin", True, False), ("judge", False, True)]


def test_prepare_keeps_log_ins_that_work(folder):
    run("prepare")
    assert {
        name: authenticate(username=name, password=word).username for name, word in kept(folder).items()
    } == {
        "admin": "admin",
        "judge": "judge",
    }


def test_prepare_keeps_log_ins_from_other_people(folder):
    run("prepare")
    assert stat.S_IMODE((folder / "log-ins.txt").stat().st_mode) == 0o600


def test_prepare_prints_the_log_ins(folder):
    said = run("prepare").out.splitlines()
    assert [line.split()[:2] for line in said[-2:]] == [list(pair) for pair in kept(folder).items()]


def test_prepare_seats_the_judge_on_the_whole_desk():
    run("prepare")
    row = Seat.objects.get()
    assert (row.user.username, row.pack, row.label) == ("judge", None, "Desk editor")


def test_prepare_twice_makes_nothing_twice(folder):
    run("prepare")
    before, words = counts(), kept(folder)
    said = run("prepare").out.splitlines()
    assert (counts(), kept(folder)) == (before, words)
    assert [line.split()[:2] for line in said[-2:]] == [list(pair) for pair in words.items()]


def test_prepare_leaves_a_vacated_seat_vacated():
    run("prepare")
    seating.vacate(Seat.objects.get(), by=None, why="Left the house.")
    run("prepare")
    assert Seat.objects.count() == 1


def test_prepare_never_prints_a_password_that_was_changed_since():
    run("prepare")
    people.renew_password(User.objects.get(username="judge"), by=None)
    assert run("prepare").out.splitlines()[-1].split()[:3] == ["judge", "(changed", "since:"]


def test_prepare_goes_on_where_it_was_killed_before_the_user_was_made(folder):
    (folder / "log-ins.txt").write_text("admin a-password-that-was-kept\n")
    run("prepare")
    assert authenticate(username="admin", password="a-password-that-was-kept").is_staff


def test_prepare_keeps_people_whose_log_ins_are_gone(folder):
    run("prepare")
    (folder / "log-ins.txt").unlink()
    run("prepare")
    assert (User.objects.count(), (folder / "log-ins.txt").exists()) == (2, False)


def test_prepare_goes_on_where_a_name_is_too_like_another():
    people.add_user("Judge", is_admin=False, may_judge=True)
    ran = run("prepare")
    assert ran.out.splitlines()[2].startswith("No user judge was made: ")
    assert (ran.refused, Seat.objects.count()) == (None, 0)


def test_prepare_says_which_database_is_on():
    first = run("prepare").out.splitlines()[0]
    if connection.vendor == "sqlite":
        assert first.split(", ")[-2:] == [f"journal mode {settings.SQLITE_JOURNAL}", "synced in full."]
    else:
        assert first == "Database: PostgreSQL."
