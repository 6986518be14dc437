"""The last operation of a migration, by which it is recorded in the transaction that makes it.

Django puts some statements off to the end, and then records the migration only after its commit: killed between the two,
`migrate` would make the same tables once more, and fail for good. With nothing put off it is one transaction.
"""

from __future__ import annotations

from typing import Any

from django.db.migrations.operations.base import Operation


class Whole(Operation):
    reversible = True

    def state_forwards(self, app_label: str, state: Any) -> None:
        pass

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement, None)
        schema_editor.deferred_sql.clear()

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        pass

    def describe(self) -> str:
        return "Do now what was put off"
