"""An export that the product makes is sound, alone and beside what is older; what was compared is said."""

from __future__ import annotations

import json
import random

import pytest

from reviews.core import acts, verify
from tests.core import builders
from tests.core.builders import changed
from tests.core.ledgers import Book, Json, forged, judged, lying, sha
from tests.core.verifying import ARTICLE, faults, first

QUOTE = "Feed the starter once a day"
REWORDED = ("how hot is the oven?", "It is heated to 250 °C.")


# Sound exports


def test_a_judged_export_is_sound():
    assert faults(judged()) == ()


def test_a_judged_export_says_what_was_compared():
    book = judged()
    assert verify.verify(book.export, book.rows, ARTICLE).lines == (
        f'9 entries of "d1/baking-with-a-sourdough-starter/1", head {book.lines[-1].hash}',
        "ratified by entry 8: 2 of 2 chips published",
        "2 of 2 quotes stand in the article, in the section that they name",
        verify.ALONE,
    )


def test_seats_on_the_whole_desk_are_said_to_be_told_elsewhere():
    book = Book()
    book.hold(0, actor="u2")
    book.hold(1)
    book.hold(2, actor="u3")
    assert verify.verify(book.ratify().export, book.rows).lines[2] == (
        "2 acts are by judges without a seat on this pack: "
        "seats on the whole desk are told in the desk's own ledger, which is not here"
    )


def test_entries_that_are_dated_before_those_before_them_are_told():
    book = Book()
    book.hold(0)
    book.hold(1, utc="2026-10-01T09:00:00Z")
    book.hold(2, utc="2026-10-01T08:59:59Z")
    report = verify.verify(book.ratify().export, book.rows)
    assert (report.faults, report.lines[2]) == (
        (),
        "entry 4 is dated before the one before it, and 1 more likewise: "
        "the clock was set back there, or the dates are not true",
    )


def test_alone_an_export_is_self_consistent_only():
    book = judged()
    assert verify.verify(book.export, book.rows).lines[-1].split(":")[0] == "self-consistent only"


def test_without_the_article_it_says_that_quotes_were_not_looked_up():
    book = judged()
    told = verify.verify(book.export, book.rows).lines
    assert told[2] == "quotes were not looked up: no article was given (--article)"


def test_an_untouched_export_is_the_file_that_entry_0_loaded():
    book = Book()
    report = verify.verify(book.raw, book.rows, ARTICLE)
    assert (report.faults, report.lines[1]) == (
        (),
        "the export is byte for byte the file that entry 0 loaded",
    )


def test_an_untouched_export_may_have_acts_that_were_undone():
    book = Book()
    book.publish(0, QUOTE)
    book.undo(0)
    assert verify.verify(book.raw, book.rows, ARTICLE).faults == ()


