"""The ledger over HTTP: every act, with who and why, and whether the chain holds. It writes nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from reviews import witness
from reviews.core import period
from reviews.core.audit import KINDS, REASONS
from reviews.core.chain import Line
from reviews.models import Drop, Entry, Pack
from reviews.models.ledger import EntryQuerySet
from reviews.templatetags.pack_tags import ROWS
from reviews.views.desk_rows import find_pack
from reviews.views.entries import ACTS, body_of, number, tell
from reviews.views.ledger_files import csv_all, csv_file, desk_jsonl, jsonl

__all__ = ["all_packs", "csv_all", "csv_file", "desk_jsonl", "jsonl", "of_pack"]

ANY = "any"
NEWEST = 50
SAYS = ("quote", "override")
LONGEST_WHY = 200
LINKED = ("act", "who", "chip", "chain", "since", "until", "says", "why")
CHIP = re.compile(r"[A-Za-z0-9_-]{1,20}")
NUMBER = re.compile(r"[0-9]{1,18}")

Row = tuple[int, str, str, str]  # seq, act, user's name, chip


@dataclass(frozen=True)
class Asked:
    """What the address asks for: names from closed lists, a user's name, a chip's id, where to go on from."""

    act: str = ""
    who: str = ""
    chip: str = ""
    kind: str = ""
    reason: str = ""
    chain: str = ""
    since: str = ""
    until: str = ""
    says: str = ""
    why: str = ""
    at: int | None = None

    @property
    def is_drops(self) -> bool:
        return bool(self.kind or self.reason)

    @property
    def is_acts(self) -> bool:
        return bool(self.act or self.who or self.chip or self.is_narrow)

    @property
    def is_narrow(self) -> bool:
        """Asked for more than the columns of a row can tell: what the reports' numbers lead to."""
        return bool(self.since or self.until or self.says or self.why)

    @property
    def is_whole(self) -> bool:
        return not (self.is_drops or self.is_acts)

    @property
    def named_act(self) -> str:
        return "" if self.act == ANY else self.act

    def link(self, **changes: str | int) -> str:
        """This question with some names changed; a name without a value is left out."""
        names = {name: getattr(self, name) for name in LINKED} | changes
        return "?" + urlencode({name: value for name, value in names.items() if value != ""})

    @property
    def wider(self) -> str:
        """The same question without what makes it narrow."""
        return self.link(since="", until="", says="", why="")

    def narrowed(self, entries: EntryQuerySet) -> EntryQuerySet:
        zone = timezone.get_current_timezone()
        since = period.begin(self.since, zone) if self.since else None
        until = period.end(self.until, zone) if self.until else None
        return entries.between(since, until).saying(what=self.says, why=self.why)


@require_GET
def of_pack(request: HttpRequest, slug: str) -> HttpResponse:
    """One pack's drops and acts, oldest first."""
    pack = find_pack(slug)
    asked, seen = asked_of(request), witness.of(pack)
    context = {"nav": "ledger", "pack": pack, "asked": asked, "seen": seen, "per_page": ROWS}
    context |= _drops(pack, asked) | (_acts(seen, asked) if not asked.is_drops else {})
    return render(request, "reviews/ledger.html", context)


@require_GET
def all_packs(request: HttpRequest) -> HttpResponse:
    """The newest entries of every chain, and whether the desk's own chain holds."""
    asked, seen = asked_of(request), witness.of(None)
    found = asked.narrowed(Entry.objects.shown(act=asked.named_act, who=asked.who, chip=asked.chip))
    if asked.chain:
        found = found.filter(chain=seen.chain)
    if asked.at is not None:
        found = found.filter(id__lt=asked.at)
    size = ROWS if asked.chain or asked.is_acts else NEWEST
    page = list(found[: size + 1])
    context = {
        "nav": "ledger",
        "asked": asked,
        "seen": seen,
        "acts": ACTS,
        "rows": tell(page[:size]),
        "older": asked.link(before=page[size - 1].pk) if len(page) > size else "",
    }
    return render(request, "reviews/ledger_all.html", context)


