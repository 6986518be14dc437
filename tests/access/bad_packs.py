"""Packs with one thing wrong each, made by rule from a sound one: (row of the list of bad input, what it is, bytes, is it taken?)."""

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
from tests.core.test_schema import COUNTS, PLACES, SAMPLES, allowed, full, variants

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


@cache
def every() -> tuple[Bad, ...]:
    """All of them, in the order of the rows."""
    makers = (
        _empty, _broken, _no_numbers, _out_of_range, _doubled_keys, _deep, _large, _packed, _other_letters, _wrong_types, _unknown_keys,
        _closed_lists, _versions, _ids, _sums, _nothing_in_it, _texts, _spans, _cites, _hashes, _addresses,
    )  # fmt: skip
    return tuple(bad for maker in makers for bad in maker())


def _changed(row: str, path: str, value: Any, is_taken: bool = False, base: Json | None = None) -> Bad:
    made = files.changed(files.pack() if base is None else base, path, value)
    return Bad(row, f"{path} = {json.dumps(value)[:40]}", _json(made), is_taken)


def _json(made: Any) -> bytes:
    """The value as JSON, surrogates and all."""
    return json.dumps(made, indent=1, ensure_ascii=True).encode()


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
        yield Bad("P01", f"only {key}", _json({key: full()[key]}))


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
            yield _changed("P05", path, value, base=full())
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


def _wrong_types() -> Iterator[Bad]:
    for path, schema in PLACES.items():
        for name, value in SAMPLES.items():
            is_listed = name == "null" and None in schema.get("enum", ())
            if path and name not in allowed(schema) and not is_listed:
                yield _changed("P14", path, value, base=full())


def _unknown_keys() -> Iterator[Bad]:
    for n, (key, value) in enumerate(
        {
            "x": 1,
            "Title": "x",
            "": "x",
            "__proto__": {"a": 1},
            "constructor": [],
            "a" * 1000: None,
            "é": "x",
        }.items()
    ):
        slug = f"carried-{n}"
        yield Bad("P15", f"key {key[:20]!r}", _json({**files.pack(slug=slug), key: value}), is_taken=True)
        made = files.pack(slug=f"{slug}-chip")
        made["chips"][0][key] = value
        yield Bad("P15", f"key {key[:20]!r} of a chip", _json(made), is_taken=True)
    yield Bad("P15", "a known key misspelt", _json(files.without({**files.pack(), "chip": []}, "/chips")))


def _closed_lists() -> Iterator[Bad]:
    for path, schema in PLACES.items():
        listed = schema.get("enum")
        tries = {word for name in listed or () if name for word in variants(name) if word not in listed}
        for word in sorted(tries):
            yield _changed("P16", path, word, base=full())


def _versions() -> Iterator[Bad]:
    for n, version in enumerate(("1.0", "1.1", "1.25")):
        yield Bad(
            "P17",
            f"version {version}",
            _json(files.pack(schema_version=version, slug=f"version-{n}")),
            is_taken=True,
        )
    bad: tuple[Any, ...] = (
        1,
        1.0,
        10,
        "1",
        "2.0",
        "999",
        "1.",
        ".1",
        "1.0.0",
        " 1.0",
        "1.0 ",
        "1.0\n",
        "01.0",
        "1.00",
        "v1.0",
        "１.0",
        "1,0",
        "0.9",
        "-1.0",
        "",
        None,
        [],
        {},
        True,
        "1.0-beta",
        "one",
    )
    for version in bad:
        yield _changed("P17", "/schema_version", version)
    yield Bad("P17", "no version", _json(files.without(files.pack(), "/schema_version")))


def _ids() -> Iterator[Bad]:
    for name in (
        "",
        "c-",
        "c-1",
        "C-0123abcd",
        "c-0123ABCD",
        "c-0123abcde",
        " c-0123abcd",
        "c-0123abcd\n",
        "c-0123abc\u0661",
        "../../x",
        "constructor",
        "__proto__",
        "x" * 10_000,
        "c_0123abcd",
        "c-0123abc\u200b",
    ):
        yield _changed("P18", "/chips/0/id", name)
    for name in ("", " ", "a b", "a/b", "../x", "x" * 201, "a\u0000b", "a\nb", "<b>", "ünî?"):
        yield _changed("P18", "/sections/0/id", name)
    made = files.pack()
    yield Bad("P18", "two chips of one id", _json(files.changed(made, "/chips/1/id", made["chips"][0]["id"])))
    yield Bad("P18", "one chip twice", _json(files.changed(made, "/chips/1", made["chips"][0])))
    yield Bad("P18", "two sections of one id", _json(files.changed(made, "/sections/1/id", "feeding")))
    yield Bad(
        "P18",
        "an id that does not follow",
        _json({**files.changed(made, "/chips/0/id", "c-00000000"), "slug": "other-id"}),
        is_taken=True,
    )


