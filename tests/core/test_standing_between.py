"""Words around what is in the source and not on the page: half a tag, a footnote, an image, brackets of a link."""

import pytest

from reviews.core.quote import find

HALVES = """## A

Try it out in the [Playground](https://play.example/#eNqrVgo) today

</div>

<em title="of it">Begun on this line</em> and ended<br/>on that one, "quoted"<b> in bold</b>.
<!-- - -->Behind a comment it goes on.

[ok](https://a.example/an-address) and a [word of it](https://b.example/x).
"""


def of_halves(words, selected=None):
    span = HALVES.index(selected or words), HALVES.index(selected or words) + len(selected or words)
    return find(words, article=HALVES, spans={"a": (0, len(HALVES))}, headings={}, cite="a", at=span)


@pytest.mark.parametrize(
    ("words", "selected", "quote"),
    [
        (
            "out in the Playground today </",
            "out in the [Playground](https://play.example/#eNqrVgo) today\\n\\n</",
            "out in the [Playground](https://play.example/#eNqrVgo) today",
        ),
        ('">Begun on this line', None, "Begun on this line"),
        ("Begun on this line</", None, "Begun on this line"),
        ("/>on that one, \"quoted\"<", None, 'on that one, "quoted"'),
        (" - -->Behind a comment", None, "Behind a comment"),
        ("<!-- - -->Behind a comment", None, "Behind a comment"),
        ("a word of it", "a [word of it", "a [word of it"),
    ],
)  # fmt: skip
def test_the_half_of_a_tag_that_hangs_over_a_selection_is_left_out(words, selected, quote):
    found = of_halves(words, selected.replace("\\n", "\n") if selected else None)
    assert (found.kind, found.quote, found.remark) == ("stands", quote, "")


@pytest.mark.parametrize(
    "words", ["Begun on this line</e", 'title="of it">Begun on this', "Playground today\n\n</div"]
)
def test_the_half_of_a_tag_that_has_letters_is_not(words):
    selected = words.replace("ground today", "ground](https://play.example/#eNqrVgo) today")
    assert of_halves(words, selected).kind == "unseen"


@pytest.mark.parametrize(
    ("words", "quote", "n"),
    [
        ("in bold</b>.\n<!--", "in bold</b>.", 8),
        ("[ok](https://a.example/an-address)", "ok", 2),
        ("[word of it](https://b.example/x)", "word of it", 10),
    ],
)
def test_a_quote_is_as_long_as_what_a_reader_sees_of_it(words, quote, n):
    found = of_halves(words)
    text = f"Too short: a quote has at least 12 characters, and this one has {n}; it stands in “a”."
    assert (found.kind, found.quote, found.text) == ("short", quote, text)


def test_a_slice_asked_again_at_its_place_stands_there_though_code_shows_the_same_letters():
    text = "## A\n\n`Tom &amp; Jerry ran` in code, then Tom &amp; Jerry ran.\n"
    place = text.rindex("Tom")
    words = text[place : place + 19]
    found = find(
        words, article=text, spans={"a": (0, len(text))}, headings={}, cite="a", at=(place, place + 19)
    )
    assert (found.kind, found.span) == ("stands", (place, place + 19))


NOTED = """## A

The first paragraph ends with these words[^1].

[^1]: A footnote between *them*.

    Its second paragraph.

Then the second paragraph begins so.

> quoted text stands here
>
> [^3]: in a quote
>
> and on it goes
"""


@pytest.mark.parametrize(
    ("words", "kind", "remark"),
    [
        (
            "with these words. Then the second paragraph",
            "stands",
            "A footnote is in between in the source, “A footnote between them. Its second paragraph.”, which a page has at its end.",
        ),
        (
            "stands here and on it goes",
            "stands",
            "A footnote is in between in the source, “in a quote”, which a page has at its end.",
        ),
        ("these words. A footnote between them", "stands", "In a footnote: “A footnote between them”."),
    ],
)  # fmt: skip
def test_paragraphs_around_a_footnote_stand_side_by_side(words, kind, remark):
    found = find(words, article=NOTED, spans={"a": (0, len(NOTED))}, headings={}, cite="a")
    assert (found.kind, found.remark) == (kind, remark)


def test_a_quote_past_a_footnote_is_the_slice_with_it_and_stands_when_asked_again():
    spans = {"a": (0, len(NOTED))}
    found = find("these words. Then the second", article=NOTED, spans=spans, headings={}, cite="a")
    again = find(found.quote, article=NOTED, spans=spans, headings={}, cite="a", at=found.span)
    assert found.quote == NOTED[NOTED.index("these words") : NOTED.index(" paragraph begins")]
    assert (again.kind, again.span) == ("stands", found.span)


PICTURED = """## A

Click ![the gear](g.png) to open ![](x.png) the *settings* ![a cog](c.png). Then[^1] it goes on.

[^1]: A note ![with](x.png) a picture in it.
"""


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ("Click to open the settings", "An image is in between, described as “the gear”."),
        ("Click the gear to open the settings", "From the description of an image: “the gear”."),
        ("to open the settings", ""),
    ],
)
def test_words_on_both_sides_of_an_image_stand_with_its_description_and_without(words, remark):
    found = find(words, article=PICTURED, spans={"a": (0, len(PICTURED))}, headings={}, cite="a")
    assert (found.kind, found.remark) == ("stands" if len(words) > 11 else "short", remark)


REFERRING = """## A

See [the PEP][pep]. Use it and [own] too, or [the PEP][nope] there.

## B

[pep]: https://x.example/ "a title"
[own]: https://x.example/
"""


@pytest.mark.parametrize(
    ("words", "kind", "remark"),
    [
        ("[the PEP][pep]. Use", "stands", "A reader sees “the PEP. Use”."),
        ("See [the PEP][pe", "unseen", ""),
        ("the PEP][pep]. Use it", "stands", "A reader sees “the PEP. Use it”."),
        ("it and [own] too", "stands", ""),
        ("the PEP][nope] there", "stands", ""),
    ],
)
def test_brackets_that_a_definition_elsewhere_makes_a_link_are_read_as_the_article_has_them(
    words, kind, remark
):
    place, start = REFERRING.index(words), REFERRING.index("## B")
    spans = {"a": (0, start), "b": (start, len(REFERRING))}
    found = find(words, article=REFERRING, spans=spans, headings={}, cite="a", at=(place, place + len(words)))
    assert (found.kind, found.remark) == (kind, remark)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("of the comment\n-->\n\nThe words after", "unseen"),
        ("-->\n\nThe words after it", "stands"),
        ("The words after it", "stands"),
    ],
)
def test_words_of_which_a_comment_around_the_section_hides_a_part_do_not_stand(words, kind):
    text = "<!--\n## Gone {#gone}\n\nthe words of the comment\n-->\n\nThe words after it.\n"
    place = text.index(words)
    found = find(
        words,
        article=text,
        spans={"gone": (5, len(text))},
        headings={},
        cite="gone",
        at=(place, place + len(words)),
    )
    assert found.kind == kind
