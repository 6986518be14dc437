"""A desk behind nginx that goes away under a judge, and comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import SLUG
from tests.deploy.conftest import NGINX, gunicorn, nginx, open_folder, prepared

pytestmark = [
    pytest.mark.nginx,
    pytest.mark.skipif(not NGINX.exists(), reason="nginx is not installed"),
]


def test_while_the_desk_is_away_nothing_is_claimed_and_the_words_stay(browser: Browser):
    with open_folder() as folder:
        made = prepared(folder)
        page = browser.new_page(ignore_https_errors=True)
        with nginx(made):
            with gunicorn(made):
                page.goto(f"{made.url}/login/")
                page.fill("[name=username]", "judge")
                page.fill("[name=password]", made.password("judge"))
                page.get_by_role("button", name="Log in").click()
                page.goto(f"{made.url}/packs/{SLUG}/desk/")
                page.fill("#why", "it says something else")
            page.get_by_role("button", name="Hold").click()
            expect(page.locator("#lost")).to_have_text(
                "The desk is not there just now. Your words are still here: press again, and what was recorded already "
                "is not recorded twice."
            )
            expect(page.locator("#why")).to_have_value("it says something else")
            with gunicorn(made):
                page.get_by_role("button", name="Hold").click()
                expect(page.locator(".toast")).to_contain_text("Held:")
        page.context.close()
