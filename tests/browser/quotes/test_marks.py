"""Figures, names and quoted words of the answer are marked in both panes, and tied to each other."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.quotes.trials import painted, text


def test_the_answers_figures_names_and_quoted_words_are_marked(desk):
    kinds = {mark.inner_text(): mark.get_attribute("data-kind") for mark in desk.locator("mark").all()}
    assert kinds == {
        **dict.fromkeys(("Marta", "Lindqvist", "Veritrail"), "name"),
        **dict.fromkeys(("eleven seconds", "99 minutes"), "figure"),
        **dict.fromkeys(("quick reading", "slow thought"), "words"),
    }


def test_what_the_sections_lack_is_marked_and_said(desk):
    assert desk.locator("mark[data-lacking]").all_inner_texts() == ["Veritrail", "99 minutes", "slow thought"]
    said = "Not in the cited sections: Veritrail, 99 minutes, slow thought"
    expect(desk.locator("#lacking")).to_have_text(said)
    assert (
        desk.locator("mark[data-lacking]").first.evaluate(
            "(mark) => getComputedStyle(mark).textDecorationStyle"
        )
        == "wavy"
    )


@pytest.mark.parametrize("way", ["hover", "focus", "tap"])
def test_a_mark_is_tied_to_its_places(desk, phone, way):
    page = phone if way == "tap" else desk
    getattr(page.locator("mark", has_text="eleven seconds"), way)()
    expect(page.locator("mark[data-tied]")).to_have_text("eleven seconds")
    assert painted(page, "tied") == ["eleven seconds"]


def test_a_place_in_the_section_is_tied_to_its_mark(desk):
    text(desk, "eleven seconds").hover()
    expect(desk.locator("mark[data-tied]")).to_have_text("eleven seconds")


def test_a_second_tap_goes_to_the_next_place(desk):
    mark = desk.locator("mark", has_text="Marta")
    mark.click()
    desk.locator(".sections").evaluate("(box) => box.scrollTo(0, 0)")
    mark.press("Enter")
    expect(text(desk, "Marta Lindqvist")).to_be_in_viewport()


def test_marks_change_no_text_of_the_section(desk):
    before = "() => [...document.querySelectorAll('.section__text [data-s]')].every((span) => span.childNodes.length <= 1)"
    assert desk.evaluate(before)
    assert (painted(desk, "has"), painted(desk, "named")[:2]) == (
        ["eleven seconds", "quick reading"],
        ["Marta", "Lindqvist"],
    )