def asked_of(request: HttpRequest) -> Asked:
    """The question, read through closed lists; whatever is on none of them is not asked."""
    get = request.GET.get
    at = get("from") or get("before") or ""
    who, chip, why = get("who", "").strip(), get("chip", ""), get("why", "")
    return Asked(
        act=_one_of(get("act"), (*ACTS, ANY)),
        who=who if who.isprintable() and len(who) <= 150 else "",
        chip=chip if CHIP.fullmatch(chip) else "",
        kind=_one_of(get("kind"), (*KINDS, ANY)),
        reason=_one_of(get("reason"), REASONS),
        chain=_one_of(get("chain"), ("desk",)),
        since=_a_time(get("since", ""), period.begin),
        until=_a_time(get("until", ""), period.end),
        says=_one_of(get("says"), SAYS),
        why=why if "\0" not in why and len(why) <= LONGEST_WHY else "",
        at=int(at) if NUMBER.fullmatch(at) else None,
    )


def _one_of(given: str | None, names: Iterable[str]) -> str:
    return given if given is not None and given in names else ""


def _a_time(given: str, read: Callable[[str, tzinfo], datetime]) -> str:
    """What was given, where it is a day or a moment."""
    try:
        read(given, timezone.get_current_timezone())
    except ValueError:
        return ""
    return given


def _acts(seen: witness.Witness, asked: Asked) -> dict[str, Any]:
    """A page of the acts asked for, and how many there are of each act, and by each person, beside it."""
    entries = Entry.objects.filter(chain=seen.chain).order_by("seq")
    every: list[Row] = [
        (seq, act, name or "", cid or "")
        for seq, act, name, cid in entries.values_list("seq", "act", "user__username", "chip__cid")
    ]
    n_acts = len(every)
    if asked.is_narrow:
        inside = set(asked.narrowed(entries).values_list("seq", flat=True))
        every = [row for row in every if row[0] in inside]
    found = [row[0] for row in every if _fits(row, asked.named_act, asked.who, asked.chip)]
    page = [seq for seq in found if seq >= (asked.at or 0)][: ROWS + 1]
    rows = list(entries.filter(seq__in=page[:ROWS]).select_related("user", "chip", "chain__pack"))
    return {
        "rows": tell(rows, _undone(seen.lines)),
        "n_acts": n_acts,
        "n_found": len(found),
        "without_chip": asked.link(chip=""),
        "later": asked.link(**{"from": page[ROWS]}) if len(page) > ROWS else "",
        "by_act": _tabs((row[1] for row in every if _fits(row, "", asked.who, asked.chip)), asked, "act"),
        "by_who": _tabs(
            (row[2] for row in every if _fits(row, asked.named_act, "", asked.chip)), asked, "who"
        ),
    }


def _fits(row: Row, act: str, who: str, chip: str) -> bool:
    return all(not asked or asked == found for asked, found in ((act, row[1]), (who, row[2]), (chip, row[3])))


def _tabs(names: Iterable[str], asked: Asked, name: str) -> list[dict[str, Any]]:
    """Each name with its count and the address of its rows; the command line has no name."""
    return [
        {"name": value, "n": n, "url": asked.link(**{name: value}), "is_on": value == getattr(asked, name)}
        for value, n in Counter(names).items()
        if value
    ]


def _undone(lines: Iterable[Line]) -> dict[int, int]:
    """By which entry each undone entry was undone."""
    bodies = (body_of(line.body) for line in lines if '"act":"undo"' in line.body)
    pairs = ((number(body, "undoes"), number(body, "seq")) for body in bodies)
    return {old: new for old, new in pairs if old is not None and new is not None}


def _drops(pack: Pack, asked: Asked) -> dict[str, Any]:
    """A page of the drops that the file brought along, and how many there are of each kind and reason."""
    every = Drop.objects.filter(pack=pack)
    counts = list(every.values("kind", "reason").annotate(n=Count("id")).order_by("kind", "reason"))
    page: list[Drop] = []
    if asked.is_drops or (asked.is_whole and not asked.at):
        page = list(_asked_drops(every, asked)[: ROWS + 1])
    here = {"kind": asked.kind, "reason": asked.reason}
    return {
        "drops": page[:ROWS],
        "later_drops": "?" + urlencode(here | {"from": page[ROWS].position}) if len(page) > ROWS else "",
        "by_drop": [{**row, "url": f"?kind={row['kind']}&reason={row['reason']}"} for row in counts],
        "n_drops": sum(row["n"] for row in counts),
    }


def _asked_drops(drops: QuerySet[Drop], asked: Asked) -> QuerySet[Drop]:
    if asked.kind not in ("", ANY):
        drops = drops.filter(kind=asked.kind)
    if asked.reason:
        drops = drops.filter(reason=asked.reason)
    return drops.filter(position__gte=asked.at or 0).order_by("position")
