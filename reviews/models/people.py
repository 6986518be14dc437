"""People, the seats they judge from, and what they are excluded from. Written by `people`, `seating` and `exclusions` alone."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from reviews.models.packs import Pack


def new_actor() -> str:
    """32 random hex: what the ledger calls a user, so that no name leaves the house."""
    return secrets.token_hex(16)


class User(AbstractUser):
    """A person. Admins are `is_staff`; `may_judge` says that they may be seated; `actor` is their name in the ledger."""

    may_judge = models.BooleanField("may be seated as a judge", default=False)
    single_keys = models.BooleanField("single keys decide (A, H, E, X …)", default=True)
    auto_advance = models.BooleanField("show the next waiting chip after an act", default=True)
    must_change_password = models.BooleanField("has a password that an admin made", default=False)
    actor = models.CharField(max_length=32, unique=True, default=new_actor, editable=False)

    def is_admin_now(self) -> bool:
        """Asked of the database, under the lock: the role may have been taken away while its holder waited there."""
        return User.objects.filter(pk=self.pk, is_staff=True, is_active=True).exists()


class SeatQuerySet(models.QuerySet["Seat"]):
    def standing(self, at: datetime | None = None) -> SeatQuerySet:
        """Seats whose term has begun, has not ended, and that nobody vacated: now, or at another moment."""
        now = at or timezone.now()
        not_over = Q(ends_at__isnull=True) | Q(ends_at__gt=now)
        return self.filter(not_over, starts_at__lte=now, vacated_at__isnull=True, user__is_active=True)

    def stood(self) -> SeatQuerySet:
        """Seats whose term has begun, whatever became of them since."""
        was_left = Q(vacated_at__isnull=True) | Q(vacated_at__gt=F("starts_at"))
        return self.filter(was_left, starts_at__lte=timezone.now())

    def on(self, pack: Pack) -> SeatQuerySet:
        """Seats that cover this pack: on it, or on the whole desk; its own first."""
        return self.filter(Q(pack=pack) | Q(pack=None)).order_by(F("pack_id").desc(nulls_last=True), "id")


class Seat(models.Model):
    """A judge's place on one pack or (pack null) on the whole desk, with a term."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="seats")
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, null=True, related_name="seats")
    label = models.CharField(max_length=80)
    seat_class = models.CharField(max_length=80)
    starts_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True)
    vacated_at = models.DateTimeField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "pack"], name="seats_of_a_user")]

    def __str__(self) -> str:
        return self.label


class ExclusionQuerySet(models.QuerySet["Exclusion"]):
    def standing(self) -> ExclusionQuerySet:
        """Exclusions from which nobody was readmitted."""
        return self.filter(ended_at__isnull=True)


class Exclusion(models.Model):
    """A conflict of interest: a person decides nothing on one pack or, pack null, on any pack of a series."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="exclusions")
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, null=True, related_name="exclusions")
    series = models.TextField(blank=True)
    why = models.CharField(max_length=200)
    begun_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    objects = ExclusionQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["user", "ended_at"], name="exclusions_of_a_user")]

    def __str__(self) -> str:
        return self.why

    def covers(self, pack: Pack) -> bool:
        """Is it from this pack, or from a series that it is of?"""
        return self.pack_id == pack.pk if self.pack_id else self.series in pack.series_names

    @property
    def place(self) -> str:
        """From what: `this pack`, or the series by its name."""
        return f"the series “{self.series}”" if self.pack_id is None else "this pack"

    @property
    def told(self) -> str:
        """What the person is told, before they try and when they do."""
        return f"You are excluded from {self.place}, so you decide nothing here. The reason: {self.why}"
