"""What the desk shows about a chip's quote: where it stands, which sentences might carry it, and a change of its cite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from reviews import evidence
from reviews.core.half import half
from reviews.core.quote import Verdict
from reviews.evidence import Sentence, Suggested
from reviews.forms.desk import LONGEST
from reviews.models import Chip, Pack, Section


def suggested(pack: Pack, chip: Chip) -> Suggested:
    """Sentences to choose from; none where the chip is not to be published."""
    if chip.status in ("published", "dropped"):
        return Suggested()
    return evidence.suggestions(pack, chip.q, chip.a, chip.cites)


def taken(n: str, found: Suggested) -> dict[str, Any]:
    """The sentence that a press on its number took, where no script did it; those of other sections are counted on."""
    numbers = {str(number): one for number, one in enumerate(found.cited, start=1)}
    numbers |= {str(number): one for number, one in enumerate(found.others, start=4)}
    return _fields(numbers[n]) if n in numbers else {}


def recited(given: QueryDict, pack: Pack, chip: Chip, sections: Mapping[str, Section]) -> dict[str, Any]:
    """A quote from a section that the chip does not cite, and that section as its first cite: to be saved as an edit."""
    section, start, end = (
        sections.get(given.get("recite", "")),
        place(given.get("start")),
        place(given.get("end")),
    )
    if section is None or section.start is None or section.end is None:
        return {}
    cites = [section.sid, *(cite for cite in chip.cites if cite != section.sid)]
    if (
        start is None
        or end is None
        or not section.start <= start < end <= section.end
        or end - start > LONGEST
    ):
        return {"cites": cites}
    span = (start, end)
    return {"cites": cites, **_fields(Sentence(section.sid, span, evidence.shown(pack, section.sid, span)))}


def verdict(pack: Pack, typed: Mapping[str, Any]) -> Verdict | None:
    """Where the typed quote stands."""
    if not typed["quote"]:
        return None
    start, end = place(typed.get("quote_start")), place(typed.get("quote_end"))
    at = (start, end) if start is not None and end is not None else None
    return evidence.verdict(pack, typed["quote"], typed["quote_cite"], typed["cites"], at)


def halved(pack: Pack, found: Verdict | None) -> dict[str, Any]:
    """What a quote that stands cuts in half, in a sentence, and the same words whole; nothing where all are."""
    src = evidence.source(pack)
    if found is None or found.kind != "stands" or not (src.text and found.section and found.span):
        return {}
    cut = half(src.text, src.spans[found.section], found.span)
    if cut is None:
        return {}
    words = evidence.shown(pack, found.section, cut.span)
    return {"text": cut.text, **_fields(Sentence(found.section, cut.span, words))}


def place(given: Any) -> int | None:
    """An offset as it stands or as it was typed, whatever that was."""
    text = str(given)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _fields(one: Sentence) -> dict[str, Any]:
    start, end = one.span
    return {"quote": one.words, "quote_cite": one.section, "quote_start": start, "quote_end": end}
