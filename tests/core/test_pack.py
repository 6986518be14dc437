"""The file format: what is no JSON, what is no pack, what is noted, and that writing gives the bytes back."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviews.core.faults import PackError
from reviews.core.pack import MAX_BYTES, Pack, chip_id, read, sha, short_sha, wording, write
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


# Reading and writing


def test_read_gives_the_value_and_the_bytes() -> None:
    assert read(RAW) == Pack(RAW, builders.pack(), ())


def test_pack_knows_its_hash_slug_and_state() -> None:
    pack = read(RAW)
    assert (pack.sha, pack.slug, pack.is_closed) == (sha(RAW), "baking-with-a-sourdough-starter", False)


def test_pack_that_is_loaded_ratified_is_closed() -> None:
    assert read(builders.raw(builders.ratified())).is_closed


def test_write_lays_out_as_python_does_with_one_space_and_a_last_line_feed() -> None:
    pack = builders.pack(title="Ünïcödé 🥖", x={"empty": [], "none": {}, "n": [1, -2.5, None, True]})
    assert write(pack) == (json.dumps(pack, indent=1, ensure_ascii=False) + "\n").encode()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner)
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=150)
@given(JSON)
def test_read_carries_whatever_an_unknown_key_holds(value: Any) -> None:
    raw = builders.raw(builders.pack(x=value))
    assert (write(read(raw).data), noted(raw)) == (raw, [("/x", "carried")])


def test_read_keeps_the_order_of_keys() -> None:
    pack = dict(reversed(builders.pack().items()))
    assert list(read(builders.raw(pack)).data) == list(pack)


# Ids and hashes


def test_chip_id_is_eight_digits_of_the_questions_hash() -> None:
    assert chip_id("how does the verification process work for a drafter?") == "c-d6bd9f91"


def test_wording_joins_question_and_answer_by_a_line_feed() -> None:
    assert wording("q?", "A.") == "q?\nA."


def test_sha_is_over_bytes_and_short_sha_over_utf8() -> None:
    assert (sha(b"abc")[:16], short_sha("abc"), short_sha("ü")) == (
        "ba7816bf8f01cfea",
        "ba7816bf8f01",
        sha("ü".encode())[:12],
    )


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


# Notes


LAYOUTS = {
    "no last line feed": RAW[:-1],
    "two line feeds": RAW + b"\n",
    "CRLF": RAW.replace(b"\n", b"\r\n"),
    "compact": json.dumps(builders.pack(), ensure_ascii=False).encode(),
    "two spaces": json.dumps(builders.pack(), ensure_ascii=False, indent=2).encode(),
    "ASCII": (json.dumps(builders.pack(), indent=1) + "\n").encode(),
    "an escaped slash": RAW.replace(b"https://", b"https:\\/\\/"),
    "space before": b" " + RAW,
    "tabs": RAW.replace(b"\n ", b"\n\t"),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_read_notes_a_file_that_would_be_laid_out_anew(name: str) -> None:
    pack = read(LAYOUTS[name])
    assert (pack.raw, pack.data, pack.is_canonical) == (LAYOUTS[name], builders.pack(), False)
    assert [(note.path, note.code) for note in pack.notes] == [("", "layout")]


@pytest.mark.parametrize("number", ["1e5", "0.10", "1.0e0", "-0", "1E5", "100000000000000000.0"])
def test_read_notes_a_number_that_would_be_written_anew(number: str) -> None:
    assert noted(carrying(number)) == [("", "layout"), ("/x", "carried")]


@pytest.mark.parametrize("version", ["1.1", "1.27"])
def test_read_notes_a_later_minor_version(version: str) -> None:
    assert noted(builders.raw(builders.pack(schema_version=version))) == [("/schema_version", "minor")]


LEVELS = ["", "/source", "/short", "/seat_class", "/bench", "/sections/1", "/chips/1", "/bench/drops/1"]
KNOWN = {
    "": "title kit dek thanks related",
    "/source": "html_sha url",
    "/short": "bullets from_dek",
    "/seat_class": "judge writer_runtime",
    "/bench": "drops figure_boundary",
    "/sections/1": "id span digest",
    "/chips/1": "q a cites quote_cite",
    "/bench/drops/1": "why section text_sha",
}


def dropping() -> dict[str, Any]:
    return builders.pack(drops=[builders.drop(), builders.drop(), builders.drop("chip", "judge")])


@pytest.mark.parametrize("path", LEVELS)
@pytest.mark.parametrize("key", ["colour", "x-note", "übersetzung", "", "__proto__"])
def test_read_carries_an_unknown_key_and_says_so(path: str, key: str) -> None:
    pack = builders.changed(dropping(), f"{path}/{key}", {"a": [1, "b"]})
    assert (read(builders.raw(pack)).data, noted(builders.raw(pack))) == (
        pack,
        [(f"{path}/{key}", "carried")],
    )


def slips(known: str) -> list[str]:
    """A key in another case, with a letter more, less, other; not those that share no letter with it."""
    near = [known.upper(), known.title(), known + "s", "x" + known, known[:1] + "z" + known[1:]]
    return near + ([known[:-1], known[1:], known[:-1] + "z"] if len(known) > 1 else [])


@pytest.mark.parametrize("path", LEVELS)
def test_read_names_the_key_that_a_slip_is_near(path: str) -> None:
    found = {}
    for known in KNOWN[path].split():
        for key in slips(known):
            notes = read(builders.raw(builders.changed(dropping(), f"{path}/{key}", None))).notes
            found[key, known] = [(note.path, note.code, note.text.split('"')[-2]) for note in notes]
    assert found == {(key, known): [(f"{path}/{key}", "slip", known)] for key, known in found}


@pytest.mark.parametrize("key", ["b", "titel", "headings_", "sha", "mdsha256", "qq_a"])
def test_read_takes_no_other_key_for_a_slip(key: str) -> None:
    assert noted(builders.raw(builders.pack(**{key: 1}))) == [(f"/{key}", "carried")]


def test_read_notes_a_key_once_for_a_level_and_counts_it() -> None:
    pack = builders.pack()
    for row in pack["chips"]:
        row["colour"] = "red"
    notes = [(note.path, note.text) for note in read(builders.raw(pack)).notes]
    assert notes == [("/chips/0/colour", '"colour" is carried, not read (3 times)')]


def test_read_shortens_a_key_of_any_length_in_its_note() -> None:
    (note,) = read(builders.raw(builders.pack(**{"k" * 100_000: 1}))).notes
    assert (note.path, len(note.text) < 100) == ("/" + "k" * 60 + "…", True)


def test_read_stops_at_a_hundred_notes_and_says_so() -> None:
    notes = noted(builders.raw(builders.pack(**{f"x{n:04}": n for n in range(5_000)})))
    assert notes == [(f"/x{n:04}", "carried") for n in range(100)] + [("", "more")]


def test_read_notes_a_chip_id_that_does_not_follow_from_its_question() -> None:
    pack = builders.changed(builders.pack(), "/chips/2/id", "c-00000000")
    assert noted(builders.raw(pack)) == [("/chips/2/id", "chip-id")]


# What only a ratified pack has


def test_read_takes_a_ratified_pack() -> None:
    assert noted(builders.raw(builders.ratified())) == []


def test_read_refuses_a_ratified_pack_that_does_not_say_by_whom() -> None:
    raw = builders.raw(builders.pack(status="ratified"))
    assert refused(raw) == [("/ratified", "missing")]
    assert said(raw) == [
        'status is "ratified", but nothing says by which seat, from which pack and by which ledger'
    ]


def test_read_refuses_in_another_pack_what_only_ratifying_adds() -> None:
    raw = builders.raw(builders.changed(builders.ratified(), "/status", "pending-judge"))
    expected = ["/bench/chips_by_hand", "/bench/decisions", "/ratified"]
    assert refused(raw) == [(path, "ratified") for path in expected]


def test_read_refuses_even_empty_decisions_before_ratifying() -> None:
    raw = builders.raw(builders.changed(builders.pack(), "/bench/decisions", []))
    assert refused(raw) == [("/bench/decisions", "ratified")]


def test_read_takes_a_ratified_pack_in_which_nothing_was_decided() -> None:
    pack = builders.pack(status="ratified", ratified=builders.ratified()["ratified"])
    assert noted(builders.raw(pack)) == []


def decided(path: str, value: Any) -> list[tuple[str, str]]:
    return refused(builders.raw(builders.changed(builders.ratified(), f"/bench/decisions/{path}", value)))


@pytest.mark.parametrize("n", [0, 1])
def test_read_refuses_a_decision_on_a_chip_that_is_not_there(n: int) -> None:
    assert decided(f"{n}/chip", "c-00000000") == [(f"/bench/decisions/{n}/chip", "decision")]


@pytest.mark.parametrize("n", [0, 1])
def test_read_refuses_a_decision_on_other_words(n: int) -> None:
    assert decided(f"{n}/text_sha", "0" * 12) == [(f"/bench/decisions/{n}/text_sha", "decision")]


def test_read_takes_the_drop_of_a_chip_that_is_gone() -> None:
    assert builders.ratified()["bench"]["decisions"][2]["chip"] not in {
        row["id"] for row in builders.ratified()["chips"]
    }


@pytest.mark.parametrize(
    ("path", "value"),
    [("0/chip", None), ("3/chip", "c-00000000"), ("0/item", "digest:feeding"), ("3/act", "hold")],
)
def test_read_refuses_a_decision_that_is_half_a_strike(path: str, value: Any) -> None:
    assert decided(path, value) == [(f"/bench/decisions/{path[0]}", "decision")]


@pytest.mark.parametrize("span", [[5, 5], [6, 5]])
def test_read_refuses_a_quote_span_that_holds_nothing(span: list[int]) -> None:
    assert decided("0/quote_span", span) == [("/bench/decisions/0/quote_span", "span")]


# The handed packs


PACKS = Path(os.environ.get("PACKS_DIR", "."))
HANDED = sorted(path.name for path in PACKS.glob("*.json") if not path.name.endswith(".truth.json"))
needs_packs = pytest.mark.skipif("PACKS_DIR" not in os.environ, reason="PACKS_DIR is not set")


@needs_packs
@pytest.mark.packs
def test_handed_packs_are_there() -> None:
    assert len(HANDED) >= 14


@needs_packs
@pytest.mark.packs
@pytest.mark.parametrize("name", HANDED if "PACKS_DIR" in os.environ else [])
def test_handed_packs_are_read_and_written_to_the_byte(name: str) -> None:
    raw = (PACKS / name).read_bytes()
    pack = read(raw)
    assert (write(pack.data) == raw, pack.is_canonical, {note.code for note in pack.notes} - {"cite"}) == (
        True,
        True,
        set(),
    )
