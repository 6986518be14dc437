"""No text makes the gates slow: the largest chip in time, and no pattern that can run away."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest

from reviews.core import gates
from reviews.core.gates import Source, findings
from reviews.core.gates.phrases import Phrases
from tests import pace
from tests.core.gates.building import source

ARTICLE = "## Head\n\n" + "The Strata engine v2.7 keeps 12% of the guesses, as `onTrack()` says. " * 430
SENTENCE = "The Strata engine 2.7 keeps 12% of the guesses, as onTrack says it does in our house. "
# Texts that make careless patterns slow.
HOSTILE = {
    "prose": SENTENCE,
    "figures": "1 2,3 4.5 ",
    "digits": "9",
    "letters": "a",
    "capitals": "A",
    "shouts": "A'A'",
    "spaces": "1" + " " * 500,
    "lines": "\n",
    "hyphens": "a-a-",
    "dots": "1.a.",
    "ats": "a@a.",
    "colons": "::1:",
    "slashes": "/a/a",
    "brackets": "((((",
    "words": "one two ",
    "hex": "a1b2 ",
    "exclaims": "I! ",
    "places": "the second half of it ",
    "orders": "ignore all of the ",
    "keys": "eyJ-eyJ-",
    "names": "Ab Cd ",
    "marks": "“*_`",
    "combining": "a\u0301",
    "dates": "May 3, ",
    "days": "3, 4, 5, ",
    "clocks": "half past six ",
    "accounts": "AB12 CDEF ",
    "cards": "4111 1111 ",
    "tickets": "issue AB-1 ",
    "sums": "1 h 22 min ",
}


def ms(chip: str, where: Source, limit: float) -> float:
    """Milliseconds of work over all the gates."""
    return pace.ms(lambda: findings(chip[:9_000], chip, ["s"], where), limit)


@pytest.fixture(scope="module")
def indexed() -> Source:
    where = source(ARTICLE)
    ms(SENTENCE, where, 50)
    return where


def test_the_largest_chip_takes_less_than_50_ms(indexed: Source) -> None:
    assert ms((SENTENCE * 200)[:11_000], indexed, 50) < 50


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_makes_the_gates_slow(name: str, indexed: Source) -> None:
    assert ms((HOSTILE[name] * 20_000)[:11_000], indexed, 150) < 150


@pytest.mark.parametrize("name", HOSTILE)
def test_an_article_is_indexed_in_time_that_grows_with_it(name: str) -> None:
    text = (HOSTILE[name] * 300_000)[:300_000]
    assert pace.ms(lambda: findings("what is it?", SENTENCE, ["s"], source(text)), 5000) < 5000


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in pkgutil.iter_modules(gates.__path__):
        found = vars(importlib.import_module(f"{gates.__name__}.{module.name}"))
        for name, value in found.items():
            if isinstance(value, re.Pattern):
                yield f"{module.name}.{name}", value
            if isinstance(value, Phrases):
                yield f"{module.name}.{name}", value.pattern


REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def repeats_within(tree: Any, is_inside: bool = False) -> bool:
    """Is there an open repetition inside a repetition of more than one?"""
    for code, value in tree:
        least, most = value[:2] if str(code) in REPEATS else (1, 1)
        if is_inside and most != least:
            return True
        if any(repeats_within(body, is_inside or most > 1) for body in bodies(str(code), value)):
            return True
    return False


def bodies(code: str, value: Any) -> list[Any]:
    if code == "BRANCH":
        return list(value[1])
    if code in (*REPEATS, "SUBPATTERN"):
        return [value[-1]]
    return [value[1]] if code in ("ASSERT", "ASSERT_NOT") else []


def test_no_pattern_repeats_a_repetition() -> None:
    parse = re._parser.parse  # type: ignore[attr-defined]
    assert [name for name, one in patterns() if repeats_within(parse(one.pattern, one.flags))] == []


def test_the_check_for_repetitions_sees_one() -> None:
    parse = re._parser.parse  # type: ignore[attr-defined]
    assert repeats_within(parse(r"(?:a+b)*"))
