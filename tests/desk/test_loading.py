"""Loading many chips: everything is made before the transaction, which only writes, and asks as often for few as for many."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import desk, evidence, intake, ledger, witness
from reviews.models import Chain, Chip, ChipName, Pack, Section
from tests import builders
from tests.builders import ask
from tests.core import builders as files

pytestmark = pytest.mark.django_db


def of_many(n: int, slug: str) -> bytes:
    chips = [files.chip(f"how long do {number} feeds take?", f"They take {number} days.", ["feeding"]) for number in range(n)]  # fmt: skip
    return files.raw(files.pack(slug=slug, chips=chips))


def statements(work) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        work()
    return [q["sql"] for q in queries]


def test_a_load_asks_as_often_for_seven_hundred_chips_as_for_one():
    article = files.article().encode()
    few, many = (
        len(statements(lambda n=n: intake.load(of_many(n, f"of-{n}"), article, by=None))) for n in (1, 700)
    )
    assert few == many


def test_an_article_asks_as_often_for_seven_hundred_chips_as_for_one():
    packs = [intake.load(of_many(n, f"of-{n}"), by=None).pack for n in (1, 700)]
    few, many = (
        len(statements(lambda p=p: intake.attach(p, files.article().encode(), by=None))) for p in packs
    )
    assert few == many


def test_no_file_is_read_in_the_transaction():
    evidence._file.cache_clear()
    told = statements(lambda: intake.load(of_many(3, "of-3"), files.article().encode(), by=None))
    assert [sql for sql in told if sql.startswith("SELECT") and '"raw"' in sql] == []


def test_rows_are_those_of_the_file_whether_the_article_comes_at_once_or_later():
    whole = intake.load(of_many(9, "whole"), files.article().encode(), by=None).pack
    later = intake.load(of_many(9, "later"), by=None).pack
    intake.attach(later, files.article().encode(), by=None)
    found = [
        (
            list(Chip.objects.filter(pack=pack).order_by("position").values_list("cid", "status", "q", "a", "cites", "findings")),
            list(Section.objects.filter(pack=pack).values_list("sid", "start", "end", "digest")),
            sorted(ChipName.objects.filter(pack=pack).values_list("chip__cid", "name")),
            witness.of(pack).faults,
        )
        for pack in (whole, later)
    ]  # fmt: skip
    assert found[0] == found[1]
    assert (len(found[0][0]), found[0][0][5][5] != [], found[0][3]) == (9, True, ())


def test_a_chip_that_was_edited_while_the_gates_were_asked_is_asked_again(monkeypatch):
    """And no other: whoever decides meanwhile waits for it."""
    pack, jo = builders.loaded(article=False), builders.seated_judge()
    first, second = builders.chip(pack, 0), builders.chip(pack, 1)
    lock, gates, asked = ledger.lock, evidence.asked, []

    def late(pack: Pack | None) -> Chain:
        monkeypatch.setattr(ledger, "lock", lock)
        wording = builders.wording("how often?", "Once in 77 days.", "feeding")
        desk.hand_edit(pack, first.cid, ask(jo, first, why="x"), wording)
        return lock(pack)

    def heard(src, q, *rest):
        asked.append(q)
        return gates(src, q, *rest)

    monkeypatch.setattr(ledger, "lock", late)
    monkeypatch.setattr(evidence, "asked", heard)
    intake.attach(pack, files.article().encode(), by=None)
    assert ["77" in str(builders.chip(pack, n).findings) for n in (0, 1)] == [True, False]
    assert [asked.count(q) for q in (first.q, second.q)] == [1, 1]
