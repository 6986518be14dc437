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


def test_shape_sentences_hold_no_more_than_a_few_words_of_the_file() -> None:
    pack = builders.pack(slug="\u202e" * 90, title=["x" * 1_000_000])
    assert [len(text) < 500 for text in texts(pack)] == [True, True]


def test_shape_sentences_show_nothing_that_reorders_a_line() -> None:
    pack = builders.pack(slug="a\u202eb\x1b[31m")
    wanted = "expected a slug of lower-case letters, digits and single hyphens (not con or the like)"
    assert texts(pack) == [f'{wanted}, found "a\\u202eb\\u001b[31m"']


def test_read_stops_at_a_hundred_faults_and_says_so() -> None:
    pack = builders.pack(related=[None] * 5_000)
    with pytest.raises(PackError) as refused:
        read(json.dumps(pack).encode())
    expected = [(f"/related/{n}", "type") for n in range(100)] + [("", "more")]
    assert [(fault.path, fault.code) for fault in refused.value.faults] == expected


SENTENCES = [
    ("/series", "x", "expected a list, found text"),
    ("/pack_note", ["x"], "expected text, found a list"),
    ("/pack_note", {}, "expected text, found an object"),
    ("/thanks", False, "expected text or null, found false"),
    ("/short/from_dek", 1, "expected true or false, found 1"),
    ("/bench/chips_kept", "3", "expected a whole number, found text"),
    ("/bench/chips_kept", 3.0, "expected a whole number, found 3.0"),
    ("/bench/chips_kept", -1, "expected at least 0, found -1"),
    ("/sections/0/level", 7, "expected at most 6, found 7"),
    ("/sections/0/span", [1], "expected at least 2 in the list, found 1"),
    ("/sections/0/span", [1, 2, 3], "expected at most 2 in the list, found 3"),
    ("/related/0", None, "expected an object with slug, why, found null"),
    ("/source/md_sha", "ab", 'expected 64 lower-case hex digits, found "ab"'),
    ("/source/url", "ftp://a", 'expected an absolute http or https address, found "ftp://a"'),
    ("/chips/0/id", "c-1", 'expected "c-" and 8 lower-case hex digits, found "c-1"'),
    ("/chips/0/q", " ", 'expected words, found " "'),
    ("/chips/0/q", "x" * 3_001, "expected at most 3,000 characters, found 3,001"),
    ("/status", "open", 'expected one of "pending-judge", "ratified", found "open"'),
    ("/status", None, 'expected one of "pending-judge", "ratified", found null'),
    ("/bench/dropped_by/style", 1, '"style" is not in this closed list of keys'),
]


@pytest.mark.parametrize(
    ("path", "value", "sentence"), SENTENCES, ids=[sentence for *_, sentence in SENTENCES]
)
def test_shape_says_plainly_what_was_expected_and_found(path: str, value: Any, sentence: str) -> None:
    assert texts(builders.changed(builders.pack(), path, value)) == [sentence]


@pytest.mark.parametrize(
    ("given", "lacking"), [("replaced_by", "replacement_sha"), ("replacement_sha", "replaced_by")]
)
def test_shape_asks_for_both_halves_of_a_replacement(given: str, lacking: str) -> None:
    assert texts(builders.without(full(), f"/bench/drops/0/{lacking}")) == [
        f'"{lacking}" is missing; "{given}" needs it'
    ]
