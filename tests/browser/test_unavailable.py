"""What was typed while the database took no write: it is told, kept in the browser, and recorded once when it is sent again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, load_copy, log_in

WHY = "the section says every other day"
NOT_SAVED = "Not saved: the database cannot be written just now"


@contextmanager
def unwritable(server: Server) -> Iterator[None]:
    """The database file has another name for a while: every write is refused at once."""
    file = server.data / "packreview.sqlite3"
    away = file.with_name("away.sqlite3")
    file.rename(away)
    try:
        yield
    finally:
        away.rename(file)


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def jo(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A judge who is logged in, with and without scripts."""
    context = browser.new_context(java_script_enabled=request.param)
    page = context.new_page()
    log_in(page, server, "jo")
    yield page
    context.close()


def n_recorded(page: Page, server: Server, slug: str) -> int:
    page.goto(f"{server.url}/packs/{slug}/ledger/")
    return page.locator("body").inner_text().count(WHY)


def test_a_reason_at_the_desk_is_kept_and_recorded_once(jo: Page, server: Server, request) -> None:
    slug = load_copy(server, f"not-saved-{len(request.node.name)}")
    jo.goto(f"{server.url}/packs/{slug}/desk/")
    jo.locator("#why").fill(WHY)
    with unwritable(server):
        jo.get_by_role("button", name="Hold").click()
        expect(jo.get_by_text(NOT_SAVED).first).to_be_visible()
        expect(jo.locator("textarea").filter(has_text=WHY).or_(jo.locator("#why")).first).to_have_value(WHY)
    if jo.locator("#why").count():
        jo.get_by_role("button", name="Hold").click()
    else:
        jo.reload()  # as the page says: the form is sent again
    expect(jo.locator(".chip__where")).to_contain_text("Chip 2 of")
    assert n_recorded(jo, server, slug) == 1


def test_a_reason_in_a_plain_form_is_kept_and_recorded_once(jo: Page, server: Server, request) -> None:
    slug = load_copy(server, f"not-struck-{len(request.node.name)}")
    jo.goto(f"{server.url}/packs/{slug}/")
    form = jo.locator("form[action$='/strike/']").first
    form.locator("xpath=ancestor::details[1]/summary").click()
    form.locator("[name=why]").fill(WHY)
    with unwritable(server):
        form.get_by_role("button", name="Strike").click()
        expect(jo.get_by_role("heading", name=NOT_SAVED)).to_be_visible()
        expect(jo.locator("textarea")).to_have_value(WHY)
    jo.reload()
    expect(jo.get_by_text("Struck: one").first).to_be_visible()
    assert n_recorded(jo, server, slug) == 1
