"""A section as HTML: every run knows its place, and nothing of the source acts on the page."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core import runs
from reviews.core.render import section_html
from reviews.core.runs import ODD
from tests import pace
from tests.core.markdown import documents

ALLOWED = {
    *"a aside blockquote br code del div em h2 h3 h4 h5 h6 hr li ol p pre span strong sup".split(),
    *"table tbody td th thead tr ul".split(),
}


class Page(HTMLParser):
    """The tags with their attributes, and each text with the data-s and data-e around it."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.texts, self.open = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in {"br", "hr"}:
            self.open.append(dict(attrs))

    def handle_endtag(self, tag):
        self.open.pop()

    def handle_data(self, text):
        start, end = self.open[-1].get("data-s"), self.open[-1].get("data-e")
        self.texts.append((text, start and int(start), end and int(end)))


def html_of(markdown, **more):
    return section_html(markdown, 0, len(markdown), **more)


def spelt(html):
    """⟨2:x⟩ and ⟨2-7:x⟩ stand for a run at its offset, and for one that maps only as a whole."""
    html = re.sub(r"⟨(\d+)-(\d+):", r'<span data-s="\1" data-e="\2">', html)
    return re.sub(r"⟨(\d+):", r'<span data-s="\1">', html).replace("⟩", "</span>")


def words_of(markdown):
    return "".join(text for text, _, _ in Page(html_of(markdown)).texts)


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("a *b* **c**", "<p>⟨0:a ⟩<em>⟨3:b⟩</em>⟨5: ⟩<strong>⟨8:c⟩</strong></p>"),
        ("~~d~~", "<p><del>⟨2:d⟩</del></p>"),
        ("a\nb", "<p>⟨0:a\nb⟩</p>"),
        ("a\r\nb", "<p>⟨0:a⟩⟨1-3:\n⟩⟨3:b⟩</p>"),
        ("a\rb", "<p>⟨0:a\nb⟩</p>"),
        ("a  \nb", '<p>⟨0:a⟩<br data-s="1" data-e="4">⟨4:b⟩</p>'),
        ("a &amp; b", "<p>⟨0:a ⟩⟨2-7:&amp;⟩⟨7: b⟩</p>"),
        ("\\*a", "<p>⟨1:*a⟩</p>"),
        ("🍋 `x`", "<p>⟨0:🍋 ⟩<code>⟨3:x⟩</code></p>"),
        ("`` a`b ``", "<p><code>⟨3:a`b⟩</code></p>"),
        ("> `a\n> b`", "<blockquote><p><code>⟨3:a⟩⟨4-5: ⟩⟨7:b⟩</code></p></blockquote>"),
        ("```js\nlet a\n```", "<pre><code>⟨6:let a\n⟩</code></pre>"),
        ("    let a", "<pre><code>⟨4:let a⟩</code></pre>"),
        ("$a+b$", '<p><code class="math">⟨1:a+b⟩</code></p>'),
        ("$$\na\n$$", '<p><code class="math">⟨2-3:\n⟩⟨3:a⟩⟨4-5:\n⟩</code></p>'),
        ("---\ntitle: x\n---\n", '<pre class="metadata"><code>⟨4:title: x\n⟩</code></pre>'),
        ("<div>\nx\n</div>", '<pre class="raw"><code>⟨0:&lt;div&gt;\nx\n&lt;/div&gt;⟩</code></pre>'),
        ("a<b>c", '<p>⟨0:a⟩<code class="raw">⟨1:&lt;b&gt;⟩</code>⟨4:c⟩</p>'),
        ("3. a\n4. b", '<ol start="3"><li>⟨3:a⟩</li><li>⟨8:b⟩</li></ol>'),
        ("- [x] a", '<ul><li><span class="box" data-checked="yes"></span>⟨6:a⟩</li></ul>'),
        ("- [ ] b", '<ul><li><span class="box" data-checked="no"></span>⟨6:b⟩</li></ul>'),
        ("a[^n]", "<p>⟨0:a[^n]⟩</p>"),
        (
            "a[^n]\n\n[^n]: b",
            '<p>⟨0:a⟩<sup class="note" data-s="1" data-e="5" data-name="n"></sup></p>'
            '<aside class="note" data-name="n"><p>⟨13:b⟩</p></aside>',
        ),
        (
            "|a|b|\n|-|-:|\n|c\\|d|`e\\|f`|",
            '<div class="wide" tabindex="0"><table><thead><tr><th>⟨1:a⟩</th><th data-align="right">⟨3:b⟩</th></tr></thead>'
            '<tbody><tr><td>⟨14:c⟩⟨16:|d⟩</td><td data-align="right"><code>⟨20:e⟩⟨22:|f⟩</code></td></tr>'
            "</tbody></table></div>",
        ),
        ("::: tip\nx\n:::", "<p>⟨0:::: tip\nx\n:::⟩</p>"),
        ("> [!NOTE]\n> x", "<blockquote><p>⟨2:[!NOTE]\n⟩⟨12:x⟩</p></blockquote>"),
        ("![](p.png)", '<p><span class="image" data-address="p.png"></span></p>'),
        (
            "![a *b*](https://x.example/p.png)",
            '<p><span class="image" data-address="https://x.example/p.png">⟨2:a ⟩⟨5:b⟩</span></p>',
        ),
    ],
)
def test_section_html_of_a_construct(markdown, html):
    assert html_of(markdown) == spelt(html)


