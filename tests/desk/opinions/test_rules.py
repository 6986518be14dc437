"""For which chips two judges are asked, who says so, and what was decided before."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import call_command
from django.db import connection

from reviews import opinions, triggers
from reviews.core import acts
from reviews.core.refusals import Malformed, NoSeat
from reviews.forms.opinions import RuleForm
from reviews.models import Entry, Pack, SeriesRule
from tests import builders
from tests.desk.opinions import hold, holds, publish

pytestmark = pytest.mark.django_db


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
    jo = builders.seated_judge()
    publish(made, jo)
    opinions.set_rule(made, "every", by=ada)
    assert (builders.chip(made).status, holds(made)) == ("published", True)


def test_a_rule_taken_away_lets_one_decide(pack, three, ada):
    publish(pack, three[0])
    opinions.set_rule(pack, "none", by=ada)
    hold(pack, three[1])
    assert (builders.chip(pack).status, holds(pack)) == ("held", True)


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


@pytest.mark.parametrize("n", [1, 201, acts.LONGEST_SERIES])
def test_a_series_is_asked_by_every_name_that_a_pack_may_give_it(ada, n):
    name = "".join(chr(letter) for letter in Random(n).choices(range(0x20000, 0x2A6D0), k=n))
    opinions.set_series_rule(name, "every", by=ada)
    opinions.set_series_rule(name, "rewritten", by=ada)
    assert (builders.loaded(series=[name]).second, SeriesRule.objects.count()) == ("rewritten", 1)


def test_a_longer_name_from_before_there_was_a_limit_is_not_offered():
    names = ["x" * acts.LONGEST_SERIES, "x" * (acts.LONGEST_SERIES + 1)]
    pack = Pack(series=f"\n{names[0]}\n{names[1]}\n")
    assert [name for name, _ in RuleForm(pack).fields["series"].choices] == ["", names[0]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("emptying")
def test_a_rule_that_was_set_before_names_could_be_long_stays():
    call_command("migrate", "reviews", "0005", verbosity=0)
    try:
        SeriesRule.objects.create(series="x" * 200, second="every")
    finally:
        call_command("migrate", "reviews", verbosity=0)
    assert (builders.loaded(series=["x" * 200]).second, triggers.missing(connection)) == ("every", [])


@pytest.mark.parametrize(("rule", "share"), [("sampled", 0), ("sampled", 100), ("every", 5), ("all", 0)])
def test_a_rule_that_is_none_is_refused(pack, ada, rule, share):
    with pytest.raises(Malformed):
        opinions.set_rule(pack, rule, share, by=ada)
