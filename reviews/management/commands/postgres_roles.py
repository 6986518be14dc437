"""Gives the role that the desk runs as what it needs of the tables, and nothing with which it could change the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import CommandError, CommandParser
from django.db import connection, transaction

from reviews import triggers
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = (
        "PostgreSQL: let ROLE run the desk. Run it as the owner of the tables, after every migrate. "
        "ROLE can add to the record and change nothing in it, nor take a trigger away."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "role", metavar="ROLE", help="a role that is there, owns nothing, and is no superuser"
        )

    def handle(self, *, role: str, **_: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("This desk is on SQLite, which has no roles.")
        with transaction.atomic(), connection.cursor() as cursor:
            _fit(cursor, role)
            for statement in _grants(connection.ops.quote_name(role)):
                cursor.execute(statement)
            _refuse_what_is_left(cursor, role)
        self.say(f"{role} may run the desk: it adds to the record, and cannot change it.")


def _fit(cursor: Any, role: str) -> None:
    """CommandError unless the role is there and has no way to what the owner of the tables may do."""
    cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
    if cursor.fetchone() is None:
        raise CommandError(f"There is no role {role}: CREATE ROLE {role} LOGIN PASSWORD '…' makes one.")
    if triggers.may_be_lifted_by(cursor, role):
        raise CommandError(
            f"{role} owns tables or is a superuser, or can become who does (as a member of their role, as the owner of "
            "the database, by CREATEROLE): no grant keeps it from changing the record."
        )


def _refuse_what_is_left(cursor: Any, role: str) -> None:
    """Rights that come another way than by a grant to the role are not taken away by one that is taken back."""
    for table in triggers.FROZEN:
        for right in ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER"):
            cursor.execute("SELECT has_table_privilege(%s, %s, %s)", [role, table, right])
            if cursor.fetchone()[0]:
                raise CommandError(
                    f"{role} would still have {right} on {table}, through PUBLIC or another role: REVOKE that first. "
                    "Nothing was changed."
                )


def _grants(role: str) -> Iterator[str]:
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}"
    yield f"GRANT USAGE ON SCHEMA public TO {role}"
    # pg_dump, with which the role backs up, reads where each sequence stands.
    yield f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}"
    yield f"GRANT SELECT ON django_migrations TO {role}"
    for table in sorted(model._meta.db_table for model in apps.get_models(include_auto_created=True)):
        yield f"GRANT {_allowed(table)} ON {table} TO {role}"


def _allowed(table: str) -> str:
    """A chain's row follows its entries, and is the lock under which they are added; an opinion may be taken back."""
    if table == "reviews_deployment":  # its one row was made by a migration
        return "SELECT"
    if table in triggers.FROZEN:
        return "SELECT, INSERT"
    return (
        "SELECT, INSERT, UPDATE"
        if table in (triggers.CHAIN, triggers.SEALED)
        else "SELECT, INSERT, UPDATE, DELETE"
    )
