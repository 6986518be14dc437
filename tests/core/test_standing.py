"""Words that only the source has are no quote, words that a reader sees are; and what a judge is told of the odd ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core.fold import fold, folded
from reviews.core.quote import Verdict, find
from reviews.core.standing import seen_part, standing
from tests import pace
from tests.core.markdown import documents

BEFORE = "---\ntitle: the words of the front matter\n---\n\n<!--\n## Kept from view {#gone}\n\nNobody sees these words at all.\n-->\n\n"
SECTION = """## The heading of a section {#heading .with key=attributes-nobody-sees}

Read [the large table](https://a.example/address-of-the-link "and a title of it") first[^1], then go[^own] on.
Nobody <!-- here are words of a comment, a > b --> reads the comment, <kbd>all</kbd> of us read this.
It is <span hidden>surely not </span>true, and <b style="display: none">neither is this here</b> that one is.
Line one of it<br>and line two. ![A picture of two men](men.png) It was ~~rather wrong to say~~ right to say.
Tom &amp; Jerry went on &amp;lt; unable to stop, non-trivial at 1,000.5 metres, and the best caf\u00e9e\u0301 there.

[label]: https://a.example/target-of-a-definition "the title of a definition"

```python title="words of an info string"
shown = "words of a code block"
```

| left head | right head |
|:----------|-----------:|
| one \\| two cells | and another |

<script>let words = "of a script nobody sees";</script>

<div>

A paragraph in a block of HTML.

</div>
<del>Struck through by HTML</del> it goes on.

[^own]: The words of a footnote here.
[^alone]: The words of a lonely footnote.

"""
ARTICLE = (
    f"{BEFORE}{SECTION}## Another {{#other}}\n\nMore words here.\n\n[^1]: A footnote of another section.\n"
)
START = len(BEFORE)
SPANS = {
    "gone": (ARTICLE.index("## Kept"), ARTICLE.index("-->")),
    "heading": (START, START + len(SECTION)),
    "other": (START + len(SECTION), len(ARTICLE)),
}


def verdict(words, cite="heading", at=None):
    return find(words, article=ARTICLE, spans=SPANS, headings={}, cite=cite, at=at)


@pytest.mark.parametrize(
    ("words", "sees"),
    [
        ("a.example/address-of-the-link", ""),
        ('and a title of it") first[^1]', ""),
        ("here are words of a comment, a > b", ""),
        ("comment, a > b --> reads the comment", "“reads the comment”"),
        ("reads the comment, <kbd>all</kbd> of us <kb", ""),
        ("attributes-nobody-sees", ""),
        ("heading of a section {#heading .with", "“heading of a section”"),
        ("the large table](https://a.example/address", "“the large table”"),
        ("neither is this here", ""),
        (
            "Nobody <!-- here are words of a comment, a > b --> reads the comment",
            "“Nobody reads the comment”",
        ),
        ("<!-- here are words of a comment, a > b --> reads the comment", "“reads the comment”"),
        ("It is <span hidden>surely not </span>true, and", "“It is true, and”"),
        ("title of a definition", ""),
        ("[label]: https://a.example", ""),
        ('python title="words of an info string', ""),
        ("|:----------|--------", ""),
        ("of a script nobody sees", ""),
        ("amp; Jerry went on", "“& Jerry went on”"),
        ("Jerry went on &am", "“Jerry went on”"),
        ("words of the front matter", ""),
        ("Nobody sees these words at all", ""),
    ],
)
def test_words_that_only_the_source_has_do_not_stand(words, sees):
    found = verdict(words)
    assert found.kind in {"unseen", "near", "missing", "stitched"}
    if sees:
        assert found.text.endswith(f": a reader of the article sees {sees} there.")


@pytest.mark.parametrize("cite", ["gone", "heading"])
def test_a_section_within_a_comment_of_the_article_is_seen_by_nobody(cite):
    assert verdict("Nobody sees these words at all.", cite).kind == "unseen"


def test_a_selected_comment_does_not_stand_though_its_words_are_seen_elsewhere():
    text = "## A\n\n<!-- the words of the comment -->\n\nSee the words of the comment here.\n"
    spans, place = {"a": (0, len(text))}, text.index("the words")
    hidden = find(
        "the words of the comment", article=text, spans=spans, headings={}, cite="a", at=(place, place + 24)
    )
    typed = find("the words of the comment", article=text, spans=spans, headings={}, cite="a")
    assert (hidden.span, typed.span) == ((45, 69), (45, 69))


@pytest.mark.parametrize(
    ("words", "quote"),
    [
        ("Read the large table first", None),
        ("true, and that one is", None),
        ("It is true, and", None),
        ("Line one of it and line two", "Line one of it<br>and line two"),
        ("all of us read this", None),
        ("reads the comment, all", None),
        ("Nobody reads the comment", None),
        ("one | two cells and another", "one \\| two cells | and another"),
        ('shown = "words of a code block"', None),
        ("A paragraph in a block of HTML.", None),
        ("Tom & Jerry went on", "Tom &amp; Jerry went on"),
        ("Jerry went on &lt;", "Jerry went on &amp;lt;"),
        ("The heading of a section Read the large", None),
    ],
)
def test_words_that_a_reader_sees_stand_without_a_remark(words, quote):
    found = verdict(words)
    assert (found.kind, found.remark) == ("stands", "")
    assert quote is None or found.quote == quote


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ("It was rather wrong to say right", "Struck through: “rather wrong to say”."),
        ("rather wrong to say", "Struck through: “rather wrong to say”."),
        ("Struck through by HTML it goes", "Struck through: “Struck through by HTML”."),
        ("A picture of two men", "From the description of an image: “A picture of two men”."),
        ("The words of a footnote here.", "In a footnote: “The words of a footnote here.”."),
        ("The words of a lonely footnote.", "In a footnote to which nothing refers: “The words of a lonely footnote.”."),
        ("all</kbd> of us read this", "A reader sees “all of us read this”."),
        (
            "Read [the large table](https://a.example/address-of-the-link \"and a title of it\")",
            "A reader sees “Read the large table”.",
        ),
    ],
)  # fmt: skip
def test_a_judge_is_told_what_is_odd_about_words_that_stand(words, remark):
    found = verdict(words)
    assert (found.kind, found.remark) == ("stands", remark)


def test_markup_around_what_is_seen_is_not_kept_in_the_quote():
    found = verdict("<del>Struck through by HTML</del> it goes")
    assert found.quote == "Struck through by HTML</del> it goes"


@pytest.mark.parametrize(
    ("words", "quote"),
    [
        ("kbd>all</kbd> of us read", "all</kbd> of us read"),
        ("of us read this.\nIt is <span hid", "of us read this.\nIt is"),
        ("right to say.\nTom &am", "right to say.\nTom"),
        ("mp; Jerry went on", "&amp; Jerry went on"),
        ("a comment, a > b --> reads the comment, <kb", "reads the comment,"),
        ("of a script nobody sees", None),
        ('address-of-the-link "and a title', None),
        ('address-of-the-link "and a title of it") first', "first"),
    ],
)
def test_what_a_reader_sees_of_a_slice_is_what_is_not_hidden(words, quote):
    """Half a tag, half a comment and half an entity; the quote it makes stands by itself, unless it is too short."""
    start = ARTICLE.index(words)
    span = seen_part(ARTICLE, SPANS["heading"], (start, start + len(words)))
    assert (span and ARTICLE[slice(*span)]) == quote
    if span and quote:
        found = verdict(fold(folded(SECTION, "published").slice(span[0] - START, span[1] - START)), at=span)
        assert (found.kind, found.span) == ("stands" if len(quote) > 11 else "short", span)


@given(documents, st.integers(0, 400), st.integers(1, 120))
def test_what_a_reader_sees_of_any_slice_can_be_taken(text, start, n):
    """It is seen whole, or it is nothing: taken once more, it is what it was."""
    section, start = (0, len(text)), min(start, len(text))
    span = seen_part(text, section, (start, min(start + n, len(text))))
    assert span is None or seen_part(text, section, span) == span


def test_a_short_quote_that_nobody_sees_stands_nowhere():
    text = "Too short: a quote has at least 12 characters, and this one has 9; a reader does not see it in “heading” either."
    assert verdict("a comment", at=None).kind == "short"
    assert verdict("of a scri") == Verdict("short", text)


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("a <!--> b --> c", "a b --> c"),
        ("a <b title='<!--'>b</b> c", "a b c"),
        ("<!-- a\n\nb --> c\n\nd", "c d"),
        ("<!-- a -->\n\nb", "b"),
        ("<div hidden>\n\na\n\n<div>b</div>\n\nc\n\n</div>\n\nd", "d"),
        ("<div>\n\na <span hidden>b\n\nc</div>", "a c"),
        ("<template>\n\na\n\n</template>\n\nb", "b"),
        ("<STYLE>a { b: c }</STYLE>\n\nd", "d"),
        ("<details><summary>a</summary>\n\nb\n\n</details>", "a b"),
        ("<p>a</p><p>b</p><ul><li>c<li>d</ul>", "a b c d"),
        ("un<wbr>a<b>b</b>le", "unable"),
        ("<p>12&nbsp;MB &lt;b&gt; &amp;amp; &nope; &am</p>", "12 MB <b> &amp; &nope; &am"),
        ("Map<String, List<T>> of x", "Map<String, List> of x"),
        ("a<my-tag>b</my-tag>c<br>d<svg>e</svg>", "abc de"),
        ("<div title=\"a hidden gem\" data-hidden=1>\na\n</div>", "a"),
        ("<div\n  style='color: red;\n  visibility:hidden'>\na\n</div>\n\nb", "b"),
        ("<p title=it's>a</p>\n", "a"),
        ("> <!-- a\n> b -->c\n> d", "c d"),
        ("<div><!-- a\n\nb\n\n-->c</div>", ""),
        ("a <? b ?> c <!X d> e", "a c e"),
        ("<script>\n\nlet a = '<b>';\n\n</script>\n\nc", "c"),
        ("a < b and c > d", "a < b and c > d"),
        ("`<!-- a -->` b", "<!-- a --> b"),
        ("```html\n<!-- a -->\n```", "<!-- a -->"),
    ],
)  # fmt: skip
def test_a_reader_sees_of_html_what_a_browser_shows(html, seen):
    assert folded(html, "published").text.strip() == seen


@pytest.mark.parametrize(
    "part",
    [
        "<div>\n" + "<a '\"" * 200_000,
        "<div>\n" + '<a b="' * 200_000,
        "<div>\n" + "<!-- " * 200_000,
        "<div>\n" + "<a style= " * 100_000,
        "<div>\n" + "<p>a\n" * 100_000,
        "<div hidden>\n" + "<div>" * 200_000,
    ],
)
def test_hostile_html_is_read_in_time(part):
    assert pace.ms(lambda: folded(part, "published"), 5000) < 5000


@pytest.mark.parametrize("mark", ["---", "+++"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_front_matter_is_seen_by_nobody_and_stands_at_the_beginning_alone(mark, ending):
    lines = [
        mark,
        "title: 'words of the matter'",
        mark,
        "",
        "## A",
        "",
        "---",
        "words *between* two rules",
        "---",
    ]
    text = ending.join(lines)
    spans = {"a": (text.index("## A"), len(text))}
    matter, between = (
        find(words, article=text, spans=spans, headings={}, cite="a")
        for words in ("words of the matter", "words between two rules")
    )
    assert (matter.kind, between.kind, between.remark) == ("unseen", "stands", "")


def test_a_judge_is_told_a_few_of_many_things():
    text = "## A\n\n" + "~~gone~~ and ![there](x.png) " * 30
    words = folded(text, "published").text
    found = find(words, article=text, spans={"a": (0, len(text))}, headings={}, cite="a")
    told = ("Struck through: “gone”. From the description of an image: “there”. ") * 2
    assert (found.kind, found.remark) == ("stands", told.strip())


CONTAINED = (
    "## Notes\n\n:::tip Note\nIt stays undefined until a parent sets it.\n:::\n\n```\n:::tip In code\n```\n"
)


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        (":::tip Note\nIt stays undefined", "The line “:::tip Note” is markup, which a page does not show."),
        ("sets it.\n:::", "The line “:::” is markup, which a page does not show."),
        ("It stays undefined until a parent sets it.", ""),
        (":::tip In code", ""),
    ],
)
def test_a_line_that_opens_or_closes_a_container_is_told(words, remark):
    start = CONTAINED.index(words)
    found = standing(fold(words), CONTAINED, (start, start + len(words)))
    assert (found.seen, found.remark) == (fold(words), remark)
