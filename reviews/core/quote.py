"""Where a quote stands in an article, word for word; no words and no article make it raise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from reviews.core.fold import Folded, Reading, drawn, fold, folded
from reviews.core.near import clipped, likest, told
from reviews.core.runs import ODD, named
from reviews.core.seen import may_hide
from reviews.core.standing import STRUCK, Standing, letters, standing
from reviews.core.stitched import ELLIPSIS, SHORTEST, is_one_run, pieces
from reviews.core.suggest import Suggestion, suggest

__all__ = ["SHORTEST", "Suggestion", "Verdict", "find", "length", "suggest"]

Span = tuple[int, int]

READINGS: tuple[Reading, ...] = ("published", "drawn", "written", "body")
MAX_PLACES = 50
# What makes a link of brackets anywhere in the article.
DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]\n]{1,999}\]:", re.M)
# To a footnote of another section: a mark without words, there as here.
REFERENCE = re.compile(r"\[\^[^\]\s]{0,200}\]?")


@dataclass(frozen=True)
class Verdict:
    """How a quote stands.

    `kind`: stands, elsewhere, unseen, stitched, near, missing, short or empty; `text` says it in a sentence, and
    `remark` what else a judge must know of words that stand. `section` is the id of the section in which `span` begins
    (code points of the article; None before the first section), `quote` is article[start:end]. A `short` one has a
    span if it stands in the section cited.
    """

    kind: str
    text: str
    section: str | None = None
    span: Span | None = None
    quote: str = ""
    remark: str = ""

    @property
    def is_struck(self) -> bool:
        """Are some of the words that stand struck through?"""
        return STRUCK in self.remark


@dataclass(frozen=True)
class _Search:
    article: str
    spans: Mapping[str, Span]
    headings: Mapping[str, str]
    cite: str

    def section_at(self, place: int) -> str | None:
        return next((name for name, (start, end) in self.spans.items() if start <= place < end), None)

    def name(self, section: str | None) -> str:
        if section is None:
            return "the text outside the sections"
        if not section:
            return "the section cited"
        return f"“{named(self.headings.get(section) or section)}”"

    def verdict(self, kind: str, text: str, span: Span, remark: str = "") -> Verdict:
        return Verdict(kind, text, self.section_at(span[0]), span, self.article[span[0] : span[1]], remark)

    def standing(self, wanted: str, span: Span) -> Standing:
        """How the words at this place of the section cited look to a reader of the article; the span is the article's."""
        start, end = self.spans[self.cite]
        if self._reads_otherwise(span):
            return standing(wanted, self.article, span)
        found = standing(wanted, self.article[start:end], _moved(span, -start), article=self.article)
        return replace(found, span=_moved(found.span, start)) if found.span else found

    def _reads_otherwise(self, span: Span) -> bool:
        """Does something outside the section hide what is here, or make links of brackets?"""
        start, end = self.spans[self.cite]
        may_link = "]" in self.article[slice(*span)] and DEFINITION.search(self.article)
        if not may_link and not may_hide(self.article, start):
            return False
        in_section = folded(self.article[start:end], "published").slice(span[0] - start, span[1] - start)
        in_article = folded(self.article, "published").slice(*span)
        return letters(REFERENCE.sub("", in_section)) != letters(REFERENCE.sub("", in_article))


def find(
    words: str,
    *,
    article: str,
    spans: Mapping[str, Span],
    headings: Mapping[str, str],
    cite: str,
    at: Span | None = None,
) -> Verdict:
    """Whether the words stand in the section `cite`, as code points after white space and markup are folded.

    `words` may be as drawn or as written in the Markdown. Where they stand twice, `at` (a selection's span in
    the article) decides which is meant, else the first.
    """
    wanted = fold(words)
    if not wanted:
        return Verdict("empty", "No quote is given.")
    search = _Search(article, spans, headings, cite)
    span = _in_section(search, wanted, at)
    found = search.standing(wanted, span) if span else Standing("")
    seen = found.seen if found.span else wanted
    if length(seen) < SHORTEST or (found.span and not letters(seen)):
        return _short(search, seen, found, is_there=span is not None)
    if span and found.span:
        text = f"Stands word for word in {search.name(cite)}{_which(search, wanted, span)}."
        return search.verdict("stands", text, found.span, found.remark)
    return (
        _elsewhere(search, wanted)
        or (_unseen(search, found, span) if span else None)
        or _stitched(search, wanted)
        or _near(search, wanted)
        or Verdict("missing", f"Not found in {search.name(cite)}, nor anywhere else in the article.")
    )


def length(words: str) -> int:
    """How many characters a quote has: those that are seen."""
    return len(fold(ODD.sub("", words)))


def _short(search: _Search, seen: str, found: Standing, *, is_there: bool) -> Verdict:
    n = length(seen)
    text = f"Too short: a quote has at least {SHORTEST} characters, and this one has {n}"
    if n >= SHORTEST:  # “==========” carries no answer, however long it is
        text = "Nothing but marks: a quote has words, and this one has no letter and no digit"
    if not is_there:
        return Verdict("short", f"{text}; it is not in {search.name(search.cite)} either.")
    if found.span is None:
        return Verdict("short", f"{text}; a reader does not see it in {search.name(search.cite)} either.")
    return search.verdict("short", f"{text}; it stands in {search.name(search.cite)}.", found.span)


