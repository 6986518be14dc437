"""A plain form that was sent when its log-in was over: its words come back to its writer, and are recorded once."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from reviews import people, sessions
from reviews.models import Chip, Entry
from tests import builders
from tests.access.test_second_step import code_of, set_up
from tests.pages import entered, read

pytestmark = pytest.mark.django_db
AGAIN = "/again/"
WORDS = "the section says „every other day“\r\nand <b>nothing</b> else"


@pytest.fixture
def clock(time_machine):
    time_machine.move_to("2026-10-05T09:00:00Z", tick=False)
    return time_machine


@pytest.fixture
def jo():
    return builders.judge()


@pytest.fixture
def chip(jo, clock) -> Chip:
    pack = builders.loaded()
    builders.seated(jo, pack)
    return builders.chip(pack)


def act(chip: Chip, name: str = "hold") -> str:
    return f"/packs/{chip.pack.slug}/chips/{chip.cid}/{name}/"


def sent(**more: object) -> dict[str, object]:
    return {"version": "1", "key": "a-key-of-hers", "why": WORDS, **more}


def idled_out(user, clock) -> Client:
    client = entered(user)
    clock.shift(timedelta(hours=3))
    return client


def log_in(client: Client, name: str, onward: str) -> str:
    """Where the log-in leads to."""
    asked = {"username": name, "password": builders.PASSWORD, "next": onward}
    return client.post("/login/", asked).headers["Location"]


def fields(client: Client) -> tuple[str, dict[str, object]]:
    """The address and the fields of the form that is shown again."""
    form = LexborHTMLParser(client.get(AGAIN).content).css_first("main form")
    found: dict[str, list[str]] = {}
    for node in form.css("input, textarea"):
        value = node.attributes.get("value") if node.tag == "input" else node.text()
        found.setdefault(node.attributes["name"] or "", []).append(value or "")
    found.pop("csrfmiddlewaretoken")
    return form.attributes["action"] or "", dict(found)


def test_words_come_back_after_the_log_in_and_are_recorded_once(jo, chip, clock):
    client = idled_out(jo, clock)
    answer = client.post(act(chip), sent())
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/login/?next={AGAIN}")
    assert log_in(client, "jo", AGAIN) == AGAIN
    where, found = fields(client)
    assert (where, found) == (
        act(chip),
        {"version": ["1"], "key": ["a-key-of-hers"], "why": [WORDS.replace("\r", "")]},
    )
    again = client.post(where, found)
    assert (again.status_code, Entry.objects.filter(act="hold").count()) == (303, 1)
    assert client.get(AGAIN).headers["Location"] == "/"


def test_every_field_comes_back_each_as_often_as_it_was_sent(jo, chip, clock):
    client = idled_out(jo, clock)
    given = sent(
        quote="Feed the starter",
        override=["quote", "figure"],
        cites=["feeding", "baking"],
        quote_cite="feeding",
    )
    client.post(act(chip, "publish"), given)
    log_in(client, "jo", AGAIN)
    where, found = fields(client)
    assert where == act(chip, "publish")
    assert (found["override"], found["cites"], found["quote"]) == (
        ["quote", "figure"],
        ["feeding baking"],
        ["Feed the starter"],
    )


def test_the_page_leads_to_the_chip_without_sending_anything(jo, chip, clock):
    client = idled_out(jo, clock)
    client.post(act(chip), sent())
    log_in(client, "jo", AGAIN)
    assert f"/packs/{chip.pack.slug}/desk/?chip={chip.cid}" in read(client.get(AGAIN)).links


def test_nobody_else_who_logs_in_there_is_shown_them(jo, chip, clock):
    builders.judge("kim")
    client = idled_out(jo, clock)
    client.post(act(chip), sent())
    assert log_in(client, "kim", AGAIN) == AGAIN
    answer = client.get(AGAIN)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert not any("kept" in row.get_decoded() for row in Session.objects.all())


def test_they_come_back_after_the_second_step_too(jo, chip, clock):
    app, _ = set_up(jo, clock)
    client = idled_out(jo, clock)
    client.post(act(chip), sent())
    assert log_in(client, "jo", AGAIN) == "/login/code/"
    assert client.post("/login/code/", {"code": code_of(app)}).headers["Location"] == AGAIN
    assert fields(client)[0] == act(chip)


def test_sent_twice_before_the_log_in_the_last_words_are_kept(jo, chip, clock):
    """Back, and once more: the log-in that was over is gone by then, and whose it was is still known."""
    client = idled_out(jo, clock)
    client.post(act(chip), sent())
    client.post(act(chip), sent(why="other words"))
    log_in(client, "jo", AGAIN)
    assert fields(client)[1]["why"] == ["other words"]


def test_an_admins_form_comes_back(clock):
    client = idled_out(builders.admin(), clock)
    client.post("/seats/", {"label": "A typed label", "key": "a-key-of-hers"})
    log_in(client, "ada", AGAIN)
    assert fields(client) == ("/seats/", {"key": ["a-key-of-hers"], "label": ["A typed label"]})


def onward(chip: Chip) -> str:
    """The log-in, and from there to the chip."""
    return f"/login/?next=/packs/{chip.pack.slug}/desk/%3Fchip%3D{chip.cid}"


def test_what_has_no_words_is_not_kept(jo, chip, clock):
    answer = idled_out(jo, clock).post(act(chip), sent(why=""))
    assert (answer.headers["Location"], Session.objects.count()) == (onward(chip), 0)


def ended(jo) -> Client:
    client = entered(jo)
    sessions.end_others(jo, but=None)
    return client


def deactivated(jo) -> Client:
    client, _ = entered(jo), builders.admin()
    people.deactivate(jo, by=None)
    return client


def given_a_password(jo) -> Client:
    client = entered(jo)
    people.renew_password(jo, by=None)
    return client


@pytest.mark.parametrize("gone", [ended, deactivated, given_a_password, lambda jo: Client()])
def test_words_of_a_log_in_that_somebody_ended_are_shown_once_and_kept_nowhere(jo, chip, gone):
    client = gone(jo)
    page = client.post(act(chip), sent())
    shown = LexborHTMLParser(page.content)
    [way] = [node.attributes["href"] for node in shown.css("main a")]
    assert (page.status_code, shown.css_first("h1").text(), unquote(way or "")) == (
        401,
        "You are logged out, so nothing was recorded. Copy what you typed, then log in.",
        unquote(onward(chip)),
    )
    assert [node.text().lstrip("\n") for node in shown.css("textarea")] == [WORDS.replace("\r\n", "\n")]
    kept = [row for row in Session.objects.all() if "kept" in row.get_decoded()]
    assert (kept, Entry.objects.filter(act="hold").count()) == ([], 0)


def test_words_too_many_to_be_kept_are_shown(jo, chip, clock):
    page = idled_out(jo, clock).post(act(chip), sent(why="x" * 300_001))
    assert (page.status_code, Session.objects.count(), b"x" * 300_001 in page.content) == (401, 0, True)


def test_no_password_is_kept(jo, clock):
    client = idled_out(jo, clock)
    client.post("/account/password/", {"old_password": builders.PASSWORD, "why": "typed words"})
    assert Session.objects.count() == 0


def test_nothing_is_kept_for_somebody_who_was_not_logged_in(chip):
    """Anybody could fill the table."""
    answer = Client().post(act(chip), sent())
    assert (answer.status_code, Session.objects.count()) == (401, 0)


def test_no_token_is_kept(jo, chip, clock):
    client = idled_out(jo, clock)
    client.post(act(chip), sent(csrfmiddlewaretoken="x" * 64))
    assert "csrf" not in client.session["kept"]["sent"]


def test_a_form_sent_again_after_the_chip_was_decided_is_a_conflict_that_keeps_the_words(jo, chip, clock):
    client = idled_out(jo, clock)
    client.post(act(chip), sent())
    kim = builders.seated_judge("kim", pack=chip.pack)
    entered(kim).post(act(chip), {"version": "1", "key": "a-key-of-his", "why": "not now"})
    log_in(client, "jo", AGAIN)
    where, found = fields(client)
    answer = client.post(where, found)
    kept = LexborHTMLParser(answer.content).css_first("textarea[name=why], input[name=why]")
    assert (answer.status_code, kept.text() or kept.attributes["value"]) == (409, WORDS.replace("\r", ""))
