"""How tests compare words that were selected, stored and seen: by their letters, and by what a stored quote may lack of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviews.core.fold import fold, folded
from reviews.core.runs import ODD, Run, blocks

Span = tuple[int, int]

NOTE = re.compile(r"\[\^[^\]\s]*\]?")


def letters(words: str) -> str:
    return "".join(letter for letter in ODD.sub("", words) if letter.isalnum())


def bare(words: str) -> str:
    """Words folded, without odd characters and without joiners: a selection may begin or end between two joined ones."""
    return fold(ODD.sub("", words).replace("\u200c", "").replace("\u200d", ""))


def is_alike(words: str, seen: str) -> bool:
    """Does the article as a whole show the words too? A link may be defined in another section, and a footnote."""
    return letters(NOTE.sub("", seen)) == letters(NOTE.sub("", words))


def cuts(part: str, begin: int, stop: int) -> bool:
    """Does a selection begin or end within what the page shows as one letter, such as an entity in a block of HTML?"""
    page = folded(part, "published")
    first, last = page.place(begin), page.place(stop)
    return page.span(first, last)[0] < begin if first < last else False


def is_told_apart(words: str, shown: str, part: str, selected: Span, kept: Span) -> bool:
    """Are the bare words what the kept span shows, but for the letterless half of a tag, or of front matter?"""
    if words == shown:
        return True
    before, _, after = words.partition(shown)
    no_letters = not any(map(str.isalnum, before + after))
    return shown in words and no_letters and not list(_missed(part, selected, kept))


def _missed(part: str, selected: Span, kept: Span) -> Iterator[str]:
    """The characters that are selected, not kept, and seen by a reader."""
    for block in blocks(part, 0, len(part)):
        for run in block.runs:
            if run.raw or block.kind == "metadata":
                continue
            for letter, place in _placed(run):
                if _holds(selected, place) and not _holds(kept, place) and fold(ODD.sub("", letter)):
                    yield letter


def _placed(run: Run) -> Iterator[tuple[str, Span]]:
    if run.whole:
        yield run.text, (run.start, run.end)
        return
    for n, letter in enumerate(run.text):
        yield letter, (run.start + n, run.start + n + 1)


def _holds(span: Span, place: Span) -> bool:
    return span[0] <= place[0] and place[1] <= span[1]
