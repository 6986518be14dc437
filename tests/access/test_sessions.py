"""W13, W18: a session gets a new key, ends on the server, idles out, and leaves no page in a cache."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client

from reviews import people, sessions
from tests import builders
from tests.pages import entered, read

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
NEW = "another long enough one"


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def log_in(client: Client) -> Client:
    client.post("/login/", {"username": "jo", "password": builders.PASSWORD})
    return client


def test_a_key_planted_before_the_log_in_is_not_the_key_after_it(client, jo):
    planted = import_module(settings.SESSION_ENGINE).SessionStore()
    planted["planted"] = "by somebody else"
    planted.save()
    client.cookies["packreview"] = planted.session_key
    log_in(client)
    thief = Client()
    thief.cookies["packreview"] = planted.session_key
    assert (is_in(client), is_in(thief), client.session.session_key == planted.session_key) == (
        True,
        False,
        False,
    )


def test_a_key_that_was_never_given_out_is_not_taken_up(client, jo):
    client.cookies["packreview"] = "a" * 32
    log_in(client)
    assert client.session.session_key != "a" * 32


def test_a_key_has_128_bits(client, jo):
    key = log_in(client).session.session_key
    assert (len(key), set(key) <= set("abcdefghijklmnopqrstuvwxyz0123456789")) == (32, True)


def test_a_log_out_ends_the_session_on_the_server(jo):
    client = entered(jo)
    thief = Client()
    thief.cookies["packreview"] = client.session.session_key
    client.post("/logout/")
    assert (is_in(thief), Session.objects.count()) == (False, 0)


def test_a_log_out_drops_what_the_browser_kept(jo):
    assert entered(jo).post("/logout/").headers["Clear-Site-Data"] == '"storage"'


def test_what_was_still_to_be_said_is_not_said_to_who_comes_next(jo):
    """The page that would have said it was never opened: the line was lost, or the tab closed."""
    client = entered(jo)
    client.post("/account/", {"single_keys": "on"})
    client.post("/logout/")
    assert "Saved." not in read(client.get("/login/")).words


def test_a_changed_password_ends_every_other_session(jo):
    here, there = entered(jo), entered(jo)
    here.post(
        "/account/password/",
        {"old_password": builders.PASSWORD, "new_password1": NEW, "new_password2": NEW},
    )
    assert (is_in(here), is_in(there)) == (True, False)


def test_a_password_changed_by_command_ends_every_session(jo):
    client = entered(jo)
    jo.set_password(NEW)
    jo.save()
    assert is_in(client) is False


def test_whoever_is_deactivated_is_out(jo):
    client, _ = entered(jo), builders.admin()
    people.deactivate(jo, by=None)
    assert is_in(client) is False


def test_a_session_idles_out_and_is_gone_from_the_server(jo, clock):
    client = entered(jo)
    clock.shift(timedelta(minutes=119))
    assert is_in(client)
    clock.shift(timedelta(minutes=121))
    assert (is_in(client), Session.objects.count()) == (False, 0)


def test_who_works_stays_in(jo, clock):
    client = entered(jo)
    stayed = []
    for _ in range(11):
        clock.shift(timedelta(hours=1))
        stayed.append(is_in(client))
    assert stayed == [True] * 11


def test_nobody_stays_in_longer_than_twelve_hours(jo, clock):
    client = entered(jo)
    for _ in range(11):
        clock.shift(timedelta(hours=1))
        is_in(client)
    clock.shift(timedelta(minutes=59))
    assert is_in(client)
    clock.shift(timedelta(minutes=2))
    assert (is_in(client), Session.objects.count()) == (False, 0)


def held(client: Client, chip, meanwhile) -> HttpResponse:
    """A chip is held by a request that also notes a sign of life; `meanwhile` sees each statement before it is run."""

    def seen(execute, sql, *rest):
        meanwhile(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(seen):
        sent = {"why": "typed words", "version": "1", "key": "some-key-1"}
        return client.post(f"/packs/{chip.pack.slug}/chips/{chip.cid}/hold/", sent)


def test_an_act_during_which_the_log_in_ended_is_told_as_it_stands(jo, clock):
    """It said that the request could not be read, and the chip was held."""
    chip, _, client = builders.chip(builders.loaded()), builders.seated(jo), entered(jo)
    clock.shift(timedelta(minutes=60))

    def log_out(sql: str) -> None:
        if sql.startswith("INSERT") and "reviews_entry" in sql:
            sessions.end_others(jo, but=None)

    answer = held(client, chip, log_out)
    assert (answer.status_code, builders.chip(chip.pack).status, is_in(client)) == (303, "held", False)
    assert Session.objects.count() == 0


def test_a_sign_of_life_that_cannot_be_written_keeps_nobody_from_their_act(jo, clock):
    """It said that the request could not be read."""
    chip, _, client = builders.chip(builders.loaded()), builders.seated(jo), entered(jo)
    clock.shift(timedelta(minutes=60))

    def fail(sql: str) -> None:
        if sql.startswith("UPDATE") and "django_session" in sql:
            raise OperationalError("database is locked")

    answer = held(client, chip, fail)
    assert (answer.status_code, builders.chip(chip.pack).status, is_in(client)) == (303, "held", True)


def test_a_setting_says_how_long_one_may_sit_still(jo, clock, settings):
    settings.SESSION_IDLE_SECONDS = 600
    client = entered(jo)
    clock.shift(timedelta(minutes=11))
    assert is_in(client) is False


def test_a_session_that_does_not_say_when_it_began_is_over(jo):
    client = entered(jo)
    session = client.session
    del session["since"]
    session.save()
    assert is_in(client) is False


def test_a_sign_of_life_is_not_written_with_every_page(jo, clock, django_assert_max_num_queries):
    client = entered(jo)
    clock.shift(timedelta(minutes=5))
    with django_assert_max_num_queries(20) as counted:
        is_in(client)
    assert [query["sql"] for query in counted if query["sql"].startswith(("UPDATE", "INSERT"))] == []


def test_words_typed_before_it_idled_out_come_back(jo, clock):
    pack = builders.loaded()
    builders.seated(jo)
    client = entered(jo)
    clock.shift(timedelta(hours=3))
    chip = builders.chip(pack)
    answer = client.post(
        f"/packs/{pack.slug}/chips/{chip.cid}/hold/",
        {"why": "typed before it idled out", "version": "1", "key": "some-key-1"},
        headers={"HX-Request": "true"},
    )
    assert (answer.status_code, "typed before it idled out" in read(answer).words) == (401, True)


def test_expired_sessions_go_with_the_next_log_in(jo, clock):
    entered(jo)
    clock.shift(timedelta(days=2))
    entered(jo)
    assert Session.objects.count() == 1


def test_the_account_tells_where_one_is_logged_in_and_no_key(jo):
    here, there = entered(jo), entered(jo)
    entered(builders.judge("kim"))
    body = here.get("/account/").content.decode()
    keys = [client.session.session_key for client in (here, there)]
    assert (body.count("<p>here</p>"), body.count("<p>elsewhere</p>")) == (1, 1)
    assert [key for key in keys if key in body] == []


def test_one_ends_ones_other_log_ins_with_the_password(jo):
    here, there, kims = entered(jo), entered(jo), entered(builders.judge("kim"))
    answer = here.post("/account/log-ins/end/", {"password": builders.PASSWORD})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account/")
    assert (is_in(here), is_in(there), is_in(kims)) == (True, False, True)


def test_without_the_password_no_log_in_ends(jo):
    here, there = entered(jo), entered(jo)
    answer = here.post("/account/log-ins/end/", {"password": "wrong"})
    assert (answer.status_code, "This is not your password." in read(answer).words) == (422, True)
    assert is_in(there)


def test_a_password_cannot_be_guessed_from_a_session_either(jo):
    client = entered(jo)
    answers = [client.post("/account/log-ins/end/", {"password": f"guess {n}"}).status_code for n in range(6)]
    assert answers == [422] * 5 + [429]


def test_the_old_password_cannot_be_guessed_on_the_page_that_changes_it(jo):
    client = entered(jo)
    sent = {"new_password1": NEW, "new_password2": NEW}
    answers = [
        client.post("/account/password/", {"old_password": f"guess {n}", **sent}).status_code
        for n in range(6)
    ]
    assert answers == [422] * 5 + [429]


def test_an_admin_ends_somebodys_log_ins(jo):
    there = entered(jo)
    answer = entered(builders.admin()).post(f"/users/{jo.pk}/", {"do": "log-out"})
    assert (answer.status_code, is_in(there)) == (303, False)


@pytest.mark.parametrize(
    ("role", "stays"), [({"is_admin": "on"}, False), ({"may_judge": "on"}, True), ({}, True)]
)
def test_whoever_becomes_an_admin_logs_in_anew(jo, role, stays):
    """A log-in that was left open somewhere, by a reader, would have become an admin's."""
    there, ada = entered(jo), entered(builders.admin())
    answer = ada.post(f"/users/{jo.pk}/", {"do": "role", **role})
    assert (answer.status_code, is_in(there), is_in(ada)) == (303, stays, True)
    assert ada.post(f"/users/{jo.pk}/", {"do": "role", **role}).status_code == 303


