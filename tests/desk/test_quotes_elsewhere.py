"""A quote from a section that the chip does not cite: suggested, said so, and offered as a change of the cite."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from reviews import evidence
from reviews.core import acts
from reviews.models import Entry
from tests import builders
from tests.builders import chip

pytestmark = pytest.mark.django_db
WRONG = ("how hot is the oven?", "It is heated to 250 °C for 45 minutes, with the pot inside.", ["feeding"])
RIGHT = ("how often is it fed?", "Once a day, or once a week if it is kept in the refrigerator.", ["feeding"])
NOWHERE = ("zebras?", "Zebras eat grass.", ["feeding"])
OVEN = "Heat the oven to 250 °C for 45 minutes, with the iron pot inside."
OUTSIDE = "Stands word for word in “Heating the oven”, which this chip does not cite."


@pytest.fixture
def pack():
    return builders.loaded(chips=[builders.files.chip(*each) for each in (WRONG, RIGHT, NOWHERE)])


@pytest.fixture
def client():
    judge = builders.seated_judge()
    client = Client()
    client.force_login(judge)
    return client


def desk(client, pack, n=0, **asked):
    return client.get(f"/packs/{pack.slug}/desk/", {"chip": chip(pack, n).cid, **asked}).content.decode()


def found(pack, n=0):
    one = chip(pack, n)
    return evidence.suggestions(pack, one.q, one.a, one.cites)


def links(page: str, words: str) -> list[str]:
    return [unescape(link) for link in re.findall(rf'href="([^"]*)"[^>]*>{words}<', page)]


def test_sentences_of_the_cited_sections_come_first_and_those_of_others_apart(pack):
    one = found(pack)
    assert ({s.section for s in one.cited}, one.others[0].section) == ({"feeding"}, "heating")
    assert one.others[0].words == OVEN
    assert not {s.section for s in one.others} & {"feeding"}


def test_the_words_that_a_sentence_shares_with_the_chip_are_marked(pack):
    shared = [words for words, is_shared in found(pack).others[0].runs if is_shared]
    assert shared == ["Heat", "oven", "250", "45", "minutes", "inside"]
    assert "<b>oven</b>" in desk_of_others()


def desk_of_others():
    client = Client()
    client.force_login(builders.seated(builders.judge("kim")).user)
    return desk(client, builders.loaded(slug="another", chips=[builders.files.chip(*WRONG)]))


def test_a_pack_without_its_article_has_no_suggestions():
    pack = builders.loaded(article=False)
    one = chip(pack)
    assert evidence.suggestions(pack, one.q, one.a, one.cites) == evidence.Suggested()


def test_each_sentence_of_another_section_names_it_with_a_link(client, pack):
    page = desk(client, pack)
    assert links(page, "Heating the oven")[0].endswith("&also=heating#s-heating")


def test_numbers_stay_with_the_cited_sections(client, pack):
    keys = re.findall(
        r'data-key="([1-9])" data-start="\d+" data-end="\d+" data-cite="(\w+)"', desk(client, pack)
    )
    assert keys == [(str(n), "feeding") for n in range(1, 1 + len(found(pack).cited))]


@pytest.mark.parametrize(
    ("n", "quote"), [("4", ""), ("1", None), ("9", ""), ("0", ""), ("x", ""), ("-1", "")]
)
def test_without_scripts_a_sentence_is_taken_by_its_number(client, pack, n, quote):
    expected = found(pack).cited[0].words if quote is None else quote
    page = desk(client, pack, take=n)
    assert unescape(re.search(r"<textarea id=\"quote\"[^>]*>([^<]*)<", page)[1]) == expected


def asked(client, pack, act="quote", n=0, **more):
    """The quote from the section that the chip does not cite, asked about or published."""
    one, place = chip(pack, n), found(pack).others[0]
    typed = {"quote": OVEN, "quote_cite": "heating", "quote_start": place.span[0], "quote_end": place.span[1]}
    form = {"version": 1, "key": "key-for-a-form"}
    return client.post(
        f"/packs/{pack.slug}/chips/{one.cid}/{act}/", {**form, **typed, **more}
    ).content.decode()


def test_a_quote_from_another_section_is_said_to_be_so_and_offered_as_a_change_of_cite(client, pack):
    page = asked(client, pack)
    assert f"! {OUTSIDE}" in page
    (link,) = links(page, "Change the cite to it")
    edit = client.get(link).content.decode()
    assert 'name="cites" value="heating"' in edit
    assert f">{OVEN}</textarea>" in edit
    assert "✓ Stands word for word in “Heating the oven”.</p>" in edit
    assert 'id="s-heating"' in edit


def test_taking_a_sentence_of_another_section_is_that_change(client, pack):
    taken, (asked_for,) = (
        links(desk(client, pack), "Take"),
        links(asked(client, pack), "Change the cite to it"),
    )
    assert taken[0] == asked_for


def test_a_changed_cite_shows_the_old_one_and_the_new_and_asks_why(client, pack):
    edit = client.get(links(asked(client, pack), "Change the cite to it")[0]).content.decode()
    assert "Cites <del><bdi>Feeding the starter</bdi></del> → <ins><bdi>Heating the oven</bdi></ins>" in edit
    assert "takes the place of the old cite, <bdi>Feeding the starter</bdi>." in edit
    assert re.search(r'<input id="why"[^>]* autofocus data-focus>', edit)


def test_where_several_are_cited_the_new_cite_comes_first(client):
    several = builders.files.chip("how hot is the oven?", "It is heated to 250 °C.", ["feeding", "thanks"])
    pack = builders.loaded(slug="several", chips=[several])
    edit = client.get(links(asked(client, pack), "Change the cite to it")[0]).content.decode()
    assert 'name="cites" value="heating feeding thanks"' in edit
    assert "is cited first now" in edit


def test_a_refusal_names_the_section_by_its_heading_and_offers_the_change(client, pack):
    page = asked(client, pack, "publish")
    assert "The quote stands in “Heating the oven”, which is not one of the chip&#x27;s cites." in page
    notice = page.split('role="alert"')[1].split("</div>")[0]
    assert links(notice, "Change the cite to it")


def test_the_cites_being_edited_are_those_shown_beside_them(client, pack):
    one = chip(pack)
    page = asked(client, pack, "edit", q=one.q, a=one.a, cites="heating", why="")
    assert re.findall(r'<section class="section" id="s-(\w+)"', page) == ["heating"]
    assert 'cites <a href="#s-heating"' in page
    assert re.findall(r'data-uncited="(\w+)" (hidden)?', page) == [("heating", "hidden")]


def test_a_section_read_beside_the_cited_ones_is_none_of_the_cites(client, pack):
    page = desk(client, pack, also="heating")
    assert re.findall(r'<section class="section" id="s-(\w+)"', page) == ["heating", "feeding"]
    assert re.findall(r'<a href="#s-(\w+)"', page) == ["feeding"]


def test_the_check_shows_the_cites_as_they_change(client, pack):
    one = chip(pack)
    page = asked(client, pack, "check", q=one.q, a=one.a, cites="heating nowhere")
    assert (
        "<del><bdi>Feeding the starter</bdi></del> → <ins><bdi>Heating the oven</bdi>, <bdi>nowhere</bdi></ins>"
        in page
    )


def test_words_typed_that_stand_elsewhere_are_offered_so_too(client, pack):
    one = chip(pack)
    typed = {"quote": OVEN, "quote_cite": "feeding"}
    page = client.post(f"/packs/{pack.slug}/chips/{one.cid}/quote/", typed).content.decode()
    assert "but in “Heating the oven”, not in “Feeding the starter”." in page
    assert (
        'name="cites" value="heating"' in client.get(links(page, "Change the cite to it")[0]).content.decode()
    )


def test_the_cites_being_typed_are_those_that_count(client, pack):
    one, place = chip(pack), found(pack).others[0]
    typed = {"quote": OVEN, "quote_cite": "heating", "quote_start": place.span[0], "quote_end": place.span[1]}
    at = f"/packs/{pack.slug}/chips/{one.cid}/quote/"
    assert OUTSIDE in client.post(at, typed).content.decode()
    mended = client.post(at, {**typed, "q": one.q, "a": one.a, "cites": "heating"}).content.decode()
    assert "✓ Stands word for word in “Heating the oven”.</p>" in mended


def test_the_change_of_cite_is_saved_and_published_as_one_edit(client, pack):
    one, place = chip(pack), found(pack).others[0]
    answer = client.post(
        f"/packs/{pack.slug}/chips/{one.cid}/edit/",
        {
            "version": 1, "key": "key-for-a-form", "q": one.q, "a": one.a, "cites": "heating feeding", "why": "x",
            "then": "publish", "quote": OVEN, "quote_cite": "heating",
            "quote_start": place.span[0], "quote_end": place.span[1],
        },
    )  # fmt: skip
    assert (answer.status_code, list(Entry.objects.order_by("pk").values_list("act", flat=True))[-2:]) == (
        303,
        ["hand-edit", "publish"],
    )
    now = chip(pack)
    assert (now.cites, now.quote_cite, now.quote) == (["heating", "feeding"], "heating", OVEN)


@pytest.mark.parametrize(
    "asked",
    [
        {"recite": "nowhere", "start": "0", "end": "9"},
        {"recite": "", "start": "0", "end": "9"},
        {"recite": "heating", "start": "0", "end": "9"},
        {"recite": "heating", "start": "9", "end": "3"},
        {"recite": "heating", "start": "x", "end": "٣"},
        {"recite": "heating", "start": "9" * 30, "end": "9" * 31},
        {"recite": "heating"},
    ],
)
def test_a_change_of_cite_that_fits_nothing_takes_no_quote(client, pack, asked):
    page = desk(client, pack, edit=1, **asked)
    assert re.search(r'<textarea id="quote"[^>]*></textarea>', page)
    cites = "heating" if asked["recite"] == "heating" else "feeding"
    assert f'name="cites" value="{cites}"' in page


def test_a_chip_whose_words_stand_nowhere_has_no_sentence(client, pack):
    assert found(pack, 2) == evidence.Suggested()
    assert "suggestions" not in desk(client, pack, 2)


def test_a_published_chip_has_none_either(client, pack):
    one = chip(pack, 1)
    client.post(
        f"/packs/{pack.slug}/chips/{one.cid}/publish/",
        {"version": 1, "key": "key-for-a-form", "quote": found(pack, 1).cited[0].words},
    )
    assert acts.is_open("published", "publish") is False
    assert "suggestions" not in desk(client, pack, 1)
