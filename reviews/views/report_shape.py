"""The shape of a report's tables, and where their numbers lead. What stands in them is `report_tables`' business."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from reviews.models import Pack

NONE = "–"


@dataclass(frozen=True)
class Cell:
    """One number of a table: as it is shown, as a file has it, and the page on which the rows are that it counts."""

    shown: str
    value: str
    n: int | None = None
    url: str = ""
    share: str = ""
    share_value: str = ""
    anchor: str = ""  # a list on the same page that tells more, though not these rows alone

    @property
    def is_none(self) -> bool:
        return NONE in (self.shown, self.share)


@dataclass(frozen=True)
class Column:
    """A column's head; `status` gives it the shape of a state, `share` names the share that a file has beside it."""

    name: str
    status: str = ""
    share: str = ""


@dataclass(frozen=True)
class Row:
    """One row: its name, where that leads, its cells, and the parts of its bar out of `most`."""

    name: str
    cells: tuple[Cell, ...]
    url: str = ""
    key: str = ""
    parts: tuple[tuple[str, int], ...] = ()
    most: int = 0

    @property
    def bar(self) -> list[tuple[str, str, str]]:
        """Each part with its place and width on a line that is a hundred wide."""
        at, drawn = 0.0, []
        for name, n in self.parts:
            width = 100 * n / max(self.most, 1)
            drawn.append((name, f"{at:.2f}", f"{width:.2f}"))
            at += width
        return drawn


@dataclass(frozen=True)
class Table:
    """One table with what it says of itself; `notes` are sentences about its gaps."""

    key: str
    title: str
    says: str
    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    nothing: str
    notes: tuple[str, ...] = ()
    n_all: int = 0  # where only the first of them are rows

    @property
    def is_cut(self) -> bool:
        return self.n_all > len(self.rows)


@dataclass(frozen=True)
class Links:
    """Where the numbers of one report lead. There is no page yet for the acts of a series."""

    pack: Pack | None
    is_series: bool
    period: Mapping[str, str]

    def ledger(self, **names: str) -> str:
        if self.is_series:
            return ""
        at = reverse("pack_ledger", args=[self.pack.slug]) if self.pack else reverse("ledger")
        asked = {name: value for name, value in {**names, **self.period}.items() if value}
        return f"{at}?{urlencode(asked)}"

    def report(self, **names: str) -> str:
        return f"{reverse('reports')}?{urlencode({**names, **self.period})}"


def count(n: int, url: str = "") -> Cell:
    return Cell(f"{n:,}", str(n), n, url)


def figure(value: float | None, shown: str = "") -> Cell:
    return Cell(NONE, "") if value is None else Cell(shown or f"{value:.2f}", f"{value:.4f}")


def share(n: int, rate: float | None, url: str = "", anchor: str = "") -> Cell:
    if rate is None:
        return Cell(f"{n:,}", str(n), n, url, NONE, anchor=anchor)
    return Cell(f"{n:,}", str(n), n, url, f"{100 * rate:.0f} %", f"{rate:.4f}", anchor)
