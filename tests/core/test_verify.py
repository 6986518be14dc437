"""What an outsider is told about an export: sound ones hold, and every way of making one that does not is named."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviews.core import acts, chain, pack, verify
from reviews.core.chain import Line
from tests.core import builders
from tests.core.builders import changed, without
from tests.core.ledgers import Book, forged, judged, sha

Json = dict[str, Any]
ARTICLE = builders.article().encode()
QUOTE = "Feed the starter once a day"
REWORDED = ("how hot is the oven?", "It is heated to 250 °C.")


def lines(book: Book) -> list[bytes]:
    return book.jsonl.splitlines(keepends=True)


def faults(book: Book, article: bytes | None = ARTICLE, against: bytes | None = None) -> tuple[str, ...]:
    return verify.verify(book.export, lines(book), article, against).faults


def first(raw: bytes, ledger: list[bytes], **more: Any) -> str:
    return verify.verify(raw, ledger, **more).faults[0]


def relinked(bodies: list[Json | str], head: str = chain.ZERO) -> list[Line]:
    """Lines over these bodies (or texts, for what is not canonical), hashed from the beginning."""
    made: list[Line] = []
    for body in bodies:
        text = body if isinstance(body, str) else chain.canonical(body)
        made.append(Line(text, chain.link(chain.head(made), text)))
    return made


def bodies(book: Book) -> list[Any]:
    return [json.loads(line.body) for line in book.lines]


def lying(book: Book, change: Callable[[Json], Json]) -> tuple[bytes, list[bytes]]:
    """A house that changes an export and seals it anew: its hash, its entry, its head."""
    data = change(json.loads(book.export))
    seal = data.pop("ratified")
    told = bodies(book)
    told[-1]["export_sha"] = hashlib.sha256(pack.write(data)).hexdigest()
    made = relinked(told)
    seal["ledger"]["head"] = made[-1].hash
    return pack.write({**data, "ratified": seal}), chain.to_jsonl(made).splitlines(keepends=True)


# Sound exports


def test_a_judged_export_is_sound():
    assert faults(judged()) == ()


def test_a_judged_export_says_what_was_compared():
    book = judged()
    assert verify.verify(book.export, lines(book), ARTICLE).lines == (
        f'9 entries of "d1/baking-with-a-sourdough-starter/1", head {book.lines[-1].hash}',
        "ratified by entry 8: 2 of 2 chips published",
        "2 of 2 quotes stand in the article, in the section that they name",
        verify.ALONE,
    )


def test_alone_an_export_is_self_consistent_only():
    book = judged()
    assert verify.verify(book.export, lines(book)).lines[-1].split(":")[0] == "self-consistent only"


def test_without_the_article_it_says_that_quotes_were_not_looked_up():
    book = judged()
    told = verify.verify(book.export, lines(book)).lines
    assert told[2] == "quotes were not looked up: no article was given (--article)"


def test_an_untouched_export_is_the_file_that_entry_0_loaded():
    book = Book()
    report = verify.verify(book.raw, lines(book), ARTICLE)
    assert (report.faults, report.lines[1]) == ((), "the export is byte for byte the file that entry 0 loaded")


def test_an_untouched_export_may_have_acts_that_were_undone():
    book = Book()
    book.publish(0, QUOTE)
    book.undo(0)
    assert verify.verify(book.raw, lines(book), ARTICLE).faults == ()


def test_a_pack_that_was_loaded_ratified_points_to_the_ledger_that_tells_of_it():
    raw = judged(origin="d9").export
    book = Book(json.loads(raw))
    assert verify.verify(raw, lines(book), ARTICLE).lines[2] == (
        'it was ratified elsewhere: the ledger of "d9/baking-with-a-sourdough-starter/1" tells of that'
    )


def test_an_export_without_the_article_at_hand_is_sound():
    book = Book(article=False)
    for n in range(3):
        book.publish(n, overrides=("quote",), why="read at its address")
    assert faults(book.ratify()) == ()


@pytest.mark.parametrize("unit", ["UTF-8 bytes", "UTF-16 units"])
def test_quotes_are_found_whatever_the_unit_of_the_spans(unit):
    book = Book(builders.pack(unit=unit), article=False)
    book.add("attach", article=sha(book.text), is_cited=True, unit=unit, how="by command")
    book.source = "verified"
    book.publish(1, "The pot keeps the steam")
    book.hold(0)
    book.hold(2)
    assert faults(book.ratify()) == ()


def test_an_older_export_holds_under_a_ledger_that_went_on():
    book = judged()
    raw = book.export
    book.reopen()
    report = verify.verify(raw, lines(book), ARTICLE)
    assert (report.faults, report.lines[2]) == ((), "1 later entries are no part of this export")


def test_a_chip_whose_id_does_not_follow_from_its_question_keeps_it_until_it_is_reworded():
    data = changed(builders.pack(), "/chips/1/id", "c-00000001")
    book = Book(data)
    book.edit(1, *REWORDED)
    book.edit(1, data["chips"][1]["q"], "It is heated.")
    for n in range(3):
        book.hold(n)
    assert faults(book.ratify()) == ()


def test_two_edits_back_to_the_writers_words_leave_no_decision_to_look_for():
    book = Book()
    row = book.data["chips"][1]
    book.edit(1, *REWORDED)
    book.edit(1, row["q"], row["a"])
    for n in range(3):
        book.hold(n)
    assert faults(book.ratify()) == faults(book, against=book.raw) == ()


def scribbled(seed: int) -> Book:
    """A history of random acts, each open when it is done, ratified and perhaps reopened and ratified again."""
    rng = random.Random(seed)
    book = Book(article=bool(seed % 3))
    for _ in range(rng.randint(1, 3)):
        for _ in range(rng.randint(3, 25)):
            scribble(book, rng)
        for n in range(3):
            if book.state.chips[book.name(n)].status == "waiting":
                book.hold(n)
        book.ratify()
        book.reopen()
    return book.ratify()


def scribble(book: Book, rng: random.Random) -> None:
    n = rng.randrange(3)
    chip = book.state.chips[book.name(n)]
    act = rng.choice(["publish", "hold", "hand-edit", "drop", "undo", "strike"])
    if act == "undo" and chip.acts:
        book.undo(n)
    elif act == "strike":
        strike(book, rng)
    elif act in acts.OPEN[chip.status]:
        do(book, rng, act, n)


def do(book: Book, rng: random.Random, act: str, n: int) -> None:
    if act == "hand-edit":
        row = book.data["chips"][n]
        q, a = rng.choice([(row["q"], row["a"]), (f"how is it {n}?", "So."), (f"how is it {n}?", "So it is.")])
        cites = rng.choice([["feeding"], ["heating", "feeding"], row["cites"]])
        if book.now(n) != (sha(q), sha(a), cites):
            book.edit(n, q, a, *cites)
    elif act == "publish":
        quote = "" if book.source == "unverified" else {"feeding": QUOTE}.get(book.cites(n)[0], "Heat the oven to")
        book.publish(n, quote, overrides=() if quote else ("quote",), why="read")
    else:
        book.hold(n) if act == "hold" else book.drop(n)


def strike(book: Book, rng: random.Random) -> None:
    name = rng.choice(list(book.state.items))
    if book.standing.get(name):
        book.unstrike(name)
    elif name.startswith("digest"):
        book.strike_digest()
    else:
        book.strike_bullet(figure=rng.choice([None, "45 minutes"]))


@pytest.mark.parametrize("seed", range(60))
def test_a_random_history_is_sound_alone_and_beside_the_file_that_was_loaded(seed):
    book = scribbled(seed)
    assert (faults(book), faults(book, against=book.raw)) == ((), ())


# The chain


def cut(seq: int) -> Callable[[list[bytes]], list[bytes]]:
    return lambda rows: rows[:seq] + rows[seq + 1 :]


CHAINS: dict[str, tuple[int, Callable[[list[bytes]], list[bytes]]]] = {
    "the first entry deleted": (0, cut(0)),
    "one deleted": (4, cut(4)),
    "one doubled": (5, lambda rows: rows[:5] + rows[4:]),
    "two swapped": (4, lambda rows: [*rows[:4], rows[5], rows[4], *rows[6:]]),
    "the tail cut": (7, lambda rows: rows[:7]),
    "all but the first cut": (1, lambda rows: rows[:1]),
    "another ledger's entry": (6, lambda rows: [*rows[:6], lines(judged(origin="d2"))[6], *rows[7:]]),
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
    assert first(book.export, change(lines(book))).split(":")[0] == f"entry {seq}"


def test_two_packs_ledgers_swapped_are_told_apart():
    one, other = judged(), judged(data=builders.pack(slug="another-loaf"))
    found = [len(verify.verify(a.export, lines(b)).faults) > 0 for a, b in ((one, other), (other, one))]
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
    ledger = chain.to_jsonl(relinked(told)).splitlines(keepends=True)
    assert first(book.export, ledger) == "entry 3: its body is not canonical JSON without fractions"


BODIES: dict[str, tuple[int, Json, str]] = {
    "another number": (4, {"seq": 5}, "it says that it is entry 5: one is missing, doubled or moved"),
    "true for 1": (1, {"seq": True}, "in its body /seq is missing, or not what belongs there"),
    "another ledger": (4, {"origin": "x"}, 'it belongs to "x", not to "d1/baking-with-a-sourdough-starter/1"'),
    "no time": (4, {"utc": "yesterday"}, "in its body /utc is missing, or not what belongs there"),
    "a short hash": (4, {"q": "ab"}, "in its body /q is missing, or not what belongs there"),
    "an act of its own": (4, {"act": "approve"}, 'this verifier does not know the act "approve"'),
    "a second load": (4, {"act": "load"}, "in its body /file is missing, or not what belongs there"),
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
    "another source": (8, {"source_sha": None}, "ratify: its source_sha is not the cited article that was attached"),
    "a bullet of another text": (7, {"text": "0" * 64}, "strike bullet:e1532e34b014: its text is another bullet's"),
}


@pytest.mark.parametrize(("seq", "said", "text"), BODIES.values(), ids=BODIES)
def test_an_entry_that_cannot_have_happened_is_named(seq, said, text):
    book = judged()
    told = bodies(book)
    told[seq] |= said
    ledger = chain.to_jsonl(relinked(told)).splitlines(keepends=True)
    assert first(book.export, ledger) == f"entry {seq}: {text}"


ACTS: dict[str, tuple[Callable[[Book], object], str]] = {
    "an act on what was dropped": (lambda book: book.publish(2), "publish c-4b1d0ec2: that is not open on what is dropped"),
    "a second publish": (lambda book: book.publish(0, QUOTE), "publish c-89a08e04: that is not open on what is published"),
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
        "undo digest:x: entry 4 is not the newest act that stands there",
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
    assert first(raw, lines(book)) == f"entry 10: {text}"


def test_an_act_on_a_ratified_pack_is_named():
    book = judged()
    raw = book.export
    book.hold(0)
    assert first(raw, lines(book)) == "entry 9: hold c-89a08e04: the pack was ratified by entry 8"


def test_a_second_ratification_is_named():
    book = judged()
    raw = book.export
    assert first(raw, lines(book.ratify())) == "entry 9: ratify: the pack was ratified by entry 8"


def test_a_reopening_of_what_is_open_is_named():
    book = Book()
    book.reopen()
    assert first(book.raw, lines(book)) == "entry 3: reopen: the pack was not ratified"


def test_a_ratification_while_a_chip_waits_is_named():
    book = Book()
    book.edit(1, *REWORDED)
    book.ratify()
    assert first(book.raw, lines(book)) == "entry 4: ratify: c-4b23344a waits for a decision"


def test_a_chip_that_no_entry_decides_about_is_named():
    book = Book()
    book.hold(0)
    book.hold(1)
    assert faults(book.ratify())[-1] == "/chips/c-4b1d0ec2: it is ratified, but no entry that stands decides about it"


def test_the_file_as_loaded_is_no_export_while_an_act_stands():
    book = Book()
    book.hold(1)
    assert first(book.raw, lines(book)) == "entry 3: hold stands, but the export is the file as loaded"


def test_the_file_as_loaded_is_no_export_of_a_ratified_pack():
    row = builders.chip("how often is a starter fed?", "Once a day.", published=True)
    book = Book(builders.pack(chips=[row])).ratify()
    assert first(book.raw, lines(book)) == "entry 3: it ratified the pack, but the export is the file as loaded"


def test_another_file_than_the_one_that_was_loaded_is_refused():
    raw = builders.raw(builders.pack(title="Another title"))
    assert first(raw, lines(Book()))[:43] == "/: it is not the file that entry 0 loaded ("


# The export, changed by somebody who cannot write the ledger


@pytest.mark.parametrize("pointer", ["/title", "/dek", "/notice", "/sections/1/heading", "/thanks", "/generated_utc"])
def test_words_that_were_only_carried_cannot_be_changed_unseen(pointer):
    book = judged()
    raw = pack.write(changed(json.loads(book.export), pointer, "another"))
    assert first(raw, lines(book)) == "entry 8: this is not the export that it names by its hash (export_sha)"


@pytest.mark.parametrize("key", ["utc", "seat", "pack_sha", "source_sha", "source"])
def test_what_ratified_says_is_what_its_entry_says(key):
    book = judged()
    data = json.loads(book.export)
    raw = pack.write(changed(data, f"/ratified/{key}", data["ratified"][key][:-1] + "0"))
    assert first(raw, lines(book)).split(":")[0] == f"/ratified/{key}"


@pytest.mark.parametrize("change", [lambda raw: raw.replace(b"\n", b"\r\n"), lambda raw: raw + b"\n", lambda raw: raw[:-1]])
def test_an_export_laid_out_otherwise_is_refused(change):
    book = judged()
    assert first(change(book.export), lines(book)) == "/: its bytes are not laid out as those of all exports"


def test_an_export_whose_ratified_has_its_keys_in_another_order_is_refused():
    book = judged()
    data = json.loads(book.export)
    data["ratified"] = dict(reversed(data["ratified"].items()))
    assert first(pack.write(data), lines(book)) == "/: its bytes are not laid out as those of all exports"


def test_an_export_that_points_to_no_ratification_is_refused():
    book = judged()
    data = changed(json.loads(book.export), "/ratified/ledger/size", 8)
    found = first(pack.write(data), lines(book))
    assert found == "entry 7: it is no ratification, but the export says that this entry ratified it"


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
    "a decision more": ("/bench/decisions/-", {**builders.decision("hold", None), "chip": "c-00000000"}, "/bench/decisions/c-00000000 hold"),
    "an answer": ("/chips/0/a", "Once in a blue moon.", "entry 3"),
    "a question": ("/chips/0/q", "how often is it fed?", "entry 3"),
    "cites": ("/chips/0/cites", ["heating"], "entry 3"),
    "a quote": ("/chips/0/quote", "Feed the starter twice a day", "entry 3"),
    "a quote's section": ("/chips/0/quote_cite", "heating", "entry 3"),
    "an id": ("/chips/1/id", "c-00000000", "entry 5"),
    "a record's why": ("/bench/drops/0/why", "clearer", "entry 4"),
    "a record's date": ("/bench/drops/1/removed_utc", "2026-10-03", "entry 6"),
    "a record's detail": ("/bench/drops/1/detail", "", "entry 6"),
    "a record's section": ("/bench/drops/1/section", "feeding", "entry 6"),
    "a record's phrase": ("/bench/drops/2/withheld", "a chip", "entry 7"),
    "what replaced it": ("/bench/drops/0/replacement_sha", "0" * 12, "entry 4"),
    "a struck bullet's hash": ("/bench/drops/2/text_sha", "0" * 12, "entry 7"),
    "a struck bullet": ("/short/bullets/-", "Feed the starter once a day and heat the oven for 45 minutes.", "/bench/bullets_kept"),
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


GONE = ["/bench/decisions/0", "/bench/decisions/3", "/bench/drops/1", "/chips/0", "/chips/1", "/sections/1", "/bench/decisions"]


@pytest.mark.parametrize("pointer", GONE)
def test_what_is_left_out_is_missed(pointer):
    raw, ledger = lying(judged(), lambda data: without(data, pointer))
    assert verify.verify(raw, ledger).faults != ()


CARRIED = {
    "/title": "Another title",
    "/sections/0/digest": "a starter is fed.",
    "/bench/drops/1/text_sha": "0" * 12,
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


def test_a_seat_that_did_not_decide_cannot_ratify():
    book = Book()
    for n in range(3):
        book.hold(n)
    found = faults(book.ratify(seat="Somebody"))
    assert found == ('entry 6: its seat is "Somebody"; its decisions are of "Desk editor"',)


# The article


def test_another_article_is_not_the_cited_one():
    assert faults(judged(), b"# Another\n")[0].split(":")[0] == "/source/md_sha"


def test_an_article_in_which_spans_start_at_no_heading_is_refused():
    raw, ledger = lying(judged(), lambda data: shifted(data))
    assert first(raw, ledger, article=ARTICLE).split(":")[0] == "/sections"


def shifted(data: Json) -> Json:
    for row in data["sections"]:
        row["span"] = [edge - 1 for edge in row["span"]]
        row["chunks"] = [row["span"]]
    return data


def test_a_quote_that_is_not_where_its_span_says_is_named():
    book = Book()
    book.publish(0, QUOTE, quote_span=[0, len(QUOTE)])
    book.hold(1)
    book.hold(2)
    assert faults(book.ratify()) == (
        '/chips/c-89a08e04: its quote does not stand where it is said to, in "feeding"',
    )


def test_a_quote_of_another_section_is_named():
    book = Book()
    book.publish(0, QUOTE, quote_cite="heating")
    book.hold(1)
    book.hold(2)
    assert faults(book.ratify()) == (
        '/chips/c-89a08e04: its quote does not stand where it is said to, in "heating"',
    )


@pytest.mark.parametrize(("quote", "n"), [(QUOTE, 0), ("Feed the starter twice", 1)])
def test_a_quote_that_was_loaded_stands_anywhere_in_its_section(quote, n):
    row = builders.chip("how often is a starter fed?", "Once a day.", quote=quote, published=True)
    book = Book(builders.pack(chips=[row]))
    assert len(verify.verify(book.raw, lines(book), ARTICLE).faults) == n


# Against an older export


def again(book: Book) -> Book:
    """The pack reopened, decided otherwise and ratified again."""
    book.reopen()
    book.undo(2)
    book.hold(2)
    return book.ratify()


def test_an_older_exports_ledger_is_the_beginning_of_the_newer_one():
    old = judged().export
    book = again(judged())
    report = verify.verify(book.export, lines(book), None, old)
    assert (report.faults, report.lines[-1]) == (
        (),
        "the older export's ledger of 9 entries is the beginning of this one",
    )


def test_a_tail_that_was_cut_off_shows_against_an_older_export_alone():
    old, book = again(judged()).export, judged()
    assert faults(book) == ()
    assert faults(book, against=old) == ("cut tail: the older export saw 13 entries, and here are 9",)


@pytest.mark.parametrize("seq", range(3, 8))
def test_a_ledger_that_was_rewritten_from_an_entry_on_shows_against_an_older_export_alone(seq):
    book = judged()
    other = forged(book, seq, why="another reason")
    assert faults(other) == ()
    assert faults(other, against=book.export)[0].split(":")[0] == "rewritten"


def test_a_ledger_that_went_on_from_an_earlier_entry_is_a_fork():
    book, old = Book(), judged()
    for n in range(3):
        book.hold(n)
    for _ in range(3):
        book.add("seat", seat="Desk editor", seat_class="human-class", judge="u2", seat_id=2)
    assert faults(book.ratify(), against=old.export)[0].split(":")[0] == "fork"


def test_an_older_export_of_another_desk_is_of_another_ledger():
    assert faults(judged(), against=judged(origin="d2").export)[0].split(":")[0] == "another ledger"


def test_an_older_file_that_is_neither_ratified_nor_loaded_here_is_of_another_ledger():
    other = builders.raw(builders.pack(title="Another title"))
    assert faults(judged(), against=other)[0].split(":")[0] == "another ledger"


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
        raw, ledger = lying(book, lambda data, at=pointer: changed(data, at, rng.choice(ODD)) | {"ratified": data["ratified"]})
        is_refused(raw, ledger, article=ARTICLE, against=book.raw)
        is_refused(raw, ledger, article=ARTICLE)
        is_refused(book.export, lines(book), against=raw)


@pytest.mark.parametrize("n", range(8))
def test_nothing_that_stands_in_an_entry_makes_it_stumble(n):
    rng, book = random.Random(n), judged()
    told = bodies(book)
    for pointer in rng.sample(pointers(told), 25):
        odd = rng.choice([one for one in ODD if one != 1.5])
        if isinstance(changed({"told": told}, f"/told{pointer}", odd)["told"], list):
            made = relinked(changed({"told": told}, f"/told{pointer}", odd)["told"])
            assert is_refused(book.export, chain.to_jsonl(made).splitlines(keepends=True), article=ARTICLE)


# The command, as an outsider runs it


@pytest.fixture
def run(tmp_path: Path):
    """A copy of the one file in a folder of its own, run by a Python that sees nothing else; its exit code and lines."""
    script = tmp_path / "verify.py"
    script.write_bytes(Path(verify.__file__).read_bytes())

    def run(files: dict[str, bytes], *args: str) -> tuple[int, list[str]]:
        for name, raw in files.items():
            (tmp_path / name).write_bytes(raw)
        command = [sys.executable, "-I", "-S", script.name, *args]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=60)
        assert ran.stderr == ""
        return ran.returncode, ran.stdout.splitlines()

    return run


def test_a_copy_of_the_file_runs_alone(run):
    book = judged()
    files = {"a.json": book.export, "a.jsonl": book.jsonl, "a.md": ARTICLE, "old.json": book.raw}
    code, told = run(files, "a.json", "a.jsonl", "--article", "a.md", "--against", "old.json")
    assert (code, told[0], len(told)) == (0, "a.json: sound", 5)


def test_the_command_ends_with_1_and_names_the_first_bad_entry(run):
    book = judged()
    code, told = run({"a.json": book.export, "a.jsonl": b"".join(cut(4)(lines(book)))}, "a.json", "a.jsonl")
    assert (code, told[:2]) == (
        1,
        ["a.json: NOT SOUND", "  entry 4: it says that it is entry 5: one is missing, doubled or moved"],
    )


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "not UTF-8": b'{"slug": "\xff"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "half of it": builders.raw(builders.pack())[:-9],
    "a list": b"[]",
    "null": b"null",
    "an empty object": b"{}",
    "very deep": b"[" * 1_000_000,
    "many lists": b"[" + b"[]," * 2_000_001 + b"[]]",
    "a key twice": b'{"slug": "a", "slug": "b"}',
    "no number": b'{"slug": NaN}',
    "too many digits": b'{"slug": ' + b"9" * 5000 + b"}",
    "a fraction for a count": builders.raw(changed(builders.pack(), "/bench/chips_kept", 3.0)),
    "true for a count": builders.raw(changed(builders.pack(), "/bench/bullets_kept", True)),
    "too large a count": builders.raw(changed(builders.pack(), "/bench/chips_kept", 2**53)),
    "text for a list": builders.raw(changed(builders.pack(), "/chips", "none")),
    "a list for text": builders.raw(changed(builders.pack(), "/chips/0/q", ["why?"])),
    "three numbers for a span": builders.raw(changed(builders.pack(), "/sections/0/span", [1, 2, 3])),
    "another reason": builders.raw(changed(builders.pack(drops=[builders.drop()]), "/bench/drops/0/reason", [])),
    "larger than is read": b" " * 16_000_001,
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_is_no_pack_is_unusable_as_an_export_and_as_an_older_one(run, raw):
    book = judged()
    files = {"bad.json": raw, "a.json": book.export, "a.jsonl": book.jsonl}
    code, told = run(files, "bad.json", "a.jsonl")
    assert (code, len(told)) == (2, 2)
    assert run(files, "a.json", "a.jsonl", "--against", "bad.json")[0] == 2


@pytest.mark.parametrize("raw", [b"", b"\xff", b"[" * 100_000, b"{}", b"\0" * 12_000_001], ids=["empty", "not UTF-8", "deep", "no entry", "one long line"])
def test_a_file_that_is_no_ledger_is_refused_in_a_sentence(run, raw):
    code, told = run({"a.json": judged().export, "bad.jsonl": raw}, "a.json", "bad.jsonl")
    assert (code > 0, len(told) > 1) == (True, True)


def test_a_file_that_is_not_there_is_unusable(run):
    assert run({}, "none.json", "none.jsonl") == (
        2,
        ["none.json: cannot be used", "  none.json: No such file or directory"],
    )


def test_a_carried_key_that_is_very_deep_is_no_traceback(run):
    book = judged()
    raw = book.export.rstrip()[:-1] + b', "x": ' + b"[" * 900 + b"]" * 900 + b"}"
    assert run({"a.json": raw, "a.jsonl": book.jsonl}, "a.json", "a.jsonl")[0] > 0


def test_an_article_that_is_not_utf_8_is_no_traceback(run):
    book = judged()
    files = {"a.json": book.export, "a.jsonl": book.jsonl, "a.md": b"\xff"}
    assert run(files, "a.json", "a.jsonl", "--article", "a.md")[0] == 1


def test_foreign_words_cannot_move_the_cursor_or_turn_the_line(run):
    book = judged()
    raw = pack.write(changed(json.loads(book.export), "/pack_note", "\x1b[2J‮sound"))
    _, told = run({"a.json": raw, "a.jsonl": book.jsonl}, "a.json", "a.jsonl")
    assert [line for line in told if not line.isprintable()] == []
