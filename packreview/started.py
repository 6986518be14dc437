"""What each worker learns as it begins, and what is told of it: which version serves, on what, with which settings."""

from __future__ import annotations

import logging
import platform
import sqlite3
import tomllib
from pathlib import Path

import django
from django.conf import settings
from django.db import connection

from reviews import readiness

log = logging.getLogger(__name__)
PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def learn() -> None:
    """What the ledgers have by now (see `readiness.learn`)."""
    readiness.learn(connection)
    connection.close()  # this thread answers nobody


def tell() -> None:
    """No setting is told that has a secret, a name or a path in it."""
    log.info("serving packreview %s on %s with %s", _version(), _made_of(), _settings())


def _version() -> str:
    return str(tomllib.loads(PROJECT.read_text())["project"]["version"])


def _made_of() -> str:
    database = f"SQLite {sqlite3.sqlite_version}" if connection.vendor == "sqlite" else "PostgreSQL"
    return f"Python {platform.python_version()}, Django {django.get_version()} and {database}"


def _settings() -> str:
    told = {
        "PACKREVIEW_HTTPS": settings.SECURE_SSL_REDIRECT,
        "PROXY_COUNT": settings.PROXY_COUNT,
        "REQUIRE_TOTP": settings.REQUIRE_TOTP,
        "RATIFY_BY_ANOTHER": settings.RATIFY_BY_ANOTHER,
        "SESSION_IDLE_MINUTES": settings.SESSION_IDLE_SECONDS // 60,
        "TIME_ZONE": settings.TIME_ZONE,
        "HOUSE_RULES": "set" if settings.HOUSE_RULES else "none",
        "SIGNING_KEY": "set" if settings.SIGNING_KEY else "none",
        "DEBUG": settings.DEBUG,
    }
    return " ".join(f"{name}={_plain(value)}" for name, value in told.items())


def _plain(value: object) -> str:
    """As it is written in the file of settings."""
    return str(value).lower() if isinstance(value, bool) else str(value)
