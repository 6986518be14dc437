"""Copies of a PostgreSQL database, by its own pg_dump, pg_restore and psql, of which only the words that they print are read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from reviews.backup.copies import Kept, name_for
from reviews.core.chain import Line
from reviews.core.refusals import ActRefused
from reviews.disk import sync

# PostgreSQL's documentation, COPY, "Text Format".
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_ESCAPED = re.compile(r"\\(.)")
_BEGIN = re.compile(r"COPY \S*?(?P<table>reviews_\w+|django_migrations) \((?P<columns>.*)\) FROM stdin;")
# What DATABASE_URL may say of the way to the server, after its "?".
_TOLD = {"sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout", "target_session_attrs", "service"}
# Not pg_restore's own --clean: that drops what the copy has, and fails where a later version's tables hold on to it.
_CLEAR = r"""
DO $$
DECLARE gone record;
BEGIN
  FOR gone IN SELECT tablename FROM pg_tables
    WHERE schemaname = current_schema() AND tablename ~ '^(reviews|auth|axes|django|otp)_' LOOP
    EXECUTE format('DROP TABLE %I CASCADE', gone.tablename);
  END LOOP;
  FOR gone IN SELECT oid::regprocedure AS name FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'reviews\_%' LOOP
    EXECUTE format('DROP FUNCTION %s CASCADE', gone.name);
  END LOOP;
END $$;
"""
# What is recorded once the copy of what stands here is made would be in neither of the two.
_UNCHANGED = """
LOCK TABLE reviews_chain, reviews_entry IN ACCESS EXCLUSIVE MODE;
DO $$
BEGIN
  IF (SELECT count(*) FROM reviews_entry) <> {n} THEN
    RAISE EXCEPTION 'Something was recorded while the copy of what stands here was made: stop what records. Nothing was changed.';
  END IF;
END $$;
"""
Row = dict[str, str]


class Copies:
    """What `backup` and `restore` ask of a database."""

    @staticmethod
    def copy(part: Path) -> None:
        """One moment of the database, whatever is written meanwhile."""
        _run("pg_dump", "--format=custom", "--file", str(part), "--dbname", _dsn())

    @staticmethod
    def chains(copy: Path) -> Iterator[Kept]:
        """Every chain of a copy, read out of it without a database."""
        tables = ("--table=reviews_chain", "--table=reviews_entry")
        told = _run("pg_restore", "--data-only", *tables, "--file=-", str(copy))
        lines = told.split("\n")
        rows: dict[str, list[Row]] = {"reviews_chain": [], "reviews_entry": []}
        for table, row in _rows(lines):
            rows[table].append(row)
        if not any(map(_BEGIN.fullmatch, lines)):  # a desk at which nothing was recorded yet has the tables
            raise ActRefused(f"{copy} is no copy of a desk: it has no ledger.")
        entries: defaultdict[str, list[tuple[int, Line]]] = defaultdict(list)
        for row in rows["reviews_entry"]:
            entries[row["chain_id"]].append((int(row["seq"]), Line(row["body"], row["hash"])))
        for row in rows["reviews_chain"]:
            ordered = [line for _, line in sorted(entries[row["id"]], key=lambda pair: pair[0])]
            yield Kept(row["origin"], int(row["size"]), row["head"], ordered)

    @staticmethod
    def migrations(copy: Path) -> set[tuple[str, str]]:
        """By app and name, those that made the tables of a copy."""
        told = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(copy))
        return {(row["app"], row["name"]) for _, row in _rows(told.split("\n"))}

    @staticmethod
    def put_in_place(copy: Path, finish: Callable[[], None]) -> Path | None:
        """The copy becomes the database, as a whole or not at all, and is then brought up to date by `finish`; where
        what stood there is kept."""
        kept, clear = None, _CLEAR
        if "reviews_chain" in connection.introspection.table_names():
            _refuse_who_owns_nothing()
            kept = _kept()
            clear = _UNCHANGED.format(n=sum(len(one.lines) for one in Copies.chains(kept))) + clear
        connection.close()
        with _own_folder() as folder:
            first, script = folder / "clear.sql", folder / "copy.sql"
            first.write_text(clear)
            # Whose the tables are, and who may do what, is said where they are put: roles may have other names there.
            _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(copy))
            whole = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction")
            _run("psql", *whole, "--dbname", _dsn(), f"--file={first}", f"--file={script}")
        finish()
        return kept


def _refuse_who_owns_nothing() -> None:
    """Whoever may not drop the tables is told before a copy of them is made."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relowner::regrole, pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = 'reviews_chain'::regclass"
        )
        owner, is_ours = cursor.fetchone()
    if not is_ours:
        raise ActRefused(f"The tables are owned by {owner}: run this as {owner}. Nothing was changed.")


def _kept() -> Path:
    """A copy of what stands here; it has its name once it is whole and on the disk."""
    kept = name_for(Path(settings.DATA) / connection.settings_dict["NAME"])
    part = kept.with_name(f".{connection.settings_dict['NAME']}.kept")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        Copies.copy(part)
        sync(part)
        part.rename(kept)
    finally:
        part.unlink(missing_ok=True)
    sync(kept.parent)
    return kept


@contextmanager
def _own_folder() -> Iterator[Path]:
    """For what the desk says in plain text; what a killed restore left there goes first."""
    folder = Path(settings.DATA) / ".restore"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """Each row of a dump with its table: column to text."""
    table, columns = "", [""]
    for line in lines:
        if table and line != "\\.":
            values = [_ESCAPED.sub(_meant, value) for value in line.split("\t")]
            yield table, dict(zip(columns, values, strict=True))
        elif found := _BEGIN.fullmatch(line):
            table, columns = found["table"], found["columns"].split(", ")
        else:
            table = ""


def _meant(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])


def _dsn() -> str:
    """The database's address without its password, which goes by the environment alone."""
    found = connection.settings_dict
    told: dict[str, str] = {name: str(found["OPTIONS"][name]) for name in found["OPTIONS"].keys() & _TOLD}
    names = {"host": "HOST", "port": "PORT", "user": "USER", "dbname": "NAME"}
    return make_conninfo("", **told, **{name: str(found[key]) for name, key in names.items() if found[key]})


def _run(*command: str) -> str:
    """Run one of PostgreSQL's programs; ActRefused with its own sentence where it fails."""
    password = str(connection.settings_dict["PASSWORD"])
    # A desk that was not stopped holds its tables: that is said, and not waited for without an end.
    own = {**os.environ, "PGPASSWORD": password, "PGOPTIONS": "-c lock_timeout=20s"}
    try:
        done = subprocess.run(command, env=own, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    except FileNotFoundError as error:
        raise ActRefused(
            f"{command[0]} is not on this machine: install PostgreSQL's client programs."
        ) from error
    if done.returncode:
        raise ActRefused(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout
