"""Markdown as safe HTML whose runs say where they stand in the source; no raw HTML and no image gets out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any
from urllib.parse import urlsplit

import nh3

from reviews.core.runs import ODD, ODD_CHARACTERS, Run, events, named, runs_of, tag

# A browser flattens a tree at 512; the parser of the second lock walks the whole stack at each tag.
MAX_DEPTH = 100
# So many pieces of HTML go through the second lock at once.
PORTION = 2_000
HINT = re.compile(f"[{ODD_CHARACTERS}\u200c\u200d\r]")
UNEVEN = re.compile(f"[&<>{ODD_CHARACTERS}\u200c\u200d\r]")
PIECE = re.compile(f"{ODD.pattern}|\r(?=\n)")
UNSAFE = re.compile(r"[\x00-\x20\x7f-\xa0\\]")
UNKNOWN = "\ufffd"
REL = "noopener noreferrer nofollow"
PAIRS = {
    "Paragraph": ("<p>", "</p>"),
    "BlockQuote": ("<blockquote>", "</blockquote>"),
    "CodeBlock": ("<pre><code>", "</code></pre>"),
    "HtmlBlock": ('<pre class="raw"><code>', "</code></pre>"),
    "MetadataBlock": ('<pre class="metadata"><code>', "</code></pre>"),
    "Item": ("<li>", "</li>"),
    "TableHead": ("<thead><tr>", "</tr></thead>"),
    "TableRow": ("<tr>", "</tr>"),
    "Emphasis": ("<em>", "</em>"),
    "Strong": ("<strong>", "</strong>"),
    "Strikethrough": ("<del>", "</del>"),
}
CODES = {
    "Code": "<code>",
    "InlineHtml": '<code class="raw">',
    "InlineMath": '<code class="math">',
    "DisplayMath": '<code class="math">',
}
CLEANER = nh3.Cleaner(
    tags=set(
        "a aside blockquote br code del div em h2 h3 h4 h5 h6 hr li ol p pre span strong sup"
        " table tbody td th thead tr ul".split()
    ),
    attributes={
        "a": {"href", "title"},
        "aside": {"data-name"},
        "br": {"data-s", "data-e"},
        "div": {"tabindex"},
        "ol": {"start"},
        "span": {"data-s", "data-e", "data-name", "data-address", "data-checked", "title"},
        "sup": {"data-s", "data-e", "data-name"},
        "td": {"data-align"},
        "th": {"data-align"},
    },
    allowed_classes={
        "aside": {"note"},
        "code": {"math", "raw"},
        "div": {"wide"},
        "pre": {"raw", "metadata", "plain"},
        "span": {"odd", "image", "link", "box"},
        "sup": {"note"},
        **{f"h{level}": {"section__heading"} for level in range(2, 7)},
    },
    url_schemes={"http", "https", "mailto"},
    url_relative="deny",
    link_rel=REL,
)


def section_html(text: str, start: int, end: int, *, top: int = 3) -> str:
    """Safe HTML of text[start:end); each run is `<span data-s=OFFSET>`, in code points of the whole text.

    A run that maps only as one piece (an entity, a hard break, an odd character) also has `data-e`. `top` is
    the level (2 to 6) of the section's own heading. Where the parser fails: the plain text in one `<pre>`.
    """
    start, end, _ = slice(start, end).indices(len(text))
    try:
        return _Page(text, start, top).written(end)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a Rust panic is no Exception
        return plain_html(text, start, end)


def plain_html(text: str, start: int, end: int) -> str:
    """text[start:end) as it is written, in one `<pre>`, with the same offsets."""
    return f'<pre class="plain">{_span(text[start:end], start)}</pre>'


class TooDeep(ValueError):
    """The tree is deeper than any page is drawn."""


class _Page:
    """One walk over a slice's events: what is written, what is still open, and the run that may yet grow."""

    def __init__(self, text: str, start: int, top: int) -> None:
        self.text, self.start, self.top = text, start, min(max(top, 2), 6)
        self.out: list[str] = []
        self.clean: list[str] = []
        self.closing: list[str] = []
        self.growing: list[str] = []
        self.first = self.last = start
        self.base = self.column = self.n_images = 0
        self.aligned: tuple[str, ...] = ()
        self.cell = "td"

    def written(self, end: int) -> str:
        text = self.text
        for name, carried, first, last in events(text, self.start, end):
            if name == "Text" and carried == text[first:last]:  # more than half of them
                self._grow(carried, first, last)
            elif name == "Start":
                self._begin(*tag(carried), first)
            elif name == "End":
                self._finish(tag(carried)[0])
            else:
                self._leaf(name, carried, first, last)
            if len(self.out) > PORTION and not self.closing:
                self._lock()
        self._lock()
        return "".join(self.clean)

    def _lock(self) -> None:
        """The second lock, over whole blocks: its tree of megabytes at once would take a hundred more."""
        self._flush()
        self.clean.append(CLEANER.clean("".join(self.out)))
        self.out = []

    def _begin(self, kind: str, more: Any, first: int) -> None:
        if len(self.closing) > MAX_DEPTH:
            raise TooDeep
        self._flush()
        opening, closing = ("", "") if self.n_images else self._pair(kind, more, first)
        self.n_images += kind == "Image"
        self.out.append(opening)
        self.closing.append(closing)

    def _finish(self, kind: str) -> None:
        self._flush()
        self.n_images -= kind == "Image"
        self.out.append(self.closing.pop())

    def _leaf(self, name: str, carried: Any, first: int, last: int) -> None:
        runs = runs_of(name, carried, self.text, first, last)
        if self.n_images or name in {"Text", "Html", "SoftBreak"}:
            self._add(runs)
            return
        self._flush()
        if name in CODES:
            self.out.append(CODES[name])
            self._add(runs)
            self._flush()
            self.out.append("</code>")
        else:
            self.out.append(_mark(name, carried, first, last))

    def _pair(self, kind: str, more: Any, first: int) -> tuple[str, str]:
        if kind in {"TableHead", "TableRow"}:
            self.cell, self.column = ("th" if kind == "TableHead" else "td"), 0
        if pair := PAIRS.get(kind):
            return pair
        if kind == "Heading":
            return self._heading(int(more["level"][1]), first)
        if kind == "Table":
            self.aligned = more
            return '<div class="wide" tabindex="0"><table>', "</table></div>"
        if kind == "TableCell":
            return self._table_cell()
        return _carrying_pair(kind, more)

    def _heading(self, level: int, first: int) -> tuple[str, str]:
        is_own = not self.base and not self.text[self.start : first].strip("\ufeff \t\r\n")
        own = ' class="section__heading"' if is_own else ""
        self.base = self.base or level
        drawn = min(max(self.top + level - self.base, self.top), 6)
        return f"<h{drawn}{own}>", f"</h{drawn}>"

    def _table_cell(self) -> tuple[str, str]:
        side = self.aligned[self.column].lower() if self.column < len(self.aligned) else "none"
        self.column += 1
        align = "" if side == "none" else f' data-align="{side}"'
        return f"<{self.cell}{align}>", f"</{self.cell}>"

    def _add(self, runs: list[Run]) -> None:
        for run in runs:
            if run.whole:
                self._flush()
                self.out.append(_whole(run.text, run.start, run.end))
            else:
                self._grow(run.text, run.start, run.end)

    def _grow(self, words: str, first: int, last: int) -> None:
        """Hold words back while the source goes on without a gap, so that a paragraph is one span."""
        if first != self.last or not self.growing:
            if self.growing:
                self._flush()
            self.first = first
        self.growing.append(words)
        self.last = last

    def _flush(self) -> None:
        if self.growing:
            words = self.growing[0] if len(self.growing) == 1 else "".join(self.growing)
            self.out.append(_span(words, self.first))
            self.growing.clear()


