"""What a pack's file and its cited article say, parsed and indexed once a process. Nothing here is written, or decides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reviews import house
from reviews.core import article, gates, newer, quote, render, suggest
from reviews.core import marks as core_marks
from reviews.core.fold import folded
from reviews.core.gates import Finding, Rules, Source
from reviews.core.gates.finding import Severity
from reviews.core.gates.quote import finding as quote_finding
from reviews.core.kept import kept, size
from reviews.core.marks import Mark
from reviews.core.runs import ODD
from reviews.models import Article, Chip, Pack, PackFile, Section

LONGEST_TEXT = 4_000
# What each kind of thing may take of a worker's memory. One large article is kept beside the usual ones, not thirty.
MOST_BYTES = 32_000_000
# An article with what the gates look up in it weighs so many times its text.
INDEXED = 10
# To read so many characters for their sentences takes ten times as long as a usual page.
LONG_ARTICLE = 400_000
MISSING = (
    "The cited article is not here, so no quote can be checked: read the section at its address, "
    "and say that you did by overriding this with a reason."
)


def loaded(file_sha: str) -> dict[str, Any]:
    """A pack file's data, to be read only. The bytes under a hash never change, so the parse can be kept."""
    return _file(file_sha).data


@kept(MOST_BYTES, size)
def article_text(sha: str) -> str:
    """An article's text, to draw it or to ask another article's quotes of it."""
    return _read(sha).text


def source(pack: Pack) -> Source:
    """The cited article as the gates ask it; without text where it is missing."""
    return _source(pack.file_id, pack.article_id)


def findings(pack: Pack, q: str, a: str, cites: Sequence[str]) -> list[Finding]:
    """What the gates hold against these words, `quote` apart, in gate order."""
    return list(_findings(pack.file_id, pack.article_id, q, a, tuple(cites), house.rules()))


def text_findings(pack: Pack, text: str, sections: Sequence[str]) -> tuple[Finding, ...]:
    """The same for a bullet, digest or short paragraph that rests on these sections, or on the whole article.

    No page waits for a text beyond all measure: of that only the beginning is asked about, and a finding says so.
    """
    read, cites = text[:LONGEST_TEXT], tuple(sections)
    found = _text_findings(pack.file_id, pack.article_id, read, cites, house.rules())
    return (*found, *_unread(text))


def asked(src: Source, q: str, a: str, cites: Sequence[str]) -> list[Finding]:
    """What the gates hold against words over a source of one's own; nothing of it is kept."""
    return gates.findings(q, a, cites, src, house.rules())


def verdict(
    pack: Pack, words: str, cite: str, cites: Sequence[str], at: tuple[int, int] | None = None
) -> quote.Verdict:
    """Where these words stand. Without a cite, the first of the chip's cites in which they do, else the first of all."""
    src = source(pack)
    if src.text is None:
        return quote.Verdict("missing" if words.strip() else "empty", MISSING)
    found = [
        quote.find(words, article=src.text, spans=src.spans, headings=src.headings, cite=name, at=at)
        for name in ([cite] if cite else list(dict.fromkeys(cites)) or [""])
    ]
    best = next((one for one in found if one.kind == "stands"), found[0])
    if best.kind != "stands" or best.section in cites:
        return best
    return replace(best, text=best.text.removesuffix(".") + ", which this chip does not cite.")


def against_quote(pack: Pack, found: quote.Verdict, cites: Sequence[str]) -> Finding | None:
    """What the quote gate says of a verdict. Words too short to search for must still stand where they are said to."""
    if pack.article_id is None:
        severity: Severity = "override" if found.kind == "empty" else "refused"
        return Finding("quote", severity, "quote", 0, 0, MISSING)
    if found.kind == "short" and found.span is None:
        return Finding("quote", "refused", "quote", 0, 0, found.text)
    section = found.section or ""
    return quote_finding(found.kind, found.text, section, cites, source(pack).headings.get(section, ""))


