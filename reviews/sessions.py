"""How long a log-in lasts, and how it ends. Nothing of a pack is known here."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, logout
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db.utils import Error
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from reviews.models import User
from reviews.models.kept import Kept, given
from reviews.unusable import is_unusable

_SESSION = Kept(lambda: Session.objects.filter(session_key=given("key"), expire_date__gt=given("now")))
log = logging.getLogger(__name__)
SINCE, SEEN = "since", "seen"
KEY = re.compile("[a-z0-9]{32}")
Answer = Callable[[HttpRequest], HttpResponseBase]


@dataclass(frozen=True)
class LogIn:
    """One place at which a person is logged in. `key` is a secret: it is never shown."""

    key: str
    since: datetime
    seen: datetime


class SessionStore(db.SessionStore):
    """Django's sessions in the database, read by a query whose SQL is made once: every request begins with it."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Nobody is looked up by what is no key of ours: a cookie may hold a NUL, which PostgreSQL cannot be asked for."""
        return key is not None and KEY.fullmatch(key) is not None

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found

    def save(self, must_create: bool = False) -> None:
        """A log-in that was ended while its last request was answered stays ended, and that answer stands: what it says
        was recorded is. Where it is the database that failed, that is said, and not that there is no such session.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            told = error.__context__
            if told is not None and is_unusable(told):
                raise told from None

    def note(self, now: int) -> None:
        """Note that somebody was seen; where that cannot be written, they go on reading all the same."""
        self[SEEN], before = now, self.modified
        try:
            self.save()
        except Error as error:
            log.warning("a sign of life was not noted: %s", str(error).partition("\n")[0])
        self.modified = before


def begin(request: HttpRequest) -> None:
    """Note when a log-in began; sessions that are over go from the table."""
    request.session[SINCE] = request.session[SEEN] = int(time.time())
    Session.objects.filter(expire_date__lte=timezone.now()).delete()


def stay(get_response: Answer) -> Answer:
    """Ends a log-in that is over before anything else is asked. When it was last seen is noted now and then, not each time."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        session, now = request.session, int(time.time())
        if SESSION_KEY in session and _is_over(session, now):
            request.whose = session[SESSION_KEY]  # type: ignore[attr-defined]  # what was typed is theirs alone
            logout(request)
        elif SESSION_KEY in session and now - session[SEEN] >= settings.SESSION_IDLE_SECONDS // 20:
            session.note(now)  # type: ignore[attr-defined]
        return get_response(request)

    return answer


def of(user: User) -> list[LogIn]:
    """Where a person is logged in, the newest log-in first."""
    found = [LogIn(key, _moment(kept[SINCE]), _moment(kept[SEEN])) for key, kept in _standing(user)]
    return sorted(found, key=lambda one: one.since, reverse=True)


def end_others(user: User, but: str | None) -> int:
    """End every log-in of a person but this one; how many there were."""
    keys = [key for key, _ in _standing(user) if key != but]
    for start in range(0, len(keys), 400):
        Session.objects.filter(session_key__in=keys[start : start + 400]).delete()
    return len(keys)


def _standing(user: User) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Sessions are not kept by person: each is opened. What has expired is cleared at every log-in, so they are few."""
    now = int(time.time())
    for row in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        kept = row.get_decoded()
        is_theirs = kept.get(SESSION_KEY) == str(user.pk)
        if (
            is_theirs
            and kept.get(HASH_SESSION_KEY) == user.get_session_auth_hash()
            and not _is_over(kept, now)
        ):
            yield row.session_key, kept


def _is_over(kept: Any, now: int) -> bool:
    """Too long ago by the clock, or too long without a sign of life; one that does not say is over."""
    since, seen = kept.get(SINCE), kept.get(SEEN)
    if since is None or seen is None:
        return True
    is_old: bool = now - since >= settings.SESSION_COOKIE_AGE
    is_idle: bool = now - seen >= settings.SESSION_IDLE_SECONDS
    return is_old or is_idle


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
