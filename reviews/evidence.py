"""What a pack's file and its cited article say, parsed and indexed once a process. Nothing here is written, or decides."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from reviews.core import article, gates, quote, render, suggest
from reviews.core import marks as core_marks
from reviews.core.fold import folded
from reviews.core.gates import Finding, Source
from reviews.core.gates.finding import Severity
from reviews.core.gates.quote import finding as quote_finding
from reviews.core.marks import Mark
from reviews.models import Article, Pack, PackFile, Section

MISSING = (
    "The cited article is not here, so no quote can be checked: read the section at its address, "
    "and say that you did by overriding this with a reason."
)


@lru_cache(maxsize=32)
def loaded(file_sha: str) -> dict[str, Any]:
    """A pack file's data, to be read only. The bytes under a hash never change, so the parse can be kept."""
    data: dict[str, Any] = json.loads(bytes(PackFile.objects.get(sha=file_sha).raw))
    return data


@lru_cache(maxsize=32)
def article_text(sha: str) -> str:
    """An article's text."""
    return article.read(bytes(Article.objects.get(sha=sha).raw)).text


def source(pack: Pack) -> Source:
    """The cited article as the gates ask it; without text where it is missing."""
    return _source(pack.file_id, pack.article_id)


def findings(pack: Pack, q: str, a: str, cites: Sequence[str]) -> list[Finding]:
    """What the gates hold against these words, `quote` apart, in gate order."""
    return gates.findings(q, a, cites, source(pack))


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
    return next((one for one in found if one.kind == "stands"), found[0])


def against_quote(pack: Pack, found: quote.Verdict, cites: Sequence[str]) -> Finding | None:
    """What the quote gate says of a verdict. Words too short to search for must still stand where they are said to."""
    if pack.article_id is None:
        severity: Severity = "override" if found.kind == "empty" else "refused"
        return Finding("quote", severity, "quote", 0, 0, MISSING)
    if found.kind == "short" and found.span is None:
        return Finding("quote", "refused", "quote", 0, 0, found.text)
    return quote_finding(found.kind, found.text, found.section or "", cites)


def suggestions(pack: Pack, q: str, a: str, cites: Sequence[str]) -> list[suggest.Suggestion]:
    """Up to three sentences that might carry the answer; none while the article is missing."""
    src = source(pack)
    if src.text is None:
        return []
    return suggest.suggest(q, a, article=src.text, spans=src.spans, cites=cites)


def shown(pack: Pack, section: str, span: tuple[int, int]) -> str:
    """What a slice of a section shows of itself, without markup and without odd characters."""
    src = source(pack)
    start, end = src.spans[section]
    plain = folded((src.text or "")[start:end], "plain")
    return plain.text[plain.place(span[0] - start) : plain.place(span[1] - start)].strip()


def marks(pack: Pack, a: str, cites: Sequence[str]) -> list[Mark]:
    """Figures, names and quoted words of an answer, and where the cited sections have them; none while the article is missing."""
    return core_marks.marks(a, cites, source(pack))


def section_html(pack: Pack, section: Section) -> str:
    """The section as safe HTML whose text runs know their source offsets; empty while the article is missing."""
    if pack.article_id is None or section.start is None or section.end is None:
        return ""
    return _section_html(pack.article_id, section.start, section.end)


def indexed(data: Mapping[str, Any], text: str | None, spans: Mapping[str, tuple[int, int]]) -> Source:
    """A file's sections over its article's text, as the gates ask them."""
    return Source(
        text=text,
        spans=dict(spans),
        headings={row["id"]: row["heading"] for row in data["sections"]},
        skipped={row["id"]: row["digest_skipped"] for row in data["sections"]},
    )


@lru_cache(maxsize=64)
def _source(file_sha: str, article_sha: str | None) -> Source:
    # Keyed by content alone: a row's number can come again after a transaction that was rolled back.
    data = loaded(file_sha)
    if article_sha is None:
        return indexed(data, None, {})
    cited = article.read(bytes(Article.objects.get(sha=article_sha).raw))
    unit = article.unit(cited, data["sections"])
    return indexed(data, cited.text, article.spans(cited, data["sections"], unit))


@lru_cache(maxsize=2048)
def _section_html(article_sha: str, start: int, end: int) -> str:
    return render.section_html(article_text(article_sha), start, end)
