"""The only room that changes a chip (`strikes` beside it does the same for bullets and digests). Each act is one short transaction with one entry in the ledger.

The order of asking is fixed (DESIGN.md, "The way of a decision"): lock, repeated key, seat, chip through its pack,
pack still open, version, act open, words, gates and quote.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, cast

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from reviews import counts, evidence, exclusions, ledger, opinions, publishing
from reviews.core import acts, replay
from reviews.core import opinions as rules
from reviews.core import pack as packs
from reviews.core.refusals import ActRefused, AnotherJudge, Malformed, NoSeat, StaleChip
from reviews.models import Chain, Chip, ChipName, Entry, Pack, Seat, User
from reviews.models.kept import Kept, given
from reviews.publishing import Quoted

MAX_CHARS = 20_000

_CHIP = Kept(lambda: Chip.objects.filter(pack=given("pack"), cid=given("cid")))
_PACK = Kept(lambda: Pack.objects.filter(pk=given("pack")))
_SEAT = Kept(
    lambda: (
        Seat.objects.standing(at=given("now")).on(given("pack")).filter(user=given("judge"))
        .select_for_update(of=("self",), no_key=True)
    )
)  # fmt: skip


@dataclass(frozen=True)
class Ask:
    """Who asks for an act, on which version, with which idempotency key and why; `sha` is over the whole request."""

    judge: User
    version: int
    key: str
    sha: str
    why: str = ""


@dataclass(frozen=True)
class Done:
    """An act that stands recorded: its entry, whether this request had made it before, and the seat it was made from."""

    entry: Entry
    is_repeat: bool = False
    seat: Seat | None = None


@dataclass(frozen=True)
class _Case:
    """One act on one chip under the lock; `counted` are the columns of its pack that counted the chip before."""

    pack: Pack
    chain: Chain
    seat: Seat
    ask: Ask
    chip: Chip
    counted: list[str]

    def record(self, act: str, **said: Any) -> Done:
        """Append the entry and count the chip where it stands now; its row has been written."""
        entry = ledger.append(
            self.chain,
            act,
            user=self.ask.judge,
            seat=self.seat,
            why=self.ask.why,
            chip=self.chip,
            key=self.ask.key,
            request_sha=self.ask.sha,
            version=self.chip.version,
            source="verified" if self.pack.article_id else "unverified",
            **said,
        )
        counts.move(self.pack, self.counted, counts.counting(self.chip))
        return Done(entry, seat=self.seat)


def publish(pack: Pack, cid: str, ask: Ask, quoted: Quoted, overrides: Sequence[str] = ()) -> Done:
    """Publish a chip on a quote that stands, or over findings that the judge overrides with a reason."""
    for chip in Chip.objects.filter(pack=pack, cid=cid).only("q", "a", "cites"):
        publishing.objections(
            pack, _stands(chip), quoted
        )  # nobody waits at the lock while the article is read
    with _case(pack, cid, ask, "publish") as case:
        return case if isinstance(case, Done) else _publish(case, quoted, overrides)


def hold(pack: Pack, cid: str, ask: Ask) -> Done:
    """Hold a chip; its quote is emptied."""
    need_why(ask, "hold")
    with _case(pack, cid, ask, "hold") as case:
        if isinstance(case, Done):
            return case
        return _decide(case, "hold", acts.NO_GROUNDS, [])


def drop(pack: Pack, cid: str, ask: Ask) -> Done:
    """Drop a chip; only undo brings it back."""
    need_why(ask, "drop")
    with _case(pack, cid, ask, "drop") as case:
        if isinstance(case, Done):
            return case
        _may_judge(case, "drop")
        _write(case.chip, "dropped", acts.NO_GROUNDS)
        return case.record("drop", **_words(case.chip))


def hand_edit(pack: Pack, cid: str, ask: Ask, wording: acts.Wording) -> Done | None:
    """Give a chip other words or cites; it waits again, ungrounded. None when nothing changes: nothing is recorded."""
    evidence.findings(pack, wording.q, wording.a, wording.cites)  # kept, and asked again under the lock
    with _case(pack, cid, ask, "hand-edit") as case:
        if isinstance(case, Done):
            return case
        meant = _meant(case.chip, wording)
        if meant == _stands(case.chip):
            return None
        need_why(ask, "hand-edit")
        return _hand_edit(case, meant)


def edit_and_publish(
    pack: Pack, cid: str, ask: Ask, wording: acts.Wording, quoted: Quoted, overrides: Sequence[str] = ()
) -> Done:
    """A hand-edit and the publishing of the new words in one transaction: both entries, or neither."""
    publishing.objections(pack, wording, quoted)  # kept, and asked again under the lock
    with _case(pack, cid, ask, "hand-edit") as case:
        if isinstance(case, Done):
            return case
        meant = _meant(case.chip, wording)
        if meant != _stands(case.chip):
            need_why(ask, "hand-edit")
            _hand_edit(replace(case, ask=replace(ask, key="")), meant)  # the key is the publication's
            case = replace(case, counted=counts.counting(case.chip))
        _may_be_given(case.chip, "publish")
        return _publish(case, quoted, overrides)


def undo(pack: Pack, cid: str, ask: Ask, overrides: Sequence[str] = ()) -> Done:
    """Take back the newest standing act on a chip. Where that would publish it again, everything is asked again."""
    evidence.source(pack)  # kept: nobody waits at the lock while the article is read
    with _case(pack, cid, ask, "undo") as case:
        if isinstance(case, Done):
            return case
        own = opinions.standing(case.chip) if case.pack.second else None
        if own and own.user_id == ask.judge.pk:
            opinions.take_back(own)
            return case.record("undo", undoes=own.entry.seq)
        state = history(case.pack, case.chip)
        if not state.acts:
            raise ActRefused("Nothing stands on this chip that could be undone.")
        if state.acts[-1].act == "dispute":
            raise ActRefused("Two judges disagree about this chip. A third settles that; it is not undone.")
        if refusal := acts.against_undo(state, ask.judge.actor, case.pack.rule):
            raise AnotherJudge(refusal)
        after = acts.undo(state)
        spoken = (
            publishing.published_again(case.pack, after, overrides) if after.status == "published" else []
        )
        if set(spoken) - set(publishing.restored_overrides(after)):
            need_why(ask, "override")
        _restore(case.chip, after)
        return case.record("undo", undoes=state.acts[-1].seq, overrides=spoken)


def rehold(pack: Pack, article_sha: str, ask: Ask) -> list[Done]:
    """Hold again each published chip whose quote another article of the pack no longer has: all of them, or none.

    An admin's act, from no seat. The chip keeps its words; its quote is emptied, never put anywhere else.
    `ask.version` is how many entries the pack's ledger had when this was asked for, so that nothing came between.
    """
    with transaction.atomic():
        chain = ledger.lock(pack)
        if entry := ledger.repeated(ask.judge, ask.key, ask.sha):
            return [Done(entry, is_repeat=True)]
        if not (ask.judge.is_staff and ask.judge.is_active):
            raise NoSeat("Only an admin holds chips again because their article changed.")
        exclusions.refuse(ask.judge, pack)
        still_open(pack)
        if chain.size != ask.version:
            raise ActRefused("Something was recorded after this page was made. Look at the chips once more.")
        fallen = evidence.fallen(pack, article_sha)
        if not fallen:
            raise ActRefused("Every published quote still stands in that article, so no chip is held again.")
        done = [_rehold(pack, chain, ask, one, article_sha, n == 0) for n, one in enumerate(fallen)]
        counts.recount(pack)
    return done


def history(pack: Pack, chip: Chip) -> acts.Chip:
    """One chip replayed from the file and its own entries."""
    data = evidence.loaded(pack.file_id)
    own = [row for row in data["chips"] if row["id"] == chip.cid]
    told = Q(chip=chip) | Q(chain__pack=pack, act="opinions") if pack.second else Q(chip=chip)
    kept = ledger.bodies(Entry.objects.filter(told).order_by("seq").lines())
    return replay.state_after({**data, "chips": own}, kept, ledger.words_of(kept)).chips[chip.cid]


def state_of(pack: Pack) -> replay.State:
    """The whole pack, replayed."""
    kept = ledger.bodies(Entry.objects.filter(chain__pack=pack).order_by("seq").lines())
    return replay.state_after(evidence.loaded(pack.file_id), kept, ledger.words_of(kept))


def closed_to(pack: Pack, judge: User) -> dict[str, str]:
    """Where two judges are asked: the chips (by id) on which this one gives no verdict, and why."""
    chips, rule = state_of(pack).chips, pack.rule
    told = {cid: acts.against(chip, "hold", judge.actor, rule) for cid, chip in chips.items()}
    return {cid: text for cid, text in told.items() if text}


@contextmanager
def _case(pack: Pack, cid: str, ask: Ask, act: str) -> Iterator[_Case | Done]:
    """A chip under the lock with everything asked that does not depend on the act's own words."""
    with transaction.atomic():
        chain = ledger.lock(pack)
        if entry := ledger.repeated(ask.judge, ask.key, ask.sha):
            yield Done(entry, is_repeat=True)
            return
        seat = standing_seat(pack, ask.judge)
        chip = _chip(pack, cid)
        _refuse_ratified(chip.pack)
        if chip.version != ask.version:
            raise StaleChip(chip.version, ask.version)
        if act != "undo":
            _may_be_given(chip, act)
        yield _Case(chip.pack, chain, seat, ask, chip, counts.counting(chip))


