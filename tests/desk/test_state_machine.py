"""Random acts by two judges and an admin: after each, the tables, the replayed ledger and the export say the same."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from django.db import transaction
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from reviews import desk, exclusions, ledger, release, strikes, witness
from reviews.core import acts, audit, chain, export, replay, sums
from reviews.core import pack as packs
from reviews.core.chain import Line
from reviews.core.refusals import Refused
from reviews.models import Bullet, Chip, Section
from tests import builders

done: Counter[str] = Counter()
QUESTIONS = ("how warm is it?", "when is it fed?", "how often is a starter fed?", "why a pot?")
ANSWERS = (
    "It is fed once a day, or once a week in the cold.",
    "The pot keeps the steam for the first 20 minutes.",
)
places = st.integers(0, 2)


# Else Hypothesis draws by a hash of these very lines, and how often an act comes hangs on a comment here.
@seed(3)
class Desk(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.pack = builders.loaded()
        self.judges = [builders.judge("jo"), builders.judge("kim")]
        for judge in self.judges:
            builders.seated(judge)
        self.admin = builders.admin()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def ask(self, row: Chip | Section | Bullet, who: int, why: str = "a reason.") -> desk.Ask:
        return builders.ask(self.judges[who % len(self.judges)], row.version, why=why)

    def chip(self, n: int, act: str) -> Chip:
        """Mostly a chip to which the act is open, so that a run is not all refusals."""
        chips = [builders.chip(self.pack, i) for i in range(3)]
        fitting = [chip for chip in chips if act in acts.OPEN[chip.status]] or chips
        return fitting[n % len(fitting)]

    def try_(self, name: str, act) -> bool:
        """Refusals must leave everything as it was; the invariants see to it."""
        try:
            with transaction.atomic():
                act()
        except Refused:
            done["refused"] += 1
            return False
        done[name] += 1
        return True

    @precondition(lambda self: self.pack.ratified_seq is None)
    @rule(n=places, who=places)
    def publish(self, n: int, who: int) -> None:
        chip = self.chip(n, "publish")
        quoted = desk.Quoted("Feed the starter once a day with 50 g of flour")
        gates = ["quote", "figure", "new_noun", "cite"]
        self.try_("publish", lambda: desk.publish(self.pack, chip.cid, self.ask(chip, who), quoted, gates))

    @rule(n=places, who=places)
    def hold(self, n: int, who: int) -> None:
        chip = self.chip(n, "hold")
        self.try_("hold", lambda: desk.hold(self.pack, chip.cid, self.ask(chip, who)))

    @precondition(lambda self: self.pack.ratified_seq is None)
    @rule(
        n=places, who=places, q=st.sampled_from(QUESTIONS), a=st.sampled_from(ANSWERS), back=st.integers(0, 4)
    )
    def hand_edit(self, n: int, who: int, q: str, a: str, back: int) -> None:
        chip = self.chip(n, "hand-edit")
        words = (
            (chip.writer_q, chip.writer_a, *chip.writer_cites) if not back else (q, a, "feeding", "heating")
        )
        before = chip.is_rewritten
        if self.try_(
            "hand-edit",
            lambda: desk.hand_edit(self.pack, chip.cid, self.ask(chip, who), builders.wording(*words)),
        ):
            done["edit of an edit"] += before

    @rule(n=places, who=places)
    def drop(self, n: int, who: int) -> None:
        chip = self.chip(n, "drop")
        self.try_("drop", lambda: desk.drop(self.pack, chip.cid, self.ask(chip, who)))

    @rule(n=places, who=places)
    def undo(self, n: int, who: int) -> None:
        chip = builders.chip(self.pack, n)
        if self.try_("undo", lambda: desk.undo(self.pack, chip.cid, self.ask(chip, who))):
            done["undone drop"] += chip.status == "dropped"

    @rule(who=places, kind=st.sampled_from(["digest", "bullet"]))
    def strike(self, who: int, kind: str) -> None:
        row, name = self.strikable(kind)
        act = strikes.undo_strike if row.is_struck else strikes.strike
        told = "undone strike" if row.is_struck else "strike"
        self.try_(told, lambda: act(self.pack, kind, name, self.ask(row, who)))

    def strikable(self, kind: str) -> tuple[Section | Bullet, str]:
        if kind == "bullet":
            bullet = Bullet.objects.filter(pack=self.pack).earliest("position")
            return bullet, bullet.text_sha
        section = Section.objects.filter(pack=self.pack, digest__isnull=False).earliest("position")
        return section, section.sid

    @precondition(lambda self: self.pack.ratified_seq is None)
    @rule(who=places, luck=st.integers(0, 3))
    def decide_the_rest_and_ratify(self, who: int, luck: int) -> None:
        if luck:
            return
        for chip in Chip.objects.filter(pack=self.pack, status="waiting"):
            self.try_("hold", lambda chip=chip: desk.hold(self.pack, chip.cid, self.ask(chip, who)))
        self.try_("ratify", lambda: release.ratify(self.pack, by=self.admin))

    @rule(who=places, luck=st.integers(0, 4))
    def exclude_or_readmit(self, who: int, luck: int) -> None:
        judge = self.judges[who % 2]
        row = exclusions.of(judge, self.pack)
        if row is not None:
            self.try_("readmit", lambda: exclusions.readmit(row, by=self.admin, why="a slip."))
        elif not luck:
            self.try_(
                "exclude", lambda: exclusions.exclude(judge, pack=self.pack, by=self.admin, why="wrote it.")
            )

    @precondition(lambda self: self.pack.ratified_seq is not None)
    @rule()
    def reopen(self) -> None:
        self.try_("reopen", lambda: release.reopen(self.pack, by=self.admin, why="a second look."))

    @invariant()
    def tables_ledger_and_export_say_the_same(self) -> None:
        self.pack.refresh_from_db()
        seen = witness.of(self.pack)
        assert seen.faults == ()
        # The JSONL alone replays to the same.
        bodies = ledger.bodies(Line(**json.loads(row)) for row in chain.to_jsonl(seen.lines).splitlines())
        data = builders.file_of(self.pack)
        state = replay.state_after(data, bodies, ledger.words_of(bodies))
        assert state == seen.state
        assert sums.chip_sum(data, state) == self.pack.sums
        assert self.pack.sums.adds_up
        assert all(kind.adds_up for kind in sums.kind_sums(data, state))
        assert audit.check(export.as_it_stands(data, state)) == []

    @precondition(lambda self: self.pack.ratified_seq is not None)
    @invariant()
    def a_ratified_export_says_what_the_screen_says(self) -> None:
        made = release.exported(self.pack)
        assert made.raw == release.exported(self.pack).raw
        data = packs.read(made.raw).data
        shown = self.pack.sums
        assert json.loads(made.raw) == data
        assert (data["bench"]["chips_published"], len(data["chips"])) == (
            shown.published,
            shown.published + shown.held,
        )
        assert sum(drop["kind"] == "chip" for drop in data["bench"]["drops"]) == shown.dropped


@pytest.mark.django_db
def test_random_acts_always_add_up() -> None:
    done.clear()
    settings_ = settings(
        max_examples=60, stateful_step_count=60, deadline=None, derandomize=True, print_blob=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Desk, settings=settings_)
    acts_ = ("publish", "hold", "hand-edit", "drop", "undo", "strike", "undone strike", "ratify", "reopen")
    assert {act: done[act] >= 50 for act in acts_} == dict.fromkeys(acts_, True), done
    assert done["edit of an edit"] >= 20
    assert done["undone drop"] >= 20
    assert min(done["exclude"], done["readmit"]) >= 20
