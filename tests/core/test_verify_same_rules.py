"""What the verifier asks, read once more from the outside, is what the desk asks."""

from __future__ import annotations

from unicodedata import category

from reviews.core import acts, audit, export, opinions, verify
from reviews.core.acts import is_blank
from reviews.core.gates.cite import CARRIES_NOTHING
from reviews.core.quote import SHORTEST


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
