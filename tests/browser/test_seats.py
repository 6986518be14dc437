"""Seats, exclusions and first passwords as people meet them: open pages that are refused keep their words, each page is fit to be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PASSWORD, Server, log_in
from tests.browser.test_second_step import fit

SLUG, EXAMPLE = "a-third-example", "how-a-held-chip-becomes-a-published-one"
WHY = "thirteen is nowhere in that section"
OWN = "a password of my own choice"


@pytest.fixture(scope="module")
def pack(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example under a slug of this file's own, and as part of a series."""
    folder, example = tmp_path_factory.mktemp("third"), Path("reviews/example")
    data = json.loads((example / f"{EXAMPLE}.json").read_text()) | {"slug": SLUG, "series": ["Examples"]}
    (folder / f"{SLUG}.json").write_text(json.dumps(data))
    (folder / f"{SLUG}.md").write_bytes((example / f"{EXAMPLE}.md").read_bytes())
    server.manage("load_pack", str(folder / f"{SLUG}.json"))
    return SLUG


def judge(server: Server, name: str) -> str:
    """A judge of their own, seated on the whole desk; the number of the seat."""
    server.manage("add_user", name, "--judge", "--password-stdin", given=PASSWORD)
    return server.manage("seat", name).split()[1].rstrip(":")


def opened(browser: Browser, server: Server, name: str, width: int = 1280, scheme: str = "light") -> Page:
    page = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 860}).new_page()
    log_in(page, server, name)
    return page


def test_a_seat_vacated_under_an_open_desk_loses_no_word(browser: Browser, server: Server, pack: str) -> None:
    seat = judge(server, "una")
    page = opened(browser, server, "una")
    page.goto(f"{server.url}/packs/{pack}/desk/")
    page.locator("#quote").fill("words that I chose")
    page.locator("#why").fill(WHY)
    server.manage("vacate", seat, "--why", "the term is over")
    page.get_by_role("button", name="Hold").click()
    expect(page.get_by_role("alert")).to_contain_text("You have no standing seat on this pack")
    expect(page.locator("#why")).to_have_value(WHY)
    expect(page.locator("#quote")).to_have_value("words that I chose")
    expect(page.get_by_role("button", name="Hold")).to_be_disabled()
    expect(page.locator("#seated")).to_have_text("Reading, no seat")
    assert fit(page) == []
    page.goto(f"{server.url}/account/")
    expect(page.get_by_text("vacated by command")).to_contain_text("the term is over")


def test_a_seat_vacated_under_an_open_edit_loses_no_word(browser: Browser, server: Server, pack: str) -> None:
    seat = judge(server, "vic")
    page = opened(browser, server, "vic")
    page.goto(f"{server.url}/packs/{pack}/desk/?edit=1")
    answer = page.get_by_label("Answer", exact=True)
    answer.fill("An answer that was typed for a quarter of an hour.")
    page.get_by_label("Why").fill("plainer")
    server.manage("vacate", seat, "--why", "the term is over")
    page.get_by_role("button", name="Save", exact=False).first.click()
    expect(page.get_by_role("alert").first).to_contain_text("You have no standing seat on this pack")
    expect(answer).to_have_value("An answer that was typed for a quarter of an hour.")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_somebody_is_excluded_while_their_desk_is_open_and_readmitted(
    browser: Browser, server: Server, pack: str, complaints: list[str], width: int, scheme: str
) -> None:
    name = f"wim-{width}"
    judge(server, name)
    desk, admin = (opened(browser, server, who, width, scheme) for who in (name, "ada"))
    desk.goto(f"{server.url}/packs/{pack}/desk/")
    desk.locator("#why").fill(WHY)
    admin.goto(f"{server.url}/seats/#exclude")
    panel = admin.locator("#exclude")
    panel.get_by_label("Person").select_option(name)
    panel.get_by_label("Every pack of a series").check()
    panel.get_by_label("Name of the series").fill("Exmples")
    panel.get_by_role("button", name="wrote the pack").click()
    panel.get_by_role("button", name="Exclude", exact=True).click()
    expect(admin.get_by_text("No pack here is of the series “Exmples”.")).to_be_visible()
    unfit = fit(admin)
    panel.get_by_label("Name of the series").fill("Examples")
    panel.get_by_role("button", name="Exclude", exact=True).click()
    expect(admin.get_by_text(f"{name} is excluded from the series “Examples”.")).to_be_visible()
    unfit += fit(admin)
    desk.get_by_role("button", name="Hold").click()
    expect(desk.get_by_role("alert")).to_contain_text("The reason: wrote the pack")
    expect(desk.locator("#why")).to_have_value(WHY)
    unfit += fit(desk)
    for address in (f"/packs/{pack}/desk/", f"/packs/{pack}/", "/", "/account/"):
        desk.goto(server.url + address)
        unfit += fit(desk)
    row = admin.locator("#exclusions li").filter(has_text=name)
    row.get_by_text("Readmit", exact=False).first.click()
    row.get_by_label("Why").fill("it was another Wim")
    row.get_by_role("button", name="Readmit them").click()
    expect(admin.get_by_text(f"{name} is readmitted.")).to_be_visible()
    desk.goto(f"{server.url}/packs/{pack}/desk/")
    expect(desk.get_by_role("button", name="Hold")).to_be_enabled()
    assert unfit == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda route: route.abort(), "The network is gone."),
        (
            lambda route: route.fulfill(status=503, content_type="text/plain", body="away"),
            "The desk is not there just now.",
        ),
        (lambda route: route.fulfill(status=500, content_type="text/html"), "The server could not answer."),
        (lambda route: None, "The desk does not answer."),
    ],
    ids=["gone", "away", "broken", "silent"],
)
def test_an_exclusion_that_got_no_answer_says_so_and_is_recorded_once(
    browser: Browser, server: Server, pack: str, request: pytest.FixtureRequest, answer, said: str
) -> None:
    name = f"yan-{request.node.callspec.id.split('-')[1]}"
    judge(server, name)
    page = opened(browser, server, "ada")
    page.goto(f"{server.url}/seats/")
    page.locator("#exclusions").evaluate("part => part.setAttribute('hx-request', '{\"timeout\": 2000}')")
    panel = page.locator("#exclude")
    panel.get_by_label("Person").select_option(name)
    panel.get_by_label("Slug of the one pack").fill(pack)
    panel.get_by_label("Why").fill(WHY)
    page.route("**/exclude/", answer)
    panel.get_by_role("button", name="Exclude", exact=True).click()
    expect(panel.get_by_role("alert")).to_have_text(
        f"{said} What you typed is still here: press again, and what was recorded already is not recorded twice."
    )
    expect(panel.get_by_label("Why")).to_have_value(WHY)
    page.unroute("**/exclude/")
    page.locator("#exclusions").evaluate("part => part.removeAttribute('hx-request')")
    panel.get_by_role("button", name="Exclude", exact=True).click()
    expect(page.get_by_text(f"{name} is excluded from {pack}.")).to_be_visible()
    page.context.close()


