"""Every page as it is seen: no accessibility violation, nothing wider than the window, nothing in the console."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, load_copy, log_in

COPY = "a-second-example"
PAGES = (
    "/", "/?state=waiting", "/?q=nothing-like-this", "/load/", "/seats/", "/seats/?ended=1", "/users/", "/account/", "/account/password/",
    "/ledger/", "/reports/", f"/reports/?pack={COPY}", "/reports/?since=yesterday", f"/packs/{COPY}/second-opinions/",
    f"/packs/{COPY}/", f"/packs/{COPY}/desk/", f"/packs/{COPY}/desk/?edit=1", f"/packs/{COPY}/desk/?show=dropped",
    f"/packs/{COPY}/ledger/", f"/packs/{COPY}/release/", f"/packs/{COPY}/article/", "/packs/none-such/",
)  # fmt: skip


@pytest.fixture(scope="module")
def copy(server: Server) -> str:
    return load_copy(server, COPY)


@pytest.fixture
def seen(
    page: Page, server: Server, copy: str, complaints: list[str], request: pytest.FixtureRequest
) -> Page:
    width, scheme = request.param
    page.set_viewport_size({"width": width, "height": 860})
    page.emulate_media(color_scheme=scheme)
    log_in(page, server, "ada")
    return page


@pytest.mark.parametrize(
    "seen", [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")], indirect=True, ids=str
)
def test_every_page_is_fit_to_be_read(seen: Page, server: Server) -> None:
    found = {}
    for address in PAGES:
        seen.goto(server.url + address)
        violations = Axe().run(seen).response["violations"]
        wide = seen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        told = [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in violations] + (
            [f"{wide}px too wide"] if wide > 0 else []
        )
        if told:
            found[address] = told
    assert found == {}


def test_the_log_in_page_is_fit_to_be_read(page: Page, server: Server, complaints: list[str]) -> None:
    page.goto(f"{server.url}/login/")
    assert Axe().run(page).response["violations"] == []


def test_a_chip_can_be_judged_without_scripts(browser: Browser, server: Server, copy: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    log_in(page, server, "kim")
    page.goto(f"{server.url}/packs/{copy}/desk/")
    page.get_by_label("Quote", exact=True).fill(
        "A chip is one question and one answer, with a cite that names the section"
    )
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".toast")).to_contain_text("Published:")
    page.get_by_label("Why").fill("look again")
    page.get_by_role("button", name="Hold").click()
    expect(page.locator(".toast")).to_contain_text("Held:")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("Undone")
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Answer", exact=True).fill(
        "Another answer, long enough to be one that a gate does not mind at all."
    )
    page.get_by_label("Why").fill("plainer")
    page.get_by_role("button", name="Save", exact=False).first.click()
    expect(page.locator(".toast")).to_contain_text("Edited:")


def test_a_reason_may_begin_with_a_digit(page: Page, server: Server, copy: str) -> None:
    log_in(page, server, "kim")
    page.goto(f"{server.url}/packs/{copy}/")
    page.locator("details.strike > summary").first.click()
    why = page.locator("input[name=why]:visible, textarea[name=why]:visible").first
    why.press_sequentially("3 of them are wrong")
    expect(why).to_have_value("3 of them are wrong")
    page.locator("button[data-reason]:visible").first.click()
    expect(why).not_to_have_value("3 of them are wrong")


def test_the_second_of_two_browsers_keeps_their_words(browser: Browser, server: Server, copy: str) -> None:
    first, second = (browser.new_context().new_page() for _ in range(2))
    for page, name in ((first, "jo"), (second, "kim")):
        log_in(page, server, name)
        page.goto(f"{server.url}/packs/{copy}/desk/?chip=c-063bbb76")
    first.locator("#why").fill("the figure is another")
    first.get_by_role("button", name="Hold").click()
    expect(first.locator(".toast")).to_contain_text("Held:")
    second.locator("#why").fill("thirteen is nowhere in that section")
    second.get_by_role("button", name="Drop").click()
    expect(second.get_by_role("alert")).to_contain_text("Somebody decided first")
    expect(second.get_by_role("alert")).to_contain_text("Held by jo")
    expect(second.locator("#why")).to_have_value("thirteen is nowhere in that section")
    second.get_by_role("button", name="Drop").click()
    expect(second.locator(".toast")).to_contain_text("Dropped:")
    second.get_by_role("button", name="Undo").click()
    expect(second.locator(".toast")).to_contain_text("Undone")


def test_keys_decide_nothing_while_somebody_types(
    page: Page, server: Server, copy: str, complaints: list[str]
) -> None:
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/")
    before = page.locator(".pack-bar .sums").inner_text()
    page.locator("#quote").click()
    page.keyboard.type("a h x u j k q 1 2 3")
    page.locator("#why").click()
    page.keyboard.type("a h x")
    page.locator("#chip-q").click()
    for key in ("Enter", "Backspace", "Delete", " ", "Alt+a", "Control+h", "Shift+Tab"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator(".pack-bar .sums").inner_text() == before
    assert page.locator("#why").input_value() == "a h x"


def test_a_draft_survives_a_closed_tab(browser: Browser, server: Server, copy: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    log_in(page, server, "jo")
    address = f"{server.url}/packs/{copy}/desk/?chip=c-32f3a656"
    page.goto(address)
    page.locator("#why").fill("half a thought")
    page.close()
    again = context.new_page()
    again.goto(address)
    expect(again.locator("#why")).to_have_value("half a thought")


def test_a_lost_network_keeps_the_words_and_says_so(page: Page, server: Server, copy: str) -> None:
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/?chip=c-32f3a656")
    page.locator("#why").fill("typed on a train")
    page.context.set_offline(True)
    page.get_by_role("button", name="Hold").click()
    expect(page.locator("#lost")).to_contain_text(
        "The network is gone. Your words are still here: press again"
    )
    expect(page.locator("#lost")).not_to_contain_text("nothing was recorded")
    expect(page.locator("#why")).to_have_value("typed on a train")
    page.context.set_offline(False)


def test_more_words_than_are_read_at_once_are_refused_in_a_sentence(
    page: Page, server: Server, copy: str
) -> None:
    """Nothing was said at all: whatever is refused is told above the chip, whose words stay."""
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/")
    long = page.locator("#why").evaluate("why => { why.value = 'word '.repeat(250000); return why.value }")
    page.get_by_role("button", name="Hold").click()
    expect(page.locator("#lost")).to_contain_text("These are more words than are read at once (1 MB)")
    expect(page.locator("#why")).to_have_value(long)


def test_a_log_out_elsewhere_keeps_the_words(page: Page, server: Server, copy: str) -> None:
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{copy}/desk/?chip=c-32f3a656")
    page.locator("#why").fill("typed before the log-in ended")
    page.context.clear_cookies()
    page.get_by_role("button", name="Hold").click()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#why")).to_have_value("typed before the log-in ended")
