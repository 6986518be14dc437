"""Ratifies, reopens and exports. An export is computed from the loaded bytes and the ledger, never from the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from reviews import exclusions, ledger, witness
from reviews.core import chain, export, verify
from reviews.core import pack as packs
from reviews.core.chain import Line
from reviews.core.faults import PackError
from reviews.core.refusals import ActRefused, DoesNotAddUp, NoSeat
from reviews.core.replay import ReplayError, State
from reviews.models import Chip, Entry, Pack, PackFile, Seat, User

ALONE = (
    "You are the only judge whose decisions about chips stand in this pack, and in this house (RATIFY_BY_ANOTHER) "
    "nobody ratifies what they alone decided: another admin can."
)


@dataclass(frozen=True)
class Export:
    """What leaves the house: the pack's bytes and its ledger's, under names made from the slug alone."""

    slug: str
    raw: bytes
    lines: tuple[Line, ...]

    @property
    def name(self) -> str:
        return f"{self.slug}.json"

    @property
    def ledger_name(self) -> str:
        return f"{self.slug}.ledger.jsonl"

    @property
    def ledger(self) -> bytes:
        return chain.to_jsonl(self.lines)


class NotExportable(ActRefused):
    """The pack is touched and not ratified; the message says what is missing."""


def ratify(pack: Pack, *, by: User, why: str = "", key: str = "", request_sha: str = "") -> Entry:
    """Close a pack in which no chip waits. DoesNotAddUp where its record or its sums do not close."""
    with transaction.atomic():
        row = ledger.lock(pack)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return entry
        exclusions.refuse(by, pack)
        _may_be_ratified(pack)
        seen = _adds_up(pack)
        if decided_alone(by, seen.state):
            raise NoSeat(ALONE)
        labels, classes = _judged_by(pack, seen)
        assert seen.state is not None, "what adds up was replayed"
        unsealed = export.unsealed(json.loads(_raw(pack)), seen.state, seat=labels, seat_class=classes)
        entry = ledger.append(
            row,
            "ratify",
            user=by,
            why=why,
            key=key,
            request_sha=request_sha,
            seat=Seat(label=labels, seat_class=classes),
            source="verified" if pack.article_id else "unverified",
            source_sha=pack.article_id,
            export_sha=export.sha_of(unsealed),
        )
        pack.ratified_seq, pack.rank = entry.seq, 2
        pack.save(update_fields=["ratified_seq", "rank"])
        # What would not add up is refused, and rolled back.
        ratified(pack, [*seen.lines, Line(entry.body, entry.hash)])
    return entry


def reopen(pack: Pack, *, by: User, why: str, key: str = "", request_sha: str = "") -> Entry:
    """Open a ratified pack again; its earlier export stays available, unchanged."""
    ledger.need_why("reopen", why)
    with transaction.atomic():
        row = ledger.lock(pack)
        _admin(by)
        if entry := ledger.repeated(by, key, request_sha):
            return entry
        exclusions.refuse(by, pack)
        pack.refresh_from_db()
        if pack.is_closed:
            raise ActRefused("This pack was loaded as ratified: it is shown and exported, not judged again.")
        if pack.ratified_seq is None:
            raise ActRefused("This pack is not ratified.")
        entry = ledger.append(row, "reopen", user=by, why=why, key=key, request_sha=request_sha)
        pack.ratified_seq, pack.rank = None, 1
        pack.save(update_fields=["ratified_seq", "rank"])
    return entry


def decided_alone(by: User, state: State | None) -> bool:
    """Where RATIFY_BY_ANOTHER is on: did this person act, from a seat, and nobody else say of a chip where it goes?

    Where two judges were asked, both did. Who mended words or struck a bullet left the deciding to others.
    """
    if not settings.RATIFY_BY_ANOTHER or state is None:
        return False
    acts = [act for chip in state.chips.values() for act in chip.acts]
    acts += [act.first for act in acts if act.first]
    strikes = [item.strike for item in state.items.values() if item.strike]
    decided = {act.actor for act in acts if act.seat and act.act != "hand-edit"}
    return by.actor in {act.actor for act in (*acts, *strikes) if act.seat} and decided <= {by.actor}


def exported(pack: Pack, *, seq: int | None = None) -> Export:
    """A pack's export: the loaded bytes while untouched, or as ratified (by entry `seq`, else by the standing one)."""
    seen = _adds_up(pack)  # one read of the chain, from which all else follows: a snapshot without a lock
    at = seen.state.ratified if seq is None and seen.state else seq
    if at is not None:
        return ratified(pack, seen.lines[: at + 1] if 0 <= at < len(seen.lines) else [])
    if pack.is_closed or (seen.state and not seen.state.is_touched):
        return Export(pack.slug, _raw(pack), tuple(seen.lines))
    raise NotExportable(_missing(pack))


