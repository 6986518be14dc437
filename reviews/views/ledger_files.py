"""The ledger as files: the chain's lines as hashed, and a table for a spreadsheet. No read stays open.

One that did, while a slow reader downloads, would keep judges from writing (SQLite): it is read in steps.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from unicodedata import category

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from reviews.core.chain import Line, to_jsonl
from reviews.models import Chain, Entry, Pack
from reviews.models.ledger import EntryQuerySet
from reviews.views.answers import attached
from reviews.views.entries import body_of, text, texts

COLUMNS = ("seq", "utc", "who", "seat", "act", "chip", "why", "overrides", "quote", "hash")
STEP = 500
# What a spreadsheet takes for a formula, the full-width forms too (OWASP, "CSV injection").
RUN = "=+-@|%＝＋－＠"
FORMULA = (*RUN, "\t", "\r", "\n")
# Nothing of these is seen before it: spaces of every width, none among them, and what only steers other characters.
_STEERS = ("Zs", "Zl", "Zp", "Cf", "Cc")
BEFORE = "\ufeff\"'" + "".join(
    c for c in map(chr, range(0x3001)) if category(c) in _STEERS and c not in "\t\r\n"
)
# Where commas part decimals, a spreadsheet parts cells at semicolons or tabs, and then at line ends within quotes too.
INNER = re.compile(rf"([;\t\r\n][{re.escape(BEFORE)}]*)(?=[{re.escape(RUN)}])")
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


@require_GET
def jsonl(request: HttpRequest, slug: str) -> HttpResponse:
    """A pack's chain, each line exactly as an export has it."""
    pack = get_object_or_404(Pack, slug=slug)
    return _file(_jsonl(get_object_or_404(Chain, pack=pack)), f"{pack.slug}.ledger.jsonl", "text/plain")


@require_GET
def desk_jsonl(request: HttpRequest) -> HttpResponse:
    """The desk's own chain; an empty file before it has begun."""
    chain = Chain.objects.filter(pack=None).first()
    return _file(_jsonl(chain) if chain else (), "desk.ledger.jsonl", "text/plain")


@require_GET
def csv_file(request: HttpRequest, slug: str) -> HttpResponse:
    """A pack's entries as a table, RFC 4180."""
    pack = get_object_or_404(Pack, slug=slug)
    chain = get_object_or_404(Chain, pack=pack)
    return _file(_csv(COLUMNS, _in_steps(_of(chain), "seq"), _cells), f"{pack.slug}.ledger.csv", "text/csv")


@require_GET
def csv_all(request: HttpRequest) -> HttpResponse:
    """The entries of every chain in the order in which they were made; the first column names the chain."""
    newest = Entry.objects.order_by("-id").values_list("id", flat=True).first() or 0
    steps = _in_steps(Entry.objects.filter(id__lte=newest), "id")
    return _file(_csv(("ledger", *COLUMNS), steps, _cells_of_all), "ledger.csv", "text/csv")


def safe(cell: str) -> str:
    """A cell that no spreadsheet runs: an apostrophe before what could begin a formula, after spaces too, and wherever
    another reading of the file would begin a cell. A number stays one."""
    if NUMBER.fullmatch(cell):
        return cell
    cell = INNER.sub(r"\1'", cell)
    if cell.startswith(FORMULA) or cell.lstrip(BEFORE).startswith(FORMULA):
        return f"'{cell}"
    return cell


def _jsonl(chain: Chain) -> Iterator[bytes]:
    for step in _in_steps(_of(chain), "seq"):
        yield to_jsonl(Line(entry.body, entry.hash) for entry in step)


def _of(chain: Chain) -> EntryQuerySet:
    """The chain's entries up to now; what is added while the file is sent stays out."""
    return Entry.objects.filter(chain=chain, seq__lt=chain.size)


def _in_steps(entries: EntryQuerySet, name: str) -> Iterator[list[Entry]]:
    """Entries by a column that only grows, some at a time."""
    at, rows = -1, entries.select_related("user", "chip", "chain__pack").order_by(name)
    while step := list(rows.filter(**{f"{name}__gt": at})[:STEP]):
        yield step
        at = getattr(step[-1], name)


def _cells(entry: Entry) -> list[str]:
    body = body_of(entry.body)
    return [
        str(entry.seq),
        text(body, "utc"),
        entry.user.username if entry.user else "",
        text(body, "seat"),
        entry.act,
        entry.chip.cid if entry.chip else entry.item,
        text(body, "why"),
        " ".join(texts(body, "overrides")),
        text(body, "quote"),
        entry.hash,
    ]


def _cells_of_all(entry: Entry) -> list[str]:
    return [entry.chain.pack.slug if entry.chain.pack else "the desk", *_cells(entry)]


def _csv(
    columns: Iterable[str], steps: Iterable[list[Entry]], cells: Callable[[Entry], list[str]]
) -> Iterator[str]:
    yield _lines([columns])
    for step in steps:
        yield _lines(map(safe, cells(entry)) for entry in step)


def _lines(rows: Iterable[Iterable[str]]) -> str:
    made = io.StringIO()
    csv.writer(made).writerows(rows)
    return made.getvalue()


def _file(parts: Iterable[str] | Iterable[bytes], name: str, kind: str) -> HttpResponse:
    """A file that is sent as it is read."""
    return attached(StreamingHttpResponse(parts, content_type=f"{kind}; charset=utf-8"), name)