def test_an_admin_who_stays_one_stays_in(jo):
    bea, ada = builders.admin("bea"), entered(builders.admin())
    there = entered(bea)
    ada.post(f"/users/{bea.pk}/", {"do": "role", "is_admin": "on", "may_judge": "on"})
    assert is_in(there)


def test_sessions_of_an_old_password_are_not_listed(jo):
    entered(jo)
    jo.set_password(NEW)
    jo.save()
    assert sessions.of(jo) == []


COOKIES = """
from django.test import Client
from django.test.utils import setup_test_environment
from reviews import people
setup_test_environment()
people.add_user("ada", is_admin=True, may_judge=False, password="a long enough password")
client = Client(headers={"host": "desk.example.org"})
client.get("/login/", secure=True)
client.post("/login/", {"username": "ada", "password": "a long enough password"}, secure=True)
client.post("/account/", {"single_keys": "on"}, secure=True)
for name, one in sorted(client.cookies.items()):
    print(name, one["secure"], one["httponly"], one["samesite"], one["path"], repr(one["domain"]))
plain = Client(headers={"host": "desk.example.org"}).get("/login/?next=/x")
print(plain.status_code, plain.headers["Location"])
told = client.get("/", secure=True).headers
print(told["Strict-Transport-Security"])
"""


def test_under_https_every_cookie_is_bound_to_this_host(tmp_path):
    """Every one: session, CSRF token and message; and what is not asked for over HTTPS is sent there, and told to stay."""
    env = {**os.environ, "PACKREVIEW_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "packreview.settings"}
    env |= {"PACKREVIEW_HTTPS": "true", "ALLOWED_HOSTS": "desk.example.org"}
    manage = [sys.executable, "manage.py"]
    for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
        subprocess.run([*manage, *command], cwd=ROOT, env=env, check=True, capture_output=True)
    ran = subprocess.run(
        [*manage, "shell", "-v0", "-c", COOKIES], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert ran.stdout.splitlines() == [
        "__Host-csrf True True Lax / ''",
        "__Host-messages True True Lax / ''",
        "__Host-packreview True True Lax / ''",
        "301 https://desk.example.org/login/?next=/x",
        "max-age=31536000; includeSubDomains; preload",
    ], ran.stderr
