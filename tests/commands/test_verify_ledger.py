"""Ledgers verified from the command line: one line a chain, and the first bad entry named."""

from __future__ import annotations

import re

import pytest
from django.db import connection

from reviews import desk, ledger, triggers
from reviews.core import chain as links
from reviews.models import Chain, Chip, Entry, PackFile
from tests import builders
from tests.commands.runner import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack():
    pack, jo = builders.loaded(slug="bread"), builders.judge()
    builders.seated(jo)
    for n in range(3):
        desk.hold(pack, builders.chip(pack, n).cid, builders.ask(jo, 1, "later"))
    return pack


def line(name: str, row: Chain) -> str:
    return f"{name}: {row.size} entries, head {row.head[:12]}…, verified"


def meddle(model, where: dict, **columns) -> None:
    """A change behind the desk's back, by somebody who takes the triggers away and puts them back."""
    triggers.lift(connection)
    model.objects.filter(**where).update(**columns)
    triggers.install(connection)


def test_every_chain_has_its_line(pack):
    other = builders.loaded(slug="cake")
    rows = [Chain.objects.get(pack=p) for p in (None, pack, other)]
    ran = run("verify_ledger")
    assert (ran.out.splitlines(), ran.refused) == (
        [line(name, row) for name, row in zip(("the desk", "bread", "cake"), rows, strict=True)],
        None,
    )


def test_only_the_packs_named_are_verified(pack):
    builders.loaded(slug="cake")
    assert run("verify_ledger", "bread").out == line("bread", Chain.objects.get(pack=pack)) + "\n"


def test_an_unknown_pack_is_named(pack):
    assert run("verify_ledger", "nothing").refused == "There is no pack with the slug nothing."


def test_an_empty_desk_is_verified(db):
    ran = run("verify_ledger")
    assert (ran.out, ran.refused) == ("the desk: not begun\n", None)


def test_it_changes_nothing(pack):
    before = list(Chain.objects.values()), list(Entry.objects.values())
    run("verify_ledger")
    assert (list(Chain.objects.values()), list(Entry.objects.values())) == before


def test_the_first_bad_entry_is_named_and_the_rest_is_verified(pack):
    builders.loaded(slug="cake")
    body = Entry.objects.get(chain__pack=pack, seq=3).body
    meddle(Entry, {"chain__pack": pack, "seq": 3}, body=body.replace("later", "never"))
    ran = run("verify_ledger")
    assert ran.err == ("bread: The hash of entry 3 does not follow from its words and the entry before it.\n")
    assert ran.refused == "1 of 3 ledgers cannot be relied on."
    assert [text.split(":")[0] for text in ran.out.splitlines()] == ["the desk", "cake"]


@pytest.mark.parametrize("body", ["", "[]", "{}", "null", "no JSON", "[" * 100_000])
@pytest.mark.parametrize("seq", [0, 2])
def test_a_body_that_is_no_entry_is_named(pack, body, seq):
    meddle(Entry, {"chain__pack": pack, "seq": seq}, body=body)
    ran = run("verify_ledger", "bread")
    assert ran.refused == "1 of 1 ledger cannot be relied on."
    assert re.match(f"bread: Entry {seq} (is not canonical JSON|says that it is entry None).$", ran.err)


@pytest.mark.parametrize(
    ("columns", "named"),
    [({"a": "Never."}, "answer"), ({"status": "published"}, "state"), ({"version": 9}, "version")],
)
def test_an_altered_chip_is_named(pack, columns, named):
    chip = builders.chip(pack)
    Chip.objects.filter(pk=chip.pk).update(**columns)
    ran = run("verify_ledger", "bread")
    assert f"bread: Chip {chip.cid} is not as the ledger leaves it: {named}." in ran.err.splitlines()
    assert ran.refused == "1 of 1 ledger cannot be relied on."


def test_a_loaded_file_that_was_changed_is_named(pack):
    meddle(PackFile, {"pk": pack.file_id}, raw=b"{}")
    assert "bread: The loaded file's bytes hash to" in run("verify_ledger", "bread").err


def test_a_cut_tail_is_named(pack):
    triggers.lift(connection)
    Entry.objects.filter(chain__pack=pack, seq=4).delete()
    triggers.install(connection)
    assert "bread: The chain's row says 5 entries" in run("verify_ledger", "bread").err


def test_a_rewritten_desk_chain_is_named(pack):
    meddle(Entry, {"chain__pack": None, "seq": 1}, hash=links.ZERO)
    said = "the desk: The hash of entry 1 does not follow from its words and the entry before it."
    assert run("verify_ledger").err.splitlines() == [said]


def test_a_pack_whose_chain_is_gone_is_named(pack):
    triggers.lift(connection)
    Entry.objects.filter(chain__pack=pack).delete()
    Chain.objects.filter(pack=pack).delete()
    triggers.install(connection)
    assert run("verify_ledger", "bread").err == "bread: This pack has no ledger.\n"


def test_lines_and_heads_are_those_of_the_tables(pack):
    row = Chain.objects.get(pack=pack)
    assert links.head(ledger.lines(row)) == row.head