def suggestions(pack: Pack, q: str, a: str, cites: Sequence[str]) -> Suggested:
    """Sentences that might carry the answer; none while the article is missing."""
    return _suggested(pack.file_id, pack.article_id, q, a, tuple(cites))


def suggestions_take_long(pack: Pack) -> bool:
    """Whether somebody would wait for them: nobody asked lately about an article so long that to read it takes a while."""
    text = source(pack).text or ""
    return len(text) > LONG_ARTICLE and not suggest.is_read(text, source(pack).spans)


def shown(pack: Pack, section: str, span: tuple[int, int]) -> str:
    """What a slice of a section shows of itself to a reader, without markup and without odd characters."""
    return _shown(source(pack), section, span)


def marks(pack: Pack, a: str, cites: Sequence[str]) -> list[Mark]:
    """Figures, names and quoted words of an answer, and where the cited sections have them; none while the article is missing."""
    return core_marks.marks(a, cites, source(pack))


def section_html(pack: Pack, section: Section) -> str:
    """The section as safe HTML whose text runs know their source offsets; empty while the article is missing."""
    if pack.article_id is None or section.start is None or section.end is None:
        return ""
    return _section_html(pack.article_id, section.start, section.end)


@dataclass(frozen=True)
class Sentence:
    """A suggested sentence: the section it stands in, with its heading, its span in the article, its words as drawn.

    `runs` are the words cut where they are words of the chip too.
    """

    section: str
    span: tuple[int, int]
    words: str
    runs: tuple[tuple[str, bool], ...] = ()
    heading: str = ""


@dataclass(frozen=True)
class Suggested:
    """Up to three sentences of the cited sections, and up to three of the others, each likeliest first."""

    cited: tuple[Sentence, ...] = ()
    others: tuple[Sentence, ...] = ()

    @property
    def n(self) -> int:
        return len(self.cited) + len(self.others)

    def weight(self) -> int:
        return sum(1_000 + 3 * size(one.words) for one in (*self.cited, *self.others))


@dataclass(frozen=True)
class Fallen:
    """A published chip whose quote another article does not have where it should stand, and what was found instead."""

    chip: Chip
    verdict: quote.Verdict


def fallen(pack: Pack, article_sha: str) -> list[Fallen]:
    """The published chips whose quotes do not stand, word for word and in their section, in this other article."""
    text, rows = article_text(article_sha), loaded(pack.file_id)["sections"]
    src = source(pack)
    spans = newer.spans(text, rows, newer.inner(src.text or "", src.spans))
    headings = {row["id"]: row["heading"] for row in rows}
    chips = Chip.objects.filter(pack=pack, status="published").exclude(quote="").order_by("position")
    asked = []
    for chip in chips:
        found = newer.verdict(
            chip.quote, _words(pack, chip), chip.quote_cite, article=text, spans=spans, headings=headings
        )
        if found.is_struck and not _in_cited(pack, chip).is_struck:
            found = newer.struck(found, chip.quote_cite, headings)
        asked.append(Fallen(chip, found))
    return [one for one in asked if not newer.stands(one.verdict)]


def _in_cited(pack: Pack, chip: Chip) -> quote.Verdict:
    start, end = chip.quote_start, chip.quote_end
    at = (start, end) if start is not None and end is not None else None
    return verdict(pack, chip.quote, chip.quote_cite, chip.cites, at)


def _words(pack: Pack, chip: Chip) -> str:
    """What a chip's quote shows; the quote itself where it was loaded with the chip, and has no place of its own."""
    if chip.quote_start is None or chip.quote_end is None:
        return chip.quote
    return shown(pack, chip.quote_cite, (chip.quote_start, chip.quote_end))


