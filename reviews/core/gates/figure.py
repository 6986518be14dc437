"""Is every figure of the chip in the cited sections, at the same value? It does no arithmetic on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from reviews.core.gates import dates
from reviews.core.gates.common import COMMON
from reviews.core.gates.dates import MONTHS
from reviews.core.gates.figure_index import MOST_KEPT
from reviews.core.gates.figures import MOST, MOST_READ, Figure, readable
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import LETTER_POINT, Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source

NAMED = re.compile(r"\b([A-Za-z]*[A-Z][A-Za-z]*)[ \n]v?$")
# “the two releases”: two things that the article has told of.
POINTS_BACK = re.compile(r"\b(?:the|these|those|its|their|his|her|both|all) $", re.IGNORECASE)
# With a number after them these name a date or a place, not a thing.
NO_NAMES = COMMON | MONTHS.keys() | set("section chapter figure table step page part version release".split())


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each figure that no cited section bears out; nothing while the article is missing."""
    if source.text is None:
        return
    cited = source.cited(words.cites)
    for field, text in words:
        yield from _field(field, text, words.figures[field], cited, source)


def _field(
    field: Field, text: str, figures: Sequence[Figure], cited: Sequence[Passage], source: Source
) -> Iterator[Finding]:
    # A question may say which article it is about: “in the budget for 2027”.
    asked = (*cited, source.opening) if field == "q" else cited
    told: set[int] = set()
    for one in figures:
        is_known = (
            (field == "q" and _is_of_the(text, one))
            or (field == "q" and _is_title(text, one, source.article))
            or _points_back(text, one, source.article)
        )
        is_borne_out = any(passage.figures.bears_out(one, _around(text, one)) for passage in asked)
        if one.is_claim and not is_borne_out and not is_known:
            yield Finding("figure", "override", field, one.start, one.end, _says(one, cited))
            told.add(one.start)
    yield from _dates(field, text, asked, told)
    if len(figures) >= MOST:
        says = f"At most {MOST} figures are looked up in a text; the rest of this one was not."
        yield Finding("figure", "override", field, figures[-1].end, len(text), says)
    elif readable(text) < len(text):
        says = f"At most {MOST_READ:,} numbers are read in a text; the rest of this one was not."
        yield Finding("figure", "override", field, readable(text), len(text), says)


def _is_title(text: str, figure: Figure, article: Passage) -> bool:
    """“in Quillstore 4.2”: a question may call what the article is about by its whole name."""
    name = NAMED.search(text, max(figure.start - 40, 0), figure.start)
    if not name or figure.unit or name[1].casefold() in NO_NAMES:
        return False
    return f"{name[1]} {figure.shown}".casefold().replace(".", LETTER_POINT) in article.pairs


def _points_back(text: str, figure: Figure, article: Passage) -> bool:
    """A number in words, of things that were counted so before: the section need not count them again."""
    if (
        figure.shown[:1].isdigit()
        or not figure.noun
        or not POINTS_BACK.search(text, max(figure.start - 8, 0), figure.start)
    ):
        return False
    return article.says(f"{figure.shown} {figure.noun}".lower())


def _dates(field: Field, text: str, asked: Sequence[Passage], told: set[int]) -> Iterator[Finding]:
    """“October 2027” where the section has October 2026 and, elsewhere, a 2027."""
    for date in islice(dates.scan(text), MOST):
        others = dates.clashes(date, [one for passage in asked for one in passage.dates.get(date.month, ())])
        if others and not any(date.start <= place < date.end for place in told):
            shown, names = text[date.start : date.end], _either([passage.name for passage in asked])
            theirs = _either(list(dict.fromkeys(other.shown for other in others))[:3], "and").removesuffix(
                "."
            )
            yield Finding(
                "figure",
                "override",
                field,
                date.start,
                date.end,
                f"{shown} is not in {names}; it has {theirs}.",
            )


def _is_of_the(text: str, figure: Figure) -> bool:
    """“which of the three …?”: a question may count what it asks about."""
    before = text[max(figure.start - 7, 0) : figure.start]
    return not (figure.shown[:1].isdigit() or figure.noun) and before.lower() == "of the "


def _around(text: str, figure: Figure) -> str:
    return text[max(figure.start - 80, 0) : figure.end + 40]


def _says(figure: Figure, cited: Sequence[Passage]) -> str:
    names = _either([passage.name for passage in cited])
    others = list(dict.fromkeys(shown for passage in cited for shown in passage.figures.nearest(figure)))
    it = "it has" if len(cited) == 1 else "they have"
    if any(passage.figures.is_cut for passage in cited):
        it = f"of its first {MOST_KEPT} figures {it}"
    shown = " ".join(figure.shown.split())
    theirs = _either(others[:3], "and").removesuffix(".") or "no figure"
    return f"{shown} is not in {names}; {it} {theirs}."


def _either(names: Sequence[str], word: str = "or") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
