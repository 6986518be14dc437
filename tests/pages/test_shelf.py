"""The shelf: which packs it shows, in which order, to whom."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import desk, release
from reviews.models import Pack
from reviews.views.shelf import SUGGESTED
from tests import builders as made
from tests.pages import entered, read, seen, unkept

pytestmark = pytest.mark.django_db


def titles(page: object) -> list[str]:
    return [one for one in page.words.split() if one.startswith("T-")]  # type: ignore[attr-defined]


def packs(*slugs: str) -> list[Pack]:
    return [made.loaded(article=False, slug=slug, title=f"T-{slug}") for slug in slugs]


def decided(pack: Pack) -> Pack:
    judge = made.seated_judge(pack=pack)
    for n in range(3):
        desk.hold(pack, made.chip(pack, n).cid, made.ask(judge, made.chip(pack, n), why="later"))
    return pack


def test_an_empty_shelf_sends_an_admin_to_the_load_page():
    page = seen(entered(made.admin()), "/")
    assert ("No pack yet: load one" in page.words, "/load/" in page.links) == (True, True)


def test_an_empty_shelf_tells_a_reader_who_loads():
    page = seen(entered(made.reader()), "/")
    assert ("No pack yet. An admin loads one." in page.words, "/load/" in page.links) == (True, False)


def test_the_shelf_asks_for_a_log_in(client):
    assert client.get("/").headers["Location"] == "/login/?next=/"


def test_the_shelf_shows_waiting_packs_first_then_ready_then_ratified():
    waiting, ready, ratified = packs("c", "b", "a")
    decided(ratified)
    release.ratify(ratified, by=made.admin())
    Pack.objects.filter(pk=ready.pk).update(rank=1)
    assert titles(seen(entered(made.reader()), "/")) == ["T-c", "T-c", "T-b", "T-b", "T-a", "T-a"]
    assert waiting.state == "waiting"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("state=waiting", {"T-bread", "T-soup"}),
        ("state=ready", {"T-done"}),
        ("state=ratified", set()),
        ("state=anything", {"T-bread", "T-soup", "T-done"}),
        ("q=BREA", {"T-bread"}),
        ("q=t-s", {"T-soup"}),
        ("q=%00brea", {"T-bread"}),
        ("q=x%25", set()),
        ("q=o&state=ready", {"T-done"}),
        ("series=guide", {"T-soup", "T-done"}),
        ("series=guid", set()),
    ],
)
def test_the_shelf_is_narrowed(query, expected):
    bread, _, done = packs("bread", "soup", "done")
    Pack.objects.filter(pk=bread.pk).update(series="\nnews\n")
    decided(done)
    assert set(titles(seen(entered(made.reader()), f"/?{query}"))) == expected


def test_a_search_that_finds_nothing_says_so():
    packs("bread")
    page = seen(entered(made.admin()), "/?q=cake")
    assert ("Nothing matches." in page.words, page.n_rows) == (True, 0)


def test_the_desk_of_each_pack_is_one_click_away():
    packs("bread", "soup")
    links = seen(entered(made.reader()), "/").links
    assert [link for link in links if link.endswith("/desk/")] == ["/packs/bread/desk/", "/packs/soup/desk/"]


def test_every_number_of_the_shelf_leads_to_as_many_rows():
    pack, *_ = packs("bread", "soup")
    judge = made.seated_judge(pack=pack)
    desk.drop(pack, made.chip(pack).cid, made.ask(judge, made.chip(pack), why="wrong"))
    assert unkept(entered(made.reader()), "/") == []


def walked(client, step: str, address: str) -> list[str]:
    """Every title met on the way along the links named `step`."""
    found: list[str] = []
    while address:
        page = seen(client, address)
        found += dict.fromkeys(titles(page))
        address = next((link for link in page.links if f"{step}=" in link), "")
    return found


def test_walking_the_shelf_shows_each_pack_once_and_back_again():
    packs(*(f"p{n:02}" for n in range(57)))
    Pack.objects.filter(slug__lt="p30").update(rank=2)
    client, expected = entered(made.reader()), [f"T-p{n:02}" for n in (*range(30, 57), *range(30))]
    assert walked(client, "after", "/") == expected
    last = [link for link in seen(client, "/?after=2.p22").links if "before=" in link]
    assert sorted(walked(client, "before", last[0])) == sorted(expected[:50])


def test_a_place_that_nobody_gave_out_is_the_start():
    packs("bread")
    assert seen(entered(made.reader()), "/?after=9.x&before=%00").n_rows == 1


def test_the_shelf_asks_as_much_of_the_database_for_many_packs_as_for_one():
    client, n_queries = entered(made.reader()), []
    for slugs in (["one"], [f"p{n}" for n in range(50)]):
        packs(*slugs)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get("/")
        n_queries.append(len(queries))
    assert n_queries == [4, 4]


def test_words_from_a_pack_are_only_ever_words():
    made.loaded(article=False, title="<script>alert(1)</script>\u202eT", series=['"><img src=x>'])
    page = seen(entered(made.reader()), "/")
    assert "<script>alert(1)</script>⟨U+202E⟩T" in page.words
    own = 2  # htmx and the keys
    assert (page.tags.count("script"), "img" in page.tags) == (own, False)


def test_only_reading_is_answered():
    assert entered(made.reader()).post("/").status_code == 405


def test_a_missing_article_is_told():
    packs("bread")
    assert "/packs/bread/article/" in read(entered(made.reader()).get("/")).links


def test_a_slug_that_is_being_typed_is_offered_with_its_title():
    for slug in ("baking-bread", "baking-rolls", "a-baking-class"):
        made.loaded(slug=slug, title=f"On {slug}")
    page = entered(made.reader()).get("/slugs/", {"slug": "baking-"}).content.decode()
    assert re.findall('<option value="([^"]*)">([^<]*)<', page) == [
        ("baking-bread", "On baking-bread"),
        ("baking-rolls", "On baking-rolls"),
    ]


def test_no_more_slugs_are_offered_than_a_list_holds():
    for n in range(SUGGESTED + 1):
        made.loaded(slug=f"pack-{n:02}")
    client = entered(made.reader())
    assert client.get("/slugs/", {"pack": "pack"}).content.decode().count("<option") == SUGGESTED
    assert client.get("/slugs/").content.decode().count("<option") == SUGGESTED


@pytest.mark.parametrize("typed", ["%", "_", "\0", "<", "x" * 300])
def test_what_begins_no_slug_is_offered_none(typed):
    made.loaded()
    assert entered(made.reader()).get("/slugs/", {"slug": typed}).content.decode().count("<option") == (
        typed == "\0"
    )
