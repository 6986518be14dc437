"""What the desk has done, for a report: one bounded read of the newest entries, counted. Nothing is written here.

A report never reads a whole ledger of a large desk: it counts the newest entries of what is asked for, at most `ENTRIES`,
and says from when on that is. What was before can be asked for by its period.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import itemgetter

from django.db.models import Count

from reviews.core import agreement, tally
from reviews.core.sums import ChipSum
from reviews.core.tally import Pair, Place, Said, Work
from reviews.models import Chain, Drop, Entry, Pack
from reviews.models.ledger import EntryQuerySet

ENTRIES = 10_000
PACKS_OF_A_SERIES = 500


@dataclass(frozen=True)
class Scope:
    """What a report is about: one pack, one series, or every pack; from a moment on, and before another."""

    pack: Pack | None = None
    series: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class Standing:
    """How many chips of a series stand where, in the packs of a report: their sum strips added up."""

    name: str
    n_packs: int
    published: int
    held: int
    waiting: int
    disputed: int
    dropped: int


@dataclass(frozen=True)
class Agreed:
    """How far two judges agree; `judges` is empty where it is about all pairs, the first opinions against the second."""

    judges: tuple[str, ...]
    pairs: tuple[agreement.Pair, ...]

    @property
    def raw(self) -> float | None:
        return agreement.raw(self.pairs)

    @property
    def kappa(self) -> float | None:
        return agreement.kappa(self.pairs)


@dataclass(frozen=True)
class Overturned:
    """A decision that did not last: the entry, its judge's name, and the pack it was made in."""

    said: Said
    judge: str
    pack: Pack


@dataclass(frozen=True)
class Report:
    """All that is counted. `since` is where the count begins where `is_cut`: earlier entries were not read."""

    scope: Scope
    since: datetime | None
    is_cut: bool
    is_series_cut: bool
    n_entries: int
    packs: Sequence[Pack]
    series: Sequence[Standing]
    every: Work
    judges: Sequence[tuple[str, Work]]
    overturned: Sequence[Overturned]
    whys: Mapping[str, Counter[str]]  # by reason, how many chips were dropped and how many items struck
    file_drops: Sequence[tuple[str, str, int]]  # kind, reason, how many
    agreed: Agreed
    agreed_by_two: Sequence[Agreed]


@dataclass(frozen=True)
class _Read:
    """The entries that are counted, newest first, each with its judge's name and its pack."""

    said: list[Said]
    names: dict[str, str]  # by actor
    packs: dict[str, int | None]  # pack's row number by origin, that with the newest entry first
    since: datetime | None
    is_cut: bool
    is_series_cut: bool
    opened_chips: set[int] = field(default_factory=set)


def of(scope: Scope) -> Report:
    """The report on a scope: a handful of questions to the database, however much there is in it."""
    read = _read(scope)
    packs = _packs(read)
    gone = tally.overturned(read.said)
    pairs = _pairs(read)
    opinions = _opinions(pairs)
    return Report(
        scope=scope,
        since=read.since,
        is_cut=read.is_cut,
        is_series_cut=read.is_series_cut,
        n_entries=len(read.said),
        packs=list(packs.values()),
        series=_series(packs.values()),
        every=replace(tally.work(read.said, gone), n_opinions=opinions.total()),
        judges=_judges(read, gone, opinions),
        overturned=_overturned(read, gone, packs),
        whys=_whys(read.said),
        file_drops=_file_drops(packs.values()),
        agreed=Agreed((), tuple(pair.verdicts for pair in pairs)),
        agreed_by_two=_by_two(pairs, read.names),
    )


def _read(scope: Scope) -> _Read:
    entries, is_series_cut = _entries(scope)
    columns = entries.values_list("body", "user__username", "chain__pack_id", "utc", "chip_id")
    rows = list(columns.order_by("-utc", "-id")[: ENTRIES + 1])
    is_cut = len(rows) > ENTRIES
    if is_cut:
        # Of a second that was read in part nothing is counted, so that a moment says where the count begins.
        rows = [row for row in rows if row[3] > rows[-1][3]] or rows[:-1]
    read = _Read([], {}, {}, rows[-1][3] if is_cut else scope.since, is_cut, is_series_cut)
    for body, name, pack, _, chip in rows:
        if one := tally.read(body):
            read.said.append(one)
            read.names[one.actor] = name or ""
            read.packs.setdefault(one.origin, pack)
            if one.opened and chip:
                read.opened_chips.add(chip)
    return read


