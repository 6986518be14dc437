"""Do the tables beside a ledger say what follows from it: the file's rows, articles, names, seats, exclusions, rules?

What chips and items became is asked by `witness`. Nothing is written. What no entry tells stays unasked: findings, keys
of requests, and the very moment of an act within its second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from django.db.models import Model

from reviews import evidence, rows
from reviews.core import utc
from reviews.core.pack import chip_id
from reviews.core.replay import State
from reviews.models import (
    Article,
    Attachment,
    Bullet,
    Chip,
    ChipName,
    Drop,
    Exclusion,
    Pack,
    Seat,
    Section,
    SeriesRule,
)
from reviews.models.kept import Kept, given
from reviews.rows import Columns

Body = Mapping[str, Any]
_SEAT = ("pk", "user__actor", "label", "seat_class", "starts_at", "ends_at", "vacated_at")
_EXCLUSION = ("pk", "user__actor", "series", "why", "ended_at")
# They are asked with every page: their SQL is made once.
_OF_PACK = Kept(lambda: Pack.objects.filter(pk=given("pack")).values_list(*rows.OF_PACK))
_ARTICLE = Kept(lambda: Article.objects.filter(sha=given("sha")).values_list("raw", "n_bytes"))
_BLANK = Kept(
    lambda: (
        Section.objects.filter(pack=given("pack"), digest=None)
        .exclude(is_struck=False, version=1).values_list("sid")
    )
)  # fmt: skip


def of_pack(pack: Pack, bodies: Sequence[Body], state: State) -> Iterator[str]:
    """Every difference between the rows of a pack and what its file and its entries make of them, in a sentence each."""
    own = [dict(zip(rows.OF_PACK, row, strict=True)) for row in _OF_PACK.rows(pack=pack.pk)]
    yield from _differing("The pack", own, [rows.of_pack(evidence.loaded(pack.file_id))], "slug")
    faults = list(_articles(pack, bodies))
    yield from faults or _of_file(pack)
    yield from _names(pack, bodies, state)
    yield from _people(pack, bodies)


def of_desk(bodies: Sequence[Body]) -> Iterator[str]:
    """The same of what is told in the desk's own ledger: seats over the whole desk, exclusions and rules of series."""
    yield from _people(None, bodies)
    told = {body["series"]: body for body in bodies if body["act"] == "opinions"}
    due = [
        {"series": name, "second": one["rule"], "second_share": one["share"]} for name, one in told.items()
    ]
    rules = SeriesRule.objects.values("series", "second", "second_share")
    yield from _differing("The rule of the series", [dict(row) for row in rules], due, "series")
    newest = list(SeriesRule.objects.order_by("set_at").values_list("series", flat=True))
    if set(newest) == set(told) and newest != sorted(told, key=lambda name: int(told[name]["seq"])):
        yield "The rules of the series are not in the order in which the ledger has them set."


def _articles(pack: Pack, bodies: Iterable[Body]) -> Iterator[str]:
    """The bytes of each attached article, which every quote is looked up in, and which of them is the cited one."""
    told = {body["article"]: body for body in bodies if body["act"] == "attach"}
    due = [
        {"article_id": sha, "is_cited": one["is_cited"], "origin": one["how"]} for sha, one in told.items()
    ]
    yield from _differing(
        "The attachment of", found(Attachment, pack, "article_id", "is_cited", "origin"), due, "article_id"
    )
    for sha in told:
        raw, n_bytes = _ARTICLE.first(sha=sha) or (b"", -1)
        if hashlib.sha256(raw).hexdigest() != sha or len(raw) != n_bytes:
            yield f"The bytes of the article {sha[:12]}… are not those that were attached."
    cited = next((one for one in told.values() if one["is_cited"]), {"article": None, "unit": ""})
    if (pack.article_id, pack.unit) != (cited["article"], cited["unit"]):
        yield f"The pack counts in {pack.unit or 'no unit'} on the article {pack.article_id}; the ledger says otherwise."


def _of_file(pack: Pack) -> Iterator[str]:
    """What the file says for good of its parts, and where its sections stand in the article that is the cited one."""
    data = evidence.loaded(pack.file_id)
    for name, model, due, key in (
        ("The section", Section, list(_sections(pack, data)), "sid"),
        ("The bullet", Bullet, rows.of_bullets(data), "text_sha"),
        ("The drop", Drop, rows.of_drops(data), "position"),
        ("Chip", Chip, rows.of_chips(data), "cid"),
    ):
        yield from _differing(name, found(model, pack, *(due[0] if due else [key])), due, key)
    for (sid,) in _BLANK.rows(pack=pack.pk):
        yield f"The section {sid} has no digest, and is marked as if it had been struck."


