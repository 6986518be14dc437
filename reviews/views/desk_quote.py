"""What the desk shows about a chip's quote: where it stands, which sentences might carry it, and a change of its cite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from reviews import evidence
from reviews.core import copied
from reviews.core.half import Span, half
from reviews.core.quote import Verdict
from reviews.core.standing import seen_part
from reviews.evidence import Sentence, Suggested
from reviews.forms.desk import LONGEST
from reviews.models import Chip, Pack, Section
from reviews.views.numbers import whole_number
from reviews.views.two import Two

COPIED = "Nothing differs but what a copy changes: unseen characters, the kind of a mark, a hyphen at a line’s end."
COPIES = frozenset(("near", "missing", "stitched"))
REST = "The rest of it is not shown on a page."
MOST = 3  # each has a digit for its key


def suggested(pack: Pack, chip: Chip, two: Two | None = None) -> Suggested:
    """Sentences to choose from; none where the chip is not to be published. What two judges quoted who disagree comes first."""
    if chip.status in ("published", "dropped"):
        return Suggested()
    found = evidence.suggestions(pack, chip.q, chip.a, chip.cites)
    disputed = two.disputed if two else ()
    said = [one.sentence for one in disputed if one.sentence and one.sentence.section in chip.cites]
    by_span = {one.span: one for one in (*said, *found.cited)}
    return Suggested(tuple(by_span.values())[:MOST], found.others)


def are_later(given: QueryDict, pack: Pack) -> bool:
    """Whether the page comes first, and asks for its suggestions once it stands; without scripts a link does (`suggest`)."""
    return given.keys().isdisjoint(("take", "suggest")) and evidence.suggestions_take_long(pack)


def taken(n: str, found: Suggested) -> dict[str, Any]:
    """The sentence that a press on its number took, where no script did it."""
    numbers = {str(number): one for number, one in enumerate(found.cited, start=1)}
    return _fields(numbers[n]) if n in numbers else {}


def recited(given: QueryDict, pack: Pack, chip: Chip, sections: Mapping[str, Section]) -> dict[str, Any]:
    """A quote from a section that the chip does not cite, and the cites with it: to be saved as an edit.

    Cites are best first: it takes the place of the only one, and stands before several, each of which may carry a part.
    """
    section = sections.get(given.get("recite", ""))
    start, end = whole_number(given.get("start")), whole_number(given.get("end"))
    if section is None or section.start is None or section.end is None:
        return {}
    others = [cite for cite in chip.cites if cite != section.sid]
    cites = [section.sid, *(others if len(chip.cites) > 1 else [])]
    if (
        start is None
        or end is None
        or not section.start <= start < end <= section.end
        or end - start > LONGEST
    ):
        return {"cites": cites}
    span = (start, end)
    return {"cites": cites, **_fields(Sentence(section.sid, span, evidence.shown(pack, section.sid, span)))}


def recites(
    before: Sequence[str], after: Sequence[str], sections: Mapping[str, Section]
) -> dict[str, list[str]]:
    """The cites until now and those to be, by their headings; nothing where they are the same."""
    if list(before) == list(after):
        return {}
    named = [
        [sections[cite].heading if cite in sections else cite for cite in each] for each in (before, after)
    ]
    return {"before": named[0], "after": named[1]}


def cites(chip: Chip, typed: Mapping[str, Any], sections: Mapping[str, Section]) -> list[str]:
    """The cites as they are being edited, best first; of those that lead to no section only the chip's own."""
    return [cite for cite in typed["cites"] if cite in sections or cite in chip.cites]


def cited(
    pack: Pack, cites: Sequence[str], sections: Mapping[str, Section], also: str
) -> list[dict[str, Any]]:
    """The cited sections, best first, and one more that the judge asked to read beside them."""
    return [
        {
            "id": cite,
            "section": sections.get(cite),
            "number": sections[cite].position + 1 if cite in sections else None,
            "html": evidence.section_html(pack, sections[cite]) if cite in sections else "",
            "is_extra": cite not in cites,
        }
        for cite in dict.fromkeys([*([also] if also in sections else []), *cites])
    ]


def verdict(pack: Pack, typed: Mapping[str, Any]) -> Verdict | None:
    """Where the typed quote stands."""
    if not typed["quote"]:
        return None
    start, end = whole_number(typed.get("quote_start")), whole_number(typed.get("quote_end"))
    at = (start, end) if start is not None and end is not None else None
    return evidence.verdict(pack, typed["quote"], typed["quote_cite"], typed["cites"], at)


def mend(pack: Pack, found: Verdict | None, cites: Sequence[str], typed: str) -> dict[str, Any]:
    """What one press could make of a quote, with a sentence on what is odd about it; only if that stands."""
    src = evidence.source(pack)
    if found is None or not src.text:
        return {}
    if found.kind in COPIES:
        sections = [name for name in dict.fromkeys([found.section, *cites]) if name in src.spans]
        places = ((name, copied.place(src.text, src.spans[name], typed)) for name in sections if name)
        own = next(((name, (COPIED, span)) for name, span in places if span), None)
        return _mended(pack, own[0], cites, "Take the article’s own", own[1]) if own else {}
    if found.kind not in MENDS or not (found.section and found.span):
        return {}
    does, part = MENDS[found.kind]
    odd = part(src.text, src.spans[found.section], found.span)
    return _mended(pack, found.section, cites, does, odd) if odd else {}


def _mended(
    pack: Pack, section: str, cites: Sequence[str], does: str, odd: tuple[str, Span]
) -> dict[str, Any]:
    text, span = odd
    words = evidence.shown(pack, section, span)
    if evidence.verdict(pack, words, section, cites, span).kind != "stands":
        return {}
    return {"text": text, "does": does, **_fields(Sentence(section, span, words))}


def _whole(source: str, section: Span, quote: Span) -> tuple[str, Span] | None:
    """What a quote that stands cuts in half, in a sentence, and the same words whole; nothing where all are."""
    cut = half(source, section, quote)
    return (cut.text, cut.span) if cut else None


def _seen(source: str, section: Span, quote: Span) -> tuple[str, Span] | None:
    """What a reader sees of a quote that reaches into what only the source has, such as half a tag."""
    part = seen_part(source, section, quote)
    return (REST, part) if part else None


MENDS = {"stands": ("Take whole words", _whole), "unseen": ("Take what a reader sees", _seen)}


def _fields(one: Sentence) -> dict[str, Any]:
    start, end = one.span
    return {"quote": one.words, "quote_cite": one.section, "quote_start": start, "quote_end": end}
