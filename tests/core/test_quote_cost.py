"""What it costs to find a quote, in long sections and among hostile words."""

import pytest

from reviews.core.quote import find
from tests import pace

SENTENCE = "Sentence {} says that a judge reads *some* of the `words` and decides about them.\n\n"
SECTION = "## Head\n\n" + "".join(SENTENCE.format(n) for n in range(350))
LARGE = "".join(f"## Head {n}\n\n" + SECTION[8:] for n in range(170))
WORDS = "Sentence {} says that a judge reads some of the words and decides about them."


def ms(words, article, cite_end, limit):
    spans = {"a": (0, cite_end), "b": (cite_end, len(article))}
    return pace.ms(lambda: find(words, article=article, spans=spans, headings={}, cite="a"), limit)


@pytest.mark.parametrize(
    "words",
    [WORDS.format(340), WORDS.format(34).replace("judge", "robot"), WORDS.format("x") * 3, "zebra " * 40],
)
def test_find_in_a_section_of_30_kb_takes_less_than_50_ms(words):
    assert ms(words, SECTION, len(SECTION), 50) < 50


@pytest.mark.parametrize(
    "words",
    [
        WORDS.format(349),
        WORDS.format(34).replace("judge", "robot"),
        " ".join(LARGE.split()[7:20_000]) + " z",
        "z " * 20_000,
    ],
)
def test_find_in_5_mb_takes_less_than_5_seconds(words):
    assert ms(words, LARGE, len(SECTION), 5000) < 5000


@pytest.mark.parametrize(
    ("article", "words"),
    [
        ("a" * 5_000_000, "a" * 300 + "b"),
        ("ab " * 1_700_000, "ab " * 600 + "c"),
        ("<" * 1_000_000, "<" * 900 + "b"),
    ],
)
def test_find_in_hostile_text_takes_less_than_5_seconds(article, words):
    assert ms(words, article, len(article), 5000) < 5000
