"""Text with its white space folded, each letter knowing its place in the source; nothing else is folded."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from reviews.core.runs import ODD, Run, blocks

Reading = Literal["drawn", "written", "published", "plain"]

# Python's white space has U+00A0 in it.
SPACES = re.compile(r"\s+")
UNEVEN = re.compile(r"\s{2,}|[^\S ]")
TAG = re.compile(r"<[^<>]*>")
BREAK = " "


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` in which piece i begins at `firsts[i]` and stands for the source from `starts[i]` to `ends[i]`.

    A `whole` piece maps as one, any other letter by letter.
    """

    text: str
    firsts: list[int]
    starts: list[int]
    ends: list[int]
    whole: list[bool]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The source range of text[first:last), which must not be empty."""
        return self._bounds(first)[0], self._bounds(last - 1)[1]

    def place(self, source: int) -> int:
        """The first place in the text that stands for this place in the source or a later one."""
        piece = bisect_right(self.ends, source)
        if piece == len(self.firsts):
            return len(self.text)
        return self.firsts[piece] + (0 if self.whole[piece] else max(source - self.starts[piece], 0))

    def _bounds(self, place: int) -> tuple[int, int]:
        piece = bisect_right(self.firsts, place) - 1
        if self.whole[piece]:
            return self.starts[piece], self.ends[piece]
        source = self.starts[piece] + place - self.firsts[piece]
        return source, source + 1


def fold(words: str) -> str:
    """Words with each run of white space as one space and none at the ends."""
    return SPACES.sub(" ", words).strip()


@lru_cache(maxsize=24)
def folded(part: str, reading: Reading) -> Folded:
    """A slice of Markdown folded: as `drawn` here, as `written`, as `published` (no raw HTML) or `plain`.

    `plain` is as drawn without the odd characters, which our page has only as marks. Offsets: the slice's.
    """
    if reading == "written":
        return joined([Run(part, 0, len(part))])
    runs: Iterable[Run] = _drawn(part)
    if reading == "published":
        runs = (piece for run in runs for piece in (_cut(run, TAG) if run.raw else [run]))
    if reading == "plain":
        runs = (piece for run in runs for piece in _cut(run, ODD))
    return joined(runs)


def _drawn(part: str) -> Iterator[Run]:
    for block in blocks(part, 0, len(part)):
        yield from block.runs
        yield Run(BREAK, block.runs[-1].end, block.runs[-1].end, True)


def _cut(run: Run, out: re.Pattern[str]) -> Iterator[Run]:
    """The run without what the pattern matches."""
    last = 0
    for found in [*out.finditer(run.text), None]:
        words = run.text[last : found.start() if found else len(run.text)]
        if words and run.whole:
            yield Run(words, run.start, run.end, True)
        elif words:
            yield Run(words, run.start + last, run.start + last + len(words))
        last = found.end() if found else last


def joined(runs: Iterable[Run]) -> Folded:
    """The runs one after the other, folded together."""
    made = Folded("", [], [], [], [])
    texts: list[str] = []
    n, after_space = 0, True
    for piece in _pieces(runs):
        kept = piece.text.removeprefix(" ") if after_space else piece.text
        if not kept:
            continue
        made.firsts.append(n)
        made.starts.append(piece.start + (0 if piece.whole else len(piece.text) - len(kept)))
        made.ends.append(piece.end)
        made.whole.append(piece.whole)
        texts.append(kept)
        n, after_space = n + len(kept), kept.endswith(" ")
    return replace(made, text="".join(texts))


def _pieces(runs: Iterable[Run]) -> Iterator[Run]:
    """Each run cut where its white space is not one plain space, that white space as one."""
    for run in runs:
        if run.whole:
            yield Run(SPACES.sub(" ", run.text), run.start, run.end, True)
            continue
        last = 0
        for found in UNEVEN.finditer(run.text):
            if found.start() > last:
                yield Run(run.text[last : found.start()], run.start + last, run.start + found.start())
            last = found.end()
            yield Run(" ", run.start + found.start(), run.start + last, True)
        if last < len(run.text):
            yield Run(run.text[last:], run.start + last, run.end)
