"""The difference between two wordings, word by word; it never loses a character of either."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Op = Literal["same", "gone", "new"]

# Scripts that put no space between words are compared letter by letter.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
MARKS = (
    r"!-/:-@\[-^`{-~\u00a1\u00ab\u00b7\u00bb\u00bf"
    r"\u2010-\u2027\u2030-\u205e\u3001-\u3020\uff01-\uff0f\uff1a-\uff20"
)
# Neither a combining accent nor a joiner is a letter to `\w`, so a letter is what is no mark.
LETTER = rf"[^\s{MARKS}{UNSPACED}]"
WORD = re.compile(rf"(\s*)([{UNSPACED}]|{LETTER}+(?:['’.,-]{LETTER}+)*|[{MARKS}]|\Z)")
# difflib takes 3 s for two runs of 2,000 alike words: past this many pairs all is gone and all is new.
MAX_PAIRS = 90_000

Word = tuple[str, str]


@dataclass(frozen=True)
class Piece:
    """A run of text that both wordings have (`same`), or only the first (`gone`) or the second (`new`)."""

    op: Op
    text: str


def diff(before: str, after: str) -> list[Piece]:
    """What changed: `same` and `gone` joined are `before`, `same` and `new` joined are `after`."""
    return list(_joined(_pieces(_words(before), _words(after))))


def _words(text: str) -> list[Word]:
    """Each word with the white space before it; the last is empty, with the white space at the end."""
    return [(found[1], found[2]) for found in WORD.finditer(text)]


def _pieces(before: list[Word], after: list[Word]) -> Iterator[Piece]:
    for op, first, last, left, right in _changes([word for _, word in before], [word for _, word in after]):
        if op == "equal":
            for old, new in zip(before[first:last], after[left:right], strict=True):
                yield from _kept(old, new)
            continue
        yield Piece("gone", "".join(map("".join, before[first:last])))
        yield Piece("new", "".join(map("".join, after[left:right])))


def _kept(old: Word, new: Word) -> Iterator[Piece]:
    if old[0] == new[0]:
        yield Piece("same", old[0] + old[1])
        return
    yield Piece("gone", old[0])
    yield Piece("new", new[0])
    yield Piece("same", old[1])


def _changes(before: list[str], after: list[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """difflib's opcodes; what both begin and end with is set aside first, which is most of it."""
    head = _n_alike(before, after)
    tail = _n_alike(before[head:][::-1], after[head:][::-1])
    last, right = len(before) - tail, len(after) - tail
    yield "equal", 0, head, 0, head
    if (last - head) * (right - head) > MAX_PAIRS:
        yield "replace", head, last, head, right
    else:
        for op, a, b, c, d in SequenceMatcher(
            None, before[head:last], after[head:right], False
        ).get_opcodes():
            yield op, a + head, b + head, c + head, d + head
    yield "equal", last, len(before), right, len(after)


def _n_alike(before: list[str], after: list[str]) -> int:
    pairs = zip(before, after, strict=False)
    return next((i for i, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))


def _joined(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Neighbours of one kind as one piece; within a change what is gone stands before what is new."""
    held: dict[Op, list[str]] = {"same": [], "gone": [], "new": []}
    for piece in pieces:
        if not piece.text:
            continue
        others: tuple[Op, ...] = ("gone", "new") if piece.op == "same" else ("same",)
        if any(held[op] for op in others):
            yield from _emptied(held)
        held[piece.op].append(piece.text)
    yield from _emptied(held)


def _emptied(held: dict[Op, list[str]]) -> Iterator[Piece]:
    for op, texts in held.items():
        if texts:
            yield Piece(op, "".join(texts))
            texts.clear()
