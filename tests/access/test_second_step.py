"""The second step of a log-in: set up with a code, asked for every time, recoverable, and nowhere guessable."""

from __future__ import annotations

import re
import time
from binascii import unhexlify
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from itertools import count, islice

import pytest
from django.core.management import call_command
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews import second_step
from tests import builders
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
STEP = "/account/second-step/"
PASSWORD = {"password": builders.PASSWORD}


@pytest.fixture
def jo():
    return builders.judge()


@pytest.fixture
def clock(time_machine):
    time_machine.move_to("2026-10-05T09:00:00Z", tick=False)
    return time_machine


def code_of(app: TOTPDevice) -> str:
    """What the app shows now."""
    totp = TOTP(unhexlify(app.key))
    totp.time = time.time()
    return f"{totp.token():06d}"


def never_shown(*apps: TOTPDevice) -> Iterator[str]:
    """Codes that these apps show at no time near: of a million one would be right by chance now and then."""
    shown = set()
    for app in apps:
        totp = TOTP(unhexlify(app.key))
        for seconds in range(-300, 600, 30):
            totp.time = time.time() + seconds
            shown.add(totp.token())
    return (f"{n:06d}" for n in count() if n not in shown)


def set_up(user, clock) -> tuple[TOTPDevice, list[str]]:
    """An app and its recovery codes; the clock is moved on, so that the app shows another code than at the setting up."""
    second_step.begin(user)
    found = second_step.confirm(user, code_of(second_step.begun(user)))
    assert found is not None
    clock.shift(31)
    return found


def password_given(where: str = "192.0.2.7") -> Client:
    client = Client(REMOTE_ADDR=where)
    client.post("/login/?next=/ledger/", {"username": "jo", "next": "/ledger/", **PASSWORD})
    return client


def given(client: Client, code: str):
    return client.post("/login/code/", {"code": code})


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


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


@pytest.mark.parametrize(
    ("asked", "who", "is_open"),
    [
        ("none", builders.admin, True),
        ("admins", builders.judge, True),
        ("admins", builders.admin, False),
        ("all", builders.judge, False),
        ("all", builders.reader, False),
    ],
)
def test_a_house_may_ask_for_it(settings, asked, who, is_open):
    settings.REQUIRE_TOTP = asked
    client = entered(who())
    answer = client.get("/")
    assert answer.status_code == (200 if is_open else 302)
    assert answer.headers.get("Location") == (None if is_open else STEP)


def test_whoever_lacks_it_acts_nowhere_and_keeps_their_words(settings, jo):
    settings.REQUIRE_TOTP = "all"
    pack, _ = builders.loaded(), builders.seated(jo)
    chip = builders.chip(pack)
    sent = {"why": "typed words", "version": "1", "key": "some-key-1"}
    answer = entered(jo).post(f"/packs/{pack.slug}/chips/{chip.cid}/hold/", sent)
    assert (answer.status_code, builders.chip(pack).status) == (403, "waiting")
    assert "typed words" in read(answer).words


def test_whoever_lacks_it_sets_it_up_and_is_let_on(settings, jo, clock):
    settings.REQUIRE_TOTP = "all"
    client = entered(jo)
    assert "This house asks you for a second step." in seen(client, STEP).words
    client.post(f"{STEP}begin/", PASSWORD)
    client.post(f"{STEP}confirm/", {"code": code_of(second_step.begun(jo))})
    assert client.get("/").status_code == 200


def test_whoever_lacks_it_can_log_out(settings, jo):
    settings.REQUIRE_TOTP = "all"
    assert entered(jo).post("/logout/").headers["Location"] == "/login/"


def test_the_page_for_the_code_is_not_cached_and_tells_no_name(jo, clock):
    set_up(jo, clock)
    answer = password_given().get("/login/code/")
    assert (answer.headers["Cache-Control"], "jo" in re.findall(r"\w+", read(answer).words)) == (
        "no-store",
        False,
    )
