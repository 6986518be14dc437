"""Drafts in the browser: theirs who typed them, and gone with a sealed opinion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, load_copy, log_in

KEPT = "Object.entries(localStorage).filter(([key]) => key.startsWith('draft:')).map(([, value]) => value)"
WHY = "the section says every other day"


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, "an-example-for-drafts")


def at_the_desk(page: Page, server: Server, name: str, pack: str) -> None:
    """Another log-in at the same machine, without a log-out before it: one that was over."""
    page.context.clear_cookies()
    log_in(page, server, name)
    page.goto(f"{server.url}/packs/{pack}/desk/?chip=c-32f3a656")


def test_a_sealed_opinion_leaves_no_draft(page: Page, server: Server, copy: str) -> None:
    server.manage("second_opinions", "every", "--pack", copy, "--as", "ada")
    at_the_desk(page, server, "jo", copy)
    page.locator("#why").fill(WHY)
    assert page.evaluate(KEPT) == [WHY]
    page.get_by_role("button", name="Hold").click()
    expect(page.locator(".toast").get_by_role("status")).to_contain_text("Your opinion is kept")
    page.wait_for_function(f"{KEPT}.length === 0")  # once the answer has settled
    at_the_desk(page, server, "kim", copy)
    expect(page.locator("#why")).to_have_value("")


def test_a_draft_is_brought_back_to_its_writer_alone(page: Page, server: Server, copy: str) -> None:
    at_the_desk(page, server, "jo", copy)
    page.locator("#why").fill(WHY)
    at_the_desk(page, server, "kim", copy)
    expect(page.locator("#why")).to_have_value("")
    at_the_desk(page, server, "jo", copy)
    expect(page.locator("#why")).to_have_value(WHY)
