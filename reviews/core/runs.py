"""Markdown as runs of text that know where they stand in the source; nothing here writes HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Any, NamedTuple, TypeVar

import pyromark

# No smart punctuation: what is drawn has to be what is written. No alerts: their marker stays readable text.
_ON = pyromark.Options
PARSER = pyromark.Markdown(
    options=_ON.ENABLE_TABLES
    | _ON.ENABLE_FOOTNOTES
    | _ON.ENABLE_STRIKETHROUGH
    | _ON.ENABLE_TASKLISTS
    | _ON.ENABLE_HEADING_ATTRIBUTES
    | _ON.ENABLE_MATH
)
# The parser's own option takes two rules with text between them for front matter, wherever they stand, and with CRLF none.
FRONT_MATTER = re.compile(
    r"(---|\+\+\+)[ \t]*\r?\n(?!\1)(?P<matter>(?=[ \t]*[^\s])(?s:.*?\n))(?:\1|\.\.\.)[ \t]*(?:\r?\n|\Z)"
)
KINDS = {
    "Heading": "heading",
    "CodeBlock": "code",
    "HtmlBlock": "html",
    "MetadataBlock": "metadata",
    "TableHead": "row",
    "TableRow": "row",
    "Paragraph": "text",
    "Item": "text",
    "BlockQuote": "text",
    "FootnoteDefinition": "text",
}
# Five megabytes of prose, tables and code have 140,000; past this it is built to be slow and read as written.
MAX_EVENTS = 250_000
# Cells that a table's rows leave out are events too, a thousand for three bytes. Of what is written none has more than these.
MOST_A_BYTE = 3
CONTINUATION = bytes(range(0x80, 0xC0))
BEGINNING = bytes(byte not in CONTINUATION for byte in range(256))
SHORT, STEP = 100_000, 64
LINE = re.compile(r"\r\n|\n|\r")
# Deeper than this a line's `> > >` is no longer told apart from its words.
MAX_PREFIX = 64
SPELT = "\u0590-\u1dff\u2600-\u27bf\ufe0f\U0001f000-\U0001faff"
# What a browser does not draw, or what turns round the text beside it (CVE-2021-42574). A joiner between two
# letters or pictures is ordinary spelling.
ODD_CHARACTERS = (
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff"
)
ODD = re.compile(f"[{ODD_CHARACTERS}]|(?<![{SPELT}])[\u200c\u200d]|[\u200c\u200d](?![{SPELT}])")

Event = tuple[str, Any, int, int]
T = TypeVar("T")


# What a reader sees otherwise than the words around it: its name, and where it stands in the source.
Aside = tuple[str, int, int]
ASIDES = {"Strikethrough": "struck", "Image": "image", "FootnoteDefinition": "footnote"}


class TooMany(ValueError):
    """The Markdown has more events than any article that people read."""


class Run(NamedTuple):
    """Drawn text and its source range [start, end) in code points. A tuple, as there are 100,000 of them.

    `whole` when it maps only as one piece, `raw` when it is HTML, which is drawn here but not when published.
    """

    text: str
    start: int
    end: int
    whole: bool = False
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """What is read as one: a kind of KINDS, its runs in source order, and the asides that begin in it or just before it."""

    kind: str
    runs: list[Run] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)


def visible(words: str) -> str:
    """One line of Markdown as its reader sees it, without its markup."""
    line = "# " + " ".join(words.split())
    return "".join(run.text for block in blocks(line, 0, len(line)) for run in block.runs)


def blocks(text: str, start: int, end: int) -> list[Block]:
    """text[start:end) block by block; one code block of it all where the parser fails."""
    return read(text, start, end, list)


def read(text: str, start: int, end: int, make: Callable[[Iterable[Block]], T]) -> T:
    """What `make` makes of the same blocks one by one, so that megabytes of them need never be there at once."""
    try:
        return make(block for block in _blocks(text, start, end) if block.runs)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a Rust panic is no Exception
        return make([Block("code", [Run(text[start:end], start, end)])])


def events(text: str, start: int, end: int) -> Iterator[Event]:
    """The parser's events for text[start:end): name, what it carries, range in the text; or TooMany."""
    start += text.startswith("\ufeff", start)  # a byte order mark would hide the heading behind it
    # The parser ends no line at a lone CR; LF is as long, so every offset stays.
    part = text[start:end]
    if "\r" in part:
        part = re.sub(r"\r(?!\n)", "\n", part)
    raw = part.encode("utf-8", "replace")
    source = raw.decode()
    if len(raw) > SHORT and next(islice(_parsed(source), MAX_EVENTS, None), None):
        raise TooMany  # before a quarter of a million are drawn for nothing
    point = None if len(raw) == len(part) else _points(raw)
    most = min(MAX_EVENTS, MOST_A_BYTE * len(raw) + STEP)
    for n, (event, place) in enumerate(_parsed(source)):
        if n == most:
            raise TooMany
        first, last = place["start"], place["end"]
        if point:
            first, last = point(first), point(last)
        if isinstance(event, str):
            yield event, None, start + first, start + last
        else:
            ((name, carried),) = event.items()
            yield name, carried, start + first, start + last


def _parsed(text: str) -> Iterable[tuple[Any, Any]]:
    """What the parser says of a text, which alone may begin with front matter."""
    matter = FRONT_MATTER.match(text)
    return _with_matter(text, matter) if matter else PARSER.events_with_range(text)


