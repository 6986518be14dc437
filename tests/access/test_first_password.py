"""A password that an admin made opens one page: the one on which its owner chooses another. W14 for where it leads then."""

from __future__ import annotations

import io

import pytest
from django.db import transaction
from django.test import Client

from reviews import people, second_step
from reviews.models import User
from tests import builders
from tests.access import snapshot
from tests.access.test_door import ELSEWHERE_AGAIN, _stays_here
from tests.access.test_second_step import code_of, set_up
from tests.access.world import RULES, World, address
from tests.commands.runner import run
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
URL, OWN = "/account/password/", "another long enough one"
SAID = "The one you logged in with was made for you, and somebody else has seen it."


def made(name: str = "kim") -> tuple[User, str]:
    return people.add_user(name, is_admin=False, may_judge=True, by=builders.admin("eva"))


def logged_in(word: str, where: str = "/ledger/?act=hold") -> Client:
    client = Client()
    client.post("/login/", {"username": "kim", "password": word, "next": where})
    return client


def chosen(client: Client, old: str, new: str = OWN, **more: str):
    return client.post(URL, {"old_password": old, "new_password1": new, "new_password2": new, **more})


def must_change(user: User) -> bool:
    user.refresh_from_db()
    return user.must_change_password


def test_whoever_logs_in_first_is_led_to_the_change_and_told_why():
    _, word = made()
    answer = logged_in(word).get("/ledger/?act=hold")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{URL}?next=%2Fledger%2F%3Fact%3Dhold")
    assert SAID in seen(logged_in(word), URL).words


def test_once_it_is_changed_one_is_where_one_wanted_to_go():
    kim, word = made()
    client = logged_in(word)
    sent = seen(client, f"{URL}?next=%2Fledger%2F%3Fact%3Dhold").forms[URL]
    answer = chosen(client, word, next=sent["next"])
    assert (answer.status_code, answer.headers["Location"]) == (303, "/ledger/?act=hold")
    assert (must_change(kim), client.get("/ledger/").status_code) == (False, 200)


def test_from_then_on_it_is_not_asked_again():
    _, word = made()
    chosen(logged_in(word), word)
    assert SAID not in seen(logged_in(OWN), URL).words
    assert logged_in(OWN).get("/").status_code == 200


OPEN = ("login", "login_code", "healthz", "readyz", "password", "logout")


def test_nothing_else_opens_before_by_any_route(world):
    """Every route, page and swap, with a sound form: only the change itself and the log-out are open."""
    User.objects.update(must_change_password=True)
    asked = [(name, who) for name in RULES if name not in OPEN for who in ("seated", "admin")]
    answers = {(name, who): _answers(world, name, world.clients[who]) for name, who in asked}
    assert {
        case: found for case, found in answers.items() if found != (302, 403, 403, "nothing written")
    } == {}


def _answers(world: World, name: str, client: Client) -> tuple[int | str, ...]:
    with transaction.atomic():
        RULES[name].before(world, None)
        where, before = address(name, world), snapshot()
        read_, swapped = client.get(where), client.get(where, headers={"HX-Request": "true"})
        sent = client.post(where, dict(RULES[name].sent(world)))
        written = "nothing written" if snapshot() == before else "written"
        transaction.set_rollback(True)
    return read_.status_code, swapped.status_code, sent.status_code, written


def test_a_refused_form_keeps_its_words():
    _, word = made()
    answer = logged_in(word).post("/seats/", {"why": "typed words"})
    words = read(answer).words
    assert (answer.status_code, "typed words" in words) == (403, True)
    assert "Choose a password of your own first: the one you have was made for you." in words


def test_one_can_log_out_instead():
    _, word = made()
    assert logged_in(word).post("/logout/").headers["Location"] == "/login/"


def test_the_same_password_again_is_no_change():
    kim, word = made()
    answer = chosen(logged_in(word), word, new=word)
    assert (answer.status_code, must_change(kim)) == (422, True)
    assert "This is the password you have: give another one." in read(answer).words


