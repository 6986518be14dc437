"""Entries as a page tells them, in words. Nothing is written, and no tampered body breaks a page."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.urls import reverse

from reviews import ledger
from reviews.core import utc
from reviews.core.acts import BECOMES, CHIP_ACTS
from reviews.core.wording import Piece, diff
from reviews.models import Chip, Entry, User
from reviews.templatetags.pack_tags import ROWS

ACTS = (
    "load", "attach", "found", "seat", "vacate", "exclude", "readmit", "opinions", "opinion", *CHIP_ACTS, "strike",
    "undo", "carry", "ratify", "reopen", "supersede",
)  # fmt: skip
STATUS = {**BECOMES, "strike": "dropped", "ratify": "ratified"}
GONE = "These words are gone from the tables."

Words = tuple[str, str, tuple[str, ...]]  # question, answer, cites


@dataclass(frozen=True)
class Rewording:
    """What a hand-edit changed: the words piece by piece, and the cites, before and after, if they differ."""

    q: list[Piece]
    a: list[Piece]
    cites: tuple[tuple[str, ...], tuple[str, ...]] | None


@dataclass(frozen=True)
class Told:
    """One entry for a page. `what` is a sentence; `undoes` and `undone_by` name entries of the same chain."""

    entry: Entry
    status: str
    why: str = ""
    seat: str = ""
    quote: str = ""
    cite: str = ""
    overrides: tuple[str, ...] = ()
    figure: str = ""
    struck: str = ""
    judge: str = ""
    starts: datetime | None = None
    ends: datetime | None = None
    what: str = ""
    rewording: Rewording | None = None
    undoes: int | None = None
    undoes_act: str = ""
    undone_by: int | None = None

    @property
    def anchor(self) -> str:
        return self._anchor(self.entry.seq)

    @property
    def url(self) -> str:
        return self._url(self.entry.seq)

    @property
    def undoes_url(self) -> str:
        return "" if self.undoes is None else self._url(self.undoes)

    @property
    def undone_by_url(self) -> str:
        return "" if self.undone_by is None else self._url(self.undone_by)

    def _anchor(self, seq: int) -> str:
        return f"entry-{self.entry.chain_id}-{seq}"

    def _url(self, seq: int) -> str:
        """Where an entry of the same chain is shown: on the first page, or on the one that begins with it."""
        pack = self.entry.chain.pack
        if pack is None:
            return f"{reverse('ledger')}?chain=desk#{self._anchor(seq)}"
        page = f"?from={seq}" if seq >= ROWS else ""
        return f"{reverse('pack_ledger', args=[pack.slug])}{page}#{self._anchor(seq)}"


def tell(entries: Sequence[Entry], undone: Mapping[int, int] | None = None) -> list[Told]:
    """Entries (user, chip, chain, pack at hand) in order; `undone` says by which entry one was undone."""
    bodies = {entry.pk: body_of(entry.body) for entry in entries}
    people = _people(bodies.values())
    acts = _undone_acts(entries, bodies)
    edits = _edits(entries)
    kept = _kept([*bodies.values(), *(body_of(edit.body) for edit in edits)])
    rewordings = _rewordings(edits, kept, bodies)
    return [
        replace(
            _told(entry, bodies[entry.pk], people, acts),
            struck=kept.get(text(bodies[entry.pk], "text"), GONE) if entry.act == "strike" else "",
            rewording=rewordings.get(entry.pk),
            undone_by=(undone or {}).get(entry.seq),
        )
        for entry in entries
    ]


def body_of(text: str) -> dict[str, Any]:
    """A body parsed; empty where it is no JSON object, which the chain's own check has to say."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def texts(body: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A list of texts out of a body, and nothing else."""
    value = body.get(name)
    return tuple(text for text in value if isinstance(text, str)) if isinstance(value, list) else ()


def text(body: Mapping[str, Any], name: str) -> str:
    """A text or a number out of a body, as text."""
    value = body.get(name)
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def number(body: Mapping[str, Any], name: str) -> int | None:
    """A number out of a body that an entry can have."""
    value = body.get(name)
    return value if isinstance(value, int) and 0 <= value < 2**31 else None


def _told(
    entry: Entry,
    body: Mapping[str, Any],
    people: Mapping[str, str],
    acts: Mapping[tuple[int, int], str],
) -> Told:
    undoes = number(body, "undoes")
    return Told(
        entry=entry,
        status=STATUS.get(entry.act, ""),
        why=text(body, "why"),
        seat=text(body, "seat"),
        quote=text(body, "quote"),
        cite=text(body, "quote_cite"),
        overrides=texts(body, "overrides"),
        figure=text(body, "figure"),
        judge=people.get(text(body, "judge"), ""),
        starts=_moment(text(body, "starts")),
        ends=_moment(text(body, "ends")),
        what=_what(entry.act, body),
        undoes=undoes,
        undoes_act=acts.get((entry.chain_id, undoes), "") if undoes is not None else "",
    )


