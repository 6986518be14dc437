"""What the desk says of a second opinion: that two are asked, what oneself said, how two differ. Never more than one may know."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviews import evidence, histories, opinions
from reviews.core import acts
from reviews.core.suggest import overlap
from reviews.evidence import Sentence
from reviews.models import Chip, Pack, User


@dataclass(frozen=True)
class Said:
    """One opinion for the page: whose, from which seat, and the verdict with its grounds."""

    who: str
    seat: str
    verdict: str
    why: str
    quote: str
    sentence: Sentence | None = None  # the same as drawn, where it still stands in a section


@dataclass(frozen=True)
class Two:
    """What a judge sees of the two opinions on a chip. `closed_acts` says why an act is for somebody else."""

    asks: bool
    own: Said | None
    disputed: tuple[Said, ...]
    closed_acts: dict[str, str]


def of(pack: Pack, chip: Chip, user: User) -> Two | None:
    """None for a pack in which nobody ever asked for a second opinion."""
    if not pack.second:
        return None
    state = histories.history(pack, chip)
    against = {act: acts.against(state, act, user.actor, pack.rule) for act in ("publish", "hold", "drop")}
    against["hand-edit"] = acts.against_now(state, "hand-edit", user.actor, pack.rule)
    if state.acts:
        refusal = acts.against_undo(state, user.actor, pack.rule)
        against["undo"] = refusal or acts.against_now(state, "undo", user.actor, pack.rule)
    return Two(
        asks=chip.asks_two,
        own=_own(chip, user),
        disputed=_disputed(chip, state),
        closed_acts={act: refusal for act, refusal in against.items() if refusal},
    )


def _own(chip: Chip, user: User) -> Said | None:
    """One's own sealed opinion; nobody else's, whoever asks."""
    found = opinions.standing(chip)
    if found is None or found.user_id != user.pk:
        return None
    said: dict[str, Any] = json.loads(found.said)
    sentence = _sentence(chip, said["quote_cite"], said["quote_span"])
    return _said(user.username, "", said["act"], said["why"], said["quote"], sentence)


def _disputed(chip: Chip, state: acts.Chip) -> tuple[Said, ...]:
    newest = state.acts[-1] if state.acts else None
    if newest is None or newest.act != "dispute" or newest.first is None:
        return ()
    names = dict(User.objects.filter(actor__in=state.parties).values_list("actor", "username"))
    return tuple(
        _said(
            names.get(act.actor, ""), act.seat or "", act.verdict, act.why, act.grounds.quote,
            _sentence(chip, act.grounds.cite, act.grounds.span),
        )
        for act in (newest.first, newest)
    )  # fmt: skip


def _said(who: str, seat: str, verdict: str, why: str, quote: str, sentence: Sentence | None) -> Said:
    return Said(who, seat, verdict, why, sentence.words if sentence else quote, sentence)


def _sentence(chip: Chip, cite: str, span: Sequence[int] | None) -> Sentence | None:
    """A quote as the section shows it: what is kept of it is the article's Markdown."""
    if not span or cite not in evidence.source(chip.pack).spans:
        return None
    place = (span[0], span[1])
    words = evidence.shown(chip.pack, cite, place)
    return Sentence(cite, place, words, tuple(overlap(words, chip.q, chip.a)))
