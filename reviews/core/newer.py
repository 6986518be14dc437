"""Do quotes of the cited article still stand in a newer one? Nothing is looked for anywhere else, nor anchored anew."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reviews.core.article import identity_at
from reviews.core.quote import Verdict, find
from reviews.core.runs import events, named, runs_of, tag, visible

Span = tuple[int, int]
Inner = Mapping[str, Collection[tuple[int, str]]]

CONTAINERS = {"BlockQuote", "Item", "FootnoteDefinition"}


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading of an article: where its line begins (code points), its level, its id or None, its words as drawn."""

    start: int
    level: int
    id: str | None
    words: str


def verdict(
    quote: str, words: str, cite: str, *, article: str, spans: Mapping[str, Span], headings: Mapping[str, str]
) -> Verdict:
    """Whether a quote stands word for word in its section of this article: as it was written, or as it was drawn.

    `quote` is the slice of the cited article's source, `words` what that slice shows: where neither stands, the words
    alone tell what a reader misses.
    """
    if cite not in spans:
        name = headings.get(cite) or cite
        return Verdict("missing", f"The section “{name}” is gone.")
    written, drawn = (
        find(one, article=article, spans=spans, headings=headings, cite=cite) for one in (quote, words)
    )
    return drawn if stands(drawn) or (words.strip() and not stands(written)) else written


def struck(found: Verdict, cite: str, headings: Mapping[str, str]) -> Verdict:
    """The verdict on words that still stand, but were struck through since."""
    return replace(
        found, kind="struck", text=f"It is struck through in “{named(headings.get(cite) or cite)}”."
    )


def stands(found: Verdict) -> bool:
    """Words too short to be searched for everywhere may still stand where they should."""
    return found.kind == "stands" or (found.kind == "short" and found.span is not None)


def spans(text: str, sections: Sequence[Mapping[str, Any]], inner: Inner) -> dict[str, Span]:
    """Section id -> [start, end) of the section with that id, or else that heading, in another article; gone ones left out.

    A section ends at the next section of the pack, or at the next heading of its own level or above that it did not
    have within it before (`inner`).
    """
    found = headings(text)
    homes = {row["id"]: n for row in sections if (n := _home(row, found)) is not None}
    taken = set(homes.values())
    return {
        name: (found[n].start, _end(found, n, taken, inner.get(name, ()), len(text)))
        for name, n in homes.items()
    }


def inner(cited: str, spans: Mapping[str, Span]) -> Inner:
    """Section id -> level and words of the headings, its own apart, that it has in the cited article.

    A line of text right above a rule is one too, whoever cut the sections.
    """
    found = headings(cited)
    starts = [one.start for one in found]
    return {
        name: {
            (one.level, one.words) for one in found[bisect_right(starts, start) : bisect_left(starts, end)]
        }
        for name, (start, end) in spans.items()
    }


def headings(text: str) -> list[Heading]:
    """The headings of an article in order, but for those in quotes and lists; none where the parser fails."""
    try:
        return list(_headings(text))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a Rust panic is no Exception
        return []


def _headings(text: str) -> Iterator[Heading]:
    opened: tuple[int, int, str | None] | None = None
    words: list[str] = []
    depth = 0
    for name, carried, first, last in events(text, 0, len(text)):
        kind, more = tag(carried) if name in ("Start", "End") else ("", {})
        depth += (kind in CONTAINERS) * (1 if name == "Start" else -1)
        if name == "Start" and kind == "Heading" and not depth:
            assert more is not None
            opened, words = (first, int(more["level"][1]), identity_at(text, first)), []
        elif name == "End" and kind == "Heading" and opened:
            yield Heading(*opened, " ".join("".join(words).split()))
            opened = None
        elif opened:
            words += [run.text for run in runs_of(name, carried, text, first, last)]


def _home(row: Mapping[str, Any], found: Sequence[Heading]) -> int | None:
    """Which heading is this section's: the one with its id, else the one without any id that reads as it does."""
    words = " ".join(visible(row["heading"]).split())
    by_id = (n for n, one in enumerate(found) if one.id == row["id"])
    by_words = (
        n for n, one in enumerate(found) if one.id is None and (one.level, one.words) == (row["level"], words)
    )
    return next(by_id, next(by_words, None))


def _end(
    found: Sequence[Heading], n: int, taken: set[int], inner: Collection[tuple[int, str]], end: int
) -> int:
    for m, one in enumerate(found[n + 1 :], start=n + 1):
        is_inner = one.level > found[n].level or (one.level, one.words) in inner
        if m in taken or not is_inner:
            return one.start
    return end
