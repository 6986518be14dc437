"""At the desk: words that only the source has are not published, and what is odd about a quote is said beside it."""

from __future__ import annotations

import pytest
from django.test import Client

from reviews import desk, evidence, intake
from reviews.core.refusals import Refused
from reviews.models import Entry
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
TEXT = builders.files.article().replace(
    "Feed the starter", "Note: <!-- Feed the starter twice an hour. --> ~~Feed it never.~~ Feed the starter"
)
HIDDEN = "Feed the starter twice an hour."


@pytest.fixture
def jo():
    return builders.seated_judge()


@pytest.fixture
def pack():
    return intake.load(builders.files.raw(builders.files.pack(text=TEXT)), TEXT.encode(), by=None).pack


def test_words_of_a_comment_are_not_published(pack, jo):
    before = Entry.objects.count()
    with pytest.raises(Refused) as refusal:
        desk.publish(pack, chip(pack).cid, ask(jo, chip(pack), why="x"), desk.Quoted(HIDDEN, "feeding"), [])
    assert str(refusal.value) == (
        "Not published: Stands only in the source of “Feeding the starter”: a reader of the article does not see it."
        " Choose words that stand in the section, or hold the chip."
    )
    assert (Entry.objects.count(), chip(pack).status) == (before, "waiting")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Feed it never. Feed the starter", "! Stands word for word in “Feeding the starter”. Struck through: “Feed it never.”."),
        ("Feed the starter once a day", "✓ Stands word for word in “Feeding the starter”."),
        (HIDDEN, "✕ Stands only in the source of “Feeding the starter”: a reader of the article does not see it."),
    ],
)  # fmt: skip
def test_the_verdict_on_the_page_says_it(pack, jo, words, said):
    client = Client()
    client.force_login(jo)
    given = {"quote": words, "quote_cite": "feeding", "cites": "feeding"}
    page = client.post(f"/packs/{pack.slug}/chips/{chip(pack).cid}/quote/", given).content.decode()
    assert " ".join(page.partition(">")[2].partition("</p>")[0].split()) == said


BESIDE = "once a day <!-- or twice --> with 50 g"
COMMENTED = builders.files.article().replace("once a day with 50 g", BESIDE)


def test_a_quote_about_a_comment_comes_back_by_undo(jo):
    loaded = builders.files.raw(builders.files.pack(text=COMMENTED))
    pack = intake.load(loaded, COMMENTED.encode(), by=None).pack
    quoted = desk.Quoted("Feed the starter once a day with 50 g of flour", "feeding")
    findings = ["new_noun", "figure", "quote"]
    desk.publish(pack, chip(pack).cid, ask(jo, chip(pack), why="x"), quoted, findings)
    quote = chip(pack).quote
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="on second thoughts"))
    desk.undo(pack, chip(pack).cid, ask(jo, chip(pack)))
    assert (chip(pack).status, chip(pack).quote) == ("published", quote)
    assert quote == f"Feed the starter {BESIDE} of flour"
    assert evidence.fallen(pack, pack.article_id) == []
