"""The second step as a person meets it: set up, asked for, recovered from; each page fit to be read, without scripts too."""

from __future__ import annotations

import time
from base64 import b32decode
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django_otp.oath import TOTP
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PASSWORD, Server, log_in


@pytest.fixture(scope="module")
def lu(server: Server) -> Iterator[str]:
    """Somebody of their own, so that nobody else is asked for a code."""
    server.manage("add_user", "lu", "--judge", "--password-stdin", given=PASSWORD)
    yield "lu"
    server.manage("reset_second_step", "lu")


def fit(page: Page) -> list[str]:
    """What keeps a page from being read, at the width it has."""
    told = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in Axe().run(page).response["violations"]]
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return told + ([f"{wide}px too wide"] if wide > 0 else [])


def code_for(secret: str) -> str:
    totp = TOTP(b32decode(secret.replace(" ", "")))
    totp.time = time.time()
    return f"{totp.token():06d}"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_it_is_set_up_asked_for_and_recovered_from(
    browser: Browser, server: Server, lu: str, complaints: list[str], width: int, scheme: str
) -> None:
    server.manage("reset_second_step", lu)
    page = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 860}).new_page()
    log_in(page, server, lu)
    page.goto(f"{server.url}/account/")
    unfit = fit(page)
    page.get_by_role("link", name="Set up a second step").click()
    expect(page.get_by_label("Your password")).to_be_visible()
    unfit += fit(page)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    secret = page.locator("code.password").inner_text()
    expect(page.locator("main svg")).to_be_visible()
    unfit += fit(page)
    page.get_by_label("The code that the app shows now").fill("12345")
    page.get_by_role("button", name="Ask me for it from now on").click()
    expect(page.get_by_text("This code does not do")).to_be_visible()
    unfit += fit(page)
    page.wait_for_timeout(1100)  # the pause after a wrong code
    page.get_by_label("The code that the app shows now").fill(code_for(secret))
    page.get_by_role("button", name="Ask me for it from now on").click()
    expect(page.locator("ol code")).to_have_count(10)
    codes = page.locator("ol code").all_inner_texts()
    unfit += fit(page)
    page.get_by_role("button", name="Log out").click()
    page.get_by_label("Name").fill(lu)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Your code")).to_be_visible()
    unfit += fit(page)
    page.get_by_label("Code").fill(codes[0])
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("That recovery code is used up: 9 are left.")).to_be_visible()
    assert unfit == []


def test_it_is_set_up_without_scripts(browser: Browser, server: Server, lu: str) -> None:
    server.manage("reset_second_step", lu)
    page = browser.new_context(java_script_enabled=False).new_page()
    log_in(page, server, lu)
    page.goto(f"{server.url}/account/second-step/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("The code that the app shows now").fill(
        code_for(page.locator("code.password").inner_text())
    )
    page.get_by_role("button", name="Ask me for it from now on").click()
    expect(page.locator("ol code")).to_have_count(10)


def test_a_shut_door_is_fit_to_be_read(browser: Browser, server: Server) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 860}).new_page()
    for _ in range(6):
        page.goto(f"{server.url}/login/")
        page.get_by_label("Name").fill("somebody-who-forgot")
        page.get_by_label("Password").fill("not the password")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Too many tries from where you are.")
    assert fit(page) == []


def test_the_drafts_of_a_desk_go_with_the_log_out(page: Page, server: Server) -> None:
    """Clear-Site-Data: what was typed and not sent stays on no shared machine."""
    log_in(page, server, "kim")
    page.evaluate("localStorage.setItem('left', 'behind')")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    assert page.evaluate("localStorage.getItem('left')") is None
