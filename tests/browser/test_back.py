"""Back and forward after decisions: every page comes whole, as the database has it now, with what was typed there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, load_copy, log_in

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
