"""What only SQLite can lack: what each connection has to switch on."""

from __future__ import annotations

import pytest
from django.db import connection

from reviews import readiness


@pytest.mark.django_db
def test_a_connection_whose_replaces_walk_past_triggers_is_told():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers=OFF")
        try:
            assert readiness.unsafe(connection).endswith("are ('wal', 2, 0), not ('wal', 2, 1)")
        finally:
            cursor.execute("PRAGMA recursive_triggers=ON")
    assert readiness.unsafe(connection) == ""
