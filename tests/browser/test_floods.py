"""Floods of odd text break no page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import load, log_in
from tests.core import builders as files

FLOODS = (
    ("a" + "\u0301" * 3_000, "combining marks"),
    ("👩‍👩‍👧‍👦" * 300, "joined pictures"),
    ("x" * 5_000, "a line without a space"),
    ("\u202e" * 50 + "turned round", "turning marks"),
)


@pytest.mark.parametrize("width", [390, 1280])
def test_floods_of_odd_text_break_no_page(page, server, complaints, width):
    text = "# Floods\n\n## Flood {#flood}\n\n" + "\n\n".join(f"{flood} and {name}." for flood, name in FLOODS)
    chips = [
        files.chip(f"what of {name}?", f"It is {flood} and no more.", ["flood"]) for flood, name in FLOODS
    ]
    data = files.pack(text=text, slug="floods", title=FLOODS[2][0], chips=chips, bullets=(), thanks=None)
    load(server, data, text)
    page.set_viewport_size({"width": width, "height": 844})
    log_in(page, server, "jo")
    for chip in chips:
        page.goto(f"{server.url}/packs/floods/desk/?chip={chip['id']}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator(".act--publish")).to_be_in_viewport()
