"""The fields of the rule for second opinions, checked for shape; what may be asked is known by the room."""

from __future__ import annotations

from typing import Any

from django import forms

from reviews.core.acts import LONGEST_SERIES
from reviews.forms.desk import WholeNumber
from reviews.forms.why import WhyForm
from reviews.models import Pack

TOLD = {
    "none": "No chip: one judge decides",
    "rewritten": "Chips that were rewritten by hand",
    "every": "Every chip",
    "sampled": "A share of the chips, drawn by hash",
}


class RuleForm(WhyForm):
    """For which chips a second judge is asked, in one pack or in a series of it."""

    second = forms.ChoiceField(choices=list(TOLD.items()), widget=forms.RadioSelect)
    share = WholeNumber(min_value=1, max_value=99, required=False)
    series = forms.ChoiceField(required=False)

    def __init__(self, pack: Pack, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        series = self.fields["series"]
        assert isinstance(series, forms.ChoiceField)
        # One loaded before names had a limit may have a longer one.
        names = [name for name in pack.series_names if len(name) <= LONGEST_SERIES]
        series.choices = [("", "This pack"), *((name, f"Every pack of {name}") for name in names)]

    def clean_share(self) -> int:
        """A share goes with a sample alone; typed beside another choice it is nobody's."""
        is_sampled = self.cleaned_data.get("second") == "sampled"
        share: int | None = self.cleaned_data["share"]
        if is_sampled and share is None:
            raise forms.ValidationError("Give a share of 1 to 99 per cent.")
        return share or 0 if is_sampled else 0
