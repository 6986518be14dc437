"""Quotes and marks in a real browser: a selection however made becomes offsets, and both panes show what belongs together."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

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


@pytest.fixture(scope="module")
def pack(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("packs") / "trials-of-a-desk.json"
    data = files.pack(
        text=ARTICLE, slug=path.stem, chips=[files.chip(*chip) for chip in CHIPS], bullets=(), thanks=None
    )
    path.write_bytes(files.raw(data))
    path.with_suffix(".md").write_bytes(ARTICLE.encode())
    server.manage("load_pack", str(path))
    return path.stem


@pytest.fixture
def desk(page: Page, server: Server, pack: str, complaints: list[str]) -> Page:
    """The first chip's page, before any seated judge."""
    return opened(page, server, pack)


@pytest.fixture
def phone(browser: Browser, server: Server, pack: str) -> Page:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield opened(context.new_page(), server, pack)
    context.close()


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


def test_a_selection_by_mouse_across_markup_becomes_the_quote(desk):
    select(desk, "needed", "Lindqvist")
    desk.keyboard.press("q")
    stands(desk, "The trial")
    source = "needed **eleven seconds** for one `chip`, says [Marta Lindqvist"
    assert given(desk) == ("trial", source, "needed eleven seconds for one chip, says Marta Lindqvist")


def test_a_selection_made_backwards_is_the_same(desk):
    select(desk, "eleven", "one")
    desk.evaluate(
        "() => { const s = getSelection(); s.setBaseAndExtent(s.focusNode, s.focusOffset, s.anchorNode, s.anchorOffset); }"
    )
    desk.get_by_role("button", name="Use the selected words").click()
    assert given(desk)[1:] == ("eleven seconds** for one", "eleven seconds for one")


def test_a_selection_by_keys_becomes_the_quote(desk):
    select(desk, "judge", "judge")
    for _ in range(3):
        desk.keyboard.press("Control+Shift+ArrowRight")
    desk.keyboard.press("q")
    stands(desk, "The trial")
    assert given(desk)[2].split() == ["judge", "needed", "eleven", "seconds"]


def test_a_double_click_takes_a_word_and_says_that_it_is_short(desk):
    text(desk, "eleven").scroll_into_view_if_needed()
    text(desk, "eleven").dblclick(position={"x": 12, "y": 8})
    desk.keyboard.press("q")
    expect(desk.locator("#verdict")).to_contain_text("Too short")
    assert given(desk) == ("trial", "eleven", "eleven")


def test_a_tap_on_the_button_takes_what_was_selected_by_touch(phone):
    """A long press selects, and on some telephones the tap that follows ends the selection before the button hears of it."""
    text(phone, "eleven").scroll_into_view_if_needed()
    phone.evaluate("""() => {
      const span = [...document.querySelectorAll(".section__text [data-s]")].find((one) => one.textContent.includes("eleven"));
      getSelection().setBaseAndExtent(span.firstChild, 0, span.firstChild, "eleven seconds".length);
      document.addEventListener("pointerup", () => getSelection().removeAllRanges());
    }""")
    phone.get_by_role("button", name="Use the selected words").tap()
    stands(phone, "The trial")
    assert given(phone) == ("trial", "eleven seconds", "eleven seconds")


def test_on_a_phone_the_selection_is_taken_within_reach_of_the_thumb(phone):
    button = phone.locator("[data-use-selection=thumb]")
    expect(button).to_be_hidden()
    text(phone, "eleven").scroll_into_view_if_needed()
    phone.evaluate("""() => {
      const span = [...document.querySelectorAll(".section__text [data-s]")].find((one) => one.textContent.includes("eleven"));
      getSelection().setBaseAndExtent(span.firstChild, 0, span.firstChild, "eleven seconds".length);
      document.addEventListener("pointerup", () => getSelection().removeAllRanges());
    }""")
    expect(button).to_be_in_viewport()
    assert button.bounding_box()["y"] > 844 / 2
    button.tap()
    expect(phone.locator("#hint")).to_have_text("✓ Stands word for word in “The trial”.")
    expect(phone.locator("#hint")).to_have_attribute("data-kind", "stands")
    expect(phone.locator("#hint")).to_be_in_viewport()
    expect(button).to_be_hidden()
    assert given(phone) == ("trial", "eleven seconds", "eleven seconds")


