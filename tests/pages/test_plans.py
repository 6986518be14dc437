"""Pages that people wait for read no table from end to end: every statement they send is explained by the database."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from reviews import desk
from reviews.models import Entry
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
# Tables that grow with the packs.
LARGE = "pack packfile article section bullet drop chip chipname attachment chain entry words".split()
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."
# The newest entries of all chains are read from the end of the table, and no further than one page.
FROM_THE_END = re.compile(r'FROM "reviews_entry".*ORDER BY "reviews_entry"\."id" DESC LIMIT')


@pytest.fixture
def pack():
    pack = builders.loaded()
    jo = builders.seated_judge()
    desk.hold(pack, chip(pack, 2).cid, ask(jo, chip(pack, 2), why="x"))
    return pack


@pytest.fixture
def client(pack):
    client = Client()
    client.force_login(pack.chain.entries.get(act="hold").user)
    return client


def asked(work) -> list[str]:
    work()
    with CaptureQueriesContext(connection) as queries:
        work()
    return [q["sql"] for q in queries if q["sql"].startswith(("SELECT", "UPDATE"))]


def plan(sql: str) -> list[str]:
    """The steps by which the database would answer; a table as small as here is no reason to read all of it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{sql.replace('%', '%%')}", []
        )
        return [str(row[-1]) for row in cursor.fetchall()]


def whole_tables(sql: str) -> list[str]:
    """The large tables that a statement would read from end to end."""
    read = {"sqlite": r"^SCAN (?:TABLE )?(\w+)(?! USING)\b(?! USING)", "postgresql": r"Seq Scan on (\w+)"}[
        connection.vendor
    ]
    found = [match[1] for step in plan(sql) if (match := re.search(read, step.strip()))]
    return [name for name in found if name.removeprefix("reviews_") in LARGE]


def scans(work) -> list[str]:
    told = [sql for sql in asked(work) if not FROM_THE_END.search(sql)]
    assert told
    return [sql for sql in told if whole_tables(sql)]


@pytest.mark.parametrize("query", ["", "?show=held", "?gate=figure", "?chip=c-nowhere"])
def test_the_desk_reads_no_table_whole(client, pack, query):
    assert scans(lambda: client.get(f"/packs/{pack.slug}/desk/{query}")) == []


@pytest.mark.parametrize(
    "query", ["", "?state=waiting", "?after=0.b", "?before=2.b", "?state=ready&after=1.b"]
)
def test_the_shelf_reads_no_table_whole(client, query):
    assert scans(lambda: client.get(f"/{query}")) == []


@pytest.mark.parametrize("path", ["", "ledger/", "ledger/?act=hold", "?status=waiting", "?gate=figure"])
def test_the_pages_of_a_pack_read_no_table_whole(client, pack, path):
    assert scans(lambda: client.get(f"/packs/{pack.slug}/{path}")) == []


@pytest.mark.parametrize("query", ["", "?before=3", "?chain=desk", "?who=jo"])
def test_the_ledger_of_all_reads_no_table_whole(client, query):
    assert scans(lambda: client.get(f"/ledger/{query}")) == []


@pytest.mark.parametrize("query", ["?act=hold", "?act=hold&before=7"])
def test_the_entries_of_an_act_come_by_their_index_newest_first(client, query):
    """Of all packs: an act that is rare would else be sought through the whole ledger."""
    (read,) = [sql for sql in asked(lambda: client.get(f"/ledger/{query}")) if FROM_THE_END.search(sql)]
    if connection.vendor == "postgresql":
        with_many_entries()
    steps = "\n".join(plan(read))
    sought = {
        "sqlite": r"SEARCH reviews_entry USING INDEX entries_of_an_act \(act=\?",
        "postgresql": r"(Index Scan (Backward )?using|Bitmap Index Scan on) entries_of_an_act",
    }
    assert re.search(sought[connection.vendor], steps)
    assert "TEMP B-TREE" not in steps


def with_many_entries() -> None:
    """A ledger in which the act asked for is rare, and known to be: PostgreSQL plans by what it last counted."""
    columns = [field.column for field in Entry._meta.concrete_fields if field.column != "id"]
    made = {"seq": "seq + n", "act": "'publish'", "key": "NULL"}
    values = ", ".join(made.get(name, f'"{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO reviews_entry ({names}) SELECT {values} FROM reviews_entry, generate_series(1, 20000) AS n WHERE act = 'hold'"
        )
        cursor.execute("ANALYZE reviews_entry")


@pytest.mark.parametrize("query", ["?after=0.b", "?before=0.b"])
def test_a_later_page_of_the_shelf_begins_at_its_place(client, query):
    """Not at the first pack of the rank, of which there may be a hundred thousand."""
    first = next(sql for sql in asked(lambda: client.get(f"/{query}")) if 'FROM "reviews_pack"' in sql)
    sought = {"sqlite": r"\(rank=\? AND slug[<>]\?\)", "postgresql": r"Index Cond: .*slug"}
    assert re.search(sought[connection.vendor], " ".join(plan(first)))


def test_a_decision_reads_no_table_whole(client, pack):
    url = f"/packs/{pack.slug}/chips/{chip(pack).cid}/publish/"
    sent = {"version": 1, "key": "a-key-for-it", "quote": WORDS, "quote_cite": "feeding"}
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(url, sent, headers={"HX-Request": "true"})
    told = [q["sql"] for q in queries if q["sql"].startswith(("SELECT", "UPDATE"))]
    assert (answer.status_code, [sql for sql in told if whole_tables(sql)]) == (201, [])


def test_a_read_from_end_to_end_is_seen(pack):
    assert whole_tables("SELECT COUNT(*) FROM reviews_chip WHERE q LIKE '%x'") == ["reviews_chip"]
