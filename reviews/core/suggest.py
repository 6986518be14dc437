"""Which sentences might carry a claim, of the cited sections or of the others; it ranks, and decides nothing."""

from __future__ import annotations

import heapq
import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import nupunkt

from reviews.core.containers import CONTAINER
from reviews.core.fold import Drawn, Folded, drawn, published
from reviews.core.kept import kept, size
from reviews.core.wording import LETTER, UNSPACED

Span = tuple[int, int]

WORD = re.compile(rf"[{UNSPACED}]|{LETTER}+(?:[.,'’]{LETTER}+)*")
FULL_STOP = re.compile(r"[。！？]+(?![」』）】”’。！？])\s*")
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
SMALL = 3
EVERYDAY = frozenset(
    "with that this from have when what which they them their there than then were been into only also".split()
)
# The usual constants of BM25 (Robertson and Zaragoza 2009); a long sentence is hardly worse than a short one.
K1, B = 1.2, 0.4
# A figure or a name says more about where a claim comes from than any other word.
MARKED = 2.0
# nupunkt reads a block at once: past this a block is one unit.
MAX_BLOCK = 100_000
# No form takes a longer quote.
LONGEST = 20_000
MOST_BYTES = 32_000_000


@dataclass(frozen=True)
class Suggestion:
    """A sentence, table row or code block that may carry the claim; `quote` is article[start:end]."""

    section: str
    span: Span
    quote: str


@dataclass(frozen=True, slots=True)
class Bank:
    """The units of one slice: where each begins and ends, its length in words, which are code, and for each stem the
    units that have it, as often as they do. Packed, as a long section has 50,000 units."""

    starts: array[int]
    ends: array[int]
    lengths: array[int]
    code: frozenset[int]
    having: Mapping[str, array[int]]

    def weight(self) -> int:
        return (
            12 * len(self.starts)
            + 60 * len(self.code)
            + sum(150 + size(stem) + 4 * len(units) for stem, units in self.having.items())
        )


def suggest(
    q: str, a: str, *, article: str, spans: Mapping[str, Span], cites: Sequence[str], n: int = 3
) -> list[Suggestion]:
    """At most n units of the cited sections, likeliest first; of the other sections where those have none.

    Words are all that is compared: a sentence that denies the claim ranks as high as one that carries it."""
    cited = [cite for cite in dict.fromkeys(cites) if cite in spans]
    found = _best(_weights(q, a), article, spans, cited, n)
    return found or elsewhere(q, a, article=article, spans=spans, cites=cites, n=n)


def elsewhere(
    q: str, a: str, *, article: str, spans: Mapping[str, Span], cites: Sequence[str], n: int = 3
) -> list[Suggestion]:
    """At most n units of the sections that are not cited, likeliest first."""
    return _best(_weights(q, a), article, spans, [name for name in spans if name not in cites], n)


def is_read(article: str, spans: Mapping[str, Span]) -> bool:
    """Whether every section was read for its sentences and is at hand: what else there is to do is soon done."""
    return all(_bank.holds(article[slice(*span)]) for span in spans.values())


def overlap(words: str, q: str, a: str) -> Iterator[tuple[str, bool]]:
    """The words in runs, each with whether the chip says so too; small words that everybody says do not count."""
    known = {_stem(word) for text in (q, a) for word in WORD.findall(text)}
    last = 0
    for found in WORD.finditer(words):
        if _says_much(found[0]) and _stem(found[0]) in known:
            if words[last : found.start()]:
                yield words[last : found.start()], False
            yield found[0], True
            last = found.end()
    if words[last:]:
        yield words[last:], False


def _says_much(word: str) -> bool:
    """A figure, a word all in capitals, or one of some letters that not every sentence has."""
    is_long = len(word) > SMALL and word.lower() not in EVERYDAY
    return is_long or any(map(str.isdigit, word)) or sum(map(str.isupper, word)) > 1


def _best(
    wanted: Mapping[str, float], article: str, spans: Mapping[str, Span], names: Iterable[str], n: int
) -> list[Suggestion]:
    banks = [(spans[name][0], name, _bank(article[slice(*spans[name])])) for name in names]
    ranked = _ranked(wanted, [bank for _, _, bank in banks])
    best = heapq.nsmallest(n, ranked, key=lambda one: (-one[0], banks[one[1]][0], one[2]))
    return [_suggestion(article, *banks[place], unit) for _, place, unit in best]


def _suggestion(article: str, offset: int, section: str, bank: Bank, unit: int) -> Suggestion:
    span = (offset + bank.starts[unit], offset + bank.ends[unit])
    return Suggestion(section, span, article[slice(*span)])


