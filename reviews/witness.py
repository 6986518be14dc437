"""Does what the tables say follow from the file and the ledger? Read by the pages, by `verify_ledger`, and before every export.

Nothing here mends anything: a row that differs was changed outside the desk, and a person has to know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from reviews import evidence, ledger, tables
from reviews.core import acts, audit, chain, export, opinions, replay, sums, utc, verify
from reviews.core.chain import Break, Line
from reviews.core.kept import kept
from reviews.core.replay import State
from reviews.models import Bullet, Chain, Chip, Entry, Opinion, Pack, PackFile, Section
from reviews.models.kept import Kept, given

# What tables that were changed outside the desk can raise in whoever reads them.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, ObjectDoesNotExist)
MOST_BYTES = 8_000_000  # of what ledgers come to, which is kept by every word that was read of them

_FILED = ("seq", "act", "utc", "item", "chip__cid", "user__actor", "chip_id", "user_id")
_STANDS = (
    *("q", "a", "cites", "writer_q", "writer_a", "status", "version"),
    *("quote", "quote_cite", "quote_start", "quote_end"),
)
_CHAIN = Kept(lambda: Chain.objects.filter(pack=given("pack")))
_ENTRIES = Kept(
    lambda: Entry.objects.filter(chain=given("chain")).order_by("seq").values_list("body", "hash", *_FILED)
)
_FILE = Kept(lambda: PackFile.objects.filter(pk=given("sha")).values_list("raw"))

Bodies = list[dict[str, Any]]


@dataclass(frozen=True)
class Witness:
    """What was found: the chain (None before it began), its lines, the state they replay to, every difference in a sentence."""

    chain: Chain | None
    lines: list[Line]
    state: State | None
    faults: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return not self.faults

    @property
    def size(self) -> int:
        return len(self.lines)

    @property
    def head(self) -> str:
        return chain.head(self.lines)


def of(pack: Pack | None) -> Witness:
    """Replay a pack's ledger over its file and compare every row; of the desk (None) its chain alone.

    It is read without a lock. An act that lands between two reads looks like a fault, so a fault is asked for
    again under the chain's lock, where nothing can land.
    """
    seen = _look(pack)
    if seen.holds:
        return seen
    with transaction.atomic():
        Chain.objects.select_for_update().filter(pack=pack).first()
        if pack is not None:
            pack.refresh_from_db()
        return _look(pack)


def _look(pack: Pack | None) -> Witness:
    row = _CHAIN.first(pack=pack.pk) if pack else Chain.objects.filter(pack=None).first()
    if row is None:
        return Witness(None, [], None, ("This pack has no ledger.",) if pack else tuple(tables.of_desk([])))
    entries = list(_ENTRIES.rows(chain=row.pk))
    lines = [Line(body, hash_) for body, hash_, *_ in entries]
    try:
        state, faults = _asked(pack, row, lines, [filed for _, _, *filed in entries])
    except UNREADABLE as error:
        state, faults = None, [f"The record cannot be read: {error!r}."]
    return Witness(row, lines, state, tuple(faults))


def _asked(
    pack: Pack | None, row: Chain, lines: list[Line], filed: list[list[Any]]
) -> tuple[State | None, list[str]]:
    """The chain first, then the file, then the rows: what comes later can only be asked where the earlier holds."""
    bodies, broken = _read(tuple(lines))
    if broken:
        return None, [broken.text[0].upper() + broken.text[1:] + "."]
    if faults := _chain_faults(pack, row, lines, bodies) or list(_index_faults(bodies, filed)):
        return None, faults
    if pack is None:
        return None, list(tables.of_desk(bodies))
    if faults := list(_file_faults(pack, bodies)):
        return None, faults
    return _replayed(pack, lines, bodies)


def _weight_of_lines(read: tuple[Bodies, Break | None]) -> int:
    return 4_500 * len(read[0])


@kept(MOST_BYTES, _weight_of_lines)
def _read(lines: tuple[Line, ...]) -> tuple[Bodies, Break | None]:
    """The bodies of these very lines, to be read only, and the first break among them."""
    return chain.read(lines)


def _chain_faults(pack: Pack | None, row: Chain, lines: list[Line], bodies: Bodies) -> list[str]:
    """The chain's own row, and whose ledger it is."""
    if (row.size, row.head) != (len(lines), chain.head(lines)):
        told = f"{len(lines)}, {chain.head(lines)[:12]}…"
        return [f"The chain's row says {row.size} entries and head {row.head[:12]}…; there are {told}."]
    if row.origin != ledger.origin_of(pack):
        return [f"The ledger is called {row.origin}, which is not what this desk calls it."]
    if bodies and bodies[0]["origin"] != row.origin:
        return [f"Entry 0 belongs to another ledger than {row.origin}."]
    return []