@pytest.mark.parametrize(
    "sent",
    [
        {"old_password": "wrong"},
        {"new_password2": "other"},
        {"new_password1": "short", "new_password2": "short"},
        {"new_password1": "password1234", "new_password2": "password1234"},
    ],
    ids=str,
)
def test_a_change_that_is_refused_opens_nothing_and_keeps_next(sent):
    kim, word = made()
    client = logged_in(word)
    fields = {"old_password": word, "new_password1": OWN, "new_password2": OWN, "next": "/ledger/"}
    answer = client.post(URL, fields | sent)
    assert (answer.status_code, must_change(kim), client.get("/").status_code) == (422, True, 302)
    assert read(answer).forms[URL]["next"] == "/ledger/"


@pytest.mark.parametrize(
    "asked", [*ELSEWHERE_AGAIN, "/ledger/\r\nSet-Cookie: a=b", URL, f"{URL}?next={URL}", ""]
)
def test_next_never_leads_to_another_host_nor_round(asked):
    """W14"""
    _, word = made()
    client = logged_in(word)
    location = chosen(client, word, next=asked).headers["Location"]
    assert _stays_here(location), location
    assert location.split("?")[0] != URL


def test_an_admin_who_makes_a_new_one_asks_for_it_again():
    kim, word = made()
    chosen(logged_in(word), word)
    admin = entered(builders.admin())
    page = read(admin.post(f"/users/{kim.pk}/", {"do": "password"}))
    again = page.words.split("The password is ")[1].split()[0]
    assert (must_change(kim), logged_in(again).get("/").status_code) == (True, 302)
    assert "They have not chosen their own yet." in seen(admin, f"/users/{kim.pk}/").words


def test_the_page_makes_first_passwords_and_the_command_those_that_stay():
    entered(builders.admin()).post("/users/", {"name": "lee"})
    run("add_user", "max")
    firsts = User.objects.filter(must_change_password=True)
    assert list(firsts.values_list("username", flat=True)) == ["lee"]


def test_a_password_of_ones_own_on_standard_input_is_no_first_one(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{OWN}\n"))
    run("add_user", "kim", "--password-stdin")
    assert logged_in(OWN).get("/").status_code == 200


def test_with_a_second_step_the_code_comes_first_and_then_the_password(clock):
    kim, word = made()
    app, _ = set_up(kim, clock)
    client = logged_in(word)
    assert client.get(URL).status_code == 302  # nobody is logged in before the code
    answer = client.post("/login/code/", {"code": code_of(app)})
    assert answer.headers["Location"] == "/ledger/?act=hold"
    assert client.get("/ledger/").headers["Location"] == f"{URL}?next=%2Fledger%2F"
    chosen(client, word)
    assert client.get("/ledger/").status_code == 200


def test_where_a_second_step_is_asked_for_the_password_is_changed_first(settings):
    settings.REQUIRE_TOTP = "all"
    kim, word = made()
    client = logged_in(word)
    assert client.get("/account/second-step/").headers["Location"].startswith(URL)
    assert client.post("/account/second-step/begin/", {"password": word}).status_code == 403
    chosen(client, word)
    assert client.get("/").headers["Location"] == "/account/second-step/"
    assert second_step.begun(kim) is None


def test_the_change_ends_every_other_session_and_gives_this_one_a_new_key():
    _, word = made()
    here, there = logged_in(word), logged_in(word)
    before = here.session.session_key
    chosen(here, word)
    assert (here.get("/").status_code, there.get("/").headers["Location"]) == (200, "/login/?next=/")
    assert here.session.session_key != before


def test_a_change_writes_nothing_but_the_password():
    """A role taken while the page was open stays taken."""
    kim, word = made()
    client = logged_in(word)
    client.get(URL)
    User.objects.filter(pk=kim.pk).update(may_judge=False)
    chosen(client, word)
    kim.refresh_from_db()
    assert (kim.may_judge, kim.check_password(OWN)) == (False, True)


def test_whoever_was_there_before_is_asked_for_nothing():
    assert entered(builders.judge()).get("/").status_code == 200
