"""Excluding and readmitting on the page Seats, and every page that says so before one tries."""

from __future__ import annotations

import secrets

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import exclusions, release
from reviews.models import Entry, Exclusion, Seat
from tests import builders
from tests.builders import chip
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
URL, WHY = "/seats/exclude/", "wrote the article"
SWAP = {"HX-Request": "true"}
TOLD = "You are excluded from this pack, so you decide nothing here. The reason: wrote the article"
HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture
def pack():
    return builders.loaded(series=["Bread"])


@pytest.fixture
def jo():
    return builders.seated_judge()


@pytest.fixture
def ada():
    return builders.admin()


@pytest.fixture
def client(ada):
    return entered(ada)


def form(person, **changes: str) -> dict[str, str]:
    made = {"user": str(person.pk), "place": "pack", "slug": "", "series": "", "why": WHY}
    return made | {"key": secrets.token_urlsafe(12)} | changes


def hold(client, pack, n: int = 0, **headers: str):
    sent = {"version": "1", "key": secrets.token_urlsafe(12), "why": "typed words"}
    return client.post(f"/packs/{pack.slug}/chips/{chip(pack, n).cid}/hold/", sent, headers=headers)


def test_somebody_is_excluded_from_a_pack(client, ada, jo, pack):
    response = client.post(URL, form(jo, slug=pack.slug))
    row, entry = Exclusion.objects.get(), Entry.objects.get(act="exclude")
    assert (response.status_code, response.headers["Location"]) == (303, "/seats/#exclusions")
    assert response.headers["X-Ledger-Seq"] == str(entry.seq)
    assert (row.user, row.pack, row.why, entry.user, entry.chain.pack) == (jo, pack, WHY, ada, pack)


def test_somebody_is_excluded_from_a_series(client, jo, pack):
    client.post(URL, form(jo, place="series", series="Bread", slug="left-in-the-other-field"))
    row = Exclusion.objects.get()
    assert (row.pack, row.series, exclusions.of(jo, pack)) == (None, "Bread", row)


def test_a_swap_gets_the_part_of_the_page(client, jo, pack):
    response = client.post(URL, form(jo, slug=pack.slug), headers=SWAP)
    page = read(response)
    assert (response.status_code, "html" in page.tags, page.n_rows) == (201, False, 1)
    assert f"{jo.username} is excluded from {pack}." in page.words


def test_the_page_lists_who_is_excluded_from_what_and_why(client, jo, pack):
    client.post(URL, form(jo, slug=pack.slug))
    client.post(URL, form(jo, place="series", series="Bread", why="wrote the pack"))
    words = seen(client, "/seats/").words
    assert "jo every pack of Bread wrote the pack excluded from" in words
    assert f"jo {pack.title} wrote the article excluded from" in words


def test_somebody_is_readmitted_and_stays_in_the_list_of_all(client, jo, pack):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    response = client.post(f"/seats/exclusions/{row.pk}/readmit/", {"why": "a slip", "key": "readmit-key-1"})
    assert (response.status_code, Exclusion.objects.standing().count()) == (303, 0)
    assert f"{WHY} readmitted from" in seen(client, "/seats/?ended=1").words
    assert "Nobody is excluded from anything." in seen(client, "/seats/").words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"user": ""}, "This field is required."),
        ({"user": "99999"}, "Select a valid choice."),
        ({"slug": ""}, "Give the slug of the pack"),
        ({"slug": "nothing-here"}, "There is no pack with the slug nothing-here."),
        ({"slug": "no slug!"}, "valid “slug”"),
        ({"place": "nowhere"}, "Select a valid choice."),
        ({"place": "series"}, "Give the name of the series"),
        ({"place": "series", "series": "Breads"}, "No pack here is of the series “Breads”."),
        ({"place": "series", "series": "a\0b"}, "Null characters are not allowed."),
        ({"why": ""}, "Say why: it goes into the ledger."),
        ({"why": "\u202eevil"}, "printable"),
        ({"why": "x" * 201}, "at most 200"),
        ({"why": "a\0b"}, "Null characters are not allowed."),
        ({"key": ""}, "Load the page again"),
    ],
)
@pytest.mark.parametrize("headers", [{}, SWAP], ids=["page", "swap"])
def test_a_form_that_does_not_do_is_refused_and_kept(client, jo, pack, changes, words, headers):
    sent = form(jo, slug=pack.slug, why="typed words") | changes
    response = client.post(URL, sent, headers=headers)
    assert (response.status_code, Exclusion.objects.count()) == (422, 0)
    assert words in read(response).words
    assert ("typed words" in response.content.decode()) == ("why" not in changes)


def test_the_same_form_sent_twice_excludes_once(client, jo, pack):
    sent = form(jo, slug=pack.slug)
    seqs = [client.post(URL, sent).headers["X-Ledger-Seq"] for _ in range(2)]
    assert (seqs[0], Exclusion.objects.count()) == (seqs[1], 1)


