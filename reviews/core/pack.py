"""The pack's file format (docs/pack.md): bytes to a Pack and back, ids, hashes; nothing is mended here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from reviews.core import audit, notes, shape, strict_json
from reviews.core.faults import Fault, PackError
from reviews.core.strict_json import capped, shown

MAX_BYTES = 8_000_000
_LAYOUT = json.JSONEncoder(indent=1, ensure_ascii=False)

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Pack:
    """One sound pack: its bytes as loaded, the same as a value, and what is worth knowing about it."""

    raw: bytes
    data: dict[str, Any]
    notes: tuple[Fault, ...]

    @property
    def sha(self) -> str:
        """SHA-256 of the bytes, 64 lower-case hex digits."""
        return sha(self.raw)

    @property
    def slug(self) -> str:
        return str(self.data["slug"])

    @property
    def is_closed(self) -> bool:
        """It was loaded ratified: shown and exported as loaded, not judged again (docs/pack.md)."""
        return bool(self.data["status"] == "ratified")

    @property
    def is_canonical(self) -> bool:
        """Writing it gives the same bytes; where not, `read` has made the note `layout`."""
        return _is_written_so(self.data, self.raw)


def read(raw: bytes, *, max_bytes: int = MAX_BYTES, is_here: bool = False) -> Pack:
    """The pack in these bytes. PackError has every fault at once; of a file that is no JSON, only that.

    `is_here` is for what was loaded before, perhaps by an earlier release (`is_later`).
    """
    if len(raw) > max_bytes:
        found = f"the file has {len(raw):,} bytes; at most {max_bytes:,} are read"
        raise PackError([Fault("", "size", found)])
    data = strict_json.parse(raw)
    if misshapen := capped(f for f in shape.faults(data) if not (is_here and is_later(f))):
        _refuse(chain(misshapen, audit.so_far(data)))
    _refuse(chain(audit.faults(data), _closing(data)))
    pack = Pack(raw, data, ())
    return replace(pack, notes=tuple(capped(_notes(pack))))


def is_later(fault: Fault) -> bool:
    """Is it against a rule that was set after packs had been loaded? Those stay, are judged, and go out."""
    return fault.code == "length" or fault.path.startswith("/series/")


def write(data: Row) -> bytes:
    """The bytes of a pack, laid out as all are: one space a level, no ASCII escapes, a final line feed."""
    return ("".join(_LAYOUT.iterencode(data)) + "\n").encode()


def chip_id(q: str) -> str:
    """The id that follows from a question: "c-" and the first 8 hex digits of its SHA-256."""
    return f"c-{sha(q.encode())[:8]}"


def wording(q: str, a: str) -> str:
    """A chip's words as one text, for hashes and lengths (docs/pack.md)."""
    return f"{q}\n{a}"


def short_sha(text: str) -> str:
    """The first 12 hex digits of the SHA-256 of a text's UTF-8, as in `text_sha`."""
    return sha(text.encode())[:12]


def sha(raw: bytes) -> str:
    """SHA-256, 64 lower-case hex digits."""
    return hashlib.sha256(raw).hexdigest()


def _is_written_so(data: Row, raw: bytes) -> bool:
    """`write(data) == raw`, piece by piece: the pieces of 8 MB at once would take 100 MB."""
    pieces, at = iter(_LAYOUT.iterencode(data)), 0
    while batch := "".join(islice(pieces, 10_000)).encode():
        if not raw.startswith(batch, at):
            return False
        at += len(batch)
    return raw[at:] == b"\n"


def _refuse(faults: Iterable[Fault]) -> None:
    found = capped(faults)
    if found:
        raise PackError(found)


def _closing(data: Row) -> Iterator[Fault]:
    """What a ratified pack must have, and no other may (docs/pack.md)."""
    bench, status = data["bench"], data["status"]
    if status == "ratified" and "ratified" not in data:
        found = 'status is "ratified", but nothing says by which seat, from which pack and by which ledger'
        yield Fault("/ratified", "missing", found)
    if status != "ratified":
        carried = [f"/bench/{key}" for key in ("chips_by_hand", "decisions") if key in bench]
        for path in carried + ["/ratified"] * ("ratified" in data):
            yield Fault(path, "ratified", f"only a ratified pack has this; /status is {shown(status)}")
    chips = {chip["id"]: chip for chip in data["chips"]}
    for n, decision in enumerate(bench.get("decisions", ())):
        yield from _decision(f"/bench/decisions/{n}", decision, chips)


def _decision(path: str, decision: Row, chips: Mapping[str, Row]) -> Iterator[Fault]:
    act, name, span = decision["act"], decision["chip"], decision["quote_span"]
    if span and span[1] <= span[0]:
        yield Fault(f"{path}/quote_span", "span", f"the span [{span[0]}, {span[1]}) holds nothing")
    if (act == "strike") != (name is None) or (act == "strike") != ("item" in decision):
        found = "a strike names an item and no chip, every other act a chip and no item"
        yield Fault(path, "decision", found)
    elif act in ("publish", "hold", "hand-edit"):
        yield from _standing(path, decision, chips.get(name))


def _standing(path: str, decision: Row, chip: Row | None) -> Iterator[Fault]:
    if chip is None:
        yield Fault(f"{path}/chip", "decision", f"the pack has no chip {shown(decision['chip'])}")
    elif decision["text_sha"] != (words := short_sha(wording(chip["q"], chip["a"]))):
        found = f"text_sha is {decision['text_sha']}, but the words of {chip['id']} have {words}"
        yield Fault(f"{path}/text_sha", "decision", found)


def _notes(pack: Pack) -> Iterator[Fault]:
    data = pack.data
    if data["schema_version"] != "1.0":
        found = f"schema {data['schema_version']} is later than 1.0; what it adds is carried, not read"
        yield Fault("/schema_version", "minor", found)
    if not pack.is_canonical:
        found = "not laid out as packs are: untouched it goes out byte for byte, ratified it is laid out anew"
        yield Fault("", "layout", found)
    yield from shape.carried(data)
    yield from notes.of(data)
    for n, chip in enumerate(data["chips"]):
        if chip["id"] != chip_id(chip["q"]):
            found = f"the id {chip['id']} does not follow from the question, which has {chip_id(chip['q'])}"
            yield Fault(f"/chips/{n}/id", "chip-id", found)