def _sections(pack: Pack, data: Mapping[str, Any]) -> Iterator[Columns]:
    spans = evidence.source(pack).spans
    for columns in rows.of_sections(data):
        start, end = spans.get(columns["sid"]) or (None, None)
        yield {**columns, "start": start, "end": end}


def _names(pack: Pack, bodies: Iterable[Body], state: State) -> Iterator[str]:
    """Every id that a chip has or ever had: no other chip of the pack may take it."""
    writers = {cid: chip_id(chip.writer.q) for cid, chip in state.chips.items()}
    due = {(cid, cid) for cid in writers}
    for body in bodies:
        if body["act"] == "hand-edit":
            name = f"c-{body['q'][:8]}"
            due.add((body["chip"], body["chip"] if name == writers[body["chip"]] else name))
    kept = {(row["chip__cid"], row["name"]) for row in found(ChipName, pack, "chip__cid", "name")}
    for cid, name in sorted(due ^ kept, key=str):
        yield f"The name {name} of chip {cid} is {'gone from the tables' if (cid, name) in due else 'not in the ledger'}."


def _people(pack: Pack | None, bodies: Sequence[Body]) -> Iterator[str]:
    """Who was seated and vacated, excluded and readmitted, as one ledger tells it."""
    seated = {body["seat_id"]: body for body in bodies if body["act"] == "seat"}
    left = {body["seat_id"] for body in bodies if body["act"] == "vacate"}
    seats = [_seat(row) for row in found(Seat, pack, *_SEAT)]
    due = [_seat_of(number, body, number in left) for number, body in seated.items()]
    yield from _differing("Seat", seats, due, "number")
    made = {body["exclusion_id"]: body for body in bodies if body["act"] == "exclude"}
    ended = {body["exclusion_id"] for body in bodies if body["act"] == "readmit"}
    excluded = [_exclusion(row) for row in found(Exclusion, pack, *_EXCLUSION)]
    due = [_exclusion_of(number, body, number in ended) for number, body in made.items()]
    yield from _differing("Exclusion", excluded, due, "number")


def _seat(row: Columns) -> Columns:
    return {
        "number": row["pk"],
        "judge": row["user__actor"],
        "label": row["label"],
        "class": row["seat_class"],
        "begins": utc.written(row["starts_at"]),
        "ends": utc.written(row["ends_at"]) if row["ends_at"] else None,
        "vacated": row["vacated_at"] is not None,
    }


def _seat_of(number: int, body: Body, is_left: bool) -> Columns:
    named = {"judge": body["judge"], "label": body["seat"], "class": body["seat_class"]}
    return {"number": number, **named, "begins": body["starts"], "ends": body["ends"], "vacated": is_left}


def _exclusion(row: Columns) -> Columns:
    told = {"number": row["pk"], "person": row["user__actor"], "series": row["series"], "reason": row["why"]}
    return {**told, "ended": row["ended_at"] is not None}


def _exclusion_of(number: int, body: Body, is_ended: bool) -> Columns:
    told = {
        "number": number,
        "person": body["judge"],
        "series": body.get("series", ""),
        "reason": body["why"],
    }
    return {**told, "ended": is_ended}


def found(model: type[Model], pack: Pack | None, *columns: str) -> list[Columns]:
    """These columns of a model's rows of a pack, or of those that are of none."""
    asked = {"pack": pack.pk} if pack else {}
    return [dict(zip(columns, row, strict=True)) for row in _kept(model, columns, pack is None).rows(**asked)]


@cache
def _kept(model: type[Model], columns: tuple[str, ...], is_of_none: bool) -> Kept[Any]:
    of = None if is_of_none else given("pack")
    return Kept(lambda: model._default_manager.filter(pack=of).values_list(*columns))


def _differing(what: str, read: Sequence[Columns], due: Sequence[Columns], key: str) -> Iterator[str]:
    """Rows as they were read against what they have to say, by one of their columns."""
    there, wanted = ({row[key]: row for row in some} for some in (read, due))
    for name in [*wanted, *(name for name in there if name not in wanted)]:
        if name not in there:
            yield f"{what} {name} is gone from the tables."
        elif name not in wanted:
            yield f"{what} {name} is not in the ledger."
        elif wrong := [column for column, one in wanted[name].items() if there[name][column] != one]:
            yield f"{what} {name} is not as the ledger leaves it: {', '.join(wrong).replace('_', ' ')}."
    if len(there) < len(read):
        yield f"{what}: {len(read) - len(there)} of them stand twice in the tables."
