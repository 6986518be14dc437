"""What a browser sees selected leads to its place in the source, and every place in the source to what is seen there."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reviews.core.fold import fold, folded
from reviews.core.quote import SHORTEST, Verdict, find, length
from reviews.core.render import UNKNOWN, section_html
from reviews.core.runs import ODD
from tests.browser.test_selections import NASTY
from tests.core import nastier, raw_html
from tests.core.markdown import documents
from tests.core.same_words import bare, cuts, is_alike, is_told_apart, letters

BLOCKS = set("p li td th pre h2 h3 h4 h5 h6 aside".split())


@dataclass(frozen=True)
class Seen:
    """One run of the page: its text, its range in the source, whether it maps as one, its block, its table row."""

    text: str
    start: int
    end: int
    whole: bool
    block: int
    row: int


class Page(HTMLParser):
    """The runs of a section's HTML as `quote.js` reads them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[Seen] = []
        self._open: list[tuple[str, int, dict[str, str | None]]] = []
        self._n = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self._n += 1
        self._open.append((tag, self._n, dict(attrs)))
        if tag in {"br", "hr"}:
            if "data-s" in dict(attrs):
                self._see("\n")
            self._open.pop()
        elif "odd" in (dict(attrs).get("class") or "") or tag == "sup":
            self._see("")

    def handle_endtag(self, tag):
        self._open.pop()

    def handle_data(self, data):
        self._see(data)

    def _see(self, text):
        own = self._open[-1][2]
        start = int(own["data-s"])
        end = int(own["data-e"]) if "data-e" in own else start + len(text)
        block = next((n for tag, n, _ in reversed(self._open) if tag in BLOCKS), 0)
        row = next((n for tag, n, _ in reversed(self._open) if tag == "tr"), 0)
        text = text.replace(UNKNOWN, "") if own.get("class") == "odd" else text
        self.seen.append(Seen(text, start, end, "data-e" in own, block, row))


def selected(seen: list[Seen], first: int, last: int) -> tuple[str, int, int] | None:
    """The words, and their range in the source, of a selection from the first to before the last letter of the page."""
    pieces, at = [], 0
    for run in seen:
        begin, end = max(first - at, 0), min(last - at, len(run.text))
        is_within = first < at < last and not run.text
        at += len(run.text)
        if begin >= end and not is_within:
            continue
        pieces.append(
            run
            if run.whole
            else Seen(run.text[begin:end], run.start + begin, run.start + end, False, run.block, run.row)
        )
    if not pieces:
        return None
    words = pieces[0].text
    for before, run in pairwise(pieces):
        apart = "" if before.block == run.block else " " if run.row and run.row == before.row else "\n"
        words += apart + run.text
    return words, pieces[0].start, pieces[-1].end


def differs(text: str, start: int, end: int, first: int, last: int) -> str:
    """What is wrong with one selection of the section text[start:end); nothing."""
    seen = Page(section_html(text, start, end)).seen
    n = sum(len(run.text) for run in seen)
    found = selected(seen, first % (n + 1), last % (n + 1))
    if found is None or not fold(found[0]):
        return ""
    words, begin, stop = found
    verdict = find(words, article=text, spans={"a": (start, end)}, headings={}, cite="a", at=(begin, stop))
    seen = of_reader(text[start:end], begin - start, stop - start)
    in_article = of_reader(text, begin, stop)
    is_sure = (
        seen and in_article and letters(words) and not cuts(text[start:end], begin - start, stop - start)
    )
    if not is_sure or letters(seen) != letters(words) or not is_alike(words, in_article):
        is_seen = verdict.span and letters(of_reader(text, *verdict.span)) == letters(words)
        return (
            "" if is_told(verdict) or is_seen else f"{words!r}, of which a reader sees other words: {verdict}"
        )
    expected = "stands" if length(seen) >= SHORTEST else "short"
    if verdict.kind != expected or verdict.span is None:
        return f"{words!r} at {begin}: {verdict.kind}, {verdict.text}"
    if not begin <= verdict.span[0] < verdict.span[1] <= stop:
        return f"{words!r}: {verdict.span} leaves {begin} to {stop}"
    plain = folded(text[start:end], "plain")
    shown = plain.text[plain.place(verdict.span[0] - start) : plain.place(verdict.span[1] - start)]
    selected_at, kept = ((a - start, b - start) for a, b in ((begin, stop), verdict.span))
    if not is_told_apart(bare(words), bare(shown), text[start:end], selected_at, kept):
        return f"{words!r} shows {shown!r}"
    again = find(
        verdict.quote, article=text, spans={"a": (start, end)}, headings={}, cite="a", at=verdict.span
    )
    return "" if (again.kind, again.span) == (expected, verdict.span) else f"asked again: {again}"


def of_reader(part: str, begin: int, stop: int) -> str:
    """What a reader of the published page sees of a slice, in which HTML and front matter are not shown as text."""
    return folded(part, "published").slice(begin, stop)


def is_told(verdict: Verdict) -> bool:
    """Words of which a reader sees others are refused, or the judge is told so."""
    if verdict.kind == "short":
        return True
    return verdict.kind == "unseen" or (verdict.kind == "stands" and "A reader sees" in verdict.remark)


def sections() -> list[tuple[str, int, int]]:
    found = [*_sections(nastier.LINES, nastier.HEADS), *_sections(raw_html.LINES, raw_html.HEADS)]
    return [*found, *((text, 0, len(text)) for text in (nastier.LINES, NASTY, raw_html.LINES))]


def _sections(text: str, heads: tuple[str, ...]) -> list[tuple[str, int, int]]:
    starts = [text.rindex("\n", 0, text.index(f"{{#{head}}}")) + 1 for head in heads]
    return [(text, start, end) for start, end in pairwise([*starts, len(text)])]


NAMES = [*nastier.HEADS, *raw_html.HEADS, "all of it", "nasty", "all of the HTML"]


@given(documents, st.integers(0, 400), st.integers(0, 400))
def test_a_selection_of_random_markdown_leads_to_the_source_that_shows_it(text, first, last):
    assert differs(text, 0, len(text), min(first, last), max(first, last)) == ""


@pytest.mark.parametrize("section", sections(), ids=NAMES)
@given(st.data())
def test_a_selection_of_nastier_lines_leads_to_the_source_that_shows_it(section, data):
    first = data.draw(st.integers(0, 8_000))
    assert differs(*section, first, first + data.draw(st.integers(1, 300))) == ""


@pytest.mark.parametrize("section", sections(), ids=NAMES)
def test_each_run_of_nastier_lines_leads_to_the_source_that_shows_it(section):
    seen = Page(section_html(*section)).seen
    at, wrong = 0, []
    for run in seen:
        wrong.append(differs(*section, at, at + len(run.text)) if run.text.strip() else "")
        at += len(run.text)
    assert [one for one in wrong if one] == []


@given(documents, st.data())
def test_every_place_in_the_source_leads_to_what_is_seen_there(text, data):
    seen = [run for run in Page(section_html(text, 0, len(text))).seen if not run.whole and run.text]
    assume(seen)
    run = data.draw(st.sampled_from(seen))
    assert run.text == text[run.start : run.end].replace("\r", "\n")
    drawn = folded(text, "plain")
    first, last = drawn.place(run.start), drawn.place(run.end)
    assert "".join(ODD.sub("", run.text).split()) in "".join(drawn.text[max(first - 1, 0) : last + 1].split())
