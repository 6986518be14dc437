"""A ratified export: a pure function of the loaded bytes and the ledger up to its ratify entry (docs/pack.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reviews.core import acts, pack, replay
from reviews.core.acts import Act, Chip, Item
from reviews.core.chain import Line
from reviews.core.replay import State

DETAIL = (
    "removed from this pack by hand on {date} (UTC), after the writer ran and after the gates had counted: "
    "{why}. Not a gate drop, and recorded here so the ledger adds up."
)
WITHHELD = {
    "chip": "one chip removed from this pack by hand",
    "bullet": "one bullet removed from this pack by hand",
    "digest": "one section digest removed from this pack by hand",
}


def ratified(raw: bytes, lines: Sequence[Line], words: Mapping[str, str]) -> bytes:
    """The export that the last of these lines, a ratify entry, closes. ReplayError where the lines cannot be replayed."""
    data = json.loads(raw)
    bodies = [json.loads(line.body) for line in lines]
    state = replay.state_after(data, bodies, words)
    ratify = bodies[-1]
    if ratify["act"] != "ratify":
        raise replay.ReplayError(ratify["seq"], "is not a ratify entry")
    out = unsealed(data, state, seat=ratify["seat"], seat_class=ratify["seat_class"])
    if ratify.get("export_sha") not in (None, sha_of(out)):
        raise replay.ReplayError(ratify["seq"], "names another export than the one that follows")
    out["ratified"] = {
        "utc": ratify["utc"],
        "seat": ratify["seat"],
        "pack_sha": hashlib.sha256(raw).hexdigest(),
        "source_sha": ratify["source_sha"],
        "source": ratify["source"],
        "ledger": {"origin": ratify["origin"], "size": len(lines), "head": lines[-1].hash},
    }
    return pack.write(out)


def unsealed(data: Mapping[str, Any], state: State, *, seat: str, seat_class: str) -> dict[str, Any]:
    """The export of this state without its `ratified`, which names the ledger's head and so cannot be in the ledger itself."""
    out = _judged(data, state)
    out["status"] = "ratified"
    out["pack_note"] = _note(state, seat)
    out["seat_class"] = {**out["seat_class"], "judge": seat_class}
    return out


def sha_of(unsealed: Mapping[str, Any]) -> str:
    """64 hex over its bytes: a ratify entry has it as `export_sha`, so that not one byte of an export can change unseen."""
    return pack.sha(pack.write(unsealed))


def as_it_stands(data: Mapping[str, Any], state: State) -> dict[str, Any]:
    """The pack with its net state, not yet ratified: what `audit.check` is asked about while judging goes on."""
    return _judged(data, state) if state.is_touched else dict(data)


def _judged(data: Mapping[str, Any], state: State) -> dict[str, Any]:
    struck = {item.id for item in state.items.values() if item.strike}
    out = dict(data)
    out["short"] = {**data["short"], "bullets": _bullets(data, struck)}
    out["sections"] = [_section(row, struck) for row in data["sections"]]
    out["chips"] = [
        _chip(row, state.chips[row["id"]]) for row in data["chips"] if state.chips[row["id"]].is_in_pack
    ]
    out["bench"] = _bench(data, out, state)
    return out


def _bullets(data: Mapping[str, Any], struck: set[str]) -> list[str]:
    return [text for text in data["short"]["bullets"] if f"bullet:{pack.short_sha(text)}" not in struck]


def _section(row: Mapping[str, Any], struck: set[str]) -> dict[str, Any]:
    return {**row, "digest": None if f"digest:{row['id']}" in struck else row["digest"]}


def _chip(row: Mapping[str, Any], chip: Chip) -> dict[str, Any]:
    if not chip.acts:
        return dict(row)
    is_published = chip.status == "published"
    return {
        **row,
        "id": exported_id(chip),
        "q": chip.wording.q,
        "a": chip.wording.a,
        "cites": list(chip.wording.cites),
        "published": is_published,
        "publish_state": "published" if is_published else "held",
        "quote": chip.grounds.quote,
        "quote_cite": chip.grounds.cite,
    }


def exported_id(chip: Chip) -> str:
    """The writer's id while the question is the writer's (an older producer's ids may differ), else the id of the new one."""
    return chip.id if chip.wording.q == chip.writer.q else pack.chip_id(chip.wording.q)


def _bench(data: Mapping[str, Any], out: Mapping[str, Any], state: State) -> dict[str, Any]:
    bench = data["bench"]
    drops = [*bench["drops"], *(record for _, record in sorted_records(data, state))]
    dropped_by = dict.fromkeys(bench["dropped_by"], 0)
    for drop in drops:
        dropped_by[drop["reason"]] += 1
    new = {
        "bullets_kept": len(out["short"]["bullets"]),
        "digests_kept": sum(section["digest"] is not None for section in out["sections"]),
        "chips_kept": len(out["chips"]) - state.n_rewritten,
        "chips_by_hand": state.n_rewritten,
        "chips_grounded": sum(bool(chip["quote"]) for chip in out["chips"]),
        "chips_published": sum(chip["published"] for chip in out["chips"]),
        "dropped_by": dropped_by,
        "drops": drops,
        "decisions": list(_decisions(state)),
    }
    return _laid_out(bench, {key: value for key, value in new.items() if key not in _ONLY_IF or value})


