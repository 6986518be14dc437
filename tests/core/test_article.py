"""The article: which bytes are read, in which unit its sections are counted, and what a misfit is told."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core import article
from reviews.core.article import UNITS
from reviews.core.faults import ArticleError

TEXT = """---
title: Café
---
# Café 🍋 {#cafe}

Before the first section.

## Naïve 🍋 lemons {#lemons}

Sour.

## Plain `code` and *more*

Sweet.
"""


def offset_of(text, place, unit):
    head = text[:place]
    return {
        UNITS[0]: len(head),
        UNITS[1]: len(head.encode()),
        UNITS[2]: len(head.encode("utf-16-le")) // 2,
    }[unit]


def sections_of(text, unit):
    first, second = text.index("## Naïve"), text.index("## Plain")
    places = [
        ("lemons", "Naïve 🍋 lemons", first, second),
        ("plain", "Plain code and more", second, len(text)),
    ]
    return [
        {
            "id": name,
            "heading": heading,
            "level": 2,
            "span": [offset_of(text, start, unit), offset_of(text, end, unit)],
        }
        for name, heading, start, end in places
    ]


def one(text, span, heading="Head", level=2, name="head"):
    return article.read(text.encode()), [{"id": name, "heading": heading, "level": level, "span": span}]


def refusal(text, span, **section):
    with pytest.raises(ArticleError) as caught:
        article.unit(*one(text, span, **section))
    return str(caught.value)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("unit", UNITS)
def test_unit_is_told_by_where_the_headings_fall(unit, newline):
    text = TEXT.replace("\n", newline)
    assert article.unit(article.read(text.encode()), sections_of(text, unit)) == unit


@pytest.mark.parametrize("unit", UNITS)
def test_spans_come_out_in_code_points_from_every_unit(unit):
    first, second = TEXT.index("## Naïve"), TEXT.index("## Plain")
    spans = article.spans(article.read(TEXT.encode()), sections_of(TEXT, unit), unit)
    assert spans == {"lemons": (first, second), "plain": (second, len(TEXT))}


def test_unit_is_code_points_when_several_fit():
    assert article.unit(*one("## Head\n", [0, 8])) == "code points"


def test_unit_of_no_sections_is_code_points():
    assert article.unit(article.read(b"words"), []) == "code points"


@pytest.mark.parametrize(
    ("line", "heading", "level"),
    [
        ("## Head", "Head", 2),
        ("### Head ###", "Head", 3),
        ("##  Head\t", "Head", 2),
        ("## Other words {#head}", "Head", 2),
        ("## Head {#head .wide}", "Head", 2),
        ("## `Head` **of** [it](http://x.example)", "Head of it", 2),
        ("## `Head` of it", "`Head` of it", 2),
        ("## Head {.wide}", "Head", 2),
        ("## Salt &amp; lime", "Salt & lime", 2),
        ("## a_b_c", "a_b_c", 2),
    ],
)
def test_unit_knows_a_heading_by_its_id_or_its_words(line, heading, level):
    assert article.unit(*one(f"{line}\n", [0, len(line) + 1], heading=heading, level=level)) == "code points"


@pytest.mark.parametrize(
    ("text", "span", "found"),
    [
        ("words\n", [0, 6], "at character 0 stands “words”"),
        ("## Head {#other}\n", [0, 17], "at character 0 stands “## Head {#other}”"),
        ("### Head\n", [0, 9], "at character 0 stands “### Head”"),
        ("### Head\n", [1, 9], "at character 1 inside a line stands “## Head”"),
        ("\n## Head\n", [0, 9], "at character 0 stands “an empty line”"),
        ("## Head\n", [8, 8], "at character 8 stands “the end of the text”"),
        ("##Head\n", [0, 7], "at character 0 stands “##Head”"),
    ],
)
def test_unit_refuses_naming_what_was_found(text, span, found):
    assert refusal(text, span) == (
        "The spans fit this article in no unit. Counted in code points they come closest, with 0 of 1 "
        f"sections at their heading; section head should start at “## Head”, but {found}."
    )


def test_unit_refusal_names_the_unit_that_came_closest():
    sections = sections_of(TEXT, "UTF-8 bytes")
    sections[1]["heading"] = "Another"
    with pytest.raises(ArticleError) as caught:
        article.unit(article.read(TEXT.encode()), sections)
    assert str(caught.value) == (
        "The spans fit this article in no unit. Counted in UTF-8 bytes they come closest, with 1 of 2 "
        "sections at their heading; section plain should start at “## Another”, "
        f"but at character {TEXT.index('## Plain')} stands “## Plain `code` and *more*”."
    )


@pytest.mark.parametrize("span", [[0, 9], [-1, 8], [9, 20]])
def test_unit_refuses_a_span_outside_the_text(span):
    assert refusal("## Head", span).endswith(
        f"section head has the span {span[0]} to {span[1]}, which in code points falls outside the text or "
        "inside a character."
    )


def test_spans_refuses_an_offset_inside_a_character():
    with pytest.raises(ArticleError) as caught:
        article.spans(*one("## é\n", [0, 4]), "UTF-8 bytes")
    assert str(caught.value) == (
        "section head has the span 0 to 4, which in UTF-8 bytes falls outside the text or inside a character."
    )


def test_spans_refuses_an_unknown_unit():
    with pytest.raises(ArticleError) as caught:
        article.spans(*one("## Head\n", [0, 8]), "lines")
    assert (
        str(caught.value)
        == "“lines” is no unit of offsets; known are code points, UTF-8 bytes, UTF-16 units."
    )


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"abc\xff", "The article is not UTF-8: byte 3 is 0xff."),
        (b"\xed\xa0\x80", "The article is not UTF-8: byte 0 is 0xed."),
        (b"ab\0c", "The article holds a NUL (U+0000) at character 2."),
        (b"123456789", "The article has 9 bytes; at most 8 are read."),
    ],
)
def test_read_refuses_bytes_that_are_no_article(raw, text):
    with pytest.raises(ArticleError) as caught:
        article.read(raw, max_bytes=8)
    assert str(caught.value) == text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_read_keeps_every_byte_and_its_hash(text):
    read = article.read(text.encode())
    assert (read.raw, read.text, read.sha) == (text.encode(), text, hashlib.sha256(text.encode()).hexdigest())


@given(st.text("aé🍋 \r\n#"), st.data())
def test_spans_of_any_text_agree_in_all_units(body, data):
    text = f"## Head\n{body}"
    end = data.draw(st.integers(0, len(text)))
    found = [article.spans(*one(text, [0, offset_of(text, end, unit)]), unit)["head"] for unit in UNITS]
    assert found == [(0, end)] * 3


@pytest.mark.packs
def test_unit_of_every_handed_pack_is_code_points(packs_dir):
    for path in packs_dir.glob("*.truth.json"):
        stem = path.name.removesuffix(".truth.json")
        pack = json.loads(path.with_name(f"{stem}.json").read_text())
        read = article.read(path.with_name(f"{stem}.md").read_bytes())
        assert (article.unit(read, pack["sections"]), read.sha) == ("code points", pack["source"]["md_sha"])


@pytest.mark.parametrize("unit", article.UNITS)
@pytest.mark.parametrize(("measured", "given"), [("\n", "\r\n"), ("\r\n", "\n"), ("\r\n", "\r")])
def test_unit_refusal_tells_of_other_line_ends(unit, measured, given):
    lines = ["# Title 🥖 é", *["words"] * 9, "", "## Head 🥖 {#head}", "", "more"]
    text = measured.join(lines)
    span = [width(text[: text.index("## Head")], unit), width(text, unit)]
    sections = [{"id": "head", "level": 2, "heading": "Head 🥖", "span": span}]
    with pytest.raises(ArticleError) as caught:
        article.unit(article.read(given.join(lines).encode()), sections)
    name = {"\n": "LF", "\r\n": "CRLF"}[measured]
    end = f" They fit this article with {name} line ends, so they were measured on such a copy."
    assert str(caught.value).endswith(end)


def width(text, unit):
    if unit == "code points":
        return len(text)
    return len(text.encode()) if unit == "UTF-8 bytes" else len(text.encode("utf-16-le")) // 2
