"""Packs and what is in them, and every read that a page needs as a QuerySet method. Rows are written by `intake` and `desk` alone."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Count, F, Q, Value
from django.db.models.functions import Cast, StrIndex
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from reviews.core.acts import OF_TWO
from reviews.core.opinions import RULES, Rule
from reviews.core.sums import ChipSum
from reviews.models.files import Article, PackFile


def is_of_series(name: str, column: str = "series") -> GreaterThan:
    """Of the series of this very name: LIKE, which `contains` becomes, takes `Guide` for `guide` on SQLite."""
    return GreaterThan(StrIndex(column, Value(f"\n{name}\n")), 0)


class PackQuerySet(models.QuerySet["Pack"]):
    def shelf(self, *, words: str = "", state: str = "", series: str = "") -> PackQuerySet:
        """Packs as the shelf shows them: those with waiting chips first, then those to ratify, then the ratified."""
        packs = self.order_by("rank", "slug")
        if words:
            packs = packs.filter(Q(title__icontains=words) | Q(slug__icontains=words))
        if state in Pack.RANKS:
            packs = packs.filter(rank=Pack.RANKS.index(state))
        if series:
            packs = packs.filter(is_of_series(series))
        return packs


class Pack(models.Model):
    """One pack revision. Counts are kept beside it so that the shelf counts nothing; `rank` orders the shelf."""

    RANKS: ClassVar = ("waiting", "ready", "ratified")
    RULES: ClassVar = [(name, name) for name in RULES]

    slug = models.SlugField(max_length=100)
    revision = models.PositiveIntegerField(default=1)
    file = models.ForeignKey(PackFile, on_delete=models.PROTECT)
    title = models.TextField()
    series = models.TextField(blank=True)  # each name between newlines, so that one can be found whole
    url = models.TextField()
    md_url = models.TextField()
    md_sha = models.CharField(max_length=64)
    # Loaded as ratified: shown, exported as loaded, never judged.
    is_closed = models.BooleanField(default=False)
    article = models.ForeignKey(Article, on_delete=models.PROTECT, null=True)
    unit = models.CharField(max_length=20, blank=True)
    ratified_seq = models.PositiveIntegerField(null=True)
    second = models.CharField(max_length=10, blank=True, choices=RULES)  # empty: nobody ever set it
    second_share = models.PositiveSmallIntegerField(default=0)  # per cent
    second_seed = models.CharField(max_length=32, blank=True)
    loaded_at = models.DateTimeField(default=timezone.now)
    rank = models.PositiveSmallIntegerField(default=0)
    n_written = models.PositiveIntegerField(default=0)
    n_file_drops = models.PositiveIntegerField(default=0)
    n_file_by_hand = models.PositiveIntegerField(default=0)
    n_waiting = models.PositiveIntegerField(default=0)
    n_held = models.PositiveIntegerField(default=0)
    n_published = models.PositiveIntegerField(default=0)
    n_dropped = models.PositiveIntegerField(default=0)
    n_rewritten = models.PositiveIntegerField(default=0)
    n_disputed = models.PositiveIntegerField(default=0)

    objects = PackQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug", "revision"], name="one_revision_of_a_slug")
        ]
        indexes: ClassVar = [models.Index(fields=["rank", "slug"], name="shelf_order")]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_ratified(self) -> bool:
        return self.is_closed or self.ratified_seq is not None

    @property
    def state(self) -> str:
        return self.RANKS[self.rank]

    @property
    def series_names(self) -> list[str]:
        return [name for name in self.series.split("\n") if name]

    @property
    def n_in_pack(self) -> int:
        return self.n_open + self.n_held + self.n_published

    @property
    def n_open(self) -> int:
        """Chips that keep it from being ratified: those that wait, and those that two judges disagree about."""
        return self.n_waiting + self.n_disputed

    @property
    def rule(self) -> Rule:
        """For which of its chips a second judge is asked."""
        return Rule(self.second or "none", self.second_share, self.second_seed)

    @property
    def n_decided(self) -> int:
        return self.n_held + self.n_published + self.n_dropped

    @property
    def n_chips(self) -> int:
        return self.n_in_pack + self.n_dropped

    @property
    def sums(self) -> ChipSum:
        """The sum strip from the kept counts; the ledger's own check replays the entries instead."""
        return ChipSum(
            written=self.n_written,
            rewritten=self.n_file_by_hand + self.n_rewritten,
            published=self.n_published,
            held=self.n_held,
            waiting=self.n_waiting,
            dropped=self.n_file_drops + self.n_rewritten + self.n_dropped,
            disputed=self.n_disputed,
        )


