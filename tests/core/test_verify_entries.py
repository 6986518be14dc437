"""The first bad entry is named: lines that were moved or changed, and acts that cannot have happened."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reviews.core import verify
from tests.core import builders
from tests.core.ledgers import Book, Json, jsonl, judged, relinked
from tests.core.verifying import faults, first

QUOTE = "Feed the starter once a day"
REWORDED = ("how hot is the oven?", "It is heated to 250 °C.")


def cut(seq: int) -> Callable[[list[bytes]], list[bytes]]:
    return lambda rows: rows[:seq] + rows[seq + 1 :]


CHAINS: dict[str, tuple[int, Callable[[list[bytes]], list[bytes]]]] = {
    "the first entry deleted": (0, cut(0)),
    "one deleted": (4, cut(4)),
    "one doubled": (5, lambda rows: rows[:5] + rows[4:]),
    "two swapped": (4, lambda rows: [*rows[:4], rows[5], rows[4], *rows[6:]]),
    "the tail cut": (7, lambda rows: rows[:7]),
    "all but the first cut": (1, lambda rows: rows[:1]),
    "another ledger's entry": (6, lambda rows: [*rows[:6], judged(origin="d2").rows[6], *rows[7:]]),
    "a word changed": (4, lambda rows: [*rows[:4], rows[4].replace(b"plainer", b"clearer"), *rows[5:]]),
    "a hash changed": (8, lambda rows: [*rows[:8], rows[8].replace(rows[8][-10:-4], b"000000")]),
    "capital hex": (8, lambda rows: [*rows[:8], rows[8][:-67] + rows[8][-67:].upper()]),
    "a space in a line": (3, lambda rows: [*rows[:3], rows[3].replace(b'", "', b'",  "'), *rows[4:]]),
    "a key more": (3, lambda rows: [*rows[:3], rows[3].replace(b"}\n", b', "x": 1}\n'), *rows[4:]]),
    "an empty line": (2, lambda rows: [*rows[:2], b"\n", *rows[2:]]),
    "no last line feed": (8, lambda rows: [*rows[:8], rows[8].rstrip()]),
    "CRLF": (0, lambda rows: [row.replace(b"\n", b"\r\n") for row in rows]),
    "not UTF-8": (4, lambda rows: [*rows[:4], b"\xff" + rows[4], *rows[5:]]),
    "a list": (4, lambda rows: [*rows[:4], b"[]\n", *rows[5:]]),
    "numbers": (4, lambda rows: [*rows[:4], b'{"body": 1, "hash": 2}\n', *rows[5:]]),
    "very deep": (4, lambda rows: [*rows[:4], b"[" * 100_000 + b"\n", *rows[5:]]),
    "half a character": (4, lambda rows: [*rows[:4], b'{"body": "\\ud800", "hash": ""}\n', *rows[5:]]),
}


@pytest.mark.parametrize(("seq", "change"), CHAINS.values(), ids=CHAINS)
def test_the_first_bad_line_is_named(seq, change):
    book = judged()
    assert first(book.export, change(book.rows)).split(":")[0] == f"entry {seq}"


def test_two_packs_ledgers_swapped_are_told_apart():
    one, other = judged(), judged(data=builders.pack(slug="another-loaf"))
    found = [len(verify.verify(a.export, b.rows).faults) > 0 for a, b in ((one, other), (other, one))]
    assert found == [True, True]


TEXTS: dict[str, Callable[[str], str]] = {
    "a fraction": lambda text: text.replace('"version":2', '"version":2.0'),
    "spaces": lambda text: text.replace(":", ": "),
    "keys unsorted": lambda text: '{"zz":1,' + text[1:],
    "a key twice": lambda text: '{"act":"hold",' + text[1:],
    "no number": lambda text: text.replace('"version":2', '"version":NaN'),
    "too many digits": lambda text: text.replace('"version":2', '"version":' + "9" * 5000),
    "very deep": lambda text: "[" * 50_000 + "]" * 50_000,
    "an escape": lambda text: text.replace("Desk", "\\u0044esk"),
}


@pytest.mark.parametrize("change", TEXTS.values(), ids=TEXTS)
def test_a_body_that_is_not_canonical_is_named_even_when_hashed_anew(change):
    book = judged()
    told = [line.body for line in book.lines]
    told[3] = change(told[3])
    ledger = jsonl(relinked(told))
    assert first(book.export, ledger) == "entry 3: its body is not canonical JSON without fractions"


BODIES: dict[str, tuple[int, Json, str]] = {
    "another number": (4, {"seq": 5}, "it says that it is entry 5: one is missing, doubled or moved"),
    "true for 1": (1, {"seq": True}, "in its body /seq is missing, or not what belongs there"),
    "another ledger": (
        4,
        {"origin": "x"},
        'it belongs to "x", not to "d1/baking-with-a-sourdough-starter/1"',
    ),
    "no time": (4, {"utc": "yesterday"}, "in its body /utc is missing, or not what belongs there"),
    "a short hash": (4, {"q": "ab"}, "in its body /q is missing, or not what belongs there"),
    "an act of its own": (4, {"act": "approve"}, 'this verifier does not know the act "approve"'),
    "a second load": (4, {"act": "load"}, "in its body /seat is missing, or not what belongs there"),
    "a version left out": (4, {"version": 3}, "hand-edit c-4b23344a: it leaves version 3 where 2 follows"),
    "no reason": (4, {"why": " "}, "hand-edit c-4b23344a: it does not say why"),
    "no article": (
        4,
        {"source": "unverified"},
        "hand-edit c-4b23344a: its source does not follow from the articles that were attached before",
    ),
    "another article": (
        1,
        {"article": "0" * 64},
        "attach: whether its article is the cited one does not follow from md_sha in entry 0",
    ),
    "other words": (5, {"a": "0" * 64}, "publish c-4b23344a: it is about other words than stood there"),
    "no quote": (5, {"quote": ""}, "publish c-4b23344a: a quote, its section and its span go together"),
    "a longer span": (
        5,
        {"quote_span": [1, 99]},
        "publish c-4b23344a: its quote is not as long as its span, or of an article that was not at hand",
    ),
    "another source": (
        8,
        {"source_sha": None},
        "ratify: its source_sha is not the cited article that was attached",
    ),
    "a bullet of another text": (
        7,
        {"text": "0" * 64},
        "strike bullet:e1532e34b014: its text is another bullet's",
    ),
}


@pytest.mark.parametrize(("seq", "said", "text"), BODIES.values(), ids=BODIES)
def test_an_entry_that_cannot_have_happened_is_named(seq, said, text):
    book = judged()
    told = book.bodies
    told[seq] |= said
    ledger = jsonl(relinked(told))
    assert first(book.export, ledger) == f"entry {seq}: {text}"


ACTS: dict[str, tuple[Callable[[Book], object], str]] = {
    "an act on what was dropped": (
        lambda book: book.publish(2),
        "publish c-4b1d0ec2: that is not open on what is dropped",
    ),
    "a second publish": (
        lambda book: book.publish(0, QUOTE),
        "publish c-89a08e04: that is not open on what is published",
    ),
    "a second strike": (
        lambda book: book.strike_bullet(),
        "strike bullet:e1532e34b014: that is not open on what is struck",
    ),
    "an edit of nothing": (lambda book: book.edit(1, *REWORDED), "hand-edit c-4b23344a: it changes nothing"),
    "an undo of an older act": (
        lambda book: book.did(book.name(1), {"undoes": 4}, act="undo", chip=book.name(1)),
        "undo c-4b23344a: entry 4 is not the newest act that stands there",
    ),
    "an undo of nothing": (
        lambda book: book.did("digest:x", {"undoes": 4}, act="undo", item="digest:x"),
        "undo digest:x: the file that was loaded has nothing of that name",
    ),
    "an undo of two things": (
        lambda book: book.did("x", {"undoes": 4}, act="undo", item="digest:x", chip=book.name(1)),
        "undo c-4b23344a: it has to be about one chip or one item",
    ),
}


@pytest.mark.parametrize(("act", "text"), ACTS.values(), ids=ACTS)
def test_an_act_that_was_not_open_is_named(act, text):
    book = judged()
    raw = book.export
    book.reopen()
    act(book)
    assert first(raw, book.rows) == f"entry 10: {text}"


def test_an_act_on_a_ratified_pack_is_named():
    book = judged()
    raw = book.export
    book.hold(0)
    assert first(raw, book.rows) == "entry 9: hold c-89a08e04: the pack was ratified by entry 8"


def test_a_second_ratification_is_named():
    book = judged()
    raw = book.export
    assert first(raw, book.ratify().rows) == "entry 9: ratify: the pack was ratified by entry 8"


def test_a_reopening_of_what_is_open_is_named():
    book = Book()
    book.reopen()
    assert first(book.raw, book.rows) == "entry 3: reopen: the pack was not ratified"


def test_a_ratification_while_a_chip_waits_is_named():
    book = Book()
    book.hold(0)
    book.edit(1, *REWORDED)
    book.hold(2)
    book.ratify()
    assert first(book.raw, book.rows) == "entry 6: ratify: c-4b23344a waits for a decision"


def test_a_chip_that_no_entry_decides_about_is_named():
    book = Book()
    book.hold(0)
    book.hold(1)
    assert (
        faults(book.ratify())[-1]
        == "/chips/c-4b1d0ec2: it is ratified, but no entry that stands decides about it"
    )


def test_the_file_as_loaded_is_no_export_while_an_act_stands():
    book = Book()
    book.hold(1)
    assert first(book.raw, book.rows) == "entry 3: hold stands, but the export is the file as loaded"


def test_the_file_as_loaded_is_no_export_of_a_ratified_pack():
    row = builders.chip("how often is a starter fed?", "Once a day.", published=True)
    book = Book(builders.pack(chips=[row])).ratify()
    assert first(book.raw, book.rows) == "entry 3: it ratified the pack, but the export is the file as loaded"


def test_another_file_than_the_one_that_was_loaded_is_refused():
    raw = builders.raw(builders.pack(title="Another title"))
    assert first(raw, Book().rows)[:43] == "/: it is not the file that entry 0 loaded ("


# Whatever an entry says has to be what its act says, and nothing besides


STRANGE: dict[str, tuple[int, Json, str]] = {
    "a field that nobody knows": (4, {"note": "as agreed"}, "/note"),
    "a verdict on an edit": (4, {"verdict": "publish"}, "/verdict"),
    "an opinion opened by a drop": (6, {"opens": {"seq": 3, "nonce": "ab" * 16, "said": "{}"}}, "/opens"),
    "a span on a drop": (6, {"quote_span": [1, 5]}, "/quote_span"),
    "overrides on an edit": (4, {"overrides": ["quote"]}, "/overrides"),
    "a chip in a strike": (7, {"chip": "c-89a08e04"}, "/chip"),
    "a seat on a load": (0, {"seat": "Desk editor"}, "/seat"),
    "a number for a revision": (0, {"revision": "1"}, "/revision"),
    "a count more": (0, {"counts": {**judged().bodies[0]["counts"], "words": 9}}, "/counts/words"),
    "a unit of its own": (1, {"unit": "words"}, "/unit"),
    "a seat without its judge": (2, {"judge": None}, "/judge"),
    "a seat without its number": (2, {"seat_id": "1"}, "/seat_id"),
    "a term that begins never": (2, {"starts": "2026-10-00T00:00:00Z"}, "/starts"),
    "a day that never was": (3, {"utc": "2026-02-30T09:00:00Z"}, "/utc"),
    "an hour that never was": (3, {"utc": "2026-10-02T24:00:00Z"}, "/utc"),
    "nobody": (3, {"actor": ""}, "/actor"),
    "a seat without a name": (3, {"seat": ""}, "/seat"),
    "a seat that nobody can see": (3, {"seat": "\u200b"}, "/seat"),
    "a seat of no class": (3, {"seat_class": None}, "/seat_class"),
    "a figure that is none": (7, {"figure": ""}, "/figure"),
    "a ratification by nobody": (8, {"actor": ""}, "/actor"),
}


@pytest.mark.parametrize(("seq", "said", "place"), STRANGE.values(), ids=STRANGE)
def test_an_entry_that_says_what_its_act_does_not_say_is_named(seq, said, place):
    book = judged()
    told = book.bodies
    told[seq] |= said
    text = f"entry {seq}: in its body {place} is missing, or not what belongs there"
    assert first(book.export, jsonl(relinked(told))) == text


@pytest.mark.parametrize("act", ["vacate", "reopen", "hold", "hand-edit", "exclude"])
def test_a_verdict_on_an_act_without_one_is_no_traceback(act):
    book = judged()
    told = book.bodies
    told[4] |= {"act": act, "verdict": "publish"}
    assert first(book.export, jsonl(relinked(told)))[:8] == "entry 4:"
