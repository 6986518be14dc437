"""Text with its white space folded, each letter knowing its place in the source; nothing else is folded."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from reviews.core.kept import kept, size
from reviews.core.runs import ODD, ODD_CHARACTERS, Aside, Block, Run, blocks, read
from reviews.core.seen import Reader

Reading = Literal["drawn", "written", "published", "plain", "body"]

# Python's white space has U+00A0 in it.
SPACES = re.compile(r"\s+")
UNEVEN = re.compile(r"\s{2,}|[^\S ]")
PERHAPS_ODD = re.compile(f"[{ODD_CHARACTERS}\u200c\u200d]")
BREAK = " "
APART = ("footnote", "image")
# Megabytes of one section are read by one judge now and then: two of those, or hundreds of usual ones.
MOST_BYTES = 32_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Folded:
    """`text` in which piece i begins at `firsts[i]` and stands for the source from `starts[i]` to `ends[i]`.

    A `whole` piece maps as one, any other letter by letter. Packed, as a long section has 200,000 pieces.
    """

    text: str
    firsts: array[int]
    starts: array[int]
    ends: array[int]
    whole: bytes

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The source range of text[first:last), which must not be empty."""
        return self._bounds(first)[0], self._bounds(last - 1)[1]

    def place(self, source: int) -> int:
        """The first place in the text that stands for this place in the source or a later one."""
        piece = bisect_right(self.ends, source)
        if piece == len(self.firsts):
            return len(self.text)
        return self.firsts[piece] + (0 if self.whole[piece] else max(source - self.starts[piece], 0))

    def slice(self, start: int, end: int) -> str:
        """What stands for the source from start to end."""
        return self.text[self.place(start) : self.place(end)].strip()

    def weight(self) -> int:
        return size(self.text) + 13 * len(self.whole)

    def _bounds(self, place: int) -> tuple[int, int]:
        piece = bisect_right(self.firsts, place) - 1
        if self.whole[piece]:
            return self.starts[piece], self.ends[piece]
        source = self.starts[piece] + place - self.firsts[piece]
        return source, source + 1


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A slice as it is drawn here; its blocks, each a kind and where it stands in the text: firsts[i] to lasts[i].

    `is_raw` where some of it is HTML or front matter, of which a published page shows less, `is_odd` where odd
    characters may be drawn. `asides` is what a reader sees otherwise than the words around it.
    """

    folded: Folded
    kinds: list[str]
    firsts: array[int]
    lasts: array[int]
    is_raw: bool
    is_odd: bool
    asides: list[Aside]

    def blocks(self) -> Iterator[tuple[str, int, int]]:
        return zip(self.kinds, self.firsts, self.lasts, strict=True)

    def weight(self) -> int:
        return self.folded.weight() + 16 * len(self.kinds) + 150 * len(self.asides)


@dataclass(frozen=True, slots=True, eq=False)
class Published:
    """A slice as a reader of the published page sees it, and what of it they see otherwise than the words around."""

    folded: Folded
    asides: list[Aside]

    def weight(self) -> int:
        return self.folded.weight() + 150 * len(self.asides)


def fold(words: str) -> str:
    """Words with each run of white space as one space and none at the ends."""
    return SPACES.sub(" ", words).strip()


def folded(part: str, reading: Reading) -> Folded:
    """A slice of Markdown folded: as `drawn` here, as `written`, as `published` (see `Reader`), its `body` or `plain`.

    `body` is as published without the footnotes, which a page has at its end, and without the descriptions of images.
    `plain` is as drawn without the odd characters, which our page has only as marks. Offsets: the slice's.
    """
    if reading == "written":
        return _read(part, reading)
    if reading == "published":
        return published(part).folded
    if reading == "body":
        return _body(part) if any(_apart(part)) else published(part).folded
    as_drawn = drawn(part)
    return _read(part, reading) if reading == "plain" and as_drawn.is_odd else as_drawn.folded


def published(part: str) -> Published:
    """A slice as a reader of the published page sees it."""
    as_drawn = drawn(part)
    return _published(part) if as_drawn.is_raw else Published(as_drawn.folded, as_drawn.asides)


@kept(MOST_BYTES, Drawn.weight)
def drawn(part: str) -> Drawn:
    """A slice as it is drawn, parsed and folded once for everybody who asks about it."""
    return read(part, 0, len(part), partial(_drawn, PERHAPS_ODD.search(part) is not None))


def _drawn(is_odd: bool, blocks: Iterable[Block]) -> Drawn:
    folder, kinds, firsts, lasts = _Folder(), list[str](), array("I"), array("I")
    is_raw, asides = False, list[Aside]()
    for block in blocks:
        kinds.append(block.kind)
        asides += block.asides
        is_raw = is_raw or block.kind == "metadata"
        firsts.append(folder.n)
        for run in block.runs:
            folder.add(run)
            is_raw = is_raw or run.raw
            is_odd = is_odd or (run.whole and PERHAPS_ODD.search(run.text) is not None)
        lasts.append(folder.n)
        folder.add(_break(block.runs))
    return Drawn(folder.folded(), kinds, firsts, lasts, is_raw, is_odd, asides)


@kept(MOST_BYTES // 2, Published.weight)
def _published(part: str) -> Published:
    folder, reader = _Folder(), Reader()
    for block in blocks(part, 0, len(part)):
        folder.add_all(reader.seen(block))
        folder.add(_break(block.runs))
    of_html = [*(("struck", *span) for span in reader.struck), *(("hidden", *span) for span in reader.hidden)]
    return Published(folder.folded(), [*drawn(part).asides, *of_html])


@kept(MOST_BYTES // 2, Folded.weight)
def _body(part: str) -> Folded:
    folder, reader = _Folder(), Reader()
    apart = deque(_apart(part))
    for block in blocks(part, 0, len(part)):
        for run in reader.seen(block):
            while apart and apart[0][1] <= run.start:
                apart.popleft()
            if not apart or run.start < apart[0][0]:
                folder.add(run)
        folder.add(_break(block.runs))
    return folder.folded()


def _apart(part: str) -> Iterator[tuple[int, int]]:
    return ((start, end) for name, start, end in drawn(part).asides if name in APART)


@kept(MOST_BYTES // 2, Folded.weight)
def _read(part: str, reading: Reading) -> Folded:
    folder = _Folder()
    if reading == "written":
        folder.add(Run(part, 0, len(part)))
        return folder.folded()
    for block in blocks(part, 0, len(part)):
        for run in block.runs:
            folder.add_all(_without_odd(run))
        folder.add(_break(block.runs))
    return folder.folded()


def _break(runs: list[Run]) -> Run:
    """What parts a block from the next one."""
    return Run(BREAK, runs[-1].end, runs[-1].end, True)


def _without_odd(run: Run) -> Iterator[Run]:
    last = 0
    for found in [*ODD.finditer(run.text), None]:
        words = run.text[last : found.start() if found else len(run.text)]
        if words and run.whole:
            yield Run(words, run.start, run.end, True)
        elif words:
            yield Run(words, run.start + last, run.start + last + len(words))
        last = found.end() if found else last


class _Folder:
    """Runs folded together, one after the other: what stands so far, and how long it is."""

    def __init__(self) -> None:
        self.n = 0
        self._texts: list[str] = []
        self._firsts, self._starts, self._ends = array("I"), array("I"), array("I")
        self._whole = bytearray()
        self._after_space = True

    def folded(self) -> Folded:
        return Folded("".join(self._texts), self._firsts, self._starts, self._ends, bytes(self._whole))

    def add_all(self, runs: Iterable[Run]) -> None:
        for run in runs:
            self.add(run)

    def add(self, run: Run) -> None:
        """The run cut where its white space is not one plain space, that white space as one."""
        text, start, end, whole, _ = run
        if whole:
            self._put(SPACES.sub(" ", text), start, end, True)
            return
        last = 0
        for found in UNEVEN.finditer(text):
            first, after = found.span()
            if first > last:
                self._put(text[last:first], start + last, start + first, False)
            self._put(" ", start + first, start + after, True)
            last = after
        if last < len(text):
            self._put(text[last:], start + last, end, False)

    def _put(self, text: str, start: int, end: int, whole: bool) -> None:
        if self._after_space and text.startswith(" "):
            text = text[1:]
            start += not whole
        if not text:
            return
        self._firsts.append(self.n)
        self._starts.append(start)
        self._ends.append(end)
        self._whole.append(whole)
        self._texts.append(text)
        self.n += len(text)
        self._after_space = text.endswith(" ")
