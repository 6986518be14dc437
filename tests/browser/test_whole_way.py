"""A pack all the way through in a browser: judged chip by chip, ratified, exported, loaded elsewhere, added up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from reviews.core import audit
from tests.browser.conftest import Server, log_in, manage

EXAMPLE = Path("reviews/example/how-a-held-chip-becomes-a-published-one.json").resolve()
REAL = "draft-heads-and-speculative-decoding"


def heading(page: Page):
    return page.locator("#chip-q")


def decided(page: Page, told: str) -> None:
    """The act was recorded and the next chip is there."""
    expect(page.locator(".toast [role=status]")).to_contain_text(told)
    expect(page.locator(".htmx-request")).to_have_count(0)


def sums(page: Page) -> str:
    return " ".join(page.locator(".pack-bar .sums").inner_text().split())


def publish_unverified(page: Page) -> None:
    page.get_by_label("I have read the section at its address").check()
    page.locator("#why").fill("Read at its address.")
    page.get_by_role("button", name="Publish").click()
    decided(page, "Published:")


def hold(page: Page) -> None:
    page.locator("#why").fill("Not carried by one sentence.")
    page.get_by_role("button", name="Hold").click()
    decided(page, "Held:")


def ratify_and_export(page: Page, server: Server, slug: str, out: Path) -> dict:
    log_in(page, server, "ada")
    page.goto(f"{server.url}/packs/{slug}/release/")
    page.get_by_role("button", name="Ratify").click()
    expect(page.get_by_role("main")).to_contain_text("atified")
    with page.expect_download() as download:
        page.get_by_role("link", name=".json").first.click()
    assert download.value.suggested_filename == f"{slug}.json"
    server.manage("export_packs", slug, "--out", str(out))
    by_command = (out / f"{slug}.json").read_bytes()
    assert Path(download.value.path()).read_bytes() == by_command
    return json.loads(by_command)


def load_elsewhere(out: Path, slug: str, elsewhere: Path) -> None:
    """An empty desk takes the export as it is, and gives it back byte for byte."""
    manage(elsewhere, "migrate", "--verbosity=0")
    manage(elsewhere, "load_pack", str(out / f"{slug}.json"))
    manage(elsewhere, "verify_ledger")
    manage(elsewhere, "export_packs", slug, "--out", str(elsewhere / "again"))
    assert (elsewhere / "again" / f"{slug}.json").read_bytes() == (out / f"{slug}.json").read_bytes()


@pytest.mark.packs
def test_the_real_pack_without_its_article(page, server, complaints, packs_dir, tmp_path):
    server.manage("load_pack", str(packs_dir / f"{REAL}.json"))
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{REAL}/desk/")
    expect(page.get_by_role("main")).to_contain_text("No quote can be checked")
    for _ in range(3):
        publish_unverified(page)
    hold(page)
    hold(page)
    assert sums(page) == "written 8 = published 3 + held 2 + waiting 3 + dropped 0 ✓ adds up"

    page.locator(".act--edit").click()
    page.get_by_label("Answer", exact=True).fill(
        "Every figure should name its drafter, its depth, its temperature and its streams."
    )
    page.get_by_label("Why", exact=True).fill("Shorter.")
    page.get_by_role("button", name="Save", exact=False).first.click()
    decided(page, "Edited:")
    publish_unverified(page)

    question = heading(page).inner_text()
    page.locator("#why").fill("Says more than the section.")
    page.get_by_role("button", name="Drop").click()
    decided(page, "Dropped:")
    assert "dropped 2" in sums(page)
    page.get_by_role("button", name="Undo").click()
    decided(page, "Undone")
    assert heading(page).inner_text() == question
    hold(page)
    hold(page)
    expect(heading(page)).to_have_text("All done: no chip waits")
    assert (
        sums(page)
        == "written 8 + rewritten 1 = published 4 + held 4 + waiting 0 + dropped 1 ✓ adds up (of the dropped, 1 is an old wording)"
    )

    page.get_by_role("button", name="Log out").click()
    data = ratify_and_export(page, server, REAL, tmp_path / "out")
    bench = data["bench"]
    assert (bench["chips_grounded"], bench["chips_published"], bench["chips_by_hand"]) == (0, 4, 1)
    assert data["ratified"]["source"] == "unverified"
    assert data["pack_note"] == "judged by Desk editor: 4 published, 4 held, 1 rewritten, 0 dropped"
    assert audit.check(data) == []
    load_elsewhere(tmp_path / "out", REAL, tmp_path / "elsewhere")


def test_the_example_by_keys_alone(page, server, complaints, tmp_path):
    slug = EXAMPLE.stem
    server.manage("load_pack", str(EXAMPLE))
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{slug}/desk/")
    for n in range(3):
        expect(page.locator(".chip__where")).to_contain_text(f"Chip {n + 1} of 10")
        page.keyboard.press("1")
        expect(page.locator("#verdict")).to_contain_text("tands")
        page.keyboard.press("a")
        decided(page, "Published:")
    for _ in range(2):
        page.keyboard.press("h")
        expect(page.locator("#reasons-hold")).to_be_visible()
        page.keyboard.press("1")
        decided(page, "Held:")

    page.keyboard.press("e")
    expect(page.get_by_label("Answer", exact=True)).to_be_focused()
    page.get_by_label("Answer", exact=True).fill(
        "Who decides first wins; the other is told so, and keeps every word that was typed."
    )
    page.get_by_label("Why", exact=True).fill("Plainer.")
    page.keyboard.press("Control+Enter")
    decided(page, "Edited:")
    page.keyboard.press("n")
    page.keyboard.type("No single sentence says it.")
    page.get_by_text("Publish without a quote that carries it").click()
    page.get_by_label("No sentence carries it").check()
    page.get_by_role("heading", level=1).click(position={"x": 2, "y": 2}, modifiers=["Shift"], trial=True)
    page.get_by_role("button", name="Publish").click()
    decided(page, "Published:")

    question = heading(page).inner_text()
    page.keyboard.press("x")
    page.keyboard.press("1")
    decided(page, "Dropped:")
    page.keyboard.press("u")
    decided(page, "Undone")
    assert heading(page).inner_text() == question
    while "All done" not in heading(page).inner_text():
        before = heading(page).inner_text()
        page.keyboard.press("h")
        page.keyboard.press("2")
        expect(heading(page)).not_to_have_text(before)
    page.get_by_role("button", name="Log out").click()
    data = ratify_and_export(page, server, slug, tmp_path / "out")
    assert data["bench"]["chips_grounded"] == 3
    assert data["ratified"]["source"] == "verified"
    article = EXAMPLE.with_suffix(".md").read_text()
    grounded = [chip for chip in data["chips"] if chip["quote"]]
    assert all(chip["quote"] in article for chip in grounded)
    load_elsewhere(tmp_path / "out", slug, tmp_path / "elsewhere")
