"""ask_gates: what is kept with the chips follows the house rules, and nothing else moves."""

from __future__ import annotations

import pytest
from django.test import override_settings

from reviews import desk
from reviews.models import Chip, Entry
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text("a_max = 60\n")
    with override_settings(HOUSE_RULES=path):
        yield path


def lengths(pack) -> list[list[str]]:
    return [
        [one["gate"] for one in chip.findings] for chip in Chip.objects.filter(pack=pack).order_by("position")
    ]


def test_ask_gates_brings_findings_up_to_the_rules(tmp_path):
    pack = builders.loaded()
    before = lengths(pack)
    path = tmp_path / "rules.toml"
    path.write_text("a_max = 60\n")
    with override_settings(HOUSE_RULES=path):
        ran = run("ask_gates")
    assert (before, lengths(pack)) == ([[], [], []], [["length"], [], []])
    assert ran.out == (
        "baking-with-a-sourdough-starter: 1 chip with other findings\n"
        f"1 chip with other findings, by the house rules in {path}\n"
    )


def test_ask_gates_by_the_default_rules_says_that_a_desk_may_have_others(rules):
    pack = builders.loaded()
    with override_settings(HOUSE_RULES=None):
        ran = run("ask_gates", pack.slug)
    told = "HOUSE_RULES is not set here: where the desk runs by a file of rules, set it and ask again.\n"
    assert (ran.err, lengths(pack)) == (told, [[], [], []])


def test_ask_gates_makes_no_entry_and_no_version(tmp_path, rules):
    with override_settings(HOUSE_RULES=None):
        pack = builders.loaded()
    n_entries = Entry.objects.count()
    run("ask_gates", pack.slug)
    assert (Entry.objects.count(), [chip.version for chip in pack.chips.all()]) == (n_entries, [1, 1, 1])


def test_ask_gates_again_is_nothing_to_do(rules):
    builders.loaded()
    assert run("ask_gates").out == f"0 chips with other findings, by the house rules in {rules}\n"


def test_ask_gates_asks_about_the_words_that_stand(rules):
    with override_settings(HOUSE_RULES=None):
        pack, jo = builders.loaded(), builders.judge()
        builders.seated(jo)
        words = builders.wording(
            "when is it fed?", "Once a day, says Marrowgate, of the flour and of all the water.", "feeding"
        )
        desk.hand_edit(pack, builders.chip(pack).cid, builders.ask(jo, builders.chip(pack), why="x"), words)
    run("ask_gates")
    assert lengths(pack)[0] == ["new_noun", "length"]


def test_ask_gates_refuses_an_unknown_pack():
    assert run("ask_gates", "nowhere").refused == "There is no pack with the slug nowhere."
