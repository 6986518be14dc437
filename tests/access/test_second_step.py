"""The second step of a log-in: a code asked for every time, recoverable, and nowhere guessable."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import islice

import pytest
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews import second_step
from tests import builders
from tests.access.codes import PASSWORD, code_of, given, is_in, never_shown, password_given, set_up
from tests.pages import read, seen

pytestmark = pytest.mark.django_db


def test_whoever_has_none_logs_in_by_password_alone(jo, clock):
    assert is_in(password_given())


def test_the_password_alone_opens_nothing(jo, clock):
    set_up(jo, clock)
    client = Client()
    answer = client.post("/login/", {"username": "jo", **PASSWORD})
    assert (answer.status_code, answer.headers["Location"], is_in(client)) == (302, "/login/code/", False)


def test_the_code_opens_and_leads_to_where_one_wanted(jo, clock):
    app, _ = set_up(jo, clock)
    client = password_given()
    before = client.session.session_key
    answer = given(client, code_of(app))
    assert (answer.status_code, answer.headers["Location"], is_in(client)) == (302, "/ledger/", True)
    assert client.session.session_key != before


@pytest.mark.parametrize("typed", ["{} {}", " {}{} ", "{}-{}"])
def test_a_code_may_be_typed_in_groups(jo, clock, typed):
    app, _ = set_up(jo, clock)
    client, code = password_given(), code_of(app)
    given(client, typed.format(code[:3], code[3:]))
    assert is_in(client)


def test_a_code_counts_once(jo, clock):
    app, _ = set_up(jo, clock)
    code = code_of(app)
    first, second = password_given(), password_given()
    given(first, code)
    answer = given(second, code)
    assert (is_in(first), is_in(second), answer.status_code) == (True, False, 422)
    assert "Each code counts once" in read(answer).words


def test_the_code_of_the_setting_up_is_used_up(jo, clock):
    second_step.begin(jo)
    code = code_of(second_step.begun(jo))
    second_step.confirm(jo, code)
    client = password_given()
    given(client, code)
    assert is_in(client) is False


@pytest.mark.parametrize(
    "code", ["", "0", "１２３４５６", "+12345", "1_2_3_4", "never shown", "x" * 41, "a\0b", "' OR 1=1"]
)
def test_what_is_no_code_opens_nothing(jo, clock, code):
    app, _ = set_up(jo, clock)
    client = password_given()
    wrong = next(never_shown(app)) if code == "never shown" else code
    assert (given(client, wrong).status_code, is_in(client)) == (422, False)


def test_somebody_elses_code_opens_nothing(jo, clock):
    set_up(jo, clock)
    other, codes = set_up(builders.judge("kim"), clock)
    client = password_given()
    given(client, codes[0])
    given(client, code_of(other))
    assert is_in(client) is False


def test_a_recovery_code_opens_once(jo, clock):
    _, codes = set_up(jo, clock)
    first, second = password_given(), password_given()
    given(first, codes[3].upper())
    given(second, codes[3])
    assert (is_in(first), is_in(second), second_step.n_codes_left(jo)) == (True, False, 9)


def test_whoever_used_a_recovery_code_is_told_how_many_are_left(jo, clock):
    _, codes = set_up(jo, clock)
    client = password_given()
    given(client, codes[0])
    assert "That recovery code is used up: 9 are left." in seen(client, "/").words


def test_recovery_codes_are_kept_as_hashes(jo, clock):
    _, codes = set_up(jo, clock)
    kept = set(StaticToken.objects.values_list("token", flat=True))
    assert (len(codes), len(kept), {len(code) for code in codes}) == (10, 10, {27})
    assert [code for code in codes if code in kept or code.replace("-", "")[:16] in kept] == []


def test_codes_are_not_guessed_from_one_address(jo, clock):
    app, _ = set_up(jo, clock)
    client, answers = password_given(), []
    for code in islice(never_shown(app), 6):
        answers.append(given(client, code).status_code)
        clock.shift(timedelta(seconds=2))
    assert (answers, is_in(client)) == ([422] * 5 + [429], False)


def test_codes_are_not_guessed_from_many_addresses(jo, clock):
    """A thief of the password who has many addresses gets one guess at a time, and ever longer pauses."""
    app, _ = set_up(jo, clock)
    for n, code in enumerate(islice(never_shown(app), 4)):
        given(password_given(f"203.0.113.{n}"), code)
    client = password_given()
    given(client, code_of(app))
    assert is_in(client) is False


def test_the_owner_is_never_shut_out_for_longer_than_five_minutes(jo, clock):
    app, _ = set_up(jo, clock)
    TOTPDevice.objects.filter(pk=app.pk).update(
        throttling_failure_count=60, throttling_failure_timestamp="2026-10-05T09:00:31Z"
    )
    clock.shift(timedelta(minutes=4, seconds=30))
    client = password_given()
    given(client, code_of(app))
    assert is_in(client)


def test_a_thief_of_the_password_does_not_spend_the_recovery_codes_pause(jo, clock):
    app, codes = set_up(jo, clock)
    for n, code in enumerate(islice(never_shown(app), 4)):
        given(password_given(f"203.0.113.{n}"), code)
    client = password_given()
    given(client, codes[0])
    assert is_in(client)


def test_halfway_is_over_after_five_minutes(jo, clock):
    app, _ = set_up(jo, clock)
    client = password_given()
    clock.shift(timedelta(minutes=5))
    answer = given(client, code_of(app))
    assert (answer.headers["Location"], is_in(client)) == ("/login/", False)


@pytest.mark.parametrize("change", ["deactivated", "password"])
def test_halfway_is_over_where_the_account_changed(jo, clock, change):
    app, _ = set_up(jo, clock)
    client = password_given()
    jo.is_active = change != "deactivated"
    jo.set_password("another long enough one" if change == "password" else builders.PASSWORD)
    jo.save()
    given(client, code_of(app))
    assert is_in(client) is False


def test_nobody_comes_to_the_code_without_a_password(jo, clock):
    answer = Client().get("/login/code/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/login/")


def test_the_page_for_the_code_is_not_cached_and_tells_no_name(jo, clock):
    set_up(jo, clock)
    answer = password_given().get("/login/code/")
    assert (answer.headers["Cache-Control"], "jo" in re.findall(r"\w+", read(answer).words)) == (
        "no-store",
        False,
    )