_ONLY_IF = {"chips_by_hand": "chips_kept", "decisions": "drops"}


def _laid_out(bench: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The loaded keys in their order, each added key right after the one that it goes with."""
    out: dict[str, Any] = {}
    for key, value in bench.items():
        out[key] = new.get(key, value)
        for added, after in _ONLY_IF.items():
            if key == after and added in new:
                out[added] = new[added]
    return out


def sorted_records(data: Mapping[str, Any], state: State) -> list[tuple[Act, dict[str, Any]]]:
    """The drop records that judging adds, in ledger order, each with the act it comes from."""
    records = [(act, _chip_record(chip, act)) for chip in state.chips.values() if (act := _removal(chip))]
    records += [
        (item.strike, _strike_record(item, item.strike)) for item in state.items.values() if item.strike
    ]
    return sorted(records, key=lambda pair: pair[0].seq)


def _removal(chip: Chip) -> Act | None:
    """The act by which the writer's wording left the pack, if it did: the drop, or the newest edit of q or a."""
    if not chip.is_in_pack:
        return chip.newest("drop")
    return _newest_rewording(chip) if chip.is_rewritten else None


def _newest_rewording(chip: Chip) -> Act | None:
    """The newest standing hand-edit that changed q or a; one that changed cites only is passed over."""
    newest, words = None, chip.writer
    for act in chip.acts:
        if act.act == "hand-edit" and act.wording:
            if not act.wording.same_words(words):
                newest = act
            words = act.wording
    return newest


def _chip_record(chip: Chip, act: Act) -> dict[str, Any]:
    text = pack.wording(chip.writer.q, chip.writer.a)
    record = _record("chip", "hand-edit" if chip.is_in_pack else "judge", text)
    if chip.writer.cites:
        record["section"] = chip.writer.cites[0]
    if chip.is_in_pack:
        record["replaced_by"] = exported_id(chip)
        record["replacement_sha"] = chip.wording.text_sha
    return record | _reason("chip", act)


def _strike_record(item: Item, act: Act) -> dict[str, Any]:
    kind, _, name = item.id.partition(":")
    record = _record(kind, "hand-edit", item.text)
    if kind == "digest":
        record["section"] = name
    elif act.figure:
        record["figure"] = act.figure
    return record | _reason(kind, act)


def _record(kind: str, reason: str, text: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "reason": reason,
        "item": None,
        "item_chars": len(text),
        "text_sha": pack.short_sha(text),
    }


def _reason(kind: str, act: Act) -> dict[str, Any]:
    date = act.utc[:10]
    return {
        "withheld": WITHHELD[kind],
        "removed_utc": date,
        "why": act.why,
        "detail": DETAIL.format(date=date, why=act.why.removesuffix(".")),
    }


def _decisions(state: State) -> Iterator[dict[str, Any]]:
    for chip in state.chips.values():
        for act in _standing(chip):
            yield _decision(act, exported_id(chip) if chip.is_in_pack else chip.id, act.wording)
    strikes = [item for item in state.items.values() if item.strike]
    for item in sorted(strikes, key=lambda item: item.strike.seq if item.strike else 0):
        if item.strike:
            yield {"chip": None, "item": item.id} | _decision(item.strike, None, None, item.text)


def _standing(chip: Chip) -> Iterator[Act]:
    """The newest standing hand-edit while words or cites differ, then the publish or hold after it; of a dropped chip the drop.

    Where two judges were asked, each of their opinions on that wording too, in ledger order.
    """
    if not chip.acts or chip.acts[-1].act == "drop":
        yield from chip.acts[-1:]
        return
    edit = chip.newest("hand-edit")
    if edit and chip.wording != chip.writer:
        yield edit
    for act in chip.acts:
        if edit and act.seq <= edit.seq:
            continue
        if act.first:
            yield act.first
        if act.first or act is chip.acts[-1]:
            yield act


def _decision(act: Act, chip: str | None, words: acts.Wording | None, text: str = "") -> dict[str, Any]:
    return {
        "chip": chip,
        "act": act.verdict,
        "seat": act.seat,
        "utc": act.utc,
        "why": act.why,
        "text_sha": words.text_sha if words else pack.short_sha(text),
        "quote_span": list(act.grounds.span) if act.grounds.span else None,
        "overrides": list(act.overrides),
        "source": act.source,
    }


def seats(state: State) -> tuple[list[str], list[str]]:
    """Labels and classes of the seats whose decisions stand, each once, in order of first decision."""
    standing = [
        act for chip in state.chips.values() for each in chip.acts for act in (each.first, each) if act
    ]
    standing += [item.strike for item in state.items.values() if item.strike]
    ordered = sorted((act for act in standing if act.seat), key=lambda act: act.seq)
    labels = dict.fromkeys(act.seat for act in ordered if act.seat)
    classes = dict.fromkeys(act.seat_class for act in ordered if act.seat_class)
    return list(labels), list(classes)


def _note(state: State, seat: str) -> str:
    chips = state.chips.values()
    published, held, dropped = (
        sum(chip.status == s for chip in chips) for s in ("published", "held", "dropped")
    )
    return f"judged by {seat}: {published} published, {held} held, {state.n_rewritten} rewritten, {dropped} dropped"
