"""Is every figure of the chip in the cited sections, at the same value? It does no arithmetic on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviews.core.gates.figure_index import MOST_KEPT
from reviews.core.gates.figures import MOST, Figure
from reviews.core.gates.finding import Field, Finding, Words
from reviews.core.gates.passage import Passage
from reviews.core.gates.rules import Rules
from reviews.core.gates.source import Source


def findings(words: Words, source: Source, rules: Rules) -> Iterator[Finding]:
    """Override for each figure that no cited section bears out; nothing while the article is missing."""
    if source.text is None:
        return
    cited = source.cited(words.cites)
    for field, text in words:
        yield from _field(field, text, words.figures[field], cited)


def _field(field: Field, text: str, figures: Sequence[Figure], cited: Sequence[Passage]) -> Iterator[Finding]:
    for one in figures:
        if one.is_claim and not any(passage.figures.bears_out(one, _around(text, one)) for passage in cited):
            yield Finding("figure", "override", field, one.start, one.end, _says(one, cited))
    if len(figures) >= MOST:
        says = f"At most {MOST} figures are looked up in a text; the rest of this one was not."
        yield Finding("figure", "override", field, figures[-1].end, len(text), says)


def _around(text: str, figure: Figure) -> str:
    return text[max(figure.start - 80, 0) : figure.end + 40]


def _says(figure: Figure, cited: Sequence[Passage]) -> str:
    names = _either([passage.name for passage in cited])
    others = list(dict.fromkeys(shown for passage in cited for shown in passage.figures.nearest(figure)))
    it = "it has" if len(cited) == 1 else "they have"
    if any(passage.figures.is_cut for passage in cited):
        it = f"of its first {MOST_KEPT} figures {it}"
    shown = " ".join(figure.shown.split())
    return f"{shown} is not in {names}; {it} {_either(others[:3], 'and') or 'no figure'}."


def _either(names: Sequence[str], word: str = "or") -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
