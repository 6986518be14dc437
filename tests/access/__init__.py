"""Who gets in, who gets what, and what comes of bad input: what the tests of this folder share."""

from __future__ import annotations

from typing import Any

from django.apps import apps

UNCOUNTED = ("sessions", "axes", "contenttypes", "auth", "otp_totp", "otp_static")


def snapshot() -> dict[str, Any]:
    """Every row of every table of ours, by its values: two are equal where nothing was written."""
    models = [model for model in apps.get_models() if model._meta.app_label not in UNCOUNTED]
    return {model.__name__: sorted(map(repr, model._base_manager.values_list())) for model in models}