def _with_matter(text: str, matter: re.Match[str]) -> Iterator[tuple[Any, Any]]:
    n, first, last = (len(text[:end].encode()) for end in (matter.end(), *matter.span("matter")))
    yield {"Start": {"MetadataBlock": "YamlStyle"}}, {"start": 0, "end": n}
    yield {"Text": matter["matter"]}, {"start": first, "end": last}
    yield {"End": {"MetadataBlock": "YamlStyle"}}, {"start": 0, "end": n}
    for event, place in PARSER.events_with_range(text[matter.end() :]):
        yield event, {"start": place["start"] + n, "end": place["end"] + n}


def runs_of(name: str, carried: Any, text: str, start: int, end: int) -> list[Run]:
    """The runs that one event draws; none for a tag, a footnote's number or a check box."""
    if start == end:  # the rest of a tab that a list or quote has used up: drawn, but not written
        return []
    if name == "Text":
        return [Run(carried, start, end, not _same(carried, text[start:end]))]
    if name in {"Html", "InlineHtml"}:
        return [Run(carried, start, end, not _same(carried, text[start:end]), True)]
    if name == "SoftBreak":
        return [Run("\n", start, end, end - start > 1)]
    if name == "HardBreak":
        return [Run("\n", start, end, True)]
    if name in {"Code", "InlineMath", "DisplayMath"}:
        return _aligned(carried, text, start, end)
    return []


def named(text: str) -> str:
    """The text with each odd character spelt, such as U+202E, for an attribute or a sentence."""
    return ODD.sub(lambda found: f"U+{ord(found[0]):04X}", text)


def tag(carried: Any) -> tuple[str, Any]:
    """A tag's name and what it carries, None when it carries nothing."""
    if isinstance(carried, str):
        return carried, None
    ((name, more),) = carried.items()
    return name, more


def _blocks(text: str, start: int, end: int) -> Iterator[Block]:
    kinds = ["text"]
    block = Block("text")
    for name, carried, first, last in events(text, start, end):
        if name in {"Start", "End"}:
            kind = tag(carried)[0]
            if kind in KINDS:
                yield block
                if name == "Start":
                    kinds.append(KINDS[kind])
                else:
                    kinds.pop()
                block = Block(kinds[-1], asides=[] if block.runs else block.asides)
            elif kind == "TableCell" and name == "Start" and block.runs:
                block.runs.append(Run(" ", first, first, True))
            if kind in ASIDES and name == "Start":
                block.asides.append((ASIDES[kind], first, last))
        block.runs.extend(runs_of(name, carried, text, first, last))
    yield block


def _same(drawn: str, source: str) -> bool:
    return drawn == source or ("\r" in source and drawn == source.replace("\r", "\n"))


def _aligned(drawn: str, text: str, start: int, end: int) -> list[Run]:
    """A code span or formula line by line, past its fences and what a quote or list puts before a line."""
    source = text[start:end]
    fence = len(source) - len(source.lstrip(source[:1]))
    inner = source[fence : len(source) - fence]
    if inner == drawn and "\r" not in drawn and "\n" not in drawn:  # nearly all of them
        return [Run(drawn, start + fence, end - fence)] if drawn else []
    tries = [(inner, start + fence)]
    if inner[:1].isspace() and inner[-1:].isspace():
        # The space inside the fences of code is not drawn.
        tries.insert(0, (inner[1:-1], start + fence + 1))
    for words, place in tries:
        found = list(_line_by_line(words, drawn, place))
        if "".join(run.text for run in found) == drawn:
            return [run for run in found if run.text]
    return [Run(drawn, start, end, True)]


def _line_by_line(words: str, drawn: str, place: int) -> Iterator[Run]:
    at, is_first = 0, True
    for line, ending in _lines(words):
        for run in _in_line(line, drawn, at, place, first=is_first):
            yield run
            at, is_first = at + len(run.text), False
        place += len(line)
        if ending:
            drawn_ending = drawn[at : at + len(ending)]
            yield Run(drawn_ending, place, place + len(ending), True)
            at, place, is_first = at + len(drawn_ending), place + len(ending), False


def _in_line(line: str, drawn: str, at: int, place: int, *, first: bool) -> Iterator[Run]:
    prefix = 0 if first else min(len(line) - len(line.lstrip(" \t>")), MAX_PREFIX)
    for skipped in range(prefix + 1):
        words = line[skipped:]
        if drawn.startswith(words, at):
            yield Run(words, place + skipped, place + len(line))
            return
    if drawn.startswith(line.replace("\\|", "|"), at):  # in a table's cell
        for part in re.finditer(r"(?:[^\\]|\\(?!\|))+|(?<=\\)\|[^\\]*", line):
            yield Run(part[0], place + part.start(), place + part.end())


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Each line with its ending apart; the last has none."""
    last = 0
    for ending in LINE.finditer(text):
        yield text[last : ending.start()], ending[0]
        last = ending.end()
    yield text[last:], ""


def _points(raw: bytes) -> Callable[[int], int]:
    """How many characters begin before an offset: of a short text by a table, of a long one, whose table were too large, by steps."""
    if len(raw) <= SHORT:
        return list(accumulate(raw.translate(BEGINNING), initial=0)).__getitem__
    counts = list(accumulate((_n_points(raw[at : at + STEP]) for at in range(0, len(raw), STEP)), initial=0))
    return lambda offset: counts[offset // STEP] + _n_points(raw[offset // STEP * STEP : offset])


def _n_points(raw: bytes) -> int:
    return len(raw.translate(None, CONTINUATION))
