"""Which words are plain English, so that a capital at a sentence's start says nothing of them."""

from __future__ import annotations

import pytest

from reviews.core.gates.ordinary import is_ordinary

PLAIN = """Patience Sealed Unsealed Overnight Landlords Squeezing Caramelised Encryption Footpaths Nevertheless
    Happier Biggest Guesses Versions Rendering Readability Café Forty Whoever Backwards Interdependence Six
    Eleven Water Buying Fell Began Town Air Glasses Enjoying Food Metres Glasshouses""".split()
NAMES = """Kubernetes Android Marchetti Wexcombe Spain Boston Google Redis Docker Facebook Firefox Python Qwen
    Beethoven Nigella Jürgen Ravenscroft Tokyo Terraform Grafana Airbus Euroconsumers""".split()


@pytest.mark.parametrize("word", PLAIN)
def test_plain_words_are_ordinary(word: str) -> None:
    assert is_ordinary(word)


@pytest.mark.parametrize("word", NAMES)
def test_names_are_not_ordinary(word: str) -> None:
    assert not is_ordinary(word)


@pytest.mark.parametrize("word", ["", "s", "ing", "a" * 20_000, "un" * 9_999])
def test_odd_words_are_looked_up_in_no_time(word: str) -> None:
    assert is_ordinary(word) in (True, False)
