"""People made and changed by an admin; the password is told once, and nobody shuts themselves out."""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviews import people, seating
from reviews.core.refusals import ActRefused, Malformed, NoSeat
from reviews.models import Seat, User
from tests import builders
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
URL = "/users/"


@pytest.fixture
def ada():
    return builders.admin()


@pytest.fixture
def client(ada):
    return entered(ada)


def add(name: str, **more):
    return people.add_user(name, is_admin=False, may_judge=True, **more)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("url", [URL, "/users/1/"])
def test_who_is_no_admin_is_refused(method, url):
    response = getattr(entered(builders.judge()), method)(url, {"name": "eve"})
    assert (response.status_code, User.objects.filter(username="eve").count()) == (403, 0)
    assert "Only an admin" in read(response).words


def test_a_new_user_can_log_in_with_the_password_shown(client):
    response = client.post(URL, {"name": "kim", "may_judge": "on"})
    user, page = User.objects.get(username="kim"), read(response)
    password = page.words.split("The password is ")[1].split()[0]
    assert (response.status_code, user.may_judge, user.is_staff) == (201, True, False)
    assert authenticate(username="kim", password=password) == user


def test_the_password_is_kept_nowhere(client):
    response = client.post(URL, {"name": "kim"})
    password = read(response).words.split("The password is ")[1].split()[0]
    sessions = "".join(str(s.get_decoded()) for s in Session.objects.all())
    kept = (
        sessions + str(response.cookies) + str(response.headers) + User.objects.get(username="kim").password
    )
    assert (password in kept, response.headers["Cache-Control"]) == (False, "no-store")
    assert password not in client.get(URL).content.decode()


def test_the_same_form_sent_twice_makes_one_user(client):
    answers = [client.post(URL, {"name": "kim"}) for _ in range(2)]
    assert [a.status_code for a in answers] == [201, 422]
    assert "There is a user kim already." in read(answers[1]).words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "This field is required."),
        ("two words", "A name has no spaces"),
        ("k\u200bim", "A name has no spaces, and nothing that cannot be seen."),
        ("k\u3164m", "nothing that cannot be seen"),
        ("\u202eadmin", "nothing that cannot be seen"),
        ('"><script>alert(1)</script>', "Enter a valid username."),
        ("x" * 151, "at most 150"),
        ("a\0b", "Null characters are not allowed."),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(client, name, words):
    response = client.post(URL, {"name": name})
    assert (response.status_code, User.objects.count()) == (422, 1)
    assert words in read(response).words
    assert "<script>alert" not in response.content.decode()


@pytest.mark.parametrize(
    "name",
    [
        *("Paul.One", "PAUL.ONE", "ｐａｕｌ.one", "раul.one", "pаul.one", "рaul.оnе"),
        *("pau1.one", "Ｐaul.0ne", "pauI.one", "ᵖaul.one", "ρaul.one"),
    ],
)
def test_a_name_that_can_be_mistaken_is_refused(name):
    add("paul.one")
    with pytest.raises(Malformed, match=r"mistaken|already"):
        add(name)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("one", "other"), [("paul", "paula"), ("jo", "joe"), ("ali", "all"), ("anna", "änna"), ("иван", "ivan")]
)
def test_names_that_nobody_mistakes_stand_side_by_side(one, other):
    add(one)
    add(other)
    assert set(User.objects.values_list("username", flat=True)) == {one, other}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("πaulus", "A name is written in one script: this one mixes Greek and Latin."),
        ("kimжon", "this one mixes Latin and Cyrillic"),
        ("pauㅣus", "this one mixes Latin and East Asian"),
        ("kim۵", "this one mixes Latin and Arabic"),
        ("ᎪᎷᎪ", "A name is written in a script of everyday use: this one has cherokee letter go."),
        ("ꓑaulus", "this one has lisu letter pa"),
    ],
)
def test_a_name_is_written_in_one_script_of_everyday_use(client, name, words):
    response = client.post(URL, {"name": name})
    assert (response.status_code, User.objects.count(), words in read(response).words) == (422, 1, True)


def test_a_name_with_something_unseen_made_elsewhere_counts_too():
    User.objects.create(username="pa\u200bul")
    with pytest.raises(Malformed, match="mistaken"):
        add("paul")


def test_a_name_is_kept_in_its_plain_form():
    user, _ = add("Ｋim")
    assert user.username == "Kim"


@pytest.mark.parametrize("password", ["short", "password1234", "123456789012x"[:8], "paul-paul-paul"])
def test_a_weak_password_is_refused(password):
    with pytest.raises(Malformed) as refusal:
        people.add_user("paul-paul-paul", is_admin=False, may_judge=False, password=password)
    assert (refusal.value.field, User.objects.count()) == ("password", 0)


def test_generated_passwords_are_long_and_never_the_same():
    words = {people.new_password() for _ in range(200)}
    assert (len(words), {len(word) for word in words}) == (200, {23})


def test_the_room_asks_for_an_admin_itself():
    with pytest.raises(NoSeat):
        add("kim", by=builders.reader())
    assert User.objects.count() == 1


def change(client, user: User, do: str, **fields: str):
    return client.post(f"/users/{user.pk}/", {"do": do, **fields})


