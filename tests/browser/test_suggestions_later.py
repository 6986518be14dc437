"""The desk of a long article stands before its suggestions: nothing waits for them, nothing moves when they come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from reviews import evidence
from tests.browser.conftest import Server, load, log_in
from tests.core import builders as files

SENTENCE = "Nobody at the mill counts the sacks that come down the river in a wet year. "
TEXT = (
    files.article() + "\n" + "\n\n".join([SENTENCE * 5] * (evidence.LONG_ARTICLE // len(SENTENCE) // 5 + 1))
)
FRAGMENT = "**/suggestions/*"
FIRST = "Take sentence 1"


@pytest.fixture
def desk(page: Page, server: Server, request: pytest.FixtureRequest) -> Page:
    """The first chip of a long article that no worker has read: each test has one of its own."""
    slug = "long-" + request.node.originalname.replace("_", "-")
    text = f"{TEXT}\n\n{slug}\n"
    load(server, files.pack(text=text, slug=slug, thanks=None), text)
    log_in(page, server, "jo")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("about:blank")
    page.at = f"{server.url}/packs/{slug}/desk/"  # type: ignore[attr-defined]
    return page


@pytest.fixture
def held(desk: Page) -> Iterator[list[Route]]:
    """Its page, whose request for suggestions is on its way and gets no answer yet."""
    waiting: list[Route] = []
    desk.route(FRAGMENT, lambda route: waiting.append(route))
    with desk.expect_request(FRAGMENT):
        desk.goto(desk.at)  # type: ignore[attr-defined]
    yield waiting
    desk.unroute_all(behavior="ignoreErrors")


def test_nothing_moves_when_they_come_and_it_is_said(desk: Page, held: list[Route]) -> None:
    why, publish = desk.get_by_label("Why"), desk.get_by_role("button", name="Publish")
    before = why.bounding_box(), publish.bounding_box()
    expect(desk.get_by_role("button", name=FIRST)).to_have_count(0)
    held[0].continue_()
    expect(desk.get_by_role("button", name=FIRST)).to_be_visible()
    assert (why.bounding_box(), publish.bounding_box()) == before
    expect(desk.locator("[id^=suggested-said]")).to_contain_text("that might carry the answer")


def test_the_keys_take_them_when_they_are_there(desk: Page, held: list[Route]) -> None:
    held[0].continue_()
    expect(desk.get_by_role("button", name=FIRST)).to_be_visible()
    desk.keyboard.press("1")
    expect(desk.locator("#verdict")).to_contain_text("tands word for word")


def test_an_act_waits_for_none_and_what_comes_late_is_no_other_chips(desk: Page, held: list[Route]) -> None:
    desk.get_by_label("Why").fill("the section does not carry this")
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast")).to_contain_text("Held:")
    expect(desk.locator(".chip__where")).to_contain_text("Chip 2 of 3")
    chip = desk.locator(".chip").get_attribute("id")
    with desk.expect_response(FRAGMENT):
        held[0].continue_()
    expect(desk.locator(".chip")).to_have_attribute("id", str(chip))
    expect(desk.locator("[id^=suggested-said]")).to_have_text("")


def test_where_they_do_not_come_their_link_stays_and_no_loss_is_told(desk: Page, held: list[Route]) -> None:
    with desk.expect_event("requestfailed"):
        held[0].abort()
    link = desk.get_by_role("link", name="Wait for them")
    expect(link).to_be_visible()
    expect(desk.locator("#lost")).to_have_count(0)
    link.click()
    expect(desk.get_by_role("button", name=FIRST)).to_be_visible()


def test_without_scripts_the_link_brings_them(desk: Page, browser: Browser) -> None:
    cookies = desk.context.cookies()
    plain = browser.new_context(java_script_enabled=False)
    plain.add_cookies(cookies)
    sheet = plain.new_page()
    sheet.goto(desk.at)  # type: ignore[attr-defined]
    sheet.get_by_role("link", name="Wait for them").click()
    expect(sheet.get_by_role("button", name=FIRST)).to_be_visible()
    plain.close()
