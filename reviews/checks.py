"""What is asked before the server starts: that the database still refuses changes to what was recorded, and that proxies are counted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from reviews import house, triggers


@register(Tags.database)
def append_only(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """An error for each trigger that does not stand. A database without tables is not asked: it is yet to be migrated."""
    if sys.argv[1:2] == ["migrate"]:  # it installs them again: asking first would bar the way to mend it
        return []
    return [error for alias in databases or () for error in _missing(alias)]


@register(Tags.security, deploy=True)
def proxy(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Behind a proxy that is not counted, everybody seems to come from it: one attacker could then shut a judge out."""
    if not settings.SECURE_SSL_REDIRECT or settings.PROXY_COUNT:
        return []
    hint = "set PROXY_COUNT to the number of proxies that add to X-Forwarded-For, as DEPLOY.md has it"
    return [Warning("PACKREVIEW_HTTPS is on, and no proxy is counted", hint=hint, id="reviews.W001")]


@register()
def house_rules(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """An error for each fault of the house rules: no gate runs by half of them, or by the defaults instead."""
    hint = "mend the file that HOUSE_RULES names, or unset HOUSE_RULES"
    return [
        Error(f"the house rules do not hold: {fault}", hint=hint, id="reviews.E002")
        for fault in house.faults()
    ]


def _missing(alias: str) -> list[CheckMessage]:
    connection = connections[alias]
    if "reviews_entry" not in connection.introspection.table_names():
        return []
    hint = "run `manage.py migrate`, which installs it, and `manage.py verify_ledger`"
    return [
        Error(f"the trigger {name} does not stand", hint=hint, id="reviews.E001")
        for name in triggers.missing(connection)
    ]
