"""The database's own refusals: every way of changing an entry, tried in SQL behind the product's back."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from reviews import triggers
from reviews.models import AppendOnlyError, Entry

pytestmark = pytest.mark.django_db

REFUSED = {
    "update": "UPDATE reviews_entry SET body = '{}'",
    "update of a column that only finds it": "UPDATE reviews_entry SET act = 'hold'",
    "delete one": "DELETE FROM reviews_entry WHERE seq = 0",
    "delete all": "DELETE FROM reviews_entry",
    "a gap": "INSERT INTO reviews_entry (chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT chain_id, 99, body, hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0",
    "a fork": "INSERT INTO reviews_entry (chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT chain_id, 0, body, hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0",
    "a negative number": "INSERT INTO reviews_entry (chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT chain_id, -1, body, hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0",
    "words": "UPDATE reviews_words SET text = 'other'",
    "words gone": "DELETE FROM reviews_words",
    "a file": "UPDATE reviews_packfile SET sha = 'x'",
    "a file gone": "DELETE FROM reviews_packfile",
    "an article": "DELETE FROM reviews_article",
    "the deployment": "UPDATE reviews_deployment SET uid = 'x'",
    "a chain's head": "UPDATE reviews_chain SET head = 'x'",
    "a chain's size": "UPDATE reviews_chain SET size = size + 1",
    "a chain": "DELETE FROM reviews_chain",
}


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED.keys())
def test_database_refuses(pack, statement):
    before = list(Entry.objects.values_list("seq", "hash"))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(Entry.objects.values_list("seq", "hash")) == before


def test_every_trigger_stands_after_migration():
    assert triggers.missing(connection) == []


def test_a_lifted_trigger_is_named():
    with connection.cursor() as cursor:
        cursor.execute(
            "DROP TRIGGER reviews_entry_no_gap"
            + (" ON reviews_entry" if connection.vendor != "sqlite" else "")
        )
    assert triggers.missing(connection) == ["reviews_entry_no_gap"]


def test_an_entry_refuses_to_be_saved_again(pack):
    entry = Entry.objects.earliest("id")
    with pytest.raises(AppendOnlyError):
        entry.save()
    with pytest.raises(AppendOnlyError):
        entry.delete()
