"""seat and vacate: who sits where, from the command line."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from reviews import exclusions
from reviews.models import Entry, Seat
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db


def test_seat_gives_a_judge_the_whole_desk():
    builders.judge("jo")
    ran = run("seat", "jo")
    row = Seat.objects.get()
    assert ran.out == f"seat {row.pk}: jo sits on the whole desk as Desk editor\n"
    assert (row.pack, row.seat_class, row.ends_at) == (None, "human-class", None)


def test_seat_on_one_pack_is_told_in_its_ledger():
    builders.judge("jo")
    pack = builders.loaded()
    run("seat", "jo", "--pack", pack.slug, "--label", "Night desk", "--class", "guest-class")
    row = Seat.objects.get()
    assert (row.pack, row.label, row.seat_class) == (pack, "Night desk", "guest-class")
    assert Entry.objects.get(act="seat").chain.pack == pack


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("2999-01-31", datetime(2999, 2, 1, tzinfo=UTC)),
        ("2999-01-31T18:00", datetime(2999, 1, 31, 18, tzinfo=UTC)),
        ("2999-01-31T18:00+02:00", datetime(2999, 1, 31, 16, tzinfo=UTC)),
    ],
)
def test_seat_ends_when_it_is_said_to(text, end):
    builders.judge("jo")
    run("seat", "jo", "--ends", text)
    assert Seat.objects.get().ends_at == end


def test_seat_begins_when_it_is_said_to_and_tells_why():
    builders.judge("jo")
    ran = run("seat", "jo", "--starts", "2999-01-31", "--why", "for the summer")
    row = Seat.objects.get()
    assert row.starts_at == datetime(2999, 1, 31, tzinfo=UTC)
    assert json.loads(Entry.objects.get(act="seat").body)["why"] == "for the summer"
    assert ran.out == f"seat {row.pk}: jo sits on the whole desk as Desk editor from 2999-01-31 00:00 UTC\n"


@pytest.mark.parametrize("text", ["soon", "2999-02-30", "2999-13-01T10:00", "9999-12-31"])
def test_seat_refuses_an_end_that_is_no_time(text):
    builders.judge("jo")
    assert run("seat", "jo", "--ends", text).refused == (
        f"{text} is no day or time: write 2027-01-31 or 2027-01-31T18:00."
    )


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["nobody"], "There is no user nobody: add_user makes one."),
        (["ron"], "ron is not a user who may be seated (add_user NAME --judge)."),
        (["jo", "--pack", "none"], "There is no pack with the slug none."),
        (["jo", "--ends", "2001-01-01"], "A term ends after it begins."),
        (["jo", "--label", " "], "Give 1 to 80 printable characters."),
    ],
)
def test_seat_refuses_in_one_sentence(args, sentence):
    builders.judge("jo")
    builders.reader("ron")
    assert (run("seat", *args).refused, Seat.objects.count()) == (sentence, 0)


def test_seat_says_where_its_judge_is_excluded_all_the_same():
    jo, pack = builders.judge("jo"), builders.loaded(series=["Bread"])
    exclusions.exclude(jo, pack=pack, by=None, why="wrote it")
    exclusions.exclude(jo, series="Bread", by=None, why="wrote it")
    said = run("seat", "jo").out.splitlines()[1]
    assert said == f"jo is excluded all the same from the pack {pack}, the series “Bread”"


def test_seat_refuses_a_second_seat_in_the_same_place():
    builders.judge("jo")
    run("seat", "jo")
    assert run("seat", "jo").refused == "jo has a standing seat there already."


def test_vacate_ends_a_seat():
    row = builders.seated(builders.judge("jo"))
    ran = run("vacate", row.pk, "--why", "Left the house.")
    row.refresh_from_db()
    assert ran.out == f"seat {row.pk}: vacated, jo sits on the whole desk no more (entry 2)\n"
    assert row.vacated_at is not None


def test_vacate_refuses_an_empty_reason():
    row = builders.seated(builders.judge("jo"))
    assert run("vacate", row.pk, "--why", " ").refused == "Say why: it goes into the ledger."


def test_vacate_refuses_an_unknown_seat():
    assert run("vacate", 9, "--why", "Left.").refused == "There is no seat 9."
