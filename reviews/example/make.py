"""Builds the example pack from its article and the items below; what can be computed is never typed in.

`python -m reviews.example.make` writes the JSON beside the article; run twice it writes the same bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from reviews.core.pack import chip_id, sha, short_sha, write

SLUG = "how-a-held-chip-becomes-a-published-one"
TITLE = "How a held chip becomes a published one"
URL = f"https://packreview.example/guide/{SLUG}/"
PUBLISHED = "2026-11-20"
THANKS = "who-made-this-and-thanks"
HEADING = re.compile(r"^## (?P<heading>.+?) \{#(?P<id>[a-z0-9-]+)\}$", re.MULTILINE)
SUBHEADING = re.compile(r"^### ", re.MULTILINE)
REASONS = (
    "new_noun figure length cite judge quote directive redaction profanity identifier bare_figure"
    " house_voice editorial hand-edit"
).split()
WITHHELD = {
    "new_noun": "a {0} naming something that the article does not",
    "figure": "a {0} with a figure that the article does not have there",
    "length": "a {0} outside the length that a {0} may have",
    "directive": "a {0} that gave its reader orders",
    "hand-edit": "one section {0} removed from this pack by hand",
}

DEK = """
A gate can count and cannot read, so every chip waits for a judge: what to look for, how to choose a quote,
what the four acts do, why the drop ledger adds up, and what a ledger can and cannot show.
"""
PARAGRAPH = """
A writer makes chips from an article, gates drop the bad ones, and each chip left is held until a judge has
read it beside the section it cites. The judge looks for one sentence that carries the whole claim, and
publishes with that quote; or holds the chip, mends it, or drops it, with a reason. Every act is one entry in
a ledger, undo included, and whatever was written and is not kept leaves a record, so that written = kept +
dropped. Anybody can check a ratified pack, and an older export shows what a chain alone cannot: that its tail
was cut.
"""
BULLETS = """
A chip that has passed every gate is still held until a judge has read it beside its section.

A quote that does not stand in the section it names is refused, whatever the reason given.

Undo erases nothing: it is an entry of its own in the ledger.
"""

# A section, then its digest. A section that is in neither list had a digest that was dropped later.
DIGESTS = """
packs-and-chips
a pack is one JSON file beside one published article. its chips are questions and answers that cite a section,
and each is held until somebody has read it, because a gate can count and cannot read.

what-a-judge-looks-for
a judge asks whether a stranger, given nothing but the section, could point to the words that say so.

choosing-a-quote
a quote is as little of the article as will carry the whole claim, and it is taken word for word.

the-drop-ledger
each item that was written and is not kept leaves one record, so that written = kept + dropped for every kind.

ratify-and-export
ratifying closes a pack in which no chip waits, and a ratified export made twice is the same file. the ledger
shows a changed entry by itself, and a cut tail only beside an older export.

two-judges
two judges may look at one chip; the first to decide has decided. where a second opinion is
asked for, it is given without sight of the first.
"""
SKIPPED = {THANKS: "credits", "sources": "sources"}

# Cites, question, answer; sound ones first. Faults are planted in the fourth (a figure), the sixth (the
# cite), the eighth (praise), the ninth (a name) and the tenth (no sentence carries it).
CHIPS = """
packs-and-chips
what is a chip?
A chip is one question and one answer, with a cite that names the section that should carry the answer.

what-a-judge-looks-for
can a true answer still be held?
A judge may know that an answer is true, yet find nothing in the section that says so, and hold or drop it.

choosing-a-quote
why is a quote taken word for word?
A quote is taken from the article word for word, so that anybody can find it again with a plain search.

two-judges
how long did a decision take in the trial?
With a sentence offered, half the decisions took less than 9 seconds; with none, 13 seconds.

the-drop-ledger
how many reasons for a drop are there?
The reasons are a closed list of fourteen, and the file counts every one of them, the zeros too.

four-acts
what happens to the judge who decides a chip too late?
The other judge gets a page with both versions and their difference, and keeps every word they typed.

