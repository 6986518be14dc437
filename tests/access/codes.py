"""An app for the second step, as one has it on a telephone: set up, and read at a moment."""

from __future__ import annotations

import time
from binascii import unhexlify
from collections.abc import Iterator
from itertools import count

from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews import second_step
from tests import builders

STEP = "/account/second-step/"
PASSWORD = {"password": builders.PASSWORD}


def code_of(app: TOTPDevice) -> str:
    """What the app shows now."""
    totp = TOTP(unhexlify(app.key))
    totp.time = time.time()
    return f"{totp.token():06d}"


def set_up(user, clock) -> tuple[TOTPDevice, list[str]]:
    """An app and its recovery codes; the clock is moved on, so that the app shows another code than at the setting up."""
    second_step.begin(user)
    found = second_step.confirm(user, code_of(second_step.begun(user)))
    assert found is not None
    clock.shift(31)
    return found


def password_given(where: str = "192.0.2.7") -> Client:
    client = Client(REMOTE_ADDR=where)
    client.post("/login/?next=/ledger/", {"username": "jo", "next": "/ledger/", **PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def given(client: Client, code: str):
    return client.post("/login/code/", {"code": code})


def never_shown(*apps: TOTPDevice) -> Iterator[str]:
    """Codes that these apps show at no time near: of a million one would be right by chance now and then."""
    shown = set()
    for app in apps:
        totp = TOTP(unhexlify(app.key))
        for seconds in range(-300, 600, 30):
            totp.time = time.time() + seconds
            shown.add(totp.token())
    return (f"{n:06d}" for n in count() if n not in shown)
