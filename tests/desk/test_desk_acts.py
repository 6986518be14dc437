"""The desk's room: each act's conditions, in the order in which they are asked, and what is left when one fails."""

from __future__ import annotations

import json

import pytest

from reviews import desk, release, seating, strikes
from reviews.core.refusals import ActRefused, KeyReused, Malformed, NoSeat, NotPublishable, StaleChip
from reviews.models import Chip, Entry
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."


def publish(pack, jo, n=0, words=WORDS, overrides=(), why="", cite="", **more):
    return desk.publish(
        pack, chip(pack, n).cid, ask(jo, chip(pack, n), why=why, **more), desk.Quoted(words, cite), overrides
    )


def body(done: desk.Done) -> dict:
    return json.loads(done.entry.body)


def test_publish_keeps_the_source_slice_and_its_span(pack, jo):
    done = publish(pack, jo)
    row = chip(pack)
    text = builders.files.article()
    assert row.status == "published"
    assert row.quote == text[row.quote_start : row.quote_end] == WORDS
    assert body(done)["quote_span"] == [row.quote_start, row.quote_end]


def test_publish_on_words_that_stand_nowhere_is_refused(pack, jo):
    with pytest.raises(NotPublishable):
        publish(pack, jo, words="A starter doubles in about three weeks.", overrides=["quote"], why="sure")
    assert chip(pack).status == "waiting"


def test_publish_on_a_quote_of_another_section_is_refused(pack, jo):
    with pytest.raises(NotPublishable):
        publish(
            pack,
            jo,
            words="The pot keeps the steam for the first",
            cite="feeding",
            overrides=["quote"],
            why="sure",
        )


def test_publish_without_a_quote_asks_for_the_override(pack, jo):
    with pytest.raises(NotPublishable) as refusal:
        publish(pack, jo, words="")
    assert [finding.gate for finding in refusal.value.findings] == ["quote"]


def test_publish_over_a_finding_without_a_reason_is_refused(pack, jo):
    with pytest.raises(Malformed):
        publish(pack, jo, words="", overrides=["quote"])
    assert Entry.objects.filter(act="publish").count() == 0


def test_publish_over_a_finding_records_it(pack, jo):
    assert body(publish(pack, jo, words="", overrides=["quote", "profanity"], why="plain"))["overrides"] == [
        "quote"
    ]


def test_publish_on_a_short_quote_needs_the_override_and_keeps_the_words(pack, jo):
    publish(pack, jo, words="once a day", overrides=["quote"], why="short but whole")
    assert chip(pack).quote == "once a day"


def test_publish_on_short_words_that_stand_nowhere_is_refused(pack, jo):
    with pytest.raises(NotPublishable):
        publish(pack, jo, words="once a year", overrides=["quote"], why="sure")


@pytest.mark.parametrize("act", ["hold", "drop"])
def test_an_act_without_a_reason_leaves_the_chip_waiting(pack, jo, act):
    with pytest.raises(Malformed):
        getattr(desk, act)(pack, chip(pack).cid, ask(jo, chip(pack), why="  "))
    assert chip(pack).status == "waiting"


def test_hold_empties_the_quote(pack, jo):
    publish(pack, jo)
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="look again"))
    assert (chip(pack).status, chip(pack).quote, chip(pack).quote_cite, chip(pack).quote_start) == (
        "held",
        "",
        "",
        None,
    )


def test_a_stale_form_is_refused(pack, jo):
    old = ask(jo, chip(pack), why="x")
    publish(pack, jo)
    with pytest.raises(StaleChip):
        desk.hold(pack, chip(pack).cid, old)


def test_without_a_seat_nothing_is_recorded(pack):
    ron = builders.reader()
    with pytest.raises(NoSeat):
        publish(pack, ron)
    assert Entry.objects.filter(act="publish").count() == 0


def test_an_admin_needs_a_seat_too(pack):
    with pytest.raises(NoSeat):
        publish(pack, builders.admin())


def test_a_vacated_seat_is_refused_from_the_next_act_on(pack, jo):
    seating.vacate(jo.seats.get(), by=None, why="on leave")
    with pytest.raises(NoSeat):
        publish(pack, jo)


def test_a_seat_on_another_pack_is_no_seat_here(pack):
    kim, other = builders.judge("kim"), builders.loaded(slug="another-pack", title="Another")
    builders.seated(kim, other)
    with pytest.raises(NoSeat):
        publish(pack, kim)


def test_a_chip_is_looked_up_through_its_pack(pack, jo):
    with pytest.raises(Chip.DoesNotExist):
        desk.hold(pack, "c-00000000", ask(jo, 1, why="x"))


def test_the_same_key_and_body_again_is_one_entry(pack, jo):
    first = publish(pack, jo, key="the-same-key")
    again = desk.publish(pack, chip(pack).cid, ask(jo, 1, key="the-same-key"), desk.Quoted(WORDS))
    assert (again.entry.pk, again.is_repeat) == (first.entry.pk, True)
    assert Entry.objects.filter(act="publish").count() == 1


def test_the_same_key_with_another_body_is_refused(pack, jo):
    publish(pack, jo, key="the-same-key")
    other = desk.Ask(judge=jo, version=2, key="the-same-key", sha="another body", why="x")
    with pytest.raises(KeyReused):
        desk.hold(pack, chip(pack).cid, other)


