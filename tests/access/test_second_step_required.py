"""A house that asks for a second step: whoever lacks it sets it up, and does nothing else."""

from __future__ import annotations

import pytest

from reviews import second_step
from tests import builders
from tests.access.codes import PASSWORD, STEP, code_of
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db


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