def _index_faults(bodies: Bodies, filed: list[list[Any]]) -> Iterator[str]:
    """The columns by which entries are found must say what their bodies say."""
    for body, (*columns, chip, user) in zip(bodies, filed, strict=True):
        columns[2] = utc.written(columns[2])
        said = [body["seq"], body["act"], body["utc"], body.get("item", "")]
        said += [body.get("chip"), body["actor"] or None]
        if said != columns or [chip is None, user is None] != [one is None for one in said[-2:]]:
            yield f"Entry {body['seq']} is filed as something else than its body says."


def _file_faults(pack: Pack, bodies: Bodies) -> Iterator[str]:
    (raw,) = _FILE.first(sha=pack.file_id) or (b"",)
    sha = hashlib.sha256(raw).hexdigest()
    if sha != pack.file_id:
        yield f"The loaded file's bytes hash to {sha[:12]}…, not to {pack.file_id[:12]}…."
    if not bodies or bodies[0]["act"] != "load" or bodies[0]["file"] != pack.file_id:
        yield "Entry 0 does not tell of the loading of this file."


def _replayed(pack: Pack, lines: list[Line], bodies: Bodies) -> tuple[State | None, list[str]]:
    words = ledger.words_of(bodies)
    past = _past(pack.file_id, tuple(lines), tuple(sorted(words.items())))
    if past.state is None:
        return None, list(past.faults)
    return past.state, [
        *_row_faults(pack, past.state),
        *_sum_faults(pack, past),
        *tables.of_pack(pack, bodies, past.state),
    ]


@dataclass(frozen=True)
class _Past:
    """What a file and entries come to by themselves, whatever the tables say: no state where they cannot have come about."""

    state: State | None
    faults: tuple[str, ...]
    sums: sums.ChipSum | None = None

    def weight(self) -> int:
        return 4_000 * (len(self.state.chips) + len(self.state.items)) if self.state else 0


@kept(MOST_BYTES, _Past.weight)
def _past(file_sha: str, lines: tuple[Line, ...], words: tuple[tuple[str, str], ...]) -> _Past:
    """By the rules of the desk, and by those that a stranger asks: neither lets through what the other would not.

    The file's bytes were hashed before. Whatever is altered is asked for by other words, and so is not kept yet.
    """
    data, bodies = evidence.loaded(file_sha), _read(lines)[0]
    if bad := verify.bad_entry(data, bodies):
        return _Past(None, (f"The ledger cannot have come about: {bad}.",))
    try:
        state = replay.state_after(data, bodies, dict(words))
    except replay.ReplayError as error:
        return _Past(None, (f"The ledger cannot be replayed: {error}.",))
    faults = audit.check(export.as_it_stands(data, state))
    told = (f"The pack does not add up at {fault.path}: {fault.text}" for fault in faults)
    return _Past(state, tuple(told), sums.chip_sum(data, state))


