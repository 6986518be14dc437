"""What a first day at the desk found: keys that decided by mistake, keys that did nothing, quotes that got lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SLUG, Server, load_copy, log_in

COPY = "an-example-for-keys"


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, COPY)


@pytest.fixture
def desk(page: Page, server: Server, copy: str) -> Page:
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/?chip=c-487595bb")
    return page


def test_enter_in_the_why_field_decides_nothing(desk: Page) -> None:
    before = desk.locator(".pack-bar .sums").inner_text()
    desk.keyboard.press("1")
    desk.keyboard.press("h")
    desk.keyboard.type("praise the section does not give")
    desk.keyboard.press("Enter")
    desk.wait_for_timeout(400)
    assert desk.locator(".pack-bar .sums").inner_text() == before


def test_own_words_typed_while_the_reasons_are_open_go_with_the_act(desk: Page) -> None:
    desk.keyboard.press("h")
    desk.keyboard.type("words of my own")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".toast")).to_contain_text("Held:")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the hold of")


@pytest.mark.parametrize("act", ["h", "x"])
@pytest.mark.parametrize(
    "words",
    ["it counts wrongly", "a figure has gone", "not given", "No.", "?", "9 of them"],
)
def test_a_reason_written_at_once_is_no_command(desk: Page, act: str, words: str) -> None:
    """Its first space pressed the first reason, and the act was done with it; what followed were commands to the next chip.
    N went to the field and was not written."""
    before = desk.locator(".pack-bar .sums").inner_text()
    address = desk.url
    desk.keyboard.press(act)
    desk.keyboard.type(words)
    expect(desk.locator("#why")).to_have_value(words)
    desk.wait_for_timeout(400)
    assert (desk.locator(".pack-bar .sums").inner_text(), desk.url) == (before, address)


@pytest.mark.parametrize("letter", ["Ж", "ñ", "ن", "𞤀", "@"])
def test_a_letter_of_any_script_begins_a_reason(desk: Page, letter: str) -> None:
    desk.keyboard.press("h")
    expect(desk.get_by_role("group", name="Why hold?")).to_be_focused()
    keys = desk.context.new_cdp_session(desk)
    keys.send("Input.dispatchKeyEvent", {"type": "keyDown", "key": letter, "text": letter})
    expect(desk.locator("#why")).to_have_value(letter)


@pytest.mark.parametrize("key", ["Dead", "Process"])
def test_a_reason_that_begins_with_a_composed_letter_is_composed_in_its_field(desk: Page, key: str) -> None:
    """The field was not gone to before the letter, so its accent was lost."""
    desk.keyboard.press("x")
    expect(desk.get_by_role("group", name="Why drop?")).to_be_focused()
    keys = desk.context.new_cdp_session(desk)
    keys.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": 229})
    expect(desk.locator("#why")).to_be_focused()
    keys.send("Input.imeSetComposition", {"text": "é", "selectionStart": 1, "selectionEnd": 1})
    keys.send("Input.insertText", {"text": "état"})
    expect(desk.locator("#why")).to_have_value("état")


@pytest.mark.parametrize(
    ("key", "held", "written"),
    [
        ("@", "{altKey: true, ctrlKey: true, modifierAltGraph: true}", True),  # AltGr, as Windows may tell it
        ("ł", "{altKey: true}", True),  # Option
        ("n", "{altKey: true}", False),
        ("n", "{ctrlKey: true}", False),
        ("n", "{metaKey: true}", False),
    ],
)
def test_of_chords_only_those_that_write_begin_a_reason(
    desk: Page, key: str, held: str, written: bool
) -> None:
    desk.keyboard.press("h")
    reasons = desk.get_by_role("group", name="Why hold?")
    expect(reasons).to_be_focused()
    reasons.evaluate(
        f"(box, key) => box.dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true, ...{held}}}))",
        key,
    )
    expect(desk.locator("#why") if written else reasons).to_be_focused()


def test_a_browser_that_fills_in_a_field_presses_no_key(desk: Page, complaints: list[str]) -> None:
    """Chromium tells of a word taken from a list by a keydown that has no key."""
    fill_in = "node => node.dispatchEvent(new Event('keydown', { bubbles: true }))"
    desk.locator("#why").evaluate(fill_in)
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator("[data-reasons]:not([hidden])")).to_have_count(1)
    desk.locator("#why").evaluate(fill_in)
    desk.get_by_role("button", name="Edit").click()
    desk.locator("#cites").evaluate(fill_in)
    expect(desk.locator("#cites")).to_be_visible()


def test_space_enter_and_arrows_decide_nothing_where_a_reason_is_asked_for(desk: Page) -> None:
    before = desk.locator(".pack-bar .sums").inner_text()
    address = desk.url
    desk.keyboard.press("h")
    for key in ("Space", "Enter", "ArrowRight", "Backspace"):
        desk.keyboard.press(key)
    desk.wait_for_timeout(400)
    assert (desk.locator(".pack-bar .sums").inner_text(), desk.url) == (before, address)
    expect(desk.get_by_role("group", name="Why hold?")).to_be_focused()


def over_a_finding(desk: Page, server: Server, copy: str) -> None:
    """A quote is taken, the finding is ticked, and Publish is pressed, all by key."""
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip=c-063bbb76")
    desk.keyboard.press("1")
    expect(desk.locator("#verdict")).to_contain_text("tands")
    desk.keyboard.press("o")
    desk.keyboard.press("Space")
    desk.keyboard.press("a")
    expect(desk.get_by_role("group", name="Why publish?")).to_be_visible()


def published_and_undone(desk: Page) -> None:
    expect(desk.locator(".toast").get_by_role("status")).to_contain_text("Published")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone")


def test_to_publish_over_a_finding_a_digit_says_why(desk: Page, server: Server, copy: str) -> None:
    """Only what was held or dropped had ready reasons, so that was two presses where this was a sentence to type."""
    over_a_finding(desk, server, copy)
    why = desk.get_by_role("group", name="Why publish?")
    expect(why).to_be_focused()
    expect(why.get_by_role("button").first).to_contain_text("the finding is wrong: the words are there")
    desk.keyboard.press("1")
    published_and_undone(desk)


def test_to_publish_over_a_finding_own_words_say_why(desk: Page, server: Server, copy: str) -> None:
    over_a_finding(desk, server, copy)
    desk.keyboard.type("both figures add up")
    expect(desk.locator("#why")).to_have_value("both figures add up")
    desk.keyboard.press("Control+Enter")
    published_and_undone(desk)


def test_what_was_refused_goes_with_a_new_quote_and_the_focus_stays(
    desk: Page, server: Server, copy: str
) -> None:
    """It went with the focus in it, and whoever hears the page was sent to its very top."""
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip=c-063bbb76")
    desk.keyboard.press("1")
    expect(desk.locator("#verdict")).to_contain_text("tands")
    desk.keyboard.press("a")
    expect(desk.get_by_role("alert")).to_be_focused()
    desk.keyboard.press("2")
    expect(desk.get_by_role("alert")).to_have_count(0)
    expect(desk.locator("#chip-q")).to_be_focused()


def test_what_is_said_ends_each_sentence_once(desk: Page) -> None:
    desk.keyboard.press("h")
    desk.keyboard.press("1")
    expect(desk.locator("#live")).to_have_text(re.compile(r"^Held: [^?]+\? Chip \d+ of \d+\.$"))
    desk.keyboard.press("u")
    expect(desk.locator("#live")).to_have_text(
        re.compile(r"^Undone, the hold of: [^?]+\? Chip \d+ of \d+\.$")
    )


def test_o_goes_round_what_can_be_published_over_and_space_ticks_it(
    desk: Page, server: Server, copy: str
) -> None:
    """It took five tabs to the first of them, and a press of the mouse to the one that is folded away."""
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip=c-063bbb76")
    boxes = desk.locator("#decide [name=override]")
    n = boxes.count()
    assert n >= 2
    for at in (*range(n), 0):
        desk.keyboard.press("o")
        expect(boxes.nth(at)).to_be_focused()
        expect(boxes.nth(at)).to_be_visible()
    expect(desk.locator("#decide [name=override]:checked")).to_have_count(0)
    desk.keyboard.press("Space")
    expect(boxes.first).to_be_checked()
    desk.keyboard.press("n")
    desk.keyboard.type("both figures add up")
    desk.keyboard.press("Escape")
    desk.keyboard.press("1")
    expect(desk.locator("#verdict")).to_contain_text("tands")
    desk.keyboard.press("a")
    expect(desk.locator(".toast").get_by_role("status")).to_contain_text("Published")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone")


ON_TOP = """box => {
  const {left, top, width, height} = box.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === box;
}"""


def test_o_brings_what_can_be_published_over_out_from_under_the_bar(desk: Page) -> None:
    """In a window of any height: a browser scrolls to what is out of sight, and not to what is merely covered."""
    for height in range(560, 1000, 40):
        desk.set_viewport_size({"width": 1280, "height": height})
        desk.reload()
        desk.keyboard.press("o")
        box = desk.locator("#decide [name=override]").first
        expect(box).to_be_focused()
        assert box.evaluate(ON_TOP), height


def test_o_says_where_nothing_can_be_published_over(desk: Page, server: Server, copy: str) -> None:
    desk.keyboard.press("h")
    desk.keyboard.press("1")
    expect(desk.locator(".toast")).to_contain_text("Held:")
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip=c-487595bb")
    desk.keyboard.press("x")
    desk.keyboard.press("1")
    expect(desk.locator(".toast")).to_contain_text("Dropped:")
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip=c-487595bb")
    desk.keyboard.press("o")
    expect(desk.locator("#hint")).to_have_text("Nothing here can be published over.")
    for _ in range(2):
        desk.keyboard.press("u")
        expect(desk.locator(".toast")).to_contain_text("Undone")


def test_selected_words_are_taken_and_published_by_keys(desk: Page) -> None:
    desk.evaluate("getSelection().selectAllChildren(document.querySelector('.section__text p'))")
    desk.keyboard.press("a")
    expect(desk.locator("#hint")).to_contain_text("Words are selected")
    desk.keyboard.press("q")
    expect(desk.locator("#quote")).not_to_have_value("")
    assert desk.evaluate("getSelection().isCollapsed")


def test_escape_leaves_the_quote_field(desk: Page) -> None:
    desk.locator("#quote").fill("some words")
    desk.keyboard.press("Escape")
    expect(desk.locator("#quote")).not_to_be_focused()


def test_escape_where_nothing_is_open_moves_nobody(desk: Page) -> None:
    """It sent whoever hears the page to its very top."""
    desk.locator("#chip-q").focus()
    desk.keyboard.press("Escape")
    expect(desk.locator("#chip-q")).to_be_focused()


def test_a_press_right_after_taking_a_sentence_is_not_swallowed(desk: Page) -> None:
    desk.keyboard.press("1")
    desk.keyboard.press("a")
    expect(desk.locator(".toast")).to_contain_text("Published:")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the publish of")
    expect(desk.locator("#quote")).not_to_have_value("")


def test_a_quote_goes_along_into_the_edit(desk: Page) -> None:
    desk.keyboard.press("1")
    expect(desk.locator("#verdict")).to_contain_text("tands")
    words = desk.locator("#quote").input_value()
    desk.keyboard.press("e")
    expect(desk.get_by_role("heading", name="Edit this chip")).to_be_visible()
    expect(desk.locator("#quote")).to_have_value(words)


def test_an_act_that_is_closed_says_why_to_a_key(desk: Page) -> None:
    desk.keyboard.press("h")
    desk.keyboard.press("1")
    expect(desk.locator(".toast")).to_contain_text("Held:")
    desk.locator(".toast a").click()
    expect(desk.locator(".chip__where")).to_contain_text("held")
    desk.keyboard.press("h")
    expect(desk.locator("#hint")).to_have_text("This chip is held.")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone")


def test_another_section_can_be_read_beside_the_cited_one(desk: Page) -> None:
    desk.get_by_text("Read another section beside these").click()
    desk.get_by_role("link", name="Packs and chips").click()
    expect(desk.locator("#s-packs-and-chips")).to_contain_text("not cited by this chip")
    expect(desk.locator("#s-packs-and-chips .section__text")).to_be_visible()


def test_a_pack_without_its_article_loads_by_page(page: Page, server: Server, tmp_path: Path) -> None:
    pack = (
        Path(f"reviews/example/{SLUG}.json")
        .read_text()
        .replace(f'"slug": "{SLUG}"', '"slug": "alone-by-page"')
    )
    (tmp_path / "alone.json").write_text(pack)
    log_in(page, server, "ada")
    page.goto(f"{server.url}/load/")
    page.get_by_label("Pack", exact=True).set_input_files(tmp_path / "alone.json")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("oaded")
    page.goto(f"{server.url}/packs/alone-by-page/desk/")
    expect(page.get_by_role("main")).to_contain_text("No quote can be checked")


def test_e_opens_the_answer_to_be_written_on(desk: Page) -> None:
    desk.keyboard.press("e")
    expect(desk.locator("#a")).to_be_focused()
    before = desk.locator("#a").input_value()
    desk.keyboard.type(" So it is.")
    expect(desk.locator("#a")).to_have_value(f"{before} So it is.")


def test_enter_in_the_question_goes_on_to_the_answer(desk: Page) -> None:
    desk.keyboard.press("e")
    before = desk.locator("#q").input_value()
    desk.locator("#q").press("Enter")
    expect(desk.locator("#a")).to_be_focused()
    expect(desk.locator("#q")).to_have_value(before)


def test_an_edit_refused_for_want_of_a_reason_is_saved_once_it_has_one(desk: Page) -> None:
    desk.keyboard.press("e")
    expect(desk.locator("#a")).to_be_focused()
    desk.keyboard.type(" In the morning, says the section.")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#why")).to_be_focused()
    expect(desk.locator("#why")).to_have_accessible_description(
        re.compile("^Say why: it goes into the ledger.")
    )
    expect(desk.get_by_role("alert")).to_have_count(0)
    expect(desk.locator(".drafted")).to_have_count(0)
    desk.keyboard.type("made plainer")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".toast")).to_contain_text("Edited:")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the hand-edit of")


def test_escape_leaves_the_edit_and_keeps_its_words(desk: Page) -> None:
    desk.keyboard.press("e")
    expect(desk.locator("#a")).to_be_focused()
    desk.keyboard.type(" Kept.")
    desk.keyboard.press("Escape")
    expect(desk.locator("#a")).to_have_count(0)
    desk.keyboard.press("e")
    expect(desk.locator("#a")).to_have_value(re.compile(r" Kept\.$"))
    expect(desk.locator("#check ins")).to_contain_text("Kept")  # asked of what was brought back
    desk.get_by_role("button", name="Discard it").click()
    expect(desk.locator("#check ins")).to_have_count(0)


def test_a_kept_edit_is_told_beside_the_words_that_stand(desk: Page) -> None:
    desk.keyboard.press("e")
    expect(desk.locator("#a")).to_be_focused()
    desk.keyboard.type(" Kept.")
    desk.keyboard.press("Escape")
    expect(desk.get_by_text("You have an unsaved edit of this chip.")).to_be_visible()
    desk.get_by_role("link", name="Go on with it").click()
    expect(desk.locator("#a")).to_have_value(re.compile(r" Kept\.$"))
    desk.keyboard.press("Escape")
    desk.get_by_role("button", name="Discard it").click()
    expect(desk.get_by_text("You have an unsaved edit of this chip.")).to_be_hidden()
    desk.keyboard.press("e")
    expect(desk.locator("#a")).not_to_have_value(re.compile("Kept"))


def test_control_and_enter_in_the_why_field_say_what_decides(desk: Page) -> None:
    desk.keyboard.press("n")
    desk.keyboard.type("a reason")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator("#hint")).to_have_text(re.compile("^Publish, Hold or Drop decides with this reason"))
    desk.locator("#why").fill("")


def test_on_a_telephone_the_keys_are_shown_whole_and_can_be_closed(desk: Page) -> None:
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.locator("[popovertarget=keys]").first.click()
    expect(desk.locator("#keys kbd").first).to_be_visible()
    desk.locator("#keys").get_by_role("button", name="Close").click()
    expect(desk.locator("#keys")).to_be_hidden()


def test_without_scripts_a_field_to_mend_has_the_focus(browser: Browser, server: Server, copy: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    log_in(page, server, "kim")
    page.goto(f"{server.url}/packs/{copy}/desk/?chip=c-487595bb")
    page.get_by_role("button", name="Hold").click()
    expect(page.locator("#why")).to_be_focused()
    expect(page.get_by_text("Say why: it goes into the ledger.")).to_have_count(1)
    page.context.close()


def test_a_publication_without_a_quote_is_refused_once_at_the_quote(desk: Page) -> None:
    desk.keyboard.press("a")
    alert = desk.get_by_role("alert")
    expect(alert).to_contain_text("Not published: No quote is given.")
    expect(desk.get_by_text("No quote is given.")).to_have_count(1)
    expect(alert).to_be_focused()
    expect(desk.locator("#quote")).to_have_accessible_description(
        re.compile("^Not published: No quote is given.")
    )
    expect(desk.get_by_label("No sentence carries it")).to_be_visible()
    desk.keyboard.press("1")
    expect(alert).to_have_count(0)


def test_a_longer_sum_moves_no_part_of_the_desk(desk: Page) -> None:
    where = desk.locator(".desk").bounding_box()
    desk.keyboard.press("e")
    expect(desk.locator("#a")).to_be_focused()
    desk.keyboard.type(" Rewritten.")
    desk.locator("#why").fill("plainer")
    desk.keyboard.press("Control+Enter")
    expect(desk.locator(".sums")).to_contain_text("1 is an old wording")
    assert desk.locator(".desk").bounding_box() == where
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the hand-edit of")
