"""Agreement between two judges: figures worked out by hand, and the silence where there is nothing to say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core.agreement import kappa, raw

YES, NO = "publish", "hold"


def pairs(both_yes: int, yes_no: int, no_yes: int, both_no: int) -> list[tuple[str, str]]:
    cells = ((YES, YES), both_yes), ((YES, NO), yes_no), ((NO, YES), no_yes), ((NO, NO), both_no)
    return [pair for pair, n in cells for _ in range(n)]


@pytest.mark.parametrize(
    ("cells", "agreed", "beyond_chance"),
    [
        ((20, 5, 10, 15), 0.7, 0.4),  # 50 pairs: 35 agree, 25 by chance
        ((45, 15, 25, 15), 0.6, 0.06 / 0.46),  # the same raw agreement as below, another kappa
        ((25, 35, 5, 35), 0.6, 0.14 / 0.54),
        ((1, 0, 0, 1), 1.0, 1.0),
        ((0, 1, 1, 0), 0.0, -1.0),
        ((1, 1, 1, 1), 0.5, 0.0),
        ((1, 1, 0, 0), 0.5, 0.0),  # the first says one word only: no better than chance
    ],
)
def test_agreement_is_what_a_hand_finds(cells, agreed, beyond_chance):
    assert (raw(pairs(*cells)), kappa(pairs(*cells))) == pytest.approx((agreed, beyond_chance))


def test_no_pair_says_nothing():
    assert (raw([]), kappa([])) == (None, None)


@pytest.mark.parametrize("n", [1, 2, 3, 49, 1000])
def test_one_word_every_time_agrees_and_has_no_kappa(n):
    assert (raw(pairs(n, 0, 0, 0)), kappa(pairs(n, 0, 0, 0))) == (1.0, None)


def test_more_than_two_verdicts_are_told_apart():
    told = [("a", "a"), ("b", "b"), ("c", "c"), ("a", "b")]
    assert kappa(told) == pytest.approx((0.75 - 5 / 16) / (1 - 5 / 16))


verdicts = st.sampled_from([YES, NO, "drop"])


@given(st.lists(st.tuples(verdicts, verdicts)))
def test_kappa_is_within_its_bounds_and_never_above_the_raw_agreement(told):
    agreed, beyond = raw(told), kappa(told)
    assert beyond is None or (agreed is not None and -1 <= beyond <= agreed)


@given(st.lists(st.tuples(verdicts, verdicts)))
def test_nobody_is_first_in_kappa(told):
    assert kappa(told) == kappa([(second, first) for first, second in told])
