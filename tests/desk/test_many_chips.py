"""Packs of more chips than have a dot: their desk reads the chips beside the one at hand, and comes to the same as reading all."""

from __future__ import annotations

import re

import pytest

from reviews import desk, intake
from reviews.models import Chip, Pack
from reviews.views import desk_rows, queue
from tests.builders import ask, chip
from tests.core import builders as files
from tests.desk.test_speed import asked

pytestmark = pytest.mark.django_db
N = desk_rows.MOST_DOTS + 5
ENDS_AND_MIDDLE = (0, 1, N // 2, N - 2, N - 1)


def of(n: int, slug: str) -> Pack:
    chips = [files.chip(f"how long do {k} feeds take?", f"They take {k} days.", ["feeding"]) for k in range(n)]  # fmt: skip
    raw = files.raw(files.pack(slug=slug, chips=chips))
    return intake.load(raw, files.article().encode(), by=None).pack


@pytest.fixture
def many(jo) -> Pack:
    pack = of(N, "many")
    for n in (0, 3, N // 2, N - 1):
        desk.hold(pack, chip(pack, n).cid, ask(jo, chip(pack, n), why="x"))
    desk.drop(pack, chip(pack, 7).cid, ask(jo, chip(pack, 7), why="x"))
    return Pack.objects.get(pk=pack.pk)


@pytest.mark.parametrize("only", ["", "waiting", "held", "dropped", "published", "directive", "figure"])
def test_beside_a_chip_are_those_that_all_chips_would_lead_to(many, only):
    for n in ENDS_AND_MIDDLE:
        one = chip(many, n)
        every = desk_rows.chips_of(many, one)
        assert queue.beside(many, one, None, only) == queue.beside(many, one, every, only)


def test_a_chip_alone_under_a_filter_has_itself_beside_it(many):
    assert desk_rows.beside(many, chip(many, 7), "dropped") == (chip(many, 7).cid,) * 2


def test_numbers_of_chips_are_in_file_order(many):
    assert list(Chip.objects.filter(pack=many).order_by("pk").values_list("position", flat=True)) == list(range(N))  # fmt: skip


def test_the_page_says_its_place_among_all_and_leads_on(client, many):
    html = client.get(f"/packs/many/desk/?chip={chip(many, 2).cid}").content.decode()
    links = re.findall(r'href="[^"]*chip=([^"&]+)[^"]*" data-key="([kj])"', html)
    assert links == [(chip(many, 1).cid, "k"), (chip(many, 3).cid, "j")]
    assert (f"Chip 3 of {N}" in html, f'max="{N}" value="5"' in html) == (True, True)


@pytest.mark.parametrize("only", ["", "waiting"])
def test_no_page_reads_all_of_many_chips(client, many, only):
    at = f"/packs/many/desk/?chip={chip(many, 2).cid}&show={only}"
    client.get(at)
    told = [sql for sql in asked(lambda: client.get(at)) if 'FROM "reviews_chip"' in sql]
    assert [sql for sql in told if "LIMIT 1" not in sql and '"cid" = ' not in sql] == []
