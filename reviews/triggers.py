"""The database's own refusal to change what may only be added to: one list of triggers for SQLite, one for PostgreSQL.

Django's remake of an SQLite table drops its triggers silently, so they are installed again after every migration
and a system check asks at start whether they stand.
"""

from __future__ import annotations

import re

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

FROZEN = (
    "reviews_entry",
    "reviews_words",
    "reviews_packfile",
    "reviews_article",
    "reviews_deployment",
)
CHAIN, ENTRY = "reviews_chain", "reviews_entry"
SEALED = "reviews_opinion"
SEALED_COLUMNS = ("entry_id", "chip_id", "user_id", "version", "nonce", "said")
BY_SHA = ("reviews_words", "reviews_packfile", "reviews_article")
# Whoever owns a table, or the schema that it lies in, can drop its triggers; so can a member of their role.
_LIFTERS = """
SELECT rolsuper OR rolcreaterole OR EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r'
    AND (pg_has_role(r.oid, c.relowner, 'MEMBER') OR pg_has_role(r.oid, n.nspowner, 'MEMBER'))
) FROM pg_roles r WHERE rolname = %s
"""


def names() -> list[str]:
    """Every trigger that must stand."""
    frozen = [f"{table}_no_{what}" for table in FROZEN for what in ("update", "delete")]
    chain = ("reviews_entry_no_gap", "reviews_chain_forward", "reviews_chain_no_delete")
    return sorted([*frozen, *chain, f"{SEALED}_sealed", f"{SEALED}_no_delete"])


