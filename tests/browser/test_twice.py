"""Pressed twice: the second press of a double click meets the next chip, or another judge's decision, which nobody has read."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, load, load_copy
from tests.core import builders as files

FED = "Feed the starter once a day with 50 g of flour and 50 g of water."
SECOND = "That was the second of two presses, so it decided nothing: press again once you have read what stands here."
# At once when the answer is shown, whatever time it took: a press by key or mouse comes down to a click.
AGAIN = """key => document.addEventListener("htmx:afterSettle", () => setTimeout(() => {
    document.querySelector(`#desk button[data-key=${key}]`).click();
    document.body.dataset.twice = key;
}), { once: true })"""


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, "pressed-twice")


@pytest.fixture
def quoted(server: Server, request: pytest.FixtureRequest) -> str:
    """A pack whose chips have their quotes already, so that one press publishes."""
    asked = ("how often is a starter fed?", "what is a starter fed with?", "when is the starter fed?")
    chips = [files.chip(q, "Once a day, with 50 g of flour and 50 g of water.", quote=FED) for q in asked]
    slug = f"quoted-{request.node.name.partition('[')[0].replace('_', '-')}"
    return load(server, files.pack(slug=slug[:90], chips=chips), files.article())


def press_twice(desk: Page, key: str) -> None:
    desk.evaluate(AGAIN, key)
    desk.locator(f"#desk button[data-key={key}]").first.click()
    expect(desk.locator("body")).to_have_attribute("data-twice", key)
    desk.evaluate("delete document.body.dataset.twice")


def acts_of(desk: Page, server: Server, slug: str) -> list[str]:
    lines = desk.request.get(f"{server.url}/packs/{slug}/ledger.jsonl").text().splitlines()
    return [json.loads(json.loads(line)["body"])["act"] for line in lines][2:]


def test_a_double_press_publishes_one_chip_and_the_next_press_the_next(
    desk: Page, server: Server, quoted: str
) -> None:
    desk.goto(f"{server.url}/packs/{quoted}/desk/")
    press_twice(desk, "a")
    expect(desk.locator("#hint")).to_have_text(SECOND)
    assert acts_of(desk, server, quoted) == ["publish"]
    desk.wait_for_timeout(600)
    desk.keyboard.press("a")
    expect(desk.locator(".chip__where")).to_contain_text("Chip 3 of 3")
    assert acts_of(desk, server, quoted) == ["publish", "publish"]


def test_a_double_press_undoes_one_act(desk: Page, server: Server, quoted: str) -> None:
    desk.goto(f"{server.url}/packs/{quoted}/desk/")
    for n in (2, 3):
        desk.wait_for_timeout(600)
        desk.keyboard.press("a")
        expect(desk.locator(".chip__where")).to_contain_text(f"Chip {n} of 3")
    press_twice(desk, "u")
    expect(desk.locator("#hint")).to_have_text(SECOND)
    assert acts_of(desk, server, quoted) == ["publish", "publish", "undo"]


def test_a_double_press_goes_over_nobodys_decision(desk: Page, server: Server, quoted: str) -> None:
    desk.goto(f"{server.url}/packs/{quoted}/desk/")
    desk.locator("#why").fill("it is said elsewhere")
    other = desk.context.new_page()
    other.goto(f"{server.url}/packs/{quoted}/desk/")
    other.get_by_role("button", name="Publish").first.click()
    expect(other.locator(".toast strong")).to_have_text("Published:")
    press_twice(desk, "h")
    expect(desk.get_by_role("alert")).to_contain_text("Somebody decided first")
    assert acts_of(desk, server, quoted) == ["publish"]
    desk.wait_for_timeout(600)
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast strong")).to_have_text("Held:")


def test_a_sentence_taken_in_between_means_the_next_press(desk: Page) -> None:
    for n in (2, 3):
        desk.keyboard.press("1")
        desk.keyboard.press("a")
        expect(desk.locator(".chip__where")).to_contain_text(f"Chip {n} of")
