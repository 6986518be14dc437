"""What is counted of entries: gaps, overturned decisions, pairs of opinions; and what is never counted."""

from __future__ import annotations

from typing import Any

import pytest

from reviews.core.chain import canonical
from reviews.core.tally import PAUSE, Pair, Said, gaps, overturned, pairs, read, work

ORIGIN = "0a/bread/1"


def text(n: int, act: str, actor: str = "jo", chip: str = "c-1", at: int = 0, **said: Any) -> str:
    """The body of one entry, made as the ledger makes it; `at` is seconds after noon."""
    utc = f"2026-11-01T{12 + at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}Z"
    body = {"origin": ORIGIN, "seq": n, "act": act, "utc": utc, "actor": actor, "why": "", "chip": chip}
    return canonical(body | said)


def said(*args: Any, **fields: Any) -> Said:
    one = read(text(*args, **fields))
    assert one is not None
    return one


def opens(seq: int, verdict: str) -> dict[str, Any]:
    return {"seq": seq, "nonce": "00ff", "said": canonical({"act": verdict, "chip": "c-1"})}


def decided(*times: int, actor: str = "jo", first: int = 0) -> list[Said]:
    return [said(first + n, "hold", actor, f"c-{n}", at) for n, at in enumerate(times)]


def test_an_entry_is_read_from_its_body():
    one = said(3, "publish", at=61, q="1", a="2", cites=["x"], quote="words", overrides=["figure"], why="so")
    assert one == Said(
        ORIGIN, 3, "publish", 1793534461, "jo", "c-1", "", "so",
        is_quoted=True, is_overriding=True, verdict="publish",
    )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        "", "no JSON", "[]", "7", "null", "{}", '{"act":"hold"}', text(0, "hold", utc="yesterday"), "[" * 100_000,
        text(0, "hold", utc=None), text(0, "hold", seq="x"), text(0, "publish", opens="x"), text(0, "hold", opens=None),
        text(0, "publish", opens={"seq": 1}), text(0, "publish", opens={"seq": 1, "said": "{}"}), text(0, "dispute"),
        text(0, "publish", opens={"seq": 1, "said": "[]"}),
    ],
)  # fmt: skip
def test_a_body_that_was_tampered_with_is_not_counted(body):
    assert read(body) is None


def test_gaps_lie_between_decisions_of_one_judge_in_one_pack():
    assert gaps([*decided(0, 20, 50), *decided(5, 45, actor="kim", first=3)]) == [20, 30, 40]


def test_a_pause_is_no_gap_and_its_bound_is_one():
    assert gaps(decided(0, PAUSE, 2 * PAUSE + 1)) == [PAUSE]


def test_a_clock_that_went_back_makes_no_gap():
    assert gaps(decided(50, 20, 30)) == [10]


@pytest.mark.parametrize("act", ["hand-edit", "undo", "opinion", "dispute", "re-hold", "strike"])
def test_only_decisions_make_gaps(act):
    assert gaps([*decided(0), said(5, act, at=10, verdict="hold"), said(6, "drop", at=30)]) == [30]


def test_gaps_do_not_reach_from_one_pack_into_another():
    assert gaps([said(0, "hold", at=0), said(0, "hold", at=9, origin="0a/soup/1")]) == []


def test_the_order_in_which_entries_are_read_does_not_matter():
    assert gaps(reversed(decided(0, 20, 50))) == [20, 30]


def seqs(*acts: Said) -> set[int]:
    return {seq for _, seq in overturned(acts)}


def test_a_decision_that_stands_is_not_overturned():
    assert seqs(said(1, "publish"), said(2, "hold", "kim", "c-2")) == set()


def test_an_undone_decision_is_overturned_whoever_undid_it():
    acts = said(1, "publish"), said(2, "undo", undoes=1), said(3, "drop"), said(4, "undo", "kim", undoes=3)
    assert seqs(*acts) == {1, 3}


def test_a_decision_that_another_judge_changed_is_overturned():
    assert seqs(said(1, "hold"), said(2, "publish", "kim"), said(3, "hand-edit", "jo")) == {1, 2}


def test_a_judge_who_changes_their_own_decision_overturns_nothing():
    assert seqs(said(1, "hold"), said(2, "hand-edit"), said(3, "publish")) == set()


def test_a_hand_edit_is_no_decision():
    assert seqs(said(1, "hand-edit"), said(2, "publish", "kim"), said(3, "undo", undoes=2)) == {2}