def _in_section(search: _Search, wanted: str, at: Span | None) -> Span | None:
    start, end = search.spans.get(search.cite, (0, 0))
    part = search.article[start:end]
    near = at[0] - start if at else 0
    if at and (span := _exactly(part, wanted, (near, at[1] - start))):
        return _moved(span, start)
    for reading in READINGS:
        text = folded(part, reading)
        place = _nearest(text, wanted, near)
        if place >= 0:
            return _moved(text.span(place, place + len(wanted)), start)
    return _selected(part, wanted, (at[0] - start, at[1] - start), start) if at else None


def _which(search: _Search, wanted: str, span: Span) -> str:
    """Which of its places this is, where the section has the words more than once."""
    start, end = search.spans[search.cite]
    for reading in READINGS:
        text = folded(search.article[start:end], reading)
        firsts = [first + start for first, _ in _occurrences(text, wanted)]
        if span[0] in firsts:
            return f" (place {firsts.index(span[0]) + 1} of {len(firsts)})" if len(firsts) > 1 else ""
    return ""


def _exactly(part: str, wanted: str, at: Span) -> Span | None:
    """The selection itself, where its slice shows these very words: the same ones may stand elsewhere too."""
    plain = fold(ODD.sub("", wanted))
    tries: tuple[tuple[Reading, str], ...] = (("drawn", wanted), ("plain", plain), ("written", wanted))
    for reading, words in tries:
        text = folded(part, reading)
        first, last = text.place(at[0]), text.place(at[1])
        shown = text.text[first:last]
        if words and shown.strip() == words:
            first += len(shown) - len(shown.lstrip())
            return text.span(first, first + len(words))
    return None


def _nearest(text: Folded, wanted: str, near: int) -> int:
    """Where the words begin closest to a place in the source; -1 where they do not stand."""
    if near <= 0:
        return text.text.find(wanted)
    place = text.place(near)
    before = text.text.rfind(wanted, 0, place + len(wanted))
    after = text.text.find(wanted, place)
    if before < 0 or after < 0:
        return max(before, after)
    return before if place - before < after - place else after


def _selected(part: str, wanted: str, at: Span, start: int) -> Span | None:
    """A selection copied from our page lacks the odd characters, marks there; its place proves it."""
    bare = fold(ODD.sub("", wanted))
    if not bare or not drawn(part).is_odd:
        return None
    text = folded(part, "plain")
    place = _nearest(text, bare, at[0])
    if place < 0:
        return None
    first, last = text.span(place, place + len(bare))
    return (first + start, last + start) if at[0] <= first and last <= at[1] else None


def _elsewhere(search: _Search, wanted: str) -> Verdict | None:
    crossing, unseen = None, None
    for reading in READINGS:
        for span in _occurrences(folded(search.article, reading), wanted):
            found = standing(wanted, search.article, span)
            if found.span is None:
                unseen = unseen or (found, span)
                continue
            first, last = search.section_at(span[0]), search.section_at(span[1] - 1)
            if first == last:
                return _within(search, first, found.span, found.remark)
            crossing = crossing or span
    if crossing:
        first, last = search.section_at(crossing[0]), search.section_at(crossing[1] - 1)
        text = f"Runs over from {search.name(first)} into {search.name(last)}; a quote stands in one section."
        return search.verdict("stitched", text, crossing)
    return _unseen(search, *unseen) if unseen else None


def _within(search: _Search, section: str | None, span: Span, remark: str) -> Verdict:
    if section == search.cite:  # a link defined in another section made the section read otherwise
        return search.verdict("stands", f"Stands word for word in {search.name(section)}.", span, remark)
    text = f"Stands word for word, but in {search.name(section)}, not in {search.name(search.cite)}."
    return search.verdict("elsewhere", text, span, remark)


def _unseen(search: _Search, found: Standing, span: Span) -> Verdict:
    where = f"Stands only in the source of {search.name(search.section_at(span[0]))}"
    sees = f"sees {clipped(found.seen)} there" if found.seen else "does not see it"
    return search.verdict("unseen", f"{where}: a reader of the article {sees}.", span)


def _occurrences(text: Folded, wanted: str) -> Iterator[Span]:
    place, n = text.text.find(wanted), 0
    while place >= 0 and n < MAX_PLACES:
        yield text.span(place, place + len(wanted))
        place, n = text.text.find(wanted, place + len(wanted)), n + 1


def _stitched(search: _Search, wanted: str) -> Verdict | None:
    start, end = search.spans.get(search.cite, (0, 0))
    parts = [(search.article[start:end], start), (search.article, 0)]
    found = pieces(wanted, [(folded(part, "published"), offset) for part, offset in parts])
    if len(found) < 2:
        return None
    if is_one_run([span for _, span in found]) and not ELLIPSIS.search(wanted):
        return _near(search, wanted)  # says which word was left out
    told = " + ".join(
        f"{clipped(words)} ({search.name(search.section_at(span[0]))})" for words, span in found
    )
    return search.verdict("stitched", f"Stitched from {len(found)} pieces: {told}.", found[0][1])


def _near(search: _Search, wanted: str) -> Verdict | None:
    start, end = search.spans.get(search.cite, (0, 0))
    for part, offset in ((search.article[start:end], start), (search.article, 0)):
        text = folded(part, "published")
        place = likest(wanted, text.text)
        if place is None:
            continue
        span = _moved(text.span(*place), offset)
        where = search.name(search.section_at(span[0]))
        differs = told(wanted, text.text[place[0] : place[1]])
        return search.verdict("near", f"Nearly in {where}, not word for word: {differs}.", span)
    return None


def _moved(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by
