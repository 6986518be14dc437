"""The reports' room: which entries are counted, for whom, and how many questions that takes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import reports, triggers
from reviews.models import Entry, Pack
from reviews.reports import Scope
from tests import builders
from tests.core import builders as files
from tests.reporting import NOON, entry, opinion, second

pytestmark = pytest.mark.django_db


@pytest.fixture
def jo():
    return builders.judge("jo")


@pytest.fixture
def kim():
    return builders.judge("kim")


@pytest.fixture
def bread():
    return builders.loaded(slug="bread", series=["guide", "baking"])


@pytest.fixture
def soup():
    return builders.loaded(slug="soup", series=["guide"], drops=[files.drop("chip", "cite")])


def n_decided(scope: Scope) -> int:
    return reports.of(scope).every.n_decided


def test_an_empty_desk_has_an_empty_report():
    report = reports.of(Scope())
    assert (report.n_entries, report.packs, report.series, report.judges) == (0, [], [], [])
    assert (report.agreed.raw, report.agreed.kappa, report.every.seconds) == (None, None, None)


def test_judges_are_counted_each_and_together(bread, soup, jo, kim):
    entry(bread, "publish", jo, 0, quote="words", overrides=[])
    entry(bread, "publish", jo, 1, at=30, quote="", overrides=["quote"], why="read it")
    entry(soup, "hold", kim, 0, at=10, why="later")
    report = reports.of(Scope())
    assert [(name, work.n_decided) for name, work in report.judges] == [("jo", 2), ("kim", 1)]
    assert (report.every.n_decided, report.every.quoted_rate, report.every.seconds) == (3, 0.5, 30)


def test_a_scope_counts_its_pack_or_series_alone(bread, soup, jo):
    entry(bread, "hold", jo)
    for n in (0, 1):
        entry(soup, "hold", jo, n)
    scopes = Scope(pack=bread), Scope(series="baking"), Scope(series="guide"), Scope(series="guid")
    assert [n_decided(scope) for scope in scopes] == [1, 1, 3, 0]


def test_a_period_counts_from_its_first_moment_to_before_its_end(bread, jo):
    for n, at in enumerate((0, 60, 120)):
        entry(bread, "hold", jo, n, at)
    minute = timedelta(minutes=1)
    assert n_decided(Scope(since=NOON + minute)) == 2
    assert n_decided(Scope(until=NOON + minute)) == 1
    assert n_decided(Scope(pack=bread, since=NOON + minute, until=NOON + 2 * minute)) == 1


def test_a_series_is_the_sum_of_its_packs(bread, soup):
    Pack.objects.filter(pk=soup.pk).update(n_waiting=1, n_held=2)
    told = {one.name: (one.n_packs, one.waiting, one.held) for one in reports.of(Scope()).series}
    assert told == {"guide": (2, 4, 2), "baking": (1, 3, 0)}


def test_drops_are_counted_by_reason(bread, soup, jo):
    for n, why in enumerate(("the figure is wrong", "dull", "the figure is wrong")):
        entry(bread, "drop", jo, n, why=why)
    entry(bread, "strike", jo, why="dull")
    report = reports.of(Scope())
    assert report.whys == {"the figure is wrong": {"drop": 2}, "dull": {"drop": 1, "strike": 1}}
    assert report.file_drops == [("chip", "cite", 1)]


def test_an_overturned_decision_is_named(bread, jo, kim):
    hold = entry(bread, "hold", jo)
    entry(bread, "publish", kim)
    [one] = reports.of(Scope()).overturned
    assert (one.said.seq, one.judge, one.pack) == (hold.seq, "jo", bread)


def test_two_judges_are_named_once_whoever_was_first(bread, jo, kim):
    second(bread, kim, opinion(bread, jo, 0), ("publish", "hold"), 0)
    second(bread, jo, opinion(bread, kim, 1), ("publish", "publish"), 1)
    [both] = reports.of(Scope()).agreed_by_two
    assert (both.judges, both.pairs) == (("jo", "kim"), (("publish", "hold"), ("publish", "publish")))
    assert reports.of(Scope()).agreed.raw == 0.5


def test_a_sealed_opinion_changes_nothing(bread, jo, kim):
    entry(bread, "hold", jo, 1)
    before = reports.of(Scope())
    opinion(bread, kim, 0)
    assert reports.of(Scope()) == before


def test_the_first_pair_counts_also_where_the_period_begins_after_it(bread, jo, kim):
    second(bread, kim, opinion(bread, jo), ("hold", "hold"))
    second(bread, kim, opinion(bread, jo, at=60), ("publish", "publish"), at=60)
    assert reports.of(Scope()).agreed.pairs == (("hold", "hold"),)
    assert reports.of(Scope(since=NOON + timedelta(seconds=30))).agreed.pairs == ()


def test_a_report_says_from_when_on_it_counts(bread, jo, monkeypatch):
    monkeypatch.setattr(reports, "ENTRIES", 3)
    for n, at in enumerate((0, 60, 60, 120, 180)):
        entry(bread, "hold", jo, n % 3, at)
    report = reports.of(Scope())
    # Of the two at 60 one was not read, so both are left out.
    assert (report.is_cut, report.since, report.every.n_decided) == (True, NOON + timedelta(seconds=120), 2)


def test_entries_of_one_second_are_counted_as_far_as_they_were_read(bread, jo, monkeypatch):
    monkeypatch.setattr(reports, "ENTRIES", 2)
    for n in range(3):
        entry(bread, "hold", jo, n)
    report = reports.of(Scope(until=NOON + timedelta(seconds=1)))
    assert (report.is_cut, report.every.n_decided) == (True, 2)


def test_a_series_is_looked_into_as_far_as_it_may(bread, soup, jo, monkeypatch):
    monkeypatch.setattr(reports, "PACKS_OF_A_SERIES", 1)
    report = reports.of(Scope(series="guide"))
    assert (report.is_series_cut, [pack.slug for pack in report.packs]) == (True, ["soup"])


@pytest.mark.parametrize("body", ["", "[]", '{"act":"hold"}', '{"opens":3,"act":"publish"}'])
def test_a_tampered_body_is_not_counted(bread, jo, body):
    made = entry(bread, "hold", jo)
    triggers.lift(connection)
    Entry.objects.filter(pk=made.pk).update(body=body)
    triggers.install(connection)
    assert n_decided(Scope()) == 0


def test_a_report_asks_as_much_for_fifty_packs_as_for_one(bread, jo, kim):
    asked = []
    second(bread, kim, opinion(bread, jo), ("hold", "hold"))
    for slugs in ([], [f"p{n}" for n in range(50)]):
        for slug in slugs:
            pack = builders.loaded(article=False, slug=slug)
            second(pack, kim, opinion(pack, jo), ("hold", "publish"))
        with CaptureQueriesContext(connection) as queries:
            reports.of(Scope())
        asked.append(len(queries))
    assert asked == [4, 4]
