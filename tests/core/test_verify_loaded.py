"""What entry 0 tells of the loaded file, and acts on what that never had: an outsider names the entry, though a house sealed it anew."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from reviews.core import verify
from tests.core import builders
from tests.core.anew import ARTICLE, told
from tests.core.builders import changed
from tests.core.ledgers import Book, Json, jsonl, judged, relinked

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
