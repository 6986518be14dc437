"""Which sentences are suggested for a chip: of the cited sections, slices of the source, likeliest first."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.core import article
from reviews.core.fold import folded
from reviews.core.quote import find
from reviews.core.suggest import Suggestion, elsewhere, overlap, suggest
from tests import pace
from tests.core.markdown import documents

ARTICLE = """Words before the first section, about lemons and 34 seconds.

## Judges {#judges}

A judge reads the answer first. With a *sentence* suggested, it took 11 seconds; without, 34. None was faster.

> Seats have a term,
> which the desk keeps.

| Act | Effect |
|---|---|
| hold | the chip stays held |
| drop | the chip leaves the pack |

```py
hold(chip, why="unclear")
drop(chip)
```

## Lemons {#lemons}

Lemons grow in Sicily &amp; Spain, e.g. near Valencia. They are sour.
"""
MIDDLE = ARTICLE.index("## Lemons")
SPANS = {"judges": (ARTICLE.index("## Judges"), MIDDLE), "lemons": (MIDDLE, len(ARTICLE))}


def quotes(q, a, cites, **more):
    return [found.quote for found in suggest(q, a, article=ARTICLE, spans=SPANS, cites=cites, **more)]


@pytest.mark.parametrize(
    ("answer", "cite", "quote"),
    [
        ("It was 34 seconds without a suggestion.", "judges",
         "With a *sentence* suggested, it took 11 seconds; without, 34."),
        ("The desk keeps the term of seats.", "judges", "Seats have a term,\n> which the desk keeps."),
        ("Dropping makes the chip leave the pack.", "judges", "drop | the chip leaves the pack"),
        ("Call hold with why unclear.", "judges", 'hold(chip, why="unclear")\ndrop(chip)'),
        ("They come from Spain and Sicily.", "lemons",
         "Lemons grow in Sicily &amp; Spain, e.g. near Valencia."),
    ],
)  # fmt: skip
def test_suggest_gives_the_likeliest_unit_first(answer, cite, quote):
    assert quotes("what is it?", answer, [cite])[0] == quote


CODE = "## Drop\n\nA judge calls drop with a reason.\n\n```py\n# A judge calls drop with a reason.\ndrop(chip, forever=1)\n```\n"


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("A judge calls drop with a reason.", ["A judge calls drop with a reason."]),
        ("It is forever.", ["# A judge calls drop with a reason.\ndrop(chip, forever=1)"]),
    ],
)
def test_suggest_gives_code_only_for_words_that_no_sentence_has(answer, found):
    made = suggest("what is it?", answer, article=CODE, spans={"drop": (0, len(CODE))}, cites=["drop"])
    assert [one.quote for one in made] == found


def test_suggest_names_section_span_and_slice():
    start = ARTICLE.index("They are")
    found = suggest("are lemons sour?", "Sour.", article=ARTICLE, spans=SPANS, cites=["lemons"], n=1)
    assert found == [Suggestion("lemons", (start, start + 14), "They are sour.")]


@pytest.mark.parametrize("cites", [[], ["unknown"], ["judges"]])
def test_suggest_looks_in_the_whole_article_where_the_cited_sections_have_nothing(cites):
    assert (
        quotes("Sicily?", "Valencia.", cites)[0] == "Lemons grow in Sicily &amp; Spain, e.g. near Valencia."
    )


def test_suggest_leaves_out_what_stands_in_no_section():
    assert quotes("words?", "Before.", []) == []


@pytest.mark.parametrize(("q", "a"), [("", ""), ("zebra?", "Zebra."), ("?", "…"), ("\0\ud800", "\u202e")])
def test_suggest_of_words_that_stand_nowhere_is_empty(q, a):
    assert quotes(q, a, ["judges"]) == []


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5])
def test_suggest_gives_at_most_n(n):
    assert (
        len(quotes("chip hold drop unclear?", "The chip stays held, leaves the pack.", ["judges"], n=n)) == n
    )


def test_suggest_does_not_count_a_section_cited_twice():
    once = suggest("sour?", "They are.", article=ARTICLE, spans=SPANS, cites=["lemons"])
    assert suggest("sour?", "They are.", article=ARTICLE, spans=SPANS, cites=["lemons", "lemons"]) == once


@given(documents, st.integers(0, 50), st.text())
def test_suggest_of_any_article_gives_slices_of_the_section(text, start, answer):
    spans = {"one": (min(start, len(text)), len(text))}
    found = suggest("word another code?", answer, article=text, spans=spans, cites=["one"])
    assert [(one.quote, one.span[0] >= start) for one in found] == [
        (text[slice(*one.span)], True) for one in found
    ]


def chips(packs_dir):
    """(chip, its truth, article, spans) of every handed pack that has a truth beside it."""
    for path in sorted(packs_dir.glob("*.truth.json")):
        stem, truth = path.name.removesuffix(".truth.json"), json.loads(path.read_text())
        pack = json.loads(path.with_name(f"{stem}.json").read_text())
        read = article.read(path.with_name(f"{stem}.md").read_bytes())
        spans = article.spans(read, pack["sections"], article.unit(read, pack["sections"]))
        for chip in pack["chips"]:
            yield chip, truth[chip["id"]], read.text, spans


def is_hit(found, support):
    return any(one.span[0] < support[1] and support[0] < one.span[1] for one in found)


@pytest.mark.packs
@pytest.mark.parametrize(("kind", "cited"), [("clean", True), ("clean", False), ("wrong_section", False)])
def test_suggest_has_the_support_among_three_for_95_in_100_handed_chips(packs_dir, kind, cited):
    hits = [
        is_hit(
            suggest(c["q"], c["a"], article=text, spans=spans, cites=c["cites"] if cited else []),
            t["support"],
        )
        for c, t, text, spans in chips(packs_dir)
        if t["kind"] == kind
    ]
    print(f"{kind}, {'cited sections' if cited else 'whole article'}: {sum(hits)} of {len(hits)}")
    assert sum(hits) >= 0.95 * len(hits) > 0


@pytest.mark.packs
def test_suggest_takes_less_than_5_ms_a_chip(packs_dir):
    some = list(chips(packs_dir))[::7]

    def work() -> None:
        for chip, _, text, spans in some:
            suggest(chip["q"], chip["a"], article=text, spans=spans, cites=chip["cites"])

    limit = 5 * len(some)
    assert pace.ms(work, limit) < limit


def test_elsewhere_gives_the_sections_that_are_not_cited():
    found = elsewhere("Sicily?", "A judge took 11 seconds.", article=ARTICLE, spans=SPANS, cites=["judges"])
    assert [(one.section, one.quote) for one in found] == [
        ("lemons", "Lemons grow in Sicily &amp; Spain, e.g. near Valencia.")
    ]


@pytest.mark.parametrize("cites", [["judges", "lemons"], ["lemons", "judges", "gone"]])
def test_elsewhere_is_empty_where_every_section_is_cited(cites):
    assert elsewhere("Sicily?", "A judge.", article=ARTICLE, spans=SPANS, cites=cites) == []


def test_a_unit_that_no_form_takes_is_not_suggested():
    text = "```\n" + "seconds of code\n" * 2_000 + "```\n\nIt took seconds.\n"
    found = suggest("how long?", "Seconds.", article=text, spans={"a": (0, len(text))}, cites=["a"])
    assert [one.quote for one in found] == ["It took seconds."]


@pytest.mark.parametrize(
    ("words", "shared"),
    [
        ("In 34 seconds the GPU was at it.", ["34", "seconds", "GPU"]),
        ("It was the end of it.", []),
        ("Judged, judges; judging.", ["Judged", "judges", "judging"]),
        ("", []),
        ("日本語の文章", []),
    ],
)
def test_overlap_marks_the_words_of_the_chip(words, shared):
    runs = list(overlap(words, "how fast is the GPU at it?", "A judge took 34 seconds, it was."))
    assert [run for run, is_shared in runs if is_shared] == shared
    assert "".join(run for run, _ in runs) == words


@given(documents, st.text(), st.text())
def test_overlap_loses_no_letter(words, q, a):
    assert "".join(run for run, _ in overlap(words, q, a)) == words


def test_suggest_leaves_out_what_no_reader_sees():
    text = "## A\n\n<!-- Zebras cross the road at dawn. -->\n\nZebras sleep.\n"
    found = suggest(
        "when do zebras cross the road?", "At dawn.", article=text, spans={"a": (0, len(text))}, cites=["a"]
    )
    assert [one.quote for one in found] == ["Zebras sleep."]


def test_suggest_ends_a_sentence_where_no_space_follows():
    text = "## A\n\n猫は好きです。「犬は？」と彼は言った。鳥は空を飛ぶ！魚は泳ぐ\n"
    found = suggest("鳥は？", "鳥は空を飛ぶ。", article=text, spans={"a": (0, len(text))}, cites=["a"])
    assert found[0].quote == "鳥は空を飛ぶ！"


CONTAINED = """## Notes

