"""A report as tables: the same rows and numbers for the page and for the file, each number with where it leads. It counts nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.urls import reverse

from reviews.core import tally, utc
from reviews.core.sums import ChipSum
from reviews.core.tally import Work
from reviews.models import Pack
from reviews.reports import Agreed, Report, Standing
from reviews.templatetags.gate_tags import gate
from reviews.templatetags.pack_tags import SHOWN
from reviews.views.report_shape import Cell, Column, Links, Row, Table, count, figure, share

WHYS = 12  # reasons named each by itself; the rarer ones are summed
NOWHERE = Links(None, True, {})
LONGEST_WHY = 200  # what the ledger's page takes as a reason to look for
NO_PUBLICATION = "– where nothing was published or decided: there is nothing to take a share of."
NO_GAP = (
    f"– where no judge made two decisions in one pack within {tally.PAUSE // 60} minutes of one another: "
    "no time can be told."
)
NO_KAPPA = (
    "– where kappa means nothing: both judges said one and the same word every time, so that chance alone "
    "would make them agree as well."
)


def tables(report: Report, links: Links, most: int | None = None) -> list[Table]:
    """Every table but the glance, in the order of the page; of packs and series the first `most`."""
    return [
        _judges(report, links),
        _judges_drops(report, links),
        _files_drops(report, links),
        _agreement(report),
        _series(report.series, links, most),
        _packs(report.packs, most),
    ]


def glance(report: Report, links: Links) -> Table:
    """The figures of everybody together."""
    cells = (count(report.every.n_decided), *_work(report, report.every, links))
    row = Row("everybody", cells)
    columns = (Column("decisions"), *_columns_of_work(report))
    return Table("everybody", "At a glance", "", "", columns, (row,), "", _gaps_of([row]))


WORK = (
    Column("published", "published"), Column("held", "held"), Column("dropped", "dropped"), Column("edits by hand"),
    Column("undos"), Column("with a quote", share="of publications"), Column("with an override", share="of publications"),
    Column("overturned", share="of decisions"), Column("median time"),
)  # fmt: skip


def _columns_of_work(report: Report) -> tuple[Column, ...]:
    """Where no two opinions were opened, nothing is said of them."""
    return (*WORK, Column("opinions of two")) if report.every.n_opinions else WORK


def _work(report: Report, work: Work, links: Links, who: str = "") -> tuple[Cell, ...]:
    acts = ("publish", "hold", "drop", "hand-edit", "undo")
    return (
        *(count(work.n_of.get(act, 0), links.ledger(act=act, who=who)) for act in acts),
        share(work.n_quoted, work.quoted_rate, links.ledger(act="publish", says="quote", who=who)),
        share(work.n_overriding, work.overriding_rate, links.ledger(act="publish", says="override", who=who)),
        share(work.n_overturned, work.overturned_rate, anchor="overturned"),
        figure(work.seconds, _spoken(work.seconds or 0)),
        *([count(work.n_opinions)] if report.every.n_opinions else []),
    )


def _spoken(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _judges(report: Report, links: Links) -> Table:
    most = max((work.n_decided for _, work in report.judges), default=0)
    rows = [
        Row(name, _work(report, work, links, name), parts=_decided(work), most=most)
        for name, work in report.judges
    ]
    says = (
        "What each judge did. Opinions of two count once both are in: the first, and the second where it differed; where it "
        "agreed, it is the act that it became. A decision is overturned where somebody undid it, or another judge changed it. "
        "The time lies between two decisions of a judge in one pack, in the middle of all such times: what came before the first decision "
        f"is not seen, and a gap of more than {tally.PAUSE // 60} minutes is a pause and left out."
    )
    return Table(
        "judges",
        "By judge",
        says,
        "Judge",
        _columns_of_work(report),
        tuple(rows),
        "Nobody has judged here.",
        _gaps_of(rows),
    )


def _decided(work: Work) -> tuple[tuple[str, int], ...]:
    acts = {"published": "publish", "held": "hold", "dropped": "drop"}
    return tuple((name, work.n_of.get(act, 0)) for name, act in acts.items())


def _gaps_of(rows: Iterable[Row]) -> tuple[str, ...]:
    """The sentences that the dashes of these rows need."""
    cells = [cell for row in rows for cell in row.cells if cell.is_none]
    return tuple(
        text
        for text, is_needed in (
            (NO_PUBLICATION, any(c.share for c in cells)),
            (NO_GAP, any(not c.share for c in cells)),
        )
        if is_needed
    )


def _judges_drops(report: Report, links: Links) -> Table:
    named, rare = list(report.whys.items())[:WHYS], list(report.whys.values())[WHYS:]
    told = [(why, n_of, links) for why, n_of in named]
    if rare:
        told.append(("other reasons", sum(rare, Counter()), NOWHERE))
    most = max((n_of.total() for _, n_of, _ in told), default=0)
    rows = tuple(_why(*one, most) for one in told)
    says = "Why judges dropped chips, and struck bullets and digests, in the words that they gave."
    columns = Column("drops", "dropped"), Column("strikes", "dropped")
    return Table("whys", "Drops by reason", says, "Reason", columns, rows, "No judge has dropped anything.")


def _why(why: str, n_of: Counter[str], links: Links, most: int) -> Row:
    is_linked = 0 < len(why) <= LONGEST_WHY
    cells = tuple(
        count(n_of[act], links.ledger(act=act, why=why) if is_linked else "") for act in tally.REMOVALS
    )
    return Row(why or "no reason", cells, parts=(("dropped", n_of.total()),), most=most)


def _files_drops(report: Report, links: Links) -> Table:
    at = reverse("pack_ledger", args=[links.pack.slug]) if links.pack else ""
    most = max((n for _, _, n in report.file_drops), default=0)
    rows = []
    for kind, reason, n in report.file_drops:
        url = at and f"{at}?{urlencode({'kind': kind, 'reason': reason})}"
        rows.append(Row(f"{kind}, {gate(reason)}", (count(n, url),), parts=(("dropped", n),), most=most))
    says = "What the writer had dropped before these packs were loaded, whenever that was."
    title, nothing = "Drops that came with the files", "No drop came with them."
    return Table("file-drops", title, says, "Reason", (Column("drops", "dropped"),), tuple(rows), nothing)


def _agreement(report: Report) -> Table:
    every = [report.agreed] if report.agreed.pairs else []
    rows = tuple(_agreed(one) for one in [*every, *report.agreed_by_two])
    columns = Column("pairs"), Column("agreed", share="of pairs"), Column("differed"), Column("kappa")
    says = (
        "Where two judged the same words, neither knowing the other’s opinion. Kappa is what they agree beyond chance "
        "(Cohen 1960): 1 is always, 0 no better than dice. Only the first pair on a wording counts, and a first opinion "
        "is not counted anywhere before the second has opened it."
    )
    notes = (NO_KAPPA,) if any(cell.is_none for row in rows for cell in row.cells) else ()
    nothing = "– No two judges have given their opinions on the same words, so there is no agreement to tell."
    return Table("agreement", "Agreement between judges", says, "Judges", columns, rows, nothing, notes)


def _agreed(one: Agreed) -> Row:
    n = len(one.pairs)
    n_same = sum(first == second for first, second in one.pairs)
    name = " and ".join(judge or "somebody" for judge in one.judges) or "all, first against second"
    cells = count(n), share(n_same, one.raw), count(n - n_same), figure(one.kappa)
    return Row(name, cells, parts=(("agreed", n_same), ("differed", n - n_same)), most=n)


def _series(series: Sequence[Standing], links: Links, most: int | None) -> Table:
    states = _states(series)
    rows = []
    for one in series[:most]:
        parts = _parts(one, states)
        cells = (count(one.n_packs), *(count(n) for _, n in parts))
        url = links.report(series=one.name)
        rows.append(Row(one.name, cells, url, parts=parts, most=sum(n for _, n in parts)))
    says = "Where the chips of these packs stand now. A pack may be in several series."
    columns, nothing = (Column("packs"), *_columns(states)), "These packs are in no series."
    return Table("series", "By series", says, "Series", columns, tuple(rows), nothing, n_all=len(series))


def _packs(packs: Sequence[Pack], most: int | None) -> Table:
    states = _states([pack.sums for pack in packs])
    rows = tuple(_pack(pack, states) for pack in packs[:most])
    says = "Where the chips of each pack stand now, as on the shelf; the pack with the newest entry first."
    columns, nothing = _columns(states), "No pack has an entry here."
    return Table("packs", "By pack", says, "Pack", columns, rows, nothing, n_all=len(packs))


def _pack(pack: Pack, states: Sequence[str]) -> Row:
    url, parts = reverse("pack", args=[pack.slug]), _parts(pack.sums, states)
    cells = tuple(count(n, f"{url}?status={name}") for name, n in parts)
    return Row(pack.title, cells, url, pack.slug, parts, sum(n for _, n in parts))


def _states(standings: Iterable[Standing | ChipSum]) -> list[str]:
    """The states that are told: where nothing is disputed, nothing is said of it."""
    is_disputed = any(one.disputed for one in standings)
    return [name for name in SHOWN if name != "disputed" or is_disputed]


def _columns(states: Iterable[str]) -> tuple[Column, ...]:
    return tuple(Column(name, name) for name in states)


def _parts(one: Standing | ChipSum, states: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple((name, getattr(one, name)) for name in states)


def written(report: Report, asked: Mapping[str, str]) -> dict[str, str]:
    """The period that a report really counts, as its links carry it."""
    since = utc.written(report.since) if report.is_cut and report.since else asked.get("since", "")
    return {name: at for name, at in (("since", since), ("until", asked.get("until", ""))) if at}
