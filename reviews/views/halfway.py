"""Somebody whose password was right and whose code is still asked for: kept in a session that is logged in nowhere."""

from __future__ import annotations

import time

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from reviews.models import User

HALFWAY = "halfway"
MINUTES = 5


def begin(request: HttpRequest, user: User, then: str) -> None:
    """Remember for five minutes who gave the right password, and where they wanted to go. The session gets a new key."""
    request.session.cycle_key()
    request.session[HALFWAY] = {
        "user": user.pk,
        "backend": user.backend,
        "hash": user.get_session_auth_hash(),
        "then": then,
        "at": int(time.time()),
    }


def user_of(request: HttpRequest) -> User | None:
    """Who is halfway in, if the account still stands as it stood then."""
    kept = request.session.get(HALFWAY)
    if kept is None or time.time() - kept["at"] >= MINUTES * 60:
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(kept["hash"], user.get_session_auth_hash()):
        return None
    user.backend = kept["backend"]
    return user


def end(request: HttpRequest) -> str:
    """Forget it; the address to go on to, which was checked when it was noted."""
    return str(request.session.pop(HALFWAY)["then"])
