"""The forms of single values: versions, hashes, slugs, addresses, ids, words, dates; good and bad."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import shape
from tests.core import builders


def faults(pack: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in shape.faults(pack)]


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.9", "1.10", "1.999999"])
def test_shape_takes_every_minor_version(version: str) -> None:
    assert faults(builders.pack(schema_version=version)) == []


VERSIONS = [
    "",
    "1",
    "1.",
    ".1",
    "1.0.0",
    "1.01",
    "01.0",
    "2.0",
    "0.9",
    "999",
    "v1.0",
    " 1.0",
    "1.0\n",
    "1.x",
    "1,0",
    "１.0",
    "1.1234567",
]


@pytest.mark.parametrize("version", VERSIONS)
def test_shape_refuses_another_version(version: str) -> None:
    assert faults(builders.pack(schema_version=version)) == [("/schema_version", "form")]


@pytest.mark.parametrize(
    ("version", "found"), [("2.0", '"2.0"'), (1, "1"), (1.0, "1.0"), (None, "null"), (["1.0"], "a list")]
)
def test_shape_says_which_version_it_reads(version: Any, found: str) -> None:
    pack = builders.pack(schema_version=version)
    assert [fault.text for fault in shape.faults(pack)] == [f"this packreview reads 1.x, found {found}"]


HEX = "0123456789abcdef" * 4
BAD_SHA = [
    HEX.upper(),
    HEX[:40],
    HEX[:63],
    HEX + "0",
    f"sha256:{HEX}",
    f"{HEX}\n",
    f" {HEX}",
    HEX[:-1] + "g",
    HEX[:-1] + "０",
    "",
]


@pytest.mark.parametrize("key", ["md_sha", "html_sha", "anchors_sha"])
@pytest.mark.parametrize("sha", BAD_SHA)
def test_shape_refuses_a_malformed_hash(key: str, sha: str) -> None:
    pack = builders.changed(builders.pack(), f"/source/{key}", sha)
    assert faults(pack) == [(f"/source/{key}", "form")]


BAD_SLUGS = [
    *("con", "prn", "aux", "nul", "com1", "lpt9", "con\n"),
    *(
        "",
        "-",
        "a-",
        "-a",
        "a--b",
        "A",
        "a_b",
        "a b",
        "a.b",
        "a/b",
        "../../etc/passwd",
        "a\\b",
        'a"b',
        "a\r\nb",
        "a\n",
    ),
    *("é", "ａ", "a\u202eb", "a\u200bb", "con.json", "%2e%2e", "a\tb", "a:b"),
]


@pytest.mark.parametrize("slug", BAD_SLUGS)
def test_shape_refuses_a_slug_that_is_no_file_name(slug: str) -> None:
    assert faults(builders.pack(slug=slug)) == [("/slug", "form")]


@pytest.mark.parametrize(("length", "expected"), [(1, []), (100, []), (101, [("/slug", "length")])])
def test_shape_bounds_a_slug(length: int, expected: list[tuple[str, str]]) -> None:
    assert faults(builders.pack(slug="a" * length)) == expected


@pytest.mark.parametrize("slug", ["a", "0", "a-b-c", "con-man", "console", "com10", "2026-10-01"])
def test_shape_takes_a_slug(slug: str) -> None:
    assert faults(builders.pack(slug=slug)) == []


GOOD_URLS = [
    *(
        "https://example.org",
        "http://example.org/",
        "HTTPS://example.org/a?b=c#d",
        "https://example.org:8443/",
    ),
    *("https://[2001:db8::1]/", "https://bücher.example/ü", "https://example.org/a@b"),
]
BAD_URLS = [
    *(
        "",
        "example.org",
        "//example.org/x",
        "/x",
        "https:",
        "https://",
        "https:///x",
        "https:example.org",
        "https:/x",
    ),
    *(
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "vbscript:x",
    ),
    *(
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://example.org/",
        "gopher://example.org/",
        "mailto:a@example.org",
    ),
    *(
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://@example.org/",
        "https:/\\example.org",
    ),
    *(
        "https://example.org\\@evil.example/",
        "https://exa mple.org/",
        " https://example.org",
        "https://example.org ",
    ),
    *(
        "https://example.org/\r\nX: y",
        "https://example.org/\x00",
        "https://example.org/\x7f",
        "https://example.org/\u202e",
    ),
    *(
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://example.org:0/",
        "https://[::1",
        "https://[x]/",
    ),
    *(
        'https://example.org/"onclick="',
        "https://example.org/<script>",
        "https://\u200bexample.org/",
        "https://example.org/\u00a0",
    ),
]


@pytest.mark.parametrize("key", ["url", "md_url"])
@pytest.mark.parametrize("url", GOOD_URLS)
def test_shape_takes_an_absolute_address(key: str, url: str) -> None:
    assert faults(builders.changed(builders.pack(), f"/source/{key}", url)) == []


@pytest.mark.parametrize("key", ["url", "md_url"])
@pytest.mark.parametrize("url", BAD_URLS)
def test_shape_refuses_an_address_that_is_not_http(key: str, url: str) -> None:
    assert faults(builders.changed(builders.pack(), f"/source/{key}", url)) == [(f"/source/{key}", "form")]


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
@pytest.mark.parametrize("words", ["", " ", "\t\r\n", "\u2028\u2029\u00a0\u3000", " " * 20_000])
def test_shape_refuses_blank_words(key: str, words: str) -> None:
    assert faults(builders.changed(builders.pack(), f"/chips/0/{key}", words)) == [
        (f"/chips/0/{key}", "form")
    ]


@pytest.mark.parametrize("key", ["q", "a"])
@pytest.mark.parametrize(
    ("words", "code"),
    [("x" * 20_000, None), ("🥖" * 20_000, None), ("x" * 20_001, "length"), (" " * 1_000_000, "length")],
)
def test_shape_bounds_words_by_code_points(key: str, words: str, code: str | None) -> None:
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
