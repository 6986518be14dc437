"""A first opinion is sealed: who takes it back, what lets it fall, and who sees that it was changed."""

from __future__ import annotations

import json

import pytest
from django.db import DatabaseError, connection, transaction

from reviews import desk, exclusions, ledger, opinions, people, release, seating, triggers, witness
from reviews.core import verify
from reviews.core.refusals import ActRefused
from reviews.models import Chain, Entry, Exclusion, Opinion, Pack, Seat
from tests import builders
from tests.builders import ask
from tests.core import builders as files
from tests.desk.opinions import hold, holds, publish, relinked

pytestmark = pytest.mark.django_db


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


def test_a_sealed_opinion_outlasts_its_judges_seat_and_account(pack, three, ada):
    """SECURITY.md says so: it was given by somebody who might then."""
    publish(pack, three[0])
    seating.vacate(Seat.objects.get(user=three[0]), by=ada, why="the term is over")
    people.deactivate(three[0], by=ada)
    hold(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("disputed", True)


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
