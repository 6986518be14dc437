"""Bytes that are no JSON text, and JSON that Python would read but a pack may not hold; each at its place."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from reviews.core.faults import Fault
from reviews.core.pack import read
from reviews.core.strict_json import capped, pointer, printable
from tests.core import builders
from tests.core.reading import RAW, carrying, noted, refused, said

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
    b"hello": "line 1, column 1: expected a value; a pack is one JSON object and begins with {",
    b"'a'": "line 1, column 1: expected a value; a pack is one JSON object and begins with {",
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
    b"// note\n{}": "line 1, column 1: expected a value; a pack is one JSON object and begins with {",
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


ROUNDED = ["3.141592653589793238", "-0.1234567890123456789e9", "123456789012345678.5", "1e-400", "-0.1E-9999"]


@pytest.mark.parametrize("value", ROUNDED)
def test_read_refuses_a_decimal_that_readers_round(value: str) -> None:
    """Carried as what was read of it, a ratified export would hold another number than the file."""
    assert refused(carrying(value)) == [("/x", "number")]


@pytest.mark.parametrize("value", ["0.69999998807907104", "-1.0000000000000000000", "0e-9999", "10e300"])
def test_read_carries_a_decimal_that_readers_hold(value: str) -> None:
    assert noted(carrying(value)) == [("", "layout"), ("/x", "carried")]


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


# Sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NaN", "NaN is not a number in JSON"),
        ("1e999", "a number too large to be read"),
        ("1e-999", "a number that readers round; 17 places and 5e-324 are the limits"),
        ("-12345678901234567", "a whole number of 17 digits; at most ±(2^53 - 1) is read"),
        ('{"b": 1, "b": 2}', 'the key "b" stands here more than once'),
    ],
)
def test_read_says_what_is_wrong_with_a_value(text: str, expected: str) -> None:
    assert said(carrying(text)) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * 61, "x" * 60 + "…"),
        ("ä🥖" * 30, "ä🥖" * 30),
        ("a\u202eb", "a\\u202eb"),
        ('\t"\\', '\\t\\"\\\\'),
    ],
)
def test_printable_shows_what_can_be_shown(text: str, expected: str) -> None:
    assert printable(text) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [((), ""), (("a", 0, "b/c~"), "/a/0/b~1c~0"), (("",), "/"), (("k" * 99,), "/" + "k" * 60 + "…")],
)
def test_pointer_is_a_json_pointer(path: tuple[str | int, ...], expected: str) -> None:
    assert pointer(path) == expected


def test_capped_sorts_by_path_with_indexes_as_numbers() -> None:
    paths = ["/b", "/a/10", "/a/9/z", "/a/9", "", "/a/x"]
    assert [fault.path for fault in capped(Fault(path, "x", "") for path in paths)] == [
        "",
        "/a/x",
        "/a/9",
        "/a/9/z",
        "/a/10",
        "/b",
    ]


@pytest.mark.parametrize(("n", "codes"), [(0, set()), (100, {"x"}), (101, {"x", "more"})])
def test_capped_says_so_only_where_there_are_more(n: int, codes: set[str]) -> None:
    found = capped(Fault("/a", "x", "") for _ in range(n))
    assert {fault.code for fault in found} == codes


def test_capped_makes_no_more_faults_than_it_shows() -> None:
    made = iter(Fault("/a", "x", "") for _ in range(1_000))
    assert (len(capped(made)), len(list(made))) == (101, 899)