def _entries(scope: Scope) -> tuple[EntryQuerySet, bool]:
    """Those that may be counted, and whether a series has more packs than are looked into."""
    every = Entry.objects.between(scope.since, scope.until)
    if not (scope.pack or scope.series):
        return every.by_time(tally.COUNTED), False
    entries = every.filter(act__in=tally.COUNTED)
    if scope.pack:
        return entries.filter(chain__pack=scope.pack), False
    named = Chain.objects.in_series(scope.series).values_list("id", flat=True)
    chains = list(named[: PACKS_OF_A_SERIES + 1])
    return entries.filter(chain__in=chains[:PACKS_OF_A_SERIES]), len(chains) > PACKS_OF_A_SERIES


def _packs(read: _Read) -> dict[str, Pack]:
    """By origin, that with the newest entry first."""
    found = {pack.pk: pack for pack in Pack.objects.filter(pk__in=set(read.packs.values()))}
    return {origin: found[pk] for origin, pk in read.packs.items() if pk and pk in found}


def _series(packs: Iterable[Pack]) -> list[Standing]:
    """The packs of each series added up, those with the most waiting chips first. A pack may be in several."""
    named: dict[str, list[ChipSum]] = defaultdict(list)
    for pack in packs:
        strip = pack.sums
        for name in pack.series_names:
            named[name].append(strip)
    return sorted((_standing(*one) for one in named.items()), key=lambda one: (-one.waiting, one.name))


def _standing(name: str, strips: Sequence[ChipSum]) -> Standing:
    return Standing(
        name=name,
        n_packs=len(strips),
        published=sum(strip.published for strip in strips),
        held=sum(strip.held for strip in strips),
        waiting=sum(strip.waiting for strip in strips),
        disputed=sum(strip.disputed for strip in strips),
        dropped=sum(strip.dropped for strip in strips),
    )


def _opinions(pairs: Iterable[Pair]) -> Counter[str]:
    """By actor, the opened opinions that stand as no other act: the first of two, and the second where it differed."""
    return Counter(
        actor
        for pair in pairs
        for actor in (pair.judges if pair.verdicts[0] != pair.verdicts[1] else pair.judges[:1])
    )


def _judges(read: _Read, gone: Container[Place], opinions: Counter[str]) -> list[tuple[str, Work]]:
    """Everybody who judged, by name."""
    by_actor: dict[str, list[Said]] = defaultdict(list)
    for one in read.said:
        if one.act in (*tally.DECISIONS, "hand-edit", "undo"):
            by_actor[one.actor].append(one)
    found = [
        (read.names.get(actor, ""), replace(tally.work(by_actor[actor], gone), n_opinions=opinions[actor]))
        for actor in dict.fromkeys([*by_actor, *opinions])
    ]
    return sorted(found, key=itemgetter(0))


def _whys(said: Iterable[Said]) -> dict[str, Counter[str]]:
    """Each reason with its acts, the one given most often first."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in said:
        if one.act in tally.REMOVALS:
            found[one.why][one.act] += 1
    return dict(sorted(found.items(), key=lambda one: (-one[1].total(), one[0])))


def _overturned(read: _Read, gone: Container[Place], packs: Mapping[str, Pack]) -> list[Overturned]:
    """The newest decisions first."""
    told = [one for one in read.said if one.act in tally.DECISIONS and one.place in gone]
    return [Overturned(one, read.names[one.actor], packs[one.origin]) for one in told if one.origin in packs]


def _file_drops(packs: Iterable[Pack]) -> list[tuple[str, str, int]]:
    """The drops that came with the files of these packs, by kind and reason."""
    drops = Drop.objects.filter(pack__in=[pack.pk for pack in packs])
    return list(drops.values_list("kind", "reason").annotate(n=Count("id")).order_by("kind", "reason"))


def _pairs(read: _Read) -> list[Pair]:
    """The opened pairs among the entries counted. Whether one is a wording's first, only all of its chip's entries say."""
    opened = {one.place for one in read.said if one.opened}
    if not read.opened_chips:
        return []
    entries = Entry.objects.filter(chip__in=read.opened_chips, act__in=tally.OPINIONS)
    said = []
    for body, name in entries.values_list("body", "user__username"):
        if one := tally.read(body):
            said.append(one)
            read.names[one.actor] = name or ""
    return [pair for pair in tally.pairs(said) if pair.place in opened]


def _by_two(pairs: Iterable[Pair], names: Mapping[str, str]) -> list[Agreed]:
    """The pairs of each two judges by name: whoever was first, each verdict stays with its judge."""
    by_two: dict[tuple[str, ...], list[agreement.Pair]] = defaultdict(list)
    for pair in pairs:
        told = zip((names.get(actor, "") for actor in pair.judges), pair.verdicts, strict=True)
        (one, its), (other, others) = sorted(told, key=itemgetter(0))
        by_two[one, other].append((its, others))
    return [Agreed(judges, tuple(verdicts)) for judges, verdicts in sorted(by_two.items())]
