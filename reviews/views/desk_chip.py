"""The chip at hand, in parts: its place, its acts, what is held against its words, what carries them, what was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from reviews import evidence
from reviews.core import acts, gates
from reviews.core.cut import cut
from reviews.core.wording import diff
from reviews.evidence import Suggested
from reviews.forms.desk import LONGEST
from reviews.models import Chip, Entry, Exclusion, Pack, Seat, Section, User
from reviews.views import desk_quote, desk_rows, desk_said, findings
from reviews.views import two as second
from reviews.views.desk_answer import Answer
from reviews.views.desk_rows import Dot
from reviews.views.queue import beside, shown

EVERY_ACT = ("publish", "hold", "hand-edit", "drop", "undo")


@dataclass(frozen=True)
class AtHand:
    """A chip with what several parts of its page need, each read once."""

    pack: Pack
    chip: Chip
    answer: Answer
    given: QueryDict  # what the address asks for
    two: second.Two | None
    closed: Mapping[str, str]
    sections: Sequence[Section]
    suggested: Suggested
    are_later: bool
    typed: Mapping[str, Any]
    is_recited: bool
    is_editing: bool

    @property
    def by_id(self) -> dict[str, Section]:
        return {section.sid: section for section in self.sections}

    @property
    def at_quote(self) -> bool:
        """Whether nothing but the quote stands in the way of publishing: then that is said at its field, and nowhere else."""
        found = self.answer.findings
        is_alone = bool(found) and all(one.gate == "quote" for one in found)
        is_open = self.pack.article_id is not None and "publish" not in self.closed
        return not self.is_editing and is_alone and is_open


def context(
    request: HttpRequest,
    pack: Pack,
    chip: Chip,
    chips: list[Dot] | None,
    answer: Answer,
    seat: Seat | None,
    excluded: Exclusion | None,
) -> dict[str, Any]:
    """Names for the templates of one chip."""
    user = cast(User, request.user)
    two = second.of(pack, chip, user)
    at = _at_hand(request.GET, pack, chip, answer, two, _closed(pack, chip, seat, excluded, two))
    return {
        "chip": chip,
        "typed": at.typed,
        "two": two,
        **_place(pack, chip, chips, shown(request)),
        **_acts(at),
        **_evidence(at),
        **_quote(at),
        **_history(at),
        "rewording": _rewording(chip),
    }


def _at_hand(
    given: QueryDict,
    pack: Pack,
    chip: Chip,
    answer: Answer,
    two: second.Two | None,
    closed: Mapping[str, str],
) -> AtHand:
    are_offered = "publish" not in closed
    are_later = are_offered and desk_quote.are_later(given, pack)
    is_asked = are_offered and not are_later
    suggested = desk_quote.suggested(pack, chip, two) if is_asked else Suggested()
    sections = desk_rows.sections_of(pack)
    taken = desk_quote.taken(given.get("take", ""), suggested)
    recited = desk_quote.recited(given, pack, chip, {section.sid: section for section in sections})
    typed = {**_as_it_stands(chip), **_quote_before(answer.done, chip), **taken, **recited, **answer.typed}
    # Words that were refused stay in their form, even where the form cannot be sent again.
    is_editing = answer.is_editing and ("hand-edit" not in closed or bool(answer.error))
    return AtHand(
        pack,
        chip,
        answer,
        given,
        two,
        closed,
        sections,
        suggested,
        are_later,
        typed,
        bool(recited),
        is_editing,
    )


def _place(pack: Pack, chip: Chip, chips: list[Dot] | None, only: str) -> dict[str, Any]:
    """Where the chip stands in its pack, and which are before and after it under the filter."""
    previous, following = beside(pack, chip, chips, only)
    return {"place": chip.position + 1, "previous": previous, "next": following}


def _acts(at: AtHand) -> dict[str, Any]:
    """Where each act is sent, and which may be pressed."""
    return {
        **{
            f"to_{act}": reverse(act, args=[at.pack.slug, at.chip.cid]) for act in ("publish", "hold", "drop")
        },
        "closed": at.closed,
        "is_editing": at.is_editing,
        "may_override": at.is_editing or "publish" not in at.closed,
    }


def _evidence(at: AtHand) -> dict[str, Any]:
    """What the gates hold against the words, and the sections beside which both are read."""
    pack, chip, by_id = at.pack, at.chip, at.by_id
    found = _found(
        pack, chip, at.typed, replace(at.answer, findings=()) if at.at_quote else at.answer, at.is_editing
    )
    cites = desk_quote.cites(chip, at.typed, by_id) if at.is_editing else chip.cites
    cited = desk_quote.cited(pack, cites, by_id, at.given.get("also") or at.given.get("recite", ""))
    return {
        "findings": found,
        "at_quote": at.at_quote,
        "asks_quote": any(group.gate == "quote" for group in found),
        "cite_numbers": findings.numbers_of_cites(found, cites),
        "quote_numbers": findings.numbers_of_quote(found),
        "skipped": gates.skipped(evidence.source(pack)) if pack.article_id is None else [],
        "cited": cited,
        "cites_now": [one for one in cited if not one["is_extra"]],
        "recites": desk_quote.recites(chip.cites, cites, by_id),
        "sections": at.sections,
        "headings": tuple((section.sid, section.heading) for section in at.sections),
        "other_article": desk_rows.other_article(pack),
        **_marked(pack, chip, found),
    }


def _quote(at: AtHand) -> dict[str, Any]:
    """The quote in its field, what the article says to it, and which sentences might carry the answer."""
    verdict = desk_quote.verdict(at.pack, at.typed)
    return {
        "verdict": verdict,
        "mend": desk_quote.mend(at.pack, verdict, at.typed["cites"], at.typed["quote"]),
        "suggested": at.suggested,
        "are_later": at.are_later,
        "recited": at.by_id.get(at.given.get("recite", "")) if at.is_recited else None,
    }


def _history(at: AtHand) -> dict[str, Any]:
    """What was done to the chip, what an undo would take back, and who was first where one came too late."""
    entries = desk_rows.done_to(at.chip)
    return {
        "entries": entries,
        "last_done": desk_said.last(entries),
        "to_undo": desk_said.standing(entries),
        "conflict": _conflict(at.pack, at.chip, at.answer, entries, at.closed),
    }


def _as_it_stands(chip: Chip) -> dict[str, Any]:
    """What the fields show before anything is typed."""
    return {
        "q": chip.q,
        "a": chip.a,
        "cites": chip.cites,
        "quote": chip.quote,
        "quote_cite": chip.quote_cite,
        "quote_start": chip.quote_start,
        "quote_end": chip.quote_end,
        "why": "",
        "override": [],
    }


def _quote_before(done: Entry | None, chip: Chip) -> dict[str, Any]:
    """The quote of a publication that was just undone: it is offered again, not lost."""
    if done is None or done.act != "undo" or done.chip_id != chip.pk or chip.status == "published":
        return {}
    undone = Entry.objects.get(chain=done.chain_id, seq=done.said["undoes"]).said
    if not undone.get("quote"):
        return {}
    start, end = undone["quote_span"] or (None, None)
    return {
        "quote": undone["quote"],
        "quote_cite": undone["quote_cite"],
        "quote_start": start,
        "quote_end": end,
    }


def _found(
    pack: Pack, chip: Chip, typed: Mapping[str, Any], answer: Answer, is_editing: bool
) -> list[findings.Group]:
    """What the gates hold against the words on the page, by the rules in force, and what was refused just now, each once."""
    words = typed if is_editing else _as_it_stands(chip)
    q, a = (words[name].replace("\r\n", "\n")[:LONGEST] for name in ("q", "a"))
    found = evidence.findings(pack, q, a, words["cites"])
    return findings.groups([*found, *(one for one in answer.findings if one not in found)])


def _marked(pack: Pack, chip: Chip, made: list[findings.Group]) -> dict[str, Any]:
    """The words cut at their marks and findings, and the marks that the cited sections lack, each once."""
    found = evidence.marks(pack, chip.a, chip.cites)
    lacking = dict.fromkeys(chip.a[mark.start : mark.end] for mark in found if mark.lacking)
    return {
        "q_runs": tuple(cut(chip.q, [], findings.held(made, "q"))),
        "a_runs": tuple(cut(chip.a, found, findings.held(made, "a"))),
        "lacking": list(lacking),
    }


def _rewording(chip: Chip) -> dict[str, Any] | None:
    """The writer's words against those that stand, word by word."""
    if not chip.is_rewritten:
        return None
    return {"q": diff(chip.writer_q, chip.q), "a": diff(chip.writer_a, chip.a)}