def _ranked(wanted: Mapping[str, float], banks: Sequence[Bank]) -> list[tuple[float, int, int]]:
    """The units that have a wanted stem with their score by BM25: score, number of the bank, number of the unit."""
    n_units = sum(len(bank.lengths) for bank in banks)
    usual = sum(sum(bank.lengths) for bank in banks) / max(n_units, 1)
    scores: list[dict[int, float]] = [defaultdict(float) for _ in banks]
    for stem, weight in wanted.items():
        having = _having(stem, banks)
        n_having = sum(len(units) for _, units in having)
        rarity = math.log(1 + (n_units - n_having + 0.5) / (n_having + 0.5))
        for place, units in having:
            lengths, score = banks[place].lengths, scores[place]
            for unit, times in units.items():
                crowding = times + K1 * (1 - B + B * lengths[unit] / usual)
                score[unit] += weight * rarity * times * (K1 + 1) / crowding
    return [(points, place, unit) for place, score in enumerate(scores) for unit, points in score.items()]


def _having(stem: str, banks: Sequence[Bank]) -> list[tuple[int, Counter[int]]]:
    """By bank the units that have a stem, and how often. Code speaks for a word only where no sentence has it:
    what carries an answer is a sentence that says it, not an example that happens to use its words."""
    found = [(n, Counter(bank.having[stem])) for n, bank in enumerate(banks) if stem in bank.having]
    said = [(n, _but(units, banks[n].code)) for n, units in found]
    return said if any(units for _, units in said) else found


def _but(units: Counter[int], code: frozenset[int]) -> Counter[int]:
    return Counter({unit: times for unit, times in units.items() if unit not in code}) if code else units


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


@kept(MOST_BYTES, Bank.weight)
def _bank(part: str) -> Bank:
    starts, ends, lengths, code = array("I"), array("I"), array("I"), set[int]()
    having: dict[str, array[int]] = defaultdict(lambda: array("I"))
    stems = _Stems()
    read = drawn(part)
    page = published(part).folded
    for kind, first, last in _units(read, part):
        first, last = _seen(page, read.folded.span(first, last))
        words = WORD.findall(page.text, first, last)
        if not words:  # nobody reads a comment
            continue
        start, end = page.span(first, last)
        for word in words:
            having[stems[word]].append(len(starts))
        if kind == "code":
            code.add(len(starts))
        starts.append(start)
        ends.append(end)
        lengths.append(len(words))
    return Bank(starts, ends, lengths, frozenset(code), dict(having))


def _seen(page: Folded, span: Span) -> Span:
    """Where on the page the words begin and end that a reader sees of a unit: no tag hangs over, and no space."""
    first, last = page.place(span[0]), page.place(span[1])
    seen = page.text[first:last]
    first += len(seen) - len(seen.lstrip())
    return first, first + len(seen.strip())


def _units(read: Drawn, part: str) -> Iterator[tuple[str, int, int]]:
    """Block by block with its kind: each sentence, or a table row or code block as one; a heading carries no claim."""
    for kind, first, last in _blocks(read, part):
        text = read.folded.text[first:last].rstrip()
        if text and kind not in {"heading", "metadata"}:
            for start, end in _sentences(kind, text):
                if end - start <= LONGEST:
                    yield kind, first + start, first + end


def _blocks(read: Drawn, part: str) -> Iterator[tuple[str, int, int]]:
    """The blocks, text without the lines that open and close a container: those are markup, whoever draws them as text."""
    for kind, first, last in read.blocks():
        if kind == "text" and first < last:
            for line in CONTAINER.finditer(part, *read.folded.span(first, last)):
                yield kind, first, read.folded.place(line.start())
                first = read.folded.place(line.end())
                first += read.folded.text.startswith(" ", first)
        yield kind, first, last


def _sentences(kind: str, text: str) -> Sequence[Span]:
    if kind != "text" or len(text) > MAX_BLOCK:
        return [(0, len(text))]
    found = nupunkt.sentence_spans(text) or [(0, len(text))]
    return [part for start, end in found for part in _parted(text, start, end)]


def _parted(text: str, start: int, end: int) -> Iterator[Span]:
    """A sentence of nupunkt's cut where one ends without a space after it."""
    for stop in FULL_STOP.finditer(text, start, end):
        if stop.end() < end:
            yield start, stop.end()
            start = stop.end()
    yield start, end


class _Stems(dict[str, str]):
    """The stem of each word, worked out once."""

    def __missing__(self, word: str) -> str:
        self[word] = stem = _stem(word)
        return stem


def _stem(word: str) -> str:
    word = word.lower()
    for suffix, instead in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_STEM:
            return word[: len(word) - len(suffix)] + instead
    return word
