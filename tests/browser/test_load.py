"""Loading in the browser: what is said of the files leaves them chosen, and a file that was mended is asked for again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, SLUG, Server, log_in

EXAMPLE = ROOT / "reviews/example"
CHOSEN = "[...document.querySelectorAll('input[type=file]')].map(input => input.files[0]?.name ?? '')"


def written(folder: Path, slug: str) -> Path:
    """The example under another slug; its article lies beside it."""
    pack = folder / "pack.json"
    pack.write_text((EXAMPLE / f"{SLUG}.json").read_text().replace(f'"slug": "{SLUG}"', f'"slug": "{slug}"'))
    (folder / "article.md").write_bytes((EXAMPLE / f"{SLUG}.md").read_bytes())
    return pack


def choose(page: Page, server: Server, folder: Path) -> None:
    log_in(page, server, "ada")
    page.goto(f"{server.url}/load/")
    page.get_by_label("Pack").set_input_files(folder / "pack.json")
    page.get_by_label("Article").set_input_files(folder / "article.md")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def test_a_check_keeps_the_files_and_load_takes_them(
    page: Page, server: Server, complaints: list[str], tmp_path: Path
) -> None:
    written(tmp_path, "checked-and-loaded")
    choose(page, server, tmp_path)
    press(page, "Check only")
    expect(page.locator("#said h2")).to_have_text("Nothing stands against it")
    expect(page.locator("#said")).to_contain_text("What you chose is still chosen: press Load.")
    expect(page.get_by_role("button", name="Check only")).to_be_focused()
    assert page.evaluate(CHOSEN) == ["pack.json", "article.md"]
    press(page, "Load")
    page.wait_for_url("**/packs/checked-and-loaded/")
    expect(page.get_by_role("status").first).to_contain_text("Loaded: ")
    page.goto(f"{server.url}/packs/checked-and-loaded/article/")
    expect(page.get_by_text("uploaded with the pack")).to_be_visible()


def test_a_pack_that_is_refused_and_mended_is_chosen_again_and_the_article_is_not(
    page: Page, server: Server, tmp_path: Path
) -> None:
    pack = written(tmp_path, "refused-and-mended")
    sound = pack.read_text()
    pack.write_text(sound.replace('"title"', '"headline"', 1))
    choose(page, server, tmp_path)
    press(page, "Load")
    expect(page.locator("#said h2")).to_have_text("Not loaded")
    pack.write_text(sound)
    os.utime(pack, (0, pack.stat().st_mtime + 60))  # a browser sees by the time alone that a file was changed
    press(page, "Load")
    expect(page.locator("#said")).to_contain_text("pack.json was changed or moved since you chose it")
    expect(page.get_by_label("Pack")).to_be_focused()
    assert page.evaluate(CHOSEN) == ["", "article.md"]
    page.get_by_label("Pack").set_input_files(pack)
    press(page, "Load")
    page.wait_for_url("**/packs/refused-and-mended/")


def test_files_that_are_too_large_are_refused_and_stay_chosen(
    page: Page, server: Server, tmp_path: Path
) -> None:
    written(tmp_path, "too-large").write_bytes(b" " * 14_000_000)
    choose(page, server, tmp_path)
    press(page, "Check only")
    expect(page.locator("#said")).to_contain_text("This is larger than a pack and its article may be")
    assert page.evaluate(CHOSEN) == ["pack.json", "article.md"]


def test_a_lost_network_keeps_the_files(page: Page, server: Server, tmp_path: Path) -> None:
    written(tmp_path, "lost-on-the-way")
    choose(page, server, tmp_path)
    page.context.set_offline(True)
    press(page, "Check only")
    expect(page.locator("#said")).to_contain_text("The network is gone. What you chose is still chosen")
    page.context.set_offline(False)
    press(page, "Check only")
    expect(page.locator("#said h2")).to_have_text("Nothing stands against it")


@pytest.mark.parametrize("name", ["Check only", "Load"])
def test_without_scripts_the_page_names_what_to_choose_again(
    browser: Browser, server: Server, tmp_path: Path, name: str
) -> None:
    pack = written(tmp_path, "without-scripts")
    if name == "Load":
        pack.write_text("{}")
    page = browser.new_context(java_script_enabled=False).new_page()
    choose(page, server, tmp_path)
    press(page, name)
    expect(page.locator("#said")).to_contain_text("hoose pack.json and article.md again")