def test_who_is_excluded_there_already_is_told_with_409(client, jo, pack):
    client.post(URL, form(jo, slug=pack.slug))
    response = client.post(URL, form(jo, slug=pack.slug, why="typed words"))
    assert (response.status_code, "typed words" in response.content.decode()) == (409, True)
    assert "jo is excluded there already." in read(response).words


@pytest.mark.parametrize("why", ["", HOSTILE])
def test_a_refused_readmitting_keeps_its_words(client, jo, pack, why):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    response = client.post(f"/seats/exclusions/{row.pk}/readmit/", {"why": why, "key": "no"}, headers=SWAP)
    page = read(response)
    assert (response.status_code, Exclusion.objects.standing().count()) == (422, 1)
    assert page.forms[f"/seats/exclusions/{row.pk}/readmit/"]["why"] in (why, "")
    assert ("Not readmitted." in page.words, "script" in page.tags) == (True, False)


def test_nobody_is_readmitted_twice(client, jo, pack):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    exclusions.readmit(row, by=None, why="a slip")
    sent = {"why": "typed words", "key": "readmit-key-1"}
    response = client.post(f"/seats/exclusions/{row.pk}/readmit/", sent)
    assert response.status_code == 409
    assert "This exclusion was ended already. What you typed: typed words" in read(response).words


def test_who_is_no_admin_is_refused_with_their_words(jo, pack):
    response = entered(jo).post(URL, form(jo, slug=pack.slug, why="typed words"))
    assert (response.status_code, Exclusion.objects.count()) == (403, 0)
    assert "Only an admin excludes and readmits people." in read(response).words
    assert "typed words" in read(response).words


@pytest.mark.parametrize("headers", [{}, SWAP], ids=["page", "swap"])
def test_an_open_desk_is_refused_from_the_next_request_on_and_keeps_its_words(jo, pack, headers):
    judge = entered(jo)
    seen(judge, f"/packs/{pack.slug}/desk/")
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    response = hold(judge, pack, **headers)
    assert (response.status_code, chip(pack).status) == (403, "waiting")
    assert TOLD in read(response).words
    assert 'value="typed words"' in response.content.decode()


def test_an_edit_that_is_refused_keeps_its_words(jo, pack):
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    sent = {
        "version": "1",
        "key": "edit-key-1",
        "why": "plainer",
        "q": "typed question?",
        "a": "typed answer",
    }
    response = entered(jo).post(
        f"/packs/{pack.slug}/chips/{chip(pack).cid}/edit/", sent | {"cites": "feeding"}
    )
    body = response.content.decode()
    assert (response.status_code, "typed question?" in body, "typed answer" in body) == (403, True, True)


def test_a_strike_that_is_refused_keeps_its_words(jo, pack):
    exclusions.exclude(jo, series="Bread", by=None, why=WHY)
    sent = {"version": "1", "key": "strike-key-1", "why": "typed words"}
    response = entered(jo).post(f"/packs/{pack.slug}/sections/feeding/strike/", sent)
    assert (response.status_code, "typed words" in read(response).words) == (403, True)
    assert "You are excluded from the series “Bread”" in read(response).words


def test_the_desk_says_so_before_one_tries(jo, pack):
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    response = entered(jo).get(f"/packs/{pack.slug}/desk/")
    body = response.content.decode()
    assert (TOLD in read(response).words, "Excluded here" in body) == (True, True)
    assert body.count(f'disabled title="{TOLD}"') == 4


def test_the_pack_page_says_so_and_offers_no_strike(jo, pack):
    judge = entered(jo)
    assert "strike" in "".join(seen(judge, f"/packs/{pack.slug}/").forms)
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    page = seen(judge, f"/packs/{pack.slug}/")
    assert (TOLD in page.words, "strike" in "".join(page.forms)) == (True, False)


def test_the_shelf_marks_the_packs_and_no_others(jo, pack):
    builders.loaded(slug="another", series=["Cheese"])
    builders.loaded(slug="a-third", series=["Cheese", "Bread"])
    exclusions.exclude(jo, series="Bread", by=None, why=WHY)
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    exclusions.exclude(builders.judge("kim"), series="Cheese", by=None, why=WHY)
    assert seen(entered(jo), "/").words.count("you are excluded") == 2


def test_the_shelf_asks_one_question_more_whatever_it_shows(jo, pack):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            entered(jo).get("/")
        return len(found)

    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    few = queries()
    for n in range(10):
        other = builders.loaded(slug=f"another-{n}", series=[f"Series {n}"])
        exclusions.exclude(jo, **({"pack": other} if n % 2 else {"series": f"Series {n}"}), by=None, why=WHY)
    assert queries() == few


