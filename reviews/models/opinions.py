"""Second opinions: what was sealed until a second judge has spoken, and the rules of series. Written by `opinions` alone."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from reviews.models.ledger import Entry
from reviews.models.packs import Chip, Pack
from reviews.models.people import User


class OpinionQuerySet(models.QuerySet["Opinion"]):
    def standing(self) -> OpinionQuerySet:
        """Those about the version that their chip has, and not taken back."""
        return self.filter(version=models.F("chip__version"), is_taken_back=False)


class Opinion(models.Model):
    """The first of two opinions on a chip. `said` is what its entry holds a hash of, and nobody else is shown it.

    Only `is_taken_back` may change: the database refuses the rest.
    """

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, primary_key=True)
    chip = models.ForeignKey(Chip, on_delete=models.PROTECT, related_name="opinions")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="opinions")
    version = models.PositiveIntegerField()
    nonce = models.CharField(max_length=32)
    said = models.TextField()
    is_taken_back = models.BooleanField(default=False)

    objects = OpinionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"sealed in entry {self.entry_id}"


class SeriesRule(models.Model):
    """What is asked of packs of a series that are yet to be loaded."""

    series = (
        models.TextField()
    )  # one row a name: written under the lock of the desk's chain, and longer than PostgreSQL indexes
    second = models.CharField(max_length=10, choices=Pack.RULES)
    second_share = models.PositiveSmallIntegerField(default=0)
    set_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.series}: {self.second}"
