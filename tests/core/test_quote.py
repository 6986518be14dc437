"""Whether a quote stands: the seven verdicts, and the slice each is given for."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reviews.core import near
from reviews.core.fold import fold, folded
from reviews.core.quote import SHORTEST, Verdict, find, length
from tests.core.markdown import documents
from tests.core.same_words import cuts, letters
from tests.core.test_selected import is_told, of_reader

ARTICLE = """Preface: words that stand outside all sections.

## First *part* {#first}

The slot does **not** have [access](http://a.example) to the data, it’s true.
In the trial `forty two` chips were read.

| a cell of the table | another one here |
|---|---|
| some more cells | ninety per cent |

> Words in a quote that run
> over two `lines of
> code` here.

## Second part {#second}

Nobody reads <kbd>all</kbd> of the article &amp; lives. Twice said are these words.
And twice said are these words again.

Joined bo**ld**er letters, a \\*star\\* and cafe\u0301 au lait.  \r
A\u200bB zero width stands here.
"""
SPLIT = ARTICLE.index("## Second")
SPANS = {"first": (ARTICLE.index("## First"), SPLIT), "second": (SPLIT, len(ARTICLE))}
HEADINGS = {"first": "First part", "second": "Second part"}


def verdict(words, cite="first", at=None):
    return find(words, article=ARTICLE, spans=SPANS, headings=HEADINGS, cite=cite, at=at)


def place(words):
    return ARTICLE.index(words), ARTICLE.index(words) + len(words)


@pytest.mark.parametrize(
    ("words", "cite", "quote"),
    [
        ("In the trial forty two chips", "first", "In the trial `forty two` chips"),
        ("In the trial `forty two` chips", "first", "In the trial `forty two` chips"),
        ("  In the\n trial\u00a0forty\t two chips\r\n", "first", "In the trial `forty two` chips"),
        ("not have access to the", "first", "not** have [access](http://a.example) to the"),
        ("a cell of the table\tanother one", "first", "a cell of the table | another one"),
        ("| a cell of the table | another", "first", "| a cell of the table | another"),
        ("cells ninety per cent", "first", "cells | ninety per cent"),
        ("that run over two lines of code here", "first", "that run\n> over two `lines of\n> code` here"),
        ("that run > over two", "first", "that run\n> over two"),
        ("First part The slot", "first", "First *part* {#first}\n\nThe slot"),
        ("reads all of the article", "second", "reads <kbd>all</kbd> of the article"),
        ("of the article & lives", "second", "of the article &amp; lives"),
        ("Joined bolder letters", "second", "Joined bo**ld**er letters"),
        ("letters, a *star* and", "second", "letters, a \\*star\\* and"),
        ("cafe\u0301 au lait. A\u200bB", "second", "cafe\u0301 au lait.  \r\nA\u200bB"),
    ],
)
def test_find_says_that_a_quote_stands_and_gives_the_slice_of_the_source(words, cite, quote):
    text = f"Stands word for word in “{HEADINGS[cite]}”."
    assert verdict(words, cite) == Verdict("stands", text, cite, place(quote), quote)


@pytest.mark.parametrize(
    ("words", "cite", "section", "text"),
    [
        ("Joined bolder letters", "first", "second",
         "Stands word for word, but in “Second part”, not in “First part”."),
        ("words that stand outside", "first", None,
         "Stands word for word, but in the text outside the sections, not in “First part”."),
        ("In the trial forty two", "nowhere", "first",
         "Stands word for word, but in “First part”, not in “nowhere”."),
    ],
)  # fmt: skip
def test_find_says_in_which_other_section_a_quote_stands(words, cite, section, text):
    found = verdict(words, cite)
    assert (found.kind, found.section, found.text) == ("elsewhere", section, text)


def test_find_says_which_pieces_a_quote_is_stitched_from():
    assert verdict("The slot does not chips were read. Joined bolder letters").text == (
        "Stitched from 3 pieces: “The slot does not” (“First part”) + “chips were read.” (“First part”) + "
        "“Joined bolder letters” (“Second part”)."
    )


@pytest.mark.parametrize("dots", ["…", " ... ", " […] ", "(...)"])
def test_find_reads_an_ellipsis_as_a_seam(dots):
    assert verdict(f"The slot does not{dots}chips were read.").text == (
        "Stitched from 2 pieces: “The slot does not” (“First part”) + “chips were read.” (“First part”)."
    )


@pytest.mark.parametrize("cite", ["first", "second"])
def test_find_does_not_let_a_quote_run_over_the_end_of_its_section(cite):
    found = verdict("lines of code here. Second part Nobody reads", cite)
    assert (found.kind, found.section, found.text) == (
        "stitched", "first", "Runs over from “First part” into “Second part”; a quote stands in one section."
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "cite", "differs"),
    [
        ("In the trial fifty chips were read.", "first", "for “fifty” it has “forty two”"),
        ("The slot does have access to the data", "first", "it also has “not”"),
        ("In the trial forty two blue chips were read.", "first", "it lacks “blue”"),
        ("to the data, it's true.", "first", "for “it's” it has “it’s” (U+0027, U+2019)"),
        ("In the trial forty two сhips were read.", "first", "for “сhips” it has “chips” (U+0441, U+0063)"),
        ("a *star* and café au lait.", "second",
         "for “café” it has “cafe\u0301” (the same letters, encoded otherwise)"),
        ("AB zero width stands here.", "second", "for “AB” it has “AU+200BB”"),
        ("in the Trial forty-two chips were read", "first",
         "for “in” it has “In”; for “Trial forty-two” it has “trial forty two”"),
    ],
)  # fmt: skip
def test_find_says_what_differs_where_a_quote_nearly_stands(words, cite, differs):
    found = verdict(words, cite)
    where = f"Nearly in “{HEADINGS[cite]}”, not word for word: "
    assert (found.kind, found.text) == ("near", f"{where}{differs}.")


@pytest.mark.parametrize(
    ("words", "differs"),
    [("日本語の文章がここに立っている", "it also has a space"), ("中国 北京到上海的高铁全长1318公里", "it lacks a space")],
)  # fmt: skip
def test_find_says_that_a_space_differs_where_nothing_else_does(words, differs):
    text = "## A\n\n日本語の文章が ここに立っている\n\n中国北京到上海的高铁全长1318公里\n"
    found = find(words, article=text, spans={"a": (0, len(text))}, headings={}, cite="a")
    assert (found.kind, found.text) == ("near", f"Nearly in “a”, not word for word: {differs}.")


def test_find_gives_the_words_that_a_near_quote_is_near_to():
    found = verdict("In the trial fifty chips were read.", "second")
    quote = "In the trial `forty two` chips were read."
    assert (found.section, found.span, found.quote) == ("first", place(quote), quote)


def test_find_says_that_a_quote_is_nowhere():
    text = "Not found in “First part”, nor anywhere else in the article."
    assert verdict("zebras cross the road at dawn") == Verdict("missing", text, None, None, "")


@pytest.mark.parametrize(("words", "is_short"), [("slot  does\n not", False), (" slot  does n ", True)])
def test_find_counts_twelve_characters_after_folding(words, is_short):
    assert (verdict(words).kind == "short") == is_short


def test_find_says_where_a_short_quote_stands():
    text = "Too short: a quote has at least 12 characters, and this one has 9; it stands in “First part”."
    assert verdict("slot does") == Verdict("short", text, "first", place("slot does"), "slot does")


def test_find_says_that_a_short_quote_stands_nowhere():
    text = (
        "Too short: a quote has at least 12 characters, and this one has 5; it is not in “First part” either."
    )
    assert verdict("zebra") == Verdict("short", text)


MARKS = "## A\n\nSee below.\n\n```\n===============\n```\n\n🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉\n\nIt waits . . . . . . . .\n"


@pytest.mark.parametrize("words", ["===============", "🎉" * 13, ". . . . . . . ."])
def test_find_takes_no_quote_that_is_nothing_but_marks(words):
    found = find(words, article=MARKS, spans={"a": (0, len(MARKS))}, headings={}, cite="a")
    text = "Nothing but marks: a quote has words, and this one has no letter and no digit; it stands in “a”."
    assert (found.kind, found.text, found.quote) == ("short", text, words)


@pytest.mark.parametrize("words", ["waits . . . . . . . .", "A See below. =", "below. =============== 🎉"])
def test_find_takes_marks_with_a_word(words):
    assert find(words, article=MARKS, spans={"a": (0, len(MARKS))}, headings={}, cite="a").kind == "stands"


@pytest.mark.parametrize("words", ["", " ", "\r\n\t\u00a0\u2028"])
def test_find_says_that_no_quote_is_given(words):
    assert verdict(words) == Verdict("empty", "No quote is given.")


def test_find_takes_the_first_of_two_places():
    assert verdict("wice said are these words", "second").span == place("wice said are these words")


@pytest.mark.parametrize("shift", [-3, 0, 3])
def test_find_takes_the_selected_one_of_two_places(shift):
    first, last = place("twice said are these words again")
    found = verdict("wice said are these words", "second", (first + shift, last + shift))
    assert found.span == (first + 1, first + 26)


@pytest.mark.parametrize("at", [(0, 0), (-5, -9), (10**9, 10**9), (place("Joined")[0], 0)])
def test_find_reads_past_a_selection_that_is_elsewhere(at):
    assert verdict("Joined bolder letters", "second", at).kind == "stands"


def test_find_believes_a_selection_whose_odd_characters_our_page_does_not_hold():
    whole = place("A\u200bB zero width stands here.")
    found = verdict("AB zero width stands here.", "second", whole)
    assert (found.kind, found.span, found.quote) == ("stands", whole, "A\u200bB zero width stands here.")


@pytest.mark.parametrize("character", "\u200b\u00ad\u2060\u202e")
def test_find_does_not_believe_typed_words_without_the_odd_characters(character):
    text = f"some words{character}and some more words"
    found = find(
        "some wordsand some more words", article=text, spans={"a": (0, len(text))}, headings={}, cite="a"
    )
    assert found.kind == "near"


def test_find_without_a_cite_says_so_in_words():
    text = "Not found in the section cited, nor anywhere else in the article."
    assert verdict("zebras cross the road at dawn", "").text == text


def test_find_spells_odd_characters_of_a_heading():
    found = find("x", article="abc", spans={"a": (0, 3)}, headings={"a": "A\u202eB"}, cite="a")
    assert found.text.endswith("it is not in “AU+202EB” either.")


def test_find_knows_a_link_that_another_section_defines():
    text = "see [the page][p] for more\n\n## Next\n\n[p]: http://a.example\n"
    found = find(
        "see the page for more",
        article=text,
        spans={"a": (0, 27), "b": (28, len(text))},
        headings={},
        cite="a",
    )
    assert (found.kind, found.quote) == ("stands", "see [the page][p] for more")


def test_characters_that_nobody_sees_make_no_quote_longer():
    text = "The loaf\u200b\u200b\u200b\u200b\u200b rests.\n\nThe loaf rests an hour.\n"
    asked = {"article": text, "spans": {"a": (0, len(text))}, "headings": {}, "cite": "a"}
    found = find(text[4:15], **asked)
    assert (found.kind, "this one has 6" in found.text) == ("short", True)
    assert find("The loaf rests", **asked).kind == "stands"


@given(documents, st.data())
def test_find_lets_any_range_of_the_words_that_a_reader_sees_stand_with_its_slice(text, data):
    page = folded(text, "published")
    assume(len(fold(page.text)) >= 12)
    first = data.draw(st.integers(0, len(page.text) - 12))
    words = page.text[first : data.draw(st.integers(first + 12, len(page.text)))]
    first += len(words) - len(words.lstrip())
    assume(length(words) >= 12 and letters(words))
    at = page.span(first, first + len(fold(words)))
    found = find(words, article=text, spans={"a": (0, len(text))}, headings={}, cite="a", at=at)
    assert (found.kind, found.span, found.quote) == ("stands", at, text[slice(*at)])


@given(documents, st.data())
def test_find_lets_a_slice_of_the_source_stand_or_says_what_a_reader_sees_of_it(text, data):
    assume(len(text) >= 12)
    start = data.draw(st.integers(0, len(text) - 12))
    end = data.draw(st.integers(start + 12, len(text)))
    words = text[start:end]
    assume(length(words) >= 12)
    found = find(words, article=text, spans={"a": (0, len(text))}, headings={}, cite="a", at=(start, end))
    seen = of_reader(text, start, end)
    if seen and letters(seen) == letters(words) and not cuts(text, start, end):
        assert found.kind == ("stands" if length(seen) >= SHORTEST and letters(seen) else "short")
    else:
        assert is_told(found) or letters(of_reader(text, *found.span)) == letters(words)


@given(documents | st.text(), st.text() | documents, st.none() | st.tuples(st.integers(), st.integers()))
def test_find_of_any_words_in_any_article_gives_a_slice(text, words, at):
    spans = {"a": (3, 40), "b": (40, 90)}
    found = find(words, article=text, spans=spans, headings={}, cite="a", at=at)
    assert found.quote == (text[slice(*found.span)] if found.span else "")


@given(documents)
def test_folded_text_maps_each_character_inside_the_source(text):
    drawn = folded(text, "drawn")
    spans = [drawn.span(n, n + 1) for n in range(len(drawn.text))]
    assert spans == sorted(spans)
    assert [span for span in spans if not 0 <= span[0] <= span[1] <= len(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "> $$\nabc defg hij\n> $$\n",
        "> ` abc\n> defg hij `\n",
        "a `` `abc` defg hij `` b\n",
        "`  abc defg hij  `\n",
        "$$ abc defg hij $$\n",
    ],
)
def test_folded_text_finds_each_word_of_code_and_formulas_where_it_is_written(text):
    drawn = folded(text, "drawn")
    for word in ("abc", "defg", "hij"):
        at = drawn.text.index(word)
        assert text[slice(*drawn.span(at, at + len(word)))] == word


@pytest.mark.usefixtures("panicking")
def test_find_reads_the_source_as_written_when_the_parser_panics():
    text = "this was *never* parsed"
    assert (
        find("was *never* parsed", article=text, spans={"a": (0, 23)}, headings={}, cite="a").kind == "stands"
    )


TWICE = "Here it is said twice. Once more: it is said *twice*. It is said only once."


@pytest.mark.parametrize(
    ("words", "at", "which"),
    [
        ("it is said twice", None, " (place 1 of 2)"),
        ("it is said twice", (34, 51), " (place 2 of 2)"),
        ("it is said twice", (5, 21), " (place 1 of 2)"),
        ("It is said only", None, ""),
    ],
)
def test_find_says_which_of_several_places_is_meant(words, at, which):
    found = find(words, article=TWICE, spans={"a": (0, len(TWICE))}, headings={"a": "All"}, cite="a", at=at)
    assert found.text == f"Stands word for word in “All”{which}."


@pytest.mark.parametrize(
    ("wanted", "standing", "differs"),
    [
        ("The slot element is a outlet", "The <slot> element is a slot outlet", "it also has “slot”"),
        ("six minutes - or seven", "six minutes – or seven", "for “-” it has “–” (U+002D, U+2013)"),
        ("it holds", "it (holds)", "it also has “(”; it also has “)”"),
    ],
)
def test_what_differs_is_told_of_words_and_of_marks_only_where_the_words_agree(wanted, standing, differs):
    assert near.told(wanted, standing) == differs


def test_a_near_quote_is_fitted_to_its_last_word():
    text = "The <slot> element is a slot outlet that shows where it goes."
    span = near.likest("The slot element is a outlet", text)
    assert span
    assert text[slice(*span)] == "The <slot> element is a slot outlet"
