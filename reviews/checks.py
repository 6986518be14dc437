"""What is asked before the server starts: that the database can be used and still refuses changes to what was recorded, that proxies are counted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError, connections

from reviews import house, readiness, signing, triggers

HINTS = {
    "sqlite": "look at who owns the data folder and its files, at its disk, and at what else writes there",
    "postgresql": "run `manage.py postgres_roles` as the owner of the tables, and look whether the server may be written",
}


@register(Tags.database)
def append_only(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """An error for each trigger that does not stand. A database without tables is not asked: it is yet to be migrated."""
    if sys.argv[1:2] == ["migrate"]:  # it installs them again: asking first would bar the way to mend it
        return []
    return [error for alias in databases or () for error in _missing(alias)]


@register(Tags.database)
def usable(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """An error for a database that is not up to date, cannot be written or syncs nothing: said at start, not to the first judge."""
    if sys.argv[1:2] == ["migrate"]:
        return []
    return [error for alias in databases or () for error in _usable(alias)]


@register(Tags.security, deploy=True)
def proxy(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Behind a proxy that is not counted, everybody seems to come from it: one attacker could then shut a judge out."""
    if not settings.SECURE_SSL_REDIRECT or settings.PROXY_COUNT:
        return []
    hint = "set PROXY_COUNT to the number of proxies that add to X-Forwarded-For, as DEPLOY.md has it"
    return [Warning("PACKREVIEW_HTTPS is on, and no proxy is counted", hint=hint, id="reviews.W001")]


@register(Tags.database, deploy=True)
def role(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """The triggers keep the record, and whoever owns the tables could take them away: the desk need not be able to."""
    if not any(map(_may_lift, databases or ())):
        return []
    hint = "run the desk as a role of its own, and `manage.py postgres_roles` as the owner of the tables (DEPLOY.md)"
    told = "the desk's role of PostgreSQL could take the triggers away that keep the record"
    return [Warning(told, hint=hint, id="reviews.W002")]


def _may_lift(alias: str) -> bool:
    if connections[alias].vendor != "postgresql":
        return False
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT current_user")
        return triggers.may_be_lifted_by(cursor, cursor.fetchone()[0])


@register()
def house_rules(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """An error for each fault of the house rules: no gate runs by half of them, or by the defaults instead."""
    hint = "mend the file that HOUSE_RULES names, or unset HOUSE_RULES"
    return [
        Error(f"the house rules do not hold: {fault}", hint=hint, id="reviews.E002")
        for fault in house.faults()
    ]


@register()
def signing_key(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """An error where exports should be signed and cannot be: none leaves without, because nobody looked."""
    hint = "mend the file, or let `manage.py signing_key` make it"
    return [Error(fault, hint=hint, id="reviews.E006")] if (fault := signing.fault()) else []


def _usable(alias: str) -> list[CheckMessage]:
    """Whether it can be written is only asked where the tables are there."""
    if outdated := readiness.outdated(connections[alias]):
        return [Error(outdated, hint="run `manage.py migrate`", id="reviews.E003")]
    if told := readiness.later(readiness.applied(connections[alias])):
        return [Error(f"the database: {told}", hint="or restore a backup of this one", id="reviews.E007")]
    return [*_unwritable(alias), *_unsafe(alias)]


def _unwritable(alias: str) -> list[CheckMessage]:
    try:
        readiness.unwritable(connections[alias])
    except DatabaseError as error:
        hint = HINTS[connections[alias].vendor]
        return [Error(f"the database cannot be written: {error}", hint=hint, id="reviews.E004")]
    return []


def _unsafe(alias: str) -> list[CheckMessage]:
    """What a judge was told would not outlive a power cut."""
    hint = "switch it on again: a decision may not be answered before it is on the disk"
    found = readiness.unsafe(connections[alias])
    return [Error(found, hint=hint, id="reviews.E005")] if found else []


def _missing(alias: str) -> list[CheckMessage]:
    connection = connections[alias]
    if "reviews_entry" not in connection.introspection.table_names():
        return []
    hint = "run `manage.py migrate`, which installs it, and `manage.py verify_ledger`"
    return [
        Error(f"the trigger {name} does not stand", hint=hint, id="reviews.E001")
        for name in triggers.missing(connection)
    ]
