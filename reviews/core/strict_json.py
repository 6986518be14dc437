"""JSON bytes to a value, without the gaps of Python's own reader; nothing here knows what a pack is."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from reviews.core.faults import Fault, PackError

MAX_DEPTH = 32
MAX_FAULTS = 100
# More than any pack of 8 MB laid out as packs are; a denser file would only eat memory (64 bytes for a "[]").
MAX_CONTAINERS, MAX_KEYS, MAX_VALUES = 160_000, 400_000, 500_000
MAX_WHOLE = 2**53 - 1  # RFC 7493: every reader of JSON holds these exactly
MAX_PLACES = 17  # of a decimal, zeros at its ends aside: so many tell any double (IEEE 754) from the next

_PACKED = {b"\x1f\x8b": "gzip", b"PK": "zip", b"\x28\xb5\x2f\xfd": "zstd", b"BZh": "bzip2", b"\xfd7zXZ": "xz"}
_SAID = {
    "Expecting property name": "expected a key in double quotes",
    "Expecting ':'": "expected a colon after the key",
    "Expecting ','": "expected a comma, or the end of the list or object",
    "Expecting value": "expected a value",
    "Unterminated string": "a text begins here and never ends",
    "Invalid control character": "a control character stands unescaped in a text",
    "Invalid \\": "JSON has no such escape",
    "Extra data": "the JSON has ended, but more follows",
}
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_MAY_BE_UNSTORABLE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
_BLOCK = 1 << 16
_ALL_BUT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))

Path = tuple[str | int, ...]


def parse(raw: bytes) -> Any:
    """The value in these bytes: UTF-8 JSON as of RFC 8259 and RFC 7493. PackError says all that is wrong.

    Depth and number are bounded before anything is built: see MAX_DEPTH and the lines below it.
    """
    _refuse_another_format(raw)
    text = _decoded(raw)
    _refuse_bulk(raw)
    reading = _Reading(may_be_unstorable=bool(_MAY_BE_UNSTORABLE.search(raw)))
    value = reading.load(text)
    faults = capped(reading.faults(value))
    if faults:
        raise PackError(faults)
    return value


def pointer(path: Path) -> str:
    """The JSON pointer (RFC 6901); keys come from the file, so they are shortened and made printable."""
    return "".join("/" + printable(str(part)).replace("~", "~0").replace("/", "~1") for part in path)


def shown(text: str) -> str:
    """The first 60 code points in double quotes, fit for a sentence: nothing invisible or reordering."""
    return f'"{printable(text)}"'


def capped(faults: Iterable[Fault]) -> list[Fault]:
    """The first MAX_FAULTS, sorted by path; where there are more, a last one that says so."""
    some = list(itertools.islice(faults, MAX_FAULTS + 1))
    more = [Fault("", "more", "and more")] if len(some) > MAX_FAULTS else []
    return sorted(some[:MAX_FAULTS], key=_by_path) + more


def _by_path(fault: Fault) -> tuple[list[tuple[int, str]], str]:
    return [_step(part) for part in fault.path.split("/")], fault.code


def _step(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isascii() and part.isdigit() else (-1, part)


def printable(text: str, most: int = 60) -> str:
    """At most `most` code points of a text, escaped as in JSON if any of them is invisible or reorders."""
    clipped = text if len(text) <= most else text[:most] + "…"
    return clipped if clipped.isprintable() else json.dumps(clipped)[1:-1]


def _refuse_another_format(raw: bytes) -> None:
    if not raw.strip(b" \t\r\n"):
        raise _refusal("empty", "the file is empty; expected JSON text")
    for start, name in _PACKED.items():
        if raw.startswith(start):
            raise _refusal("not-json", f"this is not JSON text but {name}; nothing is unpacked here")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise _refusal("bom", "the file begins with a byte order mark (EF BB BF); a pack has none")


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        found = f"byte 0x{raw[error.start]:02X} at byte offset {error.start}"
        raise _refusal("utf-8", f"this is not JSON text in UTF-8: {found}") from None


def _refuse_bulk(raw: bytes) -> None:
    """Refuse depth and mere number by the punctuation outside texts, before anything is built; linear.

    Right up to the first backslash outside a text, where the parser stops anyway.
    """
    bones = b"".join(_outside_texts(raw.replace(rb"\\", b"").replace(rb"\"", b"")))
    brackets = bones.translate(None, _ALL_BUT_BRACKETS)
    steps = (1 if byte in b"[{" else -1 for byte in brackets[: 2 * MAX_CONTAINERS])
    if any(depth > MAX_DEPTH for depth in itertools.accumulate(steps)):
        raise _refusal("depth", f"too deep: at most {MAX_DEPTH} lists and objects may stand in each other")
    n_containers = brackets.count(b"[") + brackets.count(b"{")
    _refuse_more(n_containers, MAX_CONTAINERS, "lists and objects")
    _refuse_more(bones.count(b":"), MAX_KEYS, "keys")
    _refuse_more(bones.count(b","), MAX_VALUES, "values")


def _outside_texts(plain: bytes) -> Iterator[bytes]:
    """What stands outside double quotes, block by block, as joining takes 80 bytes for each piece."""
    is_inside = False
    for at in range(0, len(plain), _BLOCK):
        block = plain[at : at + _BLOCK]
        if is_inside:
            _, quote, block = block.partition(b'"')
            is_inside = not quote
        is_inside ^= bool(block.count(b'"') % 2)
        yield re.sub(rb'"[^"]*"?', b"", block)


def _refuse_more(n: int, most: int, what: str) -> None:
    if n > most:
        raise _refusal("bulk", f"the file has {n:,} {what}; a pack may have {most:,}")


def _refusal(code: str, text: str) -> PackError:
    return PackError([Fault("", code, text)])


class _Refused:
    """Stands in the tree for a number that may not be there, so that its fault can say where it was."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Reading:
    """One parse; it knows whether anything may be there to refuse, so that a sound tree is not walked."""

    def __init__(self, *, may_be_unstorable: bool) -> None:
        self._is_suspect = may_be_unstorable
        # By id(); the object is kept beside its doubled keys so that no other can get its id.
        self._doubled: dict[int, tuple[dict[str, Any], list[str]]] = {}

    def load(self, text: str) -> Any:
        try:
            return json.loads(
                text,
                object_pairs_hook=self._object,
                parse_int=self._whole,
                parse_float=self._real,
                parse_constant=lambda name: self._refuse(f"{name} is not a number in JSON"),
            )
        except json.JSONDecodeError as error:
            raise PackError([_syntax(error)]) from None

    def faults(self, value: Any, path: Path = ()) -> Iterator[Fault]:
        """What the tree holds and may not: refused numbers, doubled keys, U+0000, half characters."""
        if not self._is_suspect:
            return
        if isinstance(value, _Refused):
            yield Fault(pointer(path), "number", value.text)
        elif isinstance(value, str):
            yield from _unstorable(value, path)
        elif isinstance(value, list):
            for n, item in enumerate(value):
                yield from self.faults(item, (*path, n))
        elif isinstance(value, dict):
            yield from self._in_object(value, path)

    def _in_object(self, value: dict[str, Any], path: Path) -> Iterator[Fault]:
        for key in self._doubled.get(id(value), (value, []))[1]:
            found = f"the key {shown(key)} stands here more than once"
            yield Fault(pointer((*path, key)), "doubled-key", found)
        for key, item in value.items():
            yield from _unstorable(key, (*path, key))
            yield from self.faults(item, (*path, key))

    def _refuse(self, text: str) -> _Refused:
        self._is_suspect = True
        return _Refused(text)

    def _whole(self, digits: str) -> int | _Refused:
        if len(digits) <= 17 and abs(whole := int(digits)) <= MAX_WHOLE:
            return whole
        n_digits = len(digits.lstrip("-"))
        return self._refuse(f"a whole number of {n_digits:,} digits; at most ±(2^53 - 1) is read")

    def _real(self, digits: str) -> float | _Refused:
        real = float(digits)
        if not math.isfinite(real):
            return self._refuse("a number too large to be read")
        if _is_rounded(digits, real):
            return self._refuse(f"a number that readers round; {MAX_PLACES} places and 5e-324 are the limits")
        return real

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            self._is_suspect = True
            n_times = Counter(key for key, _ in pairs)
            self._doubled[id(made)] = made, [key for key, n in n_times.items() if n > 1]
        return made


def _is_rounded(digits: str, real: float) -> bool:
    """Whether readers hold another number than this (RFC 7493, section 2.2): written anew, it would be that one."""
    places = digits.lower().partition("e")[0].replace(".", "").strip("-0")
    return len(places) > MAX_PLACES or (real == 0 and places != "")


def _unstorable(text: str, path: Path) -> Iterator[Fault]:
    if match := _UNSTORABLE.search(text):
        code = ord(match[0])
        what = "half a character (a lone surrogate)" if code else "no character that can be stored"
        yield Fault(pointer(path), "character", f"U+{code:04X} is {what}")


def _syntax(error: json.JSONDecodeError) -> Fault:
    said = next((ours for theirs, ours in _SAID.items() if error.msg.startswith(theirs)), "this is not JSON")
    if not error.doc[error.pos :].strip():
        said = f"the file ends too early: {said}"
    if not error.doc[: error.pos].strip() and error.msg.startswith("Expecting value"):
        said = f"{said}; a pack is one JSON object and begins with {{"
    return Fault("", "syntax", f"line {error.lineno}, column {error.colno}: {said}")