class Section(models.Model):
    """One section: its place in the pack's own unit, in code points once the cited article stands, and its digest."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="sections")
    sid = models.CharField(max_length=200)
    position = models.PositiveIntegerField()
    heading = models.TextField()
    level = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField(null=True)  # code points; null while the cited article is missing
    end = models.PositiveIntegerField(null=True)
    digest = models.TextField(null=True)  # noqa: DJ001 - the format tells null from empty
    digest_skipped = models.TextField(null=True)  # noqa: DJ001
    is_struck = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pack", "sid"], name="one_section_of_an_id")]

    def __str__(self) -> str:
        return self.heading


class Bullet(models.Model):
    """One bullet of the pack's short form."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="bullets")
    position = models.PositiveIntegerField()
    text = models.TextField()
    text_sha = models.CharField(max_length=12)
    is_struck = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pack", "text_sha"], name="one_bullet_of_a_sha")
        ]

    def __str__(self) -> str:
        return self.text


class Drop(models.Model):
    """One drop that the loaded file itself records, as it stands there."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="drops")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    reason = models.CharField(max_length=20)
    record = models.JSONField()  # for showing only: exports take the file's bytes

    class Meta:
        ordering: ClassVar = ["position"]
        indexes: ClassVar = [models.Index(fields=["pack", "kind", "reason"], name="drops_by_kind")]

    def __str__(self) -> str:
        return f"{self.kind} {self.reason}"


_WRITERS_OWN = Q(q=F("writer_q"), a=F("writer_a"))


class ChipQuerySet(models.QuerySet["Chip"]):
    def shown(self, status: str = "") -> ChipQuerySet:
        """Chips in file order, those of one status where it is named."""
        chips = self.order_by("position")
        return chips.filter(status=status) if status else chips

    def with_finding(self, gate: str) -> ChipQuerySet:
        """Chips on which a gate speaks, by the findings kept with them; no gate is run.

        A finding's sentence cannot be taken for its gate: within a JSON string every quote has its backslash.
        """
        kept = Cast("findings", models.TextField())
        return self.alias(kept=kept).filter(kept__contains=f'"gate": "{gate}"')

    def rewritten(self) -> ChipQuerySet:
        """Chips in the pack in words that a judge wrote."""
        return self.filter(~_WRITERS_OWN).exclude(status="dropped")

    def counted(self) -> dict[str, tuple[int, int]]:
        """By status, how many chips stand so, and how many of them in words that a judge wrote."""
        n, n_rewritten = Count("id"), Count("id", filter=~_WRITERS_OWN)
        rows = self.values_list("status").annotate(n=n, n_rewritten=n_rewritten).order_by()
        return {status: (n, n_rewritten) for status, n, n_rewritten in rows}


class Chip(models.Model):
    """Where one chip stands. `cid` is the writer's id, for good; `version` counts from 1, one more for each act and undo."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="chips")
    cid = models.CharField(max_length=20)
    position = models.PositiveIntegerField()
    status = models.CharField(max_length=10)
    version = models.PositiveIntegerField(default=1)
    q = models.TextField()
    a = models.TextField()
    cites = models.JSONField(default=list)
    writer_q = models.TextField()
    writer_a = models.TextField()
    writer_cites = models.JSONField(default=list)
    quote = models.TextField(blank=True)
    quote_cite = models.CharField(max_length=200, blank=True)
    quote_start = models.PositiveIntegerField(null=True)
    quote_end = models.PositiveIntegerField(null=True)
    findings = models.JSONField(default=list)

    objects = ChipQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pack", "cid"], name="one_chip_of_an_id")]
        indexes: ClassVar = [models.Index(fields=["pack", "status", "position"], name="chips_by_status")]

    def __str__(self) -> str:
        return self.q

    @property
    def is_rewritten(self) -> bool:
        return (self.q, self.a) != (self.writer_q, self.writer_a)

    @property
    def asks_two(self) -> bool:
        """Is a verdict on it, as it stands, one of two opinions?"""
        return self.status in OF_TWO and self.pack.rule.asks(self.cid, self.is_rewritten)


class ChipName(models.Model):
    """Every id that a chip of a pack has or ever had, so that no other chip can take it."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT)
    chip = models.ForeignKey(Chip, on_delete=models.PROTECT, related_name="names")
    name = models.CharField(max_length=20)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["pack", "name"], name="one_chip_of_a_name")]

    def __str__(self) -> str:
        return self.name


class Attachment(models.Model):
    """One article given to a pack: the cited one, or another that is kept, marked, and never measured on."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="attachments")
    article = models.ForeignKey(Article, on_delete=models.PROTECT)
    is_cited = models.BooleanField()
    origin = models.TextField()  # where it came from, in words
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pack", "article"], name="one_attachment_of_an_article")
        ]

    def __str__(self) -> str:
        return f"{self.article_id} to {self.pack_id}"