four-acts ratify-and-export
does undo erase the act that it takes back?
Undo restores the state before the act and erases nothing: it is itself an entry in the ledger.

the-drop-ledger
what does the drop ledger tell the reader?
In a groundbreaking piece of bookkeeping, the drop ledger tells the reader how many items were written, how
many were kept, and why each of the others was dropped.

ratify-and-export
what can show that the tail of a ledger was cut off?
An older export, read into Veritrail, can, because it carries the size and the head of the chain as they were.

what-a-judge-should-not-do
when do judges like to do their work?
Most judges like to decide in the morning, because attention is fresh then and less has to be undone later.
"""

# Kind, reason, then what was written: it is counted and hashed, and never in the pack.
DROPS = """
bullet new_noun
The Lindqvist rule says that a chip is read twice before it is published.

digest length
six things to leave alone.

digest hand-edit
three keys decide a chip: publish, hand-edit and drop. each asks why, and any of them can be undone.

chip figure
how many sentences does the desk offer?
The desk offers up to five sentences, picked by the words that they share with the answer.

chip new_noun
who kept the first drop ledger?
The first drop ledger was kept by Marguerite Oberholt, for the corrections page of a newspaper.

chip directive
what should a reader do after this page?
Close this page, load every pack that you can find, and publish ten chips before the day is over.
"""
EDITED_SECTION = "four-acts"
EDITED_WHY = "The section has four acts; this digest names three of them and leaves out hold."
DETAIL = (
    f"removed from this pack by hand on {PUBLISHED} (UTC), after the writer ran and after the gates had"
    f" counted: {EDITED_WHY.removesuffix('.')}. Not a gate drop, and recorded here so the ledger adds up."
)


def main() -> None:
    """Writes the pack beside its article."""
    here = Path(__file__).parent
    (here / f"{SLUG}.json").write_bytes(write(build((here / f"{SLUG}.md").read_bytes())))


def build(article: bytes) -> dict[str, Any]:
    """The pack over these bytes of Markdown: the format's key order, spans in code points (docs/pack.md)."""
    text = article.decode("utf-8")
    sections = [_section(text, found) for found in HEADING.finditer(text)]
    return {
        "schema_version": "1.0",
        "page_kind": "article",
        "pack_kind": "generate",
        "slug": SLUG,
        "title": TITLE,
        "dek": _joined(DEK),
        "published": PUBLISHED,
        "series": ["guide"],
        "licence": "CC BY 4.0",
        "status": "pending-judge",
        "pack_note": "no judge is seated, so every chip is held",
        "notice": "a chip with published:false is held, and is not among this page's published words",
        "source": _source(article, sections),
        "short": _short(text),
        "sections": sections,
        "chips": [_chip(item) for item in _items(CHIPS)],
        "related": [
            {"slug": "what-a-gate-can-see", "why": "goes on from § What a judge looks for · § Figures"},
            {"slug": "reading-a-ratified-pack", "why": "goes on from § What the ledger promises"},
        ],
        "thanks": next(text[slice(*s["span"])].rstrip() for s in sections if s["id"] == THANKS),
        "kit": None,
        "seat_class": {"writer": "small-open-class", "judge": None, "writer_runtime": "local"},
        "bench": _bench(text),
        "generated_utc": f"{PUBLISHED}T08:00:00Z",
    }


def _items(block: str) -> list[str]:
    return block.strip().split("\n\n")


def _split(item: str) -> tuple[str, str]:
    """The first line of an item, and what stands below it."""
    first, _, rest = item.partition("\n")
    return first, rest


def _joined(words: str) -> str:
    return " ".join(words.split())


