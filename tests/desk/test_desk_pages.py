"""The desk over HTTP: what each answer is, what stands on the page, and that nobody's typing is lost."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from selectolax.lexbor import LexborHTMLParser

from reviews import desk, seating
from reviews.models import Entry
from reviews.views.queue import next_pack
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."
HTMX = {"HX-Request": "true"}


def url(pack, act: str, n: int = 0) -> str:
    return f"/packs/{pack.slug}/chips/{chip(pack, n).cid}/{act}/"


def fields(version: int = 1, key: str = "key-for-a-form", **more):
    return {"version": version, "key": key, **more}


def test_the_desk_opens_at_the_first_waiting_chip(client, pack):
    page = client.get(f"/packs/{pack.slug}/desk/").content.decode()
    assert chip(pack).q in page
    assert "Chip 1 of 3" in page
    assert "Feed the starter once a day" in page


@pytest.mark.parametrize(
    ("tail", "judged"),
    [
        ("", "#chip-q, .chip__a, .section__text, [data-words], #quote"),
        ("&edit=1", "#q, #a, .writer, .section__text, [data-words], #quote"),
    ],
)
def test_words_that_are_judged_are_left_as_they_are_by_who_translates_a_page(client, pack, tail, judged):
    """What a browser's translation put in their place would be read, and not be found as a quote."""
    page = LexborHTMLParser(client.get(f"/packs/{pack.slug}/desk/?chip={chip(pack).cid}{tail}").content)
    found = {name: page.css(name) for name in judged.split(", ")}
    assert {name for name, nodes in found.items() if not nodes} == set()
    open_ = [n.html for nodes in found.values() for n in nodes if n.attributes.get("translate") != "no"]
    assert open_ == []


def test_each_button_leads_to_its_own_act(client, pack):
    page = client.get(f"/packs/{pack.slug}/desk/").content.decode()
    wanted = [url(pack, act) for act in ("publish", "hold", "drop")]
    found = [
        re.findall(rf'<button class="act--\w+" [^>]*{name}="([^"]*)"', page)
        for name in ("formaction", "hx-post")
    ]
    assert found == [wanted, wanted]


def test_a_publication_is_answered_303_to_the_next_chip(client, pack):
    answer = client.post(url(pack, "publish"), fields(quote=WORDS))
    entry = Entry.objects.get(act="publish")
    assert (answer.status_code, answer["X-Ledger-Seq"]) == (303, str(entry.seq))
    assert answer["Location"] == f"/packs/{pack.slug}/desk/?chip={chip(pack, 1).cid}&done={entry.seq}"


def test_the_page_after_a_plain_form_names_what_was_done_with_undo(client, pack):
    page = client.post(url(pack, "publish"), fields(quote=WORDS), follow=True).content.decode()
    assert "<strong>Published:</strong>" in page
    assert f'action="{url(pack, "undo")}"' in page


def test_a_swap_is_answered_201_with_the_next_chip(client, pack):
    answer = client.post(url(pack, "publish"), fields(quote=WORDS), headers=HTMX)
    page = answer.content.decode()
    assert (answer.status_code, answer["X-Ledger-Seq"]) == (201, str(Entry.objects.get(act="publish").seq))
    assert page.lstrip().startswith('<div class="desk-page" id="desk"')
    assert chip(pack, 1).q in page
    assert (
        'published <a href="/packs/baking-with-a-sourdough-starter/?status=published#chips" data-count="1" aria-label="1 published">1</a>'
        in page
    )


def test_the_same_form_twice_is_answered_alike_and_recorded_once(client, pack):
    first = client.post(url(pack, "publish"), fields(quote=WORDS), headers=HTMX)
    again = client.post(url(pack, "publish"), fields(quote=WORDS), headers=HTMX)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first["X-Ledger-Seq"] == again["X-Ledger-Seq"]
    assert Entry.objects.filter(act="publish").count() == 1


def test_a_swap_and_the_same_form_without_a_script_are_one_act(client, pack):
    """A script sends a line's end as LF, a plain form as CRLF."""
    first = client.post(url(pack, "hold"), fields(why="one\ntwo"), headers=HTMX)
    again = client.post(url(pack, "hold"), fields(why="one\r\ntwo"))
    assert (first.status_code, again.status_code) == (201, 303)
    assert first["X-Ledger-Seq"] == again["X-Ledger-Seq"]


def test_the_same_key_with_other_words_is_422(client, pack):
    client.post(url(pack, "publish"), fields(quote=WORDS))
    answer = client.post(url(pack, "publish"), fields(quote="other words"))
    assert answer.status_code == 422
    assert "with other words or to an earlier version of the desk" in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"version": ""}, 422), ({"version": "1.5"}, 422), ({"version": "-1"}, 422), ({"version": "9" * 30}, 422),
        ({"key": ""}, 422), ({"key": "x y"}, 422), ({"why": "a\0b"}, 422), ({"quote": "x" * 20_001}, 422),
        ({"quote_start": "nan"}, 422), ({"version": "2"}, 409),
    ],
)  # fmt: skip
def test_a_malformed_form_is_refused_with_its_words_kept(client, pack, change, status):
    answer = client.post(url(pack, "publish"), {**fields(quote=WORDS, why="a typed reason"), **change})
    assert answer.status_code == status
    assert "typed reason" in answer.content.decode() or "why" in change
    assert Entry.objects.filter(act="publish").count() == 0


