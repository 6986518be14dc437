"""Back and forward, after decisions and where no answer came: whole pages as the database has them now, with what was typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PASSWORD, Server, load_copy, log_in

PARTS = ("header.bar", "#live", "#keys", "#seated", "#desk")
WHY = "the section says every other day"


@pytest.fixture
def desk(page: Page, server: Server, complaints: list[str], request: pytest.FixtureRequest) -> Page:
    """The desk of a pack of this test's own, come to from the shelf, with two chips held."""
    pack = load_copy(server, f"going-back-{len(request.node.name)}")
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{pack}/desk/")
    hold(page, 2)
    hold(page, 3)
    return page


def hold(page: Page, then: int) -> None:
    page.locator("#why").fill("not now")
    page.get_by_role("button", name="Hold").click()
    expect(page.locator(".chip__where")).to_contain_text(f"Chip {then} of")


def whole(page: Page) -> list[int]:
    return [page.locator(part).count() for part in PARTS]


def test_back_after_a_decision_shows_the_whole_page_as_it_stands(desk: Page) -> None:
    desk.go_back()
    expect(desk.locator(".chip__where")).to_contain_text("Chip 2 of")
    expect(desk.locator(".desk")).to_have_attribute("data-status", "held")
    assert whole(desk) == [1] * len(PARTS)


def test_forward_again_brings_back_what_was_typed_there(desk: Page) -> None:
    desk.locator("#why").fill(WHY)
    desk.go_back()
    expect(desk.locator(".chip__where")).to_contain_text("Chip 2 of")
    desk.go_forward()
    expect(desk.locator("#why")).to_have_value(WHY)
    assert whole(desk) == [1] * len(PARTS)
    hold(desk, 4)


def test_a_form_that_got_no_answer_has_its_words_when_one_goes_back(page: Page, server: Server) -> None:
    pack = load_copy(server, "going-back-to-a-form")
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{pack}/")
    strike(page, WHY)
    page.wait_for_url("chrome-error://**")
    page.unroute_all()
    page.go_back()
    expect(whys(page).first).to_have_value(WHY)
    expect(whys(page).first).to_be_visible()
    assert whys(page).nth(1).input_value() == ""
    page.get_by_role("button", name="Strike").first.click()
    expect(page.get_by_text("Struck: one bullet.")).to_be_visible()
    page.reload()
    assert {one.input_value() for one in whys(page).all()} == {""}


@pytest.mark.parametrize(("name", "brought"), [("jo", WHY), ("kim", "")])
def test_a_form_sent_when_the_log_in_was_over_has_its_words_for_its_writer_alone(
    page: Page, server: Server, name: str, brought: str
) -> None:
    pack = load_copy(server, f"going-back-as-{name}")
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{pack}/")
    page.context.clear_cookies(name="packreview")
    send(page, WHY)
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are logged out")
    expect(page.get_by_label("Why")).to_have_value(WHY)
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(f"**/packs/{pack}/")
    expect(whys(page).first).to_have_value(brought)


def strike(page: Page, why: str) -> None:
    """Send the first strike's form into a network that is gone."""
    page.route("**/strike/", lambda route: route.abort())
    send(page, why)


def send(page: Page, why: str) -> None:
    whys(page).first.locator("xpath=ancestor::details").locator("summary").first.click()
    whys(page).first.fill(why)
    page.get_by_role("button", name="Strike").first.click()


def whys(page: Page) -> Locator:
    return page.locator("form[action$='/strike/'] [name=why]")


IDLE = """
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
for row in Session.objects.all():
    kept = row.get_decoded()
    if "seen" in kept:
        kept["seen"] -= 3 * 60 * 60
        Session.objects.filter(pk=row.pk).update(session_data=SessionStore().encode(kept))
"""


def test_without_scripts_words_sent_after_a_long_pause_are_sent_again_by_one_press(
    browser: Browser, server: Server
) -> None:
    pack = load_copy(server, "going-back-without-scripts")
    page = browser.new_context(java_script_enabled=False).new_page()
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{pack}/desk/")
    page.locator("#why").fill(WHY)
    server.manage("shell", "-v0", "-c", IDLE)
    page.get_by_role("button", name="Hold").click()
    page.get_by_label("Name").fill("jo")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You were logged out, so this was not recorded")
    expect(page.get_by_label("why")).to_have_value(WHY)
    expect(page.get_by_role("button", name="Send it now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Held")
    assert WHY in server.manage(
        "shell",
        "-v0",
        "-c",
        f"from reviews.models import Entry; print(Entry.objects.filter(chain__pack__slug='{pack}').last().body)",
    )


def test_words_sent_again_are_not_brought_back_into_their_form_too(page: Page, server: Server) -> None:
    """The tab kept them as well, for an answer that never came: the next page has them no more, for they are recorded."""
    pack = load_copy(server, "going-back-and-sending-again")
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{pack}/")
    server.manage("shell", "-v0", "-c", IDLE)
    send(page, WHY)
    page.get_by_label("Name").fill("jo")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_text("Struck: one bullet.")).to_be_visible()
    assert {one.input_value() for one in whys(page).all()} == {""}
