"""The ledger's tables: chains, entries, and the words they name by hash. Written by `ledger` alone; the database refuses changes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, NoReturn

from django.db import models
from django.db.models.functions import Coalesce, StrIndex
from django.db.models.lookups import GreaterThan
from django.utils.functional import cached_property

from reviews.core.chain import ZERO, Line
from reviews.models.packs import Chip, Pack, is_of_series
from reviews.models.people import User


class AppendOnlyError(RuntimeError):
    """Somebody tried to change or delete what may only be added to."""


class Deployment(models.Model):
    """One row: the random id that every ledger of this installation begins with, made at the first migration."""

    uid = models.CharField(max_length=32, unique=True)

    def __str__(self) -> str:
        return self.uid


class Words(models.Model):
    """A text by its SHA-256: what the bodies of entries only name. Append-only."""

    sha = models.CharField(max_length=64, primary_key=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.sha


class ChainQuerySet(models.QuerySet["Chain"]):
    def in_series(self, name: str) -> ChainQuerySet:
        """The chains of a series' packs, those loaded last first."""
        return self.filter(is_of_series(name, "pack__series")).order_by("-pack_id")


class Chain(models.Model):
    """One ledger: a pack revision's, or (pack null) the desk's. Its row is the lock under which entries are added."""

    origin = models.CharField(max_length=200, unique=True)
    pack = models.OneToOneField(Pack, on_delete=models.PROTECT, null=True, related_name="chain")
    size = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default=ZERO)

    objects = ChainQuerySet.as_manager()

    def __str__(self) -> str:
        return self.origin


class EntryQuerySet(models.QuerySet["Entry"]):
    def of(self, chain: Chain) -> EntryQuerySet:
        """A chain's entries in order."""
        return self.filter(chain=chain).order_by("seq")

    def lines(self) -> list[Line]:
        """Body and hash of each, as they are kept."""
        return [Line(body, hash_) for body, hash_ in self.values_list("body", "hash")]

    def shown(self, *, act: str = "", who: str = "", chip: str = "") -> EntryQuerySet:
        """Newest first, filtered as the ledger page asks."""
        entries = self.select_related("user", "chip", "chain__pack").order_by("-id")
        if act:
            entries = entries.filter(act=act)
        if who:
            entries = entries.filter(user__username=who)
        if chip:
            entries = entries.filter(chip__cid=chip)
        return entries

    def saying(self, *, what: str = "", why: str = "") -> EntryQuerySet:
        """Those that have a quote, or override something, or give exactly this reason.

        No word in a body can be taken for its keys: within a JSON string every quote mark has its backslash.
        """
        entries = self
        if what == "quote":
            entries = entries._holding('"quote":"').exclude(_has('"quote":""'))
        if what == "override":
            entries = entries._holding('"overrides":["')
        if why:
            entries = entries._holding(f'"why":{json.dumps(why, ensure_ascii=False)}')
        return entries

    def _holding(self, text: str) -> EntryQuerySet:
        return self.filter(_has(text))

    def by_time(self, acts: Iterable[str]) -> EntryQuerySet:
        """Those of these acts, sought by their time: by an index of acts, SQLite would sort a whole ledger first."""
        return self.alias(told=Coalesce("act", models.Value(""))).filter(told__in=acts)

    def between(self, since: datetime | None, until: datetime | None) -> EntryQuerySet:
        """Those from `since` on and before `until`."""
        entries = self.filter(utc__gte=since) if since else self
        return entries.filter(utc__lt=until) if until else entries


def _has(text: str) -> GreaterThan:
    """Does a body hold this text, letter by letter? (SQLite's `contains` takes capitals for small letters.)"""
    return GreaterThan(StrIndex("body", models.Value(text)), 0)


class Entry(models.Model):
    """One act. `body` is canonical JSON exactly as hashed; the other columns only find it. Append-only."""

    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    body = models.TextField()
    hash = models.CharField(max_length=64)
    act = models.CharField(max_length=12)
    utc = models.DateTimeField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="entries", null=True)
    chip = models.ForeignKey(Chip, on_delete=models.PROTECT, related_name="entries", null=True)
    item = models.CharField(max_length=210, blank=True)
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null is outside the unique constraint
    request_sha = models.CharField(max_length=64, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["chain", "seq"], name="no_fork"),
            models.UniqueConstraint(fields=["user", "key"], name="one_entry_of_a_key"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["chain", "act"], name="entries_by_act"),
            models.Index(fields=["utc", "id"], name="entries_by_utc"),
            models.Index(fields=["act", "id"], name="entries_of_an_act"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.act}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError("an entry cannot be changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("an entry cannot be deleted")

    @cached_property
    def said(self) -> dict[str, Any]:
        """The body, parsed."""
        body: dict[str, Any] = json.loads(self.body)
        return body
