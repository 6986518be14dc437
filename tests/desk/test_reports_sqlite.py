"""How SQLite finds what a report reads: always along an index, never through a whole ledger."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import reports
from reviews.reports import Scope
from tests import builders
from tests.reporting import NOON, entry, opinion, second

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def plans(scope: Scope) -> list[str]:
    """What SQLite says it does for each question of a report, one line a step."""
    with CaptureQueriesContext(connection) as queries:
        reports.of(scope)
    with connection.cursor() as cursor:
        found = []
        for query in queries.captured_queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            found.append("\n".join(row[3] for row in cursor.fetchall()))
    return found


@pytest.fixture
def pack():
    pack, jo, kim = builders.loaded(), builders.judge("jo"), builders.judge("kim")
    second(pack, kim, opinion(pack, jo), ("hold", "hold"))
    entry(pack, "hold", jo, 1)
    return pack


@pytest.mark.parametrize("since", [None, NOON - DAY])
@pytest.mark.parametrize("until", [None, NOON + DAY])
def test_the_newest_entries_of_the_desk_come_by_their_time(pack, since, until):
    entries, *_ = plans(Scope(since=since, until=until))
    assert "reviews_entry USING INDEX entries_by_utc" in entries
    assert "TEMP B-TREE" not in entries


@pytest.mark.parametrize("scope", [{}, {"since": NOON - DAY, "until": NOON + DAY}])
def test_the_entries_of_one_pack_come_by_its_chain(pack, scope):
    entries, *_ = plans(Scope(pack=pack, **scope))
    assert "SEARCH reviews_entry USING INDEX entries_by_act (chain_id=? AND act=?)" in entries


@pytest.mark.parametrize("scope", [{}, {"since": NOON - DAY, "until": NOON + DAY}])
def test_the_entries_of_a_series_come_by_the_chains_of_its_packs(pack, scope):
    _, entries, *_ = plans(Scope(series="guide", **scope))
    assert re.search(r"SEARCH reviews_entry USING INDEX \w+ \(chain_id=\?", entries)


def test_no_table_that_grows_is_read_from_end_to_end(pack):
    steps = "\n".join(plans(Scope(since=NOON - DAY))).split("\n")
    scans = [step for step in steps if step.startswith("SCAN reviews_") and "entries_by_utc" not in step]
    assert scans == []
