"""Files that are no pack's JSON, or more of it than is read, made by rule from a sound one: P01 to P12."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.core import builders as files
from tests.core.test_schema import COUNTS, full

Json = dict[str, Any]
RAW = files.raw(files.pack())
HUGE = 8_000_001


@dataclass(frozen=True)
class Bad:
    """One input. `is_taken` where the rule says that it loads all the same."""

    row: str
    what: str
    raw: bytes
    is_taken: bool = False


def changed(row: str, path: str, value: Any, is_taken: bool = False, base: Json | None = None) -> Bad:
    made = files.changed(files.pack() if base is None else base, path, value)
    return Bad(row, f"{path} = {json.dumps(value)[:40]}", as_json(made), is_taken)


def as_json(made: Any) -> bytes:
    """The value as JSON, surrogates and all."""
    return json.dumps(made, indent=1, ensure_ascii=True).encode()


@cache
def no_packs() -> tuple[Bad, ...]:
    """All of them, in the order of the rows."""
    makers = (
        _empty, _broken, _no_numbers, _out_of_range, _doubled_keys, _deep, _large, _packed, _other_letters,
    )  # fmt: skip
    return tuple(bad for maker in makers for bad in maker())


def _empty() -> Iterator[Bad]:
    for text in (
        "",
        " ",
        "\n\n",
        "null",
        "[]",
        '"x"',
        "{}",
        "0",
        "true",
        "-1.5",
        "[{}]",
        "[null]",
        '{"slug": "x"}',
        '{"": {}}',
        "\t{}\n",
    ):
        yield Bad("P01", repr(text), text.encode())
    for key in full():
        yield Bad("P01", f"only {key}", as_json({key: full()[key]}))


def _broken() -> Iterator[Bad]:
    for n in range(1, len(RAW) - 1, len(RAW) // 40):
        yield Bad("P02", f"cut at {n}", RAW[:n])
    for tail in (
        b"x",
        b"{}",
        b" null",
        RAW,
        b",",
        b"]",
        b"}",
        b"\x00",
        b"//",
        b"/* */",
        b"\xef\xbb\xbf",
        b"\x1a",
        b"'",
    ):
        yield Bad("P02", f"and {tail[:8]!r}", RAW + tail)
    for old, new in (
        (b'"', b"'"),
        (b": ", b" = "),
        (b",\n", b"\n"),
        (b"{", b"("),
        (b'"slug"', b"slug"),
        (b": false", b": False"),
        (b": null", b": None"),
    ):
        yield Bad("P02", f"{old!r} as {new!r}", RAW.replace(old, new, 1))
    yield Bad("P02", "a comma too many", RAW.replace(b"\n}", b",\n}"))
    yield Bad("P02", "a comment", b"// a pack\n" + RAW)


def _no_numbers() -> Iterator[Bad]:
    for word in (
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1e400",
        "+1",
        "01",
        "1.",
        ".5",
        "0x10",
        "1_000",
        "--1",
    ):
        for key in ("chips_kept", "level", "words"):
            raw = re.sub(rb'("%s": )\d+' % key.encode(), rb"\g<1>" + word.encode(), RAW, count=1)
            yield Bad("P03", f"{word} as {key}", raw)


def _out_of_range() -> Iterator[Bad]:
    for path in COUNTS:
        for value in (-1, 2**31, 2**63, 2**64):
            yield changed("P05", path, value, base=full())
    for digits in (400, 5_000, 100_000):
        yield Bad(
            "P05",
            f"{digits} digits",
            re.sub(rb'("chips_kept": )\d+', rb"\g<1>" + b"9" * digits, RAW, count=1),
        )
        yield Bad(
            "P05", f"{digits} digits carried", RAW.replace(b"{\n", b'{\n "x": ' + b"9" * digits + b",\n", 1)
        )


def _doubled_keys() -> Iterator[Bad]:
    text = RAW.decode()
    for match in list(re.finditer(r'^( +)"(\w+)": ', text, re.MULTILINE))[::3]:
        doubled = f'{match[1]}"{match[2]}": null,\n'
        yield Bad(
            "P06",
            f"{match[2]} twice at {match.start()}",
            (text[: match.start()] + doubled + text[match.start() :]).encode(),
        )


def _deep() -> Iterator[Bad]:
    for n in (33, 1_000, 100_000):
        for opening, closing in (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")):
            text = opening * n + "1" + closing * n
            yield Bad("P08", f"{n} deep {opening}", RAW.replace(b"{\n", f'{{\n "x": {text},\n'.encode(), 1))
            yield Bad("P08", f"{n} deep {opening} alone", (opening * n).encode())


def _large() -> Iterator[Bad]:
    yield Bad("P09", "white space", RAW + b" " * HUGE)
    yield Bad("P09", "a long title", files.raw(files.pack(title="x" * HUGE)))
    yield Bad("P09", "many lists", b"[" + b"[]," * 2_000_000 + b"[]]")
    yield Bad("P09", "many keys", b"{" + b",".join(b'"%d":1' % n for n in range(600_000)) + b"}")
    yield Bad("P09", "a long question", files.raw(files.pack(chips=[files.chip("x" * 3_000 + "?", "a")])))
    yield Bad("P09", "a long answer", files.raw(files.pack(chips=[files.chip("is it long?", "x" * 12_001)])))


def _packed() -> Iterator[Bad]:
    folder = io.BytesIO()
    with zipfile.ZipFile(folder, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("pack.json", b" " * 50_000_000)
    packed = {
        "gzip": gzip.compress(RAW),
        "gzip bomb": gzip.compress(b" " * 50_000_000),
        "zip": folder.getvalue(),
        "bzip2": bz2.compress(RAW),
    }
    packed |= {
        "xz": lzma.compress(RAW),
        "zlib": zlib.compress(RAW),
        "zstd": b"\x28\xb5\x2f\xfd" + RAW[:99],
        "pdf": b"%PDF-1.7\n",
        "png": b"\x89PNG\r\n\x1a\n",
    }
    packed |= {
        "pickle": b"\x80\x04\x95\x10\x00",
        "yaml": b"slug: x\n",
        "xml": b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'a'>]><x>&a;</x>",
        "html": b"<html>",
    }
    for name, raw in packed.items():
        yield Bad("P11", name, raw)


def _other_letters() -> Iterator[Bad]:
    for coding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"):
        yield Bad("P12", coding, RAW.decode().encode(coding))
    for junk in (
        b"\xff",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\x80",
        b"\xe2\x82",
        b"\xf8\x88\x80\x80\x80",
    ):
        yield Bad("P12", f"{junk!r} within", RAW.replace(b"Baking", junk + b"Baking", 1))
    for control in ("\x00", "\x01", "\x1f", "\n", "\t"):
        yield Bad(
            "P12", f"{control!r} bare in a text", RAW.replace(b"Baking", control.encode() + b"Baking", 1)
        )
