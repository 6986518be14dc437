"""Replay: which act is open when, what an undo restores, and which entries cannot have happened."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from reviews.core import acts, replay
from tests.core import builders

WORDS: dict[str, str] = {}


def sha(text: str) -> str:
    key = hashlib.sha256(text.encode()).hexdigest()
    WORDS[key] = text
    return key


@pytest.fixture
def data() -> dict[str, Any]:
    return builders.pack()


def entry(
    data: dict[str, Any], seq: int, act: str, version: int = 2, n: int = 0, **more: Any
) -> dict[str, Any]:
    """An entry about the n-th chip in the writer's words, unless told otherwise."""
    row = data["chips"][n]
    words = {"q": sha(row["q"]), "a": sha(row["a"]), "cites": row["cites"]} if act != "undo" else {}
    return {
        "seq": seq, "act": act, "utc": "2026-11-29T10:00:00Z", "actor": "x", "seat": "Desk editor",
        "seat_class": "human-class", "why": "because", "chip": row["id"], "version": version, **words, **more,
    }  # fmt: skip


def after(data: dict[str, Any], *bodies: dict[str, Any]) -> acts.Chip:
    return next(iter(replay.state_after(data, bodies, WORDS).chips.values()))


@pytest.mark.parametrize(
    ("act", "status"),
    [("publish", "published"), ("hold", "held"), ("drop", "dropped"), ("hand-edit", "waiting")],
)
def test_an_act_leads_to_its_state(data, act, status):
    assert (after(data, entry(data, 1, act)).status, after(data, entry(data, 1, act)).version) == (status, 2)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("drop", "publish"),
        ("drop", "hold"),
        ("drop", "hand-edit"),
        ("drop", "drop"),
        ("hold", "hold"),
        ("publish", "publish"),
    ],
)
def test_an_act_that_is_not_open_cannot_be_replayed(data, first, then):
    with pytest.raises(replay.ReplayError) as error:
        after(data, entry(data, 1, first), entry(data, 2, then, 3))
    assert error.value.seq == 2


def test_undo_restores_what_stood_before(data):
    chip = after(data, entry(data, 1, "hold"), entry(data, 2, "drop", 3), entry(data, 3, "undo", 4, undoes=2))
    assert (chip.status, chip.version, [act.seq for act in chip.acts]) == ("held", 4, [1])


def test_undo_of_an_older_act_cannot_be_replayed(data):
    with pytest.raises(replay.ReplayError):
        after(data, entry(data, 1, "hold"), entry(data, 2, "drop", 3), entry(data, 3, "undo", 4, undoes=1))


def test_an_undo_is_not_undone(data):
    with pytest.raises(replay.ReplayError):
        after(
            data,
            entry(data, 1, "hold"),
            entry(data, 2, "undo", 3, undoes=1),
            entry(data, 3, "undo", 4, undoes=2),
        )


@pytest.mark.parametrize(
    "change",
    [{"version": 3}, {"chip": "c-00000000"}, {"q": "0" * 64}, {"q": sha("other words?")}],
    ids=["version", "unknown chip", "lost words", "other words"],
)
def test_an_entry_that_does_not_fit_cannot_be_replayed(data, change):
    with pytest.raises(replay.ReplayError):
        after(data, {**entry(data, 1, "publish"), **change})


def test_nothing_is_decided_while_ratified(data):
    ratify = {**entry(data, 1, "ratify"), "act": "ratify"}
    with pytest.raises(replay.ReplayError):
        after(data, ratify, entry(data, 2, "hold"))


def test_a_pack_loaded_as_ratified_has_held_chips_not_waiting_ones():
    states = {chip.status for chip in replay.loaded(builders.ratified()).chips.values()}
    assert "waiting" not in states


def test_loading_alone_touches_nothing(data):
    assert replay.state_after(data, [], {}).is_touched is False
