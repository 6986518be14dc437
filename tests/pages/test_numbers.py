"""Every number on every page is a link; where it leads, exactly so many rows stand."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import pytest
from django.test import Client

from reviews import desk, release, strikes
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."


class Numbers(HTMLParser):
    """The counts that a page's links claim, and the rows that it lists."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.claims: list[tuple[str, int]] = []
        self.n_rows = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if "data-count" in named:
            assert tag == "a", f"a count that is no link: {named}"
            self.claims.append((named["href"] or "", int(named["data-count"] or "-1")))
        self.n_rows += "data-row" in named


@pytest.fixture
def pack():
    """One of each: published, held, rewritten, dropped, struck, with drops that came in the file."""
    drops = [builders.files.drop("chip", "figure"), builders.files.drop("bullet", "length")]
    answer = "It is fed once a day, or once a week in the cold."
    chips = [builders.files.chip(f"how is {'very ' * n}often meant?", answer) for n in range(6)]
    pack = builders.loaded(slug="of-everything", chips=chips, drops=drops)
    jo = builders.seated_judge()
    desk.publish(pack, chip(pack, 0).cid, ask(jo, chip(pack, 0)), desk.Quoted(WORDS))
    desk.hold(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1), why="x"))
    desk.drop(pack, chip(pack, 2).cid, ask(jo, chip(pack, 2), why="x"))
    for n in (3, 4):
        desk.hand_edit(
            pack,
            chip(pack, n).cid,
            ask(jo, chip(pack, n), why="x"),
            builders.wording(f"what is {n}?", "Once a day, at most.", "feeding"),
        )
    desk.drop(pack, chip(pack, 4).cid, ask(jo, chip(pack, 4), why="x"))
    strikes.strike(pack, "digest", "feeding", ask(jo, why="x"))
    strikes.strike(pack, "bullet", pack.bullets.get().text_sha, ask(jo, why="x"))
    return pack


PAGES = (
    "/",
    "/packs/{}/",
    "/packs/{}/desk/",
    "/packs/{}/ledger/",
    "/packs/{}/release/",
    "/packs/{}/article/",
    "/ledger/",
    "/seats/",
    "/users/",
)


def wrong(client: Client, page: str) -> list[str]:
    numbers = Numbers(client.get(page).content.decode())
    found = []
    for href, n in numbers.claims:
        target = urldefrag(urljoin(page, href)).url
        rows = Numbers(client.get(target).content.decode()).n_rows
        if rows != n:
            found.append(f"{page}: {n} leads to {target} with {rows} rows")
    return found


@pytest.mark.parametrize("address", PAGES)
def test_each_number_leads_to_so_many_rows(pack, address):
    client = Client()
    client.force_login(builders.admin())
    assert wrong(client, address.format(pack.slug)) == []


def test_the_numbers_hold_after_ratification_too(pack):
    jo = pack.chain.entries.filter(act="hold").get().user
    for n in (3, 5):
        desk.hold(pack, chip(pack, n).cid, ask(jo, chip(pack, n), why="x"))
    admin = builders.admin()
    release.ratify(pack, by=admin)
    client = Client()
    client.force_login(admin)
    assert [text for page in PAGES for text in wrong(client, page.format(pack.slug))] == []


def test_the_desks_strip_has_every_term(pack):
    client = Client()
    client.force_login(builders.reader())
    claims = Numbers(client.get(f"/packs/{pack.slug}/desk/").content.decode()).claims
    assert [n for _, n in claims] == [7, 1, 1, 1, 2, 4]
