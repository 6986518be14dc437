"""No text makes the gates slow: the largest chip in time, and no pattern that can run away."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from reviews.core import gates
from reviews.core.gates import Source, findings
from reviews.core.gates.phrases import Phrases
from tests import pace
from tests.core.gates.building import source

ARTICLE = "## Head\n\n" + "The Strata engine v2.7 keeps 12% of the guesses, as `onTrack()` says. " * 430
SENTENCE = "The Strata engine 2.7 keeps 12% of the guesses, as onTrack says it does in our house. "
ABC = "abcdefghijkl"
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
    "section ids": "#s ",
    "one file": "a" * 9_990 + ".txt ",
    "hyphened file": "a-" * 4_990 + ".txt ",
    "duties": "you must believe ",
    "pleas": "please reply ",
    "advice": "you should act ",
    "quoted orders": '"trust it ',
    "bracketed orders": "(trust your ",
    "negations": "DON'T ",
    "vague": "thousands and millions of ",
    "praise": "amazing ",
    "one digit": "1 ",
    "mixed": "1a",
    "commas": "1,2,",
    "semicolons": "1; 2; ",
    "units": "12 km ",
    "ranges": "1-2-3-4 ",
    "years": "1914–18 ",
    "quotes": "“it” ",
    "e-mails": "jane.doe@corp.com ",
    "hosts": "build-07.corp.local ",
    "short addresses": "10.0.0.1 ",
    "long addresses": "2001:db9:0:0:0:0:0:1 ",
    "macs": "00:1b:44:11:3a:b7 ",
    "roman": "XIV MCM ",
    "long words": "antidisestablishmentarianism" * 10 + " ",
    "emoji": "🚀",
    "scripts": "аАбßİ中文",
    "thousands": "a thousand and and and ",
    "percents": "5% ",
    "currency": "$5 €6 £7 ",
    "parentheses": "(a) ",
    "fractions": "1/2 ",
    "issues": "#12345 ",
    "numbered": "ABC-123 ",
    "homes": "~/a ",
    "hexadecimal": "0x1f ",
    "web": "www.a.b ",
    "spaced letters": "f u c k ",
    "many words": "".join(f"{one}{two}{three}x " for one, two, three in product(ABC, repeat=3)),
    "many names": "".join(f"{one}{two}{three}x ".title() for one, two, three in product(ABC, repeat=3)),
}


def ms(chip: str, where: Source, limit: float) -> float:
    """Milliseconds of work over all the gates."""
    return pace.ms(lambda: findings(chip[:3_000], chip, ["s"], where), limit)


@pytest.fixture(scope="module")
def indexed() -> Source:
    where = source(ARTICLE)
    ms(SENTENCE, where, 50)
    return where


def test_the_largest_chip_takes_less_than_50_ms(indexed: Source) -> None:
    assert ms((SENTENCE * 200)[:12_000], indexed, 50) < 50


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_makes_the_gates_slow(name: str, indexed: Source) -> None:
    assert ms((HOSTILE[name] * 20_000)[:12_000], indexed, 100) < 100


# Articles of nothing but what a gate looks up, and answers that ask for much that is not there.
LARGE = {
    "words": ("{n}w ", "Praise is amazing, you must believe {n}w of “{n}w”. "),
    "addresses": ("10.0.0.{n} or ", "127.0.0.{n} and /home/me/x{n}.ts, AB-{n} and #{n} "),
    "dates": ("{n} May 18{n}, ", "{n} May and 1 May 1650; thousands, CAN'T B'B' C'C' "),
    "figures": ("{n}.5 kg, ", "to {n}.7 of a{n}-b{n} "),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_article_is_read_once_and_not_for_each_thing_asked(name: str) -> None:
    lines = ["".join(part.format(n=n) for n in range(10, 40_000)) for part in LARGE[name]]
    where = source((lines[0] * 10)[:1_000_000])
    asked = lines[1][:12_000]
    findings(asked[:3_000], asked, ["s"], where)
    assert ms(asked, where, 300) < 300


@pytest.mark.parametrize("name", HOSTILE)
def test_an_article_is_indexed_in_time_that_grows_with_it(name: str) -> None:
    text = (HOSTILE[name] * 100_000)[:100_000]
    assert pace.ms(lambda: findings("what is it?", SENTENCE, ["s"], source(text)), 1700) < 1700


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
