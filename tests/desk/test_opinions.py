"""Second opinions: who is asked, what stays unseen, and what follows from two verdicts."""

from __future__ import annotations

import json

import pytest
from django.db import DatabaseError, connection, transaction

from reviews import desk, exclusions, ledger, opinions, people, release, seating, triggers, witness
from reviews.core import chain, verify
from reviews.core.refusals import ActRefused, AnotherJudge, Malformed, NoSeat
from reviews.models import Chain, Chip, Entry, Exclusion, Opinion, Pack, Seat, SeriesRule
from tests import builders
from tests.builders import ask
from tests.core import builders as files

pytestmark = pytest.mark.django_db
QUOTED = desk.Quoted("Feed the starter once a day with 50 g of flour")
GATES = ["quote", "figure", "new_noun", "cite"]


@pytest.fixture
def ada(db):
    return builders.admin()


@pytest.fixture
def pack(ada) -> Pack:
    made = builders.loaded()
    opinions.set_rule(made, "every", by=ada)
    return made


@pytest.fixture
def three(pack):
    people = [builders.judge(name) for name in ("jo", "kim", "lea")]
    for one in people:
        builders.seated(one)
    return people


def publish(pack: Pack, who, n: int = 0, why: str = "it stands there") -> desk.Done:
    chip = builders.chip(pack, n)
    quoted = QUOTED if n == 0 else desk.Quoted()
    return desk.publish(pack, chip.cid, ask(who, chip, why=why), quoted, GATES)


def hold(pack: Pack, who, n: int = 0, why: str = "not sure of it") -> desk.Done:
    chip = builders.chip(pack, n)
    return desk.hold(pack, chip.cid, ask(who, chip, why=why))


def holds(pack: Pack) -> bool:
    pack.refresh_from_db()
    return witness.of(pack).faults == ()


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
def mia(pack):
    made = builders.judge("mia")
    builders.seated(made)
    return made


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


def test_an_opinion_is_taken_back_by_its_judge(pack, three):
    publish(pack, three[0])
    chip = builders.chip(pack)
    desk.undo(pack, chip.cid, ask(three[0], chip))
    assert (Opinion.objects.standing().count(), builders.chip(pack).version, holds(pack)) == (0, 1, True)
    assert hold(pack, three[0]).entry.act == "opinion"


def test_nobody_else_takes_an_opinion_back(pack, three):
    publish(pack, three[0])
    chip = builders.chip(pack)
    with pytest.raises(ActRefused, match="Nothing stands on this chip"):
        desk.undo(pack, chip.cid, ask(three[1], chip))


def test_an_edit_lets_an_opinion_fall(pack, three):
    publish(pack, three[0])
    chip = builders.chip(pack)
    words = builders.wording(chip.q, "It is fed once a day with flour and water.", *chip.cites)
    desk.hand_edit(pack, chip.cid, ask(three[1], chip, why="clearer"), words)
    assert (Opinion.objects.standing().count(), holds(pack)) == (0, True)


def test_an_undone_agreement_asks_two_anew(pack, three):
    publish(pack, three[0])
    publish(pack, three[1])
    chip = builders.chip(pack)
    desk.undo(pack, chip.cid, ask(three[2], chip))
    assert (builders.chip(pack).status, Opinion.objects.standing().count()) == ("waiting", 0)
    assert publish(pack, three[1]).entry.act == "opinion"
    assert holds(pack)


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


def test_for_rewritten_chips_the_writers_words_need_one(pack, three, ada):
    opinions.set_rule(pack, "rewritten", by=ada)
    publish(pack, three[0])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


def test_a_sample_asks_two_about_its_share_alone(pack, three, ada):
    opinions.set_rule(pack, "sampled", 50, by=ada)
    pack.refresh_from_db()
    for n in range(3):
        publish(pack, three[0], n)
    asked = [pack.rule.asks(builders.chip(pack, n).cid, is_rewritten=False) for n in range(3)]
    assert [builders.chip(pack, n).status == "waiting" for n in range(3)] == asked
    assert holds(pack)


def test_what_is_published_is_held_by_one(pack, three):
    publish(pack, three[0])
    publish(pack, three[1])
    hold(pack, three[2])
    assert (builders.chip(pack).status, holds(pack)) == ("held", True)


def test_what_two_held_is_published_by_two(pack, three):
    hold(pack, three[0])
    hold(pack, three[1])
    publish(pack, three[2])
    assert builders.chip(pack).status == "held"
    publish(pack, three[0])
    assert (builders.chip(pack).status, holds(pack)) == ("published", True)


