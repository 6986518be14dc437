"""The forms of single values: versions, hashes, slugs and addresses; good and bad."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core import acts, shape
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


@pytest.mark.parametrize("name", ["", "guide", "Ünï “series”", " two words ", "x" * acts.LONGEST_SERIES])
def test_shape_takes_a_series_by_any_name(name: str) -> None:
    assert faults(builders.pack(series=[name])) == []


@pytest.mark.parametrize("name", ["one\ntwo", "one\rtwo", "\n", "guide\n", "\r\nguide"])
def test_shape_refuses_a_series_whose_name_is_two_lines(name: str) -> None:
    """Names lie in one column, a line each, and a field of a page has no line ends."""
    assert faults(builders.pack(series=["guide", name])) == [("/series/1", "form")]


@pytest.mark.parametrize(("n", "found"), [(100, []), (101, [("/chips/0/cites", "length")])])
def test_shape_refuses_more_cites_than_a_chip_may_have(n: int, found: list[tuple[str, str]]) -> None:
    pack = builders.pack()
    pack["chips"][0]["cites"] = [f"section-{m}" for m in range(n)]
    assert faults(pack) == found


@pytest.mark.parametrize("n", [acts.LONGEST_SERIES + 1, 5_000_000])
def test_shape_refuses_a_series_whose_name_would_fill_a_page(n: int) -> None:
    """T16: a name stands with every pack of its series, and in each report."""
    assert faults(builders.pack(series=["guide", "x" * n])) == [("/series/1", "length")]


def test_shape_refuses_more_series_than_a_page_can_name() -> None:
    assert faults(builders.pack(series=[f"series {n}" for n in range(51)])) == [("/series", "length")]
