"""The door: how often a log-in may be tried, and from where. It knows no password, and shuts no name for the whole world."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from typing import Any

from axes.backends import AxesStandaloneBackend
from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.db import transaction
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

from reviews import sessions
from reviews.models import User
from reviews.models.kept import Kept, given

_USER = Kept(lambda: User.objects.filter(pk=given("pk")))
log = logging.getLogger(__name__)
MEMORY = timedelta(hours=24)


@dataclass(frozen=True)
class Limit:
    """So many failures are free; from then on each makes the next pause twice as long, up to the longest."""

    free: int
    longest: timedelta
    first: timedelta = timedelta(seconds=30)

    def pause(self, n_failed: int) -> timedelta:
        """How long nothing is heard after this many failures."""
        if n_failed < self.free:
            return timedelta(0)
        doublings: int = 2 ** min(n_failed - self.free, 20)
        return min(self.first * doublings, self.longest)


# One name from one address; and all names from one address, behind which a whole house may sit.
PAIR = Limit(5, timedelta(hours=1))
ADDRESS = Limit(100, timedelta(minutes=15))


def address(request: HttpRequest) -> str | None:
    """Where a request comes from: the connection, or what the outermost of our own proxies saw (PROXY_COUNT).

    One home has as many IPv6 addresses as it likes: they are counted by their first 64 bits (RFC 6177).
    """
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    n_proxies: int = settings.PROXY_COUNT
    seen = hops[-n_proxies] if 0 < n_proxies <= len(hops) else ""
    return _plain(seen.strip()) or _plain(request.META.get("REMOTE_ADDR", ""))


def opens_at(name: str, where: str | None, now: datetime) -> datetime | None:
    """When this name is heard again from this address; None where it is heard now."""
    recent = AccessAttempt.objects.filter(ip_address=where, attempt_time__gt=now - MEMORY)
    ends = [_end(recent.filter(username=name), PAIR), _end(recent, ADDRESS)]
    latest = max((end for end in ends if end), default=now)
    return latest if latest > now else None


class Backend(AxesStandaloneBackend):  # type: ignore[misc]
    """Refuses to ask for a password while the door is shut. Without a request nobody is at the door."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:
        if request is not None:
            super().authenticate(request, **credentials)


class Known(ModelBackend):
    """Asks for the password, and finds whoever is logged in by a query whose SQL is made once."""

    def get_user(self, user_id: int) -> User | None:
        user = _USER.first(pk=user_id)
        return user if user and self.user_can_authenticate(user) else None


class Door(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts failures in the tables of django-axes, one row for a name and an address, and tells what happened at the door."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        name = _name(credentials or {})
        request.door_opens_at = opens_at(name, address(request), timezone.now())  # type: ignore[attr-defined]
        return request.door_opens_at is not None  # type: ignore[attr-defined]

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any
    ) -> None:
        if request is None:
            return
        name, where = _name(credentials), address(request)
        if request.axes_locked_out:  # type: ignore[attr-defined]
            log.warning("log-in not heard: %s from %s", _who(name), where)
            return
        _count(name, where)
        log.warning("log-in refused: %s from %s", _who(name), where)

    def user_logged_in(self, sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
        where, now = address(request), timezone.now()
        AccessAttempt.objects.filter(username=user.username, ip_address=where).delete()
        AccessAttempt.objects.filter(attempt_time__lte=now - MEMORY).delete()
        sessions.begin(request)
        log.info("logged in: %s from %s", user.actor, where)

    def user_logged_out(self, sender: Any, request: HttpRequest, user: User | None, **_: Any) -> None:
        if user is not None:
            log.info("logged out: %s from %s", user.actor, address(request))


def _name(credentials: dict[str, Any]) -> str:
    """The name that was given, as far as the table of attempts can keep it: no user's is that long."""
    return (credentials.get("username") or "")[:255]


def _count(name: str, where: str | None) -> None:
    """One failure more; a row that was not touched for the length of the memory begins anew."""
    now = timezone.now()
    with transaction.atomic():
        row, is_new = AccessAttempt.objects.select_for_update().get_or_create(
            username=name, ip_address=where, user_agent="", defaults={"failures_since_start": 1}
        )
        n_before = row.failures_since_start if row.attempt_time > now - MEMORY else 0
        if not is_new:
            AccessAttempt.objects.filter(pk=row.pk).update(
                failures_since_start=n_before + 1, attempt_time=now
            )


def _end(attempts: QuerySet[Any], limit: Limit) -> datetime | None:
    seen = attempts.aggregate(n=Sum("failures_since_start"), last=Max("attempt_time"))
    return seen["last"] + limit.pause(seen["n"]) if seen["last"] else None


def _who(name: str) -> str:
    """A user as the ledger calls them. An unknown name is not written down: it may be a password in the wrong field."""
    actor = User.objects.filter(username=name).values_list("actor", flat=True).first()
    return actor or "an unknown name"


def _plain(text: str) -> str | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))
