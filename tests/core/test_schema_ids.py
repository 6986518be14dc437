"""The forms of ids, words, dates and times; good and bad."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import acts, shape
from tests.core import builders


def faults(pack: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in shape.faults(pack)]


BAD_CHIP_IDS = [
    *(
        "",
        "c-",
        "c-1234567",
        "c-123456789",
        "c-1234567G",
        "C-12345678",
        "c-ABCDEF12",
        "12345678",
        "c_12345678",
    ),
    *(
        "../../x",
        "constructor",
        "__proto__",
        "c-12345678\n",
        " c-12345678",
        "c-１2345678",
        "x" * 10_000,
        "c-1234567/",
    ),
]


@pytest.mark.parametrize("name", BAD_CHIP_IDS, ids=lambda name: repr(name)[:20])
def test_shape_refuses_a_chip_id_of_another_form(name: str) -> None:
    assert faults(builders.changed(builders.pack(), "/chips/1/id", name)) == [("/chips/1/id", "form")]


GOOD_SECTION_IDS = [
    "a",
    "A-b_c.d:e",
    "überblick",
    "導入",
    "हिन्दी",
    "cafe\u0301",
    "١٢",
    "...",
    "x" * 200,
    "constructor",
]
BAD_SECTION_IDS = [
    *(
        "",
        ".",
        "..",
        "a/b",
        "../x",
        "a b",
        "a\tb",
        "a\n",
        "\u00a0",
        "a\\b",
        "a?b",
        "a#b",
        "a%2fb",
        "a,b",
        "a\u200bb",
    ),
    *("a\u202eb", "<b>", 'a"b', "a'b", "a&b", "🥖", "\ufeffa", "a\x7f", "x" * 201, "x" * 10_000),
]


@pytest.mark.parametrize("name", GOOD_SECTION_IDS, ids=lambda name: repr(name)[:20])
def test_shape_takes_a_section_id_of_any_script(name: str) -> None:
    assert faults(builders.changed(builders.pack(), "/sections/2/id", name)) == []


@pytest.mark.parametrize("name", BAD_SECTION_IDS, ids=lambda name: repr(name)[:20])
def test_shape_refuses_a_section_id_that_is_no_anchor(name: str) -> None:
    assert faults(builders.changed(builders.pack(), "/sections/2/id", name)) == [("/sections/2/id", "form")]


@pytest.mark.parametrize("key", ["q", "a"])
@pytest.mark.parametrize("words", ["", " ", "\t\r\n", "\u2028\u2029\u00a0\u3000", " " * 3_000])
def test_shape_refuses_blank_words(key: str, words: str) -> None:
    assert faults(builders.changed(builders.pack(), f"/chips/0/{key}", words)) == [
        (f"/chips/0/{key}", "form")
    ]


@pytest.mark.parametrize("key", ["q", "a"])
@pytest.mark.parametrize(
    ("letter", "more", "code"), [("x", 0, None), ("🥖", 0, None), ("x", 1, "length"), (" ", 10**6, "length")]
)
def test_shape_bounds_words_by_code_points(key: str, letter: str, more: int, code: str | None) -> None:
    words = letter * (acts.LONGEST[key] + more)
    expected = [(f"/chips/0/{key}", code)] if code else []
    assert faults(builders.changed(builders.pack(), f"/chips/0/{key}", words)) == expected


BAD_DATES = [
    "",
    "2026-1-2",
    "2026-02-30",
    "2026-13-01",
    "20261112",
    "12.11.2026",
    "2026-11-12T00:00:00Z",
    "2026-11-12\n",
    "２026-11-12",
]


@pytest.mark.parametrize("date", BAD_DATES)
def test_shape_refuses_a_date_of_removal_that_is_none(date: str) -> None:
    pack = builders.pack(drops=[builders.drop(reason="hand-edit", removed_utc=date)])
    assert faults(pack) == [("/bench/drops/0/removed_utc", "form")]


BAD_TIMES = [
    "",
    "2026-10-02",
    "2026-10-02T10:00:00",
    "2026-10-02T10:00:00+00:00",
    "2026-10-02 10:00:00Z",
    "2026-10-02T24:61:00Z",
]


@pytest.mark.parametrize("path", ["/ratified/utc", "/bench/decisions/0/utc"])
@pytest.mark.parametrize("time", BAD_TIMES)
def test_shape_refuses_a_time_that_is_not_a_utc_second(path: str, time: str) -> None:
    assert faults(builders.changed(builders.ratified(), path, time)) == [(path, "form")]


@pytest.mark.parametrize(
    "item", ["", "bullet:", "bullet:xyz", "digest:", "chip:c-12345678", "Bullet:0123456789ab"]
)
def test_shape_refuses_a_strike_of_nothing(item: str) -> None:
    assert faults(builders.changed(builders.ratified(), "/bench/decisions/3/item", item)) == [
        ("/bench/decisions/3/item", "form")
    ]