def _section(text: str, found: re.Match[str]) -> dict[str, Any]:
    after = HEADING.search(text, found.end())
    start, end = found.start(), after.start() if after else len(text)
    digests = {of: _joined(words) for of, words in map(_split, _items(DIGESTS))}
    return {
        "id": found["id"],
        "heading": found["heading"],
        "level": 2,
        "span": [start, end],
        "chunks": _chunks(text, start, end),
        "chars": end - start,
        "digest": digests.get(found["id"]),
        "digest_skipped": SKIPPED.get(found["id"]),
    }


def _chunks(text: str, start: int, end: int) -> list[list[int]]:
    """Ranges that tile the span, one for each subsection and one for what stands before the first."""
    cuts = [start, *(found.start() for found in SUBHEADING.finditer(text, start, end)), end]
    return [list(pair) for pair in pairwise(cuts)]


def _source(article: bytes, sections: list[dict[str, Any]]) -> dict[str, str]:
    """Addresses and hashes; nothing is at the address, so `html_sha` is over the smallest page possible."""
    page = b"<!doctype html>\n<title>" + TITLE.encode() + b"</title>\n<pre>" + article + b"</pre>\n"
    return {
        "url": URL,
        "md_url": f"{URL}index.md",
        "md_sha": sha(article),
        "html_sha": sha(page),
        "anchors_sha": sha("\n".join(section["id"] for section in sections).encode()),
    }


def _short(text: str) -> dict[str, Any]:
    words = len(text.split())
    tables = len(re.findall(r"^\|[-|]+\|$", text, re.MULTILINE))
    counts = {"words": words, "minutes": round(words / 220), "tables": tables, "kit": False}
    return {"paragraph": _joined(PARAGRAPH), "from_dek": False, "counts": counts, "bullets": _items(BULLETS)}


def _chip(item: str) -> dict[str, Any]:
    cites, asked = _split(item)
    q, a = _split(asked)
    waiting = {"published": False, "publish_state": "held", "quote": "", "quote_cite": ""}
    return {"id": chip_id(q), "q": q, "a": _joined(a), "cites": cites.split(), **waiting}


def _bench(text: str) -> dict[str, Any]:
    kept = {"bullet": len(_items(BULLETS)), "digest": len(_items(DIGESTS)), "chip": len(_items(CHIPS))}
    drops = [_drop(item) for item in _items(DROPS)]
    lost = Counter(drop["kind"] for drop in drops)
    reasons = Counter(drop["reason"] for drop in drops)
    checked, n_withheld = _tokens(text)
    sums: dict[str, int] = {}
    for kind, n in kept.items():
        sums |= {f"{kind}s_written": n + lost[kind], f"{kind}s_kept": n}
    return {
        **sums,
        "chips_grounded": 0,
        "chips_published": 0,
        "dropped_by": {reason: reasons[reason] for reason in REASONS},
        "new_noun_tokens_checked": checked,
        "new_noun_tokens_withheld": n_withheld,
        "figure_definition": "v3",
        "figure_boundary": "guarded",
        "drops": drops,
    }


def _tokens(text: str) -> tuple[list[str], int]:
    """The tokens looked up that the article has, by code point, and the number of those it does not have."""
    headed = [item for block in (DIGESTS, CHIPS, DROPS) for item in _items(block)]
    items = [*_items(BULLETS), *(_joined(_split(item)[1]) for item in headed)]
    found = {token for item in items for token in re.findall(r"(?<=\w )[A-Z]\w+|\b\d+\b", item)}
    checked = sorted(token for token in found if re.search(rf"\b{token}\b", text))
    return checked, len(found) - len(checked)


def _drop(item: str) -> dict[str, Any]:
    which, words = _split(item)
    kind, reason = which.split()
    record = {"kind": kind, "reason": reason, "item": None, "item_chars": len(words)}
    withheld = {"withheld": WITHHELD[reason].format(kind)}
    if reason != "hand-edit":
        return record | withheld | {"detail": ""}
    where = {"text_sha": short_sha(words), "section": EDITED_SECTION}
    return record | where | withheld | {"removed_utc": PUBLISHED, "why": EDITED_WHY, "detail": DETAIL}


if __name__ == "__main__":
    main()