def _what(act: str, body: Mapping[str, Any]) -> str:
    if act == "load":
        counts = body.get("counts")
        parts = [f"{n} {kind}" for kind, n in counts.items()] if isinstance(counts, dict) else []
        return f"The file with SHA-256 {text(body, 'file')[:12]}…: {', '.join(parts)}."
    if act == "attach":
        which = "The cited article" if body.get("is_cited") else "Another article than the cited one"
        return f"{which}, SHA-256 {text(body, 'article')[:12]}…, {text(body, 'how')}."
    if act == "ratify":
        source = (
            "with its cited article at hand"
            if body.get("source") == "verified"
            else "without its cited article"
        )
        return f"The pack was closed {source}."
    if act == "opinions":
        return _rule(body)
    if act == "opinion":
        return "A first opinion, sealed: the entry of the second opens it." + _instead(body)
    if isinstance(body.get("opens"), dict):
        return _opened(body)
    if act in ("exclude", "readmit"):
        where = f"any pack of the series “{text(body, 'series')}”" if body.get("series") else "this pack"
        return (
            f"Decides nothing on {where}."
            if act == "exclude"
            else f"May decide on {where} again, from a seat."
        )
    if act == "found":
        return "The desk's own ledger begins: it tells of seats over all packs, and of who is excluded from a series."
    return ""


def _instead(body: Mapping[str, Any]) -> str:
    seq = number(body, "instead_of")
    return "" if seq is None else f" It stands in place of entry {seq}, whose judge was excluded."


def _rule(body: Mapping[str, Any]) -> str:
    told = {
        "none": "One judge decides about each chip.",
        "rewritten": "Two judges are asked about each chip that was rewritten by hand.",
        "every": "Two judges are asked about every chip.",
        "sampled": f"Two judges are asked about {text(body, 'share')} in a hundred chips, drawn by hash.",
    }
    series = (
        f" Packs of the series {text(body, 'series')} that are loaded later too." if "series" in body else ""
    )
    return told.get(text(body, "rule"), "") + series


def _opened(body: Mapping[str, Any]) -> str:
    """The two opinions, in a sentence."""
    opens = body["opens"]
    said, verdict = body_of(text(opens, "said")), text(body, "verdict") or text(body, "act")
    first = f"The first opinion (entry {text(opens, 'seq')}) was {text(said, 'act')}"
    why = f", because: {text(said, 'why')}" if text(said, "why") else ""
    return f"{first}{why}. The second was {verdict}."


def _moment(text: str) -> datetime | None:
    try:
        return utc.read(text)
    except ValueError:
        return None


def _people(bodies: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The names of those who were seated or vacated; in the ledger they are random ids."""
    actors = {text(body, "judge") for body in bodies if "judge" in body}
    return dict(User.objects.filter(actor__in=actors).values_list("actor", "username"))


def _undone_acts(
    entries: Sequence[Entry], bodies: Mapping[int, Mapping[str, Any]]
) -> dict[tuple[int, int], str]:
    """The act of each entry that an undo names."""
    named = {(e.chain_id, seq) for e in entries if (seq := number(bodies[e.pk], "undoes")) is not None}
    found = Entry.objects.filter(chain__in={chain for chain, _ in named}, seq__in={seq for _, seq in named})
    return {(chain, seq): act for chain, seq, act in found.values_list("chain_id", "seq", "act")}


def _edits(entries: Sequence[Entry]) -> list[Entry]:
    """Every act on the chips that these entries edit by hand: the words before follow from them."""
    chips = {entry.chip_id for entry in entries if entry.act == "hand-edit"}
    acts = Entry.objects.filter(chip__in=chips).exclude(act="opinion")
    return list(acts.select_related("chip").order_by("chain_id", "seq"))


def _rewordings(
    acts: Sequence[Entry], kept: Mapping[str, str], wanted: Container[int]
) -> dict[int, Rewording]:
    """For each hand-edit wanted, the words before it against those after, from the writer's words on."""
    # The writer's words always stand: no undo names them.
    stood: dict[int | None, list[tuple[int | None, Words]]] = {
        act.chip_id: [(None, _writers(act.chip))] for act in acts if act.chip
    }
    found = {}
    for act in acts:
        stack, body = stood[act.chip_id], body_of(act.body)
        if act.act == "undo":
            if stack[-1][0] == number(body, "undoes") is not None:
                stack.pop()
            continue
        before = stack[-1][1]
        after = _after(body, kept) if act.act == "hand-edit" else before
        if act.pk in wanted and act.act == "hand-edit":
            found[act.pk] = _between(before, after)
        stack.append((act.seq, after))
    return found


def _kept(bodies: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The words that hand-edits and strikes name."""
    naming = [body for body in bodies if body.get("act") in ("hand-edit", "strike")]
    return ledger.words_of([{n: text(body, n) for n in ("q", "a", "text") if n in body} for body in naming])


def _writers(chip: Chip) -> Words:
    return chip.writer_q, chip.writer_a, tuple(chip.writer_cites)


def _after(body: Mapping[str, Any], kept: Mapping[str, str]) -> Words:
    q, a = (kept.get(text(body, name), GONE) for name in ("q", "a"))
    return q, a, texts(body, "cites")


def _between(before: Words, after: Words) -> Rewording:
    cites = (before[2], after[2]) if before[2] != after[2] else None
    return Rewording(diff(before[0], after[0]), diff(before[1], after[1]), cites)
