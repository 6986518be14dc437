"""A selection, however made, becomes offsets of the source and the words that are quoted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.quotes.trials import CHIPS, given, opened, painted, select, stands, text
from tests.core import builders as files


def test_a_selection_by_mouse_across_markup_becomes_the_quote(desk):
    select(desk, "needed", "Lindqvist")
    desk.keyboard.press("q")
    stands(desk, "The trial")
    source = "needed **eleven seconds** for one `chip`, says [Marta Lindqvist"
    assert given(desk) == ("trial", source, "needed eleven seconds for one chip, says Marta Lindqvist")


def test_a_selection_made_backwards_is_the_same(desk):
    select(desk, "eleven", "one")
    desk.evaluate(
        "() => { const s = getSelection(); s.setBaseAndExtent(s.focusNode, s.focusOffset, s.anchorNode, s.anchorOffset); }"
    )
    desk.get_by_role("button", name="Use the selected words").click()
    assert given(desk)[1:] == ("eleven seconds** for one", "eleven seconds for one")


def test_a_selection_by_keys_becomes_the_quote(desk):
    select(desk, "judge", "judge")
    for _ in range(3):
        desk.keyboard.press("Control+Shift+ArrowRight")
    desk.keyboard.press("q")
    stands(desk, "The trial")
    assert given(desk)[2].split() == ["judge", "needed", "eleven", "seconds"]


def test_a_double_click_takes_a_word_and_says_that_it_is_short(desk):
    text(desk, "eleven").scroll_into_view_if_needed()
    text(desk, "eleven").dblclick(position={"x": 12, "y": 8})
    desk.keyboard.press("q")
    expect(desk.locator("#verdict")).to_contain_text("Too short")
    assert given(desk) == ("trial", "eleven", "eleven")


def test_of_words_that_stand_more_than_once_the_place_is_said(desk):
    desk.locator("#quote").fill("says nothing of what is asked")
    stands(desk, "The trial", " (place 1 of 50)")
    select(desk, "Paragraph 1 says", "Paragraph 1 says")
    desk.keyboard.press("q")
    stands(desk, "The trial", " (place 2 of 2)")


def test_a_selection_in_another_cited_section_names_that_one(desk):
    select(desk, "250 euros", "nobody")
    desk.keyboard.press("q")
    stands(desk, "The costs")
    assert given(desk)[:2] == ("costs", "250 euros and a day, and nobody")


def test_an_emoji_is_never_cut(desk):
    desk.evaluate("""() => {
      const span = [...document.querySelectorAll(".section__text [data-s]")].findLast((one) => one.textContent.includes("👩‍💻"));
      const at = span.firstChild.data.indexOf("👩‍💻");
      getSelection().setBaseAndExtent(span.firstChild, at - 20, span.firstChild, at + 2);
    }""")
    desk.keyboard.press("q")
    stands(desk, "The trial")
    assert given(desk)[2].endswith("👩‍💻")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            "getSelection().removeAllRanges()",
            "Select words in the section first, then use them as the quote.",
        ),
        (
            "getSelection().selectAllChildren(document.querySelector('.chip__a'))",
            "The selected words are not in a cited section, so they cannot be the quote.",
        ),
        (
            "getSelection().selectAllChildren(document.querySelector('.sections'))",
            "The selection runs over from one section into another, and a quote stands in one.",
        ),
    ],
)
def test_a_selection_that_cannot_be_quoted_is_spoken_of(desk, make, sentence):
    desk.evaluate(f"() => {{ {make}; }}")
    desk.get_by_role("button", name="Use the selected words").click()
    expect(desk.locator("#live")).to_have_text(sentence)
    expect(desk.locator("#not-taken")).to_be_visible()
    assert given(desk) == ("", "", "")


def test_words_typed_over_a_selection_are_no_longer_that_selection(desk):
    select(desk, "eleven", "one")
    desk.keyboard.press("q")
    desk.locator("#quote").press_sequentially(" judge")
    expect(desk.locator("#verdict")).not_to_contain_text("Stands")
    assert (given(desk)[:2], painted(desk, "quote")) == (("", ""), [])


def test_pasted_words_are_marked_where_they_stand(desk):
    desk.locator("#quote").fill("A trial costs 250 euros and a day")
    stands(desk, "The costs")
    assert painted(desk, "quote") == ["A trial costs 250 euros and a day"]


def test_a_selection_is_published_as_its_slice_of_the_source(page, server, pack, complaints):
    opened(page, server, pack, n=1)
    select(page, "and a day", "that")
    page.keyboard.press("q")
    stands(page, "The costs")
    page.locator(".act--publish").click()
    expect(page.locator(".toast [role=status]")).to_contain_text("Published:")
    page.goto(f"{server.url}/packs/{pack}/desk/?chip={files.chip(*CHIPS[1])['id']}")
    expect(page.locator("#quote")).to_have_value("and a day, and nobody asked for *more* than that")
    stands(page, "The costs")


def test_a_long_section_opens_at_the_words_that_carry_the_claim(desk):
    box, chip = desk.locator(".sections"), desk.locator("#chip-q")
    assert box.evaluate("(box) => box.scrollTop > 500")
    expect(text(desk, "eleven seconds")).to_be_in_viewport()
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(chip).to_be_in_viewport()