def test_somebody_is_excluded_without_scripts(browser: Browser, server: Server, pack: str) -> None:
    judge(server, "xim")
    page = browser.new_context(java_script_enabled=False).new_page()
    log_in(page, server, "ada")
    page.goto(f"{server.url}/seats/")
    panel = page.locator("#exclude")
    panel.get_by_label("Person").select_option("xim")
    panel.get_by_label("Slug of the one pack").fill(pack)
    panel.get_by_label("Why").fill("wrote the article")
    panel.get_by_role("button", name="Exclude", exact=True).click()
    expect(page.get_by_text(f"xim is excluded from {pack}.")).to_be_visible()


def made_by_page(browser: Browser, server: Server, name: str) -> str:
    """A user whom an admin makes under People; the password that is shown once."""
    admin = opened(browser, server, "ada")
    admin.goto(f"{server.url}/users/")
    admin.get_by_label("Name").fill(name)
    admin.get_by_role("button", name="Make the user").click()
    return admin.locator("code.password").inner_text()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_a_first_password_is_changed_and_leads_to_where_one_wanted(
    browser: Browser, server: Server, complaints: list[str], width: int, scheme: str
) -> None:
    word = made_by_page(browser, server, f"yva-{width}")
    page = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 860}).new_page()
    page.goto(f"{server.url}/ledger/?act=load")
    page.get_by_label("Name").fill(f"yva-{width}")
    page.get_by_label("Password").fill(word)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    unfit = fit(page)
    page.get_by_role("link", name="Packs").click()
    expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
    page.go_back()
    page.get_by_label("The one you have").fill(word)
    page.get_by_label("A new one").fill(OWN)
    page.get_by_label("The new one again").fill("another")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_text("Your password is not changed.")).to_be_visible()
    unfit += fit(page)
    page.get_by_label("The one you have").fill(word)
    page.get_by_label("A new one").fill(OWN)
    page.get_by_label("The new one again").fill(OWN)
    page.get_by_role("button", name="Change it").click()
    expect(page).to_have_url(f"{server.url}/ledger/?act=load")
    assert unfit == []


@pytest.mark.parametrize(
    ("address", "field"), [("/seats/", "#slug"), ("/seats/", "#exclude-slug"), ("/reports/", "#pack")]
)
def test_a_slug_is_offered_while_it_is_typed(page, server, pack, complaints, address, field):
    log_in(page, server, "ada")
    page.goto(server.url + address)
    page.locator(field).press_sequentially(SLUG[:5])
    offered = f"#{page.locator(field).get_attribute('list')} option[value='{SLUG}']"
    expect(page.locator(offered)).to_have_count(1)