def _carrying_pair(kind: str, more: Any) -> tuple[str, str]:
    if kind == "List":
        return (f'<ol start="{more}">', "</ol>") if more is not None else ("<ul>", "</ul>")
    if kind == "FootnoteDefinition":
        return f'<aside class="note" data-name="{_quoted(more)}">', "</aside>"
    if kind == "Image":
        return f'<span class="image" data-address="{_quoted(more["dest_url"])}">', "</span>"
    if kind == "Link":
        address = more["dest_url"]
        if more["link_type"] == "Email":
            address = f"mailto:{address}"
        if _is_safe(address):
            return f'<a href="{escape(address)}" title="{_quoted(address)}">', "</a>"
        return f'<span class="link" title="{_quoted(address)}">', "</span>"
    return "", ""


def _mark(name: str, carried: Any, first: int, last: int) -> str:
    """What is drawn but not written: its words come from the style sheet, so that no selection holds them."""
    if name == "HardBreak":
        return f'<br data-s="{first}" data-e="{last}">'
    if name == "FootnoteReference":
        return f'<sup class="note" data-s="{first}" data-e="{last}" data-name="{_quoted(carried)}"></sup>'
    if name == "TaskListMarker":
        return f'<span class="box" data-checked="{"yes" if carried else "no"}"></span>'
    return "<hr>" if name == "Rule" else ""


def _is_safe(address: str) -> bool:
    """Asked of the parsed address: https and http with a host and no user name, or mailto."""
    if UNSAFE.search(address) or ODD.search(address):
        return False
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    if parts.scheme in {"http", "https"}:
        return bool(parts.netloc) and "@" not in parts.netloc
    return parts.scheme == "mailto" and bool(parts.path)


def _span(text: str, start: int) -> str:
    if not UNEVEN.search(text):
        return f'<span data-s="{start}">{text}</span>'
    if HINT.search(text):
        return "".join(_pieces(text, start))
    return f'<span data-s="{start}">{escape(text, quote=False)}</span>'


def _pieces(text: str, start: int) -> Iterator[str]:
    """The text cut at odd characters, and at a CR before LF, which no page keeps."""
    last = 0
    for found in PIECE.finditer(text):
        yield _words(text[last : found.start()], start + last)
        last = found.end()
        if found[0] != "\r":
            yield _whole(found[0], start + found.start(), start + last)
    yield _words(text[last:], start + last)


def _words(text: str, start: int) -> str:
    words = escape(text, quote=False).replace("\r", "\n")
    return words and f'<span data-s="{start}">{words}</span>'


def _whole(text: str, start: int, end: int) -> str:
    place = f'data-s="{start}" data-e="{end}"'
    plain = ODD.sub("", text)
    if plain or plain == text:
        among = "" if plain == text else ' class="odd"'
        return f"<span{among} {place}>{escape(ODD.sub(UNKNOWN, text), quote=False)}</span>"
    # The character itself stays out of the page: without the style sheet too, nothing is turned round.
    return f'<span class="odd" {place} data-name="{_quoted(text)}"></span>'


def _quoted(value: str) -> str:
    return escape(named(value))
