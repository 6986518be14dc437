"""The second step set up, moved, renewed and taken away: with the password, and by whom it is."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews import second_step
from tests import builders
from tests.access.codes import PASSWORD, STEP, code_of, given, is_in, never_shown, password_given, set_up
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db


def test_it_is_set_up_with_password_and_code(jo, clock):
    client = entered(jo)
    begun = client.post(f"{STEP}begin/", PASSWORD)
    app = second_step.begun(jo)
    page = client.get(STEP)
    answer = client.post(f"{STEP}confirm/", {"code": code_of(app)})
    shown = re.findall(r"[a-z2-9]{6}(?:-[a-z2-9]{6}){3}", answer.content.decode())
    assert (begun.status_code, answer.status_code, len(shown)) == (303, 201, 10)
    assert ("<svg" in page.content.decode(), second_step.app_of(jo)) == (True, app)
    assert second_step.verify(jo, shown[0]) is not None


def test_the_page_shows_the_secret_as_text_and_as_an_address(jo, clock):
    client = entered(jo)
    client.post(f"{STEP}begin/", PASSWORD)
    body, page = client.get(STEP).content.decode(), seen(client, STEP)
    secret = re.search(r"secret=([A-Z2-7]+)", body)[1]
    assert (len(secret), " ".join(re.findall("....", secret)) in page.words) == (32, True)
    assert [link for link in page.links if link.startswith("otpauth:")] == [
        f"otpauth://totp/packreview%3Ajo?secret={secret}&algorithm=SHA1&digits=6&period=30&issuer=packreview"
    ]


def test_the_secret_is_shown_no_more_once_it_is_confirmed(jo, clock):
    client = entered(jo)
    client.post(f"{STEP}begin/", PASSWORD)
    client.post(f"{STEP}confirm/", {"code": code_of(second_step.begun(jo))})
    body = client.get(STEP).content.decode()
    assert ("secret=" in body, "<svg" in body, 'class="password"' in body) == (False, False, False)


def test_setting_it_up_ends_every_other_log_in(jo, clock):
    here, there = entered(jo), entered(jo)
    here.post(f"{STEP}begin/", PASSWORD)
    here.post(f"{STEP}confirm/", {"code": code_of(second_step.begun(jo))})
    assert (is_in(here), is_in(there)) == (True, False)


@pytest.mark.parametrize("act", ["begin", "codes", "remove"])
def test_nothing_is_changed_without_the_password(jo, clock, act):
    app, _ = set_up(jo, clock)
    client = password_given()
    given(client, code_of(app))
    answer = client.post(f"{STEP}{act}/", {"password": "wrong"})
    assert (answer.status_code, "This is not your password." in read(answer).words) == (422, True)
    assert (second_step.app_of(jo), second_step.begun(jo), second_step.n_codes_left(jo)) == (app, None, 10)


@pytest.mark.parametrize("act", ["begin", "codes", "remove"])
def test_nothing_is_changed_by_a_log_in_that_never_gave_the_code(jo, clock, act):
    client = entered(jo)
    app, _ = set_up(jo, clock)
    answer = client.post(f"{STEP}{act}/", PASSWORD)
    assert (answer.status_code, second_step.app_of(jo), second_step.n_codes_left(jo)) == (403, app, 10)


def test_a_wrong_code_confirms_nothing(jo, clock):
    client = entered(jo)
    client.post(f"{STEP}begin/", PASSWORD)
    answer = client.post(f"{STEP}confirm/", {"code": next(never_shown(second_step.begun(jo)))})
    assert (answer.status_code, second_step.app_of(jo)) == (422, None)
    assert "give the one that the app shows" in read(answer).words


def test_another_log_in_sees_nothing_of_the_secret_and_confirms_nothing(jo, clock):
    """It gave no password: with the secret it would know the codes of its owner, or set the step up in their place."""
    owner, other = entered(jo), entered(jo)
    owner.post(f"{STEP}begin/", PASSWORD)
    code = code_of(second_step.begun(jo))
    page, answer = other.get(STEP), other.post(f"{STEP}confirm/", {"code": code})
    assert ("secret=" in page.content.decode(), answer.status_code) == (False, 422)
    assert "Nothing is being set up: begin below." in read(answer).words
    assert (second_step.app_of(jo), is_in(owner)) == (None, True)
    assert owner.post(f"{STEP}confirm/", {"code": code}).status_code == 201


def test_what_was_begun_is_over_after_ten_minutes(jo, clock):
    client = entered(jo)
    client.post(f"{STEP}begin/", PASSWORD)
    app = second_step.begun(jo)
    clock.shift(timedelta(minutes=10))
    page, answer = client.get(STEP), client.post(f"{STEP}confirm/", {"code": code_of(app)})
    assert ("secret=" in page.content.decode(), answer.status_code) == (False, 422)
    assert (second_step.app_of(jo), "begin below" in read(answer).words) == (None, True)


def test_it_moves_to_another_app_and_the_old_one_counts_no_more(jo, clock):
    old, _ = set_up(jo, clock)
    client = password_given()
    given(client, code_of(old))
    client.post(f"{STEP}begin/", PASSWORD)
    new = second_step.begun(jo)
    client.post(f"{STEP}confirm/", {"code": code_of(new)})
    assert list(TOTPDevice.objects.filter(user=jo)) == [new]


def test_new_recovery_codes_take_the_place_of_the_old(jo, clock):
    app, old = set_up(jo, clock)
    client = password_given()
    given(client, code_of(app))
    answer = client.post(f"{STEP}codes/", PASSWORD)
    assert (answer.status_code, second_step.n_codes_left(jo), second_step.verify(jo, old[0])) == (
        201,
        10,
        None,
    )


def test_it_is_removed_with_the_password(jo, clock):
    app, _ = set_up(jo, clock)
    client = password_given()
    given(client, code_of(app))
    answer = client.post(f"{STEP}remove/", PASSWORD)
    assert (answer.status_code, second_step.app_of(jo), StaticToken.objects.count()) == (303, None, 0)


def test_an_admin_takes_it_away_and_their_log_ins_end(jo, clock):
    app, _ = set_up(jo, clock)
    theirs = password_given()
    given(theirs, code_of(app))
    answer = entered(builders.admin()).post(f"/users/{jo.pk}/", {"do": "second-step"})
    assert (answer.status_code, second_step.app_of(jo), is_in(theirs)) == (303, None, False)


def test_an_admin_does_not_take_ones_own_away_without_the_password(clock):
    ada = builders.admin()
    app, _ = set_up(ada, clock)
    answer = entered(ada).post(f"/users/{ada.pk}/", {"do": "second-step"})
    assert (answer.status_code, second_step.app_of(ada)) == (409, app)


def test_the_command_takes_it_away(jo, clock):
    set_up(jo, clock)
    out = StringIO()
    call_command("reset_second_step", "jo", stdout=out)
    assert (out.getvalue(), second_step.app_of(jo)) == (
        "jo: the second step is taken away, and 0 log-ins ended\n",
        None,
    )