def _chip(pack: Pack, cid: str) -> Chip:
    """A chip and its pack as they stand under the lock."""
    chip, its_pack = _CHIP.first(pack=pack.pk, cid=cid), _PACK.first(pack=pack.pk)
    if chip is None or its_pack is None:
        raise Chip.DoesNotExist(f"{pack.slug} has no chip {cid}")
    chip.pack = its_pack
    return chip


def _may_be_given(chip: Chip, act: str) -> None:
    is_opinion = act in rules.VERDICTS and chip.asks_two
    if not is_opinion and not acts.is_open(_status(chip), act):
        raise ActRefused(f"A chip that is {chip.status} cannot be given this act: {act}.")


def standing_seat(pack: Pack, judge: User) -> Seat:
    """The judge's seat, for whoever is not excluded here. Seat and judge are locked: a seat over the whole desk is
    vacated, and a judge excluded from a series, under another chain's lock than the pack's."""
    exclusions.refuse(judge, pack)
    seat = _SEAT.first(pack=pack.pk, judge=judge.pk, now=timezone.now())
    if seat is None:
        raise NoSeat(
            "You have no standing seat on this pack, so nothing was recorded. An admin can seat you."
        )
    return seat


def still_open(pack: Pack) -> None:
    """Asked of the database, under the lock: the page may have been made before the pack was ratified."""
    pack.refresh_from_db()
    _refuse_ratified(pack)


