"""Do the tables beside a ledger say what follows from it: the file's rows, articles, names, seats, exclusions, rules?

What chips and items became is asked by `witness`. Nothing is written. What no entry tells stays unasked: findings, keys
of requests, and the very moment of an act within its second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet

from reviews import evidence, rows
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
from reviews.rows import Columns

Body = Mapping[str, Any]


def of_pack(pack: Pack, bodies: Sequence[Body], state: State) -> Iterator[str]:
    """Every difference between the rows of a pack and what its file and its entries make of them, in a sentence each."""
    yield from _compared(
        "The pack", Pack.objects.filter(pk=pack.pk), [rows.of_pack(evidence.loaded(pack.file_id))], "slug"
    )
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
    yield from _compared("The rule of the series", SeriesRule.objects.all(), due, "series")
    newest = list(SeriesRule.objects.order_by("set_at").values_list("series", flat=True))
    if set(newest) == set(told) and newest != sorted(told, key=lambda name: int(told[name]["seq"])):
        yield "The rules of the series are not in the order in which the ledger has them set."


def _articles(pack: Pack, bodies: Iterable[Body]) -> Iterator[str]:
    """The bytes of each attached article, which every quote is looked up in, and which of them is the cited one."""
    told = {body["article"]: body for body in bodies if body["act"] == "attach"}
    due = [
        {"article_id": sha, "is_cited": one["is_cited"], "origin": one["how"]} for sha, one in told.items()
    ]
    yield from _compared("The attachment of", Attachment.objects.filter(pack=pack), due, "article_id")
    for sha in told:
        article = Article.objects.get(sha=sha)
        if hashlib.sha256(article.raw).hexdigest() != sha or len(article.raw) != article.n_bytes:
            yield f"The bytes of the article {sha[:12]}… are not those that were attached."
    cited = next((one for one in told.values() if one["is_cited"]), {"article": None, "unit": ""})
    if (pack.article_id, pack.unit) != (cited["article"], cited["unit"]):
        yield f"The pack counts in {pack.unit or 'no unit'} on the article {pack.article_id}; the ledger says otherwise."


def _of_file(pack: Pack) -> Iterator[str]:
    """What the file says for good of its parts, and where its sections stand in the article that is the cited one."""
    data = evidence.loaded(pack.file_id)
    for name, found, due, key in (
        ("The section", Section.objects, list(_sections(pack, data)), "sid"),
        ("The bullet", Bullet.objects, rows.of_bullets(data), "text_sha"),
        ("The drop", Drop.objects, rows.of_drops(data), "position"),
        ("Chip", Chip.objects, rows.of_chips(data), "cid"),
    ):
        yield from _compared(name, found.filter(pack=pack), due, key)
    blank = Section.objects.filter(pack=pack, digest=None).exclude(is_struck=False, version=1)
    for sid in blank.values_list("sid", flat=True):
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
    found = set(ChipName.objects.filter(pack=pack).values_list("chip__cid", "name"))
    for cid, name in sorted(due ^ found, key=str):
        yield f"The name {name} of chip {cid} is {'gone from the tables' if (cid, name) in due else 'not in the ledger'}."


def _people(pack: Pack | None, bodies: Sequence[Body]) -> Iterator[str]:
    """Who was seated and vacated, excluded and readmitted, as one ledger tells it."""
    given = {body["seat_id"]: body for body in bodies if body["act"] == "seat"}
    left = {body["seat_id"] for body in bodies if body["act"] == "vacate"}
    seats = [_seat(row) for row in Seat.objects.filter(pack=pack).select_related("user")]
    due = [_seat_of(number, body, number in left) for number, body in given.items()]
    yield from _differing("Seat", seats, due, "number")
    made = {body["exclusion_id"]: body for body in bodies if body["act"] == "exclude"}
    ended = {body["exclusion_id"] for body in bodies if body["act"] == "readmit"}
    excluded = [_exclusion(row) for row in Exclusion.objects.filter(pack=pack).select_related("user")]
    due = [_exclusion_of(number, body, number in ended) for number, body in made.items()]
    yield from _differing("Exclusion", excluded, due, "number")


def _seat(row: Seat) -> Columns:
    return {
        "number": row.pk,
        "judge": row.user.actor,
        "label": row.label,
        "class": row.seat_class,
        "begins": utc(row.starts_at),
        "ends": utc(row.ends_at) if row.ends_at else None,
        "vacated": row.vacated_at is not None,
    }


def _seat_of(number: int, body: Body, is_left: bool) -> Columns:
    named = {"judge": body["judge"], "label": body["seat"], "class": body["seat_class"]}
    return {"number": number, **named, "begins": body["starts"], "ends": body["ends"], "vacated": is_left}


def _exclusion(row: Exclusion) -> Columns:
    told = {"number": row.pk, "person": row.user.actor, "series": row.series, "reason": row.why}
    return {**told, "ended": row.ended_at is not None}


def _exclusion_of(number: int, body: Body, is_ended: bool) -> Columns:
    told = {
        "number": number,
        "person": body["judge"],
        "series": body.get("series", ""),
        "reason": body["why"],
    }
    return {**told, "ended": is_ended}


def _compared(what: str, found: QuerySet[Any], due: Iterable[Columns], key: str) -> Iterator[str]:
    """Rows against what they have to say, by one of their columns."""
    wanted = list(due)
    columns = wanted[0].keys() if wanted else [key]
    yield from _differing(what, list(found.values(*columns)), wanted, key)


def _differing(what: str, found: Sequence[Columns], due: Sequence[Columns], key: str) -> Iterator[str]:
    there, wanted = ({row[key]: row for row in some} for some in (found, due))
    for name in [*wanted, *(name for name in there if name not in wanted)]:
        if name not in there:
            yield f"{what} {name} is gone from the tables."
        elif name not in wanted:
            yield f"{what} {name} is not in the ledger."
        elif wrong := [column for column, one in wanted[name].items() if there[name][column] != one]:
            yield f"{what} {name} is not as the ledger leaves it: {', '.join(wrong).replace('_', ' ')}."
    if len(there) < len(found):
        yield f"{what}: {len(found) - len(there)} of them stand twice in the tables."


def utc(at: datetime) -> str:
    """A moment as entries tell it, to the second."""
    return f"{at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat()}Z"
