"""From a press to its answer, over a network that takes its time: nothing is decided unseen, and no word typed meanwhile is lost."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server, load_copy

WHY = "the section says every other day"


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, "waiting")


@pytest.fixture
def held_back(desk: Page) -> list[Route]:
    """Each act that was sent, which goes no further until its test lets it."""
    routes: list[Route] = []
    for act in ("hold", "edit", "undo"):
        desk.route(f"**/{act}/", lambda route: routes.append(route))
    return routes


def sent(desk: Page, routes: list[Route], n: int = 1) -> Route:
    """The newest act that was sent, once there are so many of them."""
    while len(routes) < n:
        desk.wait_for_timeout(20)
    return routes[-1]


def acts_of(desk: Page, server: Server, slug: str) -> list[str]:
    lines = desk.request.get(f"{server.url}/packs/{slug}/ledger.jsonl").text().splitlines()
    return [json.loads(json.loads(line)["body"])["act"] for line in lines]


def test_an_undo_pressed_before_an_answer_undoes_nothing_unseen(
    desk: Page, server: Server, held_back: list[Route]
) -> None:
    slug = load_copy(server, "two-at-once")
    desk.goto(f"{server.url}/packs/{slug}/desk/")
    desk.locator("#why").fill(WHY)
    desk.get_by_role("button", name="Hold").click()
    sent(desk, held_back).continue_()
    expect(desk.locator(".toast strong")).to_have_text("Held:")
    desk.locator("#why").fill(WHY)
    desk.get_by_role("button", name="Hold").click()
    desk.locator(".toast [data-key=u]").click()
    sent(desk, held_back, 2).continue_()
    expect(desk.locator(".chip__where")).to_contain_text("Chip 3 of")
    assert acts_of(desk, server, slug)[-2:] == ["hold", "hold"]
    assert len(held_back) == 2


def test_words_are_taken_again_once_an_answer_did_not_come(desk: Page, held_back: list[Route]) -> None:
    desk.locator("#why").fill(WHY)
    desk.get_by_role("button", name="Hold").click()
    desk.locator("#quote").press_sequentially("swallowed")
    expect(desk.locator("#quote")).to_have_value("")
    expect(desk.locator("#why")).to_have_attribute("readonly", "")
    sent(desk, held_back).abort()
    expect(desk.locator("#lost")).to_contain_text("The network is gone.")
    desk.locator("#quote").press_sequentially("kept")
    expect(desk.locator("#quote")).to_have_value("kept")


def test_an_edit_that_is_refused_is_written_on_as_it_was_sent(desk: Page, held_back: list[Route]) -> None:
    desk.get_by_role("button", name="Edit").click()
    desk.locator("#a").fill("as it was sent")
    desk.get_by_role("button", name="Save Ctrl ↵", exact=True).click()
    desk.locator("#a").press_sequentially(" and more")
    sent(desk, held_back).continue_()
    expect(desk.locator("#why-error")).to_be_visible()
    desk.locator("#a").press_sequentially(", with more")
    expect(desk.locator("#a")).to_have_value("as it was sent, with more")


def test_a_desk_that_does_not_answer_is_told(desk: Page, held_back: list[Route]) -> None:
    desk.clock.install()
    desk.locator("#why").fill(WHY)
    desk.get_by_role("button", name="Hold").click()
    sent(desk, held_back)
    desk.clock.fast_forward(5000)
    expect(desk.locator("#hint")).to_have_text(
        "The desk has not answered yet. Your words are here until it does."
    )


def test_an_act_that_is_never_answered_can_be_pressed_again(desk: Page, held_back: list[Route]) -> None:
    desk.locator("#main").evaluate("main => main.setAttribute('hx-request', '{\"timeout\": 300}')")
    desk.locator("#why").fill(WHY)
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator("#lost")).to_have_text(
        "The desk does not answer. Your words are still here: press again, and what was recorded already is not recorded twice."
    )
    expect(desk.locator("#hint")).to_be_hidden()
    desk.unroute("**/hold/")
    desk.locator("#main").evaluate("main => main.removeAttribute('hx-request')")
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast strong")).to_have_text("Held:")
