"""Files made to cost time or memory: too deep, too many, eight megabytes of one thing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reviews.core.faults import PackError
from reviews.core.pack import MAX_BYTES, read
from tests import pace
from tests.core import builders
from tests.core.reading import carrying, noted, refused, said


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
    "both": ("[" + '{"a":[]},' * 80_001 + "1]", "lists and objects"),
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

    def refused() -> None:
        with pytest.raises(PackError):
            read(raw)

    assert pace.ms(refused, 2000) < 2000


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


def test_read_says_how_deep_and_how_many() -> None:
    assert said(nested(40)) == ["too deep: at most 32 lists and objects may stand in each other"]
    assert said(carrying(f"[{'[],' * 160_000}1]")) == [
        "the file has 160,034 lists and objects; a pack may have 160,000"
    ]