@pytest.mark.parametrize(
    ("address", "href"),
    [
        ("https://a.example/x?y#z", "https://a.example/x?y#z"),
        ("HTTP://a.example", "HTTP://a.example"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("/relative", None),
        ("#there", None),
        ("//a.example", None),
        ("https:a.example", None),
        ("https://ok.example@evil.example", None),
        ("https:\\\\a.example", None),
        ("javascript:alert(1)", None),
        ("JaVaScRiPt:alert(1)", None),
        ("java&#x0A;script:alert(1)", None),
        ("&#106;avascript:alert(1)", None),
        ("<java\tscript:alert(1)>", None),
        ("data:text/html,x", None),
        ("vbscript:x", None),
        ("ftp://a.example", None),
        ("file:///etc/passwd", None),
        ("http://[a", None),
        ("https://a.example/\u202e", None),
    ],
)
def test_section_html_links_only_to_addresses_that_are_safe(address, href):
    found = [attrs.get("href") for tag, attrs in Page(html_of(f"[x]({address})")).tags if tag == "a"]
    assert found == ([href] if href else [])


def test_section_html_tells_a_link_nothing_of_us():
    assert Page(html_of("<https://a.example/>")).tags[1] == (
        "a",
        {"href": "https://a.example/", "title": "https://a.example/", "rel": "noopener noreferrer nofollow"},
    )


def test_section_html_shows_where_a_relative_link_leads():
    assert html_of("[x](/y)") == '<p><span class="link" title="/y"><span data-s="1">x</span></span></p>'


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a <svg onload=alert(1)> b",
        "<iframe srcdoc='<p>'>",
        '"><x hx-get="/y" hx-on:click="z">',
        "</textarea><script>x</script>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x()&gt;'>",
        '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
        "<svg><style><img src=x onerror=alert(1)></style></svg>",
        '<script setup>\nimport { ref } from "vue"\n</script>',
        "# a {#x onclick=alert(1) .y style=color:red}",
        "{{ settings.SECRET_KEY }} {% include 'x' %} {0.__class__}",
    ],
)
def test_section_html_keeps_no_tag_or_attribute_of_the_source(markdown):
    page = Page(html_of(markdown))
    assert {tag for tag, _ in page.tags} <= {"p", "pre", "code", "span", "h3", "strong"}
    assert {name for _, attrs in page.tags for name in attrs} <= {"class", "data-s"}


