"""The ledger's hash chain: how an entry is linked to the one before it. Nothing here knows what an act means.

The construction is the leaf hash of RFC 6962 section 2.1 (a 0x00 prefix) over the previous hash and the body:
`hash = SHA256(0x00 || prev || body)`, `prev` being 32 raw bytes, all zero for entry 0 (docs/pack.md).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

ZERO = "0" * 64


@dataclass(frozen=True)
class Line:
    """One entry as it is kept and exported: the body exactly as hashed, and its hash (64 hex)."""

    body: str
    hash: str


@dataclass(frozen=True)
class Break:
    """The first bad entry of a chain: its place (from 0) and one plain sentence."""

    seq: int
    text: str


def canonical(body: dict[str, Any]) -> str:
    """Canonical JSON: sorted keys, no spaces, UTF-8 text; strings, integers, booleans, null, lists and objects only."""
    _refuse_floats(body)
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def link(prev: str, body: str) -> str:
    """The hash (64 hex) of an entry with this body after the entry whose hash is `prev`."""
    return hashlib.sha256(b"\x00" + bytes.fromhex(prev) + body.encode()).hexdigest()


def head(lines: Sequence[Line]) -> str:
    """The newest hash, or zeros for an empty chain."""
    return lines[-1].hash if lines else ZERO


def first_break(lines: Iterable[Line]) -> Break | None:
    """The first entry that does not follow from those before it, or None. O(bytes), one pass, nothing kept."""
    return next((broken for _, broken in _steps(lines) if broken), None)


def read(lines: Iterable[Line]) -> tuple[list[dict[str, Any]], Break | None]:
    """The same with the bodies, parsed once, of all the entries before it."""
    steps = list(_steps(lines))
    return [body for body, broken in steps if not broken], steps[-1][1] if steps else None


def _steps(lines: Iterable[Line]) -> Iterator[tuple[dict[str, Any], Break | None]]:
    """The body of each entry, with the break that it is, after which there is no other."""
    prev, origin = ZERO, None
    for seq, line in enumerate(lines):
        body, text = _read(line, seq, prev, origin)
        yield body, Break(seq, text) if text else None
        if text:
            return
        prev, origin = line.hash, body["origin"]


def to_jsonl(lines: Iterable[Line]) -> bytes:
    """One `{"body": …, "hash": …}` a line, in order, each line ended."""
    rows = (json.dumps({"body": line.body, "hash": line.hash}, ensure_ascii=False) + "\n" for line in lines)
    return "".join(rows).encode()


def _read(line: Line, seq: int, prev: str, origin: str | None) -> tuple[dict[str, Any], str]:
    """A body, and what is wrong with it in this place."""
    try:
        body = json.loads(line.body)
        is_canonical = isinstance(body, dict) and canonical(body) == line.body
    except (ValueError, RecursionError, TypeError):
        is_canonical = False
    if not is_canonical:
        return {}, f"entry {seq} is not canonical JSON"
    return body, _fault(body, line, seq, prev, origin)


def _fault(body: dict[str, Any], line: Line, seq: int, prev: str, origin: str | None) -> str:
    if body.get("seq") != seq:
        return f"entry {seq} says that it is entry {body.get('seq')}"
    if not isinstance(body.get("origin"), str) or origin not in (None, body["origin"]):
        return f"entry {seq} belongs to {body.get('origin')}, not to {origin}"
    if link(prev, line.body) != line.hash:
        return f"the hash of entry {seq} does not follow from its words and the entry before it"
    return ""


def _refuse_floats(value: object) -> None:
    if isinstance(value, float):
        raise TypeError(f"a ledger body holds no fractions: {value}")
    if isinstance(value, dict):
        for inner in value.values():
            _refuse_floats(inner)
    if isinstance(value, list | tuple):
        for inner in value:
            _refuse_floats(inner)
