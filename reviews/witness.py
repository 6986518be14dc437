"""Does what the tables say follow from the file and the ledger? Read by the pages, by `verify_ledger`, and before every export.

Nothing here mends anything: a row that differs was changed outside the desk, and a person has to know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from reviews import evidence, ledger, tables
from reviews.core import acts, audit, chain, export, opinions, replay, sums, verify
from reviews.core.chain import Line
from reviews.core.replay import State
from reviews.models import Bullet, Chain, Chip, Entry, Opinion, Pack, PackFile, Section

# What tables that were changed outside the desk can raise in whoever reads them.
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError, ObjectDoesNotExist)


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
    row = Chain.objects.filter(pack=pack).first()
    if row is None:
        return Witness(None, [], None, ("This pack has no ledger.",) if pack else tuple(tables.of_desk([])))
    lines = ledger.lines(row)
    try:
        state, faults = _asked(pack, row, lines)
    except UNREADABLE as error:
        state, faults = None, [f"The record cannot be read: {error!r}."]
    return Witness(row, lines, state, tuple(faults))


def _asked(pack: Pack | None, row: Chain, lines: list[Line]) -> tuple[State | None, list[str]]:
    """The chain first, then the file, then the rows: what comes later can only be asked where the earlier holds."""
    if faults := _chain_faults(pack, row, lines):
        return None, faults
    bodies = ledger.bodies(lines)
    if pack is None:
        return None, list(tables.of_desk(bodies))
    if faults := list(_file_faults(pack, lines)):
        return None, faults
    return _replayed(pack, lines, bodies)


def _chain_faults(pack: Pack | None, row: Chain, lines: list[Line]) -> list[str]:
    """The chain alone: links, numbers, and the chain's own row. The first break is named, with its entry."""
    if broken := chain.first_break(lines):
        return [broken.text[0].upper() + broken.text[1:] + "."]
    if (row.size, row.head) != (len(lines), chain.head(lines)):
        told = f"{len(lines)}, {chain.head(lines)[:12]}…"
        return [f"The chain's row says {row.size} entries and head {row.head[:12]}…; there are {told}."]
    if row.origin != ledger.origin_of(pack):
        return [f"The ledger is called {row.origin}, which is not what this desk calls it."]
    if lines and ledger.bodies(lines[:1])[0]["origin"] != row.origin:
        return [f"Entry 0 belongs to another ledger than {row.origin}."]
    return list(_index_faults(row, lines))


def _index_faults(row: Chain, lines: list[Line]) -> Iterator[str]:
    """The columns by which entries are found must say what their bodies say."""
    named = ("seq", "act", "utc", "item", "chip__cid", "user__actor")
    found = Entry.objects.of(row).values_list(*named, "chip_id", "user_id")
    for body, (*columns, chip, user) in zip(ledger.bodies(lines), found, strict=True):
        columns[2] = tables.utc(columns[2])
        said = [body["seq"], body["act"], body["utc"], body.get("item", "")]
        said += [body.get("chip"), body["actor"] or None]
        if said != columns or [chip is None, user is None] != [one is None for one in said[-2:]]:
            yield f"Entry {body['seq']} is filed as something else than its body says."


def _file_faults(pack: Pack, lines: list[Line]) -> Iterator[str]:
    sha = hashlib.sha256(PackFile.objects.get(pk=pack.file_id).raw).hexdigest()
    first = ledger.bodies(lines[:1])
    if sha != pack.file_id:
        yield f"The loaded file's bytes hash to {sha[:12]}…, not to {pack.file_id[:12]}…."
    if not first or first[0]["act"] != "load" or first[0]["file"] != pack.file_id:
        yield "Entry 0 does not tell of the loading of this file."


def _replayed(pack: Pack, lines: list[Line], bodies: list[dict[str, Any]]) -> tuple[State | None, list[str]]:
    """By the rules of the desk, and by those that a stranger asks: neither lets through what the other would not."""
    data = evidence.loaded(pack.file_id)
    if bad := verify.bad_entry(data, bodies):
        return None, [f"The ledger cannot have come about: {bad}."]
    try:
        state = replay.state_after(data, bodies, ledger.words_of(bodies))
    except replay.ReplayError as error:
        return None, [f"The ledger cannot be replayed: {error}."]
    return state, [
        *_row_faults(pack, state),
        *_sum_faults(pack, state),
        *tables.of_pack(pack, bodies, state),
    ]


def _row_faults(pack: Pack, state: State) -> Iterator[str]:
    yield from _chip_faults(pack, state)
    struck = {item.id: (item.strike is not None, item.version) for item in state.items.values()}
    digests = Section.objects.filter(pack=pack, digest__isnull=False)
    rows: Iterable[Section | Bullet] = [*digests, *Bullet.objects.filter(pack=pack)]
    for row in rows:
        name = f"digest:{row.sid}" if isinstance(row, Section) else f"bullet:{row.text_sha}"
        text = row.digest if isinstance(row, Section) else row.text
        item = state.items.get(name)
        if item is None or text != item.text or struck.pop(name, None) != (row.is_struck, row.version):
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
    rows = {chip.cid: chip for chip in Chip.objects.filter(pack=pack)}
    for cid in [*state.chips, *(rows.keys() - state.chips.keys())]:
        if cid not in rows:
            yield f"Chip {cid} is gone from the tables."
        elif cid not in state.chips:
            yield f"Chip {cid} is not in the loaded file."
        elif differs := _difference(rows[cid], state.chips[cid]):
            yield f"Chip {cid} is not as the ledger leaves it: {', '.join(differs)}."


def _difference(row: Chip, chip: acts.Chip) -> list[str]:
    """The names of the columns that do not say what follows from the ledger."""
    at, to = chip.grounds.span or (None, None)
    pairs = {
        "question": (row.q, chip.wording.q),
        "answer": (row.a, chip.wording.a),
        "cites": (tuple(row.cites), chip.wording.cites),
        "writer's question": (row.writer_q, chip.writer.q),
        "writer's answer": (row.writer_a, chip.writer.a),
        "state": (row.status, chip.status),
        "version": (row.version, chip.version),
        "quote": ((row.quote, row.quote_cite), (chip.grounds.quote, chip.grounds.cite)),
        "quote's place": ((row.quote_start, row.quote_end), (at, to)),
    }
    return [name for name, (found, expected) in pairs.items() if found != expected]


def _sum_faults(pack: Pack, state: State) -> Iterator[str]:
    data = evidence.loaded(pack.file_id)
    expected = sums.chip_sum(data, state)
    if pack.rank != (2 if pack.is_ratified else 0 if state.n_waiting else 1):
        yield "The pack stands in another place of the shelf than its chips say."
    if pack.sums != expected:
        yield f"The kept counts say {_told(pack.sums)}; the ledger says {_told(expected)}."
    for fault in audit.check(export.as_it_stands(data, state)):
        yield f"The pack does not add up at {fault.path}: {fault.text}"


def _told(sum_: sums.ChipSum) -> str:
    return (
        f"written {sum_.written} + rewritten {sum_.rewritten} = published {sum_.published} + held {sum_.held} "
        f"+ waiting {sum_.waiting} + dropped {sum_.dropped}"
    )
