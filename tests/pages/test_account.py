"""Log-in, log-out, password and habits: Django's own where it has them, and nothing that tells who exists."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from reviews import people, seating
from reviews.models import User
from tests import builders
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
LOGIN = "/login/"
PASSWORD = "/account/password/"


@pytest.fixture
def jo():
    return builders.judge()


def log_in(client: Client, name: str = "jo", password: str = builders.PASSWORD, **more: str):
    return client.post(LOGIN, {"username": name, "password": password, **more})


def test_the_log_in_page_is_open_to_everybody(client):
    page = seen(client, LOGIN)
    assert "Log in" in page.words
    assert [word for word in ("Packs", "Ledger", "Seats") if word in page.words] == []


@pytest.mark.parametrize(
    "key", [r"\000" * 8, r"a\000bcdefghij", r"\355\240\200abcdefgh", r"\012\015abcdefgh"]
)
def test_a_cookie_that_holds_no_key_of_ours_is_nobodys_log_in(client, key):
    """W13: within quotes a cookie may spell any character, and PostgreSQL cannot be asked for a NUL."""
    cookie = f'packreview="{key}"'
    answers = [client.get(path, HTTP_COOKIE=cookie).status_code for path in ("/", LOGIN)]
    assert answers == [302, 200]


def test_a_person_logs_in_and_lands_on_the_shelf(client, jo):
    response = log_in(client)
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    assert client.session["_auth_user_id"] == str(jo.pk)


def test_unknown_names_and_wrong_passwords_are_answered_alike(client, jo):
    people.deactivate(builders.judge("gone"), by=None) if builders.admin() else None
    answers = [
        log_in(client, *pair)
        for pair in (("nobody", "x" * 20), ("jo", "x" * 20), ("gone", builders.PASSWORD))
    ]
    words = [read(answer).words for answer in answers]
    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert words[0] == words[1] == words[2]
    assert "This name and this password do not fit." in words[0]


def test_a_refused_log_in_keeps_the_name_and_not_the_password(client, jo):
    body = log_in(client, "jo", "secret-secret-secret").content.decode()
    assert ('value="jo"' in body, "secret-secret-secret" in body) == (True, False)


@pytest.mark.parametrize(
    ("asked", "goes"),
    [
        ("/packs/x/desk/?chip=c-1", "/packs/x/desk/?chip=c-1"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https:evil.example", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/%2f%2fevil.example", "/%2f%2fevil.example"),
        ("\t//evil.example", "/"),
        ("/login/", "/"),
        ("/login/?next=/login/", "/"),
    ],
)
def test_next_stays_on_this_host(client, jo, asked, goes):
    assert log_in(client, next=asked).headers["Location"] == goes


@pytest.mark.parametrize("asked", ["/login/", "/login/?next=%2Flogin%2F", "", "//evil.example"])
def test_who_is_logged_in_is_sent_on_and_never_round_in_circles(jo, asked):
    response = entered(jo).get(LOGIN, {"next": asked})
    assert (response.status_code, response.headers["Location"]) == (302, "/")


def test_a_session_gets_a_new_key_at_log_in_and_ends_at_log_out(client, jo):
    client.get(LOGIN)
    log_in(client)
    kept = client.session.session_key
    response = client.post("/logout/")
    assert (response.status_code, response.headers["Location"]) == (302, LOGIN)
    assert Session.objects.filter(session_key=kept).count() == 0
    assert client.get("/account/").status_code == 302


def test_log_out_is_a_post(jo):
    page = entered(jo)
    assert (page.get("/logout/").status_code, page.get("/account/").status_code) == (405, 200)


@pytest.mark.parametrize("name", ['"><script>alert(1)</script>', "\u202eevil", "x" * 500, "a\0b", ""])
def test_any_name_is_answered_and_stays_words(client, name):
    response = log_in(client, name, "x")
    assert (response.status_code, "<script>alert" in response.content.decode()) == (422, False)


def test_the_session_cookie_is_closed_to_scripts(client, jo):
    cookie = log_in(client).cookies["packreview"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_the_account_shows_own_seats_alone(jo):
    pack = builders.loaded()
    builders.seated(jo, pack, label="Second reader")
    seating.vacate(builders.seated(jo), by=None, why="over")
    builders.seated(builders.judge("kim"), label="Not jo's")
    page = seen(entered(jo), "/account/")
    assert page.n_rows == 2
    assert [word for word in ("Second reader", "standing", "vacated") if word not in page.words] == []
    assert "Not jo's" not in page.words


def test_each_seat_tells_who_gave_and_ended_it_when_and_why(jo, time_machine):
    pack, ada = builders.loaded(), builders.admin()
    time_machine.move_to("2026-10-05T09:00:00Z", tick=False)
    row = seating.seat(jo, pack, by=ada, why="knows bread")
    builders.seated(jo)
    time_machine.move_to("2026-10-06T10:30:00Z", tick=False)
    seating.vacate(row, by=ada, why="wrote \u202ethe article")
    words = seen(entered(jo), "/account/").words
    assert "vacated by ada , 6 Oct 2026, 10:30 UTC : wrote ⟨U+202E⟩the article entry" in words
    assert "seated by ada , 5 Oct 2026, 09:00 UTC : knows bread entry" in words
    assert "seated by command, 5 Oct 2026, 09:00 UTC entry" in words


@pytest.mark.parametrize("state", ["standing", "coming", "ended", "vacated"])
def test_ones_own_page_shows_seats_of_every_kind(jo, state):
    now, day = timezone.now(), timedelta(days=1)
    term = {
        "coming": {"starts_at": now + day},
        "ended": {"starts_at": now - 2 * day, "ends_at": now - day},
    }.get(state, {})
    row = builders.seated(jo, **term)
    if state == "vacated":
        seating.vacate(row, by=None, why="over")
    page = seen(entered(jo), "/account/")
    assert (page.n_rows, f"the whole desk Desk editor , human-class {state} from" in page.words) == (1, True)


def test_the_history_of_seats_costs_one_question_whatever_they_are(jo):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get("/account/")
        return len(found)

    client = entered(jo)
    builders.seated(jo)
    few = queries()
    for n in range(9):
        builders.seated(jo, builders.loaded(slug=f"another-{n}"))
    assert (queries(), seen(client, "/account/").n_rows) == (few, 10)


def test_somebody_without_a_seat_is_told_so(db):
    assert "You have no seat" in seen(entered(builders.reader()), "/account/").words


@pytest.mark.parametrize(("keys", "advance"), [(True, False), (False, True), (False, False), (True, True)])
def test_habits_are_switched(jo, keys, advance):
    sent = {name: "on" for name, is_on in (("single_keys", keys), ("auto_advance", advance)) if is_on}
    response = entered(jo).post("/account/", sent)
    jo.refresh_from_db()
    assert (response.status_code, response.headers["Location"]) == (303, "/account/")
    assert (jo.single_keys, jo.auto_advance) == (keys, advance)


def test_the_page_shows_the_habits_as_they_are(jo):
    people.set_habits(jo, single_keys=False, auto_advance=True)
    body = entered(jo).get("/account/").content.decode()
    assert ('name="single_keys" >' in body, 'name="auto_advance" checked>' in body) == (True, True)


def test_nothing_else_is_set_by_the_account_page(jo):
    entered(jo).post("/account/", {"is_staff": "1", "may_judge": "", "username": "eve", "user": "1"})
    again = User.objects.get(pk=jo.pk)
    assert (again.is_staff, again.may_judge, again.username) == (False, True, "jo")


NEW = "another long enough one"


def passwords(old: str = builders.PASSWORD, new: str = NEW, again: str = NEW) -> dict[str, str]:
    return {"old_password": old, "new_password1": new, "new_password2": again}


def test_a_password_is_changed_and_other_sessions_end(jo):
    here, there = entered(jo), entered(jo)
    response = here.post(PASSWORD, passwords())
    jo.refresh_from_db()
    assert (response.status_code, response.headers["Location"], jo.check_password(NEW)) == (
        303,
        "/account/",
        True,
    )
    assert (here.get("/account/").status_code, there.get("/account/").status_code) == (200, 302)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (passwords(old="wrong"), "Your old password was entered incorrectly"),
        (passwords(again="other"), "The two password fields didn’t match."),
        (passwords(new="short", again="short"), "at least 12 characters"),
        (passwords(new="password1234", again="password1234"), "too common"),
        ({}, "This field is required."),
    ],
)
def test_a_password_that_does_not_do_changes_nothing(jo, sent, words):
    response = entered(jo).post(PASSWORD, sent)
    jo.refresh_from_db()
    assert (response.status_code, jo.check_password(builders.PASSWORD)) == (422, True)
    assert words in read(response).words.replace("'", "’")


@pytest.mark.parametrize("length", [128, 5_000, 300_000])
def test_a_long_password_does_wherever_one_is_asked_for(jo, length):
    """Whoever could choose it and log in with it could do nothing else with it: it was too long there."""
    word, client = "long and odd " * (length // 13), entered(jo)
    sent = {"old_password": builders.PASSWORD, "new_password1": word, "new_password2": word}
    answers = [client.post("/account/password/", sent)]
    answers.append(Client().post("/login/", {"username": "jo", "password": word}))
    answers.append(client.post("/account/log-ins/end/", {"password": word}))
    answers.append(client.post("/account/second-step/begin/", {"password": word}))
    assert [answer.status_code for answer in answers] == [303, 302, 303, 303]


def test_no_page_of_an_account_is_cached(jo):
    page = entered(jo)
    kept = {page.get(url).headers["Cache-Control"] for url in ("/account/", PASSWORD)}
    assert kept == {"no-store"}