def test_a_change_that_was_undone_itself_leaves_the_decision_standing():
    assert seqs(said(1, "hold"), said(2, "publish", "kim"), said(3, "undo", undoes=2)) == {2}


def test_a_chip_held_again_for_its_article_overturns_nobody():
    assert seqs(said(1, "publish"), said(2, "re-hold", "ada"), said(3, "publish", "kim")) == set()


def test_a_dispute_takes_the_decision_before_it_away_until_it_is_undone():
    dispute = said(2, "dispute", "kim", verdict="publish", opens=opens(1, "hold"))
    assert seqs(said(0, "hold"), dispute, said(3, "publish", "lea")) == {0}
    assert seqs(said(0, "hold"), dispute, said(3, "undo", "kim", undoes=2)) == set()


def test_an_undo_of_what_is_not_at_hand_overturns_nothing():
    assert seqs(said(5, "undo", undoes=1), said(6, "undo")) == set()


def test_an_undo_of_a_strike_overturns_nothing():
    assert seqs(said(1, "hold"), said(2, "undo", undoes=1, chip="", item="bullet:aa")) == set()


OPINION = said(1, "opinion", "jo", seal="ab")


def test_a_sealed_opinion_makes_no_pair():
    assert pairs([OPINION, said(2, "hold", "kim")]) == []


def test_an_opened_opinion_makes_a_pair_of_both_verdicts():
    second = said(2, "publish", "kim", opens=opens(1, "publish"))
    assert pairs([OPINION, second]) == [Pair((ORIGIN, 2), ("jo", "kim"), ("publish", "publish"))]


def test_a_dispute_makes_a_pair_of_two_that_differ():
    second = said(2, "dispute", "kim", verdict="hold", opens=opens(1, "publish"))
    assert pairs([OPINION, second]) == [Pair((ORIGIN, 2), ("jo", "kim"), ("publish", "hold"))]


@pytest.mark.parametrize("fields", [{"verdict": "drop"}, {"verdict": None}, {"verdict": ["hold"]}])
def test_a_verdict_of_another_kind_makes_no_pair(fields):
    assert pairs([OPINION, said(2, "dispute", "kim", opens=opens(1, "publish"), **fields)]) == []


def test_a_first_verdict_of_another_kind_makes_no_pair():
    assert pairs([OPINION, said(2, "publish", "kim", opens=opens(1, "drop"))]) == []


def test_only_the_first_pair_on_a_wording_counts():
    later = said(4, "hold", "kim", opens=opens(3, "publish"), q="1")
    acts = [
        OPINION,
        said(2, "hold", "kim", opens=opens(1, "hold"), q="1"),
        said(3, "opinion", "ada"),
        later,
        said(6, "hold", "kim", opens=opens(5, "hold"), q="2"),
    ]
    assert [pair.place[1] for pair in pairs(acts)] == [2, 6]


def test_the_words_of_an_opinion_are_not_read_while_it_is_sealed():
    assert said(1, "opinion", verdict="publish") == said(1, "opinion")


def test_work_counts_acts_shares_and_the_median_gap():
    acts = [
        said(1, "publish", chip="c-1", at=0, quote="words"),
        said(2, "publish", chip="c-2", at=10, quote="", overrides=["quote"]),
        said(3, "hold", chip="c-3", at=40),
        said(4, "hand-edit", chip="c-4", at=50),
        said(5, "undo", chip="c-3", at=60, undoes=3),
        said(6, "drop", chip="c-3", at=70),
    ]
    done = work(acts, overturned(acts))
    assert done.n_of == {"publish": 2, "hold": 1, "hand-edit": 1, "undo": 1, "drop": 1}
    assert (done.n_decided, done.quoted_rate, done.overriding_rate) == (4, 0.5, 0.5)
    assert (done.n_overturned, done.overturned_rate, done.seconds) == (1, 0.25, 30)


def test_work_of_one_judge_is_overturned_by_what_all_did():
    acts = [said(1, "hold"), said(2, "publish", "kim")]
    assert work(acts[:1], overturned(acts)).overturned_rate == 1.0


def test_work_of_nobody_has_no_rates():
    done = work([], set())
    rates = done.quoted_rate, done.overriding_rate, done.overturned_rate, done.seconds
    assert (done.n_decided, rates) == (0, (None, None, None, None))
