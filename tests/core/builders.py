"""Small sound packs with their article, made in memory; every number in them is counted, so that it adds up.

article()                      the Markdown: a title, then the sections feeding, heating and thanks
pack(**changes)                three chips, three sections, one bullet; a change is a part or a top-level key
ratified()                     its ratified export: one chip published, one rewritten, one dropped, a strike
raw(pack)                      its bytes
changed(pack, pointer, value)  a copy with one value set; "-" as the last step appends to a list
without(pack, pointer)         a copy with one key or list item less
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reviews.core.audit import KINDS, REASONS
from reviews.core.pack import chip_id, sha, short_sha, wording, write

Json = dict[str, Any]

# The title has a character of two UTF-8 bytes and one of two UTF-16 units: the offset units differ after it.
_ARTICLE = """\
# Baking with a sourdough starter 🥖 à la maison

A starter is flour and water that have gone on living together.

## Feeding the starter {#feeding}

Feed the starter once a day with 50 g of flour and 50 g of water. At 24 °C it doubles in about six hours.
A starter kept in the refrigerator needs a feed only once a week.

## Heating the oven {#heating}

Heat the oven to 250 °C for 45 minutes, with the iron pot inside. The pot keeps the steam for the first
20 minutes; after that the lid comes off, and the crust browns.

## Thanks {#thanks}

