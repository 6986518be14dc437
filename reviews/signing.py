"""Signs what leaves the house with the desk's own Ed25519 key, where there is one. The key itself is shown to nobody."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings

from reviews.core.refusals import ActRefused

MOST = 100_000  # bytes: a key has some hundred


class KeyUnusable(ActRefused):
    """There should be a key, and nothing can be signed with what is there; the message says what to do."""


def path() -> Path:
    """Where the key lies: SIGNING_KEY, or `signing_key` in the data folder."""
    return Path(settings.SIGNING_KEY or settings.DATA / "signing_key")


def is_on() -> bool:
    """Are exports signed here?"""
    return bool(settings.SIGNING_KEY) or is_there()


def is_there() -> bool:
    """Has somebody put a key there? A link that leads nowhere (its disk is not mounted) counts: nothing leaves unsigned for it."""
    return os.path.lexists(path())


def new_key() -> bytes:
    """A fresh key as its file has it: PEM, PKCS #8, without a password."""
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def public() -> str:
    """The public key as 64 hex digits."""
    return _key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def signature(raw: bytes) -> bytes | None:
    """What the `.sig` beside a file says: 128 hex digits over its bytes, and a line's end. None where nothing is signed."""
    return _key().sign(raw).hex().encode() + b"\n" if is_on() else None


def fault() -> str:
    """Why nothing can be signed, though it should be; empty where all is well or no key is wanted."""
    try:
        signature(b"")
    except KeyUnusable as error:
        return str(error)
    return ""


def _key() -> Ed25519PrivateKey:
    """Read anew each time: a key that was replaced is used at once."""
    try:
        found = path().stat()
        if (
            not stat.S_ISREG(found.st_mode) or found.st_size > MOST
        ):  # a pipe would be waited for without an end
            raise KeyUnusable(f"The signing key {path()} is no file of a key.")
        if found.st_mode & 0o077:
            raise KeyUnusable(f"The signing key {path()} can be read by others: chmod 600 it.")
        key = load_pem_private_key(path().read_bytes(), password=None)
    except OSError as error:
        raise KeyUnusable(f"The signing key {path()} cannot be read: {error.strerror}.") from error
    except (ValueError, TypeError) as error:
        raise KeyUnusable(f"The signing key {path()} is no PEM file of a key without a password.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(f"The signing key {path()} is of another kind than Ed25519.")
    return key
