"""A writer's cite that holds a space or a comma stays one cite; and a loaded quote comes back as it was loaded."""

from __future__ import annotations

import pytest
from django.test import Client

from reviews import witness
from reviews.forms.desk import cites_in, shown_cites
from reviews.models import Entry
from tests import builders
from tests.builders import chip

pytestmark = pytest.mark.django_db
Q, A = "how often is a starter fed?", "Once a day, or once a week if it is kept in the refrigerator."
ODD = [
    "a b",
    "a, b, c",
    " lead",
    "lines\nand\r\nmore",
    "x" * 300,
    "a",
    "b",
    "",
    "feeding",
    "feeding",
    "é ü",
    ",",
]
SPACED = "Feed  the starter once\na day with 50 g of flour and 50 g of water."


@pytest.fixture
def client():
    judge = builders.seated_judge()
    client = Client()
    client.force_login(judge)
    return client


def edited(client, pack, **changes):
    one = chip(pack)
    fields = {"version": one.version, "key": "key-for-a-form", "q": one.q, "a": one.a, "why": "x"}
    fields |= {"cites": shown_cites(one.cites), **changes}
    return client.post(f"/packs/{pack.slug}/chips/{one.cid}/edit/", fields)


def loaded(cites=("feeding",), **more):
    return builders.loaded(chips=[builders.files.chip(Q, A, list(cites), **more)])


@pytest.mark.parametrize("cites", [[odd] for odd in ODD] + [ODD, ["a b", "a", "b"], ["a b", "a b c"], []])
def test_an_untouched_edit_changes_nothing(client, cites):
    pack = loaded(cites)
    answer = edited(client, pack)
    assert (answer.status_code, Entry.objects.filter(act="hand-edit").count()) == (303, 0)
    assert chip(pack).cites == cites


@pytest.mark.parametrize("odd", ["a b", "a, b, c", "x" * 300, "é ü"])
def test_other_words_keep_an_odd_cite(client, odd):
    pack = loaded([odd, "feeding"])
    assert edited(client, pack, a="Once a day.").status_code == 303
    assert (chip(pack).a, chip(pack).cites) == ("Once a day.", [odd, "feeding"])


def test_an_odd_cite_is_mended(client):
    pack = loaded(["a b", "feeding"])
    assert edited(client, pack, cites="heating, feeding").status_code == 303
    assert chip(pack).cites == ["heating", "feeding"]


def test_a_cite_that_the_chip_does_not_have_is_not_made_whole(client):
    pack = loaded(["feeding"])
    assert edited(client, pack, cites="a b feeding").status_code == 422
    assert edited(client, pack, cites="x" * 300).status_code == 422


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (["a b feeding"], ("a b", "feeding")),
        (["feeding,a b"], ("feeding", "a b")),
        (["xa b"], ("xa", "b")),
        (["a bx"], ("a", "bx")),
        (["a", "b"], ("a", "b")),
        (["a b", "c"], ("a b", "c")),
        ([""], ()),
        ([], ()),
    ],
)
def test_cites_in_finds_a_known_one_whole(given, found):
    assert cites_in(given, ["a b", "heating"]) == found


@pytest.mark.parametrize("quote", [SPACED, SPACED.replace("50 g", "50\u00a0g")])
def test_a_loaded_quote_that_stands_but_for_white_space_comes_back_by_undo(client, quote):
    pack = loaded(quote=quote, published=True)
    one = chip(pack)
    at = f"/packs/{pack.slug}/chips/{one.cid}"
    assert "✓ Stands word for word" in client.get(f"/packs/{pack.slug}/desk/?chip={one.cid}").content.decode()
    assert client.post(f"{at}/hold/", {"version": 1, "key": "key-of-the-hold", "why": "x"}).status_code == 303
    assert client.post(f"{at}/undo/", {"version": 2, "key": "key-of-the-undo"}).status_code == 303
    back = chip(pack)
    assert (back.status, back.quote, back.quote_cite, back.quote_start) == (
        "published",
        quote,
        "feeding",
        None,
    )
    assert witness.of(pack).faults == ()


@pytest.mark.parametrize(
    "quote", ["Feed the starter twice a day with 50 g of flour.", "Heat the oven to 250 °C for 45 minutes"]
)
def test_a_loaded_quote_that_does_not_stand_does_not_come_back(client, quote):
    pack = loaded(quote=quote, published=True)
    at = f"/packs/{pack.slug}/chips/{chip(pack).cid}"
    client.post(f"{at}/hold/", {"version": 1, "key": "key-of-the-hold", "why": "x"})
    assert client.post(f"{at}/undo/", {"version": 2, "key": "key-of-the-undo"}).status_code == 422
    assert chip(pack).status == "held"
