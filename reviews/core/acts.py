"""What can be done to a chip or a struck item, when, and what then stands (PACK.md section 2). No act is judged right here.

A state is always the loaded file plus the acts that stand, replayed in order; an undo takes the newest one away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from reviews.core.pack import short_sha, wording

Status = Literal["waiting", "held", "published", "dropped"]
STATUSES: tuple[Status, ...] = ("waiting", "held", "published", "dropped")

CHIP_ACTS = ("publish", "hold", "hand-edit", "drop", "re-hold")
WHY_NEEDED = frozenset(
    {"hold", "drop", "hand-edit", "strike", "override", "vacate", "reopen", "exclude", "readmit"}
)
OPEN: dict[Status, tuple[str, ...]] = {
    "waiting": ("publish", "hold", "hand-edit", "drop"),
    "held": ("publish", "hand-edit", "drop"),
    "published": ("hold", "hand-edit", "drop", "re-hold"),
    "dropped": (),
}
BECOMES: dict[str, Status] = {
    "publish": "published",
    "hold": "held",
    "re-hold": "held",
    "hand-edit": "waiting",
    "drop": "dropped",
}


class ReplayError(ValueError):
    """An entry cannot have happened after those before it; `seq` names it."""

    def __init__(self, seq: int, text: str) -> None:
        self.seq = seq
        super().__init__(f"entry {seq}: {text}")


@dataclass(frozen=True)
class Wording:
    """A chip's words: question, answer, and the sections it cites, best first."""

    q: str
    a: str
    cites: tuple[str, ...]

    @property
    def text_sha(self) -> str:
        """12 hex over `q + "\\n" + a`."""
        return short_sha(wording(self.q, self.a))

    def same_words(self, other: Wording) -> bool:
        return (self.q, self.a) == (other.q, other.a)

    def like(self, *kept: Wording) -> Wording:
        """Each text as the first kept one that differs from it by line ends alone: browsers send all as CRLF. Else with LF."""
        q = next((words.q for words in kept if line_feeds(words.q) == line_feeds(self.q)), line_feeds(self.q))
        a = next((words.a for words in kept if line_feeds(words.a) == line_feeds(self.a)), line_feeds(self.a))
        return Wording(q, a, self.cites)


@dataclass(frozen=True)
class Grounds:
    """The quote a chip stands on: the source slice, its section, and `[start, end)` code points; empty when ungrounded."""

    quote: str = ""
    cite: str = ""
    span: tuple[int, int] | None = None


NO_GROUNDS = Grounds()


@dataclass(frozen=True)
class Act:
    """One act as its entry tells it. `utc` is `YYYY-MM-DDTHH:MM:SSZ`; `seat` the label as it was then."""

    seq: int
    act: str
    utc: str
    actor: str
    seat: str | None = None
    seat_class: str | None = None
    why: str = ""
    overrides: tuple[str, ...] = ()
    source: str = "unverified"
    wording: Wording | None = None
    grounds: Grounds = NO_GROUNDS
    figure: str | None = None


@dataclass(frozen=True)
class Chip:
    """Where one chip stands. `id` is the writer's, for good; `acts` are those that stand, oldest first."""

    id: str
    writer: Wording
    loaded: Status
    loaded_grounds: Grounds
    wording: Wording
    status: Status
    grounds: Grounds
    version: int = 1
    acts: tuple[Act, ...] = ()

    @property
    def is_rewritten(self) -> bool:
        """By hand means that (q, a) differs from the writer's wording."""
        return not self.wording.same_words(self.writer)

    @property
    def is_in_pack(self) -> bool:
        return self.status != "dropped"

    def newest(self, *kinds: str) -> Act | None:
        """The newest standing act of these kinds."""
        return next((act for act in reversed(self.acts) if act.act in kinds), None)


@dataclass(frozen=True)
class Item:
    """A bullet or a digest that may be struck. `id` is `digest:<section>` or `bullet:<text_sha>`."""

    id: str
    text: str
    version: int = 1
    strike: Act | None = None


@dataclass(frozen=True)
class State:
    """A pack after some entries: chips and items in file order by id; `ratified` is the standing ratify entry's seq."""

    chips: dict[str, Chip] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    ratified: int | None = None

    @property
    def is_touched(self) -> bool:
        """Does any act on a chip or an item stand?"""
        return any(chip.acts for chip in self.chips.values()) or any(i.strike for i in self.items.values())

    @property
    def n_waiting(self) -> int:
        return sum(chip.status == "waiting" for chip in self.chips.values())


