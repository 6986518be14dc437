"""What is told on standard error: one object a line, and no word that somebody typed.

No query string, no form field, no name, no message of an exception (it may quote what was typed) and no local variable.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

KINDS: tuple[str, ...] = ("json", "plain")
ROOT = Path(__file__).resolve().parent.parent
FIELDS = ("method", "route", "path", "status", "ms", "actor", "seq")
GIVEN = re.compile(r"[A-Za-z0-9-]{1,64}")  # a request id that a proxy of ours may hand on
# A first opinion is sealed until the second is in: its address must not tell here which it was. The ledger tells, by `seq`.
# Nor may the time that it took, to the tenth of a millisecond, nor that a quote was looked up just before.
VERDICTS = ("publish", "hold")
QUIET, QUIET_ROUTES = ("/healthz", "/readyz"), ("quote",)
# What is not there: the address is but what somebody typed.
UNKNOWN = (404, 405)
# Any other word is typed too.
METHODS = frozenset("GET HEAD OPTIONS POST PUT PATCH DELETE TRACE CONNECT".split())
# gunicorn quotes the request that it could not read, or the whole address: only what comes before is told.
FOREIGN = re.compile(r"(Invalid request from ip=\S*|Error handling request)\b.*", re.DOTALL)

Answer = Callable[[HttpRequest], HttpResponseBase]
log = logging.getLogger("packreview.requests")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def configuration(kind: str) -> dict[str, Any]:
    """Logging for Django and for gunicorn: everything goes to standard error in one form."""
    told = ("packreview.requests", "packreview.started", "reviews.door", "reviews.second_step")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {name: {"()": f"packreview.logs.{name.capitalize()}"} for name in KINDS},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": kind}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            **{name: {"level": "INFO"} for name in told},
            "django.request": {"level": "ERROR"},  # what was refused is told once, with its status
            "django.server": {"handlers": [], "propagate": False},  # its lines have query strings
            "gunicorn.error": {"handlers": ["console"], "propagate": False},
        },
    }


def requests(get_response: Answer) -> Answer:
    """Gives each request an id, which its answer and all its lines carry, and tells how it was answered."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        request.log_id = _id(request)  # type: ignore[attr-defined]
        before, began = _request_id.set(request.log_id), time.perf_counter()  # type: ignore[attr-defined]
        try:
            response = get_response(request)
            response.headers["X-Request-ID"] = _request_id.get()
            _tell(request, response, time.perf_counter() - began)
            return response
        finally:
            _request_id.reset(before)

    return answer


def line(record: logging.LogRecord) -> dict[str, Any]:
    """A record as the fields that are told of it, in their order."""
    told = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "message": _message(record),
        "request_id": _request_id.get(),
        **{name: getattr(record, name, None) for name in FIELDS},
        **_broke(record),
    }
    return {name: value for name, value in told.items() if value not in (None, "")}


class Json(logging.Formatter):
    """One JSON object; whatever would move a cursor is escaped."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(line(record))


class Plain(logging.Formatter):
    """The same for a terminal: words first, then each field with its name."""

    def format(self, record: logging.LogRecord) -> str:
        told = line(record)
        head = [str(told.pop(name)) for name in ("time", "level", "logger")]
        return " ".join([*head, _shown(told.pop("message")), *(f"{k}={_shown(v)}" for k, v in told.items())])


def _id(request: HttpRequest) -> str:
    given = request.headers.get("X-Request-ID", "") if settings.PROXY_COUNT else ""
    return given if GIVEN.fullmatch(given) else secrets.token_hex(8)


def _tell(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """What is asked all the time and went well is not told. Nobody is looked up for this: the page did that, or nobody did."""
    status, path = response.status_code, request.path
    route = request.resolver_match.view_name if request.resolver_match else None
    if status < 400 and (path in QUIET or path.startswith(settings.STATIC_URL) or route in QUIET_ROUTES):
        return
    ms = round(seconds * 1000, 1)
    if route in VERDICTS:
        route, path, ms = "verdict", path.removesuffix(f"{route}/") + "verdict/", ceil(ms / 100) * 100
    actor = getattr(getattr(request, "_cached_user", None), "actor", None)
    said = {
        "method": request.method if request.method in METHODS else "other",
        "route": route,
        "path": path if _is_ours(request, status, actor) else None,
        "status": status,
        "ms": ms,
        "actor": actor,
        "seq": response.headers.get("X-Ledger-Seq"),
    }
    log.log(logging.ERROR if status >= 500 else logging.INFO, "answered", extra=said)


def _is_ours(request: HttpRequest, status: int, actor: str | None) -> bool:
    """Whether an address says nothing that a stranger typed, a name or a path of theirs: it is one of ours to the letter, or
    somebody who is logged in found what it names."""
    found = request.resolver_match
    return found is not None and status not in UNKNOWN and (not found.kwargs or actor is not None)


def _message(record: logging.LogRecord) -> str:
    """What is refused for safety is told by its kind: Django's own sentence quotes a host or a referrer."""
    if record.name.startswith("django.security"):
        return f"refused: {record.name.rsplit('.', 1)[-1]}"
    told = record.getMessage()
    return FOREIGN.sub(r"\1", told) if record.name.startswith("gunicorn") else told


def _broke(record: logging.LogRecord) -> dict[str, Any]:
    """The kind of an exception and the lines that led to it; nothing of ours is broken where a request was refused."""
    is_refusal = record.name.startswith("django.security") or getattr(record, "status_code", 500) < 500
    if not record.exc_info or record.exc_info[1] is None or is_refusal:
        return {}
    error = record.exc_info[1]
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__qualname__,
        "at": [f"{_place(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames[-12:]],
    }


def _place(name: str) -> str:
    return name.rpartition("site-packages/")[2].removeprefix(f"{ROOT}/")


def _shown(value: object) -> str:
    """As it is where it is a plain word or sentence of ours, else quoted and escaped."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if text.isascii() and text.isprintable() else json.dumps(text)
