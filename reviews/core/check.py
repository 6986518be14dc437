"""For outsiders: is this a sound pack, and of this article; it opens the files it is given and writes none.

python -m reviews.core.check FILE... [--article FILE]
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reviews.core import article, audit, pack
from reviews.core.article import Article
from reviews.core.faults import ArticleError, Fault, PackError
from reviews.core.pack import Pack
from reviews.core.strict_json import capped, printable, shown
from reviews.core.verify import ended

# Characters read to look quotes up: a thousand times what a long article needs, and still a second or two.
_MOST_SEARCHED = 50_000_000

# What is true of a sound pack too: its layout, a later minor version, keys that nobody here reads.
_NOTHING_TO_SEE_TO = frozenset(("layout", "minor", "carried", "more"))

Spans = Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Report:
    """What was found: `faults` refuse the file, `notes` do not, `lines` say with numbers what adds up."""

    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...] = ()
    lines: tuple[str, ...] = ()
    pack: Pack | None = None  # the pack, where its own bytes are sound

    @property
    def n_to_see_to(self) -> int:
        """How many notes somebody should look after: an unknown cite, a quote that does not stand, another article."""
        return sum(map(self.is_to_see_to, self.notes))

    @staticmethod
    def is_to_see_to(note: Fault) -> bool:
        """Does a note want looking at, or does it only tell what a sound pack is like?"""
        return note.code not in _NOTHING_TO_SEE_TO

    @property
    def verdict(self) -> str:
        """`2 faults`; or `sound`, and never that alone beside a note to see to."""
        if n := len(self.faults):
            return f"{n} fault{'s' if n > 1 else ''}"
        n, or_more = self.n_to_see_to, " or more" * any(note.code == "more" for note in self.notes)
        return f"sound, with {n}{or_more} note{'s' if n > 1 else ''} to see to" if n else "sound"


def report(
    raw: bytes,
    article_raw: bytes | None = None,
    *,
    max_bytes: int = pack.MAX_BYTES,
    max_article: int = article.MAX_BYTES,
) -> Report:
    """Everything about a pack's bytes and, if given, its article's (docs/pack.md); it never raises."""
    try:
        read = pack.read(raw, max_bytes=max_bytes)
    except PackError as error:
        return Report(error.faults)
    alone = Report((), read.notes, tuple(_lines(read.data)), read)
    return alone if article_raw is None else _with_article(alone, read.data, article_raw, max_article)


def main(argv: Sequence[str] | None = None) -> int:
    """The command: 0 if every file is sound, 1 if any is not."""
    parser = argparse.ArgumentParser(prog="python -m reviews.core.check", description="Does a pack add up?")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a pack")
    parser.add_argument("--article", metavar="FILE", help="the Markdown article that the packs cite")
    asked = parser.parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return max(_check(name, asked.article) for name in asked.files)


def _check(name: str, article_name: str | None) -> int:
    try:
        article_raw = _bytes(article_name, article.MAX_BYTES) if article_name else None
        found = report(_bytes(name, pack.MAX_BYTES), article_raw)
    except OSError as error:
        print(f"{printable(name, 999)}: cannot read {printable(str(error.filename), 999)}: {error.strerror}")
        return 1
    print(f"{printable(name, 999)}: {found.verdict}")
    for fault in found.faults:
        print(f"  fault {fault}")
    for note in found.notes:
        print(f"  {'see to' if found.is_to_see_to(note) else 'note'}  {note}")
    for line in found.lines:
        print(f"  {line}")
    return 1 if found.faults else 0


def _bytes(name: str, most: int) -> bytes:
    """One byte more than is read, so that too large a file is known for one without being held."""
    with open(name, "rb") as file:
        return file.read(most + 1)


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The sums of a sound pack; of the fourteen reasons only those that dropped something."""
    for one in audit.sums(data):
        if one.n_left or not one.path.startswith("/bench/dropped_by/"):
            yield f"adds up: {one}"


def _with_article(alone: Report, data: Mapping[str, Any], article_raw: bytes, most: int) -> Report:
    try:
        source = article.read(article_raw, max_bytes=most)
    except ArticleError as error:
        return replace(alone, faults=(Fault("/source", "article", str(error)),))
    cited = data["source"]["md_sha"]
    if source.sha != cited:
        found = f"not the cited article: its SHA-256 is {source.sha}, md_sha is {cited}"
        return replace(alone, notes=(*alone.notes, Fault("/source/md_sha", "not-cited", found)))
    try:
        unit = article.unit(source, data["sections"])
        spans = article.spans(source, data["sections"], unit)
    except ArticleError as error:
        return replace(alone, faults=(Fault("/sections", "spans", str(error)),))
    line = f"the article is the cited one; all {len(spans)} spans start at their headings, counted in {unit}"
    notes = capped(_misfits(source, data, spans))
    return replace(alone, notes=(*alone.notes, *notes), lines=(*alone.lines, line))


def _misfits(source: Article, data: Mapping[str, Any], spans: Spans) -> Iterator[Fault]:
    """Where the pack's words are not the article's, as loaded: thanks, quotes, the spans of decisions."""
    texts = {name: source.text[start:end] for name, (start, end) in spans.items()}
    thanks = data.get("thanks")
    if thanks and thanks not in (text.rstrip() for text in texts.values()):
        found = "it is not the text of any section without the white space at its end"
        yield Fault("/thanks", "thanks", found)
    yield from _quotes(data["chips"], texts)
    quotes = {chip["id"]: chip["quote"] for chip in data["chips"]}
    for n, decision in enumerate(data["bench"].get("decisions", ())):
        span = decision["quote_span"]
        if span and source.text[slice(*span)] != quotes.get(decision["chip"]):
            found = f"the words at [{span[0]}, {span[1]}) are not the chip's quote"
            yield Fault(f"/bench/decisions/{n}/quote_span", "quote", found)


def _quotes(chips: Sequence[Mapping[str, Any]], texts: Mapping[str, str]) -> Iterator[Fault]:
    n_searched = 0
    for n, chip in enumerate(chips):
        if not chip["quote"]:
            continue
        text = texts[chip["quote_cite"]]
        n_searched += len(text)
        if n_searched > _MOST_SEARCHED:
            found = "this quote and those after it were not looked up: too many, in too long sections"
            yield Fault(f"/chips/{n}/quote", "quote", found)
            return
        if chip["quote"] not in text:
            found = f"the quote does not stand in the section {shown(chip['quote_cite'])}"
            yield Fault(f"/chips/{n}/quote", "quote", found)


if __name__ == "__main__":
    sys.exit(ended(main))