Thanks to Marta Lindqvist, whose bakery in Uppsala lent the pots.
"""
_HEADING = re.compile(r"^(#{1,6}) (.+) \{#([^}\n]+)\}$", re.MULTILINE)
_DIGEST = "a starter is fed once a day, or once a week if it is kept in the refrigerator."
_BULLET = "Feed the starter once a day and heat the oven for 45 minutes."
_CHIPS = (
    (
        "how often is a starter fed?",
        "Once a day, or once a week if it is kept in the refrigerator.",
        "feeding",
    ),
    ("how hot should the oven be?", "It is heated to 250 °C for 45 minutes, with the pot inside.", "heating"),
    ("when does the lid come off?", "The lid comes off after 20 minutes, so the crust browns.", "heating"),
)


def article() -> str:
    """The default article: three sections, LF line ends, a `{#id}` at each heading."""
    return _ARTICLE


def pack(
    *,
    text: str | None = None,
    unit: str = "code points",
    chips: Sequence[Json] | None = None,
    sections: Sequence[Json] | None = None,
    bullets: Sequence[str] = (_BULLET,),
    drops: Sequence[Json] = (),
    tokens: Sequence[str] = (),
    **top_level: Any,
) -> Json:
    """A sound pack over the article `text`, offsets in `unit`; `top_level` keys are set last, as they are."""
    text = article() if text is None else text
    made: Json = {
        "schema_version": "1.0",
        "page_kind": "article",
        "pack_kind": "generate",
        "slug": "baking-with-a-sourdough-starter",
        "title": "Baking with a sourdough starter",
        "dek": "How to feed a starter and heat an oven.",
        "published": "2026-10-01",
        "series": ["guide"],
        "licence": "CC BY 4.0",
        "status": "pending-judge",
        "pack_note": "no judge is seated, so every chip is held",
        "notice": "items with published:false are held and are not this page's published words",
        "source": source(text),
        "short": _short(text, bullets),
        "sections": sections_of(text, unit) if sections is None else list(sections),
        "chips": [chip(q, a, [cite]) for q, a, cite in _CHIPS] if chips is None else list(chips),
        "related": [{"slug": "keeping-flour", "why": "shares ground with § Feeding the starter"}],
        "thanks": _thanks(text),
        "kit": None,
        "seat_class": {"writer": "gemma-class", "judge": None, "writer_runtime": "vllm"},
    }
    made["bench"] = bench(made, drops, tokens)
    return {**made, "generated_utc": "2026-10-01T08:00:00Z", **top_level}


def _short(text: str, bullets: Sequence[str]) -> Json:
    counts = {"words": len(text.split()), "minutes": 1, "tables": 0, "kit": False}
    paragraph = "Feed the starter daily and bake in a hot iron pot."
    return {"paragraph": paragraph, "from_dek": False, "counts": counts, "bullets": list(bullets)}


def chip(q: str, a: str, cites: Sequence[str] = ("feeding",), quote: str = "", **changes: Any) -> Json:
    """A held chip; with a quote it is grounded in its first cite. `published=True` sets publish_state too."""
    is_published = bool(changes.get("published"))
    made: Json = {"id": chip_id(q), "q": q, "a": a, "cites": list(cites)}
    made |= {
        "published": is_published,
        "publish_state": "published" if is_published else "held",
        "quote": quote,
        "quote_cite": cites[0] if quote else "",
    }
    return made | changes


def drop(kind: str = "bullet", reason: str = "figure", **changes: Any) -> Json:
    """A record of the drop ledger; a hand-edit has its hash, its date and its why."""
    made: Json = {"kind": kind, "reason": reason, "item": None, "item_chars": 40}
    if reason == "hand-edit":
        made["text_sha"] = short_sha("words that are gone")
    made["withheld"] = f"a {kind} that failed a gate"
    if reason == "hand-edit":
        made |= {"removed_utc": "2026-10-02", "why": "not ours to say"}
    return made | {"detail": ""} | changes


def source(text: str) -> Json:
    """Where the article is, with the hash of its bytes."""
    page = "https://example.org/baking-with-a-sourdough-starter/"
    hashes = {"md_sha": sha(text.encode()), "html_sha": sha(b"html"), "anchors_sha": sha(b"anchors")}
    return {"url": page, "md_url": page + "index.md", **hashes}


def sections_of(text: str, unit: str = "code points") -> list[Json]:
    """A section for each `## Heading {#id}` line of the text, spans in `unit`; the first has a digest."""
    found = list(_HEADING.finditer(text))
    edges = [_offset(text, match.start(), unit) for match in found] + [_offset(text, len(text), unit)]
    return [
        section(
            match[3],
            edges[n : n + 2],
            heading=match[2],
            level=len(match[1]),
            digest=_DIGEST if n == 0 else None,
        )
        for n, match in enumerate(found)
    ]


def section(name: str, span: Sequence[int], *, digest: str | None = None, **changes: Any) -> Json:
    """One section in one chunk."""
    skipped = "credits" if name == "thanks" else "short"
    made: Json = {
        "id": name,
        "heading": name.title(),
        "level": 2,
        "span": list(span),
        "chunks": [list(span)],
        "chars": span[1] - span[0],
        "digest": digest,
        "digest_skipped": skipped if digest is None else None,
    }
    return made | changes


def bench(made: Mapping[str, Any], drops: Sequence[Json] = (), tokens: Sequence[str] = ()) -> Json:
    """The counts of a pack's parts and drops; a drop with `replaced_by` makes one chip one by hand."""
    n_drops, n_reasons = Counter(row["kind"] for row in drops), Counter(row["reason"] for row in drops)
    by_hand = sum("replaced_by" in row for row in drops)
    kept = {
        "bullet": len(made["short"]["bullets"]),
        "digest": sum(row["digest"] is not None for row in made["sections"]),
        "chip": len(made["chips"]) - by_hand,
    }
    counts: Json = {}
    for kind in KINDS:
        counts |= {f"{kind}s_written": kept[kind] + n_drops[kind], f"{kind}s_kept": kept[kind]}
    if by_hand:
        counts["chips_by_hand"] = by_hand
    return counts | {
        "chips_grounded": sum(bool(row["quote"]) for row in made["chips"]),
        "chips_published": sum(bool(row["published"]) for row in made["chips"]),
        "dropped_by": {reason: n_reasons[reason] for reason in REASONS},
        "new_noun_tokens_checked": list(tokens),
        "new_noun_tokens_withheld": 0,
        "figure_definition": "v3",
        "figure_boundary": "guarded",
        "drops": list(drops),
    }


