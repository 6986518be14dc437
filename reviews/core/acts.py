"""What can be done to a chip or a struck item, when, and what then stands (docs/judging.md). No act is judged right here.

How entries become acts, and acts a state, is told by `replay`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from reviews.core.opinions import VERDICTS, Rule
from reviews.core.pack import short_sha, wording

Status = Literal["waiting", "disputed", "held", "published", "dropped"]

CHIP_ACTS = ("publish", "hold", "hand-edit", "drop", "re-hold", "dispute")
WHY_NEEDED = frozenset(
    {"hold", "drop", "hand-edit", "strike", "override", "settle", "vacate", "reopen", "exclude", "readmit"}
)
OPEN: dict[Status, tuple[str, ...]] = {
    "waiting": ("publish", "hold", "hand-edit", "drop"),
    "held": ("publish", "hand-edit", "drop"),
    "disputed": ("publish", "hold", "hand-edit", "drop"),
    "published": ("hold", "hand-edit", "drop", "re-hold"),
    "dropped": (),
}
# Code points: a question asks one thing, an answer is a paragraph at most, and no gate takes long over either.
LONGEST = {"q": 3_000, "a": 12_000}
LONGEST_SERIES = 1_000  # a name, as schema.json has it
MOST_CITES = 100  # each is looked up in the article, and asked about, by itself
# Where two judges are asked, a verdict on these is an opinion: the first is sealed, the second decides or disagrees.
OF_TWO: tuple[Status, ...] = ("waiting", "held")
BECOMES: dict[str, Status] = {
    "publish": "published",
    "hold": "held",
    "re-hold": "held",
    "hand-edit": "waiting",
    "drop": "dropped",
    "dispute": "disputed",
}


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
    verdict: str = ""  # publish or hold: of a dispute the second judge's, else the act itself
    first: Act | None = None  # the first judge's opinion, which this second one opened


@dataclass(frozen=True)
class Opinion:
    """A sealed verdict: who gave it in which entry, and the seal. It stands while the chip has the version it is about."""

    seq: int
    utc: str
    actor: str
    seat: str | None
    seat_class: str | None
    source: str
    seal: str


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
    opinion: Opinion | None = None  # the first of two, while the second is asked for

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

    @property
    def authors(self) -> set[str]:
        """The actors who wrote on the words that stand; nobody, where they are the writer's."""
        found, words = set(), self.writer
        for act in self.acts:
            if act.act == "hand-edit" and act.wording:
                found |= set() if act.wording.same_words(words) else {act.actor}
                words = act.wording
        return found if self.is_rewritten else set()

    @property
    def is_of_two(self) -> bool:
        """Does the newest act follow from two opinions: by agreement, or because a third settled their disagreement?"""
        has_opened = any(act.first for act in self.acts[-1:])
        return has_opened or any(act.act == "dispute" for act in self.acts[-2:-1])

    @property
    def parties(self) -> set[str]:
        """The two actors who disagree about it; nobody, where it is not disputed."""
        newest = self.acts[-1] if self.acts else None
        if newest is None or newest.act != "dispute" or newest.first is None:
            return set()
        return {newest.actor, newest.first.actor}


@dataclass(frozen=True)
class Item:
    """A bullet or a digest that may be struck. `id` is `digest:<section>` or `bullet:<text_sha>`."""

    id: str
    text: str
    version: int = 1
    strike: Act | None = None


def apply(chip: Chip, act: Act) -> Chip:
    """The chip after one more act; the caller has asked `is_open`."""
    return _stand(chip, (*chip.acts, act))


def undo(chip: Chip) -> Chip:
    """The chip without its newest standing act, one version on."""
    return _stand(chip, chip.acts[:-1])


def is_open(status: Status, act: str) -> bool:
    """May this act be done to a chip that stands so? Undo is open where an act stands, which the status cannot tell."""
    return act in OPEN[status]


def against(chip: Chip, act: str, actor: str, rule: Rule) -> str:
    """Why this person may not do this act to this chip where a second judge is asked; "" where nothing is against it."""
    if act in (*VERDICTS, "drop") and actor in chip.parties:
        return "You are one of the two who disagree about this chip: a third judge settles it."
    if act not in VERDICTS or not rule.asks_some:
        return ""
    if actor in chip.authors and (act == "publish" or rule.asks(chip.id, chip.is_rewritten)):
        return "You wrote these words, and this pack asks for other judges than their author."
    if asks_two(chip, rule) and chip.opinion and chip.opinion.actor == actor:
        return "Your opinion on this chip is in. It shows once another judge has given theirs."
    return ""


def against_undo(chip: Chip, actor: str, rule: Rule) -> str:
    """Why this person may not take back the newest act on this chip; "" where nothing is against it.

    Whoever undoes another's act and so publishes what one judge published would pass it where two are asked.
    """
    before = undo(chip)
    is_own = chip.acts[-1].actor == actor
    if is_own or before.status != "published" or not rule.asks(chip.id, before.is_rewritten):
        return ""
    return "" if before.is_of_two else "One judge published this, and now two are asked: publish it anew."


def against_now(chip: Chip, act: str, actor: str, rule: Rule) -> str:
    """Why this person may not do this either; "" where nothing is against it. Asked of new acts alone: the ledgers of
    earlier desks have such acts, and are replayed as they are.

    The two who disagree do not mend away what a third is to settle, nor take it back until a third says what they like.
    No author publishes their own words by undoing what another did to them.
    """
    if act == "hand-edit" and actor in chip.parties:
        return "You are one of the two who disagree about this chip: a third judge settles it."
    if act != "undo" or not chip.acts or chip.acts[-1].actor == actor:
        return ""
    before = undo(chip)
    if actor in before.parties and chip.acts[-1].act != "hand-edit":
        return "A third judge settled this between you and another: somebody else may take it back."
    if rule.asks_some and before.status == "published" and actor in before.authors:
        return "You wrote these words, and this pack asks for other judges than their author."
    return ""


def asks_two(chip: Chip, rule: Rule) -> bool:
    """Is a verdict on this chip, as it stands, one of two opinions?"""
    return chip.status in OF_TWO and rule.asks(chip.id, chip.is_rewritten)


def is_blank(text: str) -> bool:
    """Nothing but white space and what cannot be seen."""
    return not any(letter.isprintable() and not letter.isspace() for letter in text)


def line_feeds(text: str) -> str:
    """CRLF and CR read as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _stand(chip: Chip, acts: Sequence[Act]) -> Chip:
    """A chip one version on, on these acts; opinions were about the version before."""
    words, status, grounds = chip.writer, chip.loaded, chip.loaded_grounds
    for act in acts:
        if act.act == "hand-edit" and act.wording:
            words = act.wording
        status = BECOMES[act.act]
        grounds = act.grounds if status == "published" else NO_GROUNDS
    return replace(
        chip,
        wording=words,
        status=status,
        grounds=grounds,
        version=chip.version + 1,
        acts=tuple(acts),
        opinion=None,
    )