def test_hand_edit_waits_again_ungrounded(pack, jo):
    publish(pack, jo)
    desk.hand_edit(
        pack,
        chip(pack).cid,
        ask(jo, chip(pack), why="plainer"),
        builders.wording("how often?", "Once a day, at most.", "feeding"),
    )
    row = chip(pack)
    assert (row.status, row.quote, row.q, row.version) == ("waiting", "", "how often?", 3)


def test_a_hand_edit_that_changes_line_ends_alone_records_nothing(pack, jo):
    row = chip(pack)
    row.a, row.writer_a = "One.\nTwo.", "One.\nTwo."
    row.save()
    assert (
        desk.hand_edit(
            pack, row.cid, ask(jo, row, why="x"), builders.wording(row.q, "One.\r\nTwo.", *row.cites)
        )
        is None
    )
    assert chip(pack).version == 1


def test_a_hand_edit_to_another_chips_question_names_that_chip(pack, jo):
    other = chip(pack, 1)
    with pytest.raises(Malformed, match=other.cid):
        desk.hand_edit(
            pack,
            chip(pack).cid,
            ask(jo, chip(pack), why="x"),
            builders.wording(other.q, "Anything at all.", "feeding"),
        )


def test_a_hand_edit_to_a_question_another_chip_once_had_is_refused(pack, jo):
    one, two = chip(pack, 0), chip(pack, 1)
    desk.hand_edit(
        pack, one.cid, ask(jo, one, why="x"), builders.wording("a new question?", one.a, "feeding")
    )
    desk.undo(pack, one.cid, ask(jo, chip(pack)))
    with pytest.raises(Malformed, match=one.cid):
        desk.hand_edit(
            pack, two.cid, ask(jo, two, why="x"), builders.wording("a new question?", two.a, "heating")
        )


def test_a_hand_edit_with_an_unknown_cite_is_refused(pack, jo):
    row = chip(pack)
    with pytest.raises(Malformed):
        desk.hand_edit(pack, row.cid, ask(jo, row, why="x"), builders.wording(row.q, row.a, "nowhere"))


def test_edit_and_publish_is_both_or_neither(pack, jo):
    row = chip(pack)
    with pytest.raises(NotPublishable):
        desk.edit_and_publish(
            pack,
            row.cid,
            ask(jo, row, why="x"),
            builders.wording("how often is it fed?", row.a, "feeding"),
            desk.Quoted("not there at all, ever"),
        )
    assert (chip(pack).q, chip(pack).version) == (row.q, 1)
    desk.edit_and_publish(
        pack,
        row.cid,
        ask(jo, row, why="x"),
        builders.wording("how often is it fed?", row.a, "feeding"),
        desk.Quoted(WORDS),
    )
    assert list(Entry.objects.filter(chip=row).values_list("act", flat=True)) == ["hand-edit", "publish"]


def test_undo_of_a_hold_asks_again_and_publishes_again(pack, jo):
    publish(pack, jo)
    before = chip(pack)
    desk.hold(pack, before.cid, ask(jo, before, why="look again"))
    desk.undo(pack, before.cid, ask(jo, chip(pack)))
    after = chip(pack)
    assert (after.status, after.quote, after.version) == ("published", before.quote, 4)


def test_undo_of_a_loaded_publication_without_a_quote_needs_the_override(jo):
    chips = [
        builders.files.chip("how often?", "Once a day, or once a week if it is kept cold.", published=True)
    ]
    pack = builders.loaded(chips=chips, slug="published-already")
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="no quote"))
    with pytest.raises(NotPublishable):
        desk.undo(pack, chip(pack).cid, ask(jo, chip(pack)))
    assert chip(pack).status == "held"
    desk.undo(pack, chip(pack).cid, ask(jo, chip(pack), why="the writer's own"), ["quote"])
    assert chip(pack).status == "published"


def test_undo_with_nothing_to_undo_is_refused(pack, jo):
    with pytest.raises(ActRefused):
        desk.undo(pack, chip(pack).cid, ask(jo, chip(pack)))


def test_any_seated_judge_may_undo(pack, jo):
    kim = builders.seated_judge("kim")
    desk.drop(pack, chip(pack).cid, ask(jo, chip(pack), why="x"))
    desk.undo(pack, chip(pack).cid, ask(kim, chip(pack)))
    assert chip(pack).status == "waiting"


def test_a_dropped_chip_is_open_to_undo_alone(pack, jo):
    desk.drop(pack, chip(pack).cid, ask(jo, chip(pack), why="x"))
    with pytest.raises(ActRefused):
        publish(pack, jo)


def test_a_ratified_pack_is_not_judged(pack, jo):
    for n in range(3):
        desk.hold(pack, chip(pack, n).cid, ask(jo, chip(pack, n), why="x"))
    release.ratify(pack, by=builders.admin())
    with pytest.raises(ActRefused, match="ratified"):
        publish(pack, jo)
    with pytest.raises(ActRefused, match="ratified"):
        strikes.strike(pack, "digest", "feeding", ask(jo, why="x"))


def test_the_counts_follow_each_act(pack, jo):
    publish(pack, jo)
    desk.drop(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1), why="x"))
    pack.refresh_from_db()
    assert (pack.n_waiting, pack.n_published, pack.n_dropped, pack.sums.adds_up) == (1, 1, 1, True)
