"""The state of a pack: the loaded file plus the acts that stand, replayed in order; an undo takes the newest one away.

What an act may be done to, and what it leaves, is told by `acts`; here is read what entries say of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reviews.core import acts, opinions
from reviews.core.acts import NO_GROUNDS, Act, Chip, Grounds, Item, Opinion, Status, Wording
from reviews.core.opinions import OF_ONE, Rule
from reviews.core.pack import short_sha


class ReplayError(ValueError):
    """An entry cannot have happened after those before it; `seq` names it."""

    def __init__(self, seq: int, text: str) -> None:
        self.seq = seq
        super().__init__(f"entry {seq}: {text}")


@dataclass(frozen=True)
class State:
    """A pack after some entries: chips and items in file order by id; `ratified` is the standing ratify entry's seq."""

    chips: dict[str, Chip] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    ratified: int | None = None
    rule: Rule = OF_ONE

    @property
    def is_touched(self) -> bool:
        """Does any act on a chip or an item stand, or an opinion?"""
        has_chip = any(chip.acts or chip.opinion for chip in self.chips.values())
        return has_chip or any(item.strike for item in self.items.values())

    @property
    def n_waiting(self) -> int:
        """Chips that keep the pack from being ratified."""
        return sum(chip.status in ("waiting", "disputed") for chip in self.chips.values())

    @property
    def n_rewritten(self) -> int:
        """Chips in the pack in words that a judge wrote; so many wordings of the writer's are gone from it."""
        return sum(chip.is_in_pack and chip.is_rewritten for chip in self.chips.values())


def loaded(data: Mapping[str, Any]) -> State:
    """The state of a pack as its file says it: `held` waits, unless the file is ratified already."""
    held: Status = "held" if data["status"] == "ratified" else "waiting"
    chips = {row["id"]: _loaded_chip(row, held) for row in data["chips"]}
    digests = [Item(f"digest:{s['id']}", s["digest"]) for s in data["sections"] if s["digest"] is not None]
    bullets = [Item(f"bullet:{short_sha(text)}", text) for text in data["short"]["bullets"]]
    return State(chips, {item.id: item for item in digests + bullets})


def state_after(
    data: Mapping[str, Any], bodies: Iterable[Mapping[str, Any]], words: Mapping[str, str]
) -> State:
    """The state after these entries. `words` gives texts by their SHA-256. Raises ReplayError at the first impossible one."""
    state = loaded(data)
    for body in bodies:
        try:
            state = _after(state, body, words)
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise ReplayError(int(body.get("seq", -1)), f"cannot be read ({error!r})") from error
    return state


def _loaded_chip(row: Mapping[str, Any], held: Status) -> Chip:
    words = Wording(row["q"], row["a"], tuple(row["cites"]))
    status: Status = "published" if row["published"] else held
    grounds = Grounds(row["quote"], row["quote_cite"])
    return Chip(row["id"], words, status, grounds, words, status, grounds)


def _after(state: State, body: Mapping[str, Any], words: Mapping[str, str]) -> State:
    """The state after one entry more. Nobody else has this one yet: its chips and items are changed in place."""
    act = body["act"]
    if act == "ratify":
        return replace(state, ratified=body["seq"])
    if act == "reopen":
        return replace(state, ratified=None)
    if act == "opinions":
        return replace(state, rule=Rule(body["rule"], body["share"], body["seed"]))
    if act in (*acts.CHIP_ACTS, "opinion") or (act == "undo" and body.get("chip")):
        chip = _chip_after(state, body, words)
        state.chips[chip.id] = chip
    elif act in ("strike", "undo"):
        item = _item_after(state, body, words)
        state.items[item.id] = item
    return state


def _chip_after(state: State, body: Mapping[str, Any], words: Mapping[str, str]) -> Chip:
    seq, chip = body["seq"], state.chips.get(body["chip"])
    if chip is None:
        raise ReplayError(seq, f"the file has no chip {body['chip']}")
    if state.ratified is not None:
        raise ReplayError(seq, f"the pack was ratified by entry {state.ratified}")
    after = _changed(chip, state.rule, body, words)
    if body["version"] != after.version:
        raise ReplayError(seq, f"leaves version {body['version']} where {after.version} follows")
    if body["act"] != "undo" and _wording(body, words) != after.wording:
        raise ReplayError(seq, f"was about other words than {chip.id} had")
    return after


def _changed(chip: Chip, rule: Rule, body: Mapping[str, Any], words: Mapping[str, str]) -> Chip:
    if body["act"] == "undo":
        return _undone(chip, rule, body)
    if body["act"] == "opinion":
        return _with_opinion(chip, rule, body)
    act = _read_act(body, words, _first(chip, body, words))
    if refusal := _refusal(chip, act, rule):
        raise ReplayError(act.seq, refusal)
    return acts.apply(chip, act)


