"""The file format: what reading notes and refuses in a pack, and that writing gives the bytes back."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviews.core.faults import PackError
from reviews.core.pack import Pack, chip_id, read, sha, short_sha, wording, write
from tests.core import builders
from tests.core.reading import RAW, carrying, noted

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


@pytest.mark.parametrize(
    "key", ["b", "titel", "headings_", "sha", "mdsha256", "qq_a", "tixxle", "tilte_", "kitten"]
)
def test_read_takes_no_other_key_for_a_slip(key: str) -> None:
    assert noted(builders.raw(builders.pack(**{key: 1}))) == [(f"/{key}", "carried")]


def test_read_notes_a_key_once_for_a_level_and_counts_it() -> None:
    pack = builders.pack()
    for row in pack["chips"]:
        row["colour"] = "red"
    notes = [(note.path, note.text) for note in read(builders.raw(pack)).notes]
    assert notes == [("/chips/0/colour", '"colour" is carried, not read (3 times)')]


def test_read_says_what_it_carries_and_what_it_would_lay_out_anew() -> None:
    notes = read(builders.raw(builders.pack(schema_version="1.3", Dek="", colour=1))[:-1]).notes
    assert [note.text for note in notes] == [
        "not laid out as packs are: untouched it goes out byte for byte, ratified it is laid out anew",
        '"Dek" is carried, not read; is it a slip for "dek"?',
        '"colour" is carried, not read',
        "schema 1.3 is later than 1.0; what it adds is carried, not read",
    ]


def test_read_shortens_a_key_of_any_length_in_its_note() -> None:
    (note,) = read(builders.raw(builders.pack(**{"k" * 100_000: 1}))).notes
    assert (note.path, len(note.text) < 100) == ("/" + "k" * 60 + "…", True)


def test_read_stops_at_a_hundred_notes_and_says_so() -> None:
    notes = noted(builders.raw(builders.pack(**{f"x{n:04}": n for n in range(5_000)})))
    assert notes == [(f"/x{n:04}", "carried") for n in range(100)] + [("", "more")]


def test_read_notes_a_chip_id_that_does_not_follow_from_its_question() -> None:
    pack = builders.changed(builders.pack(), "/chips/2/id", "c-00000000")
    assert noted(builders.raw(pack)) == [("/chips/2/id", "chip-id")]


# Anything


PLACES = """
/source /source/md_url /short /short/bullets /sections /sections/0 /sections/0/chunks /sections/0/span
/sections/0/id /chips /chips/0 /chips/0/q /chips/0/cites /chips/0/quote_cite /bench /bench/drops
/bench/drops/0 /bench/dropped_by /bench/decisions /bench/decisions/0 /bench/decisions/0/quote_span
/bench/decisions/0/chip /ratified /status /thanks
""".split()


def outcome(raw: bytes) -> bytes:
    try:
        return read(raw).raw
    except PackError:
        return b""


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(PLACES), JSON)
def test_read_takes_or_refuses_whatever_stands_in_a_place(path: str, value: Any) -> None:
    raw = builders.raw(builders.changed(builders.ratified(), path, value))
    assert outcome(raw) in (raw, b"")


@settings(deadline=None, max_examples=300)
@given(st.integers(0, len(RAW) - 1), st.binary(max_size=3))
def test_read_takes_or_refuses_whatever_bytes(at: int, some: bytes) -> None:
    raw = RAW[:at] + some + RAW[at + 1 :]
    assert outcome(raw) in (raw, b"")


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