def install(connection: BaseDatabaseWrapper) -> None:
    """Make every trigger anew, all of them or none, so that there is no moment without; safe to repeat."""
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        for statement in _drop(connection.vendor) + _create(connection.vendor):
            cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper) -> None:
    """Take every trigger away: for a desk that moves in, and for tests, which empty their tables."""
    with connection.cursor() as cursor:
        for statement in _drop(connection.vendor):
            cursor.execute(statement)


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The triggers that do not stand."""
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(query)
        standing = {row[0] for row in cursor.fetchall()}
    wanted = names() + (_no_replace() if connection.vendor == "sqlite" else _no_truncate())
    return [name for name in wanted if name not in standing]


def may_be_lifted_by(cursor: CursorWrapper, role: str) -> bool:
    """Whether this role of PostgreSQL has a way to take triggers away: no grant keeps it from that."""
    cursor.execute(_LIFTERS, [role])
    return bool(cursor.fetchone()[0])


def _no_replace() -> list[str]:
    """SQLite only: `INSERT OR REPLACE` by a connection without recursive_triggers walks past the DELETE triggers."""
    return [f"{table}_no_replace" for table in (*BY_SHA, "reviews_deployment")]


def _no_truncate() -> list[str]:
    """PostgreSQL only: TRUNCATE walks past the triggers of rows."""
    return [f"{table}_no_truncate" for table in (*FROZEN, CHAIN, SEALED)]


def _drop(vendor: str) -> list[str]:
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {name}" for name in names() + _no_replace()]
    ends = re.compile("_(no_[a-z]+|forward|sealed)$")
    tables = {name: ends.sub("", name) for name in names() + _no_truncate()}
    return [f"DROP TRIGGER IF EXISTS {name} ON {table}" for name, table in tables.items()]


def _create(vendor: str) -> list[str]:
    return _sqlite() if vendor == "sqlite" else _postgresql()


def _sqlite() -> list[str]:
    refuse = "CREATE TRIGGER {name} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    made = [
        refuse.format(name=f"{table}_no_{what.lower()}", what=what, table=table)
        for table in FROZEN
        for what in ("UPDATE", "DELETE")
    ]
    # Words that are there already are left as they are, whatever the insert says of conflicts.
    made += [
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN NEW.sha IN (SELECT sha FROM {table}) "  # noqa: S608 - names are ours
        "BEGIN SELECT RAISE(IGNORE); END"
        for table in BY_SHA
    ]
    made.append(
        "CREATE TRIGGER reviews_deployment_no_replace BEFORE INSERT ON reviews_deployment "
        "WHEN EXISTS (SELECT 1 FROM reviews_deployment) "
        "BEGIN SELECT RAISE(ABORT, 'reviews_deployment has its one row'); END"
    )
    gap = """CREATE TRIGGER reviews_entry_no_gap BEFORE INSERT ON reviews_entry
        WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq) + 1, 0) FROM reviews_entry WHERE chain_id = NEW.chain_id)
          OR NEW.id IN (SELECT id FROM reviews_entry)
          OR EXISTS (SELECT 1 FROM reviews_entry WHERE user_id = NEW.user_id AND "key" = NEW."key")
        BEGIN SELECT RAISE(ABORT, 'reviews_entry takes only the next number of its chain'); END"""
    forward = """CREATE TRIGGER reviews_chain_forward BEFORE UPDATE ON reviews_chain
        WHEN NEW.id IS NOT OLD.id OR NEW.origin IS NOT OLD.origin OR NEW.pack_id IS NOT OLD.pack_id
          OR NEW.size IS NOT OLD.size + 1
          OR NEW.head IS NOT (SELECT hash FROM reviews_entry WHERE chain_id = OLD.id AND seq = OLD.size)
        BEGIN SELECT RAISE(ABORT, 'reviews_chain only follows its entries'); END"""
    differs = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in SEALED_COLUMNS)
    sealed = f"""CREATE TRIGGER {SEALED}_sealed BEFORE UPDATE ON {SEALED} WHEN {differs}
        BEGIN SELECT RAISE(ABORT, '{SEALED} is sealed'); END"""
    kept = [refuse.format(name=f"{table}_no_delete", what="DELETE", table=table) for table in (CHAIN, SEALED)]
    return [*made, gap, forward, sealed, *kept]


def _postgresql() -> list[str]:
    refuse = (
        "CREATE TRIGGER {name} BEFORE {what} ON {table} FOR EACH {each} EXECUTE FUNCTION reviews_refuse()"
    )
    made = [_FUNCTIONS, *(_SEES_TABLES.format(name=name) for name in ("reviews_no_gap", "reviews_forward"))]
    for table in FROZEN:
        made += [
            refuse.format(name=f"{table}_no_{what.lower()}", what=what, table=table, each="ROW")
            for what in ("UPDATE", "DELETE")
        ]
    made += [
        refuse.format(name=f"{table}_no_truncate", what="TRUNCATE", table=table, each="STATEMENT")
        for table in (*FROZEN, CHAIN, SEALED)
    ]
    return [
        *made,
        "CREATE TRIGGER reviews_entry_no_gap BEFORE INSERT ON reviews_entry FOR EACH ROW EXECUTE FUNCTION reviews_no_gap()",
        "CREATE TRIGGER reviews_chain_forward BEFORE UPDATE ON reviews_chain FOR EACH ROW EXECUTE FUNCTION reviews_forward()",
        *(
            refuse.format(name=f"{table}_no_delete", what="DELETE", table=table, each="ROW")
            for table in (CHAIN, SEALED)
        ),
        f"CREATE TRIGGER {SEALED}_sealed BEFORE UPDATE OF {', '.join(SEALED_COLUMNS)} ON {SEALED} "
        "FOR EACH ROW EXECUTE FUNCTION reviews_refuse()",
    ]


# Everybody may make temporary tables, and a name means one of those first: with an `reviews_entry` of their own the desk's
# role could have a gap taken for none (PostgreSQL's documentation, search_path).
_SEES_TABLES = """
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION {name}() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
"""
_FUNCTIONS = """
CREATE OR REPLACE FUNCTION reviews_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE OR REPLACE FUNCTION reviews_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq IS DISTINCT FROM (SELECT COALESCE(MAX(seq) + 1, 0) FROM reviews_entry WHERE chain_id = NEW.chain_id) THEN
    RAISE EXCEPTION 'reviews_entry takes only the next number of its chain';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION reviews_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id IS DISTINCT FROM OLD.id OR NEW.origin IS DISTINCT FROM OLD.origin
    OR NEW.pack_id IS DISTINCT FROM OLD.pack_id OR NEW.size IS DISTINCT FROM OLD.size + 1
    OR NEW.head IS DISTINCT FROM (SELECT hash FROM reviews_entry WHERE chain_id = OLD.id AND seq = OLD.size) THEN
    RAISE EXCEPTION 'reviews_chain only follows its entries';
  END IF;
  RETURN NEW;
END $$;
"""
