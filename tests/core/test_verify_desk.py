"""What a desk never lets happen, sealed by a house that rewrote its ledger from the first entry on: an outsider names the entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unicodedata import category

import pytest

from reviews.core import acts, audit, export, opinions, verify
from reviews.core.acts import is_blank
from reviews.core.gates.cite import CARRIES_NOTHING
from reviews.core.quote import SHORTEST
from tests.core import builders
from tests.core.builders import changed
from tests.core.ledgers import Book, Json, jsonl, judged, relinked

ARTICLE = builders.article().encode()
QUOTE = "Feed the starter once a day"
OTHER = "1" * 64
NO_ONE = {"actor": ""}  # by command


def told(book: Book, article: bytes | None = None, against: bytes | None = None) -> str:
    """The first fault of the ledger up to its ratification, whatever the export says."""
    pack = json.loads(book.raw)
    seal = {"utc": "", "seat": "", "pack_sha": "0" * 64, "source_sha": None, "source": ""}
    pack["ratified"] = seal | {"ledger": {"origin": book.origin, "size": 99, "head": "0" * 64}}
    faults = verify.verify(builders.raw(pack), book.rows, article, against).faults
    return next((fault for fault in faults if fault.startswith("entry") and "is missing" not in fault), "")


def exclude(book: Book, who: str = "u1", number: int = 1) -> None:
    book.add("exclude", **NO_ONE, judge=who, exclusion_id=number, why="wrote the article")


def attach(book: Book, article: str = OTHER) -> None:
    book.add("attach", **NO_ONE, article=article, is_cited=False, unit="code points", how="by command")


def rehold(book: Book, n: int = 0, article: str = OTHER) -> None:
    why = "A newer article does not have its quote."
    book.chip("re-hold", n, seat=None, seat_class=None, article=article, why=why)


# Who


def _hold(book: Book) -> None:
    book.hold(0)


def _undo(book: Book) -> None:
    book.undo(1)


EXCLUDED: dict[str, Callable[[Book], object]] = {
    "holds": _hold,
    "undoes": _undo,
    "strikes": lambda book: book.strike_bullet(),
    "holds again": lambda book: rehold(book, 2),
    "ratifies": lambda book: book.add(
        "ratify", seat="x", seat_class="x", source="verified", source_sha=None, export_sha="0" * 64
    ),
    "reopens": lambda book: book.reopen(),
}


@pytest.mark.parametrize("act", EXCLUDED.values(), ids=EXCLUDED)
def test_whoever_is_excluded_does_nothing(act):
    book = Book()
    book.hold(1)
    exclude(book)
    act(book)
    assert told(book).endswith("it is by somebody who is excluded from this pack")


def test_whoever_was_readmitted_decides_again():
    book = Book()
    exclude(book)
    book.add("readmit", **NO_ONE, judge="u1", exclusion_id=1, why="did not write it")
    book.hold(0)
    assert told(book) == ""


SEATS: dict[str, tuple[Callable[[Book], object], str]] = {
    "a number twice": (lambda book: book.seat("u1", 1), "seat: the seat 1 stands already"),
    "over before it begins": (
        lambda book: book.seat("u2", 2, ends="2026-09-30T00:00:00Z"),
        "seat: its term ends before it begins",
    ),
    "for somebody excluded": (
        lambda book: (exclude(book, "u2"), book.seat("u2", 2)),
        "seat: it is for somebody who is excluded from this pack",
    ),
    "vacated, and never given": (
        lambda book: book.add("vacate", **seat_of("u1", 7), why="left"),
        "vacate: no entry before it gives the seat 7 to this judge",
    ),
    "vacated as another": (
        lambda book: book.add("vacate", **{**seat_of("u1", 1), "seat": "Somebody"}, why="left"),
        "vacate: no entry before it gives the seat 1 to this judge",
    ),
    "excluded twice": (
        lambda book: (exclude(book, "u2"), exclude(book, "u2", 2)),
        "exclude: they are excluded already",
    ),
    "readmitted, and never excluded": (
        lambda book: book.add("readmit", **NO_ONE, judge="u1", exclusion_id=1, why="a slip"),
        "readmit: no entry before it made this exclusion",
    ),
    "a judge's act from another seat than theirs": (
        lambda book: book.hold(0, seat="Editor in chief"),
        'hold c-89a08e04: its judge sat as "Desk editor" ("human-class"), by entry 2',
    ),
}


def seat_of(judge: str, number: int) -> Json:
    return {"seat": "Desk editor", "seat_class": "human-class", "judge": judge, "seat_id": number}


@pytest.mark.parametrize(("act", "text"), SEATS.values(), ids=SEATS)
def test_seats_and_exclusions_follow_from_each_other(act, text):
    book = Book()
    act(book)
    assert told(book) == f"entry {len(book.lines) - 1}: {text}"


@pytest.mark.parametrize(
    "term",
    [
        {"ends": "2026-10-02T09:00:28Z"},
        {"starts": "2026-10-02T09:00:28Z"},
        {"starts": "2027-01-01T00:00:00Z"},
    ],
    ids=["over at that second", "begun at that second", "given for later"],
)
def test_of_a_term_that_may_not_have_covered_an_act_nothing_is_said(term):
    book = Book()
    book.seat("u2", 2, **term)
    book.hold(0, actor="u2", seat="Over the whole desk")
    assert told(book) == ""


# Without an override


def publish(book: Book, n: int = 0, quote: str = QUOTE, **said: Any) -> None:
    book.publish(n, quote, **said)


def publish_marks(book: Book) -> None:
    at, marks = book.text.index(QUOTE), "= " * 8 + "="
    span = [at, at + len(marks)]
    book.chip("publish", 0, quote=marks, quote_cite="feeding", quote_span=span, overrides=[])


UNFIT: dict[str, tuple[Callable[[Book], object], str]] = {
    "no quote": (lambda book: publish(book, quote=""), "it has no quote, and that was not overridden"),
    "a short quote": (
        lambda book: publish(book, quote=QUOTE[:11]),
        "its quote has fewer than 12 characters, and that was not overridden",
    ),
    "a quote of marks alone": (
        publish_marks,
        "its quote has no letter and no digit, and that was not overridden",
    ),
    "a quote of another section": (
        lambda book: publish(book, quote="The pot keeps the steam", quote_cite="heating"),
        "it does not cite the section of its quote, and that was not overridden",
    ),
    "no cite": (
        lambda book: publish(book, cites=[], overrides=("quote",), why="read"),
        "it cites no section, and that was not overridden",
    ),
    "a cite twice": (
        lambda book: publish(book, cites=["feeding", "feeding"]),
        "it cites a section twice, and that was not overridden",
    ),
    "the credits": (
        lambda book: publish(book, cites=["feeding", "thanks"]),
        "it cites a section of credits or sources, and that was not overridden",
    ),
    "a cite to nowhere": (
        lambda book: publish(book, cites=["feeding", "nowhere"], overrides=("cite",), why="read"),
        'it cites "nowhere", which is no section of the pack',
    ),
    "a quote of nowhere": (
        lambda book: publish(book, quote_cite="nowhere", overrides=("quote",), why="read"),
        'its quote is of "nowhere", which is no section of the pack',
    ),
    "a quote from elsewhere": (
        lambda book: publish(book, quote_span=[0, len(QUOTE)]),
        'its quote does not lie within "feeding"',
    ),
}


@pytest.mark.parametrize(("act", "text"), UNFIT.values(), ids=UNFIT)
def test_what_stands_in_the_way_of_publishing_is_seen_without_the_article(act, text):
    book = Book()
    act(book)
    assert told(book) == f"entry 3: publish c-89a08e04: {text}"


@pytest.mark.parametrize("quote", ["", QUOTE[:11]])
def test_what_was_overridden_may_be_published(quote):
    book = Book()
    book.publish(0, quote, overrides=("quote",), why="read")
    assert told(book) == ""


def test_an_edit_cites_no_section_that_is_not_there():
    book = Book()
    book.hold(0)
    book.edit(0, "how so?", "So it is.", "nowhere")
    assert told(book) == 'entry 4: hand-edit c-89a08e04: it cites "nowhere", which is no section of the pack'


@pytest.mark.parametrize("why", ["\u200b\u2060", "\u00ad", " \u3000"])
def test_a_reason_that_nobody_can_see_is_none(why):
    book = Book()
    book.hold(0, why=why)
    assert (is_blank(why), told(book)) == (True, "entry 3: hold c-89a08e04: it does not say why")


def test_what_cannot_be_seen_is_the_same_to_both():
    """But for characters that have no meaning yet: a later Python may know them, and they are taken for words."""
    seen = [chr(n) for n in range(0x20000) if category(chr(n)) not in ("Cn", "Co", "Cs")]
    assert [one for one in seen if verify._is_blank(one) != is_blank(one)] == []


def test_the_measures_of_a_quote_and_a_cite_are_the_desks():
    assert (verify.SHORTEST, set(verify.CARRY_NOTHING)) == (SHORTEST, set(CARRIES_NOTHING))


def test_what_is_open_and_what_it_becomes_are_the_desks():
    is_open = {status: set(verify.OPEN[status]) for status in acts.OPEN}
    becomes = {act: verify.BECOMES[act] for act in acts.BECOMES}
    assert (is_open, becomes) == ({status: set(some) for status, some in acts.OPEN.items()}, acts.BECOMES)


def test_what_needs_a_reason_is_the_desks():
    """Overriding and settling are told by what an act says, not by its name."""
    assert set(verify.NEED_WHY) == acts.WHY_NEEDED - {"override", "settle"}


def test_the_words_of_records_and_their_kinds_are_the_desks():
    ours = (verify.DETAIL, verify.KINDS, verify.REASONS, verify.VERDICTS)
    assert ours == (export.DETAIL, audit.KINDS, audit.REASONS, opinions.VERDICTS)


def test_a_figure_goes_with_a_bullet_alone():
    book = Book()
    book.strike("digest:feeding", book.data["sections"][0]["digest"], figure="once")
    assert told(book) == "entry 3: strike digest:feeding: a figure goes with a bullet alone"


# Held again, asked of two, attached


def test_a_quote_that_another_article_does_not_have_is_held_again():
    book = Book()
    book.publish(0, QUOTE)
    attach(book)
    rehold(book)
    assert told(book) == ""


@pytest.mark.parametrize(
    ("quote", "articles"), [(QUOTE, []), ("", [OTHER])], ids=["no other article", "no quote"]
)
def test_nothing_else_is_held_again(quote, articles):
    book = Book()
    book.publish(0, quote, overrides=() if quote else ("quote",), why="read")
    for article in articles:
        attach(book, article)
    rehold(book)
    assert told(book).endswith("nothing was quoted, or it names no other article that was attached before")


def test_a_pack_that_was_held_again_alone_is_ratified_in_any_name():
    row = builders.chip("how often is it fed?", "Once a day.", quote=QUOTE, published=True)
    book = Book(builders.pack(chips=[row]))
    attach(book)
    rehold(book)
    book.ratify(seat="Desk editor", seat_class="human-class")
    assert verify.verify(book.export, book.rows, ARTICLE, book.raw).faults == ()


RULES: dict[str, tuple[Json, str]] = {
    "as before": ({"rule": "none", "share": 0, "seed": ""}, "that was asked already"),
    "no share": (
        {"rule": "sampled", "share": 0, "seed": "s"},
        "a share of 1 to 99 and a seed go with a sample, and with nothing else",
    ),
    "no seed": (
        {"rule": "sampled", "share": 9, "seed": ""},
        "a share of 1 to 99 and a seed go with a sample, and with nothing else",
    ),
    "a share of all": (
        {"rule": "every", "share": 50, "seed": ""},
        "a share of 1 to 99 and a seed go with a sample, and with nothing else",
    ),
}


@pytest.mark.parametrize(("said", "text"), RULES.values(), ids=RULES)
def test_a_rule_of_second_opinions_is_one_that_can_be_set(said, text):
    book = Book()
    book.add("opinions", **said)
    assert told(book) == f"entry 3: opinions: {text}"


ATTACHED: dict[str, tuple[Json, str]] = {
    "twice": ({"article": OTHER, "is_cited": False}, "its article was attached before"),
    "in a unit of its own": (
        {"article": "2" * 64, "is_cited": False, "unit": ""},
        "its unit does not follow",
    ),
}


@pytest.mark.parametrize(("said", "text"), ATTACHED.values(), ids=ATTACHED)
def test_an_article_is_attached_once_and_in_the_unit_that_stands(said, text):
    book = Book()
    attach(book)
    book.add("attach", **NO_ONE, **{"unit": "code points", "how": "by command", **said})
    assert told(book) == f"entry 4: attach: {text}"


# The file that entry 0 loaded


LOADS: dict[str, tuple[Json, str]] = {
    "a count": (
        {"counts": {**judged().bodies[0]["counts"], "drops": 1}},
        "/counts/drops: it is 1; what follows is 0",
    ),
    "the article": ({"md_sha": "0" * 64}, f'/md_sha: it is "{"0" * 64}"; what follows is "0ec5163f'),
    "the slug": ({"slug": "cake"}, "its ledger is named"),
    "the revision": ({"revision": 2}, "its ledger is named"),
}


@pytest.mark.parametrize(("said", "text"), LOADS.values(), ids=LOADS)
def test_entry_0_tells_of_the_file_that_it_loads(said, text):
    book = Book(article=False)
    bodies = book.bodies
    bodies[0] |= said
    (found,) = verify.verify(book.raw, jsonl(relinked(bodies))).faults[:1]
    assert found.startswith(f"entry 0: load: {text}")


@pytest.mark.parametrize("name", ["c-00000000", "digest:nowhere", "bullet:000000000000"])
@pytest.mark.parametrize("is_loaded", [True, False], ids=["as loaded", "beside what was loaded"])
def test_nothing_is_done_to_what_the_loaded_file_never_had(name, is_loaded):
    book = Book()
    if name.startswith("c-"):
        said = {"q": "0" * 64, "a": "0" * 64, "cites": [], "why": "x"}
        book.did(name, said, act="hold", chip=name)
    else:
        said = {"text": "0" * 64, "figure": None, "why": "x"}
        book.did(name, said, act="strike", item=name)
    found = (
        verify.verify(book.raw, book.rows).faults[0]
        if is_loaded
        else told(judged_after(book), None, book.raw)
    )
    assert found.endswith(f" {name}: the file that was loaded has nothing of that name")


@pytest.mark.parametrize("name", ["c-00000000", "digest:nowhere", "bullet:000000000000"])
def test_what_the_loaded_file_never_had_shows_in_the_export_alone(name):
    """It was undone, so that the export says nothing of it; but what nobody removed would be there."""
    book, is_chip = Book(), name.startswith("c-")
    if is_chip:
        said = {"q": "0" * 64, "a": "0" * 64, "cites": [], "why": "x"}
    else:
        said = {"text": "0" * 64, "figure": None, "why": "x"}
    about = {"chip" if is_chip else "item": name}
    book.did(name, said, act="hold" if is_chip else "strike", **about)
    book.did(name, {"undoes": 3}, act="undo", **about)
    raw, rows = closed(book)
    assert verify.verify(raw, rows, ARTICLE).faults == (
        f'entry 3: nothing of the name "{name}" is in the export, and nobody removed it',
    )


def test_nor_is_it_acted_on_later():
    book = judged()
    raw = book.export
    book.reopen()
    book.did(
        "c-00000000", {"q": "0" * 64, "a": "0" * 64, "cites": [], "why": "x"}, act="hold", chip="c-00000000"
    )
    assert verify.verify(raw, book.rows).faults == (
        "entry 10: hold c-00000000: the file that was loaded has nothing of that name",
    )


def closed(book: Book) -> tuple[bytes, list[bytes]]:
    """All held and ratified as if two entries were not there, which stand before."""
    other = Book()
    for n in range(3):
        other.hold(n)
    other.ratify()
    bodies = [*book.bodies, *other.bodies[len(book.lines) - 2 :]]
    for n, body in enumerate(bodies):
        body["seq"] = n
    pack, lines = json.loads(other.export), relinked(bodies)
    for one in pack["bench"]["decisions"]:
        one["utc"] = next(body["utc"] for body in bodies if body.get("chip") == one["chip"])
    pack["ratified"]["ledger"] |= {"size": len(lines), "head": lines[-1].hash}
    return builders.raw(pack), jsonl(lines)


def judged_after(book: Book) -> Book:
    book.hold(0)
    return book


def test_words_that_never_stood_there_are_seen_beside_the_loaded_file():
    book = Book()
    book.chip("hold", 0, q="0" * 64, why="x")
    assert verify.verify(book.raw, book.rows).faults[0].endswith("it is about other words than stood there")


@pytest.mark.parametrize("act", ["hold", "reopen", "opinions"])
def test_a_pack_that_was_loaded_as_ratified_is_not_judged_again(act):
    data = json.loads(judged(origin="d9").export)
    book = Book(changed(data, "/title", "Another"))
    said: dict[str, Callable[[], object]] = {
        "hold": lambda: book.hold(0),
        "reopen": book.reopen,
        "opinions": lambda: book.add("opinions", rule="every", share=0, seed=""),
    }
    said[act]()
    found = verify.verify(book.raw, book.rows).faults[0]
    assert found.endswith("the pack was loaded as ratified, and is not judged again")
