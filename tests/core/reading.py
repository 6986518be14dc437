"""What reading says of a pack's bytes, for the tests of it: refusals, their sentences, notes."""

from __future__ import annotations

import pytest

from reviews.core.faults import PackError
from reviews.core.pack import read
from tests.core import builders

RAW = builders.raw(builders.pack())


def refused(raw: bytes, **limits: int) -> list[tuple[str, str]]:
    with pytest.raises(PackError) as refusal:
        read(raw, **limits)
    return [(fault.path, fault.code) for fault in refusal.value.faults]


def said(raw: bytes) -> list[str]:
    with pytest.raises(PackError) as refusal:
        read(raw)
    return [fault.text for fault in refusal.value.faults]


def noted(raw: bytes) -> list[tuple[str, str]]:
    return [(note.path, note.code) for note in read(raw).notes]


def carrying(json_text: str) -> bytes:
    """The sound pack with one unknown key, its value written as given."""
    return RAW.replace(b'{\n "schema_version"', f'{{\n "x": {json_text},\n "schema_version"'.encode(), 1)