def test_what_was_decided_before_the_rule_stays(ada):
    made = builders.loaded()
    jo = builders.judge()
    builders.seated(jo)
    publish(made, jo)
    opinions.set_rule(made, "every", by=ada)
    assert (builders.chip(made).status, holds(made)) == ("published", True)


def undo(pack: Pack, who, n: int = 0) -> desk.Done:
    chip = builders.chip(pack, n)
    return desk.undo(pack, chip.cid, ask(who, chip))


@pytest.fixture
def published_by_one(pack, three, ada):
    opinions.set_rule(pack, "none", by=ada)
    publish(pack, three[0])
    opinions.set_rule(pack, "every", by=ada)


def edit(pack: Pack, who) -> None:
    chip = builders.chip(pack)
    words = builders.wording(chip.q, "It is fed once a day with flour and water.", *chip.cites)
    desk.hand_edit(pack, chip.cid, ask(who, chip, why="clearer"), words)


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


def test_a_sealed_opinion_outlasts_its_judges_seat_and_account(pack, three, ada):
    """SECURITY.md says so: it was given by somebody who might then."""
    publish(pack, three[0])
    seating.vacate(Seat.objects.get(user=three[0]), by=ada, why="the term is over")
    people.deactivate(three[0], by=ada)
    hold(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("disputed", True)


@pytest.fixture(params=["pack", "series"])
def of_excluded(request, three, ada) -> Pack:
    """A pack on whose first chip somebody gave a first opinion who was excluded from it, or from its series, since."""
    made = builders.loaded(slug="of-excluded", series=["bread"])
    opinions.set_rule(made, "every", by=ada)
    publish(made, three[0])
    place = {"pack": made} if request.param == "pack" else {"series": "bread"}
    exclusions.exclude(three[0], **place, by=ada, why="wrote the article")
    return made


def test_a_sealed_opinion_of_somebody_excluded_is_passed_over(of_excluded, three):
    """Nothing is decided on it any more: the next judge's is the first, and theirs opens."""
    first = Entry.objects.get(act="opinion")
    second = publish(of_excluded, three[1]).entry
    assert (second.act, second.said["instead_of"]) == ("opinion", first.seq)
    assert (builders.chip(of_excluded).status, holds(of_excluded)) == ("waiting", True)
    third = publish(of_excluded, three[2]).entry
    assert (third.act, third.said["opens"]["seq"]) == ("publish", second.seq)
    assert (builders.chip(of_excluded).status, holds(of_excluded)) == ("published", True)


def test_it_stays_passed_over_when_they_are_readmitted(of_excluded, three, ada):
    publish(of_excluded, three[1])
    exclusions.readmit(Exclusion.objects.get(), by=ada, why="it was somebody else")
    assert publish(of_excluded, three[0]).entry.act == "publish"
    assert (builders.chip(of_excluded).status, holds(of_excluded)) == ("published", True)


def test_it_counts_where_they_are_readmitted_before(of_excluded, three, ada):
    exclusions.readmit(Exclusion.objects.get(), by=ada, why="it was somebody else")
    assert publish(of_excluded, three[1]).entry.act == "publish"


def test_an_outsider_verifies_what_was_passed_over(of_excluded, three, ada):
    for n in range(3):
        for who in three[1:]:
            publish(of_excluded, who, n)
    release.ratify(of_excluded, by=ada)
    made = release.exported(of_excluded)
    lines, article = made.ledger.splitlines(keepends=True), files.article().encode()
    assert verify.verify(made.raw, lines, article, bytes(of_excluded.file.raw)).faults == ()


@pytest.mark.parametrize("lie", [None, 0, 99])
def test_an_outsider_sees_an_opinion_in_the_place_of_none_or_of_another(of_excluded, three, ada, lie):
    for n in range(3):
        for who in three[1:]:
            publish(of_excluded, who, n)
    release.ratify(of_excluded, by=ada)
    made = release.exported(of_excluded)
    forged = [json.loads(json.loads(line)["body"]) for line in made.ledger.splitlines()]
    body = next(body for body in forged if "instead_of" in body)
    body.pop("instead_of") if lie is None else body.update(instead_of=lie)
    report = verify.verify(made.raw, relinked(forged), None, None)
    assert "no first of two opinions was asked for" in report.faults[0]


def test_a_rule_taken_away_lets_one_decide(pack, three, ada):
    publish(pack, three[0])
    opinions.set_rule(pack, "none", by=ada)
    hold(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("held", True)


def test_a_disputed_chip_bars_ratifying(pack, three, ada):
    for n in range(3):
        publish(pack, three[0], n)
        (hold if n == 0 else publish)(pack, three[1], n)
    with pytest.raises(ActRefused, match="Two judges disagree about 1 of its chips"):
        release.ratify(pack, by=ada)


def ratified(pack: Pack, three, ada) -> release.Export:
    publish(pack, three[0], 0)
    publish(pack, three[1], 0)
    publish(pack, three[1], 1)
    hold(pack, three[0], 1)
    publish(pack, three[2], 1, why="the section says so")
    hold(pack, three[2], 2)
    hold(pack, three[1], 2)
    release.ratify(pack, by=ada)
    return release.exported(pack)


def test_an_export_has_each_opinion_in_ledger_order(pack, three, ada):
    decisions = json.loads(ratified(pack, three, ada).raw)["bench"]["decisions"]
    assert [(one["act"], one["why"]) for one in decisions] == [
        ("publish", "it stands there"),
        ("publish", "it stands there"),
        ("publish", "it stands there"),
        ("hold", "not sure of it"),
        ("publish", "the section says so"),
        ("hold", "not sure of it"),
        ("hold", "not sure of it"),
    ]


def test_an_outsider_verifies_it(pack, three, ada):
    made = ratified(pack, three, ada)
    report = verify.verify(
        made.raw, made.ledger.splitlines(keepends=True), files.article().encode(), bytes(pack.file.raw)
    )
    assert report.faults == ()


@pytest.mark.parametrize("against", [True, False])
def test_an_outsider_sees_an_opinion_that_was_opened_as_another(pack, three, ada, against):
    made = ratified(pack, three, ada)
    forged = [json.loads(json.loads(line)["body"]) for line in made.ledger.splitlines()]
    opens = next(body["opens"] for body in forged if "opens" in body)
    opens["said"] = opens["said"].replace("it stands there", "whatever")
    report = verify.verify(made.raw, relinked(forged), None, bytes(pack.file.raw) if against else None)
    assert "opens another opinion than entry" in report.faults[0]


def relinked(bodies):
    """Lines of a ledger with these bodies, hashed anew."""
    head, lines = chain.ZERO, []
    for body in bodies:
        text = chain.canonical(body)
        head = chain.link(head, text)
        lines.append(chain.Line(text, head))
    return chain.to_jsonl(lines).splitlines(keepends=True)


def test_only_an_admin_sets_the_rule(pack, three):
    with pytest.raises(NoSeat):
        opinions.set_rule(pack, "none", by=three[0])


@pytest.mark.parametrize("then", [0, -3600])
def test_of_two_series_the_rule_that_was_set_last_counts_whatever_the_clock_does(ada, time_machine, then):
    """Within one moment, and where the clock was put back in between."""
    time_machine.move_to("2026-10-25T01:00:00Z", tick=False)
    for series, rule in (
        ("Bread", "every"),
        ("Cheese", "rewritten"),
        ("Bread", "rewritten"),
        ("Cheese", "every"),
    ):
        opinions.set_series_rule(series, rule, by=ada)
        time_machine.shift(then)
    assert builders.loaded(series=["Bread", "Cheese"]).second == "every"


def test_a_series_rule_is_for_its_packs_and_those_to_come(ada):
    first = builders.loaded(series=["bread"])
    opinions.set_series_rule("bread", "every", by=ada)
    first.refresh_from_db()
    later = builders.loaded(series=["bread"], slug="another-pack")
    assert (first.second, later.second, SeriesRule.objects.count()) == ("every", "every", 1)
    assert Entry.objects.filter(act="opinions").count() == 3
    assert holds(first)
    assert holds(later)


@pytest.mark.parametrize(("rule", "share"), [("sampled", 0), ("sampled", 100), ("every", 5), ("all", 0)])
def test_a_rule_that_is_none_is_refused(pack, ada, rule, share):
    with pytest.raises(Malformed):
        opinions.set_rule(pack, rule, share, by=ada)


def test_a_sealed_opinion_that_was_changed_is_seen(pack, three):
    publish(pack, three[0])
    triggers.lift(connection)
    Opinion.objects.update(said=Opinion.objects.get().said.replace("publish", "hold"))
    assert "sealed opinion" in witness.of(pack).faults[0]


def test_a_sealed_opinion_cannot_be_changed(pack, three):
    publish(pack, three[0])
    for change in (
        lambda: Opinion.objects.update(said="{}"),
        lambda: Opinion.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_the_ledger_tells_no_verdict_before_the_second(pack, three):
    publish(pack, three[0], why="canary words")
    text = chain_text(pack)
    assert "canary" not in text
    assert "Feed the starter" not in text
    assert '"opinion"' in text


def chain_text(pack: Pack) -> str:
    return "".join(line.body for line in ledger.lines(Chain.objects.get(pack=pack)))
