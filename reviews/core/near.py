"""Where words nearly stand, and what differs; a near hit is shown and never counts as word for word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from reviews.core.runs import named
from reviews.core.wording import LETTER, MARKS, UNSPACED, Piece, diff

Span = tuple[int, int]

# Below this a likeness is chance (0 to 100, rapidfuzz's partial ratio).
LIKE = 80
# rapidfuzz takes 0.1 s for 2,000 letters, and at worst 0.3 s for this many pairs of letters.
MAX_LETTERS, MAX_PAIRS = 2_000, 100_000_000
# In a longer text only the surroundings of some runs of so many words are compared.
SEED, MAX_SEEDS = 3, 24
MAX_CELLS = 150_000
MAX_TOLD = 3
TOKEN = re.compile(rf"[{UNSPACED}]|{LETTER}+|[{MARKS}]")
ANY, WORDY = re.compile(""), re.compile(rf"[{UNSPACED}]|{LETTER}")
# What it costs to leave a word out, to change it for one like it, and for any other. A change costs less than
# leaving out both; at the ends, where what the text has is free, a word unlike it is left out instead.
LEFT_OUT, RESPELT, CHANGED = 10, 5, 15
ALIKE = 60
KINDRED = ('"“”„«»', "'‘’‚‹›`", "-‐‑‒–—―")


def likest(wanted: str, text: str) -> Span | None:
    """The place [first, last) of the whole words in the text most like the wanted ones; None when none are.

    Both are folded. Over MAX_LETTERS nothing is like: the time would be quadratic.
    """
    if len(wanted) > min(MAX_LETTERS, len(text)):
        return None
    windows = _windows(wanted, text) if len(wanted) * len(text) > MAX_PAIRS else [(0, len(text))]
    score, first, last = max((_likeness(wanted, text, window) for window in windows), default=(0.0, 0, 0))
    if score < LIKE:
        return None
    slack = len(wanted) // 2
    start = max(first - slack, 0)
    return _fitted(wanted, text[start : last + slack], start) or (first, last)


def told(wanted: str, standing: str) -> str:
    """What differs, in words: a phrase for each change, of which the first three are told.

    Marks alone are told only where every word is the same: they are hard to see, and easier to mend than words.
    """
    pieces = list(diff(wanted, standing))
    phrases = list(_phrases(pieces, WORDY)) or list(_phrases(pieces, ANY))
    more = f"; {len(phrases) - MAX_TOLD} more" if len(phrases) > MAX_TOLD else ""
    return "; ".join(phrases[:MAX_TOLD]) + more


def clipped(words: str, most: int = 60) -> str:
    """The words in “ ” on one line, odd characters spelt, at most so many of them."""
    words = " ".join(named(words).split())
    return f"“{words}”" if len(words) <= most else f"“{words[:most].rstrip()}…”"


def _windows(wanted: str, text: str) -> Iterator[Span]:
    """Where the text has some of the wanted words in a row, with room for all of them around."""
    words = list(re.finditer(r"\S+", wanted))
    step = max(len(words) // MAX_SEEDS, 1)
    for first, last in zip(words[::step], words[SEED - 1 :: step], strict=False):
        place = text.find(wanted[first.start() : last.end()])
        if place >= 0:
            begin = max(place - first.start() * 5 // 4, 0)
            yield begin, place + len(wanted) * 5 // 4


def _likeness(wanted: str, text: str, window: Span) -> tuple[float, int, int]:
    """How like (0 to 100) the likest part of a window is, and where it stands in the text."""
    found = fuzz.partial_ratio_alignment(wanted, text[slice(*window)], score_cutoff=LIKE)
    if found is None or len(wanted) > window[1] - window[0]:
        return 0.0, 0, 0
    return found.score, window[0] + found.dest_start, window[0] + found.dest_end


def _fitted(wanted: str, text: str, offset: int) -> Span | None:
    """The run of whole words that becomes the wanted ones at the least cost; what is around it is free."""
    ours, theirs = TOKEN.findall(wanted), list(TOKEN.finditer(text))
    if len(ours) * len(theirs) > MAX_CELLS:
        return None
    row = [(0, first) for first in range(len(theirs) + 1)]
    for word in ours:
        row = _next_row(row, word, theirs)
    # Of equals the one that has the last word.
    last = min(range(len(row)), key=lambda place: (row[place][0], -place))
    first = row[last][1]
    return (offset + theirs[first].start(), offset + theirs[last - 1].end()) if first < last else None


def _next_row(row: list[Span], word: str, theirs: list[re.Match[str]]) -> list[Span]:
    """One step of the edit distance of Sellers (1980); a cell is its cost and the word it began at."""
    made = [(row[0][0] + LEFT_OUT, 0)]
    for place, other in enumerate(theirs):
        cost, first = row[place]
        changed = (cost + _change(word, other[0]), first)
        gone = (row[place + 1][0] + LEFT_OUT, row[place + 1][1])
        new = (made[place][0] + LEFT_OUT, made[place][1])
        made.append(min(changed, gone, new))
    return made


def _change(word: str, other: str) -> int:
    if word == other:
        return 0
    are_marks = any(word in marks and other in marks for marks in KINDRED)
    return RESPELT if are_marks or fuzz.ratio(word.lower(), other.lower()) > ALIKE else CHANGED


def _phrases(pieces: Sequence[Piece], of: re.Pattern[str]) -> Iterator[str]:
    """A phrase for each change that has something of this kind."""
    gone = ""
    for piece in [*pieces, Piece("same", "")]:
        if piece.op == "gone":
            gone = piece.text
            continue
        new = piece.text if piece.op == "new" else ""
        if not of.search(gone + new):
            gone = ""
            continue
        if new and gone.strip():
            yield f"for {clipped(gone)} it has {_shown(new)}{_by_letter(gone, new)}"
        elif new:
            yield f"it also has {_shown(new)}"
        elif gone:
            yield f"it lacks {_shown(gone)}"
        gone = ""


def _shown(words: str) -> str:
    return clipped(words) if words.strip() else "a space"


def _by_letter(gone: str, new: str) -> str:
    """For two that look alike: which code points differ."""
    gone, new = gone.strip(), new.strip()
    if unicodedata.normalize("NFC", gone) == unicodedata.normalize("NFC", new):
        return " (the same letters, encoded otherwise)"
    pairs = [(a, b) for a, b in zip(gone, new, strict=False) if a != b]
    if len(gone) != len(new) or len(pairs) != 1 or "".join(pairs[0]).isascii():
        return ""
    return f" (U+{ord(pairs[0][0]):04X}, U+{ord(pairs[0][1]):04X})"