def test_a_role_is_changed(client):
    kim = builders.reader("kim")
    response = change(client, kim, "role", may_judge="on", is_admin="on")
    kim.refresh_from_db()
    assert (response.status_code, kim.may_judge, kim.is_staff) == (303, True, True)


def test_nobody_demotes_themselves(client, ada):
    response = change(client, ada, "role", may_judge="on")
    ada.refresh_from_db()
    assert (response.status_code, ada.is_staff, ada.may_judge) == (409, True, False)
    assert "You cannot take the admin role from yourself" in read(response).words


def test_an_admin_may_begin_to_judge(client, ada):
    change(client, ada, "role", may_judge="on", is_admin="on")
    ada.refresh_from_db()
    assert (ada.is_staff, ada.may_judge) == (True, True)


def test_nobody_deactivates_themselves(client, ada):
    response = change(client, ada, "deactivate")
    ada.refresh_from_db()
    assert (response.status_code, ada.is_active) == (409, True)
    assert "You cannot deactivate yourself" in read(response).words


def test_the_last_admin_stays_whoever_asks(ada):
    with pytest.raises(ActRefused, match="last admin"):
        people.deactivate(ada, by=None)
    with pytest.raises(ActRefused, match="last admin"):
        people.set_role(ada, is_admin=False, may_judge=False, by=None)
    ada.refresh_from_db()
    assert (ada.is_active, ada.is_staff) == (True, True)


def test_who_is_deactivated_is_out_with_the_next_request(client):
    kim = builders.seated_judge("kim")
    page = entered(kim)
    assert page.get("/account/").status_code == 200
    change(client, kim, "deactivate")
    assert (page.get("/account/").status_code, Seat.objects.standing().count()) == (302, 0)


def test_who_is_reactivated_may_come_in_and_decide_again(client):
    kim = builders.seated_judge("kim")
    change(client, kim, "deactivate")
    change(client, kim, "reactivate")
    assert authenticate(username="kim", password=builders.PASSWORD) == kim
    assert Seat.objects.standing().count() == 1


def test_who_holds_a_seat_goes_on_being_a_judge(client):
    kim = builders.judge("kim")
    seat = builders.seated(kim)
    refused = change(client, kim, "role")
    seating.vacate(seat, by=None, why="left")
    assert (refused.status_code, change(client, kim, "role").status_code) == (409, 303)
    assert "kim holds a seat: vacate it first." in read(refused).words


def test_of_two_new_passwords_at_once_only_the_one_that_counts_is_shown():
    kim = builders.judge("kim")
    first, second = (User.objects.get(pk=kim.pk) for _ in range(2))
    word = people.renew_password(first, by=None)
    with pytest.raises(ActRefused, match="another password at this moment"):
        people.renew_password(second, by=None)
    again = authenticate(username="kim", password=word)
    assert (again, again.must_change_password) == (kim, True)


def test_a_new_password_ends_the_old_one_and_every_session(client):
    kim = builders.judge("kim")
    page = entered(kim)
    response = change(client, kim, "password")
    password = read(response).words.split("The password is ")[1].split()[0]
    assert (response.status_code, page.get("/account/").status_code) == (200, 302)
    assert authenticate(username="kim", password=builders.PASSWORD) is None
    assert authenticate(username="kim", password=password) == kim


@pytest.mark.parametrize("do", ["", "delete", "__init__"])
def test_an_act_that_is_none_is_refused(client, do):
    assert change(client, builders.judge("kim"), do).status_code == 422


def test_an_unknown_user_is_404(client):
    assert client.get("/users/99/").status_code == 404


def test_only_named_fields_are_taken(client):
    kim = builders.judge("kim")
    change(
        client, kim, "role", may_judge="on", is_superuser="1", username="eve", password="x", actor="0" * 32
    )
    again = User.objects.get(pk=kim.pk)
    assert (again.is_superuser, again.username, again.password, again.actor) == (
        False, "kim", kim.password, kim.actor,
    )  # fmt: skip


def test_a_users_page_tells_role_and_seats(client):
    kim = builders.seated_judge("kim", label="Second reader")
    page = seen(client, f"/users/{kim.pk}/")
    assert ("Second reader , human-class standing" in page.words, page.n_rows) == (True, 1)
    assert "/ledger/?who=kim" in page.links


def test_a_hostile_name_made_elsewhere_stays_words(client):
    user = User.objects.create(username='"><script>alert(1)</script>\u202eevil', may_judge=True)
    for url in (URL, f"/users/{user.pk}/", "/seats/"):
        response = client.get(url)
        assert ("<script>alert" in response.content.decode(), "⟨U+202E⟩evil" in read(response).words) == (
            False,
            True,
        )


def test_queries_do_not_grow_with_people(client):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(URL)
        return len(found)

    few = queries()
    for n in range(50):
        builders.judge(f"judge{n}")
    assert (queries(), seen(client, URL).n_rows) == (few, 51)


def test_more_people_than_a_page_holds_go_on(client):
    User.objects.bulk_create(User(username=f"judge{n:03}") for n in range(202))
    later = next(link for link in seen(client, URL).links if "after=" in link)
    assert (later, seen(client, URL + later).n_rows) == ("?after=judge198", 3)
