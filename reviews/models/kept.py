"""Queries whose SQL is made once. To make it takes Django five times what the database takes to answer.

For what is asked with every page and every decision. What comes back is what Django would have made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.expressions import RawSQL
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row")
New = TypeVar("New", bound=Model)
Read = Callable[[Any], Iterator[Any]]
Told = list[list[Any]]  # rows, each column as the database takes it


@dataclass(frozen=True)
class _Given:
    name: str


def given(name: str) -> Any:
    """Stands in a kept query for a value that is only known when it is asked: never a list, and null only where it is written."""
    return RawSQL("%s", [_Given(name)])


class Kept(Generic[Row]):
    """A query, made by `make` when it is asked for the first time, with a `given` for each value that it is asked with.

    It may be of rows, of `only` some of their columns, with `select_related`, or of values.
    """

    def __init__(self, make: Callable[[], QuerySet[Any, Row]]) -> None:
        self._make = make

    def first(self, **values: Any) -> Row | None:
        """The first row; None where there is none."""
        return next(self.rows(**values), None)

    def rows(self, **values: Any) -> Iterator[Row]:
        """Every row, made when it is come to."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, params, read = _made(connection, self, self._compiled)
        with connection.cursor() as cursor:
            cursor.execute(sql, _told(connection, params, values))
            found: Iterator[Row] = read(cursor.fetchall())
        return found

    def _compiled(self) -> tuple[str, Any, Read]:
        queryset = self._make()
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        return sql, params, _values(compiler) if queryset._fields else _models(compiler)  # type: ignore[attr-defined]


class KeptUpdate:
    """An update of these columns, which are given; to be called, a column that is JSON is no such column."""

    def __init__(self, make: Callable[[], QuerySet[Any, Any]], *columns: str) -> None:
        self._make, self._columns = make, columns

    def __call__(self, **values: Any) -> int:
        """How many rows it changed."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, params = _made(connection, self, self._compiled)
        with connection.cursor() as cursor:
            cursor.execute(sql, _told(connection, params, values))
            n: int = cursor.rowcount
        return n

    def all(self, rows: Iterable[dict[str, Any]]) -> None:
        """Many such updates, each with its values; `bulk_update` takes thirty times as long to word them."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, params = _made(connection, self, self._compiled)
        fields = [cast(Any, self._make().model._meta.get_field(name)) for name in self._columns]
        told = (row | {f.name: f.get_db_prep_save(row[f.name], connection) for f in fields} for row in rows)
        with connection.cursor() as cursor:
            cursor.executemany(sql, [_told(connection, params, row) for row in told])

    def _compiled(self) -> tuple[str, Any]:
        query = self._make().query.chain(UpdateQuery)
        query.add_update_values({name: given(name) for name in self._columns})  # type: ignore[attr-defined]
        sql, params = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        return sql, params


class KeptInsert(Generic[New]):
    """Adds rows to a model's table, as its `create` and `bulk_create` do where nobody listens to that."""

    def __init__(self, model: type[New], on_conflict: OnConflict | None = None) -> None:
        self._model, self._on_conflict = model, on_conflict

    def __call__(self, **columns: Any) -> New:
        """One row, which knows its number then."""
        connection, row = connections[DEFAULT_DB_ALIAS], self._model(**columns)
        sql, fields = _made(connection, self, self._compiled)
        ops, meta = cast(Any, connection.ops), self._model._meta
        back, _ = ops.return_insert_columns([meta.pk])
        with connection.cursor() as cursor:
            cursor.execute(f"{sql} {back}", _told_of(connection, fields, row))
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def told(self, rows: Iterable[New]) -> Told:
        """What the database is told of many rows: what takes longest of adding them, and needs no transaction."""
        connection = connections[DEFAULT_DB_ALIAS]
        _, fields = _made(connection, self, self._compiled)
        return [_told_of(connection, fields, row) for row in rows]

    def all(self, told: Told, **later: Any) -> None:
        """Add them; `later` are columns of which only now is known what they are, the same for all."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql, fields = _made(connection, self, self._compiled)
        suffix = cast(Any, connection.ops).on_conflict_suffix_sql(fields, self._on_conflict, [], [])
        places = {n: later[field.attname] for n, field in enumerate(fields) if field.attname in later}
        for row, (n, value) in product(told, places.items()):
            row[n] = value
        with connection.cursor() as cursor:
            cursor.executemany(f"{sql} {suffix}", told)

    def _compiled(self) -> tuple[str, Any]:
        meta, ops = self._model._meta, cast(Any, connections[DEFAULT_DB_ALIAS].ops)
        fields = [field for field in meta.concrete_fields if field is not meta.auto_field]
        names = ", ".join(ops.quote_name(field.column or "") for field in fields)
        places = f"({names}) VALUES ({', '.join(['%s'] * len(fields))})"
        insert = ops.insert_statement(on_conflict=self._on_conflict)
        return " ".join([insert, ops.quote_name(meta.db_table), places]), fields


class KeptCopy:
    """Adds to a model's table a row for each row of a query of values, which are these columns."""

    def __init__(self, model: type[Model], make: Callable[[], QuerySet[Any, Any]], *columns: str) -> None:
        self._model, self._make, self._columns = model, make, columns

    def __call__(self, **values: Any) -> None:
        connection = connections[DEFAULT_DB_ALIAS]
        sql, params = _made(connection, self, self._compiled)
        with connection.cursor() as cursor:
            cursor.execute(sql, _told(connection, params, values))

    def _compiled(self) -> tuple[str, Any]:
        meta, ops = self._model._meta, connections[DEFAULT_DB_ALIAS].ops
        fields = [cast(Any, meta.get_field(name)) for name in self._columns]
        names = ", ".join(ops.quote_name(field.column) for field in fields)
        sql, params = self._make().query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        return f"INSERT INTO {ops.quote_name(meta.db_table)} ({names}) {sql}", params


def _told_of(connection: Any, fields: Iterable[Any], row: Model) -> list[Any]:
    return [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]


def _made(connection: Any, one: object, make: Callable[[], Any]) -> Any:
    """Once for each connection, which goes with its thread: what reads its columns belongs to it."""
    made: dict[object, Any] = vars(connection).setdefault("kept_queries", {})
    if one not in made:
        made[one] = make()
    return made[one]


def _told(connection: Any, params: Any, values: dict[str, Any]) -> list[Any]:
    """The parameters of a query, with the values that it is asked with."""
    told = [values[param.name] if isinstance(param, _Given) else param for param in params]
    adapt = connection.ops.adapt_datetimefield_value
    return [adapt(value) if isinstance(value, datetime) else value for value in told]


def _values(compiler: Any) -> Read:
    converted = _converted(compiler)
    return lambda rows: map(tuple, converted(rows))


def _models(compiler: Any) -> Read:
    """As django.db.models.query.ModelIterable makes rows, with everything looked up once that is the same for each."""
    info, using = compiler.klass_info, compiler.using
    columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    names = [column.target.attname for column, _, _ in compiler.select[columns]]
    related = get_related_populators(info, compiler.select, using)  # type: ignore[call-arg]
    from_db, converted = info["model"].from_db, _converted(compiler)

    def read(rows: Any) -> Iterator[Any]:
        for row in converted(rows):
            one = from_db(using, names, row[columns])
            for populator in related:
                populator.populate(row, one)
            yield one

    return read


def _converted(compiler: Any) -> Read:
    """What makes of the columns as the database gives them the values that the fields have."""
    converters = compiler.get_converters([column for column, _, _ in compiler.select])
    return lambda rows: compiler.apply_converters(rows, converters) if converters else iter(rows)
