"""Which rows each number of the pack page counts, by its link's query. Nothing is changed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from django.db.models import F, Q, QuerySet

from reviews import evidence
from reviews.core.audit import KINDS, REASONS
from reviews.core.gates import Finding
from reviews.models import Bullet, Chip, Drop, Pack, Section
from reviews.models.kept import Kept, given
from reviews.templatetags.gate_tags import gate as in_words
from reviews.templatetags.pack_tags import ROWS
from reviews.views.findings import GATE_NAMES
from reviews.views.numbers import whole_number

STATUSES = {
    "all": "Every chip, wherever it went",
    "written": "Chips that the writer wrote",
    "rewritten": "Chips in words written by hand",
    "kept": "Chips kept in the writer's words",
    "published": "Published chips",
    "held": "Held chips",
    "waiting": "Waiting chips",
    "disputed": "Chips about which two judges disagree",
    "dropped": "Dropped chips",
}
COLUMNS = {"written": "that the writer wrote", "kept": "that are kept", "dropped": "that are dropped"}


@dataclass(frozen=True)
class Item:
    """A bullet or a digest as the pages show it; `name` is its text_sha or its section."""

    kind: str
    name: str
    text: str
    is_struck: bool
    version: int
    heading: str = ""

    @property
    def id(self) -> str:
        """As the ledger names it."""
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True)
class Row:
    """One row of a list: which template draws it, and what it is about."""

    kind: str
    of: Any

    @property
    def template(self) -> str:
        return f"reviews/_pack_row_{self.kind}.html"


_ITS_CHIPS = Kept(lambda: Chip.objects.filter(pack=given("pack")).order_by("position")[:ROWS])
_ITS_BULLETS = Kept(lambda: Bullet.objects.filter(pack=given("pack")).order_by("position")[:ROWS])
_ITS_SECTIONS = Kept(lambda: Section.objects.filter(pack=given("pack")).order_by("position")[:ROWS])
_ITS_FINDINGS = Kept(
    lambda: Chip.objects.filter(pack=given("pack")).exclude(findings=[]).values_list("findings")
)


@dataclass(frozen=True)
class Rows:
    """A page of the rows that one number counts; `later` is where the next page starts, None on the last."""

    title: str
    rows: list[Row]
    later: int | None
    query: str


Parts = Sequence[tuple[str, QuerySet[Any]]]


def asked(pack: Pack, sent: Mapping[str, str]) -> Rows | None:
    """The rows that the address asks for; None where it asks for the whole pack."""
    for name, read in READS.items():
        if name in sent and (found := read(pack, sent[name])):
            return _page(*found, query=f"{name}={sent[name]}", sent=sent)
    if "sections" in sent:
        return _page("Sections", [("section", _sections(pack))], query="sections=all", sent=sent)
    if "findings" in sent:
        return _findings(pack, sent["findings"])
    return None


def chips(pack: Pack) -> list[Row]:
    """The chips of a pack in file order, one page of them."""
    return [Row("chip", chip) for chip in _ITS_CHIPS.rows(pack=pack.pk)]


def bullets(pack: Pack) -> list[Item]:
    """The bullets in file order, one page of them."""
    return [_item(bullet) for bullet in _ITS_BULLETS.rows(pack=pack.pk)]


def sections(pack: Pack) -> list[tuple[Section, Item | None]]:
    """The sections in file order, one page of them, each with its digest where it has one."""
    return [(row, None if row.digest is None else _item(row)) for row in _ITS_SECTIONS.rows(pack=pack.pk)]


def gates(pack: Pack) -> list[tuple[str, int]]:
    """The gates that speak on chips of a pack, in their order, and on how many; no gate is run."""
    kept = _ITS_FINDINGS.rows(pack=pack.pk)
    n = Counter(name for (found,) in kept for name in {one["gate"] for one in found})
    return [(name, n[name]) for name in GATE_NAMES if n[name]]


def against(pack: Pack, items: Iterable[Item]) -> dict[str, tuple[Finding, ...]]:
    """What the gates hold against bullets and digests, by the name that the ledger gives them; struck ones are let be."""
    return {
        one.id: evidence.text_findings(pack, one.text, [one.name] if one.kind == "digest" else [])
        for one in items
        if not one.is_struck
    }


def _item(row: Bullet | Section) -> Item:
    if isinstance(row, Bullet):
        return Item("bullet", row.text_sha, row.text, row.is_struck, row.version)
    return Item("digest", row.sid, row.digest or "", row.is_struck, row.version, row.heading)


def _chips(pack: Pack, status: str) -> tuple[str, Parts] | None:
    every = Chip.objects.filter(pack=pack).order_by("position")
    by_hand = _by_hand(pack)
    rewritten = (
        every.rewritten() if not by_hand else every.filter(Q(pk__in=every.rewritten()) | Q(cid__in=by_hand))
    )
    dropped, former = [("chip", every.filter(status="dropped"))], [("former", every.rewritten())]
    file_drops = [("drop", Drop.objects.filter(pack=pack, kind="chip").order_by("position"))]
    kept = every.filter(writer_q=F("q"), writer_a=F("a")).exclude(status="dropped").exclude(cid__in=by_hand)
    parts: dict[str, Parts] = {
        "all": [("chip", every), *former, *file_drops],
        "written": [("chip", every.exclude(cid__in=by_hand)), *file_drops],
        "rewritten": [("chip", rewritten)],
        "kept": [("chip", kept)],
        "dropped": [*dropped, *former, *file_drops],
        **{
            name: [("chip", every.filter(status=name))]
            for name in ("published", "held", "waiting", "disputed")
        },
    }
    return (STATUSES[status], parts[status]) if status in parts else None


def _by_hand(pack: Pack) -> list[str]:
    """The chips that were by hand when the file was loaded: only a pack loaded as ratified has any."""
    drops = evidence.loaded(pack.file_id)["bench"]["drops"] if pack.n_file_by_hand else []
    return [drop["replaced_by"] for drop in drops if "replaced_by" in drop]


def _bullets(pack: Pack, column: str) -> tuple[str, Parts] | None:
    return _struck(pack, "bullet", column)


def _digests(pack: Pack, column: str) -> tuple[str, Parts] | None:
    return _struck(pack, "digest", column)


def _struck(pack: Pack, kind: str, column: str) -> tuple[str, Parts] | None:
    every = _items(pack, kind)
    file_drops = ("drop", Drop.objects.filter(pack=pack, kind=kind).order_by("position"))
    parts: dict[str, Parts] = {
        "written": [("item", every), file_drops],
        "kept": [("item", every.filter(is_struck=False))],
        "dropped": [("item", every.filter(is_struck=True)), file_drops],
    }
    return (f"{kind.capitalize()}s {COLUMNS[column]}", parts[column]) if column in parts else None


def _items(pack: Pack, kind: str) -> QuerySet[Any]:
    if kind == "bullet":
        return Bullet.objects.filter(pack=pack).order_by("position")
    return Section.objects.filter(pack=pack, digest__isnull=False).order_by("position")


def _gates(pack: Pack, gate: str) -> tuple[str, Parts] | None:
    """The chips on which a gate speaks, wherever they stand; by the findings kept with them."""
    if gate not in GATE_NAMES:
        return None
    return f"Chips with a finding of {in_words(gate)}", [
        ("chip", Chip.objects.shown().filter(pack=pack).with_finding(gate))
    ]


def _drops(pack: Pack, wanted: str) -> tuple[str, Parts] | None:
    """`KIND:REASON`, either of them empty for all."""
    kind, _, reason = wanted.partition(":")
    if kind not in ("", *KINDS) or reason not in ("", *REASONS):
        return None
    drops = Drop.objects.filter(pack=pack).order_by("position")
    drops = drops.filter(kind=kind) if kind else drops
    drops = drops.filter(reason=reason) if reason else drops
    what = f"{kind or 'item'} drops".capitalize()
    return f"{what} that the file records{f' for {in_words(reason)}' if reason else ''}", [("drop", drops)]


def _sections(pack: Pack) -> QuerySet[Section]:
    return Section.objects.filter(pack=pack).order_by("position")


READS: Mapping[str, Callable[[Pack, str], tuple[str, Parts] | None]] = {
    "status": _chips,
    "bullets": _bullets,
    "digests": _digests,
    "drops": _drops,
    "gate": _gates,
}


def _findings(pack: Pack, cid: str) -> Rows | None:
    chip = Chip.objects.filter(pack=pack, cid=cid.replace("\0", "")).first()
    if chip is None:
        return None
    rows = [Row("finding", found | {"chip": chip}) for found in chip.findings]
    return Rows(f"Findings on “{chip.q}”", rows, None, f"findings={chip.cid}")


def _page(title: str, parts: Parts, *, query: str, sent: Mapping[str, str]) -> Rows:
    start = whole_number(sent.get("from")) or 0
    end = start + ROWS + 1
    rows = list(islice(chain.from_iterable(_each(kind, found[:end]) for kind, found in parts), start, end))
    return Rows(title, rows[:ROWS], start + ROWS if len(rows) > ROWS else None, query)


def _each(kind: str, found: QuerySet[Any]) -> Iterator[Row]:
    for one in found:
        yield Row(kind, _item(one) if kind == "item" else one)
