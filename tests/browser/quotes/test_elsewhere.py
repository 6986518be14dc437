"""A sentence of a section that the chip does not cite is taken with its section."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.quotes.trials import given, opened


def unfolded(page: Page) -> None:
    """The sentences of other sections are folded away where the cited ones have some."""
    if page.locator(".elsewhere").get_attribute("open") is None:
        page.locator(".elsewhere > summary").click()


def test_a_sentence_of_another_section_is_taken_with_its_section(page, server, pack, complaints):
    opened(page, server, pack, n=2)
    unfolded(page)
    page.locator(".elsewhere li", has_text="eleven seconds").get_by_role("button").click()
    expect(page.locator("#cites")).to_have_value("trial")
    expect(page.locator("#why")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("The cite is changed: say why, then save.")
    expect(page.locator("#check .recites ins")).to_have_text("The trial")
    assert given(page)[0] == "trial"
    page.keyboard.type("points to the right section now")
    page.locator("[name=then]").click()
    expect(page.locator(".toast [role=status]")).to_contain_text("Published:")


def test_in_an_edit_one_is_taken_without_leaving_it(page, server, pack):
    opened(page, server, pack, n=3)
    page.keyboard.press("e")
    page.locator("#a").fill("My own words, that shall not get lost.")
    unfolded(page)
    page.locator(".elsewhere li", has_text="eleven seconds").get_by_role("button").click()
    expect(page.locator("#cites")).to_have_value("trial")
    expect(page.locator("#check .recites ins")).to_have_text("The trial")
    expect(page.locator("#verdict")).to_contain_text("✓ Stands word for word in “The trial”")
    expect(page.locator("#a")).to_have_value("My own words, that shall not get lost.")


def test_the_link_to_that_section_takes_nothing(page, server, pack):
    opened(page, server, pack, n=3)
    unfolded(page)
    page.locator(".elsewhere li").get_by_role("link", name="The trial").first.click()
    expect(page.locator("#s-trial")).to_be_visible()
    assert given(page) == ("", "", "")
