"""The ledger's pages asked for a period, for what entries say, or for a reason: where the reports' numbers lead."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from reviews.models import Pack
from tests import builders
from tests.pages import entered, seen, unkept
from tests.reporting import entry

pytestmark = pytest.mark.django_db
ALL = "/ledger/"
URL = "/packs/baking-with-a-sourdough-starter/ledger/"


@pytest.fixture
def pack() -> Pack:
    return builders.loaded()


@pytest.fixture
def client(pack):
    jo = builders.judge()
    entry(pack, "publish", jo, 0, quote="words", overrides=[])
    entry(
        pack, "publish", jo, 1, at=60, quote="", overrides=["quote"], why='so "quote":"x","overrides":["y"]'
    )
    entry(pack, "drop", jo, 2, at=120, why="Dull")
    entry(pack, "drop", jo, 2, at=180, why="dull")
    return entered(builders.reader())


@pytest.mark.parametrize("where", [ALL, URL])
@pytest.mark.parametrize(
    ("query", "n"),
    [
        ("since=2026-11-01&until=2026-11-01", 4),
        ("until=2026-10-31", 0),
        ("since=2026-11-01T12:01:00Z&until=2026-11-01T12:03:00Z", 2),
        ("since=2026-11-01T12:01:00Z&until=2026-11-01T12:03:00Z&act=drop", 1),
        ("says=quote&act=publish", 1),
        ("says=override", 1),
        ("why=dull", 1),
        ("why=Dull&act=drop&who=jo", 1),
        ("why=dul", 0),
        (f"why={quote('%')}", 0),
        (f"why={quote(chr(34))}", 0),
    ],
)
def test_entries_are_found_by_period_by_what_they_say_and_by_reason(client, where, query, n):
    assert seen(client, f"{where}?{query}").n_rows == n


@pytest.mark.parametrize("where", [ALL, URL])
@pytest.mark.parametrize(
    "query",
    ["since=yesterday", "until=9999-12-31", "since=%00", "says=anything", "why=%00", "why=" + 201 * "x"],
)
def test_what_is_no_period_and_no_reason_is_not_asked(client, where, query):
    assert seen(client, f"{where}?{query}").n_rows == seen(client, where).n_rows


def test_the_days_of_a_period_are_those_of_the_desk(client, settings):
    settings.TIME_ZONE = "Pacific/Auckland"  # noon in UTC is past midnight there
    assert seen(client, f"{ALL}?since=2026-11-02&until=2026-11-02&who=jo").n_rows == 4


def test_a_narrow_ledger_says_so_and_leads_back(client):
    page = seen(client, f"{URL}?act=drop&why=dull&since=2026-11-01")
    assert "1 of 6 acts from 2026-11-01 because “ dull ”" in page.words
    assert "?act=drop" in page.links


def test_every_number_of_a_narrow_ledger_leads_to_as_many_rows(client):
    assert unkept(client, f"{URL}?since=2026-11-01T12:01:00Z&until=2026-11-02") == []
