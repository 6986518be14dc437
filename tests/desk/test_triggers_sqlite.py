"""REPLACE, which SQLite alone has: the database refuses it too, whatever a connection has set."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from reviews.models import Entry, Words

pytestmark = pytest.mark.django_db

REPLACED = {
    "an entry": "INSERT OR REPLACE INTO reviews_entry (id, chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT id, chain_id, seq, '{}', hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0",
    "an entry by its row": "INSERT OR REPLACE INTO reviews_entry (id, chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT id, chain_id, 2, '{}', hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0",
    "an upsert": "INSERT INTO reviews_entry (id, chain_id, seq, body, hash, act, utc, item, request_sha)"
    " SELECT id, chain_id, seq, '{}', hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0"
    " ON CONFLICT (id) DO UPDATE SET body = '{}'",
}


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize("statement", REPLACED.values(), ids=REPLACED.keys())
def test_sqlite_refuses_to_replace(pack, statement, recursive):
    before = list(Entry.objects.values_list("seq", "hash", "body"))
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA recursive_triggers={recursive}")
        with pytest.raises(DatabaseError), transaction.atomic():
            cursor.execute(statement)
        cursor.execute("PRAGMA recursive_triggers=ON")
    assert list(Entry.objects.values_list("seq", "hash", "body")) == before


def test_sqlite_leaves_words_that_are_there_as_they_are(pack):
    before = sorted(Words.objects.values_list("sha", "text"))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers=OFF")
        cursor.execute(
            "INSERT OR REPLACE INTO reviews_words (sha, text) SELECT sha, 'other' FROM reviews_words"
        )
        cursor.execute("PRAGMA recursive_triggers=ON")
    assert sorted(Words.objects.values_list("sha", "text")) == before
