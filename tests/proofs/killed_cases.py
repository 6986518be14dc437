"""The commands that `killed_commands` kills, each with what is asked of what it leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.proofs import after_kills, after_kills_postgresql, after_kills_tables, cluster
from tests.proofs.after_kills import Scene
from tests.proofs.line import Found

NAMES = (
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "unlink",
    "unlinkat",
    "fsync",
    "fdatasync",
    "ftruncate",
)
CALLS = (*NAMES, "pwrite64", "write")


@dataclass
class Case:
    """A command over a desk: how the desk is made, what may stand after a kill, and what has to stand in the end."""

    name: str
    make: Callable[[Scene], None]
    command: tuple[str, ...]
    halfway: Callable[[Scene, Found], None]
    ended: Callable[[Scene, Found], None]
    calls: tuple[str, ...] = CALLS
    kind: str = "sqlite"
    program: tuple[str, ...] = ("manage.py",)


RESTORE = Case(
    "restore",
    after_kills.make_restore,
    ("restore", "{aside}/copy"),
    after_kills.restore_halfway,
    after_kills.restore_ended,
)
CASES = (
    RESTORE,
    Case(
        "backup",
        after_kills.make_packs,
        ("backup", "{out}/copy"),
        after_kills.backup_halfway,
        after_kills.backup_ended,
    ),
    Case(
        "signing_key",
        after_kills.make_packs,
        ("signing_key",),
        after_kills.key_halfway,
        after_kills.key_ended,
    ),
    Case(
        "export_packs",
        after_kills.make_exports,
        ("export_packs", "--out", "{out}"),
        after_kills.exports_halfway,
        after_kills.exports_ended,
    ),
    Case(
        "load_pack",
        after_kills.make_packs,
        ("load_pack", str(after_kills.EXAMPLE)),
        after_kills_tables.load_halfway,
        after_kills_tables.load_ended,
    ),
    Case(
        "prepare",
        after_kills.make_empty,
        ("prepare",),
        after_kills_tables.prepare_halfway,
        after_kills_tables.prepare_ended,
    ),
    Case(
        "migrate",
        after_kills.make_nothing,
        ("migrate", "-v0"),
        after_kills_tables.migrate_halfway,
        after_kills_tables.migrate_ended,
    ),
    Case(
        "move_from_sqlite",
        after_kills_postgresql.make_move,
        ("move_from_sqlite", "{aside}/packreview.sqlite3"),
        after_kills_postgresql.move_halfway,
        after_kills_postgresql.move_ended,
        (),
        "postgresql",
    ),
    Case(
        "postgres_roles",
        after_kills_postgresql.make_roles,
        ("postgres_roles", cluster.ROLE),
        after_kills_postgresql.roles_halfway,
        after_kills_postgresql.roles_ended,
        (),
        "postgresql",
    ),
    Case(
        "restore_postgresql",
        after_kills_postgresql.make_restore,
        ("restore", "{aside}/copy"),
        after_kills_postgresql.restore_halfway,
        after_kills_postgresql.restore_ended,
        ("rename",),
        "postgresql",
    ),
)
