"""Parts of the desk that are drawn once: what they follow from is all that they see, and a change of it shows at once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.safestring import SafeString

from reviews import desk, intake, opinions
from reviews.templatetags import drawn_tags
from reviews.templatetags.drawn_tags import drawn
from tests import builders
from tests.builders import ask, chip, wording
from tests.core import builders as files

DOT = {
    "at_desk": "/packs/a/desk/",
    "cid": "c-1",
    "q": "why?",
    "status": "held",
    "n": 1,
    "only": "",
    "is_open": 1,
}


@pytest.fixture(autouse=True)
def nothing_kept():
    drawn_tags._drawn.cache_clear()


def desk_of(client: Client, pack, n: int = 0) -> str:
    return client.get(f"/packs/{pack.slug}/desk/?chip={chip(pack, n).cid}").content.decode()


def kept() -> str:
    return repr(list(drawn_tags._drawn._held.items()))


def test_a_part_is_drawn_once():
    assert drawn("reviews/_dot.html", **DOT) is drawn("reviews/_dot.html", **DOT)


@pytest.mark.parametrize(
    "other", [{"q": "who?"}, {"status": "dropped"}, {"is_open": 0}, {"n": 2}, {"only": "held"}]
)
def test_another_value_is_another_part(other):
    assert drawn("reviews/_dot.html", **DOT) != drawn("reviews/_dot.html", **DOT | other)


@pytest.mark.parametrize("kinds", [(SafeString, str), (str, SafeString)])
def test_text_that_is_safe_is_not_taken_for_text_that_is_not(kinds):
    """The two are equal to Python, whichever is drawn first."""
    told = [drawn("reviews/_dot.html", **DOT | {"at_desk": kind("<b>")}).count("<b>") for kind in kinds]
    assert told == [int(kind is SafeString) for kind in kinds]


def test_what_is_kept_weighs_no_more_than_was_said(monkeypatch):
    monkeypatch.setattr(drawn_tags._drawn, "_most", 50_000)
    for n in range(200):
        drawn("reviews/_dot.html", **DOT | {"q": f"{n} " * 200})
    assert drawn_tags._drawn.weight <= 50_000


def test_a_part_sees_nothing_that_it_was_not_given(client, pack, jo):
    page = desk_of(client, pack)
    assert (jo.username in page, jo.username in kept(), "csrfmiddlewaretoken" in kept()) == (
        True,
        False,
        False,
    )


def test_a_decision_shows_at_once_to_everybody(client, pack, jo):
    other = Client()
    other.force_login(builders.judge("kim"))
    desk_of(other, pack)
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="x"))
    held = desk_of(other, pack)
    desk.undo(pack, chip(pack).cid, ask(jo, chip(pack)))
    assert ["Chip 1, held" in page for page in (held, desk_of(other, pack))] == [True, False]


def test_an_edit_shows_at_once(client, pack, jo):
    desk_of(client, pack)
    meant = wording("how often does it want flour?", "It wants flour once a day.", "feeding")
    desk.hand_edit(pack, chip(pack).cid, ask(jo, chip(pack), why="x"), meant)
    page = desk_of(client, pack)
    assert [words in page for words in (meant.q, meant.a)] == [True, True]


def test_an_article_that_came_shows_at_once(client, jo):
    pack = builders.loaded(article=False, slug="without")
    before = desk_of(client, pack)
    intake.attach(pack, files.article().encode(), by=None)
    assert ["Sentences that might carry it" in page for page in (before, desk_of(client, pack))] == [
        False,
        True,
    ]


def test_no_part_keeps_what_is_sealed(client, pack, jo):
    opinions.set_rule(pack, "every", by=builders.admin())
    desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why="a reason that is told to nobody"))
    page = desk_of(client, pack)
    assert ["told to nobody" in text for text in (page, kept())] == [True, False]
    assert ["Your opinion is in" in text for text in (page, kept())] == [True, False]
