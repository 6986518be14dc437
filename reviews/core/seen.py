"""What of a slice's runs a reader of the published page sees: no tag, no comment, nothing that HTML keeps from view."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import accumulate, groupby

from reviews.core.runs import Block, Run

Span = tuple[int, int]

# A tag to its end, or to the end of all where it has none; else how a comment or the like begins.
MARKUP = re.compile(
    r"<(?P<closes>/?)(?P<name>[A-Za-z][\w-]*)"
    r"(?P<more>(?:=\s*\"[^\"]*(?:\"|\Z)|=\s*'[^']*(?:'|\Z)|[^>])*+)(?:>|\Z)|<!--|<[?!]"
)
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
COMMENT = re.compile(r"--!?>")
BOGUS = re.compile(">")
# A browser reads no tags in the first of these, and shows nothing of any.
RAW_TEXT = frozenset("script style title iframe noembed noframes".split())
UNSHOWN = RAW_TEXT | frozenset("template head noscript datalist audio video canvas".split())
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
# These part the words around them; any other tag, an unknown one too, stands in a line and parts nothing.
PARTING = frozenset(
    "address article aside blockquote body br button caption center col colgroup dd details dialog dir div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html input legend li main menu nav ol optgroup"
    " option p pre search section select summary table tbody td textarea tfoot th thead tr ul".split()
)
STRUCK = frozenset("del s strike".split())
VALUES = re.compile(r"\"[^\"]*\"|'[^']*'")
HIDDEN = re.compile(r"\shidden(?![\w-])", re.I)
UNSTYLED = re.compile(r"\sstyle\s*=.{0,300}(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I | re.S)

# What can keep from view more than itself.
HIDER = re.compile(
    rf"<(?:[!?]|(?:{'|'.join(sorted(UNSHOWN))})\b|[A-Za-z][^>]{{0,300}}\s(?:hidden|style)\b)", re.I
)


def may_hide(text: str, end: int) -> bool:
    """Is there anything before this place that could keep from view what comes after it?"""
    return HIDER.search(text, 0, end) is not None


class Reader:
    """Reads the blocks of a slice in order; what HTML opened in one may end in a later one.

    `struck` are the ranges of the source that HTML strikes through, so far, `hidden` those that it hides.
    """

    def __init__(self) -> None:
        self.struck: list[Span] = []
        self.hidden: list[Span] = []
        self._until: re.Pattern[str] | None = None
        self._hider, self._depth = "", 0
        self._struck_from: int | None = None

    def seen(self, block: Block) -> list[Run]:
        if block.kind == "metadata":
            return []
        before = self._hider
        found = [run for is_raw, runs in groupby(block.runs, _is_raw) for run in self._of(is_raw, list(runs))]
        if block.kind != "html":  # what HTML opens in a paragraph ends with it
            self._hider = before and self._hider
            self._strike_to(block.runs[-1].end)
        return found

    def _of(self, is_raw: bool, runs: list[Run]) -> list[Run]:
        if is_raw:
            return list(self._in_html(_Joined(runs)))
        if not self._until and not self._hider:
            return runs
        self.hidden.append((runs[0].start, runs[-1].end))
        return []

    def _in_html(self, html: _Joined) -> Iterator[Run]:
        """Cut over the whole text, as a tag or comment goes over several lines."""
        place = 0
        while place < len(html.text):
            if self._until:
                closing = self._until.search(html.text, place)
                begun, place = place, closing.end() if closing else len(html.text)
                self.hidden.append((html.source(begun), html.source(place - 1) + 1))
                self._until = None if closing else self._until
                continue
            found = MARKUP.search(html.text, place)
            stop = found.start() if found else len(html.text)
            if not self._hider:
                yield from html.words(place, stop)
            elif place < stop:
                self.hidden.append((html.source(place), html.source(stop - 1) + 1))
            if not found:
                return
            at = html.source(found.start())
            if not self._hider and found["name"] and found["name"].lower() in PARTING:
                yield Run(" ", at, at, True)
            place = self._past(found, at)

    def _past(self, found: re.Match[str], at: int) -> int:
        """Where to read on after this markup, having noted what it opens or closes."""
        if found["name"]:
            self._tag(found["name"].lower(), found, at)
        elif found[0] == "<!--":
            self._until = COMMENT
            return found.start() + 2  # “<!-->” is a whole comment
        elif found[0] in ("<!", "<?"):
            self._until = BOGUS
        return found.end()

    def _tag(self, name: str, found: re.Match[str], at: int) -> None:
        closes, is_alone = bool(found["closes"]), name in VOID or found["more"].endswith("/")
        if self._hider:
            self._depth += 0 if name != self._hider or is_alone else -1 if closes else 1
            self._hider = self._hider if self._depth else ""
        elif not closes and not is_alone and (name in UNSHOWN or _hides(found["more"])):
            self._hider, self._depth = name, 1
            if name in RAW_TEXT:
                self._hider, self._until = "", re.compile(rf"</{name}\b[^>]*>", re.I)
        elif name in STRUCK and closes:
            self._strike_to(at)
        elif name in STRUCK:
            self._struck_from = at

    def _strike_to(self, end: int) -> None:
        if self._struck_from is not None:
            self.struck.append((self._struck_from, end))
        self._struck_from = None


def _is_raw(run: Run) -> bool:
    return run.raw


def _hides(attributes: str) -> bool:
    return bool(HIDDEN.search(VALUES.sub('""', attributes)) or UNSTYLED.search(attributes))


class _Joined:
    """Runs as one text that still knows where each letter stands in the source."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._firsts = list(accumulate((len(run.text) for run in runs), initial=0))
        self.text = "".join(run.text for run in runs)

    def runs(self, first: int, last: int) -> Iterator[Run]:
        """What the text has from first to before last."""
        n = bisect_right(self._firsts, first) - 1
        while n < len(self._runs) and self._firsts[n] < last:
            run, at = self._runs[n], self._firsts[n]
            begin, end = max(first - at, 0), min(last - at, len(run.text))
            if run.whole:
                yield Run(run.text[begin:end], run.start, run.end, True)
            else:
                yield Run(run.text[begin:end], run.start + begin, run.start + end)
            n += 1

    def words(self, first: int, last: int) -> Iterator[Run]:
        """The same with each entity as the letter it stands for: in a block of HTML the parser of Markdown leaves them."""
        for found in ENTITY.finditer(self.text, first, last):
            letter = unescape(found[0])
            if letter != found[0]:
                yield from self.runs(first, found.start())
                first = found.end()
                yield Run(letter, self.source(found.start()), self.source(first - 1) + 1, True)
        yield from self.runs(first, last)

    def source(self, place: int) -> int:
        n = bisect_right(self._firsts, place) - 1
        return self._runs[n].start + (0 if self._runs[n].whole else place - self._firsts[n])
