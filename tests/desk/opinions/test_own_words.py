"""Nobody passes on their own words, nor publishes alone what two were asked about: not by an undo either."""

from __future__ import annotations

import pytest

from reviews import desk, opinions
from reviews.core.refusals import AnotherJudge
from tests import builders
from tests.builders import ask
from tests.desk.opinions import GATES, QUOTED, edit, hold, holds, publish, undo

pytestmark = pytest.mark.django_db


def test_nobody_passes_on_their_own_words(pack, three, ada):
    opinions.set_rule(pack, "rewritten", by=ada)
    chip = builders.chip(pack)
    words = builders.wording(chip.q, "It is fed once a day with flour and water.", *chip.cites)
    desk.hand_edit(pack, chip.cid, ask(three[0], chip, why="clearer"), words)
    with pytest.raises(AnotherJudge, match="You wrote these words"):
        publish(pack, three[0])
    with pytest.raises(AnotherJudge, match="You wrote these words"):
        hold(pack, three[0])
    publish(pack, three[1])
    publish(pack, three[2])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


@pytest.mark.parametrize("rule", ["every", "rewritten"])
def test_nobody_passes_on_their_own_words_by_undoing_what_another_did(pack, three, mia, ada, rule):
    if rule != "every":
        opinions.set_rule(pack, rule, by=ada)
    edit(pack, three[0])
    publish(pack, three[1])
    publish(pack, three[2])
    hold(pack, mia)
    with pytest.raises(AnotherJudge, match="You wrote these words"):
        undo(pack, three[0])
    assert (builders.chip(pack).status, holds(pack)) == ("held", True)
    undo(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


def test_save_and_publish_of_ones_own_words_is_refused_whole(pack, three):
    chip = builders.chip(pack)
    words = builders.wording(chip.q, "It is fed once a day with flour and water.", *chip.cites)
    with pytest.raises(AnotherJudge, match="You wrote these words"):
        desk.edit_and_publish(pack, chip.cid, ask(three[0], chip, why="clearer"), words, QUOTED, GATES)
    assert builders.chip(pack).version == 1


@pytest.fixture
def published_by_one(pack, three, ada):
    opinions.set_rule(pack, "none", by=ada)
    publish(pack, three[0])
    opinions.set_rule(pack, "every", by=ada)


@pytest.mark.parametrize("act", [hold, edit])
@pytest.mark.usefixtures("published_by_one")
def test_nobody_publishes_alone_by_undoing_anothers_act(pack, three, act):
    act(pack, three[1])
    before = builders.chip(pack)
    with pytest.raises(AnotherJudge, match="now two are asked"):
        undo(pack, three[0])
    after = builders.chip(pack)
    assert (after.status, after.version, holds(pack)) == (before.status, before.version, True)


@pytest.mark.usefixtures("published_by_one")
def test_a_judge_takes_back_their_own_act_on_what_one_published(pack, three):
    hold(pack, three[1])
    undo(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


def test_what_two_published_comes_back_by_anybodys_undo(pack, three):
    publish(pack, three[0])
    publish(pack, three[1])
    hold(pack, three[2])
    undo(pack, three[0])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


def test_what_a_third_published_comes_back_by_anybodys_undo(pack, three):
    publish(pack, three[0])
    hold(pack, three[1])
    publish(pack, three[2])
    hold(pack, three[1])
    undo(pack, three[0])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)
