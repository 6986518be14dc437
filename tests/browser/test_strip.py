"""What was just done, and the button for selected words: each in a place of its own, on nobody's text."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, load_copy

COPY = "an-example-for-strips"
LIES_ON = """([strip, panes]) => {
  const [a, ...others] = [strip, ...panes].map((which) => document.querySelector(which).getBoundingClientRect());
  return others.map((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
}"""


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, COPY)


SIZES = pytest.mark.parametrize("desk", [(1280, 844), (1280, 500), (390, 844)], indirect=True, ids=str)


def hold(desk: Page) -> None:
    desk.get_by_label("Why").fill("the section does not carry this")
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast")).to_contain_text("Held:")


def undo(desk: Page) -> None:
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone")


@SIZES
def test_what_was_done_lies_on_neither_pane(desk: Page) -> None:
    hold(desk)
    on_chip, on_sections = ".chip__where, .quote".split(", "), [".sections", ".acts"]
    assert desk.evaluate(LIES_ON, [".toast", on_chip + on_sections]) == [False] * 4
    expect(desk.locator(".toast")).to_be_in_viewport()
    undo(desk)


@SIZES
def test_what_was_done_is_seen_from_wherever_the_act_was_pressed(desk: Page) -> None:
    desk.locator(".history summary").last.scroll_into_view_if_needed()
    hold(desk)
    expect(desk.locator(".toast")).to_be_in_viewport()
    expect(desk.locator("#chip-q")).to_be_in_viewport()
    undo(desk)


@SIZES
def test_the_acts_are_in_view_however_low_the_window(desk: Page) -> None:
    expect(desk.get_by_role("button", name="Publish")).to_be_in_viewport(ratio=1)


def test_what_was_done_is_put_away_and_its_key_still_undoes(desk: Page) -> None:
    hold(desk)
    desk.get_by_role("button", name="Put away what was done").click()
    expect(desk.locator(".toast")).to_be_hidden()
    expect(desk.locator("#chip-q")).to_be_focused()
    undo(desk)
    expect(desk.locator(".toast")).to_be_visible()


def test_where_no_chip_is_left_what_was_done_stands_above_the_words(
    desk: Page, server: Server, copy: str
) -> None:
    hold(desk)
    desk.goto(f"{server.url}/packs/{copy}/desk/?show=dropped")
    toast, words = (desk.locator(which).bounding_box() for which in (".toast", "#chip-q"))
    assert (toast["y"] + toast["height"] <= words["y"], toast["x"] <= words["x"]) == (True, True)
    undo(desk)
