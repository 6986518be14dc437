"""Who gets in, who gets what, and what comes of bad input: what the tests of this folder share."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connection

UNCOUNTED = ("sessions", "axes", "contenttypes", "auth", "otp_totp", "otp_static")


def snapshot() -> dict[str, list[str]]:
    """Every row of every table of ours, by its values: two are equal where nothing was written."""
    models = [model for model in apps.get_models() if model._meta.app_label not in UNCOUNTED]
    return {model.__name__: sorted(map(repr, _rows(model._meta.db_table))) for model in models}


def _rows(table: str) -> list[tuple[Any, ...]]:
    """As the database has them: asked for by models, hundreds of snapshots take longer than what they watch over."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
        return cursor.fetchall()
