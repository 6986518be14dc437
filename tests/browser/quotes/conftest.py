"""The article's pack, a copy for each file of tests, and its first chip at a desk and on a telephone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Server, load
from tests.browser.quotes.trials import ARTICLE, CHIPS, opened
from tests.core import builders as files


@pytest.fixture(scope="module")
def pack(server: Server, request: pytest.FixtureRequest) -> str:
    """Its slug: what one file of tests decides is not another's."""
    slug = f"trials-{request.module.__name__.rpartition('_')[2]}"
    chips = [files.chip(*chip) for chip in CHIPS]
    return load(server, files.pack(text=ARTICLE, slug=slug, chips=chips, bullets=(), thanks=None), ARTICLE)


@pytest.fixture
def desk(page: Page, server: Server, pack: str, complaints: list[str]) -> Page:
    """The first chip's page, before any seated judge."""
    return opened(page, server, pack)


@pytest.fixture
def phone(browser: Browser, server: Server, pack: str) -> Page:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield opened(context.new_page(), server, pack)
    context.close()