@pytest.mark.parametrize(
    "markdown", ["<script>alert(1)</script>", "a <b>c</b> d", "{{ x }} {% y %}", "::: tip\nx\n:::", "&lt;b>"]
)
def test_section_html_shows_raw_html_in_its_own_words(markdown):
    assert words_of(markdown) == markdown.replace("&lt;", "<")


@pytest.mark.parametrize(
    "character",
    list("\u0001\u007f\u0085\u00ad\u200b\u200d\u200e\u202e\u2028\u2066\ufeff\uffff\U000e0041\u3164"),
)
def test_section_html_shows_an_odd_character_by_its_name(character):
    name = f"U+{ord(character):04X}"
    assert html_of(f"a{character}b") == (
        f'<p><span data-s="0">a</span><span class="odd" data-s="1" data-e="2" data-name="{name}"></span>'
        '<span data-s="2">b</span></p>'
    )


def test_section_html_shows_an_odd_entity_by_its_name():
    odd = '<span class="odd" data-s="1" data-e="9" data-name="U+202E"></span>'
    assert html_of("a&#x202e;") == f'<p><span data-s="0">a</span>{odd}</p>'


@pytest.mark.parametrize("words", ["👩‍💻 works", "می‌خواهم", "क्‍ष", "cafe\u0301", "❤️", "a\u0301" * 99])
def test_section_html_leaves_ordinary_spelling_alone(words):
    assert html_of(words) == f'<p><span data-s="0">{words}</span></p>'


@pytest.mark.parametrize(
    ("markdown", "more", "tags"),
    [
        ("## A\n### B\n#### C\n##### D\n###### E", {}, ["h3", "h4", "h5", "h6", "h6"]),
        ("### A\n# B", {}, ["h3", "h3"]),
        ("# A\n## B", {"top": 2}, ["h2", "h3"]),
        ("# A", {"top": 99}, ["h6"]),
    ],
)
def test_section_html_draws_headings_below_the_page(markdown, more, tags):
    assert [tag for tag, _ in Page(html_of(markdown, **more)).tags if tag[0] == "h"] == tags


@pytest.mark.parametrize(
    ("markdown", "classes"),
    [
        ("## A {#a}\n\n### B", ["section__heading", None]),
        ("a\n\n## B", [None]),
        ("\ufeff# A", ["section__heading"]),
    ],
)
def test_section_html_marks_the_heading_of_the_section(markdown, classes):
    assert [attrs.get("class") for tag, attrs in Page(html_of(markdown)).tags if tag[0] == "h"] == classes


def test_section_html_draws_only_its_slice_with_offsets_into_the_whole():
    assert section_html("é one\n\n🍋 two\n\nthree", 7, 14) == '<p><span data-s="7">🍋 two</span></p>'


@pytest.mark.parametrize(("start", "end"), [(0, 0), (5, 2), (9, 99), (-9, -9)])
def test_section_html_of_an_empty_slice_is_empty(start, end):
    assert section_html("words", start, end) == ""


@pytest.mark.parametrize(
    "markdown",
    [
        ">" * 5000 + " x",
        "- " * 5000 + "x",
        "*a **b " * 200 + "c** d* " * 200 + "e",
        "a\0b\ud800c\n" + "> " * 500 + "z",
    ],
)
def test_section_html_never_raises_and_keeps_the_words(markdown):
    assert words_of(markdown).replace(" ", "")[-1] == markdown.replace(" ", "")[-1]


@pytest.mark.usefixtures("panicking")
def test_section_html_falls_back_to_plain_text_when_the_parser_panics():
    assert section_html("xx<b>\r\n\u202ey", 2, 9) == (
        '<pre class="plain"><span data-s="2">&lt;b&gt;</span><span data-s="6">\n</span>'
        '<span class="odd" data-s="7" data-e="8" data-name="U+202E"></span><span data-s="8">y</span></pre>'
    )


def test_section_html_lets_an_interrupt_through(monkeypatch):
    class Stopped:
        def events_with_range(self, text):
            raise KeyboardInterrupt

    monkeypatch.setattr(runs, "PARSER", Stopped())
    with pytest.raises(KeyboardInterrupt):
        html_of("x")


