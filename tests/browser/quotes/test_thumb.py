"""While words are selected, a button takes them: in the bar at a desk, within reach of the thumb on a telephone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.quotes.trials import given, select, stands, text

# On some telephones the tap that follows a long press ends the selection before the button hears of it.
ENDS_IT = """document.addEventListener("pointerup", () => getSelection().removeAllRanges())"""


def press_long(phone: Page, first: int = 0) -> None:
    """Select "eleven seconds" from a character on, as a long press and its handles do."""
    text(phone, "eleven").scroll_into_view_if_needed()
    phone.evaluate(
        """(first) => {
          const span = [...document.querySelectorAll(".section__text [data-s]")].find((one) => one.textContent.includes("eleven"));
          getSelection().setBaseAndExtent(span.firstChild, first, span.firstChild, "eleven seconds".length);
        }""",
        first,
    )


def test_a_tap_on_the_button_takes_what_was_selected_by_touch(phone):
    press_long(phone)
    phone.evaluate(ENDS_IT)
    phone.get_by_role("button", name="Use the selected words").tap()
    stands(phone, "The trial")
    assert given(phone) == ("trial", "eleven seconds", "eleven seconds")


def test_on_a_phone_the_selection_is_taken_within_reach_of_the_thumb(phone):
    button = phone.locator("[data-use-selection=thumb]")
    expect(button).to_be_hidden()
    press_long(phone)
    phone.evaluate(ENDS_IT)
    expect(button).to_be_in_viewport()
    assert button.bounding_box()["y"] > 844 / 2
    button.tap()
    expect(phone.locator("#hint")).to_have_text("✓ Stands word for word in “The trial”.")
    expect(phone.locator("#hint")).to_have_attribute("data-kind", "stands")
    expect(phone.locator("#hint")).to_be_in_viewport()
    expect(button).to_be_hidden()
    assert given(phone) == ("trial", "eleven seconds", "eleven seconds")


def test_on_a_phone_half_a_word_is_taken_whole_within_reach_of_the_thumb(phone):
    press_long(phone, 2)
    phone.locator("[data-use-selection=thumb]").tap()
    button = phone.locator("#hint [data-whole]")
    expect(button).to_be_in_viewport()
    button.tap()
    expect(phone.locator("#hint")).to_have_text("✓ Stands word for word in “The trial”.")
    assert given(phone) == ("trial", "eleven seconds", "eleven seconds")


def test_at_a_desk_the_button_stands_in_the_bar_while_words_are_selected(desk):
    button = desk.get_by_role("button", name="Quote these words")
    select(desk, "eleven", "one")
    expect(button).to_be_visible()
    before = button.bounding_box()
    desk.mouse.wheel(0, 200)
    assert button.bounding_box() == before
    panes = desk.locator(".sections").bounding_box()
    assert before["y"] >= panes["y"] + panes["height"]
    desk.locator(".section__cite").first.click(position={"x": 2, "y": 2})
    expect(button).to_be_hidden()


def test_the_button_in_the_bar_takes_what_is_selected_and_leaves(desk):
    select(desk, "eleven", "one")
    desk.get_by_role("button", name="Quote these words").click()
    stands(desk, "The trial")
    assert given(desk)[2] == "eleven seconds for one"
    expect(desk.get_by_role("button", name="Quote these words")).to_be_hidden()


def test_escape_lets_the_selected_words_and_their_button_go(desk):
    select(desk, "eleven", "one")
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("button", name="Quote these words")).to_be_hidden()
    assert desk.evaluate("getSelection().isCollapsed")


def test_on_a_phone_the_claim_stays_in_view_while_its_section_scrolls(phone):
    box = phone.locator(".sections")
    box.scroll_into_view_if_needed()
    box.evaluate("(box) => box.scrollIntoView()")
    expect(text(phone, "eleven seconds")).to_be_in_viewport()
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(phone.locator(".claim")).to_be_in_viewport()
    assert (
        phone.locator(".claim")
        .evaluate("(one) => getComputedStyle(one, '::before').content")
        .startswith('"Both Marta')
    )
