"""The reports page, and the same tables as a file. Everybody who may log in may read them; nothing is written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import timedelta
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from reviews import reports as room
from reviews.core import utc
from reviews.forms.report import ReportForm
from reviews.views import answers
from reviews.views.ledger_files import safe
from reviews.views.report_shape import Links, Table
from reviews.views.report_tables import glance, tables, written

SHOWN = 50  # packs and series on a page; the file has all
NEWEST = 25  # overturned decisions on a page
PERIODS = (("everything", 0), ("7 days", 7), ("30 days", 30), ("365 days", 365))
HEAD = ("table", "row", "what", "value")


@require_GET
def reports(request: HttpRequest) -> HttpResponse:
    """What was decided by whom, how long it took, what did not last, and how far judges agree."""
    form = ReportForm(request.GET)
    if not form.is_valid():
        return render(request, "reviews/reports.html", {"nav": "reports", "form": form}, status=422)
    report = room.of(_scope(form))
    links = _links(form, report)
    context = {
        "nav": "reports",
        "form": form,
        "report": report,
        "glance": glance(report, links),
        "tables": tables(report, links, SHOWN),
        "overturned": report.overturned[:NEWEST],
        "periods": list(_periods(form)),
        "query": urlencode(form.asked),
        "earlier": _earlier(form, report),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "reviews/reports.html", context)


@require_GET
def csv_file(request: HttpRequest) -> HttpResponse:
    """Every table of the page in one, a line a number, RFC 4180."""
    form = ReportForm(request.GET)
    if not form.is_valid():
        return render(request, "reviews/reports.html", {"nav": "reports", "form": form}, status=422)
    report = room.of(_scope(form))
    links = _links(form, report)
    made = io.StringIO()
    lines = csv.writer(made)
    lines.writerow(HEAD)
    lines.writerows(map(safe, line) for line in _lines([glance(report, links), *tables(report, links)]))
    return answers.download(made.getvalue().encode(), "report.csv", "text/csv; charset=utf-8")


def _scope(form: ReportForm) -> room.Scope:
    return room.Scope(form.of_pack, form.cleaned_data["series"], form.begins, form.ends)


def _links(form: ReportForm, report: room.Report) -> Links:
    return Links(form.of_pack, bool(report.scope.series), written(report, form.asked))


def _periods(form: ReportForm) -> Iterator[tuple[str, str, bool]]:
    """Each ready period with its address, and whether it is the one that is shown."""
    kept = {name: form.asked[name] for name in ("pack", "series") if name in form.asked}
    today = timezone.localdate()
    for name, days in PERIODS:
        since = {"since": str(today - timedelta(days=days - 1))} if days else {}
        yield name, "?" + urlencode(kept | since), form.asked == kept | since


def _earlier(form: ReportForm, report: room.Report) -> str:
    """The address of what one report did not reach back to."""
    if not (report.is_cut and report.since):
        return ""
    return "?" + urlencode(form.asked | {"until": utc.written(report.since)})


def _lines(made: Iterable[Table]) -> Iterator[tuple[str, str, str, str]]:
    for table in made:
        for row in table.rows:
            for column, cell in zip(table.columns, row.cells, strict=True):
                name = row.key or row.name
                yield table.key, name, column.name, cell.value
                if column.share:
                    yield table.key, name, f"{column.name}, share {column.share}", cell.share_value
