"""What the judge did not move stays where it is: the page, the acts, the suggestions; and what the page says of itself is so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, load_copy

COPY = "an-example-that-stays"
TWO_FINDINGS = "c-063bbb76"
TALLER_THAN_THE_WINDOW = "document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, COPY)


def act(desk: Page, name: str) -> None:
    desk.get_by_label("Why").fill("the section does not carry this")
    desk.get_by_role("button", name=name).click()
    expect(desk.locator(".toast")).to_contain_text("Held:")


def undo(desk: Page) -> None:
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the hold of")


@pytest.mark.parametrize("desk", [(860, 560)], indirect=True, ids=str)
def test_the_page_itself_does_not_scroll_however_much_is_found(desk: Page, server: Server, copy: str) -> None:
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={TWO_FINDINGS}")
    desk.keyboard.press("1")
    desk.keyboard.press("a")
    expect(desk.get_by_role("alert")).to_contain_text("Not published")
    assert desk.evaluate(TALLER_THAN_THE_WINDOW) == 0


@pytest.mark.parametrize("desk", [(1280, 800), (390, 844)], indirect=True, ids=str)
def test_the_acts_stay_in_their_place_where_one_of_them_is_closed(
    desk: Page, server: Server, copy: str
) -> None:
    before = desk.get_by_role("button", name="Publish").bounding_box()
    chip = desk.locator(".chip").get_attribute("id")
    act(desk, "Hold")
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={str(chip).removeprefix('chip-')}")
    expect(desk.locator("#closed")).to_contain_text("This chip is held.")
    after = desk.get_by_role("button", name="Publish").bounding_box()
    undo(desk)
    assert after == before


def test_a_verdict_moves_no_suggestion(desk: Page) -> None:
    first = desk.get_by_role("button", name="Take sentence 1")
    before = first.bounding_box()
    first.click()
    expect(desk.locator("#verdict")).to_contain_text("tands word for word")
    assert first.bounding_box() == before


def test_the_title_names_the_chip_at_hand(desk: Page) -> None:
    before = desk.title()
    act(desk, "Hold")
    place = desk.locator(".chip__where span").nth(1).inner_text()
    after = desk.title()
    undo(desk)
    assert (before.split(" · ")[0], after.split(" · ")[0]) == ("Chip 1 of 10", place)
    assert desk.title() == before


@pytest.mark.parametrize("desk", [(1280, 800), (1366, 768)], indirect=True, ids=str)
def test_the_first_sentence_to_take_is_in_sight_beside_two_findings(
    desk: Page, server: Server, copy: str
) -> None:
    """It lay under the acts, so that to take it by mouse was to scroll first, chip after chip."""
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={TWO_FINDINGS}")
    first = desk.locator(".suggestions li").first.bounding_box()
    assert first["y"] + first["height"] <= desk.locator(".acts").bounding_box()["y"]


@pytest.mark.parametrize("desk", [(1280, 620)], indirect=True, ids=str)
def test_a_verdict_that_lies_below_the_acts_is_shown_beside_them(
    desk: Page, server: Server, copy: str
) -> None:
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={TWO_FINDINGS}")
    desk.keyboard.press("1")
    expect(desk.locator("#hint")).to_contain_text("✓ Stands word for word")
    expect(desk.locator("#hint")).to_be_visible()
    expect(desk.locator("#live")).to_be_empty()  # it is read out where it stands, and once


def test_what_an_override_means_is_shown_once_its_box_is_ticked(
    desk: Page, server: Server, copy: str
) -> None:
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={TWO_FINDINGS}")
    box = desk.locator(".finding [name=override]").first
    meaning = desk.locator("#what-override-means")
    expect(box).to_have_accessible_description(meaning.inner_text())
    expect(meaning).to_be_hidden()
    box.check()
    expect(meaning).to_be_visible()
