"""Half words and half tags: said, and taken whole or as a reader sees them."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import load, log_in
from tests.browser.quotes.trials import given, stands, text
from tests.core import builders as files

CUT = """([from, to]) => {
  const span = [...document.querySelectorAll(".section__text [data-s]")].findLast((one) => one.textContent.includes(from));
  const place = (node, at) => { const r = document.createRange(); r.setStart(node, at); r.setEnd(node, at + 1); return r.getBoundingClientRect(); };
  const [first, last] = [from, to].map((words) => place(span.firstChild, span.firstChild.data.indexOf(words)));
  return [first.left, (first.top + first.bottom) / 2, last.left, (last.top + last.bottom) / 2];
}"""


def cut(page: Page, first: str, last: str) -> None:
    """With the mouse from inside one word to inside another: the letters at which it begins and ends."""
    text(page, first).scroll_into_view_if_needed()
    left, top, right, bottom = page.evaluate(CUT, [first, last])
    page.mouse.move(left + 1, top)
    page.mouse.down()
    page.mouse.move(right + 1, bottom, steps=4)
    page.mouse.up()


def test_a_selection_by_mouse_grows_to_whole_words(desk):
    cut(desk, "rial a judge needed", "eeded")
    expect(desk.get_by_role("button", name="Quote these words")).to_be_visible()
    assert desk.evaluate("String(getSelection())") == "trial a judge needed"
    desk.keyboard.press("q")
    stands(desk, "The trial")
    assert given(desk) == ("trial", "trial a judge needed", "trial a judge needed")


def test_with_alt_held_half_a_word_is_taken_and_said_and_w_takes_it_whole(desk):
    desk.keyboard.down("Alt")
    cut(desk, "rial a judge needed", "eeded")
    desk.keyboard.up("Alt")
    desk.keyboard.press("q")
    said = "It begins in the middle of “trial” and ends in the middle of “needed”."
    expect(desk.locator(".half")).to_contain_text(said)
    expect(desk.locator(".verdict")).to_have_text(
        "! Stands word for word in “The trial”.", use_inner_text=True
    )
    assert given(desk) == ("trial", "rial a judge n", "rial a judge n")
    desk.keyboard.press("w")
    stands(desk, "The trial")
    expect(desk.locator(".half")).to_have_count(0)
    assert given(desk) == ("trial", "trial a judge needed", "trial a judge needed")


def test_half_a_word_that_was_pasted_is_said_and_taken_whole_by_its_button(desk):
    desk.locator("#quote").fill("rial a judge need")
    desk.get_by_role("button", name="Take whole words").click()
    stands(desk, "The trial")
    assert given(desk)[1:] == ("trial a judge needed", "trial a judge needed")
    expect(desk.locator("#chip-q")).to_be_focused()


def test_a_copy_out_of_a_pdf_is_said_and_the_articles_own_words_taken_by_their_button(desk):
    desk.locator("#quote").fill('She ca\u00adlls it "quick read-\ning" of')
    expect(desk.locator(".verdict")).to_contain_text("Nearly in “The trial”, not word for word")
    expect(desk.locator(".half")).to_contain_text("Nothing differs but what a copy changes")
    desk.get_by_role("button", name="Take the article’s own").click()
    stands(desk, "The trial")
    assert given(desk)[1:] == ("She calls it “quick reading” of", "She calls it “quick reading” of")


def test_a_copy_with_another_word_offers_nothing(desk):
    desk.locator("#quote").fill('She called it "quick read-\ning" of')
    expect(desk.locator(".verdict")).to_contain_text("for “called” it has “calls”")
    expect(desk.locator(".half")).to_have_count(0)


TAGGED = """# Tagged

## Kept {#kept}

We read <span class="note of the house">the large table</span> first, and then <em title="odd">go on</em> with it.
"""


def test_words_and_half_a_tag_are_taken_as_a_reader_sees_them(page, server, complaints):
    """A tag is drawn as it is written, so that one may select into it: what it says stands nowhere on a page."""
    chips = [files.chip("what is read first?", "The large table.", ["kept"])]
    load(server, files.pack(text=TAGGED, slug="tagged", chips=chips, bullets=(), thanks=None), TAGGED)
    log_in(page, server, "jo")
    page.goto(f"{server.url}/packs/tagged/desk/?chip={chips[0]['id']}")
    page.evaluate("""() => {
      const runs = [...document.querySelectorAll(".section__text [data-s]")];
      const [first, last] = ["house", "large table"].map((words) => runs.find((run) => run.textContent.includes(words)).firstChild);
      getSelection().setBaseAndExtent(first, first.data.indexOf("house"), last, last.data.indexOf("table") + 5);
    }""")
    page.keyboard.press("q")
    expect(page.locator("#verdict")).to_contain_text("a reader of the article sees “the large table” there.")
    expect(page.locator("#verdict")).to_contain_text("The rest of it is not shown on a page.")
    page.keyboard.press("w")
    expect(page.locator("#verdict")).to_have_text("✓ Stands word for word in “Kept”.", use_inner_text=True)
    start = TAGGED.index("the large table")
    places = [page.locator(f"#decide [name=quote_{name}]").input_value() for name in ("start", "end")]
    assert (places, page.locator("#quote").input_value()) == (
        [str(start), str(start + 15)],
        "the large table",
    )
