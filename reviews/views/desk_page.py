"""What the desk shows of one chip: everything a judge needs in front of them, read in a handful of queries."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from reviews import evidence, exclusions
from reviews.core import acts, gates
from reviews.core.cut import cut
from reviews.core.wording import diff
from reviews.forms.desk import LONGEST
from reviews.models import Chip, Entry, Exclusion, Pack, Seat, User
from reviews.views import desk_quote, desk_rows, desk_said, findings
from reviews.views import two as second
from reviews.views.desk_rows import Dot
from reviews.views.findings import GATE_NAMES
from reviews.views.queue import SHOWN, next_pack, shown, within
from reviews.views.reasons import REASONS

EVERY_ACT = ("publish", "hold", "hand-edit", "drop", "undo")
TOLD = {
    "publish": "Published",
    "hold": "Held",
    "hand-edit": "Edited",
    "drop": "Dropped",
    "undo": "Undone",
    "re-hold": "Held again",
    "opinion": "Your opinion is kept, unseen until another judge has given theirs",
    "dispute": "The other judge said otherwise, so a third decides",
    "strike": "Struck",
}


@dataclass(frozen=True)
class Answer:
    """What came of a request, for the page: its status, the words typed, what was refused, what was done."""

    status: int = 200
    typed: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    wrong: str = ""  # the field to mend
    findings: tuple[gates.Finding, ...] = ()
    is_conflict: bool = False
    done: Entry | None = None
    seat: Seat | None = None  # from which it was done
    is_editing: bool = False

    @property
    def is_at_field(self) -> bool:
        """Whether the field to mend is on the page: then the error is said there, and nowhere else."""
        return self.wrong == "why" or (self.is_editing and self.wrong in ("q", "a"))


def desk_url(pack: Pack, chip: str = "", **more: Any) -> str:
    """The desk's address for a chip; the filter and the like ride along."""
    query = {name: value for name, value in {"chip": chip, **more}.items() if value}
    return reverse("desk", args=[pack.slug]) + (f"?{urlencode(query)}" if query else "")


def show(request: HttpRequest, pack: Pack, chip: Chip | None, answer: Answer) -> HttpResponse:
    """The desk: the whole page, or for a swap the part that changes."""
    is_swap = request.headers.get("HX-Request") == "true"
    names = context(request, pack, chip, answer) | {"is_swap": is_swap}
    return render(request, f"reviews/{'_desk' if is_swap else 'desk'}.html", names, status=answer.status)


def context(request: HttpRequest, pack: Pack, chip: Chip | None, answer: Answer) -> dict[str, Any]:
    """Names for the templates."""
    assert isinstance(request.user, User)
    seat = answer.seat or desk_rows.seat_of(pack, request.user)
    excluded = None if answer.seat else exclusions.of(request.user, pack)
    only = shown(request)
    chips = desk_rows.chips_of(pack, chip)
    done = answer.done or _done(request, pack)
    answer = replace(answer, done=done)
    return {
        "pack": pack,
        "at_desk": desk_url(pack),
        "sums": pack.sums,
        "seat": seat,
        "excluded": excluded,
        "chips": chips,
        "only": only,
        "is_gate": only in GATE_NAMES,
        "states": SHOWN,
        "key": secrets.token_urlsafe(12),
        "answer": answer,
        "done": done,
        "told": _told(done) if done else "",
        "last": _own_last_act(pack, request.user, answer),
        "reasons": REASONS,
        **(
            _chip_context(request, pack, chip, chips, answer, seat, excluded)
            if chip
            else _nothing_left(pack, request.user)
        ),
    }


