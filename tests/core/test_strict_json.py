"""Bytes that are no JSON text, and JSON that Python would read but a pack may not hold; each at its place."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import time
import zipfile

import pytest

from reviews.core.faults import PackError
from reviews.core.pack import MAX_BYTES, read
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


# Not JSON, or not one JSON text


@pytest.mark.parametrize("raw", [b"", b" ", b"\n\n", b"\t \r\n"])
def test_read_refuses_an_empty_file(raw: bytes) -> None:
    assert refused(raw) == [("", "empty")]


def test_read_refuses_a_file_cut_anywhere() -> None:
    assert {tuple(refused(RAW[:cut])) for cut in range(1, len(RAW) - 1)} - {(("", "utf-8"),)} == {
        (("", "syntax"),)
    }


def test_read_says_that_a_cut_file_ends_too_early() -> None:
    assert said(b'{\n "a": [1,') == ["line 2, column 10: the file ends too early: expected a value"]


SYNTAX = {
    b"{} x": "line 1, column 4: the JSON has ended, but more follows",
    b"{}\n{}": "line 2, column 1: the JSON has ended, but more follows",
    b"{} {}": "line 1, column 4: the JSON has ended, but more follows",
    b"hello": "line 1, column 1: expected a value",
    b"'a'": "line 1, column 1: expected a value",
    b"{'a': 1}": "line 1, column 2: expected a key in double quotes",
    b'{"a": 1,}': "line 1, column 9: expected a key in double quotes",
    b"[1,]": "line 1, column 4: expected a value",
    b'{"a" 1}': "line 1, column 6: expected a colon after the key",
    b"[1 2]": "line 1, column 4: expected a comma, or the end of the list or object",
    b'{\n "a": "b\nc"}': "line 2, column 9: a control character stands unescaped in a text",
    b'["\\x"]': "line 1, column 3: JSON has no such escape",
    b'["\\u12"]': "line 1, column 4: JSON has no such escape",
    b"[01]": "line 1, column 3: expected a comma, or the end of the list or object",
    b"[+1]": "line 1, column 2: expected a value",
    b"[.5]": "line 1, column 2: expected a value",
    b"[0x10]": "line 1, column 3: expected a comma, or the end of the list or object",
    b"[True]": "line 1, column 2: expected a value",
    b"// note\n{}": "line 1, column 1: expected a value",
    b"{}\0": "line 1, column 3: the JSON has ended, but more follows",
    b'["a\0b"]': "line 1, column 4: a control character stands unescaped in a text",
    b'"a': "line 1, column 1: a text begins here and never ends",
    "{}".encode("utf-16-le"): "line 1, column 2: expected a key in double quotes",
}


@pytest.mark.parametrize("raw", SYNTAX)
def test_read_says_where_the_syntax_breaks(raw: bytes) -> None:
    assert said(raw) == [SYNTAX[raw]]


def zipped() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("pack.json", RAW)
    return held.getvalue()


@pytest.mark.parametrize(
    "raw",
    [gzip.compress(RAW), zipped(), b"\x28\xb5\x2f\xfd\x00", b"BZh91AY", b"\xfd7zXZ\0"],
    ids=["gzip", "zip", "zstd", "bzip2", "xz"],
)
def test_read_unpacks_nothing(raw: bytes) -> None:
    assert refused(raw) == [("", "not-json")]


def test_read_takes_a_brotli_stream_for_no_text() -> None:
    assert said(b"\x8b\x03\x80hi\x03") == ["this is not JSON text in UTF-8: byte 0x8B at byte offset 0"]


def test_read_refuses_a_byte_order_mark() -> None:
    assert said(b"\xef\xbb\xbf" + RAW) == [
        "the file begins with a byte order mark (EF BB BF); a pack has none"
    ]


def test_read_carries_the_same_character_inside_a_text() -> None:
    assert read(builders.raw(builders.pack(title="a\ufeffb"))).data["title"] == "a\ufeffb"


NOT_UTF8 = [
    b"\xff",
    b"\x80",
    b"\xc3",
    b"\xc0\x80",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80",
    b"\xfc",
]


@pytest.mark.parametrize("some", NOT_UTF8)
@pytest.mark.parametrize("at", [1, 100, len(RAW) - 2])
def test_read_refuses_what_is_not_utf8_at_its_byte_offset(some: bytes, at: int) -> None:
    expected = f"this is not JSON text in UTF-8: byte 0x{some[0]:02X} at byte offset {at}"
    assert said(RAW[:at] + some + b'"' + RAW[at:]) == [expected]


def test_read_refuses_a_file_over_the_size_limit_whatever_it_holds() -> None:
    assert refused(b"\xff" * 11, max_bytes=10) == [("", "size")]


def test_read_takes_a_file_of_exactly_the_size_limit() -> None:
    assert read(RAW, max_bytes=len(RAW)).raw == RAW


# JSON with values that a pack may not hold


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1" + "0" * 400 + ".0"])
def test_read_refuses_a_number_that_is_none(value: str) -> None:
    assert refused(carrying(f'{{"a": [0, {value}]}}')) == [("/x/a/1", "number")]


BIG = [2**53, -(2**53), 2**63, 2**64, -(2**63) - 1, 10**17, 10**4999, -(10**4999)]


@pytest.mark.parametrize(
    "value", BIG, ids=lambda value: f"{len(str(abs(value)) if abs(value) < 10**99 else 'x' * 5000)}-digits"
)
def test_read_refuses_a_whole_number_that_readers_round(value: int) -> None:
    digits = ("-" if value < 0 else "") + (str(abs(value)) if abs(value) < 10**99 else "1" + "0" * 4999)
    assert refused(carrying(digits)) == [("/x", "number")]


@pytest.mark.parametrize("path", ["/bench/chips_written", "/sections/0/chars", "/sections/0/span/0"])
def test_read_refuses_a_count_of_five_thousand_digits_at_its_path(path: str) -> None:
    raw = builders.raw(builders.changed(builders.pack(), path, 123454321)).replace(b"123454321", b"9" * 5_000)
    assert refused(raw) == [(path, "number")]


@pytest.mark.parametrize("value", ["9007199254740991", "-9007199254740991", "0", "1.5", "1e+308", "-0.0"])
def test_read_carries_a_number_that_every_reader_holds(value: str) -> None:
    assert noted(carrying(value)) == [("/x", "carried")]


@pytest.mark.parametrize(
    "path",
    ["", "/source", "/short", "/short/counts", "/chips/0", "/bench", "/bench/dropped_by", "/seat_class"],
)
def test_read_refuses_a_doubled_key_at_its_path(path: str) -> None:
    marked = builders.raw(builders.changed(builders.pack(), f"{path}/twice", "mark"))
    raw = marked.replace(b'"twice": "mark"', b'"twice": 1, "twice": 1, "twice": 2')
    assert refused(raw) == [(f"{path}/twice", "doubled-key")]


def test_read_names_every_doubled_key() -> None:
    raw = b'{"a": {"b": 1, "b": 2}, "c": 1, "c": [{"d": 1, "d": 1}]}'
    assert refused(raw) == [("/a/b", "doubled-key"), ("/c", "doubled-key"), ("/c/0/d", "doubled-key")]


@pytest.mark.parametrize("verdicts", ["1, 2", "1, 1", "{}, []"])
def test_read_never_takes_the_last_of_two_words(verdicts: str) -> None:
    first, second = verdicts.split(", ")
    assert refused(f'{{"verdict": {first}, "verdict": {second}}}'.encode()) == [("/verdict", "doubled-key")]


UNSTORABLE = [
    "\\ud800",
    "\\uDBFF",
    "\\udc00",
    "\\uDFFF",
    "\\udc00\\ud800",
    "\\ud800x",
    "\\ud800\\ud800\\udc00",
    "\\u0000",
    "a\\u0000b",
]


@pytest.mark.parametrize(
    "path", ["/title", "/slug", "/chips/0/q", "/chips/0/id", "/sections/1/id", "/short/bullets/0", "/x/y/0"]
)
@pytest.mark.parametrize("escape", UNSTORABLE)
def test_read_refuses_half_a_character_in_any_text(path: str, escape: str) -> None:
    raw = builders.raw(builders.changed(builders.pack(x={"y": ["z"]}), path, "markedhere")).replace(
        b"markedhere", escape.encode()
    )
    assert refused(raw) == [(path, "character")]


@pytest.mark.parametrize(("escape", "path"), [("\\ud800", "/\\ud800"), ("a\\u0000", "/a\\u0000")])
def test_read_refuses_half_a_character_in_a_key(escape: str, path: str) -> None:
    assert refused(f'{{"{escape}": 1}}'.encode()) == [(path, "character")]


def test_read_says_which_character_it_is() -> None:
    assert said(b'["\\ud83d", "\\u0000"]') == [
        "U+D83D is half a character (a lone surrogate)",
        "U+0000 is no character that can be stored",
    ]


def test_read_takes_a_whole_character_written_as_two_halves() -> None:
    assert read(carrying('"\\ud83e\\udd56"')).data["x"] == "🥖"


def test_read_takes_the_letters_of_an_escape_that_is_none() -> None:
    assert read(carrying('"\\\\ud800 \\\\u0000"')).data["x"] == "\\ud800 \\u0000"


# Depth and number


def nested(n: int, opening: str = "[", closing: str = "]") -> bytes:
    return carrying(opening * n + "1" * ("{" in opening) + closing * n)


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_read_takes_thirty_two_levels(opening: str, closing: str) -> None:
    assert noted(nested(31, opening, closing)) == [("", "layout"), ("/x", "carried")]


@pytest.mark.parametrize("n", [32, 1_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_read_refuses_more_than_thirty_two_levels(n: int, opening: str, closing: str) -> None:
    assert refused(nested(n, opening, closing)) == [("", "depth")]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 99,
        '"' + "[" * 99,
        "\\" + "{" * 99,
        '\\"' + "[" * 99 + "\\",
        "{" * 70_000,
        '"' * 9 + "[" * 70_000,
    ],
)
def test_read_counts_no_brackets_within_a_text(text: str) -> None:
    assert read(builders.raw(builders.pack(title=text))).data["title"] == text


@pytest.mark.parametrize("before", ['"\\"', '"\\\\', '"\\\\\\"', '"[', '"]'])
def test_read_counts_brackets_after_a_text_that_ends_in_escapes(before: str) -> None:
    assert refused(carrying(f'[{before}", {"[" * 40}{"]" * 40}]')) == [("", "depth")]


BULK = {
    "lists": ("[" + "[]," * 160_000 + "1]", "lists and objects"),
    "keys": ("{" + '"a":1,' * 400_000 + '"b":1}', "keys"),
    "values": ("[" + "1," * 500_001 + "1]", "values"),
}


@pytest.mark.parametrize("kind", BULK)
def test_read_refuses_more_than_any_pack_has(kind: str) -> None:
    text, what = BULK[kind]
    assert [what in sentence for sentence in said(carrying(text))] == [True]


HOSTILE = {
    "brackets": lambda: b"[" * MAX_BYTES,
    "objects": lambda: b'{"a":' * (MAX_BYTES // 5),
    "empty lists": lambda: b"[" + b"[]," * (MAX_BYTES // 3 - 2) + b"1]",
    "doubled keys": lambda: b"{" + b",".join([b'"a":1'] * 1_000_000) + b"}",
    "doubled keys below the bound": lambda: b"{" + b",".join([b'"abcdefgh":1'] * 390_000) + b"}",
    "half characters": lambda: b'"' + b"\\ud800" * 1_300_000 + b'"',
    "quotes": lambda: b'"' * MAX_BYTES,
    "escaped quotes": lambda: b'"' + b'\\"' * 3_900_000,
    "escapes": lambda: b'"' + b"\\" * (MAX_BYTES - 1),
    "digits": lambda: b"9" * MAX_BYTES,
    "decimals": lambda: b"0." + b"1" * (MAX_BYTES - 2),
    "big numbers": lambda: b"[" + b"99999999999999999999," * 380_000 + b"1]",
    "nothing": lambda: b"\0" * MAX_BYTES,
    "a slug": lambda: builders.raw(builders.pack(slug="a-" * 3_900_000)),
    "a title": lambda: builders.raw(builders.pack(title=["ab"] * 490_000)),
    "drops": lambda: builders.raw(
        builders.changed(builders.pack(), "/bench/drops", [builders.drop()] * 47_000)
    ),
    "chips": lambda: builders.raw(
        builders.changed(builders.pack(), "/chips", builders.pack()["chips"][:1] * 25_000)
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_read_refuses_eight_megabytes_within_two_seconds(name: str) -> None:
    raw = HOSTILE[name]()
    began = time.process_time()
    with pytest.raises(PackError):
        read(raw)
    assert time.process_time() - began < 2


PEAK = """
import re, sys
from reviews.core.pack import read
try:
    read(sys.stdin.buffer.read())
except ValueError:
    print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the peak is read from /proc")
@pytest.mark.parametrize(
    "name", ["objects", "quotes", "doubled keys below the bound", "drops", "chips", "big numbers"]
)
def test_read_refuses_eight_megabytes_in_two_hundred(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PEAK], input=HOSTILE[name](), capture_output=True, check=True
    )
    assert int(done.stdout) < 200_000