def _refuse_ratified(pack: Pack) -> None:
    if pack.is_ratified:
        raise ActRefused("This pack is ratified: nothing in it can be decided until an admin reopens it.")


def _publish(case: _Case, quoted: Quoted, overrides: Sequence[str]) -> Done:
    grounds, findings = publishing.objections(case.pack, _stands(case.chip), quoted)
    spoken = publishing.spoken(findings, overrides)
    if spoken:
        need_why(case.ask, "override")
    return _decide(case, "publish", grounds, spoken)


def _decide(case: _Case, verdict: str, grounds: acts.Grounds, spoken: list[str]) -> Done:
    """A verdict that decides by itself, or as one of two: the first is sealed, the second agrees or disagrees."""
    _may_judge(case, verdict)
    chip, said = case.chip, {**_said(grounds), "overrides": spoken}
    if not chip.asks_two:
        _write(chip, acts.BECOMES[verdict], grounds)
        return case.record(verdict, **_words(chip), **(said if verdict == "publish" else {}))
    first = opinions.standing(chip)
    if first is None:
        return _seal(case, verdict, grounds, spoken)
    opens = opinions.opened(first)
    if json.loads(first.said)["act"] != verdict:
        _write(chip, "disputed", acts.NO_GROUNDS)
        return case.record("dispute", verdict=verdict, opens=opens, **_words(chip), **said)
    _write(chip, acts.BECOMES[verdict], grounds)
    return case.record(verdict, opens=opens, **_words(chip), **(said if verdict == "publish" else {}))


def _seal(case: _Case, verdict: str, grounds: acts.Grounds, spoken: list[str]) -> Done:
    """The first of two opinions: the chip stays as it is, and the entry says that there is one, not which."""
    said = rules.said(verdict, case.ask.why, grounds.quote, grounds.cite, grounds.span, spoken)
    sealed = opinions.sealed(said)
    quiet = replace(case, ask=replace(case.ask, why=""))
    done = quiet.record("opinion", seal=sealed.seal, **_words(case.chip))
    opinions.keep(done.entry, case.chip, case.ask.judge, sealed)
    return done


def _may_judge(case: _Case, act: str) -> None:
    """Where a second judge is asked: not an author, not one of the two who disagree, not twice."""
    if not case.pack.rule.asks_some and case.chip.status != "disputed":
        return
    state = history(case.pack, case.chip)
    if refusal := acts.against(state, act, case.ask.judge.actor, case.pack.rule):
        raise AnotherJudge(refusal)
    if case.chip.status == "disputed" and act in rules.VERDICTS:
        need_why(case.ask, "settle")


