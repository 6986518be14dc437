"""Django's SQLite schema editor, that can remake a table which triggers of other tables name.

Django makes a new table, copies the rows, drops the old table and gives its name to the new one. SQLite refuses that
last step where a trigger names the table that is just gone, as the one that lets a chain only follow its entries does;
with legacy_alter_table it looks at no trigger (sqlite.org/pragma.html#pragma_legacy_alter_table).
"""

from __future__ import annotations

from typing import Any

from django.db.backends.sqlite3 import schema


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    def __enter__(self) -> Any:
        self._rename_unseen("ON")
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:
        try:
            super().__exit__(*error)
        finally:
            self._rename_unseen("OFF")

    def _rename_unseen(self, switch: str) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(f"PRAGMA legacy_alter_table = {switch}")
