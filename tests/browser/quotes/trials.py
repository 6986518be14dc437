"""One article whose chips are judged by selection: its pages, selections in it, and what the page then says."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server, log_in
from tests.core import builders as files

FILLER = "".join(
    f"Paragraph {n} says nothing of what is asked, and is here to be scrolled past.\n\n" for n in range(40)
)
ARTICLE = f"""\
# Trials of a desk

## The trial {{#trial}}

{FILLER}In the trial a judge needed **eleven seconds** for one `chip`, says [Marta Lindqvist](https://a.example/).
She calls it “quick reading” of 👩‍💻 work.

{FILLER}

## The costs {{#costs}}

A trial costs 250 euros and a day, and nobody asked for *more* than that.
"""
ANSWER = "Both Marta Lindqvist and Veritrail needed eleven seconds, not 99 minutes, with “quick reading” and “slow thought”."
CHIPS = (
    ("how long does a judge need?", ANSWER, ["trial", "costs"]),
    ("what does a trial cost?", "It costs 250 euros and a day.", ["trial", "costs"]),
    ("who needed how long for a chip?", "Marta Lindqvist needed eleven seconds.", ["costs"]),
    ("who called it reading?", "Marta Lindqvist called it “quick reading”.", ["costs"]),
)


def opened(page: Page, server: Server, pack: str, n: int = 0) -> Page:
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/{pack}/desk/?chip={files.chip(*CHIPS[n])['id']}")
    return page


def text(page: Page, words: str) -> Locator:
    """The innermost element of the sections that holds these words."""
    return page.locator(".section__text [data-s]", has_text=words).last


def select(page: Page, first: str, last: str) -> None:
    """With the mouse, from the first word's beginning to the last one's end."""
    text(page, first).scroll_into_view_if_needed()
    where = """([words, isEnd]) => {
      const span = [...document.querySelectorAll(".section__text [data-s]")].findLast((one) => one.textContent.includes(words));
      const range = document.createRange(), at = span.firstChild.data.indexOf(words);
      range.setStart(span.firstChild, at); range.setEnd(span.firstChild, at + words.length);
      const box = range.getClientRects()[0];
      return [isEnd ? box.right : box.left, (box.top + box.bottom) / 2];
    }"""
    page.mouse.move(*page.evaluate(where, [first, False]))
    page.mouse.down()
    page.mouse.move(*page.evaluate(where, [last, True]), steps=4)
    page.mouse.up()


def given(page: Page) -> tuple[str, str, str]:
    """The section and the slice of the source that the form's fields name, and the words in the field."""
    cite, start, end = (
        page.locator(f"#decide [name=quote_{name}]").input_value() for name in ("cite", "start", "end")
    )
    return cite, ARTICLE[int(start or 0) : int(end or 0)], page.locator("#quote").input_value()


def stands(page: Page, heading: str, which: str = "") -> None:
    expect(page.locator("#verdict")).to_have_text(
        f"✓ Stands word for word in “{heading}”{which}.", use_inner_text=True
    )


def painted(page: Page, name: str) -> list[str]:
    return page.evaluate("(name) => [...(CSS.highlights.get(name) || [])].map(String)", name)