def _hand_edit(case: _Case, wording: acts.Wording) -> Done:
    _may_be_written(case, wording)
    chip = case.chip
    chip.q, chip.a, chip.cites = wording.q, wording.a, list(wording.cites)
    chip.findings = publishing.stored(evidence.findings(case.pack, chip.q, chip.a, chip.cites))
    ledger.keep([chip.q, chip.a])
    _write(chip, "waiting", acts.NO_GROUNDS, "q", "a", "cites", "findings")
    return case.record("hand-edit", **_words(chip))


def _may_be_written(case: _Case, wording: acts.Wording) -> None:
    for field, text in (("q", wording.q), ("a", wording.a)):
        if acts.is_blank(text):
            raise Malformed("A chip needs both a question and an answer.", field)
        if len(text) > MAX_CHARS:
            raise Malformed(f"This is {len(text):,} characters long; {MAX_CHARS:,} is the most.", field)
    known = set(evidence.source(case.pack).headings) | set(case.chip.cites)
    if unknown := [cite for cite in wording.cites if cite not in known]:
        raise Malformed(f"The pack has no section “{unknown[0]}”.", "cites")
    _take_name(case, wording.q)


def _take_name(case: _Case, q: str) -> None:
    name = case.chip.cid if q == case.chip.writer_q else packs.chip_id(q)
    row, _ = ChipName.objects.get_or_create(pack=case.pack, name=name, defaults={"chip": case.chip})
    if row.chip_id != case.chip.pk:
        other = row.chip
        raise Malformed(
            f"Chip {other.cid} (“{other.q}”) has or had this question: each question is one chip.", "q"
        )


def _stands(chip: Chip) -> acts.Wording:
    return acts.Wording(chip.q, chip.a, tuple(chip.cites))


def _meant(chip: Chip, sent: acts.Wording) -> acts.Wording:
    return sent.like(_stands(chip), acts.Wording(chip.writer_q, chip.writer_a, ()))


def _restore(chip: Chip, after: acts.Chip) -> None:
    chip.q, chip.a, chip.cites = after.wording.q, after.wording.a, list(after.wording.cites)
    chip.findings = publishing.stored(evidence.findings(chip.pack, chip.q, chip.a, chip.cites))
    _write(chip, after.status, after.grounds, "q", "a", "cites", "findings")


def _write(chip: Chip, status: acts.Status, grounds: acts.Grounds, *fields: str) -> None:
    """Write the row one version on, if nobody else did."""
    start, end = grounds.span or (None, None)
    version = chip.version
    chip.status, chip.version = status, version + 1
    chip.quote, chip.quote_cite, chip.quote_start, chip.quote_end = grounds.quote, grounds.cite, start, end
    names = ("status", "version", "quote", "quote_cite", "quote_start", "quote_end", *fields)
    values = {name: getattr(chip, name) for name in names}
    if Chip.objects.filter(pk=chip.pk, version=version).update(**values) != 1:
        raise StaleChip(version + 1, version)


def _rehold(
    pack: Pack, chain: Chain, ask: Ask, fallen: evidence.Fallen, article_sha: str, is_first: bool
) -> Done:
    chip = fallen.chip
    why = f"A newer article (sha256 {article_sha[:12]}…) does not have its quote: {fallen.verdict.text} {ask.why}"
    _write(chip, "held", acts.NO_GROUNDS)
    entry = ledger.append(
        chain,
        "re-hold",
        user=ask.judge,
        why=why.strip(),
        chip=chip,
        key=ask.key if is_first else None,
        request_sha=ask.sha if is_first else "",
        version=chip.version,
        source="verified" if pack.article_id else "unverified",
        article=article_sha,
        **_words(chip),
    )
    return Done(entry)


def need_why(ask: Ask, act: str) -> None:
    if act in acts.WHY_NEEDED and acts.is_blank(ask.why):
        raise Malformed("Say why: it goes into the ledger.", "why")


def _words(chip: Chip) -> dict[str, Any]:
    return {
        "q": ledger.sha(chip.q),
        "a": ledger.sha(chip.a),
        "cites": list(chip.cites),
    }


def _said(grounds: acts.Grounds) -> dict[str, Any]:
    return {
        "quote": grounds.quote,
        "quote_cite": grounds.cite,
        "quote_span": list(grounds.span) if grounds.span else None,
    }


def _status(chip: Chip) -> acts.Status:
    return cast(acts.Status, chip.status)
