"""Every field of every act, with what no browser sends: a plain refusal, nothing written, nothing typed lost."""

from __future__ import annotations

import pytest
from django.test import Client

from reviews.models import Bullet, Chain, Entry
from tests import builders
from tests.attacks import heads, texts_of
from tests.builders import chip

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."
ODD = (
    *("", "0", "-1", "1.5", "1e3", "NaN", "true", "null", "[]", "{}", "0x1", "1_000", "\x00", "a\x00b"),
    *(
        "9" * 5000,
        "-" + "9" * 5000,
        str(2**31),
        str(2**63),
        "\u0663",
        "\u00b2",
        "\u202e",
        "\ufffe",
        "\ud7ff\ue000",
    ),
    *(
        "x" * 30_000,
        "e\u0301" * 500,
        "\r\nSet-Cookie: x=1",
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        "../../x",
    ),
)
SENT = {
    "publish": {"why": "sure", "quote": WORDS, "quote_cite": "feeding", "quote_start": "", "quote_end": "", "override": "quote"},
    "hold": {"why": "sure"},
    "drop": {"why": "sure"},
    "undo": {"why": "sure", "override": "quote"},
    "edit": {"why": "sure", "q": "how often is it fed?", "a": "Once a day.", "cites": "feeding", "then": "publish", "quote": WORDS},
}  # fmt: skip


@pytest.fixture
def pack():
    return builders.loaded()


@pytest.fixture
def client(pack):
    judge, client = builders.judge(), Client()
    builders.seated(judge)
    client.force_login(judge)
    return client


def url(pack, act: str) -> str:
    return f"/packs/{pack.slug}/chips/{chip(pack).cid}/{act}/"


@pytest.mark.parametrize("act", SENT)
def test_a_field_of_any_content_is_refused_in_plain_words(client, pack, act):
    before, status = heads(), set()
    for name in ("version", "key", *SENT[act]):
        for odd in ODD:
            sent = {"version": 99, "key": "a-key-for-this", **SENT[act], name: odd}
            status.add(client.post(url(pack, act), sent).status_code)
    assert status <= {409, 422}
    assert heads() == before


@pytest.mark.parametrize("act", SENT)
def test_a_field_that_is_missing_or_doubled_writes_nothing(client, pack, act):
    before, sent = heads(), {"version": 99, "key": "a-key-for-this", **SENT[act]}
    for name in sent:
        without = {field: value for field, value in sent.items() if field != name}
        doubled = {**sent, name: [sent[name], "another"], f"{name}[]": "a", f"{name}[0]": "b"}
        assert client.post(url(pack, act), without).status_code in (409, 422)
        assert client.post(url(pack, act), doubled).status_code in (409, 422)
    assert heads() == before


@pytest.mark.parametrize("name", ["quote", "check"])
def test_a_question_about_odd_words_is_answered(client, pack, name):
    for field in ("quote", "quote_cite", "quote_start", "quote_end", "q", "a", "cites"):
        for odd in ODD:
            sent = {"quote": WORDS, "q": "what?", "a": "That.", "cites": "feeding", field: odd}
            assert client.post(url(pack, name), sent).status_code == 200


@pytest.mark.parametrize(
    "half", [{"q": "half a question?"}, {"a": "Half an answer."}, {"cites": "feeding heating"}]
)
def test_half_an_edit_comes_back_with_the_half_that_came(client, pack, half):
    answer = client.post(url(pack, "edit"), {"version": 1, "key": "a-key-for-this", "why": "sure", **half})
    assert answer.status_code == 422
    assert set(half.values()) <= set(texts_of(answer))


@pytest.mark.parametrize("why", ["sure \u202e of it", "x" * 2001])
def test_a_strike_that_came_too_late_brings_its_words_back(client, pack, why):
    bullet, sent = Bullet.objects.get(), {"version": 1, "why": why, "figure": "45 minutes"}
    address = f"/packs/{pack.slug}/bullets/{bullet.text_sha}/strike/"
    client.post(address, {"version": 1, "key": "the-first-one", "why": "first"})
    answer = client.post(address, {**sent, "key": "the-second-one"})
    assert answer.status_code in (409, 422)
    assert {why, "45 minutes"} <= set(texts_of(answer))


def test_fields_that_are_nobodys_are_not_read(client, pack):
    extra = {
        "state": "published",
        "status": "dropped",
        "seq": "0",
        "judge": "2",
        "is_staff": "1",
        "pack": "2",
    }
    answer = client.post(url(pack, "hold"), {"version": 1, "key": "a-key-for-this", "why": "sure", **extra})
    assert (answer.status_code, chip(pack).status) == (303, "held")
    assert Entry.objects.filter(chain=Chain.objects.get(pack=pack)).count() == 3


def test_an_act_at_an_address_that_is_gone_brings_its_words_back(client, pack):
    sent = {
        "version": 1,
        "key": "a-key-for-this",
        "why": "sure",
        "q": "what?",
        "a": "That.",
        "cites": ["feeding", "heating"],
    }
    answer = client.post(f"/packs/{pack.slug}/chips/c-00000000/edit/", sent)
    assert answer.status_code == 404
    assert {"sure", "what?", "That.", "feeding heating"} <= set(texts_of(answer))


def test_a_form_that_nobody_asked_for_is_not_read_to_be_shown_again(client):
    answer = client.post("/nothing-here/", {"why": "x" * 2_000_000})
    assert (answer.status_code, texts_of(answer)[1:]) == (404, [])


def test_a_form_that_expired_brings_all_its_words_back(pack):
    judge, client = builders.judge(), Client(enforce_csrf_checks=True)
    client.force_login(judge)
    sent = {
        "why": "sure",
        "q": "what?",
        "a": "That.",
        "cites": "feeding",
        "label": "Chair",
        "seat_class": "human",
        "name": "kim",
    }
    answer = client.post(url(pack, "edit"), sent)
    assert (answer.status_code, set(sent.values()) <= set(texts_of(answer))) == (403, True)


NOWHERE = [f"nowhere-{n}" for n in range(100)]


def test_an_edit_with_more_cites_than_a_chip_may_have_writes_nothing(client, pack):
    """T12: each cite is looked up by itself, and a form has room for a hundred thousand."""
    sent = {**SENT["edit"], "cites": " ".join([*NOWHERE, "feeding"]), "version": "1", "key": "many-cites-1"}
    before, answer = heads(), client.post(url(pack, "edit"), sent)
    told = "A chip cites at most 100 sections, and these are 101: the first of them stand here."
    assert (answer.status_code, told in answer.content.decode(), heads() == before) == (422, True, True)
    assert f'value="{" ".join(NOWHERE)}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("cites", "stands"), [([*NOWHERE[1:], "feeding"], True), ([*NOWHERE, "feeding"], False)]
)
def test_a_quote_is_looked_for_under_no_more_cites_than_a_chip_may_have(client, pack, cites, stands):
    answer = client.post(url(pack, "quote"), {"quote": WORDS, "cites": " ".join(cites)})
    assert (answer.status_code, 'data-kind="stands"' in answer.content.decode()) == (200, stands)
