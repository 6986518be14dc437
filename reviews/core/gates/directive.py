"""Does the chip give orders, to a reader's model or to the reader? What the section asks is not held."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from reviews.core.gates import phrases
from reviews.core.gates.common import COMMON
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import Passage
from reviews.core.gates.phrases import Phrases
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source
from reviews.core.gates.spoken import Spoken

_LISTS = phrases.read("orders.txt")
_OPENS = r"""(?<=^)|(?<=[.!?:;"“”(—–\-])|(?<= please)|(?<= must)|(?<= should)|(?<= now)|(?<= always)"""
_JOINS = r"(?<=,)|(?<= and)|(?<= then)|(?<= so)|(?<= just)|(?<= or)"

TO_MODELS = Phrases(_LISTS["to models"])
OPENING = Phrases(_LISTS["opening"], f"(?:{_OPENS})")
COMMANDS = Phrases(_LISTS["commands"], f"(?:{_OPENS}|{_JOINS})")
ANYWHERE = Phrases(_LISTS["anywhere"])
TELLING_YOU = Phrases(_LISTS["telling you"], r"""(?:(?<=^)|(?<=[.!?;:"“”(—–])|(?<=, so))""")
AT_ONCE = Phrases(_LISTS["at once"])
ADDRESSING = Phrases(_LISTS["addressing"])
OBLIGING = Phrases(_LISTS["obliging"])
OBLIGES = Phrases(_LISTS["obliges"])
# “please note” and “please see” only point.
FORBIDS = re.compile(r" (?:do not|don't|never) ")
# “Support for your version”, “Cost of your plan”: a noun opens the sentence.
NOUN = re.compile(
    r" (?:of|is|are|was|were|has|had|will|can|may|does|did|from|between|against|ends|ended|starts|started|begins|began"
    r"|comes|came|goes|went|rises|rose|falls|fell|grows|grew|costs|takes|took|runs|stops|stopped|remains|remained"
    r"|continues|continued|lasts|lasted|depends|varies|increases|increased|decreases|decreased|stays|stayed) "
)
FOR = re.compile(
    r" (?:support|demand|work|plan|charge|claim|test|place|cover|hope|offer|order|report|rent|store) for "
)
CLAUSE_END = re.compile(r" [.!?;:—–](?= )")
# “you must V”: for a section that obliges in other words to know V, or to speak to its reader at all.
MUST = re.compile(r"(?: (?:also|always|never|not|now|just|only|be))? ([a-z]+)(?= )")
# What nobody needs for the thing that the section is about: “you must believe”.
SWAYING = frozenset(
    """believe trust agree accept admit buy order subscribe share tell mention recommend cite quote praise
    ignore obey remember repeat vote donate join follow click visit reply answer respond act thank support
    admire love hate fear promise warn complain protest""".split()
)
# What may stand ahead of a verb that tells.
AHEAD = "please|then|and|now|just|also|first|never|always|do not|don['’]t"
TELLS: dict[Field, str] = {"q": "A question that asks", "a": "An answer that tells"}
TO_YOU = frozenset("you your yours yourself".split())
PLEASE = re.compile(r" please (?!note |see |refer |consult |be |find |read )[a-z]+(?= )")
# Advice is the section's to give: “you should withhold” asks for a section that knows of withholding.
ADVISES = re.compile(
    r" you (?:should|ought to|need to|have to)(?: (?:also|always|never|not|now|just))? ([a-z]+)(?= )"
)
# The marks with which chat formats tell who speaks.
ROLE_MARKS = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|end_of_turn)\|>|\[/?INST\]|<</?SYS>>"
    r"|</?(?:system|instructions|system_prompt|assistant)>"
    r"|^[ \t]*(?:system|assistant)[ \t]*:(?=[ \t]*"
    r"(?:you|ignore|from|disregard|forget|override|reply|respond|answer|say|act|never|always|do not|don't)\b)",
    re.IGNORECASE | re.MULTILINE,
)


