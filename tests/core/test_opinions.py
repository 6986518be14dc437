"""Second opinions in the rules and for an outsider: a record in which they were walked around cannot have happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from reviews.core import acts, opinions, replay, verify
from reviews.core.opinions import Rule
from tests.core import builders
from tests.core.ledgers import Book, Json, sha

ARTICLE = builders.article().encode()
QUOTE = "Feed the starter once a day"
NONCE = "ab" * 16
REWORDED = ("how often is it fed?", "It is fed once a day with flour and water.")


class OfTwo(Book):
    """A ledger whose entries say who acted, with opinions sealed and opened."""

    def __init__(self, rule: str = "every", share: int = 0) -> None:
        super().__init__()
        self.set_rule(rule, share)

    def set_rule(self, rule: str, share: int = 0) -> None:
        self.add("opinions", rule=rule, share=share, seed="s" if rule == "sampled" else "", actor="admin")

    def seal(self, n: int, who: str, verdict: str = "publish", why: str = "read it", **said: Any) -> Json:
        """A first opinion, without a quote."""
        name, (q, a, cites) = self.name(n), self.now(n)
        self.said = opinions.said(verdict, why, "", "", None, ["quote"] if verdict == "publish" else [])
        made = {"q": q, "a": a, "cites": cites, "seal": opinions.seal(NONCE, self.said), "actor": who} | said
        version = self.versions.get(name, 1)
        seat = {"seat": "Desk editor", "seat_class": "human-class", "source": self.source}
        self.sealed = self.add("opinion", **seat, chip=name, **{"version": version, **made})
        return self.sealed

    def opens(self, **said: Any) -> Json:
        return {"opens": {"seq": self.sealed["seq"], "nonce": NONCE, "said": self.said} | said}

    def agree(self, n: int, who: str, verdict: str = "publish", **said: Any) -> None:
        act = self.publish if verdict == "publish" else self.hold
        more = {"overrides": ("quote",)} if verdict == "publish" else {}
        act(n, **more, **{"why": "read it too", "actor": who, **self.opens(), **said})

    def dispute(self, n: int, who: str, verdict: str = "hold", **said: Any) -> None:
        grounds = {"quote": "", "quote_cite": "", "quote_span": None, "overrides": []}
        told = {"why": "not so", "verdict": verdict, "actor": who, **grounds, **self.opens()} | said
        self.chip("dispute", n, **told)


def told(book: Book) -> tuple[str, str]:
    """What the rules and what the outsider say of a record: the replay's refusal, and the verifier's first fault."""
    try:
        ours = str(bool(book.state) and "")
    except replay.ReplayError as error:
        ours = str(error)
    book.add(
        "ratify", actor="admin", seat="x", seat_class="x", source=book.source, source_sha=sha(book.text), export_sha="0" * 64
    )  # fmt: skip
    raw = json.loads(book.raw)
    seal = {"utc": "", "seat": "", "pack_sha": "0" * 64, "source_sha": None, "source": ""}
    raw["ratified"] = seal | {"ledger": {"origin": book.origin, "size": len(book.lines), "head": "0" * 64}}
    faults = verify.verify(builders.raw(raw), book.rows, ARTICLE, book.raw).faults
    return ours, next((fault for fault in faults if fault.startswith("entry")), "")


def _of_one(book: OfTwo) -> None:
    book.publish(0, QUOTE)


def _hold_of_one(book: OfTwo) -> None:
    book.hold(0)


def _both_by_one(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.agree(0, "u1")


def _opened_as_another(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.agree(0, "u2", opens={"seq": book.sealed["seq"], "nonce": "cd" * 16, "said": book.said})


def _another_entry(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.agree(0, "u2", opens={"seq": 2, "nonce": NONCE, "said": book.said})


def _agreed_where_they_differ(book: OfTwo) -> None:
    book.seal(0, "u1", "hold")
    book.agree(0, "u2")


def _disputed_where_they_agree(book: OfTwo) -> None:
    book.seal(0, "u1", "hold")
    book.dispute(0, "u2", "hold")


def _settled_by_a_party(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.dispute(0, "u2")
    book.hold(0, actor="u1")


def _dropped_by_a_party(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.dispute(0, "u2")
    book.drop(0, actor="u2")


def _dispute_undone(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.dispute(0, "u2")
    book.undo(0)


def _sealed_by_the_author(book: OfTwo) -> None:
    book.edit(0, *REWORDED)
    book.seal(0, "u1")


def _published_by_the_author(book: OfTwo) -> None:
    book.edit(0, *REWORDED)
    book.seal(0, "u2")
    book.agree(0, "u1")


def _sealed_twice(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.seal(0, "u2")


def _opened_after_it_fell(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.edit(0, *REWORDED)
    book.agree(0, "u2")


def _opened_after_it_was_taken_back(book: OfTwo) -> None:
    first = book.seal(0, "u1")
    book.did(book.name(0), {"undoes": first["seq"], "version": 1}, act="undo", chip=book.name(0))
    book.versions[book.name(0)] = 1
    book.agree(0, "u2")


def _taken_back_by_another(book: OfTwo) -> None:
    first = book.seal(0, "u1")
    said = {"undoes": first["seq"], "version": 1, "actor": "u2"}
    book.did(book.name(0), said, act="undo", chip=book.name(0))


def _sealed_for_a_version_to_come(book: OfTwo) -> None:
    book.seal(0, "u1", version=2)


def _sealed_about_other_words(book: OfTwo) -> None:
    book.keep("other words?")
    book.seal(0, "u1", q=sha("other words?"))


def _sealed_where_nobody_asked(book: OfTwo) -> None:
    book.set_rule("none")
    book.seal(0, "u1")


def _opened_where_nobody_asked(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.set_rule("none")
    book.agree(0, "u2")


def _sealed_outside_the_sample(book: OfTwo) -> None:
    book.set_rule("sampled", 1)
    book.seal(0, "u1")


def _of_one_within_the_sample(book: OfTwo) -> None:
    book.set_rule("sampled", 99)
    book.publish(0, QUOTE)


def _of_one_by_an_undo(book: OfTwo) -> None:
    _held_after_one_published(book)
    book.undo(0, actor="u1")


def _held_after_one_published(book: OfTwo) -> None:
    book.set_rule("none")
    book.publish(0, QUOTE)
    book.set_rule("every")
    book.hold(0, actor="u2")


WALKED_AROUND: list[Callable[[OfTwo], None]] = [
    _of_one,
    _hold_of_one,
    _both_by_one,
    _opened_as_another,
    _another_entry,
    _agreed_where_they_differ,
    _disputed_where_they_agree,
    _settled_by_a_party,
    _dropped_by_a_party,
    _dispute_undone,
    _sealed_by_the_author,
    _published_by_the_author,
    _sealed_twice,
    _opened_after_it_fell,
    _opened_after_it_was_taken_back,
    _taken_back_by_another,
    _sealed_for_a_version_to_come,
    _sealed_about_other_words,
    _sealed_where_nobody_asked,
    _opened_where_nobody_asked,
    _sealed_outside_the_sample,
    _of_one_within_the_sample,
    _of_one_by_an_undo,
]


@pytest.mark.parametrize("walk", WALKED_AROUND, ids=lambda walk: walk.__name__[1:])
def test_a_record_that_walks_around_two_judges_is_refused(walk):
    book = OfTwo()
    walk(book)
    at = f"entry {len(book.lines) - 1}:"
    ours, outsider = told(book)
    assert (ours.split(" ")[:2], outsider.split(" ")[:2]) == (at.split(" "), at.split(" "))


def _agreed(book: OfTwo) -> None:
    book.seal(0, "u1")
    book.agree(0, "u2")


def _held(book: OfTwo) -> None:
    book.seal(0, "u1", "hold")
    book.agree(0, "u2", "hold")


def _settled(book: OfTwo) -> None:
    book.seal(0, "u1", "hold")
    book.dispute(0, "u2", "publish", overrides=["quote"])
    book.publish(0, QUOTE, why="it does say so", actor="u3")


def _by_others_than_the_author(book: OfTwo) -> None:
    book.edit(0, *REWORDED)
    book.seal(0, "u2")
    book.agree(0, "u3")


def _held_then_published(book: OfTwo) -> None:
    _held(book)
    book.seal(0, "u2")
    book.agree(0, "u1")


def _own_hold_undone(book: OfTwo) -> None:
    _held_after_one_published(book)
    book.undo(0, actor="u2")


def _agreement_brought_back(book: OfTwo) -> None:
    _agreed(book)
    book.hold(0, actor="u3")
    book.undo(0, actor="u1")


def _settlement_brought_back(book: OfTwo) -> None:
    _settled(book)
    book.hold(0, actor="u1")
    book.undo(0, actor="u2")


SOUND: list[Callable[[OfTwo], None]] = [
    _agreed,
    _held,
    _settled,
    _by_others_than_the_author,
    _held_then_published,
    _own_hold_undone,
    _agreement_brought_back,
    _settlement_brought_back,
]


@pytest.mark.parametrize("walk", SOUND, ids=lambda walk: walk.__name__[1:])
@pytest.mark.parametrize("is_alone", [True, False], ids=["alone", "beside the loaded file"])
def test_what_two_decided_is_sound(walk, is_alone):
    book = OfTwo()
    walk(book)
    book.set_rule("none")
    book.hold(1)
    book.hold(2)
    book.ratify()
    assert verify.verify(book.export, book.rows, ARTICLE, None if is_alone else book.raw).faults == ()


@pytest.mark.parametrize(("verdict", "why"), [("hold", ""), ("publish", " ")])
def test_a_first_opinion_without_its_reason_is_named(verdict, why):
    book = OfTwo()
    book.seal(0, "u1", verdict, why=why)
    book.agree(0, "u2", verdict)
    assert "does not say why" in told(book)[1]


def test_a_sample_is_drawn_by_its_seed_alone():
    drawn = [opinions.is_sampled("seed", f"c-{n:08x}", 20) for n in range(5000)]
    assert 900 < sum(drawn) < 1100
    assert drawn == [opinions.is_sampled("seed", f"c-{n:08x}", 20) for n in range(5000)]


def test_an_authors_words_are_the_ones_that_stand():
    book = OfTwo("rewritten")
    row = book.data["chips"][0]
    book.edit(0, *REWORDED)
    assert book.state.chips[book.name(0)].authors == {"u1"}
    book.edit(0, row["q"], row["a"])
    assert book.state.chips[book.name(0)].authors == set()


@pytest.mark.parametrize(
    ("rule", "is_rewritten", "asks"),
    [("none", True, False), ("rewritten", True, True), ("rewritten", False, False), ("every", False, True)],
)
def test_a_rule_asks_two_about_its_chips(rule, is_rewritten, asks):
    assert Rule(rule).asks("c-00000000", is_rewritten) is asks


def test_a_disputed_chip_is_open_to_a_third():
    assert acts.OPEN["disputed"] == ("publish", "hold", "hand-edit", "drop")