def test_who_comes_second_is_told_what_stands_and_keeps_their_words(client, pack, jo):
    kim = builders.seated_judge("kim")
    desk.hold(pack, chip(pack).cid, ask(kim, chip(pack), why="mine first"))
    answer = client.post(url(pack, "drop"), fields(why="my own long reason"), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody decided first" in page
    assert "Held by <bdi>kim</bdi>" in page
    assert 'value="my own long reason"' in page


def test_a_vacated_seat_keeps_what_was_typed(client, pack, jo):
    seating.vacate(jo.seats.get(), by=None, why="on leave")
    answer = client.post(
        url(pack, "edit"),
        fields(q="how often?", a="Quite a long new answer.", cites="feeding", why="plainer"),
    )
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "no standing seat" in page
    assert "Quite a long new answer." in page


def test_a_swap_without_a_session_is_401_with_the_words(pack):
    answer = Client().post(url(pack, "hold"), fields(why="typed while logged out"), headers=HTMX)
    assert answer.status_code == 401
    assert "typed while logged out" in answer.content.decode()


def test_a_page_without_a_session_is_redirected_to_the_log_in(pack):
    assert Client().get(f"/packs/{pack.slug}/desk/")["Location"] == f"/login/?next=/packs/{pack.slug}/desk/"


def test_an_acts_address_opened_by_hand_leads_to_its_chip(client, pack):
    page = client.get(url(pack, "hold")).content.decode()
    onward = f"/packs/{pack.slug}/desk/?chip={chip(pack).cid}"
    assert f'<a class="button button--main" href="{onward}">To its page</a>' in page
    assert chip(pack).q in client.get(onward).content.decode()


def test_after_a_log_in_that_an_act_asked_for_its_chip_is_shown(pack):
    at = Client().post(url(pack, "hold"))["Location"]
    assert at == f"/login/?next=/packs/{pack.slug}/desk/%3Fchip%3D{chip(pack).cid}"


@pytest.mark.parametrize("act", ["ratify", "sections/feeding/strike/undo", "bullets/x/strike"])
def test_the_other_acts_addresses_lead_to_their_packs_page(client, pack, act):
    page = client.get(f"/packs/{pack.slug}/{act}/").content.decode()
    assert f'href="/packs/{pack.slug}/">To its page</a>' in page


@pytest.mark.parametrize("act", ["publish", "hold", "edit", "drop", "undo"])
def test_a_get_never_acts(client, pack, act):
    assert client.get(url(pack, act)).status_code == 405
    assert Entry.objects.filter(chip__isnull=False).count() == 0


def test_another_packs_chip_is_404(client, pack):
    other = builders.loaded(
        slug="another-pack", chips=[builders.files.chip("where is it?", "In the cold, and once a week.")]
    )
    assert (
        client.post(f"/packs/{pack.slug}/chips/{chip(other).cid}/hold/", fields(why="x")).status_code == 404
    )


def test_extra_fields_are_nobodys_order(client, pack):
    client.post(url(pack, "hold"), fields(why="x", status="published", seq="0", judge="ada", is_staff="1"))
    assert chip(pack).status == "held"


def test_a_hand_edit_without_a_change_says_so(client, pack):
    row = chip(pack)
    answer = client.post(url(pack, "edit"), fields(q=row.q, a=row.a, cites=" ".join(row.cites)), headers=HTMX)
    assert "Nothing was changed" in answer.content.decode()
    assert chip(pack).version == 1


def test_the_edit_form_shows_the_writers_words(client, pack):
    page = client.get(f"/packs/{pack.slug}/desk/?chip={chip(pack).cid}&edit=1").content.decode()
    assert "The writer’s words" in page
    assert 'name="cites" value="feeding"' in page


def test_a_rewritten_chip_shows_the_difference(client, pack):
    client.post(
        url(pack, "edit"),
        fields(q=chip(pack).q, a="Once a day, no more than that.", cites="feeding", why="x"),
    )
    page = client.get(f"/packs/{pack.slug}/desk/?chip={chip(pack).cid}").content.decode()
    assert "<del>" in page
    assert "<ins>" in page


def test_all_done_is_said_only_when_no_chip_waits(client, pack):
    for n in range(3):
        answer = client.post(url(pack, "hold", n), fields(key=f"key-number-{n}", why="x"), headers=HTMX)
        assert ("All done" in answer.content.decode()) == (n == 2)


def test_five_nexts_write_nothing(client, pack):
    page = client.get(f"/packs/{pack.slug}/desk/")
    for _ in range(5):
        page = client.get(f"/packs/{pack.slug}/desk/?chip={page.context['next']}")
    pack.refresh_from_db()
    assert (pack.n_waiting, Entry.objects.filter(chip__isnull=False).count()) == (3, 0)


def test_the_filter_survives_an_act(client, pack):
    answer = client.post(url(pack, "publish"), fields(quote=WORDS, show="waiting"))
    assert "show=waiting" in answer["Location"]


def test_hostile_words_are_shown_and_never_run(client, jo):
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    pack = builders.loaded(slug="evil", chips=[builders.files.chip(f"{evil}?", evil)], title=evil)
    page = client.get(f"/packs/{pack.slug}/desk/").content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page


def test_the_quote_is_told_in_words_while_typing(client, pack):
    answer = client.post(url(pack, "quote"), {"quote": WORDS, "quote_cite": "feeding"}, headers=HTMX)
    assert 'data-kind="stands"' in answer.content.decode()


def test_the_gates_run_while_typing_and_nothing_is_written(client, pack):
    answer = client.post(
        url(pack, "check"),
        {"q": "how hot?", "a": "It is heated to 999 °C, always.", "cites": "heating"},
        headers=HTMX,
    )
    assert "<b>figure</b>" in answer.content.decode()
    assert chip(pack).version == 1


def test_the_desk_asks_as_many_questions_of_the_database_for_3_chips_as_for_30(client, pack):
    many = builders.loaded(
        slug="many",
        chips=[builders.files.chip(f"question {n}?", "Once a day, or once a week.") for n in range(30)],
    )
    client.get(f"/packs/{pack.slug}/desk/")
    counts = []
    for one in (pack, many):
        client.get(f"/packs/{one.slug}/desk/")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/packs/{one.slug}/desk/")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9


def test_answers_are_private(client, pack):
    answer = client.get(f"/packs/{pack.slug}/desk/")
    assert answer["Cache-Control"] == "no-store"
    assert "HX-Request" in answer["Vary"]
    assert "'unsafe-inline'" not in answer["Content-Security-Policy"]


def test_half_a_word_is_said_with_whole_words_to_take_instead_and_published_as_chosen(client, pack):
    half, whole = WORDS[2:].rsplit("er", 1)[0], WORDS[:-1]
    page = client.post(
        url(pack, "quote"), {"quote": half, "quote_cite": "feeding"}, headers=HTMX
    ).content.decode()
    assert "It begins in the middle of “Feed” and ends in the middle of “water”." in page
    assert f'data-whole="{whole}"' in page
    client.post(url(pack, "publish"), fields(quote=half))
    assert chip(pack).quote == half


@pytest.mark.parametrize("cite", ["feeding", ""])
def test_a_copy_of_the_words_is_said_with_the_articles_own_to_take_instead(client, pack, cite):
    copied = WORDS[:-1].replace("starter", "star\u00adter").replace("water", "wa-\r\nter")
    given = {"quote": copied, "quote_cite": cite}
    answer = client.post(url(pack, "quote"), given, headers=HTMX).content.decode()
    assert "Nothing differs but what a copy changes" in answer
    assert f'data-whole="{WORDS[:-1]}"' in answer
    forged = {**given, "quote": copied.replace("Feed", "Feed not")}
    assert "data-whole" not in client.post(url(pack, "quote"), forged, headers=HTMX).content.decode()


def test_the_last_decision_leads_to_what_is_held_published_and_to_the_next_pack(client, pack):
    builders.loaded(slug="a-pack-before", chips=[builders.files.chip("where is it?", "In the cold, weekly.")])
    builders.loaded(slug="the-next-pack", chips=[builders.files.chip("where is it?", "In the cold, weekly.")])
    client.post(url(pack, "publish"), fields(quote=WORDS))
    for n in (1, 2):
        answer = client.post(url(pack, "hold", n), fields(key=f"key-number-{n}", why="x"), headers=HTMX)
    page = answer.content.decode()
    at = f"/packs/{pack.slug}/"
    assert f'<a class="button" href="{at}desk/?show=held">Go through the 2 held</a>' in page
    assert f'<a href="{at}?status=published#chips" data-count="1" aria-label="1 published">1</a>' in page
    assert f'<a href="{at}?status=held#chips" data-count="2" aria-label="2 held">2</a>' in page
    assert '<a class="button button--main" data-key="j" href="/packs/the-next-pack/desk/">' in page


def test_the_next_pack_is_one_in_which_the_judge_may_decide(pack):
    kim, chips = builders.judge("kim"), [builders.files.chip("where is it?", "In the cold, weekly.")]
    builders.loaded(slug="the-next-pack", chips=chips)
    mine = builders.loaded(slug="where-kim-sits", chips=chips)
    for one in (pack, mine):
        builders.seated(kim, pack=one)
    assert next_pack(pack, kim) == mine
    assert next_pack(mine, kim) == pack


def test_an_old_wording_among_the_dropped_is_said(client, pack):
    row = chip(pack)
    typed = fields(q=row.q, a=f"{row.a} Or so.", cites=" ".join(row.cites), why="plainer")
    page = client.post(url(pack, "edit"), typed, headers=HTMX).content.decode()
    assert "(of the dropped, 1 is an old wording)</span>" in page
    assert (
        "(of the dropped, 1 is an old wording)</span>" in client.get(f"/packs/{pack.slug}/").content.decode()
    )
