"""The fields of ratifying and reopening, checked for shape alone."""

from __future__ import annotations

from django import forms

from reviews.forms.desk import KEY


class ReleaseForm(forms.Form):
    """An idempotency key, and why."""

    key = forms.RegexField(rf"^{KEY}\Z")
    why = forms.CharField(max_length=2000, required=False)