def ratified(pack: Pack, lines: Sequence[Line]) -> Export:
    """The export that the last of these lines closes, read again as a stranger would before it is let out."""
    bodies = ledger.bodies(lines)
    if not bodies or bodies[-1]["act"] != "ratify":
        raise NotExportable("That entry is not one that ratified this pack.")
    try:
        raw = export.ratified(_raw(pack), lines, ledger.words_of(bodies))
        packs.read(raw, max_bytes=2 * packs.MAX_BYTES, is_here=True)
        made = Export(pack.slug, raw, tuple(lines))
        faults = verify.verify(raw, made.ledger.splitlines(keepends=True)).faults
    except (PackError, ReplayError, verify.Unusable) as error:
        raise DoesNotAddUp(f"The export would not add up: {error}") from error
    if faults:
        raise DoesNotAddUp(f"The export would not be sound: {faults[0]}")
    return made


def unsound(pack: Pack, seen: witness.Witness) -> Iterator[str]:
    """Each ratification of a ledger that holds whose export could not go out, with the reason."""
    for body in ledger.bodies(seen.lines) if seen.holds else ():
        if body["act"] == "ratify":
            try:
                ratified(pack, seen.lines[: body["seq"] + 1])
            except DoesNotAddUp as error:
                yield f"Entry {body['seq']} ratified what cannot go out. {error}"


def ratifications(pack: Pack) -> list[Entry]:
    """Every entry that ratified this pack, newest first: each has its own export for good."""
    return list(Entry.objects.filter(chain__pack=pack, act="ratify").select_related("user").order_by("-seq"))


def _may_be_ratified(pack: Pack) -> None:
    pack.refresh_from_db()
    if pack.is_closed:
        raise ActRefused("This pack was loaded as ratified: it is closed already.")
    if pack.ratified_seq is not None:
        head = Entry.objects.get(chain__pack=pack, seq=pack.ratified_seq).hash
        raise ActRefused(f"This pack is ratified already, by entry {pack.ratified_seq} with head {head}.")
    if n := Chip.objects.filter(pack=pack, status="waiting").count():
        raise ActRefused(
            f"{n} {'chip waits' if n == 1 else 'chips wait'} for a decision: ratify when none does."
        )
    if n := Chip.objects.filter(pack=pack, status="disputed").count():
        raise ActRefused(f"Two judges disagree about {n} of its chips: a third settles that first.")


def _adds_up(pack: Pack) -> witness.Witness:
    seen = witness.of(pack)
    if not seen.holds:
        raise DoesNotAddUp(" ".join(seen.faults))
    return seen


def _judged_by(pack: Pack, seen: witness.Witness) -> tuple[str, str]:
    """Labels and classes of the seats that decided; of the first that ever stood where nothing had to be decided."""
    labels, classes = export.seats(seen.state) if seen.state else ([], [])
    if not labels:
        seat = Seat.objects.stood().on(pack).order_by("starts_at", "id").first()
        if seat is None:
            raise ActRefused("No judge was ever seated on this pack: seat one before it is ratified.")
        labels, classes = [seat.label], [seat.seat_class]
    return ", ".join(labels), ", ".join(classes)


def _missing(pack: Pack) -> str:
    if pack.n_waiting:
        return f"{pack.slug} is touched and not ratified: {pack.n_waiting} of its chips wait for a decision."
    if pack.n_disputed:
        return f"{pack.slug} is touched and not ratified: two judges disagree about {pack.n_disputed} of its chips."
    return f"{pack.slug} is decided and not ratified: an admin ratifies it first."


def _raw(pack: Pack) -> bytes:
    return bytes(PackFile.objects.get(pk=pack.file_id).raw)


def _admin(by: User) -> None:
    if not by.is_admin_now():
        raise NoSeat("Only an admin ratifies and reopens a pack.")