def ratified() -> Json:
    """The default pack, judged: its chips published, rewritten, dropped in this order, its bullet struck."""
    before = pack()
    first, second, third = before["chips"]
    quote = "Feed the starter once a day"
    new = chip("how hot is the oven?", "It is heated to 250 °C.", ["heating"])
    gone = wording(third["q"], third["a"])
    drops = [
        _replaced(second, new),
        drop("chip", "judge", text_sha=short_sha(gone), item_chars=len(gone), section="heating"),
        drop("bullet", "hand-edit", text_sha=short_sha(_BULLET), item_chars=len(_BULLET)),
    ]
    published = chip(first["q"], first["a"], first["cites"], quote, published=True)
    made = pack(chips=[published, new], bullets=(), drops=drops, status="ratified")
    start = article().index(quote)
    made["bench"]["decisions"] = [
        decision("publish", published, quote_span=[start, start + len(quote)]),
        decision("hand-edit", new),
        decision("drop", third),
        {
            "chip": None,
            "item": f"bullet:{short_sha(_BULLET)}",
            **decision("strike", None, text_sha=short_sha(_BULLET)),
        },
    ]
    made["pack_note"] = "judged by Desk editor: 1 published, 0 held, 1 rewritten, 1 dropped"
    made["seat_class"]["judge"] = "human-class"
    return made | {"ratified": _ratified(before)}


def decision(act: str, row: Mapping[str, Any] | None, **changes: Any) -> Json:
    """One of `bench.decisions`, about this chip."""
    made: Json = {
        "chip": row["id"] if row else None,
        "act": act,
        "seat": "Desk editor",
        "utc": "2026-10-02T09:30:00Z",
        "why": "",
        "text_sha": short_sha(wording(row["q"], row["a"])) if row else "",
        "quote_span": None,
        "overrides": [],
        "source": "verified",
    }
    return {**made, **changes}


def raw(made: Mapping[str, Any]) -> bytes:
    """The bytes of the pack, as its publisher would have written them."""
    return write(made)


def changed(made: Json, pointer: str, value: Any) -> Json:
    """A deep copy with one value set at a JSON pointer; the counts are left as they are."""
    made = copy.deepcopy(made)
    holder, key = _find(made, pointer)
    if key == "-":
        holder.append(value)
    else:
        holder[key] = value
    return made


def without(made: Json, pointer: str) -> Json:
    """A deep copy without what stands at a JSON pointer."""
    made = copy.deepcopy(made)
    holder, key = _find(made, pointer)
    del holder[key]
    return made


def _find(made: Any, pointer: str) -> tuple[Any, Any]:
    *steps, last = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for step in steps:
        made = made[int(step) if isinstance(made, list) else step]
    return made, int(last) if isinstance(made, list) and last != "-" else last


def _thanks(text: str) -> str | None:
    found = re.search(r"^#{1,6} [^\n]* \{#thanks\}$.*", text, re.MULTILINE | re.DOTALL)
    return found[0].rstrip() if found else None


def _offset(text: str, at: int, unit: str) -> int:
    if unit == "code points":
        return at
    if unit == "UTF-8 bytes":
        return len(text[:at].encode())
    return len(text[:at].encode("utf-16-le")) // 2


def _replaced(old: Json, new: Json) -> Json:
    was, is_now = wording(old["q"], old["a"]), wording(new["q"], new["a"])
    replacement = {"replaced_by": new["id"], "replacement_sha": short_sha(is_now)}
    return (
        drop("chip", "hand-edit", text_sha=short_sha(was), item_chars=len(was), section=old["cites"][0])
        | replacement
    )


def _ratified(before: Json) -> Json:
    ledger = {"origin": f"desk/{before['slug']}/1", "size": 6, "head": sha(b"head")}
    made = {"utc": "2026-10-02T10:00:00Z", "seat": "Desk editor", "pack_sha": sha(raw(before))}
    return {**made, "source_sha": before["source"]["md_sha"], "source": "verified", "ledger": ledger}
