"""What an export says and its entries do not: changed by a stranger, or by a house that seals it anew."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from reviews.core import pack, verify
from tests.core import builders
from tests.core.builders import changed, without
from tests.core.ledgers import Book, Json, jsonl, judged, lying, relinked
from tests.core.verifying import ARTICLE, faults, first

# The export, changed by somebody who cannot write the ledger


@pytest.mark.parametrize(
    "pointer", ["/title", "/dek", "/notice", "/sections/1/heading", "/thanks", "/generated_utc"]
)
def test_words_that_were_only_carried_cannot_be_changed_unseen(pointer):
    book = judged()
    raw = pack.write(changed(json.loads(book.export), pointer, "another"))
    assert first(raw, book.rows) == "entry 8: this is not the export that it names by its hash (export_sha)"


@pytest.mark.parametrize("key", ["utc", "seat", "pack_sha", "source_sha", "source"])
def test_what_ratified_says_is_what_its_entry_says(key):
    book = judged()
    data = json.loads(book.export)
    raw = pack.write(changed(data, f"/ratified/{key}", data["ratified"][key][:-1] + "0"))
    assert first(raw, book.rows).split(":")[0] == f"/ratified/{key}"


@pytest.mark.parametrize(
    "change", [lambda raw: raw.replace(b"\n", b"\r\n"), lambda raw: raw + b"\n", lambda raw: raw[:-1]]
)
def test_an_export_laid_out_otherwise_is_refused(change):
    book = judged()
    assert first(change(book.export), book.rows) == "/: its bytes are not laid out as those of all exports"


def test_an_export_whose_ratified_has_its_keys_in_another_order_is_refused():
    book = judged()
    data = json.loads(book.export)
    data["ratified"] = dict(reversed(data["ratified"].items()))
    assert first(pack.write(data), book.rows) == "/: its bytes are not laid out as those of all exports"


def test_an_export_that_points_to_no_ratification_is_refused():
    book = judged()
    data = changed(json.loads(book.export), "/ratified/ledger/size", 8)
    found = first(pack.write(data), book.rows)
    assert found == "entry 7: it is no ratification, but the export says that this entry ratified it"


def test_the_ledger_of_another_pack_is_said_to_be_one():
    book = judged()
    data = changed(json.loads(book.export), "/ratified/ledger/origin", "0123456789abcdef/another-pack/1")
    found = first(pack.write(data), book.rows)
    assert found.startswith("/ratified/ledger/origin: this is another ledger, ")
    assert found.endswith('; the export names "0123456789abcdef/another-pack/1"')


def test_a_changed_word_of_an_export_is_told_as_the_exports():
    book = judged()
    data = json.loads(book.export)
    raw = pack.write(changed(data, "/chips/1/a", f"X{data['chips'][1]['a'][1:]}"))
    found = next(one for one in verify.verify(raw, book.rows).faults if "/chips/" in one and "/a: " in one)
    assert re.fullmatch(
        r'entry \d: the export is not what follows: /chips/\S+/a: it is "X.*"; what follows is words .*',
        found,
    )


# The export, changed by a house that seals it anew


LIES: dict[str, tuple[str, Any, str]] = {
    "status": ("/status", "pending-judge", "/status"),
    "note": ("/pack_note", "judged by Nobody: 2 published, 0 held, 0 rewritten, 0 dropped", "/pack_note"),
    "judge": ("/seat_class/judge", "model-class", "/seat_class/judge"),
    "a decision's why": ("/bench/decisions/1/why", "clearer", "entry 4"),
    "a decision's time": ("/bench/decisions/0/utc", "2026-10-02T09:00:22Z", "entry 3"),
    "a decision's seat": ("/bench/decisions/0/seat", "Somebody", "entry 3"),
    "a decision's span": ("/bench/decisions/0/quote_span", [150, 177], "entry 3"),
    "a decision's words": ("/bench/decisions/0/text_sha", "0" * 12, "entry 3"),
    "a decision's overrides": ("/bench/decisions/0/overrides", ["quote"], "entry 3"),
    "a decision's source": ("/bench/decisions/0/source", "unverified", "entry 3"),
    "a decision's act": ("/bench/decisions/3/act", "hold", "entry 6"),
    "a strike's item": ("/bench/decisions/4/item", "bullet:000000000000", "entry 7"),
    "a strike's hash": ("/bench/decisions/4/text_sha", "000000000000", "entry 7"),
    "a decision more": (
        "/bench/decisions/-",
        {**builders.decision("hold", None), "chip": "c-00000000"},
        "/bench/decisions/c-00000000 hold",
    ),
    "an answer": ("/chips/0/a", "Once in a blue moon.", "entry 3"),
    "a question": ("/chips/0/q", "how often is it fed?", "entry 3"),
    "cites": ("/chips/0/cites", ["heating"], "entry 3"),
    "a quote": ("/chips/0/quote", "Feed the starter twice a day", "entry 3"),
    "a quote's section": ("/chips/0/quote_cite", "heating", "entry 3"),
    "an id": ("/chips/1/id", "c-00000000", "entry 5"),
    "a record's why": ("/bench/drops/0/why", "clearer", "entry 4"),
    "a record's date": ("/bench/drops/1/removed_utc", "2026-10-03", "entry 6"),
    "a record's detail": ("/bench/drops/1/detail", "", "entry 6"),
    "a record's hash": ("/bench/drops/1/text_sha", "0" * 12, "entry 6"),
    "a hash of words that were dropped": ("/bench/decisions/3/text_sha", "0" * 12, "entry 6"),
    "a quote of nowhere": ("/chips/0/quote_cite", "nowhere", "/chips/0/quote_cite"),
    "a record's section": ("/bench/drops/1/section", "feeding", "entry 6"),
    "a record's phrase": ("/bench/drops/2/withheld", "a chip", "entry 7"),
    "what replaced it": ("/bench/drops/0/replacement_sha", "0" * 12, "entry 4"),
    "a struck bullet's hash": ("/bench/drops/2/text_sha", "0" * 12, "entry 7"),
    "a struck bullet": (
        "/short/bullets/-",
        "Feed the starter once a day and heat the oven for 45 minutes.",
        "/bench/bullets_kept",
    ),
    "a count of what was written": ("/bench/chips_written", 4, "/bench/chips_written"),
    "a count of what was kept": ("/bench/chips_kept", 2, "/bench/chips_written"),
    "a count by hand": ("/bench/chips_by_hand", 2, "/bench/chips_by_hand"),
    "a count of reasons": ("/bench/dropped_by/judge", 2, "/bench/dropped_by/judge"),
    "a count of quotes": ("/bench/chips_grounded", 1, "/bench/chips_grounded"),
    "a count of the published": ("/bench/chips_published", 3, "/bench/chips_published"),
    "a count of digests": ("/bench/digests_written", 2, "/bench/digests_written"),
    "a section's length": ("/sections/0/chars", 5, "/sections/0"),
    "the hash of the source": ("/source/md_sha", "0" * 64, "/md_sha as loaded"),
    "the slug": ("/slug", "another-loaf", "/slug as loaded"),
}


@pytest.mark.parametrize(("pointer", "value", "place"), LIES.values(), ids=LIES)
def test_what_does_not_follow_from_the_entries_is_named(pointer, value, place):
    book = judged()
    raw, ledger = lying(book, lambda data: changed(data, pointer, value))
    assert place in [fault.split(":")[0] for fault in verify.verify(raw, ledger).faults]


GONE = [
    "/bench/decisions/0",
    "/bench/decisions/3",
    "/bench/drops/1",
    "/chips/0",
    "/chips/1",
    "/sections/1",
    "/bench/decisions",
]


@pytest.mark.parametrize("pointer", GONE)
def test_what_is_left_out_is_missed(pointer):
    raw, ledger = lying(judged(), lambda data: without(data, pointer))
    assert verify.verify(raw, ledger).faults != ()


def turned(data: Json, *steps: str) -> Json:
    """A list of a pack the other way round."""
    rows: Any = data
    for step in steps:
        rows = rows[step]
    rows.reverse()
    return data


@pytest.mark.parametrize("against", [None, judged().raw], ids=["alone", "beside what was loaded"])
@pytest.mark.parametrize("steps", [("chips",), ("bench", "decisions")], ids="/".join)
def test_chips_and_decisions_in_another_order_are_told(steps, against):
    raw, ledger = lying(judged(), lambda data: turned(data, *steps))
    (fault,) = verify.verify(raw, ledger, None, against).faults[:1]
    assert re.fullmatch(r'/(chips|bench/decisions): ".*" stands where ".*" belongs', fault)


CARRIED = {
    "/title": "Another title",
    "/sections/0/digest": "a starter is fed.",
    "/bench/drops/1/item_chars": 1,
    "/bench/drops/0/text_sha": "0" * 12,
    "/bench/new_noun_tokens_withheld": 3,
}


@pytest.mark.parametrize(("pointer", "value"), CARRIED.items(), ids=CARRIED)
def test_a_house_that_changes_what_it_only_carries_is_caught_by_the_file_that_was_loaded(pointer, value):
    book = judged()
    raw, ledger = lying(book, lambda data: changed(data, pointer, value))
    found = verify.verify(raw, ledger, None, book.raw).faults
    assert (verify.verify(raw, ledger).faults, [pointer in fault for fault in found]) == ((), [True])


@pytest.mark.parametrize(("key", "value"), [("decisions", []), ("chips_by_hand", 0)])
def test_a_key_that_says_nothing_is_left_out(key, value):
    row = builders.chip("how often is it fed?", "Once a day.", published=True)
    raw, ledger = lying(
        Book(builders.pack(chips=[row])).ratify(), lambda data: changed(data, f"/bench/{key}", value)
    )
    assert first(raw, ledger) == f"/bench/{key}: it says nothing, and is left out then"


def test_a_seat_that_did_not_decide_cannot_ratify():
    book = Book()
    for n in range(3):
        book.hold(n)
    found = faults(book.ratify(seat="Somebody"))
    assert found == ('entry 6: its seat is "Somebody"; its decisions are of "Desk editor"',)


# Whatever stands anywhere


ODD: tuple[Any, ...] = (None, True, -1, 2**53, 1.5, "", "x", "c-00000000", [], [[]], {}, [{}], [1, 1], [5, 1])


def pointers(found: Any, path: str = "") -> list[str]:
    """Every place in a value."""
    inner = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
    return [place for key, one in inner for place in (f"{path}/{key}", *pointers(one, f"{path}/{key}"))]


def is_refused(raw: bytes, ledger: list[bytes], **more: Any) -> bool:
    try:
        return verify.verify(raw, ledger, **more).faults != ()
    except verify.Unusable:
        return True


@pytest.mark.parametrize("n", range(8))
def test_nothing_that_stands_in_a_sealed_export_makes_it_stumble(n):
    rng, book = random.Random(n), judged()
    for pointer in rng.sample(pointers(json.loads(book.export)), 25):
        raw, ledger = lying(
            book, lambda data, at=pointer: changed(data, at, rng.choice(ODD)) | {"ratified": data["ratified"]}
        )
        refused = is_refused(raw, ledger, article=ARTICLE)
        # More to go by finds no less.
        assert is_refused(raw, ledger, article=ARTICLE, against=book.raw) >= refused
        is_refused(book.export, book.rows, against=raw)


@pytest.mark.parametrize("n", range(8))
def test_nothing_that_stands_in_an_entry_makes_it_stumble(n):
    rng, book = random.Random(n), judged()
    told = book.bodies
    for pointer in rng.sample(pointers(told), 25):
        odd = rng.choice([one for one in ODD if one != 1.5])
        if isinstance(changed({"told": told}, f"/told{pointer}", odd)["told"], list):
            made = relinked(changed({"told": told}, f"/told{pointer}", odd)["told"])
            assert is_refused(book.export, jsonl(made), article=ARTICLE)
