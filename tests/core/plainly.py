"""What `fold`, `places` and `suggest` keep packed, here in plain lists, block by block and word by word: to compare with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from reviews.core import places, suggest
from reviews.core.containers import CONTAINER
from reviews.core.fold import SPACES, UNEVEN, Reading
from reviews.core.runs import ODD, Block, Run, blocks
from reviews.core.seen import Reader

Span = tuple[int, int]


def pieces(part: str, reading: Reading) -> list[Run]:
    """The pieces that a slice folds to, each with its range in the source."""
    if reading == "written":
        return joined([Run(part, 0, len(part))])
    runs: list[Run] = []
    reader = Reader()
    for block in blocks(part, 0, len(part)):
        runs += [
            *(reader.seen(block) if reading == "published" else block.runs),
            Run(" ", block.runs[-1].end, block.runs[-1].end, True),
        ]
    if reading == "plain":
        runs = [piece for run in runs for piece in cut(run, ODD)]
    return joined(runs)


def cut(run: Run, out) -> Iterator[Run]:
    if run.whole:
        yield run._replace(text=out.sub("", run.text))
        return
    edges = [0, *(edge for found in out.finditer(run.text) for edge in found.span()), len(run.text)]
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        yield Run(run.text[first:last], run.start + first, run.start + last)


def joined(runs: Iterable[Run]) -> list[Run]:
    """The runs one after the other, their white space folded."""
    found: list[Run] = []
    for piece in (piece for run in runs for piece in even(run)):
        after_space = not found or found[-1].text.endswith(" ")
        kept = piece.text.removeprefix(" ") if after_space else piece.text
        if kept:
            lost = 0 if piece.whole else len(piece.text) - len(kept)
            found.append(Run(kept, piece.start + lost, piece.end, piece.whole))
    return found


def even(run: Run) -> Iterator[Run]:
    if run.whole:
        yield Run(SPACES.sub(" ", run.text), run.start, run.end, True)
        return
    last = 0
    for found in [*UNEVEN.finditer(run.text), None]:
        first = found.start() if found else len(run.text)
        yield Run(run.text[last:first], run.start + last, run.start + first)
        if found:
            last = found.end()
            yield Run(" ", run.start + first, run.start + last, True)


def letters(folded: Iterable[Run]) -> list[tuple[str, int, int]]:
    """Each letter with its range in the source."""
    return [
        (letter, run.start, run.end) if run.whole else (letter, run.start + n, run.start + n + 1)
        for run in folded
        for n, letter in enumerate(run.text)
    ]


def words(text: str) -> list[tuple[str, Span]]:
    """The runs of letters and digits as they are compared, each with its place."""
    return [(places._as_atom(found[0]), found.span()) for found in places.ATOM.finditer(text)]


def units(part: str) -> list[tuple[Span, Counter[str]]]:
    """The units of a slice: where each stands in it, and how often it has each stem."""
    page = letters(pieces(part, "published"))
    spans = [span for block in blocks(part, 0, len(part)) for span in units_of(block, part)]
    seen = [[at for at in page if first <= at[1] and at[2] <= last] for first, last in spans]
    return [unit for at in seen for unit in unit_of(at)]


def unit_of(at: list[tuple[str, int, int]]) -> Iterator[tuple[Span, Counter[str]]]:
    """The unit that these letters of the page are, without the spaces around it, where it has words."""
    words = [n for n, (letter, _, _) in enumerate(at) if letter != " "]
    text = "".join(letter for letter, _, _ in at)
    stems = Counter(suggest._stem(found[0]) for found in suggest.WORD.finditer(text))
    if stems:
        yield (at[words[0]][1], at[words[-1]][2]), stems


def units_of(block: Block, part: str) -> Iterator[Span]:
    found = letters(joined(block.runs))
    if block.kind in {"heading", "metadata"}:
        return
    for at in outside_containers(found, part) if block.kind == "text" else [found]:
        text = "".join(letter for letter, _, _ in at).rstrip()
        whole = block.kind != "text" or len(text) > suggest.MAX_BLOCK
        for first, last in [(0, len(text))] if whole else suggest._sentences("text", text):
            if first < last and last - first <= suggest.LONGEST:
                yield at[first][1], at[last - 1][2]


def outside_containers(at: list[tuple[str, int, int]], part: str) -> Iterator[list[tuple[str, int, int]]]:
    """The letters between the lines that open and close containers."""
    lines = [line.span() for line in CONTAINER.finditer(part, at[0][1], at[-1][2])] if at else []
    for is_line, some in groupby(at, lambda letter: any(start <= letter[1] < end for start, end in lines)):
        kept = list(some)
        if not is_line:
            yield kept[kept[0][0] == " " :]
