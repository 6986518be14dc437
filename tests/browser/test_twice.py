"""A double click: its second press meets the next chip, or another judge's decision, which nobody has read."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, load, load_copy
from tests.core import builders as files

FED = "Feed the starter once a day with 50 g of flour and 50 g of water."
SECOND = "That was the second click of two, so it decided nothing: press again once you have read what stands here."


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


def click_again(desk: Page) -> None:
    """As a mouse tells the second click of two, once the answer to the first is shown."""
    desk.mouse.down(click_count=2)
    desk.mouse.up(click_count=2)


def click(desk: Page, key: str) -> None:
    box = desk.locator(f"#desk button[data-key={key}]").first.bounding_box()
    assert box
    desk.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def acts_of(desk: Page, server: Server, slug: str) -> list[str]:
    lines = desk.request.get(f"{server.url}/packs/{slug}/ledger.jsonl").text().splitlines()
    return [json.loads(json.loads(line)["body"])["act"] for line in lines][2:]


def test_a_double_click_publishes_one_chip_and_the_next_click_the_next(
    desk: Page, server: Server, quoted: str
) -> None:
    desk.goto(f"{server.url}/packs/{quoted}/desk/")
    click(desk, "a")
    expect(desk.locator(".chip__where")).to_contain_text("Chip 2 of 3")
    click_again(desk)
    expect(desk.locator("#hint")).to_have_text(SECOND)
    assert acts_of(desk, server, quoted) == ["publish"]
    click(desk, "a")
    expect(desk.locator(".chip__where")).to_contain_text("Chip 3 of 3")
    assert acts_of(desk, server, quoted) == ["publish", "publish"]


def test_a_double_click_goes_over_nobodys_decision(desk: Page, server: Server, quoted: str) -> None:
    desk.goto(f"{server.url}/packs/{quoted}/desk/")
    desk.locator("#why").fill("it is said elsewhere")
    other = desk.context.new_page()
    other.goto(f"{server.url}/packs/{quoted}/desk/")
    other.get_by_role("button", name="Publish").first.click()
    expect(other.locator(".toast strong")).to_have_text("Published:")
    click(desk, "h")
    expect(desk.get_by_role("alert")).to_contain_text("Somebody decided first")
    desk.locator("#desk button[data-key=h]").first.hover()
    click_again(desk)
    expect(desk.locator("#hint")).to_have_text(SECOND)
    assert acts_of(desk, server, quoted) == ["publish"]
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast strong")).to_have_text("Held:")


def test_who_decides_by_keys_is_taken_at_every_press(desk: Page, server: Server, quoted: str) -> None:
    desk.goto(f"{server.url}/packs/{quoted}/desk/")
    for n in (2, 3):
        desk.keyboard.press("a")
        expect(desk.locator(".chip__where")).to_contain_text(f"Chip {n} of 3")
    for n in (2, 1):
        desk.keyboard.press("u")
        expect(desk.locator(".chip__where")).to_contain_text(f"Chip {n} of 3")
    assert acts_of(desk, server, quoted) == ["publish", "publish", "undo", "undo"]
