"""What an export has of two opinions, and what an outsider sees who verifies it."""

from __future__ import annotations

import json

import pytest

from reviews import release
from reviews.core import verify
from reviews.core.refusals import ActRefused
from reviews.models import Pack
from tests.core import builders as files
from tests.desk.opinions import hold, publish, relinked

pytestmark = pytest.mark.django_db


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
