"""What is worth knowing about a pack of valid shape and stops nothing (docs/pack.md, “What is checked”)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from unicodedata import normalize

from reviews.core.audit import Faults, Row
from reviews.core.faults import Fault
from reviews.core.strict_json import shown


def of(data: Row) -> Faults:
    """Every note, by the place that it is about."""
    ids = {section["id"] for section in data["sections"]}
    alike = {_folded(name): name for name in ids}
    yield from _alike(data["sections"])
    for n, chip in enumerate(data["chips"]):
        yield from _cites(f"/chips/{n}/cites", chip["cites"], ids, alike)
        for key in ("q", "a"):
            if not any(char.isalnum() for char in chip[key]):
                yield Fault(f"/chips/{n}/{key}", "punctuation", "there is no letter and no digit in it")
    for n, drop in enumerate(data["bench"]["drops"]):
        if drop.get("section", "") and drop["section"] not in ids:
            found = f"the pack has no section {shown(drop['section'])}"
            yield Fault(f"/bench/drops/{n}/section", "section", found)
    yield from _tokens(data["bench"]["new_noun_tokens_checked"])


def _cites(path: str, cites: Sequence[str], ids: set[str], alike: Mapping[str, str]) -> Faults:
    if not cites:
        yield Fault(path, "cite", "no section is cited")
    seen: set[str] = set()
    for n, cite in enumerate(cites):
        if cite in seen:
            yield Fault(f"{path}/{n}", "cite", f"the section {shown(cite)} is cited twice")
        elif cite not in ids:
            other = alike.get(_folded(cite))
            hint = f"; {shown(other)} differs only in case or composition" if other else ""
            yield Fault(f"{path}/{n}", "cite", f"the pack has no section {shown(cite)}{hint}")
        seen.add(cite)


def _alike(sections: Sequence[Row]) -> Faults:
    first: dict[str, str] = {}
    for n, section in enumerate(sections):
        other = first.setdefault(_folded(section["id"]), section["id"])
        if other != section["id"]:
            found = f"{shown(section['id'])} differs from {shown(other)} only in case or composition"
            yield Fault(f"/sections/{n}/id", "alike", found)


def _tokens(tokens: Sequence[str]) -> Faults:
    for n, (before, after) in enumerate(pairwise(tokens), 1):
        if before >= after:
            how = "stands twice" if before == after else f"stands after {shown(before)}"
            found = f"{shown(after)} {how}; the tokens are sorted by code point, each once"
            yield Fault(f"/bench/new_noun_tokens_checked/{n}", "tokens", found)


def _folded(name: str) -> str:
    return normalize("NFC", normalize("NFC", name).casefold())
