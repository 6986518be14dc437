"""Queries whose SQL is made once. To make it takes Django five times what the database takes to answer.

For what is read under a lock alone, where everybody else waits: a judge's decision holds the one write lock of SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.expressions import RawSQL

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class _Given:
    name: str


def given(name: str) -> Any:
    """Stands in a kept query for a value that is only known when it is asked: never null, and never a list."""
    return RawSQL("%s", [_Given(name)])


class Kept(Generic[Row]):
    """A query made by `make` when it is asked for the first time, with a `given` for each value that it is asked with."""

    def __init__(self, make: Callable[[], QuerySet[Row]]) -> None:
        self._make = make

    def first(self, **values: Any) -> Row | None:
        """The first row; None where there is none."""
        return next(iter(self.rows(**values)), None)

    def rows(self, **values: Any) -> Iterable[Row]:
        """Every row, with every column."""
        model, sql, params = self._made
        told = [values[param.name] if isinstance(param, _Given) else param for param in params]
        return model._default_manager.raw(sql, told)

    @cached_property
    def _made(self) -> tuple[type[Row], str, tuple[Any, ...]]:
        queryset = self._make()
        return queryset.model, *queryset.query.sql_with_params()
