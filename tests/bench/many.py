"""Packs by the hundred thousand, cloned within the database from one that was loaded: ballast for the bench.

python -m tests.bench.many, {"packs": N} on standard input. The clones share their file and article; their chips,
sections and entries are rows of their own. Nobody decides on them: the chain of a clone names the origin it came from.
"""

from __future__ import annotations

import json
import sys

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.db.models import Model  # noqa: E402

from reviews.models import Bullet, Chain, Chip, ChipName, Entry, Pack, Section  # noqa: E402

BASE = 10_000_000  # beyond every number that rows were given


def clone(n: int) -> None:
    """`n` clones of the first pack that there is."""
    pack = Pack.objects.order_by("pk")[0]
    chain, first = Chain.objects.get(pack=pack), pack.chips.order_by("position")[0]
    at = f"{BASE} + n.i"
    chip = f"{BASE} + n.i * 1000 + "
    with transaction.atomic(), connection.cursor() as cursor:
        for model, where, changes in (
            (Pack, f"id = {pack.pk}", {"id": at, "slug": "'many-' || (n.i * 7919 % 999983)"}),
            (Chain, f"id = {chain.pk}", {"id": at, "pack_id": at, "origin": "'many/' || n.i", "size": "1"}),
            (Section, f"pack_id = {pack.pk}", {"pack_id": at}),
            (Bullet, f"pack_id = {pack.pk}", {"pack_id": at}),
            (Chip, f"pack_id = {pack.pk}", {"id": f"{chip} o.position", "pack_id": at, "version": "1", "status": "'waiting'"}),
            (ChipName, f"pack_id = {pack.pk}", {"pack_id": at, "chip_id": f"{chip} (o.chip_id - {first.pk})"}),
            (Entry, f"chain_id = {chain.pk} AND seq = 0", {"chain_id": at}),
        ):  # fmt: skip
            cursor.execute(_insert(model, where, changes), [n])


def _insert(model: type[Model], where: str, changes: dict[str, str]) -> str:
    table = model._meta.db_table
    columns = [f.column for f in model._meta.concrete_fields if f.column != "id" or "id" in changes]
    quoted = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(changes.get(column, f'o."{column}"') for column in columns)
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
    return f"INSERT INTO {table} ({quoted}) {numbers} SELECT {values} FROM n, {table} o WHERE o.{where}"


if __name__ == "__main__":
    clone(json.loads(sys.stdin.read())["packs"])
