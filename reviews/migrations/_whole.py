"""The last operation of a migration, by which it is recorded in the transaction that makes it.

Django puts some statements off to the end, and then records the migration only after its commit: killed between the two,
`migrate` would make the same tables once more, and fail for good. With nothing put off it is one transaction.
"""

from django.db.migrations.operations.base import Operation


class Whole(Operation):
    reversible = True

    def state_forwards(self, app_label, state):
        pass

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement, None)
        schema_editor.deferred_sql.clear()

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        pass

    def describe(self):
        return "Do now what was put off"
