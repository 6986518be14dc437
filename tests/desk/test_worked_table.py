"""What docs/pack.md says that judging adds, worked row by row on the real pack's numbers: one chip, act after act."""

from __future__ import annotations

from typing import Any

import pytest

from reviews import desk, intake, strikes, witness
from reviews.core import export
from reviews.models import Chip, Pack
from tests import builders

pytestmark = [pytest.mark.django_db, pytest.mark.packs]
REAL = "draft-heads-and-speculative-decoding"
EDIT = ("how is a word written?", "A word is written by going once through every weight of the model.")
OTHER = (
    "how is one word written?",
    "One word is written by going once through all the weights of the model.",
)
CITE = "why-writing-is-the-slow-half"


@pytest.fixture
def pack(packs_dir) -> Pack:
    return intake.load((packs_dir / f"{REAL}.json").read_bytes(), by=None).pack


def row(pack: Pack) -> tuple[Any, ...]:
    """len, kept, by hand, chip drops, grounded, published, hand-edit, judge, decisions: as the export would say them."""
    seen = witness.of(pack)
    assert seen.faults == ()
    assert seen.state is not None
    data = export.as_it_stands(builders.file_of(pack), seen.state)
    bench = data["bench"]
    return (
        len(data["chips"]),
        bench["chips_kept"],
        bench.get("chips_by_hand"),
        sum(drop["kind"] == "chip" for drop in bench["drops"]),
        (bench["chips_grounded"], bench["chips_published"]),
        (bench["dropped_by"]["hand-edit"], bench["dropped_by"]["judge"]),
        [decision["act"] for decision in bench.get("decisions", [])],
    )


def now(pack: Pack) -> Chip:
    return builders.chip(pack)


def publish(pack: Pack, jo) -> None:
    desk.publish(
        pack, now(pack).cid, builders.ask(jo, now(pack), why="read at its address"), desk.Quoted(), ["quote"]
    )


def edit(pack: Pack, jo, words: tuple[str, str]) -> None:
    desk.hand_edit(
        pack, now(pack).cid, builders.ask(jo, now(pack), why="plainer"), builders.wording(*words, CITE)
    )


def undo(pack: Pack, jo) -> None:
    desk.undo(pack, now(pack).cid, builders.ask(jo, now(pack)))


def test_publish_keeps_the_writers_words(pack, jo):
    publish(pack, jo)
    assert row(pack) == (8, 8, None, 0, (0, 1), (7, 0), ["publish"])


def test_hand_edit_after_publish_is_one_drop_and_one_chip_by_hand(pack, jo):
    publish(pack, jo)
    edit(pack, jo, EDIT)
    assert row(pack) == (8, 7, 1, 1, (0, 0), (8, 0), ["hand-edit"])


def test_publish_after_hand_edit_is_told_after_it(pack, jo):
    publish(pack, jo)
    edit(pack, jo, EDIT)
    publish(pack, jo)
    assert row(pack) == (8, 7, 1, 1, (0, 1), (8, 0), ["hand-edit", "publish"])


def test_drop_of_a_rewritten_chip_is_the_writers_drop_alone(pack, jo):
    publish(pack, jo)
    edit(pack, jo, EDIT)
    publish(pack, jo)
    desk.drop(pack, now(pack).cid, builders.ask(jo, now(pack), why="not carried"))
    assert row(pack) == (7, 7, None, 1, (0, 0), (7, 1), ["drop"])


def test_undo_of_the_drop_restores_the_rewritten_chip(pack, jo):
    publish(pack, jo)
    edit(pack, jo, EDIT)
    publish(pack, jo)
    desk.drop(pack, now(pack).cid, builders.ask(jo, now(pack), why="not carried"))
    undo(pack, jo)
    assert row(pack) == (8, 7, 1, 1, (0, 1), (8, 0), ["hand-edit", "publish"])


def test_two_edits_and_one_undo_keep_the_first_edits_hashes(pack, jo):
    edit(pack, jo, EDIT)
    first = export.as_it_stands(builders.file_of(pack), witness.of(pack).state)["bench"]["drops"][-1]
    edit(pack, jo, OTHER)
    undo(pack, jo)
    assert row(pack) == (8, 7, 1, 1, (0, 0), (8, 0), ["hand-edit"])
    assert export.as_it_stands(builders.file_of(pack), witness.of(pack).state)["bench"]["drops"][-1] == first


def test_edited_back_to_the_writers_words_leaves_nothing(pack, jo):
    writer = (now(pack).q, now(pack).a)
    edit(pack, jo, EDIT)
    edit(pack, jo, writer)
    assert row(pack) == (8, 8, None, 0, (0, 0), (7, 0), [])


def test_strike_of_a_digest_is_a_hand_edit_drop_of_it(pack, jo):
    strikes.strike(pack, "digest", CITE, builders.ask(jo, why="says more than the section"))
    assert row(pack) == (8, 8, None, 0, (0, 0), (8, 0), ["strike"])
    kinds = {s.kind: (s.written, s.kept, s.dropped) for s in builders.kind_sums(pack)}
    assert kinds["digest"] == (10, 4, 6)
