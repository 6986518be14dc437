"""For whoever reads: large letters, one's own colours, paper, words from right to left, a narrow window, a thumb."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Server, load_copy, log_in
from tests.core import builders as files

COPY = "an-example-for-readers"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ARABIC = "يرفع المركب عشرين طنا من الخشب في كل يوم عمل."
PAGES = (
    "/", "/load/", "/seats/", "/users/", "/account/", "/ledger/", "/reports/", f"/packs/{COPY}/", f"/packs/{COPY}/desk/",
    f"/packs/{COPY}/desk/?edit=1", f"/packs/{COPY}/ledger/", f"/packs/{COPY}/release/", f"/packs/{COPY}/article/",
)  # fmt: skip


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    server.manage("add_user", "Hubert-Blaine-Wolfeschlegelsteinhausenbergerdorff", "--judge")
    return load_copy(server, COPY)


def test_large_letters_widen_no_page(browser: Browser, server: Server, copy: str) -> None:
    """Who sets 28 pixels in the browser has 28 where others have 16; a list of long names pushed its form out."""
    page = browser.new_context(bypass_csp=True, viewport={"width": 390, "height": 844}).new_page()
    log_in(page, server, "ada")
    wide, broken = {}, {}
    for address in PAGES:
        page.goto(server.url + address)
        page.add_style_tag(content="html { font-size: 28px }")
        wide[address] = page.evaluate(TOO_WIDE)
        broken[address] = page.evaluate(BROKEN)
    assert (wide, broken) == (dict.fromkeys(PAGES, 0), {address: [] for address in PAGES})


# A label of one word stands on one line.
BROKEN = """() => [...document.querySelectorAll("label, legend")]
  .filter((one) => one.checkVisibility() && !one.textContent.trim().includes(" ") && !one.querySelector("input"))
  .filter((one) => one.getBoundingClientRect().height > 2 * parseFloat(getComputedStyle(one).fontSize) * 1.6)
  .map((one) => one.textContent)"""


def test_what_unfolds_is_large_enough_for_a_thumb(browser: Browser, server: Server, copy: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    log_in(page, server, "ada")
    small = {}
    for address in PAGES:
        page.goto(server.url + address)
        small[address] = page.evaluate(
            """() => [...document.querySelectorAll("summary")].filter((one) => one.checkVisibility() && one.offsetHeight < 44)
              .map((one) => one.textContent.trim())"""
        )
    assert small == {address: [] for address in PAGES}


def dot(page: Page, status: str) -> str:
    drawn = "dot => getComputedStyle(dot, '::before').backgroundColor"
    return page.locator(f".dots [data-status={status}] a").first.evaluate(drawn)


def test_in_colours_of_ones_own_the_states_are_still_told_apart(
    page: Page, server: Server, copy: str
) -> None:
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/")
    page.keyboard.press("1")
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_contain_text("Published:")
    page.emulate_media(forced_colors="active")
    told_apart = dot(page, "published") != dot(page, "waiting")
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("Undone")
    assert told_apart


CUT = "one => one.scrollHeight - one.clientHeight"


def test_on_paper_the_desk_is_whole_and_dark_on_light(page: Page, server: Server, copy: str) -> None:
    """The bar of acts was printed over the words, and the section ended where the window did."""
    log_in(page, server, "jo")
    page.set_viewport_size({"width": 794, "height": 500})
    page.goto(f"{server.url}/packs/{copy}/desk/")
    page.emulate_media(media="print", color_scheme="dark")
    for pressed in (
        ".acts",
        ".bar__nav",
        ".toast",
        ".claim",
        ".chip__steps",
        "[data-use-selection] >> nth=0",
    ):
        expect(page.locator(pressed)).to_be_hidden()
    assert [page.locator(which).evaluate(CUT) for which in (".chip", ".sections")] == [0, 0]
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 31, 33)"


def test_the_claim_above_a_section_runs_the_way_of_its_words(
    page: Page, server: Server, tmp_path: Path
) -> None:
    text = f"# Boats\n\n## Boat {{#boat}}\n\n{ARABIC}\n"
    path = tmp_path / "boats.json"
    chips = [files.chip("what does it lift?", ARABIC, ["boat"])]
    path.write_bytes(files.raw(files.pack(text=text, slug="boats", chips=chips, bullets=(), thanks=None)))
    path.with_suffix(".md").write_bytes(text.encode())
    server.manage("load_pack", str(path))
    page.set_viewport_size({"width": 390, "height": 844})
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/boats/desk/")
    way = "one => getComputedStyle(one, '::before').unicodeBidi"
    assert page.locator(".claim").evaluate(way) == "plaintext"


@pytest.fixture
def narrow(page: Page, server: Server, copy: str) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    log_in(page, server, "ada")
    return page


def test_a_button_with_a_title_of_one_long_word_stays_in_a_narrow_window(
    narrow: Page, server: Server, tmp_path: Path
) -> None:
    path = tmp_path / "long.json"
    path.write_bytes(files.raw(files.pack(slug=f"{COPY}-next", title="W" * 60)))
    path.with_suffix(".md").write_bytes(files.article().encode())
    server.manage("load_pack", str(path))
    narrow.goto(f"{server.url}/packs/{COPY}/desk/?show=dropped")
    expect(narrow.get_by_role("link", name="Next pack: WWW")).to_be_visible()
    assert narrow.evaluate(TOO_WIDE) <= 0


def test_in_a_narrow_window_no_cell_is_a_column_of_letters(narrow: Page, server: Server) -> None:
    narrow.goto(f"{server.url}/packs/{COPY}/article/")
    last = narrow.locator("[data-row] td:last-child").first
    assert last.evaluate("cell => cell.offsetWidth") > 200


@pytest.mark.parametrize("address", [f"/packs/{COPY}/article/", "/reports/"])
def test_a_table_scrolled_aside_still_says_whose_row_it_is(
    narrow: Page, server: Server, address: str
) -> None:
    narrow.goto(server.url + address)
    table = narrow.locator(".scroll", has=narrow.locator("td:nth-child(4)")).last
    aside = table.evaluate("one => { one.scrollLeft = 1000; return one.scrollLeft }")
    first = table.locator("tbody tr > :first-child").first.bounding_box()
    assert aside > 0
    assert first["x"] == table.bounding_box()["x"]


def test_a_sentence_to_take_and_a_finding_to_publish_over_are_told_by_their_words(
    page: Page, server: Server, copy: str
) -> None:
    """Whoever goes from one to the next by Tab heard “Take sentence 1” and twice the same box."""
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/?chip=c-063bbb76")
    first = page.locator(".suggestions li").first
    expect(first.get_by_role("button")).to_have_accessible_description(first.locator("span").inner_text())
    box = page.locator(".finding [name=override]").first
    gate = box.locator("xpath=ancestor::*[@data-gate]").locator("b").first.inner_text()
    expect(box).to_have_accessible_name(f"Publish over this, with a reason ({gate}) O")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_next_chip_stands_where_the_last_one_stood(
    browser: Browser, server: Server, copy: str, width: int, height: int
) -> None:
    """On a telephone each Next began above the bars again, a quarter of the screen to scroll away."""
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/")
    page.get_by_label("Next chip").click()
    page.wait_for_url("**/desk/?chip=*")
    page.wait_for_function("document.activeElement.id === 'chip-q'", timeout=PATIENCE)
    top = page.locator(".desk").evaluate("desk => Math.round(desk.getBoundingClientRect().top)")
    bars = page.locator(".pack-bar").evaluate("bar => Math.round(bar.getBoundingClientRect().bottom)")
    assert (top if width < 800 else top - bars) == 0


# The share of the lighter to the darker of two colours, after WCAG 2.
PLACEHOLDERS = """() => {
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, n) => sum + one * [0.2126, 0.7152, 0.0722][n], 0.05);
  return [...document.querySelectorAll("[placeholder]")].map((field) => {
    const pair = [getComputedStyle(field, "::placeholder").color, getComputedStyle(field).backgroundColor].map(light);
    return Math.max(...pair) / Math.min(...pair);
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_stands_in_an_empty_field_can_be_read(
    browser: Browser, server: Server, copy: str, scheme: str
) -> None:
    """In the dark it was the browser's own grey, at 3.6 to 1, which axe does not measure."""
    page = browser.new_context(color_scheme=scheme).new_page()
    log_in(page, server, "jo")
    found = []
    for address in ("/", f"/packs/{copy}/desk/"):
        page.goto(server.url + address)
        found += page.evaluate(PLACEHOLDERS)
    assert (len(found) > 1, [share for share in found if share < 4.5]) == (True, [])