def _sums() -> Iterator[Bad]:
    bench = full()["bench"]
    for key, value in bench.items():
        if isinstance(value, int) and not isinstance(value, bool) and key != "new_noun_tokens_withheld":
            for n in (1, 7):
                yield _changed("P19", f"/bench/{key}", value + n, base=full())
    for reason, n in bench["dropped_by"].items():
        yield _changed("P19", f"/bench/dropped_by/{reason}", n + 1, base=full())
    for path in ("/chips/0", "/bench/drops/0", "/short/bullets/0"):
        base = full() if path != "/short/bullets/0" else files.pack()
        yield Bad("P19", f"without {path}", _json(files.without(base, path)))
    yield Bad(
        "P19", "published without its state", _json(files.changed(files.pack(), "/chips/0/published", True))
    )


def _nothing_in_it() -> Iterator[Bad]:
    yield Bad("P21", "no chips", _json(files.pack(chips=[], slug="no-chips")), is_taken=True)
    yield Bad("P21", "no bullets", _json(files.pack(bullets=(), slug="no-bullets")), is_taken=True)
    yield Bad(
        "P21",
        "no sections",
        _json(files.pack(chips=[], sections=[], thanks=None, slug="no-sections")),
        is_taken=True,
    )
    drops = [files.drop("chip", "figure") for _ in range(40)]
    yield Bad(
        "P21", "all dropped", _json(files.pack(chips=[], drops=drops, slug="all-dropped")), is_taken=True
    )


def _texts() -> Iterator[Bad]:
    for path in (
        "/title",
        "/dek",
        "/chips/0/q",
        "/chips/0/a",
        "/sections/0/heading",
        "/short/bullets/0",
        "/related/0/why",
        "/pack_note",
    ):
        for text in ("\ud800", "x\udfffx", "\ude00\ud83d", "x\0", "\0"):
            yield _changed("T01", path, text)
    for path in ("/chips/0/q", "/chips/0/a"):
        for text in ("", " ", "\n\t ", "x" * 1_000_000):
            yield _changed("T16", path, text)
    yield Bad("T01", "a surrogate as key", _json({**files.pack(), "\ud800": 1}))
    yield Bad("T01", "NUL as key", _json({**files.pack(), "a\0": 1}))


def _spans() -> Iterator[Bad]:
    span = files.pack()["sections"][1]["span"]
    for value in (
        [-1, 5],
        [5, -1],
        span[::-1],
        [span[0]] * 2,
        [0.5, 1],
        ["1", "2"],
        [None, 1],
        [1],
        [1, 2, 3],
        [],
        {},
        "1-2",
        [2**40, 2**41],
        [True, 2],
    ):
        yield _changed("T08", "/sections/1/span", value)
        yield _changed("T08", "/sections/1/chunks/0", value)
    for shift in (-3, 3):
        yield _changed("T11", "/sections/1/span", [span[0] + shift, span[1]])
        yield _changed("T11", "/sections/1/span", [span[0], span[1] + shift])
    yield _changed("T11", "/sections/2/span", span)
    yield _changed("T08", "/sections/1/chars", span[1] - span[0] + 1)


def _cites() -> Iterator[Bad]:
    for n, cites in enumerate(
        (["nowhere"], [], ["feeding", "feeding"], ["Feeding"], ["féeding"], ["x" * 5000], ["a b", "<c>"])
    ):
        yield Bad(
            "T12",
            f"cites {cites!r:.40}",
            _json({**files.changed(files.pack(), "/chips/0/cites", cites), "slug": f"cites-{n}"}),
            is_taken=True,
        )


def _hashes() -> Iterator[Bad]:
    sha = files.pack()["source"]["md_sha"]
    for value in (
        sha.upper(),
        sha[:40],
        f"sha256:{sha}",
        sha[:-1],
        sha + "0",
        sha[:-1] + "g",
        "",
        " " + sha,
        sha + "\n",
        None,
        0,
        [sha],
    ):
        if value != sha:
            yield _changed("T13", "/source/md_sha", value)


def _addresses() -> Iterator[Bad]:
    for url in (
        "javascript:alert(1)",
        "JAVASCRIPT:x",
        " https://example.org/",
        "data:text/html,x",
        "file:///etc/passwd",
        "//example.org/",
        "/x",
        "x",
        "",
        "ftp://example.org/",
        "https://",
        "https:///x",
        "http://[::1",
        "https://exa mple.org/",
        "https://example.org/\n",
        "https://a\u202eb.example/",
        "https://" + "a" * 3000,
        "vbscript:x",
        "https:/\\evil.example",
    ):
        for field in ("/source/url", "/source/md_url"):
            yield _changed("X10", field, url)
