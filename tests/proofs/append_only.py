"""Proof 7: the database itself refuses every change to what was recorded, and the desk does not start where it would not.

python -m tests.proofs.append_only [--short]

Each statement is tried behind the product's back: on SQLite by a connection with `recursive_triggers` on and off, on
PostgreSQL as the role that the desk runs as and as the owner of the tables. Then triggers are taken away: the check
names each, the server refuses to start, `migrate` makes them again. The control has no guard on SQLite's inserts.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import sys
from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from tests.proofs import cluster
from tests.proofs.desk import Desk, act, desk
from tests.proofs.line import Found, run

COLUMNS = "chain_id, seq, body, hash, act, utc, item, request_sha"
COPIED = "chain_id, {seq}, {body}, hash, act, utc, item, request_sha FROM reviews_entry WHERE seq = 0"


def _copy(seq: str, body: str = "body", verb: str = "INSERT", key: str = "", more: str = "") -> str:
    """An entry made out of entry 0 of each chain."""
    chosen = COPIED.format(seq=seq, body=body)
    return f"{verb} INTO reviews_entry ({key}{COLUMNS}) SELECT {key}{chosen}{more}"


BOTH = (
    "UPDATE reviews_entry SET body = '{}'",
    "UPDATE reviews_entry SET act = 'hold' WHERE seq = 0",
    "UPDATE reviews_entry SET seq = seq + 100",
    "DELETE FROM reviews_entry WHERE seq = 0",
    "DELETE FROM reviews_entry",
    _copy("99"),
    _copy("0"),
    _copy("-1"),
    _copy("seq", "'{}'", key="id, ", more=" ON CONFLICT (id) DO UPDATE SET body = '{}'"),
    "UPDATE reviews_words SET text = 'x'",
    "DELETE FROM reviews_words",
    "UPDATE reviews_packfile SET sha = 'x'",
    "DELETE FROM reviews_packfile",
    "UPDATE reviews_article SET n_bytes = 0",
    "DELETE FROM reviews_article",
    "UPDATE reviews_deployment SET uid = 'x'",
    "DELETE FROM reviews_deployment",
    "UPDATE reviews_chain SET head = 'x'",
    "UPDATE reviews_chain SET size = size + 1",
    "UPDATE reviews_chain SET size = 0",
    "UPDATE reviews_chain SET origin = 'x' WHERE id = 1",
    "DELETE FROM reviews_chain",
)
SQLITE = (
    "UPDATE OR IGNORE reviews_entry SET body = '{}'",
    "UPDATE OR REPLACE reviews_entry SET seq = 1 WHERE seq = 0",
    _copy("seq", "'{}'", verb="INSERT OR REPLACE", key="id, "),
    _copy("seq", "'{}'", verb="INSERT OR REPLACE"),
    _copy("seq + 2", "'{}'", verb="REPLACE", key="id, "),
    "INSERT OR REPLACE INTO reviews_words (sha, text) SELECT sha, 'x' FROM reviews_words",
    "INSERT OR REPLACE INTO reviews_packfile (sha, raw) SELECT sha, x'00' FROM reviews_packfile",
    "INSERT OR REPLACE INTO reviews_article (sha, raw, n_bytes) SELECT sha, x'00', 1 FROM reviews_article",
    "INSERT OR REPLACE INTO reviews_deployment (id, uid) SELECT id, 'x' FROM reviews_deployment",
)
POSTGRESQL = (
    "TRUNCATE reviews_entry CASCADE",
    "TRUNCATE reviews_words",
    "TRUNCATE reviews_pack CASCADE",
    "MERGE INTO reviews_entry e USING reviews_chain c ON e.chain_id = c.id WHEN MATCHED THEN UPDATE SET body = '{}'",
    "WITH gone AS (DELETE FROM reviews_entry RETURNING *) SELECT count(*) FROM gone",
)
AS_THE_ROLE = (
    "ALTER TABLE reviews_entry DISABLE TRIGGER ALL",
    "DROP TRIGGER reviews_entry_no_update ON reviews_entry",
    "DROP TABLE reviews_entry CASCADE",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION reviews_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
)
KEPT = (
    "SELECT chain_id, seq, body, hash, act, item FROM reviews_entry ORDER BY id",
    "SELECT sha, text FROM reviews_words ORDER BY sha",
    "SELECT sha, raw FROM reviews_packfile ORDER BY sha",
    "SELECT sha, raw FROM reviews_article ORDER BY sha",
    "SELECT origin, size, head FROM reviews_chain ORDER BY id",
    "SELECT uid FROM reviews_deployment ORDER BY id",
)
Execute = Callable[[str], list[Any]]


def refuse(execute: Execute, statements: tuple[str, ...], found: Found) -> None:
    """Each leaves everything as it was, whether it was refused or ignored."""
    before = [execute(sql) for sql in KEPT]
    for sql in statements:
        found.tried += 1
        with contextlib.suppress(sqlite3.DatabaseError, psycopg.DatabaseError):
            execute(sql)
        changed = [sql for sql, rows in zip(KEPT, before, strict=True) if execute(sql) != rows]
        found.expect(not changed, f"it changed the record: {sql}")
        before = [execute(sql) for sql in KEPT] if changed else before


def judged(one: Desk) -> None:
    """A few entries to be changed."""
    one.start()
    judge = one.people()[0]
    for slug, cids in one.packs.items():
        for cid, name in zip(cids, ("hold", "publish", "edit"), strict=True):
            assert judge.post(*act(slug, cid, name, 1)).is_recorded
    judge.close()
    one.stop()


def sqlite(one: Desk, found: Found, *before: str) -> None:
    for recursive in ("ON", "OFF"):
        connection = sqlite3.connect(one.data / "packreview.sqlite3", isolation_level=None)
        for sql in (f"PRAGMA recursive_triggers={recursive}", *before):
            connection.execute(sql)
        refuse(lambda sql, c=connection: c.execute(sql).fetchall(), (*BOTH, *SQLITE), found)  # type: ignore[misc]
        connection.close()


def postgresql(one: Desk, found: Found) -> None:
    owner = re.sub("//[^@]*@", f"//{cluster.OWNER}@", one.url)
    for url, statements in ((one.url, (*BOTH, *POSTGRESQL, *AS_THE_ROLE)), (owner, (*BOTH, *POSTGRESQL))):
        with psycopg.connect(url, autocommit=True) as connection:

            def execute(sql: str, connection: psycopg.Connection = connection) -> list[Any]:
                cursor = connection.execute(sql)  # type: ignore[call-overload]
                return cursor.fetchall() if cursor.description else []

            refuse(execute, statements, found)


def lifted(one: Desk, found: Found) -> None:
    """Without a trigger: named by the check, refused by the server, made again by `migrate`."""
    path = one.data / "packreview.sqlite3"
    with sqlite3.connect(path) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        ]
    for name in names:
        with sqlite3.connect(path) as connection:
            connection.execute(f"DROP TRIGGER {name}")
    found.tried += len(names)
    try:
        one.run("manage.py", "check", "--database", "default")
    except RuntimeError as error:
        unnamed = [name for name in names if name not in str(error)]
        found.expect(not unnamed, f"the check does not name {unnamed}")
    else:
        found.violations.append("the check passes without triggers")
    try:
        one.start(config="packreview/gunicorn.py")
    except RuntimeError:
        one.stop()
    else:
        found.violations.append("the server starts without triggers")
    one.run("manage.py", "migrate", "--verbosity=0")
    one.run("manage.py", "check", "--database", "default")


def proof(is_short: bool) -> Found:
    found = Found()
    for kind in cluster.kinds():
        with desk(workers=1, url=cluster.chosen(kind), judges=1, packs=1, chips=3) as one:
            judged(one)
            if kind == "postgresql":
                postgresql(one, found)
            else:
                sqlite(one, found)
                lifted(one, found)
            found.violations += one.read()["faults"]
    return found


def control(is_short: bool) -> Found:
    found = Found()
    guards = (
        "entry_no_gap",
        "words_no_replace",
        "packfile_no_replace",
        "article_no_replace",
        "deployment_no_replace",
    )
    with desk(workers=1, judges=1, packs=1, chips=3) as one:
        judged(one)
        sqlite(one, found, *(f"DROP TRIGGER IF EXISTS reviews_{name}" for name in guards))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    return run("APPEND_ONLY", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
