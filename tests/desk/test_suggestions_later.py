"""The page of a long article comes before its suggestions, and asks for them; a usual one has them in it, as ever."""

from __future__ import annotations

import re

import pytest

from reviews import desk, evidence, intake
from reviews.core import suggest
from reviews.models import Pack
from tests import builders
from tests.builders import ask, chip
from tests.core import builders as files
from tests.desk.test_speed import asked

pytestmark = pytest.mark.django_db
SENTENCE = "Nobody at the mill counts the sacks that come down the river in a wet year. "
TEXT = (
    files.article() + "\n" + "\n\n".join([SENTENCE * 5] * (evidence.LONG_ARTICLE // len(SENTENCE) // 5 + 1))
)


@pytest.fixture
def long(jo) -> Pack:
    suggest._bank.cache_clear()
    evidence._suggested.cache_clear()
    data = files.pack(text=TEXT, slug="long", thanks=None)
    return intake.load(files.raw(data), TEXT.encode(), by=None).pack


def page_of(client, pack, n: int = 0, more: str = "") -> str:
    return client.get(f"/packs/{pack.slug}/desk/?chip={chip(pack, n).cid}{more}").content.decode()


def sentences(html: str) -> list[str]:
    """What is suggested, by number and place."""
    return re.findall(r'data-key="(\d)" data-start="(\d+)" data-end="(\d+)"', html)


def fragment(client, pack, n: int = 0, more: str = ""):
    return client.get(f"/packs/{pack.slug}/chips/{chip(pack, n).cid}/suggestions/{more}", headers={"HX-Request": "true"})  # fmt: skip


def test_a_usual_page_has_its_suggestions_and_asks_for_none(client, pack):
    html = page_of(client, pack)
    assert (len(sentences(html)), "/suggestions/" in html) == (3, False)


def test_the_page_of_a_long_article_asks_for_them_once_it_stands(client, long):
    html = page_of(client, long)
    at = f"/packs/long/chips/{chip(long).cid}/suggestions/"
    assert (sentences(html), f'hx-get="{at}?"' in html) == ([], True)


def test_what_it_asks_for_is_what_the_page_would_have_had(client, long):
    html = page_of(client, long)
    told = fragment(client, long)
    assert (told.status_code, sentences(told.content.decode())) == (200, sentences(page_of(client, long, 0, "&suggest=1")))  # fmt: skip
    assert sentences(html) == []


def test_its_link_brings_them_without_scripts(client, long):
    (link,) = re.findall(r'href="([^"]+suggest=1)"', page_of(client, long))
    assert len(sentences(client.get(link.replace("&amp;", "&")).content.decode())) == 3


def test_once_the_article_was_read_the_next_page_has_them(client, long):
    expected = sentences(fragment(client, long, 1).content.decode())
    assert expected != []
    assert sentences(page_of(client, long, 1)) == expected


def test_one_sentence_taken_by_its_number_is_looked_for_at_once(client, long):
    html = page_of(client, long, 0, "&take=2")
    (field,) = re.findall(r"<textarea id=.quote.[^>]*>([^<]*)", html)
    _, start, end = sentences(html)[1]
    assert field == TEXT[int(start) : int(end)]


def test_filter_and_edit_ride_along(client, long):
    (at,) = re.findall(r'hx-get="([^"]+suggestions/[^"]*)"', page_of(client, long, 0, "&show=waiting&edit=1"))
    assert at.endswith("?show=waiting&amp;edit=1")
    told = fragment(client, long, 0, "?show=waiting&edit=1").content.decode()
    assert ("&amp;show=waiting&amp;take=1&amp;edit=1" in told) is True


def test_nobody_waits_for_what_is_not_offered(client, long, jo):
    desk.drop(long, chip(long).cid, ask(jo, chip(long), why="x"))
    html = page_of(client, long)
    assert ("/suggestions/" in html, suggest.is_read(TEXT, evidence.source(long).spans)) == (False, False)
    assert sentences(fragment(client, long).content.decode()) == []


def test_how_many_came_is_said_where_it_is_heard(client, long):
    html, told = page_of(client, long), fragment(client, long).content.decode()
    name = f"suggested-said-{chip(long).cid}"
    assert f'<p class="unseen" id="{name}" role="status"></p>' in html
    (said,) = re.findall(rf'<p hx-swap-oob="innerHTML:#{name}">([^<]*)</p>', told)
    assert said.endswith(" sentences that might carry the answer, above the quote.")


def test_to_ask_for_them_reads_the_pack_and_the_chip_alone(client, long):
    at = f"/packs/long/chips/{chip(long).cid}/suggestions/"
    client.get(at)
    told = [re.findall(r'FROM "(\w+)"', sql)[0] for sql in asked(lambda: client.get(at))]
    assert [table for table in told if table in ("reviews_pack", "reviews_chip", "reviews_section", "reviews_article")] == ["reviews_pack", "reviews_chip"]  # fmt: skip


def test_an_unknown_chip_has_none(client, pack):
    assert client.get(f"/packs/{pack.slug}/chips/c-nowhere/suggestions/").status_code == 404


def test_a_reader_without_a_seat_is_offered_none(client, long):
    reader = builders.reader()
    client.force_login(reader)
    assert ("/suggestions/" in page_of(client, long)) is False
