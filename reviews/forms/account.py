"""What a person may set about their own work."""

from __future__ import annotations

from django import forms


class HabitsForm(forms.Form):
    """Two switches; a box that is not ticked is not sent, and is off."""

    single_keys = forms.BooleanField(required=False)
    auto_advance = forms.BooleanField(required=False)
