"""Does the chip turn what its section says: a “not” lost or added, “all” for “most”? Silent wherever it may be a paraphrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from reviews.core.gates.passage import Passage
from reviews.core.gates.statements import LONGEST, NEGATIONS, Statement, is_negation, statements, words_of

Turn = tuple[int, int, str]
Bearing = tuple[Passage, Statement]

# An answer of more sentences or code points than these is too long for other reasons.
MOST, MOST_READ = 12, 2_000
# With one of these a sentence may deny without a “not”, or mean less than it says.
REFUSING = NEGATIONS | frozenset(
    """hardly scarcely barely rarely seldom only unless until except but rather instead fail failed fails lack lacks
    lacked lacking refuse refused refuses avoid avoids avoided prevent prevents prevented stop stops stopped deny
    denied denies exclude excludes excluded unable impossible unlikely few little less least would could might
    before far too free absent missing out against despite although though however forbid forbids forbidden yet
    longer still false wrong doubt doubts ban bans banned once after since till if when where provided almost nearly half partly part""".split()
)
LIMITING = frozenset("until unless except but only before without rather instead longer just merely".split())
EVERYBODY = frozenset("all every everyone everybody".split())
COUNTS = frozenset("most some many several few majority nearly almost".split())
TIMES = frozenset(
    """usually often sometimes may might can could generally typically mostly frequently occasionally rarely seldom
    normally""".split()
)
# “almost all” is not all; “at all”, “all but one” and “every two weeks” claim nothing of everybody.
NARROWS = re.compile(r"\b(?:not|almost|nearly|at|after|above|or|not quite)$", re.IGNORECASE)
NO_CLAIM = re.compile(
    r"[,.;:)]|\s(?:but|in all|over|along|day|night|year|week|month|hour|time|other|second|third|two|three|\d+)\b",
    re.IGNORECASE,
)
NEGATION = re.compile(r"\b\w+n['’]t\b|\b(?:not|never|no|cannot|without)\b", re.IGNORECASE)
# “some 200 people” is about 200; “the most expensive” and “as many” compare.
WIDE = re.compile(r"\b(?:all|every|everyone|everybody|always|never)\b", re.IGNORECASE)
PART = re.compile(
    r"(?<!the )(?<!at )(?<!as )(?<!so )(?<!how )(?<!too )\b(?:most|some|many|several|few|majority|nearly|almost"
    r"|(?-i:may)|usually|often|sometimes|might|can|could|generally|typically|mostly|frequently|occasionally"
    r"|rarely|seldom|normally|not (?:all|every|everyone|everybody|always))\b(?! \d)",
    re.IGNORECASE,
)


def turns(q: str, a: str, cited: Sequence[Passage]) -> Iterator[Turn]:
    """Each as [start, end) of the answer and what the section has instead."""
    if max(len(q), len(a)) > MOST_READ or any(len(passage.text) > LONGEST for passage in cited):
        return
    if not (WIDE.search(a) or NEGATION.search(a) or any(one.negations for one in _all(cited))):
        return  # nothing to be lost, added or widened
    # Where the question denies already, “none of them” is the plain answer to it.
    denied = None if _refuses(q) else _added if _refuses(a) else _lost
    for said in islice(statements(a), MOST):
        bearing = [(passage, one) for passage in cited for one in passage.statements if said.is_borne_by(one)]
        if bearing:
            yield from _widened(said, a, bearing)
            if denied:
                yield from denied(said, a, bearing)


def _all(cited: Sequence[Passage]) -> Iterator[Statement]:
    return (one for passage in cited for one in passage.statements)


def _lost(said: Statement, a: str, bearing: Sequence[Bearing]) -> Iterator[Turn]:
    passage, theirs = bearing[0]
    if all(_is_lost(said, one) for _, one in bearing):
        start = said.end - len(a[said.start : said.end].lstrip())
        yield (
            start,
            said.end,
            f"{passage.opening} says “{theirs.negations[0]}” of this; the chip leaves it out.",
        )


def _added(said: Statement, a: str, bearing: Sequence[Bearing]) -> Iterator[Turn]:
    found = NEGATION.search(a, said.start, said.end)
    if found and all(_is_added(said, one, passage) for passage, one in bearing):
        yield *found.span(), f"{bearing[0][0].opening} says this without “{found[0]}”; the chip denies it."


def _is_added(said: Statement, theirs: Statement, passage: Passage) -> bool:
    is_plain = not _refuses(passage.text[theirs.start : theirs.end])
    return is_plain and bool(said.denied) and said.denied <= theirs.stems


def _is_lost(said: Statement, theirs: Statement) -> bool:
    """One plain negation, of a word that the chip affirms."""
    is_plain = len(theirs.negations) == 1 and LIMITING.isdisjoint(theirs.words)
    return is_plain and bool(theirs.denied & said.stems)


def _refuses(text: str) -> bool:
    return any(word in REFUSING or is_negation(word) for word in words_of(text))


def _widened(said: Statement, a: str, bearing: Sequence[Bearing]) -> Iterator[Turn]:
    for match in WIDE.finditer(a, said.start, said.end):
        if NARROWS.search(a[max(match.start() - 12, 0) : match.start()].rstrip()) or NO_CLAIM.match(
            a, match.end()
        ):
            continue
        if _parts(match[0], a[said.start : said.end]):
            return
        narrower = [_narrower(match[0], passage.text[one.start : one.end]) for passage, one in bearing]
        if all(narrower):
            yield (
                *match.span(),
                f"{bearing[0][0].opening} says “{narrower[0]}” here; the chip says “{match[0]}”.",
            )
            return


def _narrower(word: str, text: str) -> str:
    """The word by which the sentence claims less; empty where it claims as much or says nothing of it."""
    claims = [one for one in WIDE.finditer(text) if not NARROWS.search(text[: one.start()].rstrip())]
    found = _parts(word, text)
    return found[0] if found and not claims else ""


def _parts(word: str, text: str) -> list[str]:
    """“can” says less than “always”, not less than “all”."""
    part = COUNTS if word.lower() in EVERYBODY else COUNTS | TIMES
    found = [one[0] for one in PART.finditer(text)]
    return [one for one in found if one.lower() in part or one.lower().startswith("not ")]
