"""SQLite keeps whatever somebody else writes into a column: the rest is verified all the same."""

from __future__ import annotations

import pytest
from django.db import connection

from tests import builders
from tests.commands.runner import run


@pytest.mark.parametrize("column", ["loaded_at", "ratified_seq", "n_waiting", "title"])
def test_a_row_that_cannot_be_read_is_named_and_the_rest_is_verified(db, column):
    builders.loaded(slug="bread")
    builders.loaded(slug="cake")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE reviews_pack SET {column} = x'ff00' WHERE slug = 'bread'")
    ran = run("verify_ledger")
    assert ran.refused == "1 of 3 ledgers cannot be relied on."
    assert ran.err.startswith("bread: ")
    assert "cake: 2 entries, head" in ran.out
