"""As `after_kills`, of the commands that change a PostgreSQL database."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from tests.proofs import after_kills, cluster
from tests.proofs.after_kills import NAME, Scene
from tests.proofs.desk import Desk
from tests.proofs.line import Found

FROZEN = ("reviews_entry", "reviews_words", "reviews_packfile")
NEVER = ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER")


def triggers(one: Scene) -> int:
    """How many triggers of ours stand and are on."""
    found = one.query("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'")
    return int(str(found[0][0]))


def entries(one: Scene) -> list[str]:
    return [str(row[0]) for row in one.query("SELECT hash FROM reviews_entry ORDER BY id")]


def _migrated(one: Scene) -> None:
    cluster.renew(one.desk.url, cluster.TABLES)
    one.facts["triggers"] = triggers(one)
    assert one.facts["triggers"] > 10


# move_from_sqlite


def make_move(one: Scene) -> None:
    """A desk in an SQLite file, and an empty database."""
    _migrated(one)
    other = Scene(one.folder / "other", Desk(one.folder / "other" / "desk"))
    other.desk.data.mkdir(parents=True)
    after_kills.make_packs(other)
    shutil.copy(other.desk.data / NAME, one.aside / NAME)
    one.facts |= {"moved": after_kills.acts(one.aside / NAME), "empty": entries(one)}


def move_halfway(one: Scene, found: Found) -> None:
    stands = entries(one)
    found.expect(stands in (one.facts["empty"], one.facts["moved"]), f"{len(stands)} entries came along")
    found.expect(triggers(one) == one.facts["triggers"], "not every trigger stands")
    found.expect(after_kills.acts(one.aside / NAME) == one.facts["moved"], "the file is another one")
    one.facts["is_over"] = stands == one.facts["moved"]  # killed after all was done: it will be refused


def move_ended(one: Scene, found: Found) -> None:
    move_halfway(one, found)
    found.expect(one.facts["is_over"], "nothing was moved")
    found.expect("verified" in one.desk.run("manage.py", "verify_ledger"), "it does not verify")


# postgres_roles


def rights(one: Scene) -> dict[str, Any]:
    """What the desk's role may do, by table."""
    told = one.query(
        "SELECT table_name, privilege_type FROM information_schema.role_table_grants "
        f"WHERE grantee = '{cluster.ROLE}' ORDER BY 1, 2"
    )
    found: dict[str, Any] = {}
    for table, right in told:
        found.setdefault(str(table), []).append(right)
    return found


def make_roles(one: Scene) -> None:
    """A desk whose role had too much once, on a table that is not frozen, and now gets what it should have."""
    _migrated(one)
    one.query(f"GRANT ALL ON reviews_chain TO {cluster.ROLE}")
    one.facts["before"] = rights(one)


def roles_halfway(one: Scene, found: Found) -> None:
    stands = rights(one)
    for table in FROZEN:
        found.expect(not set(stands.get(table, ())) & set(NEVER), f"the role may {stands.get(table)} {table}")
    is_whole = stands == one.facts["before"] or "DELETE" not in stands["reviews_chain"]
    found.expect(is_whole, "half of the rights were given")
    found.expect(len(stands) == 1 or len(stands) > 20, f"rights on {len(stands)} tables were given")


def roles_ended(one: Scene, found: Found) -> None:
    roles_halfway(one, found)
    found.expect(rights(one)["reviews_entry"] == ["INSERT", "SELECT"], "the role has other rights")


# restore


def make_restore(one: Scene) -> None:
    """A backup, and a desk that went on."""
    _migrated(one)
    one.desk.run("manage.py", "add_user", "jo", "--judge")
    one.desk.run("manage.py", "backup", str(one.aside / "copy"))
    one.facts["copy"] = entries(one)
    one.desk.run("manage.py", "seat", "jo")
    one.facts["old"] = entries(one)


def restore_halfway(one: Scene, found: Found) -> None:
    """What stood there, or what the copy has; in that case what stood there is kept under its name, whole."""
    stands = entries(one)
    if stands != one.facts["old"]:
        found.expect(stands[: len(one.facts["copy"])] == one.facts["copy"], "neither the one nor the other")
        found.expect(_n_kept(one) > 0, "what stood there is lost")
    found.expect(triggers(one) == one.facts["triggers"], "not every trigger stands")


def restore_ended(one: Scene, found: Found) -> None:
    stands, n = entries(one), len(one.facts["copy"])
    is_new = stands[:n] == one.facts["copy"] and len(stands) > n
    found.expect(is_new, "the copy does not stand there, with an entry that tells of it")
    found.expect(_n_kept(one) > 0, "what stood there is lost")
    found.expect(not one.left(one.desk.data), f"it leaves {one.left(one.desk.data)}")
    found.expect("verified" in one.desk.run("manage.py", "verify_ledger"), "it does not verify")


def _n_kept(one: Scene) -> int:
    """Copies under their names of what stood there first; one that is not whole is no copy."""
    return sum(_n_entries(one, path) == len(one.facts["old"]) for path in one.desk.data.glob("*.before-*"))


def _n_entries(one: Scene, copy: Path) -> int:
    """Asked of a copy once, unless it has changed since."""
    stands = (copy.name, copy.stat().st_size, copy.stat().st_mtime_ns)
    if stands not in one.facts:
        one.facts[stands] = int(one.desk.run("-c", COUNT, str(copy)))
    return int(one.facts[stands])


COUNT = """
import django, sys
django.setup()
from pathlib import Path
from reviews import backup
print(backup.verify(Path(sys.argv[1])))
"""
