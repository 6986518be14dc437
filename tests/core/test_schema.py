"""The shape of a pack: each class of misfit, made from a sound pack, is found where it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reviews.core import audit, shape
from reviews.core.faults import PackError
from reviews.core.pack import read
from tests.core import builders

SAMPLES: dict[str, Any] = {
    "null": None,
    "boolean": True,
    "integer": 3,
    "float": 1.0,
    "string": "three",
    "array": [3],
    "object": {"three": 3},
}


def full() -> dict[str, Any]:
    """A sound ratified pack: nearly every key that the schema knows stands in it."""
    return builders.ratified()


def faults(pack: Any) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in shape.faults(pack)]


def texts(pack: Any) -> list[str]:
    return [fault.text for fault in shape.faults(pack)]


def pointers(value: Any, schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every place in a pack that the schema has a word on, with that word; of a list only the first two."""
    if isinstance(schema, bool):
        return
    yield path, schema
    if isinstance(value, dict):
        for key, one in schema.get("properties", {}).items():
            if key in value:
                yield from pointers(value[key], one, f"{path}/{key}")
    elif isinstance(value, list):
        for n, item in enumerate(value[:2]):
            yield from pointers(item, schema["items"], f"{path}/{n}")


PLACES = dict(pointers(full(), shape.SCHEMA))
REQUIRED = [f"{path}/{key}" for path, schema in PLACES.items() for key in schema.get("required", ())]


def allowed(schema: dict[str, Any]) -> set[str]:
    names = schema.get("type", [])
    return {names} if isinstance(names, str) else set(names)


def test_schema_is_valid_by_its_own_draft() -> None:
    assert Draft202012Validator.check_schema(shape.SCHEMA) is None


def test_schema_has_the_reasons_of_the_audit() -> None:
    bench = shape.SCHEMA["properties"]["bench"]["properties"]
    lists = (bench["drops"]["items"]["properties"]["reason"]["enum"], bench["dropped_by"]["required"])
    assert [tuple(names) for names in (*lists, bench["dropped_by"]["properties"])] == [audit.REASONS] * 3


def test_schema_has_the_kinds_of_the_audit() -> None:
    drops = shape.SCHEMA["properties"]["bench"]["properties"]["drops"]
    assert tuple(drops["items"]["properties"]["kind"]["enum"]) == audit.KINDS


def test_shape_of_sound_packs_has_no_fault() -> None:
    assert faults(builders.pack()) + faults(builders.ratified()) == []


@pytest.mark.parametrize("path", [path for path in PLACES if path])
def test_shape_refuses_each_wrong_type_at_its_path(path: str) -> None:
    wrong = {name: value for name, value in SAMPLES.items() if name not in allowed(PLACES[path])}
    code = "value" if "enum" in PLACES[path] else "type"
    expected = {
        name: [(path, code)]
        for name in wrong
        if not (name == "null" and None in PLACES[path].get("enum", ()))
    }
    assert {name: faults(builders.changed(full(), path, wrong[name])) for name in expected} == expected


@pytest.mark.parametrize("value", [None, True, 3, 1.0, "x", [], [{}]])
def test_shape_refuses_a_file_that_is_no_object(value: Any) -> None:
    assert faults(value) == [("", "type")]


def test_shape_names_all_that_an_empty_object_lacks() -> None:
    assert sorted(faults({})) == sorted((f"/{key}", "missing") for key in shape.SCHEMA["required"])


def test_shape_names_what_a_pack_is_to_who_sends_another_value() -> None:
    wanted = ", ".join(shape.SCHEMA["required"])
    assert texts([]) == [f"expected an object with {wanted}, found a list"]


@pytest.mark.parametrize("path", REQUIRED)
def test_shape_refuses_a_missing_key(path: str) -> None:
    assert faults(builders.without(full(), path)) == [(path, "missing")]


@pytest.mark.parametrize(
    "path", [path for path in PLACES if path and path not in REQUIRED and not path[-1].isdigit()]
)
def test_shape_takes_a_pack_without_an_optional_key(path: str) -> None:
    expected = {"/bench/drops/0/replaced_by", "/bench/drops/0/replacement_sha"} | {
        f"/bench/drops/0/{key}" for key in ("text_sha", "removed_utc", "why")
    }
    assert faults(builders.without(full(), path)) == ([(path, "missing")] if path in expected else [])


def test_shape_names_a_likely_slip_for_a_missing_key() -> None:
    pack = builders.without(builders.changed(builders.pack(), "/chip", []), "/chips")
    assert texts(pack) == ['"chips" is missing; is "chip" a slip for it?']