def test_a_pack_that_was_loaded_ratified_points_to_the_ledger_that_tells_of_it():
    raw = judged(origin="d9").export
    book = Book(json.loads(raw))
    assert verify.verify(raw, book.rows, ARTICLE).lines[2] == (
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
    report = verify.verify(raw, book.rows, ARTICLE)
    assert (report.faults, report.lines[2]) == ((), "1 later entry is no part of this export")


def test_a_chip_whose_id_does_not_follow_from_its_question_keeps_it_until_it_is_reworded():
    data = changed(builders.pack(), "/chips/1/id", "c-00000001")
    book = Book(data)
    book.edit(1, *REWORDED)
    book.edit(1, data["chips"][1]["q"], "It is heated.")
    for n in range(3):
        book.hold(n)
    assert faults(book.ratify()) == ()


def test_a_pack_that_two_seats_judged_is_ratified_in_both_names():
    book = Book()
    book.hold(0, actor="u2", seat="Second editor", seat_class="model-class")
    book.hold(1)
    book.hold(2)
    assert (faults(book.ratify()), book.bodies[-1]["seat"]) == ((), "Second editor, Desk editor")


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
        q, a = rng.choice(
            [(row["q"], row["a"]), (f"how is it {n}?", "So."), (f"how is it {n}?", "So it is.")]
        )
        cites = rng.choice([["feeding"], ["heating", "feeding"], row["cites"]])
        if book.now(n) != (sha(q), sha(a), cites):
            book.edit(n, q, a, *cites)
    elif act == "publish":
        quote = (
            ""
            if book.source == "unverified"
            else {"feeding": QUOTE}.get(book.cites(n)[0], "Heat the oven to")
        )
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
    report = verify.verify(book.export, book.rows, None, old)
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
    for n in range(3):
        book.seat(f"u{n + 2}", n + 2)
    assert faults(book.ratify(), against=old.export)[0].split(":")[0] == "fork"


def test_an_export_that_was_ratified_before_the_older_one_is_set_back():
    book = judged()
    raw = book.export
    again(book)
    (fault,) = verify.verify(raw, book.rows, None, book.export).faults
    assert fault == "set back: entry 12 ratified the older one, and entry 8 before it this one"


@pytest.mark.parametrize("pointer", ["/title", "/chips/0/a", "/bench/decisions/0/why"])
def test_an_older_export_that_was_changed_since_is_no_witness(pointer):
    book = judged()
    old = builders.raw(changed(json.loads(book.export), pointer, "another"))
    assert faults(book, against=old) == (
        "the older export is not the one that entry 8 names by its hash: it was changed since",
    )


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (4, "the older export is not the one that entry 3 names by its hash: it was changed since"),
        (0, "the older export names no entry of its ledger: it was changed since"),
        (-1, "the older export names no entry of its ledger: it was changed since"),
    ],
)
def test_an_older_export_that_names_no_ratification_is_no_witness(size, text):
    book = judged()
    data = changed(json.loads(book.export), "/ratified/ledger/size", size)
    old = builders.raw(changed(data, "/ratified/ledger/head", book.lines[size - 1].hash))
    assert faults(book, against=old) == (text,)


def test_an_older_export_of_another_desk_is_of_another_ledger():
    assert faults(judged(), against=judged(origin="d2").export)[0].split(":")[0] == "another ledger"


def test_an_older_file_that_is_neither_ratified_nor_loaded_here_is_of_another_ledger():
    other = builders.raw(builders.pack(title="Another title"))
    assert faults(judged(), against=other)[0].split(":")[0] == "another ledger"


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
    at = book.text.index(QUOTE) + 1
    book.publish(0, QUOTE, quote_span=[at, at + len(QUOTE)])
    book.hold(1)
    book.hold(2)
    assert faults(book.ratify()) == (
        'entry 3: the quote of c-89a08e04: it does not stand where it is said to, in "feeding"',
    )


def test_a_quote_is_looked_up_though_its_publishing_was_undone():
    book, words = Book(), "Feed the starter twice a week"
    at = book.text.index(QUOTE)
    book.chip("publish", 0, quote=words, quote_cite="feeding", quote_span=[at, at + len(words)], overrides=[])
    book.undo(0)
    for n in range(3):
        book.hold(n)
    assert faults(book.ratify()) == (
        'entry 3: the quote of c-89a08e04: it does not stand where it is said to, in "feeding"',
    )


def test_a_quote_of_another_section_is_named():
    book = Book()
    book.publish(0, QUOTE, quote_cite="heating", overrides=("quote",), why="read")
    book.hold(1)
    book.hold(2)
    assert faults(book.ratify())[0] == (
        'entry 3: publish c-89a08e04: its quote does not lie within "heating"'
    )


@pytest.mark.parametrize(("quote", "n"), [(QUOTE, 0), ("Feed the starter twice", 1)])
def test_a_quote_that_was_loaded_stands_anywhere_in_its_section(quote, n):
    row = builders.chip("how often is a starter fed?", "Once a day.", quote=quote, published=True)
    book = Book(builders.pack(chips=[row]))
    assert len(verify.verify(book.raw, book.rows, ARTICLE).faults) == n
