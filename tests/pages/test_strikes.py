"""Striking a bullet or a digest by hand, and bringing it back."""

from __future__ import annotations

import pytest

from reviews import desk, release
from reviews.models import Entry, Pack
from tests import builders as made
from tests.pages import entered, read, seen, tables

pytestmark = pytest.mark.django_db
AT = "/packs/baking-with-a-sourdough-starter/"
DIGEST = f"{AT}sections/feeding/strike/"


@pytest.fixture
def pack() -> Pack:
    return made.loaded()


@pytest.fixture
def judge(pack):
    return made.seated_judge(pack=pack)


def bullet(pack: Pack) -> str:
    return f"{AT}bullets/{pack.bullets.get().text_sha}/strike/"


def sent(client, address: str, **more: str):
    """The form that the page has for this address, filled in and sent."""
    return client.post(address, seen(client, AT).forms[address] | more)


def test_a_bullet_is_struck_with_its_reason_and_figure(pack, judge):
    answer = sent(entered(judge), bullet(pack), why="it promises too much", figure="45")
    entry = Entry.objects.latest("id")
    assert (answer.status_code, answer.headers["X-Ledger-Seq"]) == (303, str(entry.seq))
    assert (entry.act, entry.item, '"figure":"45"' in entry.body) == (
        "strike",
        f"bullet:{pack.bullets.get().text_sha}",
        True,
    )
    assert pack.bullets.get().is_struck


def test_a_digest_is_struck_and_brought_back(pack, judge):
    client = entered(judge)
    sent(client, DIGEST, why="wrong")
    struck = pack.sections.get(sid="feeding").is_struck
    answer = sent(client, f"{DIGEST}undo/")
    assert (struck, answer.status_code, pack.sections.get(sid="feeding").is_struck) == (True, 303, False)


def test_what_was_struck_is_told_once(pack, judge):
    client = entered(judge)
    sent(client, DIGEST, why="wrong")
    assert "Struck: one digest." in seen(client, AT).words


def test_a_strike_without_a_reason_keeps_the_words_typed(pack, judge):
    answer = sent(entered(judge), bullet(pack), why=" ", figure="12 hours")
    page = read(answer)
    assert (answer.status_code, "Say why: it goes into the ledger." in page.words) == (422, True)
    assert page.forms[bullet(pack)]["figure"] == "12 hours"
    assert not pack.bullets.get().is_struck


def test_a_stale_strike_is_told_what_stands(pack, judge):
    client = entered(judge)
    form = seen(client, AT).forms[DIGEST]
    sent(client, DIGEST, why="wrong")
    sent(client, f"{DIGEST}undo/")
    answer = client.post(DIGEST, form | {"why": "mine", "key": "another-key"})
    assert (answer.status_code, "Your words: why mine" in read(answer).words) == (409, True)


def test_who_has_no_seat_strikes_nothing_and_keeps_the_words(pack, judge):
    form = seen(entered(judge), AT).forms[DIGEST]
    answer = entered(made.admin()).post(DIGEST, form | {"why": "words of mine"})
    assert (answer.status_code, "words of mine" in answer.content.decode()) == (403, True)
    assert not pack.sections.get(sid="feeding").is_struck


def test_the_same_form_twice_is_one_entry(pack, judge):
    client = entered(judge)
    form = seen(client, AT).forms[DIGEST] | {"why": "wrong"}
    first, second = client.post(DIGEST, form), client.post(DIGEST, form)
    assert first.headers["X-Ledger-Seq"] == second.headers["X-Ledger-Seq"]
    assert Entry.objects.filter(act="strike").count() == 1


def test_the_same_key_with_other_words_is_refused(pack, judge):
    client = entered(judge)
    form = seen(client, AT).forms[DIGEST]
    client.post(DIGEST, form | {"why": "wrong"})
    assert client.post(DIGEST, form | {"why": "quite wrong"}).status_code == 422


@pytest.mark.parametrize(
    "address",
    [
        f"{AT}sections/nowhere/strike/",
        f"{AT}sections/heating/strike/",
        f"{AT}bullets/0123456789ab/strike/",
        f"{AT}sections/a%00b/strike/",
    ],
)
def test_what_is_not_there_to_be_struck_is_not_found(judge, address):
    form = {"version": "1", "key": "some-key-1", "why": "wrong"}
    before = tables()
    assert (entered(judge).post(address, form).status_code, tables()) == (404, before)


def test_an_item_is_looked_up_through_its_pack(pack, judge):
    made.seated(judge, made.loaded(slug="other", bullets=["Another bullet."]))
    address = bullet(pack).replace("baking-with-a-sourdough-starter", "other")
    assert (
        entered(judge).post(address, {"version": "1", "key": "some-key-1", "why": "wrong"}).status_code == 404
    )


@pytest.mark.parametrize(
    "field", [{"version": "0"}, {"version": "x"}, {"version": ""}, {"key": ""}, {"key": "a b"}]
)
def test_a_form_that_cannot_be_read_is_refused(pack, judge, field):
    before = tables()
    answer = sent(entered(judge), DIGEST, **{"why": "kept words"} | field)
    assert (answer.status_code, "kept words" in answer.content.decode(), tables()) == (422, True, before)


def test_a_ratified_pack_is_closed_to_strikes(pack, judge):
    form = seen(entered(judge), AT).forms[DIGEST]
    for n in range(3):
        desk.hold(pack, made.chip(pack, n).cid, made.ask(judge, made.chip(pack, n), why="later"))
    release.ratify(pack, by=made.admin())
    assert entered(judge).post(DIGEST, form | {"why": "wrong"}).status_code == 409


def test_a_strike_is_never_done_by_looking(pack, judge):
    assert entered(judge).get(DIGEST).status_code == 405
