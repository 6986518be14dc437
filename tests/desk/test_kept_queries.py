"""A kept query gives what Django's own would, whatever it is asked with, and an update changes what it says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.constants import OnConflict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews import desk
from reviews.models import Chip, ChipName, Entry, Pack, Seat, Section, Words
from reviews.models.kept import Kept, KeptCopy, KeptInsert, KeptUpdate, given
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
CHIP = Kept(lambda: Chip.objects.filter(pack=given("pack"), cid=given("cid")))
ENTRIES = Kept(lambda: Entry.objects.filter(chip=given("chip")).select_related("user", "chip__pack").order_by("seq"))  # fmt: skip
SOME = Kept(lambda: Chip.objects.filter(pack=given("pack")).order_by("position").only("cid", "q"))
PAIRS = Kept(lambda: Chip.objects.filter(pack=given("pack")).order_by("-position").values_list("cid", "cites"))  # fmt: skip
BEGUN = Kept(lambda: Seat.objects.filter(starts_at__lte=given("now")))
COUNT = KeptUpdate(lambda: Pack.objects.filter(slug=given("slug")), "n_held", "ratified_seq")
FOUND = KeptUpdate(lambda: Chip.objects.filter(pk=given("pk")), "findings")
NAMES = KeptCopy(
    ChipName,
    lambda: Chip.objects.filter(pack=given("pack")).order_by("position").values_list("pack", "pk", "cid"),
    *("pack", "chip", "name"),
)


def columns(row) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_kept_row_is_the_row(pack):
    own = chip(pack, 1)
    assert columns(CHIP.first(pack=pack.pk, cid=own.cid)) == columns(own)


def test_no_row_is_none(pack):
    assert CHIP.first(pack=pack.pk, cid="c-nowhere") is None


def test_each_question_has_its_own_answer(pack):
    cids = [chip(pack, n).cid for n in (0, 1, 0)]
    assert [CHIP.first(pack=pack.pk, cid=cid).cid for cid in cids] == cids


def test_rows_that_belong_to_it_come_along(pack, jo):
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="x"))
    with CaptureQueriesContext(connection) as queries:
        (entry,) = ENTRIES.rows(chip=chip(pack).pk)
        told = (columns(entry.user) == columns(jo), entry.chip.cid, columns(entry.chip.pack))
    assert (*told, len(queries)) == (True, chip(pack).cid, columns(Pack.objects.get(pk=pack.pk)), 2)


def test_a_column_that_was_left_out_is_read_when_it_is_asked_for(pack):
    found = list(SOME.rows(pack=pack.pk))
    assert [(one.get_deferred_fields() >= {"a"}, one.a) for one in found] == [
        (True, one.a) for one in pack.chips.order_by("position")
    ]


def test_values_are_those_of_their_fields(pack):
    expected = [(one.cid, one.cites) for one in pack.chips.order_by("-position")]
    assert list(PAIRS.rows(pack=pack.pk)) == expected


def test_a_moment_is_compared_as_it_is_kept(jo):
    begins = jo.seats.get().starts_at
    moments = [begins - timedelta(microseconds=1), begins, timezone.now()]
    assert [BEGUN.first(now=now) is not None for now in moments] == [False, True, True]


def test_an_update_changes_these_columns_of_these_rows(pack):
    assert COUNT(slug=pack.slug, n_held=3, ratified_seq=None) == 1
    pack.refresh_from_db()
    assert (pack.n_held, pack.ratified_seq, COUNT(slug="nowhere", n_held=9, ratified_seq=1)) == (3, None, 0)


def test_a_row_is_added_as_it_would_be_created(pack):
    said = {"pack": pack, "sid": "new", "position": 99, "heading": "“New”", "level": 2, "digest": None}
    added = KeptInsert(Section)(**said)
    assert (added.pack is pack, added._state.adding) == (True, False)
    assert columns(Section.objects.get(pk=added.pk)) == columns(added)


def test_many_rows_are_added_as_they_would_be_created(pack):
    made = [Section(sid=f"new-{n}", position=90 + n, heading="“New”", level=2) for n in range(3)]
    insert = KeptInsert(Section)
    insert.all(insert.told(made), pack_id=pack.pk)
    added = list(Section.objects.filter(pack=pack, position__gte=90).order_by("position"))
    for one, row in zip(made, added, strict=True):
        one.pack_id, one.pk = pack.pk, row.pk
    assert [columns(row) for row in added] == [columns(one) for one in made]


def test_what_is_there_already_is_left_as_it_is_where_that_is_asked_for():
    insert = KeptInsert(Words, OnConflict.IGNORE)
    insert.all(insert.told([Words(sha="a", text="first")]))
    insert.all(insert.told([Words(sha="a", text="second"), Words(sha="b", text="other")]))
    found = Words.objects.filter(sha__in="ab").order_by("sha").values_list("sha", "text")
    assert list(found) == [("a", "first"), ("b", "other")]


def test_no_rows_are_added_and_none_changed_by_nothing(pack):
    before = list(pack.chips.values())
    KeptInsert(Section).all([])
    FOUND.all([])
    assert (list(pack.chips.values()), pack.sections.count()) == (before, 3)


def test_many_rows_are_changed_each_as_it_is_told(pack):
    told = {one.pk: [{"gate": "quote", "text": f"“{n}”"}] for n, one in enumerate(pack.chips.all()) if n}
    before = pack.chips.first().findings
    FOUND.all({"pk": pk, "findings": found} for pk, found in told.items())
    found = dict(pack.chips.values_list("pk", "findings"))
    assert found == told | {pack.chips.first().pk: before}


def test_rows_of_a_query_are_copied_as_columns(pack):
    ChipName.objects.filter(pack=pack).delete()
    NAMES(pack=pack.pk)
    expected = [(pack.pk, one.pk, one.cid) for one in pack.chips.all()]
    assert list(ChipName.objects.order_by("pk").values_list("pack", "chip", "name")) == expected
