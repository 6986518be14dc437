"""Moves a whole desk from an SQLite file into an empty PostgreSQL database: every row as it was, every head the same, or nothing.

Like a restore it puts whole tables in place, and so writes what elsewhere only its own room may write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.db.models import BinaryField, Model

from reviews import readiness, serving, triggers, witness
from reviews.core import chain
from reviews.core.refusals import ActRefused, DoesNotAddUp
from reviews.models import Chain, Entry, Pack

SOURCE = "moved"
# What a migration puts into an empty database by itself; the desk that moves in brings its own.
MADE = ("auth_permission", "django_content_type", "reviews_deployment")
STEP, STEP_OF_FILES = 500, 5  # rows at a time: those with a file in them have up to 8 MB each
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Moved:
    """How much there was of it."""

    rows: int
    packs: int
    entries: int
    chains: int


def move(file: Path, tell: Callable[[str], None]) -> Moved:
    """Take over the desk in an SQLite file, which stays as it is. ActRefused or DoesNotAddUp, and nothing is written, where that cannot be."""
    if connection.vendor != "postgresql":
        raise ActRefused(
            "This moves a desk to PostgreSQL: set DATABASE_URL to the address of an empty database."
        )
    with (
        serving.kept_out(), _opened(file), serving.nobody_at(file.resolve().parent), transaction.atomic(using=SOURCE)
    ):  # fmt: skip
        heads = _heads(SOURCE)
        tell(f"{file}: {len(heads):,} ledgers hold.")
        with transaction.atomic():
            _make_room()
            n = sum(_copied(model, tell) for model in _models())
            _settle()
            _same_heads(heads)
    return Moved(n, Pack.objects.count(), Entry.objects.count(), len(heads))


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """The file as a database of its own, locked against a desk that still writes."""
    if not file.is_file():
        raise ActRefused(f"{file} is no file.")
    own = {
        "ENGINE": "packreview.sqlite",
        "NAME": str(file.resolve()),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,
    }
    options = {"transaction_mode": "IMMEDIATE", "timeout": settings.SQLITE_WAIT}
    connections.databases[SOURCE] = {**connections.databases["default"], **own, "OPTIONS": options}
    try:
        if told := _misfit(file):
            raise ActRefused(told)
        yield
    finally:
        connections[SOURCE].close()
        del connections[SOURCE], connections.databases[SOURCE]


def _misfit(file: Path) -> str:
    """Both have to have the tables of this version, or a column could be left behind."""
    try:
        if told := readiness.outdated(connections[SOURCE]):
            return f"{file}: {told}. Migrate it with this version first."
        if told := readiness.later(readiness.applied(connections[SOURCE])):
            return f"{file}: {told}."
        if told := readiness.later(readiness.applied(connection)):
            return f"PostgreSQL: {told}."
        told = readiness.outdated(connection)
    except DatabaseError as error:
        return f"{file} is no database of a desk, or cannot be read: {error}."
    return f"PostgreSQL: {told}. Run `manage.py migrate` there first." if told else ""


def _heads(alias: str) -> dict[str, tuple[int, str]]:
    """Size and head of every chain, computed from its lines; DoesNotAddUp names the first that does not hold."""
    found = {}
    for row in Chain.objects.using(alias).order_by("pk"):
        lines = Entry.objects.using(alias).of(row).lines()
        if broken := chain.first_break(lines):
            raise DoesNotAddUp(f"{row.origin}: {broken.text}")
        found[row.origin] = (len(lines), chain.head(lines))
        if found[row.origin] != (row.size, row.head):
            raise DoesNotAddUp(f"{row.origin}: its row says {row.size} entries, there are {len(lines)}")
    return found


def _make_room() -> None:
    """Nothing may be there but what a migration made; that goes. Nobody else looks in meanwhile."""
    try:
        triggers.lift(connection)
        for model in _models():
            table = model._meta.db_table
            if table not in MADE and model._base_manager.exists():
                raise ActRefused(
                    f"The PostgreSQL database is not empty: {table} has rows. Nothing was moved."
                )
        with connection.cursor() as cursor:
            for table in MADE:
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - the names are ours
    except DatabaseError as error:
        raise ActRefused(f"PostgreSQL: {_first_line(error)}. Run this as the owner of the tables.") from error


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _copied(model: type[Model], tell: Callable[[str], None]) -> int:
    """How many rows a table had; each was read back from where it is now."""
    fields = model._meta.concrete_fields
    step = STEP_OF_FILES if any(isinstance(field, BinaryField) for field in fields) else STEP
    rows, n = _rows(model, SOURCE).iterator(chunk_size=step), 0
    while some := [tuple(row) for row in islice(rows, step)]:
        _put(model, some)
        kept = {
            row[0]: tuple(map(_plain, row))
            for row in _rows(model, "default").filter(pk__in=[r[0] for r in some])
        }
        if changed := next((row[0] for row in some if kept.get(row[0]) != tuple(map(_plain, row))), None):
            raise DoesNotAddUp(f"{model._meta.db_table}: the row {changed} is not the same in PostgreSQL")
        n += len(some)
    tell(f"{model._meta.db_table}: {n:,}")
    return n


def _rows(model: type[Model], alias: str) -> Any:
    """A table's rows as values, the key first, then every column."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model._base_manager.using(alias).order_by("pk").values_list("pk", *names)


def _put(model: type[Model], rows: Iterable[Row]) -> None:
    """Insert rows as they are: no column is filled in anew, as a save would do."""
    fields = model._meta.concrete_fields
    quoted = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(fields))
    insert = f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({quoted}) VALUES ({marks})"  # noqa: S608
    try:
        with connection.cursor() as cursor:
            cursor.executemany(insert, [_for_the_database(fields, row[1:]) for row in rows])
    except (DatabaseError, ValueError) as error:
        told = f"a row is not taken by PostgreSQL: {_first_line(error)}"
        raise DoesNotAddUp(f"{model._meta.db_table}: {told}") from error


def _for_the_database(fields: Iterable[Any], row: Row) -> list[Any]:
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]


def _first_line(error: Exception) -> str:
    """What was wrong, without the row: its words are nobody's affair."""
    return str(error).strip().partition("\n")[0]


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def _settle() -> None:
    """References are asked now, numbers go on after the last, and the triggers stand again."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except IntegrityError as error:
            raise DoesNotAddUp(f"a row names one that is not there: {_first_line(error)}") from error
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
    triggers.install(connection)


def _same_heads(before: dict[str, tuple[int, str]]) -> None:
    """Every chain once more, from PostgreSQL; and that the tables are what follows from them."""
    if (after := _heads("default")) != before:
        differ = sorted(
            origin for origin in before.keys() | after.keys() if before.get(origin) != after.get(origin)
        )
        raise DoesNotAddUp(f"{differ[0]}: its head is another one in PostgreSQL")
    for pack in [None, *Pack.objects.order_by("pk")]:
        if faults := witness.of(pack).faults:
            raise DoesNotAddUp(f"{pack.slug if pack else 'the desk'}: {faults[0]}")
