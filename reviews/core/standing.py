"""What a reader of the published page sees of words that stand in the source, and what a judge must be told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from reviews.core.containers import containers
from reviews.core.fold import Folded, fold, folded, published
from reviews.core.near import clipped
from reviews.core.runs import ODD, Aside

Span = tuple[int, int]

MOST_REMARKS = 4
STRUCK = "Struck through: "
# “[^1]: ” defines a footnote, “[^1]” refers to it.
FOOTNOTE = re.compile(r"\[\^[^\]\n]{1,200}\]")


@dataclass(frozen=True)
class Standing:
    """`seen` are the words that a reader sees where the wanted ones stand, `span` is where they do in the slice.

    `span` is None where the wanted words stand in the source alone. `remark` is for the judge, in sentences.
    """

    seen: str
    span: Span | None = None
    remark: str = ""


def standing(wanted: str, part: str, span: Span, *, article: str = "") -> Standing:
    """How the folded words that stand at this span of a slice, drawn or written, look to a reader.

    A slice may hold an address, a comment, the half of an entity: words that begin or end with letters which nobody sees
    do not stand, unless they are whole Markdown that shows just what is seen there. The half of a tag that hangs over words
    selected here (`</`, where a tag is drawn) has no letters: it is left out of the span.
    """
    page = _page(wanted, part, span)
    first, last = page.place(span[0]), page.place(span[1])
    seen = page.text[first:last].strip()
    if not seen:
        return Standing("")
    first += page.text[first:last].index(seen)
    last = first + len(seen)
    inner = page.span(first, last)
    if seen != wanted:
        is_cut = inner[0] < span[0] or inner[1] > span[1]
        ends, is_drawn = _ends(wanted, part, span, inner)
        if is_cut or (letters(ends) and fold(published(wanted).folded.text) != seen):
            return Standing(seen)
        if letters(seen) != letters(wanted) and _hides(part, span if letters(ends) else inner):
            return Standing(seen)
        span = inner if is_drawn or letters(ends) else span
    remarks = _remarks(wanted, part, span, page, (first, last), article or part)
    return Standing(seen, span, " ".join(islice(remarks, MOST_REMARKS)))


def seen_part(article: str, section: Span, span: Span) -> Span | None:
    """Where in the article the words stand that a reader sees of this slice of a section; None where they see none."""
    page = published(article[slice(*section)]).folded
    first, last = (page.place(place - section[0]) for place in span)
    words = page.text[first:last]
    if not words.strip():
        return None
    first += len(words) - len(words.lstrip())
    start, end = page.span(first, first + len(words.strip()))
    return start + section[0], end + section[0]


def _page(wanted: str, part: str, span: Span) -> Folded:
    """The reading in which the words are looked at: its body alone where they go on past a footnote or an image."""
    body = folded(part, "body")
    return body if body.slice(*span) == wanted else published(part).folded


def _ends(wanted: str, part: str, span: Span, inner: Span) -> tuple[str, bool]:
    """What the span has around the inner one, and whether that is as drawn: so where the wanted words are, else as written."""
    drawn, plain = folded(part, "drawn"), folded(part, "plain")
    if drawn.slice(*span) == wanted or plain.slice(*span) == fold(ODD.sub("", wanted)):
        return drawn.slice(span[0], inner[0]) + drawn.slice(inner[1], span[1]), True
    return part[span[0] : inner[0]] + part[inner[1] : span[1]], False


def _asides(part: str, span: Span) -> Iterator[Aside]:
    return (one for one in published(part).asides if one[1] < span[1] and span[0] < one[2])


def _hides(part: str, span: Span) -> bool:
    """Is there a comment in this slice, or more that HTML hides? Tags alone are not: no selection here can leave them out."""
    return any(name == "hidden" for name, _, _ in _asides(part, span))


def _remarks(wanted: str, part: str, span: Span, page: Folded, place: Span, article: str) -> Iterator[str]:
    seen = page.text[slice(*place)]
    if letters(seen) != letters(wanted):
        yield f"A reader sees {clipped(seen)}."
    for line in containers(part):
        if line.start() < span[1] and span[0] < line.end():
            yield f"The line {clipped(line[0])} is markup, which a page does not show."
    for name, start, end in _asides(part, span):
        here = max(start, span[0]), min(end, span[1])
        words = page.slice(*here)
        if not words:
            yield from _in_between(name, folded(part, "published").slice(*here))
            continue
        if name == "struck":
            yield f"{STRUCK}{clipped(words)}."
        elif name == "image":
            yield f"From the description of an image: {clipped(words)}."
        elif name == "footnote":
            yield f"In a footnote{_of_footnote(part, start, article)}: {clipped(words)}."


def _in_between(name: str, words: str) -> Iterator[str]:
    """Of what the source has among the words, and the page elsewhere or otherwise."""
    if words and name == "footnote":
        yield f"A footnote is in between in the source, {clipped(words)}, which a page has at its end."
    elif words and name == "image":
        yield f"An image is in between, described as {clipped(words)}."


def _of_footnote(part: str, start: int, article: str) -> str:
    mark = FOOTNOTE.search(part, start)
    is_alone = mark is not None and len(re.findall(re.escape(mark[0]), article, re.I)) < 2
    return " to which nothing refers" if is_alone else ""


def letters(words: str) -> str:
    """The letters and digits of words, which nobody takes for markup."""
    return "".join(filter(str.isalnum, ODD.sub("", words)))