@pytest.mark.parametrize("key", ["text_sha", "removed_utc", "why"])
def test_shape_asks_of_a_drop_by_hand_what_others_need_not_have(key: str) -> None:
    pack = builders.pack(drops=[builders.drop(), builders.drop(reason="hand-edit")])
    assert faults(builders.without(pack, f"/bench/drops/1/{key}")) == [(f"/bench/drops/1/{key}", "missing")]


def variants(word: str) -> list[str]:
    """A word of a closed list in another case, with white space, look-alikes, shorter, longer, empty."""
    spaced = [f" {word}", f"{word} ", f"{word}\n", f"{word}\u200b"]
    return [
        word.upper(),
        word.title(),
        *spaced,
        word.replace("e", "е").replace("i", "і"),
        word[:-1],
        word + "s",
        "",
    ]


@pytest.mark.parametrize("path", [path for path, schema in PLACES.items() if "enum" in schema])
def test_shape_folds_no_case_and_no_space_of_a_closed_list(path: str) -> None:
    listed = PLACES[path]["enum"]
    tries = [word for name in listed if name for word in variants(name) if word not in listed]
    assert {word: faults(builders.changed(full(), path, word)) for word in tries} == {
        word: [(path, "value")] for word in tries
    }


def test_shape_says_what_a_closed_list_has() -> None:
    pack = builders.changed(builders.pack(), "/chips/0/publish_state", "Held ")
    assert texts(pack) == ['expected one of "held", "published", found "Held "']


def test_shape_refuses_a_fifteenth_reason() -> None:
    pack = builders.changed(builders.pack(), "/bench/dropped_by/style", 0)
    assert faults(pack) == [("/bench/dropped_by/style", "unknown-key")]


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
    assert texts(pack) == [f"this packreview reads 1.x, found {found}"]


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


COUNTS = [path for path, schema in PLACES.items() if schema.get("minimum") == 0]


@pytest.mark.parametrize("path", COUNTS)
def test_shape_refuses_a_count_or_offset_out_of_range(path: str) -> None:
    tries = (-1, -(2**53) + 1, 2**31, 2**53 - 1)
    found = {value: faults(builders.changed(full(), path, value)) for value in tries}
    assert found == {value: [(path, "range")] for value in tries}


@pytest.mark.parametrize("level", [0, 7, -1])
def test_shape_refuses_a_level_that_markdown_has_not(level: int) -> None:
    assert faults(builders.changed(builders.pack(), "/sections/0/level", level)) == [
        ("/sections/0/level", "range")
    ]


@pytest.mark.parametrize("path", ["/sections/0/span", "/sections/0/chunks/0"])
@pytest.mark.parametrize("span", [[], [1], [1, 2, 3]])
def test_shape_refuses_a_span_that_is_no_pair(path: str, span: list[int]) -> None:
    assert faults(builders.changed(builders.pack(), path, span)) == [(path, "length")]


def test_shape_refuses_a_section_without_chunks() -> None:
    assert faults(builders.changed(builders.pack(), "/sections/0/chunks", [])) == [
        ("/sections/0/chunks", "length")
    ]


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
    assert faults(builders.changed(full(), path, time)) == [(path, "form")]


@pytest.mark.parametrize(
    "item", ["", "bullet:", "bullet:xyz", "digest:", "chip:c-12345678", "Bullet:0123456789ab"]
)
def test_shape_refuses_a_strike_of_nothing(item: str) -> None:
    assert faults(builders.changed(full(), "/bench/decisions/3/item", item)) == [
        ("/bench/decisions/3/item", "form")
    ]


def test_shape_sentences_hold_no_more_than_a_few_words_of_the_file() -> None:
    pack = builders.pack(slug="\u202e" * 90, title=["x" * 1_000_000])
    assert [len(text) < 500 for text in texts(pack)] == [True, True]


def test_shape_sentences_show_nothing_that_reorders_a_line() -> None:
    pack = builders.pack(slug="a\u202eb\x1b[31m")
    wanted = "expected a slug of lower-case letters, digits and single hyphens"
    assert texts(pack) == [f'{wanted}, found "a\\u202eb\\u001b[31m"']


def test_read_stops_at_a_hundred_faults_and_says_so() -> None:
    pack = builders.pack(series=[None] * 5_000)
    with pytest.raises(PackError) as refused:
        read(json.dumps(pack).encode())
    expected = [(f"/series/{n}", "type") for n in range(100)] + [("", "more")]
    assert [(fault.path, fault.code) for fault in refused.value.faults] == expected