def test_on_a_phone_half_a_word_is_taken_whole_within_reach_of_the_thumb(phone):
    text(phone, "eleven").scroll_into_view_if_needed()
    phone.evaluate("""() => {
      const span = [...document.querySelectorAll(".section__text [data-s]")].find((one) => one.textContent.includes("eleven"));
      getSelection().setBaseAndExtent(span.firstChild, 2, span.firstChild, "eleven seconds".length);
    }""")
    phone.locator("[data-use-selection=thumb]").tap()
    button = phone.locator("#hint [data-whole]")
    expect(button).to_be_in_viewport()
    button.tap()
    expect(phone.locator("#hint")).to_have_text("✓ Stands word for word in “The trial”.")
    assert given(phone) == ("trial", "eleven seconds", "eleven seconds")


def test_at_a_desk_the_button_stands_in_the_bar_while_words_are_selected(desk):
    button = desk.get_by_role("button", name="Quote these words")
    select(desk, "eleven", "one")
    expect(button).to_be_visible()
    before = button.bounding_box()
    desk.mouse.wheel(0, 200)
    assert button.bounding_box() == before
    panes = desk.locator(".sections").bounding_box()
    assert before["y"] >= panes["y"] + panes["height"]
    desk.locator(".section__cite").first.click(position={"x": 2, "y": 2})
    expect(button).to_be_hidden()


def test_the_button_in_the_bar_takes_what_is_selected_and_leaves(desk):
    select(desk, "eleven", "one")
    desk.get_by_role("button", name="Quote these words").click()
    stands(desk, "The trial")
    assert given(desk)[2] == "eleven seconds for one"
    expect(desk.get_by_role("button", name="Quote these words")).to_be_hidden()


def test_escape_lets_the_selected_words_and_their_button_go(desk):
    select(desk, "eleven", "one")
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("button", name="Quote these words")).to_be_hidden()
    assert desk.evaluate("getSelection().isCollapsed")


def unfolded(page: Page) -> None:
    """The sentences of other sections are folded away where the cited ones have some."""
    if page.locator(".elsewhere").get_attribute("open") is None:
        page.locator(".elsewhere > summary").click()


def test_a_sentence_of_another_section_is_taken_with_its_section(page, server, pack, complaints):
    opened(page, server, pack, n=2)
    unfolded(page)
    page.locator(".elsewhere li", has_text="eleven seconds").get_by_role("button").click()
    expect(page.locator("#cites")).to_have_value("trial")
    expect(page.locator("#why")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("The cite is changed: say why, then save.")
    expect(page.locator("#check .recites ins")).to_have_text("The trial")
    assert given(page)[0] == "trial"
    page.keyboard.type("points to the right section now")
    page.locator("[name=then]").click()
    expect(page.locator(".toast [role=status]")).to_contain_text("Published:")


def test_in_an_edit_one_is_taken_without_leaving_it(page, server, pack):
    opened(page, server, pack, n=3)
    page.keyboard.press("e")
    page.locator("#a").fill("My own words, that shall not get lost.")
    unfolded(page)
    page.locator(".elsewhere li", has_text="eleven seconds").get_by_role("button").click()
    expect(page.locator("#cites")).to_have_value("trial")
    expect(page.locator("#check .recites ins")).to_have_text("The trial")
    expect(page.locator("#verdict")).to_contain_text("✓ Stands word for word in “The trial”")
    expect(page.locator("#a")).to_have_value("My own words, that shall not get lost.")


def test_the_link_to_that_section_takes_nothing(page, server, pack):
    opened(page, server, pack, n=3)
    unfolded(page)
    page.locator(".elsewhere li").get_by_role("link", name="The trial").first.click()
    expect(page.locator("#s-trial")).to_be_visible()
    assert given(page) == ("", "", "")


def test_of_words_that_stand_more_than_once_the_place_is_said(desk):
    desk.locator("#quote").fill("says nothing of what is asked")
    stands(desk, "The trial", " (place 1 of 50)")
    select(desk, "Paragraph 1 says", "Paragraph 1 says")
    desk.keyboard.press("q")
    stands(desk, "The trial", " (place 2 of 2)")


def test_a_selection_in_another_cited_section_names_that_one(desk):
    select(desk, "250 euros", "nobody")
    desk.keyboard.press("q")
    stands(desk, "The costs")
    assert given(desk)[:2] == ("costs", "250 euros and a day, and nobody")


def test_an_emoji_is_never_cut(desk):
    desk.evaluate("""() => {
      const span = [...document.querySelectorAll(".section__text [data-s]")].findLast((one) => one.textContent.includes("👩‍💻"));
      const at = span.firstChild.data.indexOf("👩‍💻");
      getSelection().setBaseAndExtent(span.firstChild, at - 20, span.firstChild, at + 2);
    }""")
    desk.keyboard.press("q")
    stands(desk, "The trial")
    assert given(desk)[2].endswith("👩‍💻")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            "getSelection().removeAllRanges()",
            "Select words in the section first, then use them as the quote.",
        ),
        (
            "getSelection().selectAllChildren(document.querySelector('.chip__a'))",
            "The selected words are not in a cited section, so they cannot be the quote.",
        ),
        (
            "getSelection().selectAllChildren(document.querySelector('.sections'))",
            "The selection runs over from one section into another, and a quote stands in one.",
        ),
    ],
)
def test_a_selection_that_cannot_be_quoted_is_spoken_of(desk, make, sentence):
    desk.evaluate(f"() => {{ {make}; }}")
    desk.get_by_role("button", name="Use the selected words").click()
    expect(desk.locator("#live")).to_have_text(sentence)
    expect(desk.locator("#not-taken")).to_be_visible()
    assert given(desk) == ("", "", "")


