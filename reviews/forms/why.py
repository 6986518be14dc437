"""An act that carries nothing but why: vacating, readmitting, ratifying, reopening. Whether a reason is needed is asked by the room."""

from __future__ import annotations

from django import forms

from reviews.forms.desk import KEY


class WhyForm(forms.Form):
    """An idempotency key, and why."""

    key = forms.RegexField(rf"^{KEY}\Z")
    why = forms.CharField(max_length=2000, required=False)
