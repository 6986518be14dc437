"""Seating and vacating by an admin: who, where, under which label, how long; a refusal keeps the words."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews import ledger, people, seating
from reviews.models import Entry, Seat
from tests import builders
from tests.pages import entered, read, seen, tables

pytestmark = pytest.mark.django_db
URL = "/seats/"
HOSTILE = '"><script>alert(1)</script>\u202eevil'


@pytest.fixture
def pack():
    return builders.loaded()


@pytest.fixture
def ada():
    return builders.admin()


@pytest.fixture
def jo():
    return builders.judge()


@pytest.fixture
def client(ada):
    return entered(ada)


def form(judge, **changes: str) -> dict[str, str]:
    """What a browser sends for a seat on the whole desk."""
    made = {
        "user": str(judge.pk),
        "place": "desk",
        "slug": "",
        "label": "Desk editor",
        "seat_class": "human-class",
    }
    return made | {"starts_at": "", "ends_at": "", "why": "", "key": secrets.token_urlsafe(12)} | changes


def in_days(n: int) -> str:
    return (timezone.now() + timedelta(days=n)).strftime("%Y-%m-%dT%H:%M")


def test_a_seat_under_the_label_of_another_judge_is_told_as_a_warning(client, jo):
    builders.seated(builders.judge("kim"))
    told = client.post(URL, form(jo), follow=True).content.decode()
    assert 'notice--warn" role="status">Another judge sits as “Desk editor” too' in told


def test_a_second_seat_of_the_same_judge_warns_of_nothing(client, jo, pack):
    builders.seated(jo)
    told = client.post(URL, form(jo, place="pack", slug=pack.slug), follow=True).content.decode()
    assert "notice--warn" not in told


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("maker", [builders.judge, builders.reader])
def test_who_is_no_admin_is_refused_in_a_plain_sentence(method, maker):
    someone = maker("kim")
    response = getattr(entered(someone), method)(
        URL, form(someone, why="typed words") if method == "post" else {}
    )
    assert (response.status_code, Seat.objects.count()) == (403, 0)
    assert "Only an admin seats judges." in read(response).words
    assert ("typed words" in read(response).words) == (method == "post")


def test_a_judge_is_seated_on_the_whole_desk(client, jo):
    response = client.post(URL, form(jo))
    seat = Seat.objects.get()
    assert (response.status_code, response.headers["Location"]) == (303, URL)
    assert (seat.user, seat.pack, seat.label, seat.seat_class, seat.ends_at) == (
        jo, None, "Desk editor", "human-class", None,
    )  # fmt: skip
    assert list(Seat.objects.standing()) == [seat]


def test_a_judge_is_seated_on_one_pack_and_its_ledger_tells_so(client, ada, jo, pack):
    response = client.post(URL, form(jo, place="pack", slug=pack.slug, why="knows bread"))
    entry = Entry.objects.get(chain__pack=pack, act="seat")
    body = ledger.bodies(Entry.objects.filter(pk=entry.pk).lines())[0]
    assert response.headers["X-Ledger-Seq"] == str(entry.seq)
    assert (entry.user, body["judge"], body["why"], body["seat"]) == (
        ada,
        jo.actor,
        "knows bread",
        "Desk editor",
    )


def test_the_page_says_what_was_done(client, jo):
    response = client.post(URL, form(jo), follow=True)
    assert "jo is seated on the whole desk." in read(response).words


def test_the_same_form_sent_twice_seats_once(client, jo):
    sent = form(jo)
    answers = [client.post(URL, sent) for _ in range(2)]
    assert [a.status_code for a in answers] == [303, 303]
    assert answers[0].headers["X-Ledger-Seq"] == answers[1].headers["X-Ledger-Seq"]
    assert (Seat.objects.count(), Entry.objects.filter(act="seat").count()) == (1, 1)


def test_a_key_with_another_form_is_refused(client, jo, pack):
    sent = form(jo)
    client.post(URL, sent)
    response = client.post(URL, sent | {"place": "pack", "slug": pack.slug})
    assert (response.status_code, Seat.objects.count()) == (422, 1)
    assert "sent before, with other words" in read(response).words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"user": ""}, "This field is required."),
        ({"user": "99999"}, "Select a valid choice."),
        ({"place": "pack"}, "Give the slug of the pack"),
        ({"place": "pack", "slug": "nothing-here"}, "There is no pack with the slug nothing-here."),
        ({"place": "pack", "slug": "no slug!"}, "valid “slug”"),
        ({"place": "nowhere"}, "Select a valid choice."),
        ({"label": ""}, "This field is required."),
        ({"label": "\u200b"}, "printable"),
        ({"label": "x" * 81}, "at most 80"),
        ({"label": HOSTILE}, "printable"),
        ({"seat_class": " "}, "This field is required."),
        ({"starts_at": "tomorrow"}, "Enter a valid date/time."),
        ({"starts_at": "0001-01-01T00:00"}, "Give a year from 2000"),
        ({"ends_at": "9999-12-31T23:59"}, "Give a year from 2000"),
        ({"ends_at": "2020-01-01T00:00"}, "a seat ends later than now"),
        ({"why": "\0"}, "Null characters are not allowed."),
        ({"key": ""}, "Load the page again"),
        ({"key": "short"}, "Load the page again"),
    ],
)
def test_a_form_that_cannot_be_read_is_refused_and_kept(client, jo, changes, words):
    before = tables()
    response = client.post(URL, form(jo, why="typed words") | changes)
    assert (response.status_code, Seat.objects.count(), tables()) == (422, 0, before)
    assert words in read(response).words
    assert "<script>alert" not in response.content.decode()
    assert ("typed words" in response.content.decode()) == ("why" not in changes)


def test_a_term_that_ends_before_it_begins_is_refused(client, jo):
    response = client.post(URL, form(jo, starts_at=in_days(9), ends_at=in_days(3)))
    assert (response.status_code, Seat.objects.count()) == (422, 0)
    assert "A term ends after it begins" in read(response).words


def test_who_may_not_judge_is_not_among_the_choices(client):
    ron = builders.reader()
    page = client.get(URL).content.decode().partition('id="exclude"')[0]
    assert f'value="{ron.pk}"' not in page
    assert client.post(URL, form(ron)).status_code == 422


@pytest.mark.parametrize("name", ["JO", "j\u200bo", "jо", "ϳo"])
def test_t06_who_can_be_mistaken_for_somebody_seated_is_not_seated(client, jo, pack, name):
    """T06, for users that were made some other way than here."""
    builders.seated(jo, pack)
    response = client.post(URL, form(builders.judge(name), why="typed words"))
    assert (response.status_code, Seat.objects.count()) == (409, 1)
    assert "can be mistaken for jo, who holds a seat already." in read(response).words


def test_t06_once_the_other_seat_is_over_they_are(client, jo):
    seating.vacate(builders.seated(jo), by=None, why="left")
    assert client.post(URL, form(builders.judge("jо"))).status_code == 303


def test_a_second_seat_at_the_same_place_is_refused(client, jo):
    builders.seated(jo)
    response = client.post(URL, form(jo))
    assert (response.status_code, Seat.objects.count()) == (409, 1)
    assert "jo has a standing seat there already." in read(response).words


def test_a_later_term_may_be_given_before_the_earlier_one_is_over(client, jo):
    builders.seated(jo, ends_at=timezone.now() + timedelta(days=2))
    assert client.post(URL, form(jo, starts_at=in_days(3))).status_code == 303


def test_terms_that_overlap_are_refused(client, jo):
    builders.seated(jo, starts_at=timezone.now() + timedelta(days=3))
    response = client.post(URL, form(jo))
    assert (response.status_code, Seat.objects.count()) == (409, 1)
    assert "for a part of that time" in read(response).words


def test_times_are_the_desks_and_are_shown_in_utc(client, jo, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    client.post(URL, form(jo, starts_at="2126-07-01T10:00", ends_at="2126-12-01T10:00"))
    seat, words = Seat.objects.get(), seen(client, URL).words
    assert seat.starts_at == datetime(2126, 7, 1, 8, tzinfo=UTC)
    assert seat.ends_at == datetime(2126, 12, 1, 9, tzinfo=UTC)
    assert "from 1 Jul 2126, 08:00 UTC to 1 Dec 2126, 09:00 UTC" in words
    assert "Begins, Europe/Berlin" in words


def test_a_time_that_the_clock_skips_is_refused(client, jo, settings):
    settings.TIME_ZONE = "Europe/Berlin"
    response = client.post(URL, form(jo, starts_at="2027-03-28T02:30"))
    assert (response.status_code, Seat.objects.count()) == (422, 0)


def test_a_seat_is_told_apart_by_word(client):
    now, day = timezone.now(), timedelta(days=1)
    builders.seated(builders.judge("standing-one"))
    builders.seated(builders.judge("coming-one"), starts_at=now + day)
    builders.seated(builders.judge("ended-one"), starts_at=now - 2 * day, ends_at=now - day)
    seating.vacate(builders.seated(builders.judge("vacated-one")), by=None, why="left")
    people.deactivate(builders.seated(builders.judge("paused-one")).user, by=None)
    numbers = dict(Seat.objects.values_list("user__username", "pk"))
    everyone = seen(client, URL).words
    for state in ("standing", "coming", "ended", "vacated", "paused"):
        page = seen(client, f"{URL}?state={state}")
        row = f"{state}-one the whole desk Desk editor , human-class · seat {numbers[f'{state}-one']} {state}"
        assert (page.n_rows, row in page.words) == (1, True)
        assert row in everyone


def test_the_word_standing_is_the_desks_own(client):
    now, day = timezone.now(), timedelta(days=1)
    builders.seated(builders.judge("kim"))
    builders.seated(builders.judge("lee"), starts_at=now + day)
    builders.seated(builders.judge("max"), starts_at=now - 2 * day, ends_at=now - day)
    assert seen(client, f"{URL}?state=standing").n_rows == Seat.objects.standing().count()


def test_seats_of_one_pack_can_be_asked_for(client, jo, pack):
    builders.seated(jo)
    builders.seated(jo, pack)
    assert [seen(client, f"{URL}?pack={slug}").n_rows for slug in (pack.slug, "nothing")] == [1, 0]


@pytest.mark.parametrize(
    "query", ["?state=x", "?before=x", "?pack=%00", "?before=99999999999999999", "?user__password=x"]
)
def test_any_query_is_answered(client, jo, query):
    builders.seated(jo)
    assert client.get(URL + query).status_code == 200


def test_a_seat_is_vacated_with_its_reason(client, ada, jo):
    seat = builders.seated(jo)
    response = client.post(f"{URL}{seat.pk}/vacate/", {"why": "left the house", "key": "vacate-key-1"})
    entry = Entry.objects.get(act="vacate")
    assert (response.status_code, response.headers["X-Ledger-Seq"]) == (303, str(entry.seq))
    assert (entry.user, Seat.objects.standing().count()) == (ada, 0)
    assert ledger.bodies(Entry.objects.filter(pk=entry.pk).lines())[0]["why"] == "left the house"


@pytest.mark.parametrize("why", ["", "  "])
def test_a_seat_is_not_vacated_without_a_reason(client, jo, why):
    seat = builders.seated(jo)
    response = client.post(f"{URL}{seat.pk}/vacate/", {"why": why, "key": "vacate-key-1"})
    assert (response.status_code, Seat.objects.standing().count()) == (422, 1)
    assert "Not vacated Say why: it goes into the ledger." in read(response).words


def test_a_seat_is_vacated_once(client, jo):
    seat = builders.seated(jo)
    seating.vacate(seat, by=None, why="left")
    response = client.post(f"{URL}{seat.pk}/vacate/", {"why": "typed words", "key": "vacate-key-1"})
    assert (response.status_code, Entry.objects.filter(act="vacate").count()) == (409, 1)
    assert "This seat was vacated already. What you typed: typed words" in read(response).words


def test_the_same_vacating_sent_twice_is_one_entry(client, jo):
    seat = builders.seated(jo)
    answers = [
        client.post(f"{URL}{seat.pk}/vacate/", {"why": "left", "key": "vacate-key-1"}) for _ in range(2)
    ]
    assert [a.status_code for a in answers] == [303, 303]
    assert Entry.objects.filter(act="vacate").count() == 1


def test_an_unknown_seat_is_404(client):
    assert client.post(f"{URL}7/vacate/", {"why": "x", "key": "vacate-key-1"}).status_code == 404


def test_vacating_is_an_admins_act_and_a_post(client, jo):
    seat = builders.seated(jo)
    url = f"{URL}{seat.pk}/vacate/"
    refused = entered(jo).post(url, {"why": "typed words", "key": "vacate-key-1"})
    assert (client.get(url).status_code, refused.status_code, Seat.objects.standing().count()) == (
        405,
        403,
        1,
    )
    assert "typed words" in read(refused).words


@pytest.mark.parametrize("why", [HOSTILE, "</textarea><img src=x onerror=alert(1)>"])
def test_foreign_words_stay_words(client, jo, why):
    seat = builders.seated(jo, label='"><b>bold</b>')
    response = client.post(f"{URL}{seat.pk}/vacate/", {"why": why, "key": "no"})
    body = response.content.decode()
    assert (response.status_code, "<script>alert" in body, "<img" in body, "<b>" in body) == (
        422,
        False,
        False,
        False,
    )


def test_queries_do_not_grow_with_seats(client, pack):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(URL)
        return len(found)

    builders.seated(builders.judge("first"), pack)
    few = queries()
    for n in range(50):
        builders.seated(builders.judge(f"judge{n}"), pack if n % 2 else None)
    assert (queries(), seen(client, URL).n_rows) == (few, 50)


def test_more_seats_than_a_page_holds_go_on(client):
    for n in range(53):
        builders.seated(builders.judge(f"judge{n}"))
    older = next(link for link in seen(client, f"{URL}?state=standing").links if "before=" in link)
    assert seen(client, URL + older).n_rows == 3
