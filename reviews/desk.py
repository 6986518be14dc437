"""The only room that changes a chip (`strikes` beside it does the same for bullets and digests). Each act is one short transaction with one entry in the ledger.

What is asked before an act, and in which order, is told by `cases`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from reviews import cases, counts, evidence, exclusions, histories, ledger, opinions, publishing
from reviews.cases import Ask, Case, Done
from reviews.core import acts
from reviews.core import opinions as rules
from reviews.core import pack as packs
from reviews.core.refusals import ActRefused, AnotherJudge, Malformed, NoSeat, StaleChip
from reviews.models import Chain, Chip, ChipName, Opinion, Pack
from reviews.models.kept import KeptUpdate, given
from reviews.publishing import Quoted

__all__ = ["Ask", "Done", "Quoted",
           "drop", "edit_and_publish", "hand_edit", "hold", "publish", "rehold", "undo"]  # fmt: skip
STANDING = ("status", "version", "quote", "quote_cite", "quote_start", "quote_end")
_STANDS_NOW = KeptUpdate(lambda: Chip.objects.filter(pk=given("pk"), version=given("before")), *STANDING)


def publish(pack: Pack, cid: str, ask: Ask, quoted: Quoted, overrides: Sequence[str] = ()) -> Done:
    """Publish a chip on a quote that stands, or over findings that the judge overrides with a reason."""
    if chip := cases.found(pack, cid):
        # Kept, and asked again under the lock: nobody waits there while the article is read.
        publishing.objections(pack, _stands(chip), quoted)
    with cases.case(pack, cid, ask, "publish") as case:
        return case if isinstance(case, Done) else _publish(case, quoted, overrides)


def hold(pack: Pack, cid: str, ask: Ask) -> Done:
    """Hold a chip; its quote is emptied."""
    ledger.need_why("hold", ask.why)
    with cases.case(pack, cid, ask, "hold") as case:
        if isinstance(case, Done):
            return case
        return _decide(case, "hold", acts.NO_GROUNDS, [])


def drop(pack: Pack, cid: str, ask: Ask) -> Done:
    """Drop a chip; only undo brings it back."""
    ledger.need_why("drop", ask.why)
    with cases.case(pack, cid, ask, "drop") as case:
        if isinstance(case, Done):
            return case
        _may_judge(case, "drop")
        _write(case.chip, "dropped", acts.NO_GROUNDS)
        return case.record("drop", **_words(case.chip))


def hand_edit(pack: Pack, cid: str, ask: Ask, wording: acts.Wording) -> Done | None:
    """Give a chip other words or cites; it waits again, ungrounded. None when nothing changes: nothing is recorded."""
    evidence.findings(pack, wording.q, wording.a, wording.cites)  # kept, and asked again under the lock
    with cases.case(pack, cid, ask, "hand-edit") as case:
        if isinstance(case, Done):
            return case
        meant = _meant(case.chip, wording)
        if meant == _stands(case.chip):
            return None
        ledger.need_why("hand-edit", ask.why)
        return _hand_edit(case, meant)


def edit_and_publish(
    pack: Pack, cid: str, ask: Ask, wording: acts.Wording, quoted: Quoted, overrides: Sequence[str] = ()
) -> Done:
    """A hand-edit and the publishing of the new words in one transaction: both entries, or neither."""
    publishing.objections(pack, wording, quoted)  # kept, and asked again under the lock
    with cases.case(pack, cid, ask, "hand-edit") as case:
        if isinstance(case, Done):
            return case
        meant = _meant(case.chip, wording)
        if meant != _stands(case.chip):
            ledger.need_why("hand-edit", ask.why)
            _hand_edit(replace(case, ask=replace(ask, key="")), meant)  # the key is the publication's
            case = replace(case, counted=counts.counting(case.chip))
        cases.may_be_given(case.chip, "publish")
        return _publish(case, quoted, overrides)


def undo(pack: Pack, cid: str, ask: Ask, overrides: Sequence[str] = ()) -> Done:
    """Take back the newest standing act on a chip. Where that would publish it again, everything is asked again."""
    evidence.source(pack)  # kept: nobody waits at the lock while the article is read
    with cases.case(pack, cid, ask, "undo") as case:
        if isinstance(case, Done):
            return case
        own = opinions.standing(case.chip) if case.pack.second else None
        if own and own.user_id == ask.judge.pk:
            opinions.take_back(own)
            return case.record("undo", undoes=own.entry.seq)
        state = histories.history(case.pack, case.chip)
        if not state.acts:
            raise ActRefused("Nothing stands on this chip that could be undone.")
        if state.acts[-1].act == "dispute":
            raise ActRefused("Two judges disagree about this chip. A third settles that; it is not undone.")
        refusal = acts.against_undo(state, ask.judge.actor, case.pack.rule)
        if refusal := refusal or acts.against_now(state, "undo", ask.judge.actor, case.pack.rule):
            raise AnotherJudge(refusal)
        after = acts.undo(state)
        spoken = (
            publishing.published_again(case.pack, after, overrides) if after.status == "published" else []
        )
        if set(spoken) - set(publishing.restored_overrides(after)):
            ledger.need_why("override", ask.why)
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
        if not ask.judge.is_admin_now():
            raise NoSeat("Only an admin holds chips again because their article changed.")
        exclusions.refuse(ask.judge, pack)
        cases.still_open(pack)
        if chain.size != ask.version:
            raise ActRefused("Something was recorded after this page was made. Look at the chips once more.")
        fallen = evidence.fallen(pack, article_sha)
        if not fallen:
            raise ActRefused("Every published quote still stands in that article, so no chip is held again.")
        done = [_rehold(pack, chain, ask, one, article_sha, n == 0) for n, one in enumerate(fallen)]
        counts.recount(pack)
    return done


def _publish(case: Case, quoted: Quoted, overrides: Sequence[str]) -> Done:
    grounds, findings = publishing.objections(case.pack, _stands(case.chip), quoted)
    spoken = publishing.spoken(findings, overrides)
    if spoken:
        ledger.need_why("override", case.ask.why)
    return _decide(case, "publish", grounds, spoken)


def _decide(case: Case, verdict: str, grounds: acts.Grounds, spoken: list[str]) -> Done:
    """A verdict that decides by itself, or as one of two: the first is sealed, the second agrees or disagrees."""
    _may_judge(case, verdict)
    chip, said = case.chip, {**_said(grounds), "overrides": spoken}
    if not chip.asks_two:
        _write(chip, acts.BECOMES[verdict], grounds)
        return case.record(verdict, **_words(chip), **(said if verdict == "publish" else {}))
    first = opinions.standing(chip)
    if first is None or exclusions.of(first.user, case.pack):
        return _seal(case, verdict, grounds, spoken, first)
    opens = opinions.opened(first)
    if json.loads(first.said)["act"] != verdict:
        _write(chip, "disputed", acts.NO_GROUNDS)
        return case.record("dispute", verdict=verdict, opens=opens, **_words(chip), **said)
    _write(chip, acts.BECOMES[verdict], grounds)
    return case.record(verdict, opens=opens, **_words(chip), **(said if verdict == "publish" else {}))


def _seal(case: Case, verdict: str, grounds: acts.Grounds, spoken: list[str], gone: Opinion | None) -> Done:
    """The first of two opinions: the chip stays as it is, and the entry says that there is one, not which.

    It takes the place of a sealed one whose judge was excluded since: nothing is decided on that any more.
    """
    instead = {"instead_of": gone.entry.seq} if gone else {}
    said = rules.said(verdict, case.ask.why, grounds.quote, grounds.cite, grounds.span, spoken)
    sealed = opinions.sealed(said)
    quiet = replace(case, ask=replace(case.ask, why=""))
    done = quiet.record("opinion", seal=sealed.seal, **instead, **_words(case.chip))
    opinions.keep(done.entry, case.chip, case.ask.judge, sealed, gone)
    return done


def _may_judge(case: Case, act: str) -> None:
    """Where a second judge is asked: not an author, not one of the two who disagree, not twice."""
    if not case.pack.rule.asks_some and case.chip.status != "disputed":
        return
    state = histories.history(case.pack, case.chip)
    refusal = acts.against(state, act, case.ask.judge.actor, case.pack.rule)
    if refusal := refusal or acts.against_now(state, act, case.ask.judge.actor, case.pack.rule):
        raise AnotherJudge(refusal)
    if case.chip.status == "disputed" and act in rules.VERDICTS:
        ledger.need_why("settle", case.ask.why)


def _hand_edit(case: Case, wording: acts.Wording) -> Done:
    if case.chip.status == "disputed":
        _may_judge(case, "hand-edit")
    _may_be_written(case, wording)
    chip = case.chip
    chip.q, chip.a, chip.cites = wording.q, wording.a, list(wording.cites)
    chip.findings = publishing.stored(evidence.findings(case.pack, chip.q, chip.a, chip.cites))
    ledger.keep([chip.q, chip.a])
    _write(chip, "waiting", acts.NO_GROUNDS, "q", "a", "cites", "findings")
    return case.record("hand-edit", **_words(chip))


def _may_be_written(case: Case, wording: acts.Wording) -> None:
    for field, text in (("q", wording.q), ("a", wording.a)):
        if acts.is_blank(text):
            raise Malformed("A chip needs both a question and an answer.", field)
        if len(text) > acts.LONGEST[field]:
            raise Malformed(
                f"This is {len(text):,} characters long; {acts.LONGEST[field]:,} is the most.", field
            )
    known = set(evidence.source(case.pack).headings) | set(case.chip.cites)
    if unknown := [cite for cite in wording.cites if cite not in known]:
        raise Malformed(f"The pack has no section “{unknown[0]}”.", "cites")
    _take_name(case, wording.q)


def _take_name(case: Case, q: str) -> None:
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
    if _STANDS_NOW(pk=chip.pk, before=version, **{name: getattr(chip, name) for name in STANDING}) != 1:
        raise StaleChip(version + 1, version)
    if fields:
        Chip.objects.filter(pk=chip.pk).update(**{name: getattr(chip, name) for name in fields})


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
