"""What an editor cursed at in the third hour: keys that were missing, marks that looked like keys, bars in the way."""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, load_copy, log_in

COPY, LATER = "an-example-of-a-long-day", "an-example-of-another-day"
WAITING, TWO_FINDINGS = "c-487595bb", "c-063bbb76"
FRAME = "(node) => getComputedStyle(node).borderTopStyle"


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    load_copy(server, LATER)
    return load_copy(server, COPY)


def test_a_number_is_not_framed_like_a_key(desk: Page, server: Server, copy: str) -> None:
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={TWO_FINDINGS}")
    assert desk.locator(".finding__number").first.evaluate(FRAME) == "none"
    frame = "(node) => getComputedStyle(node, '::after').borderTopStyle"
    assert desk.locator("[data-held]:not([data-held=''])").first.evaluate(frame) == "none"


def test_the_key_of_the_next_chip_leads_to_the_waiting_ones_where_a_filter_has_none(
    desk: Page, server: Server, copy: str
) -> None:
    desk.goto(f"{server.url}/packs/{copy}/desk/?show=held")
    expect(desk.get_by_role("heading", name="No held chip in this pack")).to_be_visible()
    desk.keyboard.press("j")
    expect(desk).to_have_url(f"{server.url}/packs/{copy}/desk/")


def test_the_key_of_the_next_chip_leads_to_the_next_pack_where_none_is_left(
    desk: Page, server: Server
) -> None:
    file = server.data / "copies/an-example-that-ends.json"
    pack = json.loads((server.data / f"copies/{COPY}.json").read_text())
    file.write_text(json.dumps(pack | {"slug": file.stem}))
    server.manage("load_pack", str(file))
    desk.goto(f"{server.url}/packs/{file.stem}/desk/")
    for _ in pack["chips"]:
        chip = desk.locator(".chip").get_attribute("id")
        desk.keyboard.press("h")
        desk.keyboard.press("1")
        expect(desk.locator(f"#{chip}")).to_have_count(0)
    expect(desk.get_by_role("heading", name="All done: no chip waits")).to_be_focused()
    desk.keyboard.press("j")
    expect(desk).not_to_have_url(re.compile(f"/{file.stem}/"))
    expect(desk).to_have_url(re.compile("/packs/[a-z-]+/desk/$"))


def test_a_digit_takes_a_sentence_of_another_section_where_the_cited_have_none(
    desk: Page, server: Server
) -> None:
    file = server.data / "copies/an-example-with-a-dead-cite.json"
    pack = (server.data / f"copies/{COPY}.json").read_text().replace(f'"{COPY}"', f'"{file.stem}"')
    file.write_text(re.sub(r'("cites": \[\s*)"[^"]+"', r'\1"gone"', pack, count=1))
    file.with_suffix(".md").write_bytes((server.data / f"copies/{COPY}.md").read_bytes())
    server.manage("load_pack", str(file))
    desk.goto(f"{server.url}/packs/{file.stem}/desk/")
    first = desk.get_by_role("button", name="Take this sentence of another section").first
    expect(first).to_contain_text("1")
    desk.keyboard.press("1")
    expect(desk.locator("#why")).to_be_focused()
    expect(desk.locator("#quote")).not_to_have_value("")


@pytest.mark.parametrize("desk", [(390, 844)], indirect=True, ids=str)
def test_on_a_telephone_the_bars_above_are_out_of_the_way_after_an_act(desk: Page) -> None:
    desk.get_by_label("Why").fill("the section does not carry this")
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast")).to_contain_text("Held:")
    expect(desk.locator("#chip-q")).to_be_focused()
    top = desk.locator(".toast").evaluate("(node) => Math.round(node.getBoundingClientRect().top)")
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the hold of")
    assert top == 0


def test_a_disputed_chip_is_fit_to_be_read_and_asks_for_no_quote(
    browser: Browser, server: Server, copy: str
) -> None:
    server.manage("second_opinions", "every", "--pack", LATER, "--as", "ada")
    for name, act in (("jo", "Publish"), ("kim", "Hold")):
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        log_in(page, server, name)
        page.goto(f"{server.url}/packs/{LATER}/desk/?chip={WAITING}")
        page.keyboard.press("1")
        expect(page.locator("#verdict")).to_contain_text("tands")
        page.get_by_label("Why").fill("read twice")
        page.get_by_role("button", name=act).click()
        expect(page.locator(".toast")).to_be_visible()
    page.goto(f"{server.url}/packs/{LATER}/desk/?chip={WAITING}")
    expect(page.get_by_text("Two judges disagree. A third settles it")).to_be_visible()
    expect(page.get_by_role("button", name="Use the selected words")).to_have_count(0)
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("desk", [(390, 844)], indirect=True, ids=str)
def test_on_a_telephone_no_number_is_parted_from_its_word(desk: Page) -> None:
    lines = desk.locator(".pack-bar .sums__part").evaluate_all(
        "(parts) => parts.map((part) => part.getClientRects().length)"
    )
    assert lines == [1] * 5


def test_an_undo_of_somebody_elses_act_is_one_underlined_line(
    browser: Browser, server: Server, desk: Page, copy: str
) -> None:
    desk.goto(f"{server.url}/packs/{copy}/desk/?chip={WAITING}")
    desk.get_by_label("Why").fill("the section does not carry this")
    desk.get_by_role("button", name="Hold").click()
    expect(desk.locator(".toast")).to_contain_text("Held:")
    kims = browser.new_context().new_page()
    log_in(kims, server, "kim")
    kims.goto(f"{server.url}/packs/{copy}/desk/?chip={WAITING}")
    link = kims.locator("#closed button")
    expect(link).to_have_text("Undo the hold by jo of this chip")
    assert link.evaluate("(node) => getComputedStyle(node).display") == "inline-block"
    desk.keyboard.press("u")
    expect(desk.locator(".toast")).to_contain_text("Undone, the hold of")