:::tip Note
If the initial value is missing, the model stays undefined.
A parent may set it later.
:::

Before it there is a line.
:::warning
Defaults can part the two.
:::
"""


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("The initial value is missing.", "If the initial value is missing, the model stays undefined."),
        ("A parent sets it later.", "A parent may set it later."),
        ("Before it is a line.", "Before it there is a line."),
        ("Defaults part the two.", "Defaults can part the two."),
    ],
)
def test_suggest_gives_no_line_that_opens_or_closes_a_container(answer, quote):
    spans = {"notes": (0, len(CONTAINED))}
    found = suggest("what is it?", answer, article=CONTAINED, spans=spans, cites=["notes"])
    assert found[0].quote == quote
    assert [one.quote for one in found if ":::" in one.quote] == []


@pytest.mark.parametrize(
    ("markdown", "quote"),
    [
        ("<!-- a hidden remark -->It cools slowly.\n", "It cools slowly."),
        ("It cools <!-- a remark -->slowly. <!-- more -->\n", "It cools <!-- a remark -->slowly."),
        ("<p>\nIt cools slowly.\n</p>\n", "It cools slowly."),
        ("水はゆっくり冷める。\nそして凍る。\n", "水はゆっくり冷める。"),
    ],
)
def test_a_suggestion_is_what_a_reader_sees_and_stands(markdown, quote):
    text = f"## A\n\n{markdown}"
    spans = {"a": (0, len(text))}
    first = suggest(
        "how does it cool?", "It cools slowly. 水はゆっくり冷める。", article=text, spans=spans, cites=["a"]
    )[0]
    words = folded(text, "published").slice(*first.span)
    found = find(words, article=text, spans=spans, headings={}, cite="a", at=first.span)
    assert (first.quote, found.kind, found.span) == (quote, found.kind, first.span)
    assert found.kind in ("stands", "short")