@given(documents, st.integers(0, 40), st.integers(0, 400))
def test_section_html_of_any_markdown_has_runs_that_are_their_source(text, start, length):
    page = Page(section_html(text, start, start + length))
    wrong = [
        run
        for run in page.texts
        if run[2] is None and run[0] != text[run[1] :][: len(run[0])].replace("\r", "\n")
    ]
    assert (wrong, [run for run in page.texts if run[1] is None]) == ([], [])


@given(documents)
def test_section_html_of_any_markdown_keeps_to_our_tags(text):
    page = Page(html_of(text))
    assert {tag for tag, _ in page.tags} <= ALLOWED
    assert ODD.search(html_of(text)) is None


@given(documents)
def test_section_html_of_any_markdown_has_runs_in_source_order(text):
    starts = [int(attrs["data-s"]) for _, attrs in Page(html_of(text)).tags if "data-s" in attrs]
    assert starts == sorted(set(starts))


@given(documents)
def test_section_html_draws_what_the_blocks_say(text):
    drawn = "".join(run.text for block in runs.blocks(text, 0, len(text)) for run in block.runs)
    assert "".join(words_of(text).split()) == "".join(ODD.sub("", drawn).split())


ORDINARY = (
    "## Head\n\n"
    + (
        "Some *words* with `code`, a [link](https://a.example/) &amp; then a sentence that says more. "
        "After it comes another one, as long as people write them, with nothing in it but plain words.\n\n"
        "- one thing in a list\n- another thing in it\n\n"
        "| a cell | its neighbour |\n|---|---|\n| more | of it |\n\n"
        "```js\nlet a = 1\nlet b = 2\n```\n\n"
    )
    * 92
)
HOSTILE = {
    "images": "![" * 20_000,
    "quotes": ">" * 5_000 + " x",
    "brackets": "[" * 30_000,
    "emphasis": "*a* " * 8_000,
    "odd": "a\u202e" * 10_000,
    "entities": "&amp;" * 6_000,
    "cells": "|a" * 3_000 + "|\n" + "|-" * 3_000 + "|\n" + "|\n" * 3_000,
    "cells left out": "|a" * 1_000 + "\n" + "|-" * 1_000 + "\n" + "|a\n" * 8_600,
    "a million cells": ("a|" * 1_000 + "\n") + ("-|" * 1_000 + "\n") + ("b|" * 1_000 + "\n") * 1_000,
    "notes": "[^a]" * 8_000 + "\n\n" + "[^a]: x\n\n" * 300,
    "code": "> `" + "a\n> " * 6_000 + "`",
    "ticks": "".join("`" * n + " " for n in range(300)),
}


def test_section_html_of_30_kb_takes_less_than_15_ms():
    assert pace.ms(lambda: html_of(ORDINARY), 15) < 15


@pytest.mark.parametrize("name", HOSTILE)
def test_section_html_of_hostile_text_takes_less_than_200_ms(name):
    assert pace.ms(lambda: html_of(HOSTILE[name]), 200) < 200


@pytest.mark.parametrize("name", ["cells left out", "a million cells"])
def test_section_html_of_more_than_people_write_is_plain_text(name):
    assert section_html(HOSTILE[name], 0, len(HOSTILE[name])).startswith(
        '<pre class="plain"><span data-s="0">'
    )


@given(documents)
def test_events_of_a_long_text_stand_where_those_of_a_short_one_do(text):
    short = list(runs.events(text, 0, len(text)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "SHORT", 0)
        assert list(runs.events(text, 0, len(text))) == short


def test_a_cell_is_aligned_and_a_head_is_a_head_after_markup():
    table = "| **Name** | *Size* |\n|:-:|---:|\n| a **cell** | 1 kB |\n"
    cells = re.findall(r"<(t[hd](?: [^>]*)?)>", section_html(table, 0, len(table)))
    assert cells == [
        'th data-align="center"',
        'th data-align="right"',
        'td data-align="center"',
        'td data-align="right"',
    ]