def indexed(data: Mapping[str, Any], text: str | None, spans: Mapping[str, tuple[int, int]]) -> Source:
    """A file's sections over its article's text, as the gates ask them."""
    return Source(
        text=text,
        spans=dict(spans),
        headings={row["id"]: row["heading"] for row in data["sections"]},
        skipped={row["id"]: row["digest_skipped"] for row in data["sections"]},
    )


@dataclass(frozen=True)
class _File:
    """A pack file's data, and how many bytes it was read from."""

    data: dict[str, Any]
    n_bytes: int

    def weight(self) -> int:
        return 4 * self.n_bytes


@kept(MOST_BYTES, _File.weight)
def _file(sha: str) -> _File:
    raw = bytes(PackFile.objects.get(sha=sha).raw)
    return _File(json.loads(raw), len(raw))


def _read(sha: str) -> article.Article:
    raw = bytes(Article.objects.get(sha=sha).raw)
    return article.read(raw, max_bytes=len(raw))  # it was small enough on the day that it came


def _weight(src: Source) -> int:
    return INDEXED * size(src.text or "")


@kept(MOST_BYTES, _weight)
def _source(file_sha: str, article_sha: str | None) -> Source:
    # Keyed by content alone: a row's number can come again after a transaction that was rolled back.
    data = loaded(file_sha)
    if article_sha is None:
        return indexed(data, None, {})
    cited = _read(article_sha)
    unit = article.unit(cited, data["sections"])
    return indexed(data, article_text(article_sha), article.spans(cited, data["sections"], unit))


@kept(MOST_BYTES // 4, Suggested.weight)
def _suggested(file_sha: str, article_sha: str | None, q: str, a: str, cites: tuple[str, ...]) -> Suggested:
    src = _source(file_sha, article_sha)
    if src.text is None:
        return Suggested()
    cited = suggest.suggest(q, a, article=src.text, spans=src.spans, cites=cites)
    others = suggest.elsewhere(q, a, article=src.text, spans=src.spans, cites=cites)
    return Suggested(
        tuple(_sentence(src, one, q, a) for one in cited if one.section in cites),
        tuple(_sentence(src, one, q, a) for one in others),
    )


def _sentence(src: Source, one: suggest.Suggestion, q: str, a: str) -> Sentence:
    words = _shown(src, one.section, one.span)
    runs = tuple(suggest.overlap(words, q, a))
    return Sentence(one.section, one.span, words, runs, src.headings[one.section])


def _shown(src: Source, section: str, span: tuple[int, int]) -> str:
    """As the published page shows it; with odd characters, or where that shows nothing, as it is drawn here without them."""
    start, end = src.spans[section]
    part, here = (src.text or "")[start:end], (span[0] - start, span[1] - start)
    words = folded(part, "published").slice(*here)
    return words if words and not ODD.search(words) else folded(part, "plain").slice(*here)


def _unread(text: str) -> list[Finding]:
    if len(text) <= LONGEST_TEXT:
        return []
    says = f"Only its first {LONGEST_TEXT:,} characters were asked about."
    return [Finding("length", "note", "a", LONGEST_TEXT, len(text), says)]


def _weight_of(found: tuple[Finding, ...]) -> int:
    return 1_000 * len(found)


@kept(MOST_BYTES // 4, _weight_of)
def _findings(
    file_sha: str, article_sha: str | None, q: str, a: str, cites: tuple[str, ...], rules: Rules
) -> tuple[Finding, ...]:
    return tuple(gates.findings(q, a, cites, _source(file_sha, article_sha), rules))


@kept(MOST_BYTES // 4, _weight_of)
def _text_findings(
    file_sha: str, article_sha: str | None, text: str, sections: tuple[str, ...], rules: Rules
) -> tuple[Finding, ...]:
    return tuple(gates.text_findings(text, _source(file_sha, article_sha), sections, rules))


@kept(MOST_BYTES, size)
def _section_html(article_sha: str, start: int, end: int) -> str:
    return render.section_html(article_text(article_sha), start, end)
