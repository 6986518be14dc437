"""Two verdicts on one chip: what follows where they agree, where they do not, and once a third has settled it."""

from __future__ import annotations

import pytest

from reviews import desk
from reviews.core.refusals import ActRefused, AnotherJudge, Malformed
from reviews.models import Chip, Opinion
from tests import builders
from tests.builders import ask
from tests.desk.opinions import edit, hold, holds, publish, undo

pytestmark = pytest.mark.django_db


def test_a_first_opinion_leaves_the_chip_as_it_was(pack, three):
    before = Chip.objects.filter(pack=pack).values().order_by("pk")[0]
    done = publish(pack, three[0])
    assert Chip.objects.filter(pack=pack).values().order_by("pk")[0] == before
    assert done.entry.act == "opinion"
    assert holds(pack)


def test_the_entry_of_a_first_opinion_is_the_same_but_for_its_seal(pack, three):
    said = [{**publish(pack, three[0], 0).entry.said}, {**hold(pack, three[0], 1).entry.said}]
    differing = {key for key in said[0] if said[0][key] != said[1][key]}
    assert differing <= {"seal", "seq", "chip", "q", "a", "cites", "utc", "version"}
    assert {tuple(sorted(one)) for one in said} == {tuple(sorted(said[0]))}


def test_two_who_agree_publish(pack, three):
    publish(pack, three[0])
    done = publish(pack, three[1])
    chip = builders.chip(pack)
    assert (chip.status, chip.version, done.entry.act) == ("published", 2, "publish")
    assert holds(pack)


def test_two_who_agree_hold(pack, three):
    hold(pack, three[0])
    hold(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("held", True)


@pytest.mark.parametrize("order", [(publish, hold), (hold, publish)])
def test_two_who_disagree_leave_it_disputed(pack, three, order):
    order[0](pack, three[0])
    done = order[1](pack, three[1])
    pack.refresh_from_db()
    assert (builders.chip(pack).status, done.entry.act, pack.n_disputed) == ("disputed", "dispute", 1)
    assert pack.sums.adds_up
    assert holds(pack)


def test_nobody_gives_both_opinions(pack, three):
    publish(pack, three[0])
    with pytest.raises(AnotherJudge, match="Your opinion on this chip is in"):
        publish(pack, three[0])


def test_one_of_the_two_does_not_settle_it(pack, three):
    publish(pack, three[0])
    hold(pack, three[1])
    for who in three[:2]:
        with pytest.raises(AnotherJudge, match="a third judge settles it"):
            publish(pack, who)


def test_one_of_the_two_does_not_drop_it(pack, three):
    publish(pack, three[0])
    hold(pack, three[1])
    chip = builders.chip(pack)
    with pytest.raises(AnotherJudge, match="a third judge settles it"):
        desk.drop(pack, chip.cid, ask(three[0], chip, why="no"))


def test_a_third_settles_it_with_a_reason(pack, three):
    publish(pack, three[0])
    hold(pack, three[1])
    with pytest.raises(Malformed, match="Say why"):
        publish(pack, three[2], why="")
    publish(pack, three[2])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


def test_a_disagreement_is_not_undone(pack, three):
    publish(pack, three[0])
    hold(pack, three[1])
    chip = builders.chip(pack)
    with pytest.raises(ActRefused, match="A third settles that"):
        desk.undo(pack, chip.cid, ask(three[1], chip))


@pytest.fixture
def disputed(pack, three):
    publish(pack, three[0])
    hold(pack, three[1])


@pytest.mark.usefixtures("disputed")
def test_what_a_third_settled_is_undone_by_them_or_by_a_fourth(pack, three, mia):
    for who in (three[2], mia):
        publish(pack, three[2])
        undo(pack, who)
        assert (builders.chip(pack).status, holds(pack)) == ("disputed", True)


@pytest.mark.parametrize("settle", ["publish", "hold", "drop"])
@pytest.mark.parametrize("party", [0, 1])
@pytest.mark.usefixtures("disputed")
def test_none_of_the_two_takes_back_what_a_third_settled(pack, three, settle, party):
    """Or they could do so until a third comes who says what they like."""
    chip, settles = builders.chip(pack), three[2]
    if settle == "drop":
        desk.drop(pack, chip.cid, ask(settles, chip, why="neither"))
    else:
        {"publish": publish, "hold": hold}[settle](pack, settles)
    before = Chip.objects.filter(pack=pack).values().order_by("pk")[0]
    with pytest.raises(AnotherJudge, match="A third judge settled this"):
        undo(pack, three[party])
    assert Chip.objects.filter(pack=pack).values().order_by("pk")[0] == before


@pytest.mark.parametrize("party", [0, 1])
@pytest.mark.usefixtures("disputed")
def test_none_of_the_two_mends_a_disagreement_away(pack, three, party):
    """Edited there and back, the words would be nobody's, and the two could judge them once more."""
    with pytest.raises(AnotherJudge, match="a third judge settles it"):
        edit(pack, three[party])
    assert (builders.chip(pack).status, builders.chip(pack).version) == ("disputed", 2)


@pytest.mark.usefixtures("disputed")
def test_a_third_mends_the_words_and_the_two_judge_the_new_ones(pack, three):
    edit(pack, three[2])
    publish(pack, three[0])
    publish(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


@pytest.mark.usefixtures("disputed")
def test_words_that_a_third_mended_are_taken_back_by_anybody(pack, three):
    edit(pack, three[2])
    undo(pack, three[0])
    assert (builders.chip(pack).status, holds(pack)) == ("disputed", True)


@pytest.mark.usefixtures("disputed")
def test_the_two_may_hold_again_what_a_third_published(pack, three):
    """With a reason, as any one judge may hold what is published; two others publish it again."""
    publish(pack, three[2])
    hold(pack, three[1])
    assert (builders.chip(pack).status, publish(pack, three[0]).entry.act) == ("held", "opinion")
    assert holds(pack)


def test_an_undone_agreement_asks_two_anew(pack, three):
    publish(pack, three[0])
    publish(pack, three[1])
    chip = builders.chip(pack)
    desk.undo(pack, chip.cid, ask(three[2], chip))
    assert (builders.chip(pack).status, Opinion.objects.standing().count()) == ("waiting", 0)
    assert publish(pack, three[1]).entry.act == "opinion"
    assert holds(pack)
