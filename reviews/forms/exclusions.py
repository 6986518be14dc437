"""The fields of excluding, checked for shape; whether it may be is asked by the room."""

from __future__ import annotations

from typing import Any

from django import forms

from reviews.core.acts import LONGEST_SERIES
from reviews.forms.seats import pack_named
from reviews.forms.why import WhyForm
from reviews.models import User

PLACES = [("pack", "One pack"), ("series", "Every pack of a series")]


class ExcludeForm(WhyForm):
    """Who, from what, and why: anybody who may come in, for an admin with a conflict may not ratify either."""

    user = forms.ModelChoiceField(queryset=User.objects.none(), empty_label="Choose a person")
    why = forms.CharField(max_length=200, required=False)
    place = forms.ChoiceField(choices=PLACES, widget=forms.RadioSelect, initial="pack")
    slug = forms.SlugField(max_length=100, required=False)
    series = forms.CharField(max_length=LONGEST_SERIES, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = self.fields["user"]
        assert isinstance(people, forms.ModelChoiceField)
        people.queryset = User.objects.filter(is_active=True).order_by("username")

    def clean(self) -> dict[str, Any]:
        is_pack = self.cleaned_data.get("place") == "pack"
        self.cleaned_data["pack"] = pack_named(self) if is_pack else None
        self.cleaned_data["series"] = "" if is_pack else self.cleaned_data.get("series", "")
        if self.cleaned_data.get("place") == "series" and not self.cleaned_data["series"]:
            self.add_error("series", "Give the name of the series, or choose one pack.")
        return self.cleaned_data
