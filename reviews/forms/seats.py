"""The fields of seating, checked for shape; who may be seated is asked by the room."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone

from reviews.forms.why import WhyForm
from reviews.models import Pack, User

PLACES = [("pack", "One pack"), ("desk", "The whole desk")]
YEARS = range(2000, 2200)  # beyond them a time zone can carry a moment out of the calendar


class SeatForm(WhyForm):
    """Who, where, under which public label, and for how long. Times are the desk's own, read into UTC."""

    user = forms.ModelChoiceField(queryset=User.objects.none(), empty_label="Choose a judge")
    place = forms.ChoiceField(choices=PLACES, widget=forms.RadioSelect, initial="pack")
    slug = forms.SlugField(max_length=100, required=False)
    label = forms.CharField(max_length=80)
    seat_class = forms.CharField(max_length=80)
    starts_at = forms.DateTimeField(required=False)
    ends_at = forms.DateTimeField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        judges = self.fields["user"]
        assert isinstance(judges, forms.ModelChoiceField)
        judges.queryset = User.objects.filter(may_judge=True, is_active=True).order_by("username")

    def clean_starts_at(self) -> datetime | None:
        return self._calendar("starts_at")

    def clean_ends_at(self) -> datetime | None:
        ends_at = self._calendar("ends_at")
        if ends_at and ends_at <= timezone.now():
            raise forms.ValidationError("This is past: a seat ends later than now.")
        return ends_at

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["pack"] = pack_named(self) if self.cleaned_data.get("place") == "pack" else None
        return self.cleaned_data

    def _calendar(self, name: str) -> datetime | None:
        at: datetime | None = self.cleaned_data[name]
        if at and at.year not in YEARS:
            raise forms.ValidationError(f"Give a year from {YEARS.start} to {YEARS.stop - 1}.")
        return at


def pack_named(form: forms.Form) -> Pack | None:
    """The newest revision of the pack that a form's `slug` names; where there is none, the field says so."""
    if "slug" in form.errors:
        return None
    slug = form.cleaned_data.get("slug", "")
    pack = Pack.objects.filter(slug=slug).order_by("-revision").first()
    if not slug:
        form.add_error("slug", "Give the slug of the pack, or choose the other place.")
    elif pack is None:
        form.add_error("slug", f"There is no pack with the slug {slug}.")
    return pack
