"""What PostgreSQL alone could do to a ledger: TRUNCATE, an upsert, a trigger that is switched off."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from reviews import triggers
from reviews.models import Entry
from tests import builders

pytestmark = pytest.mark.django_db
TABLES = ("entry", "words", "packfile", "article", "deployment", "chain", "pack", "user")
UPSERT = (
    "INSERT INTO reviews_entry (id, chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT id, chain_id, seq{}, '{{}}', hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0"
    " ON CONFLICT (id) DO UPDATE SET body = '{{}}'"
)


@pytest.fixture
def pack():
    pack = builders.loaded()
    connection.check_constraints()  # what is still to be checked would refuse a TRUNCATE by itself
    return pack


def execute(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("statement", [f"TRUNCATE reviews_{table} CASCADE" for table in TABLES])
def test_truncate_is_refused(pack, statement):
    with pytest.raises(DatabaseError, match="append-only"):
        execute(statement)
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("statement", [UPSERT.format(""), UPSERT.format(" + 2")])
def test_an_upsert_is_refused(pack, statement):
    before = list(Entry.objects.values_list("seq", "body"))
    with pytest.raises(DatabaseError):
        execute(statement)
    assert list(Entry.objects.values_list("seq", "body")) == before


def test_a_trigger_that_is_switched_off_is_named():
    execute("ALTER TABLE reviews_entry DISABLE TRIGGER reviews_entry_no_update")
    assert triggers.missing(connection) == ["reviews_entry_no_update"]


def test_a_lifted_truncate_trigger_is_named():
    execute("DROP TRIGGER reviews_entry_no_truncate ON reviews_entry")
    assert triggers.missing(connection) == ["reviews_entry_no_truncate"]


def test_triggers_are_made_anew():
    triggers.lift(connection)
    triggers.install(connection)
    assert triggers.missing(connection) == []