def _row_faults(pack: Pack, state: State) -> Iterator[str]:
    yield from _chip_faults(pack, state)
    struck = {item.id: (item.strike is not None, item.version) for item in state.items.values()}
    digests = tables.found(Section, pack, "sid", "digest", "is_struck", "version")
    rows = [(f"digest:{sid}", *row) for sid, *row in map(dict.values, digests) if row[0] is not None]
    bullets = tables.found(Bullet, pack, "text_sha", "text", "is_struck", "version")
    rows += [(f"bullet:{sha}", *row) for sha, *row in map(dict.values, bullets)]
    for name, text, is_struck, version in rows:
        item = state.items.get(name)
        if item is None or text != item.text or struck.pop(name, None) != (is_struck, version):
            yield f"The {name.replace(':', ' ', 1)} is not as the ledger leaves it."
    yield from _opinion_faults(pack, state)
    for name in struck:
        yield f"The {name.replace(':', ' ', 1)} is gone from the tables."
    if not pack.is_closed and pack.ratified_seq != state.ratified:
        yield f"The pack is marked ratified by entry {pack.ratified_seq}; the ledger says {state.ratified}."


def _opinion_faults(pack: Pack, state: State) -> Iterator[str]:
    """The rule of second opinions, and what was sealed: it has to be there to be opened, and be what its seal says."""
    if pack.rule != state.rule:
        yield f"The pack asks for second opinions by the rule “{pack.rule.name}”; the ledger says “{state.rule.name}”."
    if not pack.second:
        return
    rows = Opinion.objects.standing().filter(chip__pack=pack).select_related("entry", "chip", "user")
    kept = {row.chip.cid: (row.entry.seq, row.user.actor, opinions.seal(row.nonce, row.said)) for row in rows}
    sealed = {chip.id: chip.opinion for chip in state.chips.values() if chip.opinion}
    due = {cid: (one.seq, one.actor, one.seal) for cid, one in sealed.items()}
    for cid in sorted(kept.keys() | due.keys()):
        if kept.get(cid) != due.get(cid):
            yield f"The sealed opinion on chip {cid} is not as the ledger leaves it."


def _chip_faults(pack: Pack, state: State) -> Iterator[str]:
    rows = {row.pop("cid"): row for row in tables.found(Chip, pack, "cid", *_STANDS)}
    for cid in [*state.chips, *(rows.keys() - state.chips.keys())]:
        if cid not in rows:
            yield f"Chip {cid} is gone from the tables."
        elif cid not in state.chips:
            yield f"Chip {cid} is not in the loaded file."
        elif differs := _difference(rows[cid], state.chips[cid]):
            yield f"Chip {cid} is not as the ledger leaves it: {', '.join(differs)}."


def _difference(row: dict[str, Any], chip: acts.Chip) -> list[str]:
    """The names of the columns that do not say what follows from the ledger."""
    grounds, (at, to) = chip.grounds, chip.grounds.span or (None, None)
    pairs = {
        "question": (row["q"], chip.wording.q),
        "answer": (row["a"], chip.wording.a),
        "cites": (tuple(row["cites"]), chip.wording.cites),
        "writer's question": (row["writer_q"], chip.writer.q),
        "writer's answer": (row["writer_a"], chip.writer.a),
        "state": (row["status"], chip.status),
        "version": (row["version"], chip.version),
        "quote": ((row["quote"], row["quote_cite"]), (grounds.quote, grounds.cite)),
        "quote's place": ((row["quote_start"], row["quote_end"]), (at, to)),
    }
    return [name for name, (found, expected) in pairs.items() if found != expected]


def _sum_faults(pack: Pack, past: _Past) -> Iterator[str]:
    is_waiting = past.state is not None and past.state.n_waiting > 0
    if pack.rank != (2 if pack.is_ratified else 0 if is_waiting else 1):
        yield "The pack stands in another place of the shelf than its chips say."
    if past.sums and pack.sums != past.sums:
        yield f"The kept counts say {_told(pack.sums)}; the ledger says {_told(past.sums)}."
    yield from past.faults


def _told(sum_: sums.ChipSum) -> str:
    return (
        f"written {sum_.written} + rewritten {sum_.rewritten} = published {sum_.published} + held {sum_.held} "
        f"+ waiting {sum_.waiting} + dropped {sum_.dropped}"
    )