def _refusal(chip: Chip, act: Act, rule: Rule) -> str:
    """Why this act cannot have happened; "" where it can."""
    is_of_two = act.verdict in opinions.VERDICTS and acts.asks_two(chip, rule)
    if is_of_two != (act.first is not None):
        return f"{act.act} of {chip.id} is {'not ' if is_of_two else ''}the second of two opinions"
    if act.first and (act.act == "dispute") != (act.first.verdict != act.verdict):
        return f"{act.act} of {chip.id} does not follow from the two opinions"
    if not act.first and not acts.is_open(chip.status, act.act):
        return f"{act.act} is not open on a chip that is {chip.status}"
    return acts.against(chip, act.verdict, act.actor, rule)


def _undone(chip: Chip, rule: Rule, body: Mapping[str, Any]) -> Chip:
    """Without the newest act that stands, or without the person's own sealed opinion."""
    own = chip.opinion
    if own and (own.seq, own.actor) == (body["undoes"], body["actor"]):
        return replace(chip, opinion=None)
    if not chip.acts or chip.acts[-1].seq != body["undoes"]:
        raise ReplayError(body["seq"], f"entry {body['undoes']} is not the newest standing act on {chip.id}")
    if chip.acts[-1].act == "dispute":
        raise ReplayError(body["seq"], f"the disagreement about {chip.id} is settled, not undone")
    if refusal := acts.against_undo(chip, body["actor"], rule):
        raise ReplayError(body["seq"], refusal)
    return acts.undo(chip)


def _with_opinion(chip: Chip, rule: Rule, body: Mapping[str, Any]) -> Chip:
    keys = ("seq", "utc", "actor", "seat", "seat_class", "source", "seal")
    stands = chip.opinion.seq if chip.opinion else None
    if not acts.asks_two(chip, rule) or stands != body.get("instead_of"):
        raise ReplayError(body["seq"], f"no first of two opinions on {chip.id} was asked for")
    if refusal := acts.against(chip, "publish", body["actor"], rule):
        raise ReplayError(body["seq"], refusal)
    return replace(chip, opinion=Opinion(**{key: body[key] for key in keys}))


def _first(chip: Chip, body: Mapping[str, Any], words: Mapping[str, str]) -> Act | None:
    """The first of two opinions, opened by the entry of the second."""
    opens = body.get("opens")
    if opens is None:
        return None
    sealed = chip.opinion
    if sealed is None or sealed.seq != opens["seq"] or sealed.actor == body["actor"]:
        raise ReplayError(body["seq"], f"entry {opens['seq']} is not a standing opinion of another judge")
    try:
        said = opinions.opened(opens, sealed.seal)
    except ValueError as error:
        raise ReplayError(body["seq"], str(error)) from error
    return Act(
        seq=sealed.seq,
        act=said["act"],
        utc=sealed.utc,
        actor=sealed.actor,
        seat=sealed.seat,
        seat_class=sealed.seat_class,
        why=said["why"],
        overrides=tuple(said["overrides"]),
        source=sealed.source,
        wording=chip.wording,
        grounds=_grounds(said),
        verdict=said["act"],
    )


def _read_act(body: Mapping[str, Any], words: Mapping[str, str], first: Act | None = None) -> Act:
    """An entry's body as an Act; KeyError where a wording is not at hand."""
    return Act(
        seq=body["seq"],
        act=body["act"],
        utc=body["utc"],
        actor=body["actor"],
        seat=body["seat"],
        seat_class=body["seat_class"],
        why=body["why"],
        overrides=tuple(body.get("overrides", ())),
        source=body.get("source", "unverified"),
        wording=_wording(body, words) if "q" in body else None,
        grounds=_grounds(body),
        figure=body.get("figure"),
        verdict=body.get("verdict", body["act"]),
        first=first,
    )


def _wording(body: Mapping[str, Any], words: Mapping[str, str]) -> Wording:
    return Wording(words[body["q"]], words[body["a"]], tuple(body["cites"]))


def _grounds(said: Mapping[str, Any]) -> Grounds:
    span = said.get("quote_span")
    if not said.get("quote"):
        return NO_GROUNDS
    return Grounds(said["quote"], said["quote_cite"], (span[0], span[1]) if span else None)


def _item_after(state: State, body: Mapping[str, Any], words: Mapping[str, str]) -> Item:
    seq, item = body["seq"], state.items.get(body["item"])
    if item is None:
        raise ReplayError(seq, f"the file has no {body['item']}")
    if state.ratified is not None:
        raise ReplayError(seq, f"the pack was ratified by entry {state.ratified}")
    if body["version"] != item.version + 1:
        raise ReplayError(seq, f"leaves version {body['version']} where {item.version + 1} follows")
    if body["act"] == "undo":
        if item.strike is None or item.strike.seq != body["undoes"]:
            raise ReplayError(seq, f"entry {body['undoes']} is not a standing strike of {item.id}")
        return replace(item, version=item.version + 1, strike=None)
    if item.strike:
        raise ReplayError(seq, f"{item.id} was struck before, by entry {item.strike.seq}")
    if words[body["text"]] != item.text:
        raise ReplayError(seq, f"was about other words than {item.id} had")
    return replace(item, version=item.version + 1, strike=_read_act(body, words))
