"""SQLite takes any value into any column: one that nobody could have put there is told in a sentence too."""

from __future__ import annotations

import pytest
from django.db import connection

from reviews import triggers, witness
from tests import builders

COLUMNS = ["article.raw", "packfile.raw", "seat.starts_at", "section.start", "chip.quote_start"]


@pytest.mark.django_db
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("value", ["4611686018427387904", "'garbage'", "x'ff00'"])
def test_a_value_that_no_such_column_can_have_is_a_fault(column, value):
    table, name = column.split(".")
    pack = builders.loaded()
    builders.seated(builders.judge(), pack)
    triggers.lift(connection)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE reviews_{table} SET {name} = {value}")
    assert witness.of(pack).faults != ()
    triggers.install(connection)
