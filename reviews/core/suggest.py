"""Which sentences of the cited sections might carry a claim; it ranks, and decides nothing."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import nupunkt

from reviews.core.fold import Folded, joined
from reviews.core.runs import Block, blocks
from reviews.core.wording import LETTER, UNSPACED

Span = tuple[int, int]

WORD = re.compile(rf"[{UNSPACED}]|{LETTER}+(?:[.,'’]{LETTER}+)*")
SUFFIXES = (
    ("’s", ""),
    ("'s", ""),
    ("ies", "y"),
    ("ing", ""),
    ("ed", ""),
    ("ly", ""),
    ("es", ""),
    ("s", ""),
    ("e", ""),
)
SHORTEST_STEM = 3
# The usual constants of BM25 (Robertson and Zaragoza 2009); a long sentence is hardly worse than a short one.
K1, B = 1.2, 0.4
# A figure or a name says more about where a claim comes from than any other word.
MARKED = 2.0
# nupunkt reads a block at once: past this a block is one unit.
MAX_BLOCK = 100_000


@dataclass(frozen=True)
class Suggestion:
    """A sentence, table row or code block that may carry the claim; `quote` is article[start:end]."""

    section: str
    span: Span
    quote: str


@dataclass(frozen=True, slots=True)
class _Bank:
    """The units of one slice: their spans, their lengths in words, and how often each has a stem."""

    spans: list[Span]
    lengths: list[int]
    having: Mapping[str, Mapping[int, int]]


def suggest(
    q: str, a: str, *, article: str, spans: Mapping[str, Span], cites: Sequence[str], n: int = 3
) -> list[Suggestion]:
    """At most n units of the cited sections, likeliest first; of the whole article where they have none.

    Words are all that is compared: a sentence that denies the claim ranks as high as one that carries it."""
    wanted = _weights(q, a)
    cited = [
        (spans[cite][0], _bank(article[slice(*spans[cite])]))
        for cite in dict.fromkeys(cites)
        if cite in spans
    ]
    found = _ranked(wanted, cited) or _ranked(wanted, [(0, _bank(article))])
    kept: list[Suggestion] = []
    for start, end in found:
        if len(kept) >= n:
            break
        section = next(
            (name for name, (first, last) in spans.items() if first <= start and end <= last), None
        )
        if section is not None:
            kept.append(Suggestion(section, (start, end), article[start:end]))
    return kept


def _ranked(wanted: Mapping[str, float], banks: list[tuple[int, _Bank]]) -> list[Span]:
    """The units that have a wanted stem, by BM25, best first; those of one score in source order."""
    n_units = sum(len(bank.spans) for _, bank in banks)
    usual = sum(sum(bank.lengths) for _, bank in banks) / max(n_units, 1)
    scores: dict[Span, float] = defaultdict(float)
    for stem, weight in wanted.items():
        n_having = sum(len(bank.having.get(stem, ())) for _, bank in banks)
        rarity = math.log(1 + (n_units - n_having + 0.5) / (n_having + 0.5))
        for offset, bank in banks:
            for unit, times in bank.having.get(stem, {}).items():
                start, end = bank.spans[unit]
                crowding = times + K1 * (1 - B + B * bank.lengths[unit] / usual)
                scores[offset + start, offset + end] += weight * rarity * times * (K1 + 1) / crowding
    return sorted(scores, key=lambda span: (-scores[span], span))


def _weights(q: str, a: str) -> dict[str, float]:
    """Each stem of the chip with its weight: figures and names, and words said twice, weigh more."""
    weights: dict[str, float] = defaultdict(float)
    for text in (q, a):
        for found in WORD.finditer(text):
            word = found[0]
            weights[_stem(word)] += MARKED if _is_marked(word, found.start() == 0) else 1.0
    return weights


def _is_marked(word: str, is_first: bool) -> bool:
    """A figure, a name, or a word with a capital inside; a capital that begins the text says nothing."""
    return any(letter.isdigit() for letter in word) or any(map(str.isupper, word[is_first:]))


@lru_cache(maxsize=64)
def _bank(part: str) -> _Bank:
    spans: list[Span] = []
    lengths: list[int] = []
    having: dict[str, dict[int, int]] = defaultdict(dict)
    for text, first, last in _units(part):
        stems = Counter(_stem(found[0]) for found in WORD.finditer(text.text, first, last))
        if not stems:
            continue
        for stem, times in stems.items():
            having[stem][len(spans)] = times
        spans.append(text.span(first, last))
        lengths.append(sum(stems.values()))
    return _Bank(spans, lengths, having)


def _units(part: str) -> Iterator[tuple[Folded, int, int]]:
    """Block by block: each sentence, or a table row or code block as one; a heading carries no claim."""
    for block in blocks(part, 0, len(part)):
        text = joined(block.runs)
        last = len(text.text.rstrip())
        if last and block.kind not in {"heading", "metadata"}:
            yield from ((text, *span) for span in _sentences(block, text.text[:last]))


def _sentences(block: Block, text: str) -> list[Span]:
    if block.kind != "text" or len(text) > MAX_BLOCK:
        return [(0, len(text))]
    return nupunkt.sentence_spans(text) or [(0, len(text))]


def _stem(word: str) -> str:
    word = word.lower()
    for suffix, instead in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_STEM:
            return word[: len(word) - len(suffix)] + instead
    return word