def loaded(data: Mapping[str, Any]) -> State:
    """The state of a pack as its file says it: `held` waits, unless the file is ratified already."""
    held: Status = "held" if data["status"] == "ratified" else "waiting"
    chips = {row["id"]: _loaded_chip(row, held) for row in data["chips"]}
    digests = [Item(f"digest:{s['id']}", s["digest"]) for s in data["sections"] if s["digest"] is not None]
    bullets = [Item(f"bullet:{short_sha(text)}", text) for text in data["short"]["bullets"]]
    return State(chips, {item.id: item for item in digests + bullets})


def replay(data: Mapping[str, Any], bodies: Iterable[Mapping[str, Any]], words: Mapping[str, str]) -> State:
    """The state after these entries. `words` gives texts by their SHA-256. Raises ReplayError at the first impossible one."""
    state = loaded(data)
    for body in bodies:
        try:
            state = _after(state, body, words)
        except (KeyError, TypeError, IndexError) as error:
            raise ReplayError(int(body.get("seq", -1)), f"cannot be read ({error!r})") from error
    return state


def apply(chip: Chip, act: Act) -> Chip:
    """The chip after one more act; the caller has asked `is_open`."""
    return _stand(chip, (*chip.acts, act))


def undo(chip: Chip) -> Chip:
    """The chip without its newest standing act, one version on."""
    return _stand(chip, chip.acts[:-1])


def is_open(status: Status, act: str) -> bool:
    """May this act be done to a chip that stands so? Undo is open where an act stands, which the status cannot tell."""
    return act in OPEN[status]


def read_act(body: Mapping[str, Any], words: Mapping[str, str]) -> Act:
    """An entry's body as an Act; KeyError where a wording is not at hand."""
    span = body.get("quote_span")
    grounds = Grounds(body.get("quote", ""), body.get("quote_cite", ""), (span[0], span[1]) if span else None)
    has_words = "q" in body
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
        wording=Wording(words[body["q"]], words[body["a"]], tuple(body["cites"])) if has_words else None,
        grounds=grounds,
        figure=body.get("figure"),
    )


def is_blank(text: str) -> bool:
    """Nothing but white space and what cannot be seen."""
    return not any(letter.isprintable() and not letter.isspace() for letter in text)


def line_feeds(text: str) -> str:
    """CRLF and CR read as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _loaded_chip(row: Mapping[str, Any], held: Status) -> Chip:
    words = Wording(row["q"], row["a"], tuple(row["cites"]))
    status: Status = "published" if row["published"] else held
    grounds = Grounds(row["quote"], row["quote_cite"])
    return Chip(row["id"], words, status, grounds, words, status, grounds)


def _stand(chip: Chip, acts: Sequence[Act]) -> Chip:
    words, status, grounds = chip.writer, chip.loaded, chip.loaded_grounds
    for act in acts:
        if act.act == "hand-edit" and act.wording:
            words = act.wording
        status, grounds = BECOMES[act.act], act.grounds
    return replace(
        chip, wording=words, status=status, grounds=grounds, version=chip.version + 1, acts=tuple(acts)
    )


def _after(state: State, body: Mapping[str, Any], words: Mapping[str, str]) -> State:
    act = body["act"]
    if act == "ratify":
        return replace(state, ratified=body["seq"])
    if act == "reopen":
        return replace(state, ratified=None)
    if act in CHIP_ACTS or (act == "undo" and body.get("chip")):
        chip = _chip_after(state, body, words)
        return replace(state, chips={**state.chips, chip.id: chip})
    if act in ("strike", "undo"):
        item = _item_after(state, body, words)
        return replace(state, items={**state.items, item.id: item})
    return state


def _chip_after(state: State, body: Mapping[str, Any], words: Mapping[str, str]) -> Chip:
    seq, chip = body["seq"], state.chips.get(body["chip"])
    if chip is None:
        raise ReplayError(seq, f"the file has no chip {body['chip']}")
    if state.ratified is not None:
        raise ReplayError(seq, f"the pack was ratified by entry {state.ratified}")
    if body["act"] == "undo":
        if not chip.acts or chip.acts[-1].seq != body["undoes"]:
            raise ReplayError(seq, f"entry {body['undoes']} is not the newest standing act on {chip.id}")
        after = undo(chip)
    else:
        if not is_open(chip.status, body["act"]):
            raise ReplayError(seq, f"{body['act']} is not open on a chip that is {chip.status}")
        after = apply(chip, read_act(body, words))
    if body["version"] != after.version:
        raise ReplayError(seq, f"leaves version {body['version']} where {after.version} follows")
    if after.acts and body["act"] != "undo" and after.acts[-1].wording != after.wording:
        raise ReplayError(seq, f"was about other words than {chip.id} had")
    return after


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
    return replace(item, version=item.version + 1, strike=read_act(body, words))