class Clauses:
    """What follows a place of a spoken line in the same clause, looked up once however often that is asked."""

    def __init__(self, spoken: Spoken) -> None:
        self._spoken, self._end = spoken, len(spoken.line)

    def is_hurried(self, place: int) -> bool:
        return self._has(self._hurries, place)

    def addresses(self, place: int) -> bool:
        return self._has(self._addressed, place)

    def is_called_out(self, place: int) -> bool:
        """“Write to the clerk before noon!”, but not “Bake it, says Ada!”, which tells what somebody said."""
        line, end = self._spoken.line, self._ends[bisect_left(self._ends, place)]
        return line.startswith(" !", end) and line.find(" , ", place, end) < 0

    def _has(self, starts: list[int], place: int) -> bool:
        first, end = (places[bisect_left(places, place)] for places in (starts, self._ends))
        return first < end

    @cached_property
    def _ends(self) -> list[int]:
        return [*(match.start() for match in CLAUSE_END.finditer(self._spoken.line)), self._end]

    @cached_property
    def _hurries(self) -> list[int]:
        return [*AT_ONCE.starts(self._spoken), self._end]

    @cached_property
    def _addressed(self) -> list[int]:
        return [*ADDRESSING.starts(self._spoken), self._end]


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each order.

    While the article is missing nobody can say whether “you must” is the section's own, so it is let pass;
    the page says so (`skipped`).
    """
    cited = source.cited(words.cites) if source.text is not None else ()
    for field, text in words:
        spoken = words.spoken[field]
        clauses = Clauses(spoken)
        to_models = set(_to_models(text, spoken))
        to_readers = {
            *_opening(spoken),
            *_to_readers(spoken, clauses, cited),
            *_telling(spoken, clauses, cited),
        }
        found = to_models | to_readers or set(_advice(spoken, clauses, cited))
        tells = TELLS[field] if words.is_chip else "A text that tells"
        for start, end in _apart(found):
            does = "addresses a model" if (start, end) in to_models else "gives an order"
            says = f"{tells} was expected; “{' '.join(text[start:end].split())}” {does}."
            yield Finding("directive", "override", field, start, end, says)


def _to_models(text: str, spoken: Spoken) -> Iterator[tuple[int, int]]:
    yield from (match.span() for match in ROLE_MARKS.finditer(text))
    yield from (spoken.span(*match.span()) for match in TO_MODELS.find(spoken))


def _opening(spoken: Spoken) -> Iterator[tuple[int, int]]:
    return (spoken.span(*match.span()) for match in OPENING.find(spoken))


def _to_readers(spoken: Spoken, clauses: Clauses, cited: Sequence[Passage]) -> Iterator[tuple[int, int]]:
    for orders in (COMMANDS, ANYWHERE):
        for match in orders.find(spoken):
            if not any(passage.says(match[0]) for passage in cited):
                yield spoken.span(*match.span())
    obliging = [*OBLIGING.find(spoken), *PLEASE.finditer(spoken.line)] if cited else []
    for match in obliging:
        if not any(_obliges(spoken.line, match, clauses, passage) for passage in cited):
            yield spoken.span(*match.span())


def _telling(spoken: Spoken, clauses: Clauses, cited: Sequence[Passage]) -> list[tuple[int, int]]:
    """“Wrap your silver”, “Run it now”, “Never trust it”; “Use radio inputs instead” only describes."""
    return [
        spoken.span(*match.span())
        for match in (TELLING_YOU.find(spoken) if cited else ())
        if FORBIDS.search(f"{match[0]} ")
        or clauses.addresses(match.end())
        or clauses.is_hurried(match.end())
        or clauses.is_called_out(match.end())
        if not (
            NOUN.match(spoken.line, match.end())
            or FOR.match(f"{match[0]}{spoken.line[match.end() : match.end() + 8]}")
        )
        if not any(_has_order(match, clauses, passage) for passage in cited)
    ]


def _has_order(match: re.Match[str], clauses: Clauses, passage: Passage) -> bool:
    """The section has the verb, tells too, and is in a hurry where the chip is."""
    verb = match[0].rsplit(maxsplit=1)[-1]
    is_hurried = clauses.is_hurried(match.end()) and not _has(AT_ONCE, passage)
    is_told = verb in passage.words and not is_hurried
    return is_told and passage.kept(("tells", verb), partial(_tells, verb, passage))


def _tells(verb: str, passage: Passage) -> bool:
    """It speaks to its reader, or the verb opens a clause: “in one go” does not tell anybody to go."""
    if TO_YOU & passage.words:
        return True
    first = rf"(?:^|[^\w\s])[ \n]{{0,3}}(?:(?:{AHEAD}) ){{0,2}}"
    return bool(re.search(rf"{first}{re.escape(verb)}\b", passage.text, re.IGNORECASE | re.MULTILINE))


def _has(orders: Phrases, passage: Passage) -> bool:
    return passage.kept(orders, lambda: orders.stand_in(passage.spoken))


def _obliges(line: str, match: re.Match[str], clauses: Clauses, passage: Passage) -> bool:
    if not _has(OBLIGES, passage) or (clauses.is_hurried(match.end()) and not _has(AT_ONCE, passage)):
        return False
    verb = MUST.match(line, match.end())
    if not verb or verb[1] in COMMON or _knows(verb[1], passage):
        return True
    return verb[1] not in SWAYING and bool(TO_YOU & passage.words)


def _advice(spoken: Spoken, clauses: Clauses, cited: Sequence[Passage]) -> list[tuple[int, int]]:
    advice = list(ADVISES.finditer(spoken.line)) if cited else []
    hurried = [match for match in advice if clauses.is_hurried(match.end())]
    if hurried and not any(_has(AT_ONCE, passage) for passage in cited):
        return [spoken.span(*match.span()) for match in hurried]
    if any(_has(OBLIGES, passage) for passage in cited):
        return []
    return [
        spoken.span(*match.span())
        for match in advice
        if match[1] not in COMMON and not any(_knows(match[1], passage) for passage in cited)
    ]


def _knows(verb: str, passage: Passage) -> bool:
    return passage.has_beginning(verb[: max(4, len(verb) - 2)])


def _apart(spans: set[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """From left to right, of two that start alike the longer."""
    end = -1
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if span[0] >= end:
            end = span[1]
            yield span
