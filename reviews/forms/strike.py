"""The fields of a strike and of its undo, checked for shape alone: what they mean is asked under the lock."""

from __future__ import annotations

from django import forms

from reviews.forms.desk import ActForm


class StrikeForm(ActForm):
    """A strike may name the figure that it is about."""

    figure = forms.CharField(max_length=200, required=False)