def test_words_typed_over_a_selection_are_no_longer_that_selection(desk):
    select(desk, "eleven", "one")
    desk.keyboard.press("q")
    desk.locator("#quote").press_sequentially(" judge")
    expect(desk.locator("#verdict")).not_to_contain_text("Stands")
    assert (given(desk)[:2], painted(desk, "quote")) == (("", ""), [])


def test_pasted_words_are_marked_where_they_stand(desk):
    desk.locator("#quote").fill("A trial costs 250 euros and a day")
    stands(desk, "The costs")
    assert painted(desk, "quote") == ["A trial costs 250 euros and a day"]


def test_a_selection_is_published_as_its_slice_of_the_source(page, server, pack, complaints):
    opened(page, server, pack, n=1)
    select(page, "and a day", "that")
    page.keyboard.press("q")
    stands(page, "The costs")
    page.locator(".act--publish").click()
    expect(page.locator(".toast [role=status]")).to_contain_text("Published:")
    opened_again(page, server, pack)
    expect(page.locator("#quote")).to_have_value("and a day, and nobody asked for *more* than that")
    stands(page, "The costs")


def opened_again(page: Page, server: Server, pack: str) -> None:
    page.goto(f"{server.url}/packs/{pack}/desk/?chip={files.chip(*CHIPS[1])['id']}")


def test_a_long_section_opens_at_the_words_that_carry_the_claim(desk):
    box, chip = desk.locator(".sections"), desk.locator("#chip-q")
    assert box.evaluate("(box) => box.scrollTop > 500")
    expect(text(desk, "eleven seconds")).to_be_in_viewport()
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(chip).to_be_in_viewport()


def test_on_a_phone_the_claim_stays_in_view_while_its_section_scrolls(phone):
    box = phone.locator(".sections")
    box.scroll_into_view_if_needed()
    box.evaluate("(box) => box.scrollIntoView()")
    expect(text(phone, "eleven seconds")).to_be_in_viewport()
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    expect(phone.locator(".claim")).to_be_in_viewport()
    assert (
        phone.locator(".claim")
        .evaluate("(one) => getComputedStyle(one, '::before').content")
        .startswith('"Both Marta')
    )


