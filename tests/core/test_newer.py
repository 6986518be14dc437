"""Where the sections of a pack are in another article than the one that it cites."""

from __future__ import annotations

import pytest

from reviews.core import article, newer

ROWS = [{"id": "use", "heading": "Use", "level": 2}, {"id": "cost", "heading": "Cost", "level": 2}]
TEXT = "## Use {#use}\n\nWords.\n\n## Cost {#cost}\n\nMore words.\n"


def sections(text: str, cited: str = TEXT) -> dict[str, str]:
    """The sections' text in another article, where this one is cited."""
    starts = [cited.index("{#use}"), cited.index("{#cost}"), len(cited)]
    starts = [cited.rfind("\n", 0, place) + 1 if place < len(cited) else place for place in starts]
    spans = {"use": (starts[0], starts[1]), "cost": (starts[1], starts[2])}
    inner = newer.inner(cited, spans)
    return {name: text[slice(*span)] for name, span in newer.spans(text, ROWS, inner).items()}


@pytest.mark.parametrize(
    "heading",
    [
        "## Use {#use}",
        "## Use {#use} ##",
        "## Use ## {#use}",
        "## Used {: #use}",
        "Use {#use}\n---",
        "## Use",
    ],
)
def test_a_section_is_found_by_each_way_of_giving_its_id(heading):
    text = f"# Title\n\n{heading}\n\nWords.\n\n## Cost {{#cost}}\n"
    assert sections(text) == {"use": f"{heading}\n\nWords.\n\n", "cost": "## Cost {#cost}\n"}


@pytest.mark.parametrize("heading", ["## Use {#use}", "## Use {#use} ##", "## Use ## {#use}"])
def test_both_readers_of_a_heading_agree_on_its_id(heading):
    (found,) = newer.headings(heading)
    row = {**ROWS[0], "heading": "Other words", "span": [0, len(heading)]}
    assert (found.id, article.unit(article.read(heading.encode()), [row])) == ("use", "code points")


@pytest.mark.parametrize("inside", ["> ## Careful\n> Hot.", "- # First\n  words", "> - ## Deep\n>   words"])
def test_a_heading_in_a_quote_or_a_list_ends_no_section(inside):
    text = f"## Use {{#use}}\n\n{inside}\n\nWords.\n\n## Cost {{#cost}}\n"
    assert sections(text)["use"] == text.removesuffix("## Cost {#cost}\n")


def test_a_heading_that_the_section_always_had_ends_it_no_earlier_than_before():
    cited = TEXT.replace("Words.", "Words above a rule\n---\n\nWords below.")
    text = cited.replace("below", "further below")
    assert sections(text, cited)["use"] == text.partition("## Cost")[0]


def test_a_new_heading_of_its_level_ends_a_section():
    text = TEXT.replace("## Cost", "## New\n\nNew words.\n\n## Cost")
    assert sections(text)["use"] == "## Use {#use}\n\nWords.\n\n"
