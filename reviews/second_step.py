"""The second step of a log-in: a code from an app, or a recovery code. Who has set it up is asked for it every time."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from base64 import b32encode
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.core.refusals import NoSeat
from reviews.models import User
from reviews.people import ALPHABET

log = logging.getLogger(__name__)
N_CODES = 10
APP_CODE = re.compile(r"[0-9]{6}")
# The pause after a wrong code doubles from a second on; uncapped, a thief of the password could shut its owner out for years.
MOST_DOUBLINGS = 8
# So long after the password an app may be set up. Its secret lies open meanwhile: who finds it later could make it theirs.
TO_SET_UP = timedelta(minutes=10)


def is_required(user: User) -> bool:
    """Does this house ask for a second step of this person (REQUIRE_TOTP)?"""
    asked: str = settings.REQUIRE_TOTP
    return asked == "all" or (asked == "admins" and user.is_staff)


def app_of(user: User) -> TOTPDevice | None:
    """The app that a person has confirmed; None where there is none."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).first()


def begun(user: User) -> TOTPDevice | None:
    """An app that was shown its secret just now and has not given a code yet."""
    since = timezone.now() - TO_SET_UP
    return TOTPDevice.objects.filter(user=user, confirmed=False, created_at__gt=since).first()


def n_codes_left(user: User) -> int:
    n: int = StaticToken.objects.filter(device__user=user).count()
    return n


def begin(user: User) -> TOTPDevice:
    """A new secret for an app to take up; one that was begun before and not confirmed is forgotten."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user, confirmed=False).delete()
        return TOTPDevice.objects.create(user=user, name="app", confirmed=False)


def confirm(user: User, code: str) -> tuple[TOTPDevice, list[str]] | None:
    """The app that was begun is the person's from now on, if its code is right; with new recovery codes."""
    with transaction.atomic():
        app = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False).first()
        if app is None or not _fits(app, code):
            return None
        TOTPDevice.objects.filter(user=user, confirmed=True).delete()
        app.confirmed = True
        app.save(update_fields=["confirmed"])
        log.info("second step set up: %s", user.actor)
        return app, renew_codes(user)


def verify(user: User, code: str) -> Device | None:
    """The device whose code this is. Each code counts once."""
    model = TOTPDevice if APP_CODE.fullmatch(_tidy(code)) else StaticDevice
    with transaction.atomic():
        for device in model.objects.select_for_update().filter(user=user, confirmed=True):
            if _fits(device, code):
                return device
    return None


def renew_codes(user: User) -> list[str]:
    """Recovery codes in place of those there were. They are kept as hashes, and shown this once."""
    codes = [_new_code() for _ in range(N_CODES)]
    with transaction.atomic():
        StaticDevice.objects.filter(user=user).delete()
        device = StaticDevice.objects.create(user=user, name="recovery codes")
        StaticToken.objects.bulk_create([StaticToken(device=device, token=_kept(code)) for code in codes])
    return codes


def remove(user: User, *, by: User | None) -> None:
    """Take a person's second step away, their own or, by an admin or on the command line, another's."""
    if by is not None and by != user and not by.is_admin_now():
        raise NoSeat("Only an admin takes away somebody else's second step.")
    n, _ = TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
    if n:
        log.warning("second step removed: %s by %s", user.actor, by.actor if by else "the command line")


def _fits(device: TOTPDevice | StaticDevice, code: str) -> bool:
    is_app, code = isinstance(device, TOTPDevice), _tidy(code)
    if is_app and not APP_CODE.fullmatch(code):
        return False
    device.throttling_failure_count = min(device.throttling_failure_count, MOST_DOUBLINGS)
    fits: bool = device.verify_token(code if is_app else _kept(code))
    return fits


def _new_code() -> str:
    """Four groups of six, 118 bits: enough for a plain hash to keep it (ASVS 5.0, V6.5)."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(24))
    return "-".join(letters[i : i + 6] for i in range(0, 24, 6))


def _kept(code: str) -> str:
    """What is stored of a recovery code: 80 bits of its SHA-256, as long as the column is."""
    return b32encode(hashlib.sha256(_tidy(code).encode()).digest())[:16].decode()


def _tidy(code: str) -> str:
    return re.sub(r"[\s-]", "", code).lower()