def test_the_answers_figures_names_and_quoted_words_are_marked(desk):
    kinds = {mark.inner_text(): mark.get_attribute("data-kind") for mark in desk.locator("mark").all()}
    assert kinds == {
        **dict.fromkeys(("Marta", "Lindqvist", "Veritrail"), "name"),
        **dict.fromkeys(("eleven seconds", "99 minutes"), "figure"),
        **dict.fromkeys(("quick reading", "slow thought"), "words"),
    }


def test_what_the_sections_lack_is_marked_and_said(desk):
    assert desk.locator("mark[data-lacking]").all_inner_texts() == ["Veritrail", "99 minutes", "slow thought"]
    said = "Not in the cited sections: Veritrail, 99 minutes, slow thought"
    expect(desk.locator("#lacking")).to_have_text(said)
    assert (
        desk.locator("mark[data-lacking]").first.evaluate(
            "(mark) => getComputedStyle(mark).textDecorationStyle"
        )
        == "wavy"
    )


@pytest.mark.parametrize("way", ["hover", "focus", "tap"])
def test_a_mark_is_tied_to_its_places(desk, phone, way):
    page = phone if way == "tap" else desk
    getattr(page.locator("mark", has_text="eleven seconds"), way)()
    expect(page.locator("mark[data-tied]")).to_have_text("eleven seconds")
    assert painted(page, "tied") == ["eleven seconds"]


def test_a_place_in_the_section_is_tied_to_its_mark(desk):
    text(desk, "eleven seconds").hover()
    expect(desk.locator("mark[data-tied]")).to_have_text("eleven seconds")


def test_a_second_tap_goes_to_the_next_place(desk):
    mark = desk.locator("mark", has_text="Marta")
    mark.click()
    desk.locator(".sections").evaluate("(box) => box.scrollTo(0, 0)")
    mark.press("Enter")
    expect(text(desk, "Marta Lindqvist")).to_be_in_viewport()


def test_marks_change_no_text_of_the_section(desk):
    before = "() => [...document.querySelectorAll('.section__text [data-s]')].every((span) => span.childNodes.length <= 1)"
    assert desk.evaluate(before)
    assert (painted(desk, "has"), painted(desk, "named")[:2]) == (
        ["eleven seconds", "quick reading"],
        ["Marta", "Lindqvist"],
    )


FLOODS = (
    ("a" + "\u0301" * 3_000, "combining marks"),
    ("👩‍👩‍👧‍👦" * 300, "joined pictures"),
    ("x" * 5_000, "a line without a space"),
    ("\u202e" * 50 + "turned round", "turning marks"),
)


@pytest.mark.parametrize("width", [390, 1280])
def test_floods_of_odd_text_break_no_page(page, server, tmp_path, complaints, width):
    text = "# Floods\n\n## Flood {#flood}\n\n" + "\n\n".join(f"{flood} and {name}." for flood, name in FLOODS)
    chips = [
        files.chip(f"what of {name}?", f"It is {flood} and no more.", ["flood"]) for flood, name in FLOODS
    ]
    path = tmp_path / "floods.json"
    path.write_bytes(
        files.raw(
            files.pack(text=text, slug="floods", title=FLOODS[2][0], chips=chips, bullets=(), thanks=None)
        )
    )
    path.with_suffix(".md").write_bytes(text.encode())
    server.manage("load_pack", str(path))
    page.set_viewport_size({"width": width, "height": 844})
    log_in(page, server, "jo")
    for chip in chips:
        page.goto(f"{server.url}/packs/floods/desk/?chip={chip['id']}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator(".act--publish")).to_be_in_viewport()


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


TAGGED = """# Tagged

## Kept {#kept}

We read <span class="note of the house">the large table</span> first, and then <em title="odd">go on</em> with it.
"""


def test_words_and_half_a_tag_are_taken_as_a_reader_sees_them(page, server, tmp_path, complaints):
    """A tag is drawn as it is written, so that one may select into it: what it says stands nowhere on a page."""
    path = tmp_path / "tagged.json"
    chips = [files.chip("what is read first?", "The large table.", ["kept"])]
    path.write_bytes(files.raw(files.pack(text=TAGGED, slug="tagged", chips=chips, bullets=(), thanks=None)))
    path.with_suffix(".md").write_bytes(TAGGED.encode())
    server.manage("load_pack", str(path))
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