def _closed(
    pack: Pack, chip: Chip, seat: Seat | None, excluded: Exclusion | None, two: second.Two | None
) -> dict[str, str]:
    """For each act that may not be pressed, why."""
    status: acts.Status = chip.status  # type: ignore[assignment]
    if excluded:
        return dict.fromkeys(EVERY_ACT, excluded.told)
    if seat is None:
        return dict.fromkeys(EVERY_ACT, "You have no standing seat on this pack.")
    if pack.is_ratified:
        return dict.fromkeys(EVERY_ACT, "This pack is ratified.")
    every = ("publish", "hold", "hand-edit", "drop")
    closed = {act: f"This chip is {status}." for act in every if not acts.is_open(status, act)}
    if chip.asks_two:
        closed.pop("hold", None)
    if status == "disputed":
        closed["undo"] = "Two judges disagree about this chip: a third settles that."
    return closed | (two.closed_acts if two else {})


def _conflict(
    pack: Pack, chip: Chip, answer: Answer, entries: list[Entry], closed: Mapping[str, str]
) -> dict[str, Any] | None:
    """Theirs and yours, where somebody decided first."""
    if not answer.is_conflict:
        return None
    yours = answer.typed.get("a")
    return {
        **desk_said.conflict(pack, chip, entries, closed),
        "diff": diff(chip.a, yours) if yours else [],
    }
