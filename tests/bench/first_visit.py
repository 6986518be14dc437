"""What a browser that has nothing yet loads to show the desk: real chromium, every answer counted as it came over the wire."""

from __future__ import annotations

import shutil
from typing import Any

from tests.proofs.desk import Desk

AIM = "the aim is 60 kB and 10 requests"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


def seen(one: Desk) -> str:
    """Requests and bytes (heads and bodies, as compressed as they were sent), in a line."""
    path = shutil.which("chromium")
    if path is None:
        return "first visit of the desk: chromium is not here"
    from playwright.sync_api import sync_playwright

    person, slug = one.people()[0], next(iter(one.packs))
    loaded: dict[str, dict[str, Any]] = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        context = browser.new_context()
        at = f"http://127.0.0.1:{one.port}"
        context.add_cookies([{"name": "packreview", "value": person.session, "url": at}])
        sheet = context.new_page()
        wire = context.new_cdp_session(sheet)
        wire.send("Network.enable")
        wire.on(
            "Network.requestWillBeSent",
            lambda told: loaded.setdefault(told["requestId"], {}).update(url=told["request"]["url"]),
        )
        wire.on(
            "Network.loadingFinished",
            lambda told: loaded[told["requestId"]].update(size=told["encodedDataLength"]),
        )
        sheet.goto(f"{at}/packs/{slug}/desk/", wait_until="networkidle")
        browser.close()
    sizes = [one.get("size", 0) for one in loaded.values()]
    return f"first visit of the desk: {len(sizes)} requests, {sum(sizes) / 1000:.1f} kB ({AIM})"