def test_an_excluded_admin_reads_so_on_the_release_page_and_cannot_press(client, ada, jo, pack):
    for n in range(3):
        hold(entered(jo), pack, n)
    exclusions.exclude(ada, pack=pack, by=None, why=WHY)
    page, url = seen(client, f"/packs/{pack.slug}/release/"), f"/packs/{pack.slug}/ratify/"
    assert (TOLD in page.words, url in page.forms) == (True, False)
    response = client.post(url, {"key": "ratify-key-1", "why": "typed words"})
    assert (response.status_code, Entry.objects.filter(act="ratify").count()) == (403, 0)
    assert TOLD in read(response).words


def test_an_excluded_admin_does_not_reopen(client, ada, jo, pack):
    for n in range(3):
        hold(entered(jo), pack, n)
    release.ratify(pack, by=ada)
    exclusions.exclude(ada, pack=pack, by=None, why=WHY)
    page, url = seen(client, f"/packs/{pack.slug}/release/"), f"/packs/{pack.slug}/reopen/"
    assert (TOLD in page.words, url in page.forms) == (True, False)
    assert client.post(url, {"key": "reopen-key-1", "why": "once more"}).status_code == 403


def test_seating_somebody_excluded_says_so(client, jo, pack):
    kim = builders.judge("kim")
    exclusions.exclude(kim, pack=pack, by=None, why=WHY)
    sent = {"user": kim.pk, "label": "Desk editor", "seat_class": "human-class"}
    on_pack = client.post("/seats/", {**sent, "place": "pack", "slug": pack.slug, "key": "seat-key-1"})
    assert (on_pack.status_code, Seat.objects.filter(user=kim).count()) == (409, 0)
    assert "kim is excluded from this pack: wrote the article" in read(on_pack).words
    on_desk = client.post("/seats/", {**sent, "place": "desk", "key": "seat-key-2"}, follow=True)
    assert f"Excluded all the same from the pack {pack}." in read(on_desk).words


def test_ones_own_page_says_where_one_decides_nothing(jo, pack):
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    page = seen(entered(jo), "/account/")
    assert f"Where you decide nothing {pack.title} wrote the article excluded" in page.words
    assert [action for action in page.forms if "exclusions" in action] == []


def test_the_ledger_tells_in_a_sentence(client, jo, pack):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    exclusions.readmit(row, by=None, why="a slip")
    exclusions.exclude(jo, series="Bread", by=None, why="wrote the pack")
    words = seen(client, f"/packs/{pack.slug}/ledger/").words
    assert "exclude of jo by command" in words
    assert "Decides nothing on this pack. why: wrote the article" in words
    assert "May decide on this pack again, from a seat. why: a slip" in words
    assert "Decides nothing on any pack of the series “Bread”." in seen(client, "/ledger/?act=exclude").words


def test_hostile_names_of_series_and_reasons_stay_words(client, jo):
    evil = f"{HOSTILE}\u202eevil"
    builders.loaded(slug="evil", series=[evil])
    client.post(URL, form(jo, place="series", series=evil, why=HOSTILE))
    assert Exclusion.objects.count() == 1
    for who, addresses in (
        (client, ("/seats/", "/ledger/", f"/users/{jo.pk}/", "/ledger/?act=exclude")),
        (entered(jo), ("/packs/evil/desk/", "/packs/evil/", "/")),
    ):
        for address in addresses:
            page = seen(who, address)
            assert ("script>alert" in page.words, "\u202e" in page.words) == (True, False), address
            assert "<script>alert" not in who.get(address).content.decode()


def test_queries_do_not_grow_with_exclusions(client, pack):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get("/seats/")
        return len(found)

    exclusions.exclude(builders.judge("first"), pack=pack, by=None, why=WHY)
    few = queries()
    for n in range(52):
        exclusions.exclude(builders.judge(f"judge{n}"), pack=pack, by=None, why=WHY)
    page = seen(client, "/seats/")
    assert (queries(), page.n_rows) == (few, 50)
    older = next(link for link in page.links if "excluded-before=" in link)
    assert seen(client, f"/seats/{older.split('#')[0]}").n_rows == 3


@pytest.mark.parametrize("query", ["?ended=x", "?excluded-before=x", "?excluded-before=99999999999999999999"])
def test_any_query_is_answered(client, jo, pack, query):
    assert client.get(f"/seats/{query}").status_code == 200


def test_a_person_deactivated_meanwhile_is_still_readmitted(client, jo, pack):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    jo.is_active = False
    jo.save()
    sent = {"why": "gone", "key": "readmit-key-1"}
    assert client.post(f"/seats/exclusions/{row.pk}/readmit/", sent).status_code == 303


def test_an_unknown_exclusion_is_404(client):
    assert (
        client.post("/seats/exclusions/7/readmit/", {"why": "x", "key": "readmit-key-1"}).status_code == 404
    )
