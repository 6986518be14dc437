"""Random acts by three judges under changing rules for second opinions: all that is shown, kept and let out agrees."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from reviews import desk, opinions, release
from reviews.core import verify
from reviews.models import Chip, Entry, Opinion
from tests import builders
from tests.core import builders as files
from tests.desk.test_state_machine import Desk, done, places


@seed(8)
class OfTwo(Desk):
    def __init__(self) -> None:
        super().__init__()
        lea = builders.seated_judge("lea")
        self.judges.append(lea)
        opinions.set_rule(self.pack, "every", by=self.admin)

    @rule(
        asked=st.sampled_from([("every", 0), ("rewritten", 0), ("sampled", 50), ("none", 0), ("every", 0)]),
        luck=st.integers(0, 3),
    )
    def set_rule(self, asked: tuple[str, int], luck: int) -> None:
        if not luck:
            self.try_("opinions", lambda: opinions.set_rule(self.pack, *asked, by=self.admin))

    @precondition(lambda self: self.pack.ratified_seq is None)
    @rule(who=places, luck=st.integers(0, 5))
    def decide_the_rest_and_ratify(self, who: int, luck: int) -> None:
        if luck:
            return
        for judge in range(3):
            for chip in Chip.objects.filter(pack=self.pack, status__in=("waiting", "disputed")):
                self.try_(
                    "hold",
                    lambda chip=chip, judge=judge: desk.hold(self.pack, chip.cid, self.ask(chip, judge)),
                )
        self.try_("ratify", lambda: release.ratify(self.pack, by=self.admin))

    @invariant()
    def no_verdict_is_told_before_the_second(self) -> None:
        sealed = {row.entry_id: row for row in Opinion.objects.select_related("entry")}
        for entry in Entry.objects.filter(chain__pack=self.pack, act="opinion"):
            assert sealed[entry.pk].nonce not in entry.body
            assert entry.said["why"] == ""
            assert {"quote", "overrides", "verdict"}.isdisjoint(entry.said)
        done["opinion"] += bool(sealed)
        done["dispute"] += Chip.objects.filter(pack=self.pack, status="disputed").exists()

    @precondition(lambda self: self.pack.ratified_seq is not None)
    @invariant()
    def an_outsider_finds_the_export_sound(self) -> None:
        made = release.exported(self.pack)
        lines = made.ledger.splitlines(keepends=True)
        article = files.article().encode()
        assert verify.verify(made.raw, lines, article, bytes(self.pack.file.raw)).faults == ()
        assert verify.verify(made.raw, lines, article).faults == ()


@pytest.mark.django_db
def test_random_opinions_always_add_up() -> None:
    done.clear()
    settings_ = settings(
        max_examples=40, stateful_step_count=50, deadline=None, derandomize=True, print_blob=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(OfTwo, settings=settings_)
    acts_ = ("publish", "hold", "hand-edit", "undo", "opinions", "opinion", "dispute", "ratify")
    assert {act: done[act] >= 20 for act in acts_} == dict.fromkeys(acts_, True), done
