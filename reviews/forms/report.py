"""What a report is asked about: a pack or a series, and a period. Shape, and that the pack is there; nothing is counted."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from reviews.core import period
from reviews.core.acts import LONGEST_SERIES
from reviews.models import Pack


class ReportForm(forms.Form):
    """Every field may be left out. A period is typed in days; links also carry moments (core/period.py)."""

    pack = forms.SlugField(max_length=100, required=False)
    series = forms.CharField(max_length=LONGEST_SERIES, required=False)
    since = forms.CharField(max_length=30, required=False)
    until = forms.CharField(max_length=30, required=False)

    begins: datetime | None = None
    ends: datetime | None = None
    of_pack: Pack | None = None

    def clean_pack(self) -> str:
        slug: str = self.cleaned_data["pack"]
        if slug:
            self.of_pack = Pack.objects.filter(slug=slug).order_by("-revision").first()
            if self.of_pack is None:
                raise forms.ValidationError(f"There is no pack with the slug {slug}.")
        return slug

    def clean_since(self) -> str:
        since: str = self.cleaned_data["since"]
        self.begins = _read(period.begin, since)
        return since

    def clean_until(self) -> str:
        until: str = self.cleaned_data["until"]
        self.ends = _read(period.end, until)
        return until

    def clean(self) -> dict[str, Any]:
        if self.begins and self.ends and self.begins >= self.ends:
            self.add_error("until", "This is before the first day.")
        if self.cleaned_data.get("pack") and self.cleaned_data.get("series"):
            self.add_error("series", "Give a pack or a series, not both.")
        return self.cleaned_data

    @property
    def asked(self) -> dict[str, str]:
        """What was asked for, by field, as far as it was given."""
        return {name: value for name, value in self.cleaned_data.items() if value}


def _read(reading: Any, text: str) -> datetime | None:
    if not text:
        return None
    try:
        at: datetime = reading(text, timezone.get_current_timezone())
    except ValueError as error:
        raise forms.ValidationError(str(error)) from None
    return at
