"""A pack, an article and people made of payloads, read in a real browser: nothing of them is ever run, and nothing is fetched for them."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Request, expect

from tests.access.payloads import PAYLOADS
from tests.browser.conftest import Server, load, log_in
from tests.core import builders as files

# Before any script of the page: whatever a payload calls is written down.
CANARY = """
window.fired = [];
for (const name of ["canary", "alert", "confirm", "prompt", "print", "open"])
    window[name] = (...given) => { window.fired.push([name, ...given.map(String)]); return true; };
"""
SLUG = "canaries"
FOLDER = (
    f"/packs/{SLUG}/",
    f"/packs/{SLUG}/ledger/",
    f"/packs/{SLUG}/article/",
    f"/packs/{SLUG}/release/",
    "/",
    "/ledger/",
    "/seats/",
    "/users/",
)


def article() -> str:
    parts = [
        f"## Section {n} {{#s-{n}}}\n\n{payload}\n\nWords of section {n}.\n\n"
        for n, payload in enumerate(PAYLOADS)
    ]
    return "# Canaries\n\n" + "".join(parts)


@pytest.fixture(scope="module")
def canaries(server: Server) -> str:
    chips = [
        files.chip(f"{payload} {n}?", f"{payload} {n}", [f"s-{n}"]) for n, payload in enumerate(PAYLOADS)
    ]
    bullets = [f"{payload} {n}" for n, payload in enumerate(PAYLOADS)]
    drops = [files.drop(detail=payload, withheld=payload, figure=payload) for payload in PAYLOADS]
    made = files.pack(
        text=article(), slug=SLUG, title=PAYLOADS[0] + PAYLOADS[10], chips=chips, bullets=bullets, drops=drops
    )
    made |= {payload: payload for payload in PAYLOADS}
    return load(server, made, article())


@pytest.fixture
def watched(page: Page, server: Server) -> tuple[Page, list[str]]:
    """A page that writes down what is fetched from elsewhere, every dialog, and every breach of the policy."""
    heard: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith((server.url, "data:", "blob:")):
            heard.append(f"fetched {request.url}")

    page.add_init_script(CANARY)
    page.on("request", asked)
    page.on("dialog", lambda dialog: (heard.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("pageerror", lambda error: heard.append(f"error {error}"))
    page.on("popup", lambda popup: heard.append(f"popup {popup.url}"))
    page.on(
        "console",
        lambda message: heard.append(message.text) if "Content Security Policy" in message.text else None,
    )
    return page, heard


def fired(page: Page) -> list[str]:
    return [json.dumps(one) for one in page.evaluate("window.fired")]


def test_no_canary_sings_on_any_page(watched: tuple[Page, list[str]], server: Server, canaries: str) -> None:
    """X01 to X07: each page is loaded, given the focus by key, hovered over and opened up."""
    page, heard = watched
    log_in(page, server, "ada")
    for where in FOLDER:
        page.goto(server.url + where)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        heard += [f"{where}: {one}" for one in fired(page)]
    assert heard == []


def test_no_canary_sings_at_the_desk(watched: tuple[Page, list[str]], server: Server, canaries: str) -> None:
    """Every chip, its section drawn from hostile Markdown; then the next by key, as a swap."""
    page, heard = watched
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{canaries}/desk/")
    seen = set()
    for n in range(len(PAYLOADS)):
        page.locator("#chip-q").hover()
        heard += [f"chip {n}: {one}" for one in fired(page)]
        seen.add(page.locator("#chip-q").inner_text())
        before = page.url
        page.keyboard.press("j")
        expect(page).not_to_have_url(before)
    assert (heard, len(seen)) == ([], len(PAYLOADS))


def test_no_canary_sings_in_what_is_typed(
    watched: tuple[Page, list[str]], server: Server, canaries: str
) -> None:
    """Payloads as reason, quote and new wording: told back in the answer, in the toast and in the history."""
    page, heard = watched
    log_in(page, server, "jo")
    for payload in PAYLOADS[::6]:
        page.goto(f"{server.url}/packs/{canaries}/desk/")
        page.locator("#quote").fill(payload)
        page.locator("#why").fill(payload)
        page.get_by_role("button", name="Hold").click()
        expect(page.locator(".toast")).to_contain_text("Held:")
        heard += fired(page)
    page.goto(f"{server.url}/packs/{canaries}/ledger/")
    heard += fired(page)
    assert heard == []


def test_the_canary_sings_where_a_page_lets_it(watched: tuple[Page, list[str]], server: Server) -> None:
    """The proof of the tests above: on a page without our escaping and our policy most payloads of this kind are run."""
    page, _ = watched
    page.goto("data:text/html,<img src=x onerror=canary(1)><svg onload=canary(2)></svg>")
    page.wait_for_function("window.fired.length >= 2")
    assert sorted(fired(page)) == ['["canary", "1"]', '["canary", "2"]']
