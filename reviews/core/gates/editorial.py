"""Does the chip praise, blame, swear to it or turn it where the section does not? It weighs no claim itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reviews.core.gates import phrases, turned
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import Passage
from reviews.core.gates.phrases import Phrases
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source
from reviews.core.gates.spoken import Spoken, spoken

_LISTS = phrases.read("praise.txt")
SINGLE = frozenset(word for line in _LISTS["single"] for word in line.split("|"))
SINGLE |= {f"{word}ly" for word in SINGLE if word.endswith(("ing", "ous", "ful", "ent"))}
SURE = ("obvious", "evident", "undeniable")
MANY = Phrases(_LISTS["phrases"])
# Plain senses of words of the list.
PLAIN = re.compile(
    r" (?:beautiful soup|superior (?:court|officer)|literally (?:matches|equals?|the (?:string|text))"
    r"|definitely typed|absolutely positioned) "
)


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """A note for each word or phrase that no cited section has; nothing while the article is missing."""
    if source.text is None:
        return
    cited = source.cited(words.cites)
    plain = frozenset(map(spoken, rules.plain_words))
    hype = frozenset(map(spoken, rules.hype_words)) - plain
    for field, text in words:
        line = words.spoken[field]
        found = {*_single(line, (SINGLE | hype) - plain, cited), *_many(line, plain, cited)}
        found |= {place for words in hype if " " in words for place in _own(line, words, cited)}
        for start, end in _apart(sorted(found)):
            first, last = line.span(start, end)
            # Some phrases are told by the mark after them, which is none of their words.
            last = first + len(text[first:last].rstrip(" ,.;:"))
            yield _finding(field, text, first, last, cited, "chip" if words.is_chip else "text")
    # Sentences are told apart in English alone.
    if words.is_chip and "the" in source.article.words:
        for start, end, says in turned.turns(words.text("q"), words.text("a"), cited):
            yield Finding("editorial", "note", "a", start, end, says)


def _single(line: Spoken, listed: frozenset[str], cited: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    for place in line.places_of(listed):
        word = line.line[place : line.line.find(" ", place)]
        is_plain = PLAIN.match(line.line, place - 1)
        if not is_plain and not any(_has_family(word, passage) for passage in cited):
            yield place, place + len(word)


def _many(line: Spoken, plain: frozenset[str], cited: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    for match in MANY.find(line):
        is_said = any(passage.says(match[0]) or _is_sure(match[0], passage) for passage in cited)
        if not is_said and match[0].strip() not in plain:
            yield match.start() + 1, match.end()


def _own(line: Spoken, words: str, cited: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    """The house's own phrase, of several words."""
    if not any(passage.says(words) for passage in cited):
        yield from line.places(words)


def _is_sure(phrase: str, passage: Passage) -> bool:
    """“it is obvious that” rests on “obviously”."""
    return any(word in phrase and _has_family(word, passage) for word in SURE)


def _has_family(word: str, passage: Passage) -> bool:
    """The word itself or a near relation: “amazingly” rests on “amazing”."""
    if "-" in word or "'" in word:
        return passage.says(word) or passage.says(word.replace("-", " "))
    stem = word[: max(5, len(word) - 3)]
    return word in passage.words or passage.has_beginning(stem)


def _apart(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    end = -1
    for span in spans:
        if span[0] >= end:
            end = span[1]
            yield span


def _finding(field: Field, text: str, start: int, end: int, cited: Sequence[Passage], what: str) -> Finding:
    says = f"{cited[0].opening} does not say “{' '.join(text[start:end].split())}”; the {what} does."
    return Finding("editorial", "note", field, start, end, says)