def _chip_context(
    request: HttpRequest,
    pack: Pack,
    chip: Chip,
    chips: list[Dot],
    answer: Answer,
    seat: Seat | None,
    excluded: Exclusion | None,
) -> dict[str, Any]:
    user = cast(User, request.user)
    only, two = shown(request), second.of(pack, chip, user)
    suggested = desk_quote.suggested(pack, chip, two.disputed if two else ())
    sections = desk_rows.sections_of(pack)
    by_id = {section.sid: section for section in sections}
    taken = desk_quote.taken(request.GET.get("take", ""), suggested)
    recited = desk_quote.recited(request.GET, pack, chip, by_id)
    typed = {**_as_it_stands(chip), **_quote_before(answer.done, chip), **taken, **recited, **answer.typed}
    among = within(pack, chip, chips, only)
    closed = _closed(pack, chip, seat, excluded, two)
    # Words that were refused stay in their form, even where the form cannot be sent again.
    is_editing = answer.is_editing and ("hand-edit" not in closed or bool(answer.error))
    at_quote = not is_editing and _is_at_quote(pack, answer, closed)
    found = _found(pack, chip, typed, replace(answer, findings=()) if at_quote else answer, is_editing)
    verdict = desk_quote.verdict(pack, typed)
    entries = desk_rows.done_to(chip)
    cites = desk_quote.cites(chip, typed, by_id) if is_editing else chip.cites
    also = request.GET.get("also") or request.GET.get("recite", "")
    cited = desk_quote.cited(pack, cites, by_id, also)
    at = next(n for n, c in enumerate(among) if c.pk == chip.pk)
    to = {f"to_{act}": reverse(act, args=[pack.slug, chip.cid]) for act in ("publish", "hold", "drop")}
    return {
        "chip": chip,
        **to,
        "place": chip.position + 1,
        "previous": among[at - 1],
        "next": among[(at + 1) % len(among)],
        "typed": typed,
        "findings": found,
        "at_quote": at_quote,
        "may_override": is_editing or "publish" not in closed,
        "cite_numbers": findings.numbers_of_cites(found, cites),
        "quote_numbers": findings.numbers_of_quote(found),
        "asks_quote": any(group.gate == "quote" for group in found),
        "skipped": gates.skipped(evidence.source(pack)) if pack.article_id is None else [],
        "cited": cited,
        "cites_now": [one for one in cited if not one["is_extra"]],
        "recites": desk_quote.recites(chip.cites, cites, by_id),
        "sections": sections,
        "verdict": verdict,
        "half": desk_quote.halved(pack, verdict),
        "suggested": suggested,
        "headings": tuple((section.sid, section.heading) for section in sections),
        "recited": by_id.get(request.GET.get("recite", "")) if recited else None,
        **_marked(pack, chip, found),
        "rewording": _rewording(chip),
        "closed": closed,
        "two": two,
        "is_editing": is_editing,
        "other_article": desk_rows.other_article(pack),
        "entries": entries,
        "last_done": desk_said.last(entries),
        "to_undo": desk_said.standing(entries),
        "conflict": _conflict(pack, chip, answer, entries, closed),
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


def _told(done: Entry) -> str:
    """What was done, in a word; of an undo also what it took back."""
    if done.act != "undo":
        return TOLD.get(done.act, "")
    return f"Undone, the {Entry.objects.get(chain=done.chain_id, seq=done.said['undoes']).act} of"


def _nothing_left(pack: Pack, user: User) -> dict[str, Any]:
    """Where to go on when no chip is left here: the next pack in which one waits."""
    n_for_others = pack.n_open if pack.second else 0
    return {"chip": None, "following": next_pack(pack, user), "n_for_others": n_for_others}


def _is_at_quote(pack: Pack, answer: Answer, closed: Mapping[str, str]) -> bool:
    """Whether nothing but the quote stands in the way of publishing: then that is said at its field, and nowhere else."""
    is_alone = bool(answer.findings) and all(one.gate == "quote" for one in answer.findings)
    return is_alone and pack.article_id is not None and "publish" not in closed


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


def _done(request: HttpRequest, pack: Pack) -> Entry | None:
    """The act that the redirect after a plain form tells of: one's own, in this pack."""
    seq = request.GET.get("done", "")
    if not (seq.isascii() and seq.isdecimal() and len(seq) < 10):
        return None
    own = Entry.objects.filter(chain__pack=pack, user=request.user.pk, chip__isnull=False)
    return own.select_related("chip").filter(seq=int(seq)).first()


def _own_last_act(pack: Pack, user: User, answer: Answer) -> Entry | None:
    """One's own newest act that still stands on top of its chip: what the key U takes back."""
    if answer.status == 201 and answer.done is not None and answer.done.act not in ("undo", "dispute"):
        return answer.done  # it was recorded just now
    return desk_rows.own_last_act(pack, user)
