"""For outsiders: does an export follow from its ledger? It opens the files it is given and writes none.

A copy of this one file runs alone (Python 3.11 and nothing else), so it may import nothing of the desk it checks:

    python verify.py EXPORT.json LEDGER.jsonl [--article FILE.md] [--against OLD_EXPORT.json]

Exit code 0: sound. 1: not sound, and the first bad entry is named. 2: a file cannot be used.
The rules are those of the format (PACK.md, sections 1 and 2), read once more from the outside.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise, repeat, zip_longest
from typing import Any, BinaryIO, NoReturn

Row = Mapping[str, Any]
Faults = Iterator[str]
Words = tuple[str, str, tuple[str, ...]]  # SHA-256 of q, SHA-256 of a, cites

MAX_FILE, MAX_LINE, MAX_LEDGER = 16_000_000, 12_000_000, 1_000_000_000
MAX_WHOLE = 2**53 - 1
MAX_BRACKETS = 2_000_000  # an empty list takes two bytes of a file and sixty of memory
MAX_TOLD = 20
ZERO = "0" * 64

REASONS = (
    *("new_noun", "figure", "length", "cite", "judge", "quote", "directive", "redaction"),
    *("profanity", "identifier", "bare_figure", "house_voice", "editorial", "hand-edit"),
)
BECOMES = {
    "publish": "published",
    "hold": "held",
    "re-hold": "held",
    "hand-edit": "waiting",
    "drop": "dropped",
    "strike": "struck",
}
# Which act is open when; "" is as loaded, which an export alone cannot tell.
OPEN = {
    "": ("publish", "hold", "re-hold", "hand-edit", "drop", "strike"),
    "waiting": ("publish", "hold", "hand-edit", "drop"),
    "held": ("publish", "hand-edit", "drop"),
    "published": ("hold", "re-hold", "hand-edit", "drop"),
    "dropped": (),
    "struck": (),
}
NEED_WHY = ("hold", "drop", "hand-edit", "strike", "vacate", "reopen")
UNITS = {"code points": ("utf-32-le", 4), "UTF-8 bytes": ("utf-8", 1), "UTF-16 units": ("utf-16-le", 2)}
DETAIL = (
    "removed from this pack by hand on {date} (UTC), after the writer ran and after the gates had counted: "
    "{why}. Not a gate drop, and recorded here so the ledger adds up."
)
KINDS = ("bullet", "digest", "chip")
ALONE = (
    "self-consistent only: nothing older was given to compare with (--against), and without it "
    "a tail that was cut off, or a ledger that was written anew, does not show"
)


class Unusable(ValueError):
    """A file cannot be read as what it should be; the message says which, and why."""


class BadEntry(ValueError):
    """The first bad entry; nothing after it can be trusted."""

    def __init__(self, seq: int, text: str) -> None:
        super().__init__(f"entry {seq}: {text}")


@dataclass(frozen=True)
class Report:
    """What was found: `faults` (the first bad entry first), and `lines` that say what was compared and what was not."""

    faults: tuple[str, ...]
    lines: tuple[str, ...]


def main(argv: Sequence[str] | None = None) -> int:
    """The command: 0 sound, 1 not sound, 2 unusable."""
    parser = argparse.ArgumentParser(description="Does an export of a pack follow from its ledger?")
    parser.add_argument("export", metavar="EXPORT.json", help="the pack as exported")
    parser.add_argument("ledger", metavar="LEDGER.jsonl", help="the ledger that came with it")
    parser.add_argument(
        "--article", metavar="FILE.md", help="the Markdown that the pack cites: its quotes are looked up"
    )
    parser.add_argument(
        "--against", metavar="OLD_EXPORT.json", help="an older export, or the pack as it was loaded"
    )
    asked = parser.parse_args(argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        report = _of_files(asked.export, asked.ledger, asked.article, asked.against)
    except Unusable as error:
        print(f"cannot be used: {error}")
        return 2
    except OSError as error:
        print(f"cannot be read: {shown(str(error.filename or ''))} {error.strerror}")
        return 2
    print(f"{shown(asked.export)}: {'NOT SOUND' if report.faults else 'sound'}")
    for text in (*told(report.faults), *report.lines):
        print(f"  {text}")
    return 1 if report.faults else 0


def verify(
    raw: bytes, ledger: Iterable[bytes], article: bytes | None = None, against: bytes | None = None
) -> Report:
    """Everything about an export and the lines of its ledger. Unusable where one of them is no pack, article or export."""
    try:
        pack, old = (
            _pack(raw, "the export"),
            _pack(against, "the older export") if against is not None else None,
        )
        return _verified(_Case(raw, pack, against or b"", old, _text(article)), ledger)
    except RecursionError:
        raise Unusable("lists and objects stand in each other too deep") from None


def told(faults: Sequence[str]) -> list[str]:
    """The first faults, and how many more there are."""
    more = [f"and {len(faults) - MAX_TOLD:,} more"] if len(faults) > MAX_TOLD else []
    return [*faults[:MAX_TOLD], *more]


def shown(text: object) -> str:
    """Foreign text for a sentence: a few words of it, nothing invisible, nothing that moves a cursor."""
    words = str(text)
    words = words if len(words) <= 90 else words[:90] + "…"
    return words if words.isprintable() else json.dumps(words)


def sha(text: str) -> str:
    """64 hex over the UTF-8 of a text, as a body names words."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def short(q: str, a: str) -> str:
    """12 hex over `q + "\\n" + a`, as `text_sha`."""
    return sha(f"{q}\n{a}")[:12]


def written(data: Row) -> bytes:
    """The bytes of a pack, as all exports are laid out."""
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


# Reading: bytes to values, and nothing let in that two readers could take for two things.


@dataclass(frozen=True)
class _Case:
    """What was given: the export's bytes and value, the older one's, and the article's bytes and text."""

    raw: bytes
    pack: Row
    old_raw: bytes
    old: Row | None
    article: tuple[bytes, str] | None

    @property
    def seal(self) -> Row | None:
        return self.pack.get("ratified")

    @property
    def sha(self) -> str:
        return hashlib.sha256(self.raw).hexdigest()

    @property
    def old_sha(self) -> str:
        return hashlib.sha256(self.old_raw).hexdigest()


def _of_files(export: str, ledger: str, article: str | None, against: str | None) -> Report:
    raw = _bytes(export)
    article_raw, old_raw = _bytes(article) if article else None, _bytes(against) if against else None
    with open(ledger, "rb") as file:
        return verify(raw, _lines(file), article_raw, old_raw)


def _bytes(name: str) -> bytes:
    with open(name, "rb") as file:
        raw = file.read(MAX_FILE + 1)
    if len(raw) > MAX_FILE:
        raise Unusable(f"{shown(name)} has more than {MAX_FILE:,} bytes")
    return raw


def _lines(file: BinaryIO) -> Iterator[bytes]:
    n_read = 0
    while line := file.readline(MAX_LINE + 1):
        n_read += len(line)
        if len(line) > MAX_LINE or n_read > MAX_LEDGER:
            raise Unusable(f"the ledger has more than {MAX_LINE:,} bytes in a line, or {MAX_LEDGER:,} in all")
        yield line


def _text(article: bytes | None) -> tuple[bytes, str] | None:
    try:
        return None if article is None else (article, article.decode())
    except UnicodeDecodeError as error:
        raise Unusable(f"the article is not UTF-8 at byte {error.start:,}") from None


def _pack(raw: bytes, name: str) -> Row:
    if raw.count(b"[") + raw.count(b"{") > MAX_BRACKETS:
        raise Unusable(f"{name} has more than {MAX_BRACKETS:,} lists and objects")
    try:
        data = json.loads(raw.decode(), object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Unusable(f"{name} is not UTF-8 at byte {error.start:,}") from None
    except json.JSONDecodeError as error:
        raise Unusable(f"{name} is not JSON at line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise Unusable(f"{name}: {error}") from None
    if (place := misfit(data, PACK)) is not None:
        raise Unusable(
            f"{name} is no pack: what stands at {shown(place or '/')} is missing, or not what belongs there"
        )
    return data  # type: ignore[no-any-return]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise ValueError(f"the key {shown(twice)} stands twice in one object")
    return made


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{shown(text)} is no number that belongs there")


# Shapes: a type, a pattern for texts, None, a tuple of choices, a list (of any length, if of one shape), an object.

ABSENT = object()
_HEX = re.compile("[0-9a-f]{64}")
_CHIP, _ITEM = re.compile("c-[0-9a-f]{8}"), re.compile("(?s)digest:.+|bullet:[0-9a-f]{12}")
_UTC = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_SOURCE = re.compile("verified|unverified")
_TEXT, _SPAN = (str, None), ([int, int], None)
_SEAL = {
    "utc": str,
    "seat": str,
    "pack_sha": _HEX,
    "source_sha": (_HEX, None),
    "source": str,
    "ledger": {"origin": str, "size": int, "head": _HEX},
}
_DECISION = {"chip": _TEXT, "item": (str, ABSENT), "act": str, "quote_span": _SPAN}
PACK: dict[str, Any] = {
    "slug": str,
    "status": str,
    "pack_note": str,
    "source": {"md_sha": _HEX},
    "short": {"bullets": [str]},
    "sections": [
        {
            "id": str, "level": int, "span": [int, int], "chunks": [[int, int]], "chars": int,
            "digest": _TEXT, "digest_skipped": _TEXT,
        }
    ],
    "chips": [
        {
            "id": _CHIP, "q": str, "a": str, "cites": [str],
            "published": bool, "publish_state": str, "quote": str, "quote_cite": str,
        }
    ],
    "seat_class": {"judge": _TEXT},
    "bench": {
        **{f"{kind}s_{what}": int for kind in KINDS for what in ("written", "kept")},
        "chips_grounded": int,
        "chips_published": int,
        "chips_by_hand": (int, ABSENT),
        "dropped_by": dict.fromkeys(REASONS, int),
        "drops": [{"kind": re.compile("|".join(KINDS)), "reason": re.compile("|".join(REASONS)), "replaced_by": (str, ABSENT)}],
        "decisions": ([_DECISION], ABSENT),
    },
    "ratified": (_SEAL, ABSENT),
}  # fmt: skip
_BODY = {
    "origin": str, "seq": int, "act": str, "utc": _UTC, "actor": str, "seat": _TEXT, "seat_class": _TEXT, "why": str,
}  # fmt: skip
_WORDS = {"chip": _CHIP, "version": int, "source": _SOURCE, "q": _HEX, "a": _HEX, "cites": [str]}
ACTS: dict[str, dict[str, Any]] = {
    "load": {
        "file": _HEX, "md_sha": _HEX, "slug": str, "revision": int,
        "counts": dict.fromkeys(("sections", "chips", "digests", "bullets", "drops"), int),
    },
    "attach": {"article": _HEX, "is_cited": bool, "unit": str},
    "seat": {},
    "vacate": {},
    "publish": {**_WORDS, "quote": str, "quote_cite": str, "quote_span": _SPAN, "overrides": [str], "seat": str},
    **{act: {**_WORDS, "seat": str} for act in ("hold", "re-hold", "hand-edit", "drop")},
    "strike": {"item": _ITEM, "version": int, "source": _SOURCE, "text": _HEX, "figure": _TEXT, "seat": str},
    "undo": {"chip": (_CHIP, ABSENT), "item": (_ITEM, ABSENT), "version": int, "source": _SOURCE, "undoes": int},
    "ratify": {"source": _SOURCE, "source_sha": (_HEX, None), "export_sha": _HEX, "seat": str, "seat_class": str},
    "reopen": {},
}  # fmt: skip


def misfit(found: Any, shape: Any) -> str | None:
    """The JSON pointer to the first place where a value has not the wanted shape; None where it has it everywhere."""
    if isinstance(shape, type):
        return None if type(found) is shape and (shape is not int or abs(found) <= MAX_WHOLE) else ""
    if isinstance(shape, re.Pattern):
        return None if type(found) is str and shape.fullmatch(found) else ""
    if isinstance(shape, tuple):
        return None if any(misfit(found, one) is None for one in shape) else ""
    if isinstance(shape, list):
        shapes = repeat(shape[0]) if len(shape) == 1 else shape
        is_long = type(found) is list and len(shape) in (1, len(found))
        return _inner(found if is_long else None, list, zip(count(), found, shapes) if is_long else ())
    if isinstance(shape, dict):
        keys = (
            ((key, found.get(key, ABSENT), one) for key, one in shape.items()) if type(found) is dict else ()
        )
        return _inner(found, dict, keys)
    return None if found is shape else ""


def _inner(found: Any, kind: type, parts: Iterable[tuple[object, Any, Any]]) -> str | None:
    if type(found) is not kind:
        return ""
    for key, one, shape in parts:
        if (place := misfit(one, shape)) is not None:
            return f"/{key}{place}"
    return None


# The chain: one line after the other, each linked to the one before (the leaf hash of RFC 6962, section 2.1).

_READ = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).decode
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
_QUOTED = json.JSONEncoder(ensure_ascii=False).encode


def _entries(lines: Iterable[bytes]) -> Iterator[tuple[dict[str, Any], str]]:
    """Body and hash of each entry. BadEntry at the first that does not follow from those before it."""
    prev, origin = ZERO, None
    for seq, line in enumerate(lines):
        text, own = _entry(seq, line)
        body = _body(seq, text)
        if body["seq"] != seq:
            raise BadEntry(
                seq, f"it says that it is entry {shown(body['seq'])}: one is missing, doubled or moved"
            )
        if origin not in (None, body["origin"]):
            raise BadEntry(seq, f"it belongs to {shown(body['origin'])}, not to {shown(origin)}")
        if hashlib.sha256(b"\0" + bytes.fromhex(prev) + text.encode()).hexdigest() != own:
            raise BadEntry(seq, "its hash does not follow from its words and the entry before it")
        prev, origin = own, body["origin"]
        yield body, own


def _entry(seq: int, line: bytes) -> tuple[str, str]:
    try:
        text = line.decode()
        row = _READ(text)
        body, own = row["body"], row["hash"]
        is_laid_out = f'{{"body": {_QUOTED(body)}, "hash": {_QUOTED(own)}}}\n' == text
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadEntry(seq, 'its line is not {"body": …, "hash": …} in UTF-8') from None
    if not (is_laid_out and type(body) is str and type(own) is str):
        raise BadEntry(seq, "its line is not laid out as all are")
    return body, own


def _body(seq: int, text: str) -> dict[str, Any]:
    try:
        body = _READ(text)
        is_canonical = type(body) is dict and _CANONICAL(body) == text
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical:
        raise BadEntry(seq, "its body is not canonical JSON without fractions")
    place = misfit(body, _BODY)
    if place is None and body["act"] not in ACTS:
        raise BadEntry(seq, f"this verifier does not know the act {shown(body['act'])}")
    if place is None:
        place = misfit(body, ACTS[body["act"]])
    if place is not None:
        raise BadEntry(
            seq, f"its body's {shown(place.lstrip('/') or 'shape')} is missing, or not what belongs there"
        )
    return body  # type: ignore[no-any-return]


# The replay: what stands after each entry, words known by their hash alone.


@dataclass
class _Thing:
    """A chip, or a bullet or digest that may be struck. Not frozen: a ledger of 100,000 entries is replayed in place."""

    loaded: str = ""  # its state as loaded, where that is known
    writer: Words | None = None  # the writer's words, where anything tells them
    version: int = 1
    acts: list[Row] = field(default_factory=list)  # those that stand
    edits: list[Row] = field(default_factory=list)  # the hand-edits among them

    @property
    def status(self) -> str:
        return BECOMES[self.acts[-1]["act"]] if self.acts else self.loaded

    @property
    def words(self) -> Words | None:
        return _words(self.edits[-1]) if self.edits else self.writer


@dataclass
class _Book:
    """The ledger as far as it was read. `old` is the pack as loaded, if the older file is that very one."""

    case: _Case
    things: dict[str, _Thing] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)
    hashes: list[str] = field(default_factory=list)
    load: Row = field(default_factory=dict)
    last: Row = field(default_factory=dict)
    at_old: Row = field(default_factory=dict)
    cited: str | None = None
    unit: str = ""
    ratified: int | None = None

    @property
    def loaded(self) -> Row | None:
        return self.case.old if self.load and self.case.old_sha == self.load["file"] else None

    def take(self, body: Row, own: str) -> None:
        """One entry more. BadEntry where it cannot have happened after those before it."""
        act = body["act"]
        if (act == "load") != (not self.hashes):
            raise self.bad(body, "a file is loaded by entry 0, and by no other")
        if (act in NEED_WHY or (act == "publish" and body["overrides"])) and not body["why"].strip():
            raise self.bad(body, "it does not say why")
        if body.get("source") not in (None, "verified" if self.cited else "unverified"):
            raise self.bad(body, "its source does not follow from the articles that were attached before")
        _TAKE.get(act, _Book._passed)(self, body)
        self.hashes.append(own)
        self.last = body
        if self.case.old and len(self.hashes) == self.case.old.get("ratified", {}).get("ledger", {}).get(
            "size"
        ):
            self.at_old = body

    @staticmethod
    def bad(body: Row, text: str) -> BadEntry:
        return BadEntry(body["seq"], f"{_named(body)}: {text}")

    def _passed(self, body: Row) -> None:
        """Seats say who may judge, which is asked of nothing here."""

    def _loaded(self, body: Row) -> None:
        self.load = body
        for row in self.loaded["chips"] if self.loaded else ():
            state = "published" if row["published"] else "waiting"
            words = (sha(row["q"]), sha(row["a"]), tuple(row["cites"]))
            self.things[row["id"]] = _Thing(state, words)
            self.waiting |= {row["id"]} if state == "waiting" else set()

    def _attached(self, body: Row) -> None:
        if body["is_cited"] != (body["article"] == self.load["md_sha"]):
            raise self.bad(
                body, "whether its article is the cited one does not follow from md_sha in entry 0"
            )
        if body["is_cited"]:
            self.cited, self.unit = body["article"], body["unit"]

    def _ratified(self, body: Row) -> None:
        if self.ratified is not None:
            raise self.bad(body, f"the pack was ratified by entry {self.ratified}")
        if self.waiting:
            raise self.bad(body, f"{min(self.waiting)} waits for a decision")
        if body["source_sha"] != self.cited:
            raise self.bad(body, "its source_sha is not the cited article that was attached")
        self.ratified = body["seq"]

    def _reopened(self, body: Row) -> None:
        if self.ratified is None:
            raise self.bad(body, "the pack was not ratified")
        self.ratified = None

    def _decided(self, body: Row) -> None:
        name = body.get("chip") or body.get("item")
        if name is None or ("chip" in body and "item" in body):
            raise self.bad(body, "it is about one chip or one item")
        thing = self.things.setdefault(name, _Thing())
        if self.ratified is not None:
            raise self.bad(body, f"the pack was ratified by entry {self.ratified}")
        thing.version += 1
        if body["version"] != thing.version:
            raise self.bad(body, f"it leaves version {body['version']} where {thing.version} follows")
        if body["act"] == "undo":
            self._undone(thing, body)
        else:
            self._done(thing, body)
        (self.waiting.add if thing.status == "waiting" else self.waiting.discard)(name)

    def _undone(self, thing: _Thing, body: Row) -> None:
        if not thing.acts or thing.acts[-1]["seq"] != body["undoes"]:
            raise self.bad(body, f"entry {body['undoes']} is not the newest act that stands there")
        if thing.acts.pop()["act"] == "hand-edit":
            thing.edits.pop()

    def _done(self, thing: _Thing, body: Row) -> None:
        act = body["act"]
        if act not in OPEN[thing.status]:
            raise self.bad(body, f"that act is not open on what is {thing.status}")
        if act == "publish" and (fault := _misquoted(body, self.cited)):
            raise self.bad(body, fault)
        thing.acts.append(body)
        if act == "hand-edit":
            thing.edits.append(body)
        elif thing.words is None:
            thing.writer = _words(body)
        elif thing.words != _words(body):
            raise self.bad(body, "it is about other words than stood there")


_TAKE: dict[str, Callable[[_Book, Row], None]] = {
    "load": _Book._loaded,
    "attach": _Book._attached,
    "ratify": _Book._ratified,
    "reopen": _Book._reopened,
    "undo": _Book._decided,
    **dict.fromkeys(BECOMES, _Book._decided),
}


def _named(body: Row) -> str:
    """An entry in words."""
    return f"{body['act']} {shown(body.get('chip') or body.get('item') or '')}".strip()


def _words(body: Row) -> Words:
    """The words that an act is about; of a strike, the struck text."""
    return (body["q"], body["a"], tuple(body["cites"])) if "q" in body else (body["text"], "", ())


def _misquoted(body: Row, cited: str | None) -> str:
    quote, span = body["quote"], body["quote_span"]
    if bool(quote) != bool(body["quote_cite"]) or bool(quote) != (span is not None):
        return "a quote, its section and its span go together"
    if quote and not cited:
        return "it quotes an article that was not at hand"
    if span is not None and (len(span) != 2 or span[1] - span[0] != len(quote) or span[0] < 0):
        return "the span is not as long as the quote"
    return ""


# The verdict.


def _verified(case: _Case, lines: Iterable[bytes]) -> Report:
    book, faults, notes = _Book(case), list(_sums(case.pack)), list[str]()
    size = case.seal["ledger"]["size"] if case.seal else None
    try:
        for body, own in _entries(lines):
            book.take(body, own)
            if len(book.hashes) == size and book.load["file"] != case.sha:
                faults += _sealed(case, book)
    except BadEntry as error:
        return Report((str(error), *faults), ("the entries after it were not read",))
    if not book.hashes:
        raise Unusable("the ledger is empty")
    faults += _as_loaded(case, book) if book.load["file"] == case.sha else _not_reached(case, book)
    faults += [*_article(case, book, notes), *_against(case, book, notes)]
    return Report(tuple(faults), (*_said(case, book), *notes))


def _said(case: _Case, book: _Book) -> Faults:
    size, chips = len(book.hashes), case.pack["chips"]
    yield f"{size:,} {'entry' if size == 1 else 'entries'} of {shown(book.load['origin'])}, head {book.hashes[-1]}"
    if book.load["file"] == case.sha:
        yield "the export is byte for byte the file that entry 0 loaded"
        if case.seal:
            yield f"it was ratified elsewhere: the ledger of {shown(case.seal['ledger']['origin'])} can verify that"
    elif case.seal:
        n, n_published = case.seal["ledger"]["size"], sum(chip["published"] for chip in chips)
        yield f"ratified by entry {n - 1}: {n_published} of {len(chips)} chips published"
        if size > n:
            yield f"{size - n:,} later entries are no part of this export"


def _as_loaded(case: _Case, book: _Book) -> Faults:
    standing = [thing.acts[-1] for thing in book.things.values() if thing.acts]
    if standing:
        newest = max(standing, key=lambda act: act["seq"])
        yield f"entry {newest['seq']}: {_named(newest)} stands, but the export is the file as loaded"
    elif book.ratified is not None:
        yield f"entry {book.ratified}: it ratified the pack, but the export is the file as loaded"


def _not_reached(case: _Case, book: _Book) -> Faults:
    size = len(book.hashes)
    if case.seal is None:
        yield f"/: it is not the file that entry 0 loaded ({book.load['file'][:12]}…), and it is not ratified"
    elif not 0 < case.seal["ledger"]["size"] <= size:
        yield f"entry {size}: it is missing: the export saw {case.seal['ledger']['size']:,} entries, and here are {size:,}"


def _sealed(case: _Case, book: _Book) -> Faults:
    """Everything that a ratified export says, against the entries up to its own."""
    pack, entry, seq = case.pack, book.last, len(book.hashes) - 1
    if entry["act"] != "ratify":
        yield f"entry {seq}: it is no ratification, but the export says that it ratified it"
        return
    seal = {
        "utc": entry["utc"],
        "seat": entry["seat"],
        "pack_sha": book.load["file"],
        "source_sha": entry["source_sha"],
        "source": entry["source"],
        "ledger": {"origin": entry["origin"], "size": seq + 1, "head": book.hashes[-1]},
    }
    yield from (f"/ratified{place}: {text}" for place, text in _differences(pack["ratified"], seal))
    yield from _Net(pack, book).faults()
    unsealed = {key: value for key, value in pack.items() if key != "ratified"}
    if hashlib.sha256(written(unsealed)).hexdigest() != entry["export_sha"]:
        yield f"entry {seq}: this is not the export that it names by its hash (export_sha)"
    elif written({**unsealed, "ratified": seal}) != case.raw:
        yield "/: its bytes are not laid out as all exports are"


def _differences(found: Any, due: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Each JSON pointer at which two values differ, and how; the order of keys is not looked at."""
    if found is due:
        return
    if type(found) is type(due) is dict:
        for key in dict.fromkeys((*due, *found)):
            yield from _differences(found.get(key, ABSENT), due.get(key, ABSENT), f"{place}/{key}")
    elif type(found) is type(due) is list:
        for n, (one, other) in enumerate(zip_longest(found, due, fillvalue=ABSENT)):
            yield from _differences(one, other, f"{place}/{n}")
    elif type(found) is not type(due) or found != due:
        said, ledgers = ("nothing" if one is ABSENT else shown(one) for one in (found, due))
        yield place, f"it is {said}; what follows from the ledger is {ledgers}"


# What follows from the entries up to a ratification.


class _Net:
    """The export that follows, beside the one that was given.

    It is made from the pack as loaded where that is at hand. Otherwise from the given export itself, so that what
    the desk withholds (the words of what was removed) and what no entry is about stays as it was given.
    """

    def __init__(self, pack: Row, book: _Book) -> None:
        self.pack, self.book, self.base = pack, book, book.loaded or pack
        self.things = {name: thing for name, thing in book.things.items() if thing.acts}
        self.chips = {name: chip for name, chip in self.things.items() if _CHIP.fullmatch(name)}
        self.entries: dict[str, int] = {}  # the entry from which the part at a place follows
        self.given = {row["id"]: row for row in pack["chips"]}
        both = (*pack["chips"], *self.base["chips"])
        self.texts = {sha(text): text for row in both for text in (row["q"], row["a"])}
        self.rows = dict(self._rows())
        self.records = pack["bench"]["drops"][book.load["counts"]["drops"] :]

    def faults(self) -> Faults:
        for place, text in _differences(_keyed(self.pack), self._due()):
            at = next(
                (seq for start, seq in self.entries.items() if f"{place}/".startswith(f"{start}/")), None
            )
            yield f"{shown(place)}: {text}" if at is None else f"entry {at}: {shown(place)}: {text}"
        for name, chip in self.chips.items():
            if chip.status != "dropped" and name not in self.rows:
                yield f"entry {chip.acts[-1]['seq']}: the words that it leaves to {name} are not in the export"
        for name in self.rows.keys() - self.chips.keys():
            if not self.rows[name]["published"]:
                yield f"/chips/{name}: it is in a ratified pack, but no entry that stands decides about it"
        yield from self._totals()

    def _rows(self) -> Iterator[tuple[str, Row]]:
        """The writer's id of each chip, and its row in the base."""
        if self.book.loaded:
            yield from ((row["id"], row) for row in self.base["chips"])
            return
        owners = {
            self._exported(name, chip): name for name, chip in self.chips.items() if chip.status != "dropped"
        }
        yield from ((owners.get(row["id"], row["id"]), row) for row in self.base["chips"])

    def _exported(self, name: str, chip: _Thing) -> str:
        """A chip's exported id: the writer's while the question is, else the one that follows from the question."""
        q = chip.words[0] if chip.words else ""
        made = f"c-{q[:8]}"
        if chip.writer:
            return name if chip.writer[0] == q else made
        return name if name in self.given and sha(self.given[name]["q"]) == q else made

    def _due(self) -> dict[str, Any]:
        due, bench, entry = dict(self.base), self.pack["bench"], self.book.last
        due.pop("ratified", None)
        due["status"] = "ratified"
        due["seat_class"] = {**due["seat_class"], "judge": entry["seat_class"]}
        due["short"] = {
            **due["short"],
            "bullets": [b for b in due["short"]["bullets"] if _bullet(b) not in self.things],
        }
        due["sections"] = [
            {**row, "digest": None} if f"digest:{row['id']}" in self.things else row
            for row in due["sections"]
        ]
        due["chips"] = {row["id"]: row for row in self._chips()}
        due["pack_note"] = self._note(due["chips"])
        counted = {key: bench[key] for key in COUNTED}  # these were counted before (_sums)
        drops = due["bench"]["drops"][: self.book.load["counts"]["drops"]]
        due["bench"] = {**due["bench"], **counted, "drops": [*drops, *self._records()]}
        due["bench"] |= {"decisions": dict(self._decisions()), "chips_by_hand": self.n_rewritten}
        return due

    def _note(self, chips: Mapping[str, Row]) -> str:
        n_published = sum(row["published"] for row in chips.values())
        n_dropped = sum(chip.status == "dropped" for chip in self.chips.values())
        return (
            f"judged by {self.book.last['seat']}: {n_published} published, {len(chips) - n_published} held, "
            f"{self.n_rewritten} rewritten, {n_dropped} dropped"
        )

    @property
    def n_rewritten(self) -> int:
        return sum(self._is_rewritten(name) for name in self.chips)

    def _is_rewritten(self, name: str) -> bool:
        """In the pack in other words than the writer's. Where nothing tells the writer's, the drop records say."""
        chip = self.chips[name]
        if chip.status == "dropped" or not chip.edits:
            return False
        if chip.writer and chip.words:
            return chip.words[:2] != chip.writer[:2]
        return any(record.get("replaced_by") == self._exported(name, chip) for record in self.records)

    def _chips(self) -> Iterator[Row]:
        for name, row in self.rows.items():
            chip = self.book.things.get(name, _Thing())
            if chip.status == "dropped":
                continue
            row = {**row, **self._said_words(chip)}
            if chip.acts:
                row |= {"id": self._exported(name, chip)} | _standing(chip.acts[-1])
                self.entries[f"/chips/{row['id']}"] = chip.acts[-1]["seq"]
            yield row

    def _said_words(self, chip: _Thing) -> dict[str, Any]:
        if chip.words is None:
            return {}
        q, a, cites = chip.words
        return {"q": self._text(q), "a": self._text(a), "cites": list(cites)}

    def _text(self, named: str) -> str:
        return self.texts.get(named, f"words with the SHA-256 {named[:12]}…, which are not here")

    def _decisions(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each decision that has to be told, by what it is about and its act."""
        given = _keyed(self.pack)["bench"]["decisions"]
        for name, thing in self.things.items():
            for body in self._told(name, thing, given):
                made = self._decision(name, thing, body)
                key = _key(made)
                if thing.status == "dropped" and not made["text_sha"]:
                    made["text_sha"] = given.get(key, {}).get("text_sha")  # of words that are withheld
                self.entries[f"/bench/decisions/{key}"] = body["seq"]
                yield key, made

    def _told(self, name: str, thing: _Thing, given: Row) -> Iterator[Row]:
        """The newest hand-edit while words or cites differ from the writer's, then the publish, hold, drop or strike."""
        newest = thing.acts[-1]
        if thing.edits and thing.status != "dropped":
            is_told = f"{self._exported(name, thing)} hand-edit" in given
            # Without the writer's words only a single edit is sure to differ from them.
            if thing.words != thing.writer if thing.writer else len(thing.edits) == 1 or is_told:
                yield thing.edits[-1]
        if newest["act"] != "hand-edit":
            yield newest

    def _decision(self, name: str, thing: _Thing, body: Row) -> dict[str, Any]:
        if body["act"] == "strike":
            about: dict[str, Any] = {"chip": None, "item": name, "text_sha": body["text"][:12]}
        else:
            q, a, _ = thing.words or ("", "", ())
            are_here = q in self.texts and a in self.texts
            text_sha = short(self.texts[q], self.texts[a]) if are_here else ""
            about = {
                "chip": name if thing.status == "dropped" else self._exported(name, thing),
                "text_sha": text_sha,
            }
        told = {key: body[key] for key in ("act", "seat", "utc", "why", "source")}
        return about | told | {"quote_span": body.get("quote_span"), "overrides": body.get("overrides", [])}

    def _records(self) -> Iterator[dict[str, Any]]:
        """The drop records after the loaded ones: one for each removal that stands, in the order of the entries."""
        removals = [
            (body, name) for name, thing in self.things.items() if (body := self._removal(name, thing))
        ]
        removals.sort(key=lambda pair: pair[0]["seq"])
        for n, (body, name) in enumerate(removals):
            given = self.records[n] if n < len(self.records) else {}
            self.entries[f"/bench/drops/{n + self.book.load['counts']['drops']}"] = body["seq"]
            yield self._record(name, body, given)

    def _removal(self, name: str, thing: _Thing) -> Row | None:
        """The act by which the writer's words left the pack: the drop, the strike, or the newest edit of q or a."""
        if thing.status in ("dropped", "struck"):
            return thing.acts[-1]
        if not self._is_rewritten(name):
            return None
        changes = [
            after for before, after in pairwise(thing.edits) if _words(before)[:2] != _words(after)[:2]
        ]
        return changes[-1] if changes else thing.edits[0]

    def _record(self, name: str, body: Row, given: Row) -> dict[str, Any]:
        """A record. Of withheld words it can tell the length and hash only where the loaded file is at hand."""
        kind = "chip" if name in self.chips else name.partition(":")[0]
        date, why = body["utc"][:10], body["why"]
        made = {
            "kind": kind,
            "reason": "judge" if body["act"] == "drop" else "hand-edit",
            "item": None,
            "item_chars": given.get("item_chars"),
            "text_sha": body["text"][:12] if body["act"] == "strike" else given.get("text_sha"),
            "withheld": f"one {'section digest' if kind == 'digest' else kind} removed from this pack by hand",
            "removed_utc": date,
            "why": why,
            "detail": DETAIL.format(date=date, why=why.removesuffix(".")),
        }
        return made | (self._of_chip(name, body, given) if kind == "chip" else _of_item(name, body))

    def _of_chip(self, name: str, body: Row, given: Row) -> dict[str, Any]:
        chip, made = self.chips[name], dict[str, Any]()
        cites = chip.writer[2] if chip.writer else (given["section"],) if "section" in given else ()
        if cites:
            made["section"] = cites[0]
        if body["act"] == "hand-edit" and chip.words:
            q, a = map(self._text, chip.words[:2])
            made |= {"replaced_by": self._exported(name, chip), "replacement_sha": short(q, a)}
        if self.book.loaded and name in self.rows:
            q, a = self.rows[name]["q"], self.rows[name]["a"]
            made |= {"item_chars": len(f"{q}\n{a}"), "text_sha": short(q, a)}
        return made

    def _totals(self) -> Faults:
        """The file that entry 0 tells of, against what is here and what was removed; and whose decisions these are."""
        pack, load, entry = self.pack, self.book.load, self.book.last
        removed = Counter(
            name.partition(":")[0] for name, thing in self.things.items() if thing.status == "struck"
        )
        n_dropped = sum(chip.status == "dropped" for chip in self.chips.values())
        found = {
            "slug": pack["slug"],
            "md_sha": pack["source"]["md_sha"],
            "sections": len(pack["sections"]),
            "chips": len(pack["chips"]) + n_dropped,
            "digests": pack["bench"]["digests_kept"] + removed["digest"],
            "bullets": pack["bench"]["bullets_kept"] + removed["bullet"],
        }
        due = {key: {**load["counts"], **load}[key] for key in found}
        yield from (f"{place} as loaded: {text}" for place, text in _differences(found, due))
        acts = sorted(
            (act for thing in self.things.values() for act in thing.acts), key=lambda act: act["seq"]
        )
        for key in ("seat", "seat_class"):
            labels = ", ".join(dict.fromkeys(act[key] for act in acts if act[key]))
            if acts and entry[key] != labels:
                yield f"entry {entry['seq']}: its {key} is {shown(entry[key])}, but of its decisions {shown(labels)}"


COUNTED = (
    "bullets_kept", "digests_kept", "chips_kept", "chips_grounded", "chips_published", "dropped_by",
)  # fmt: skip


def _keyed(pack: Row) -> dict[str, Any]:
    """A pack whose chips and decisions stand under what they are about, so that one that is missing shifts no other."""
    bench, decisions = pack["bench"], dict[str, Row]()
    for n, one in enumerate(bench.get("decisions", ())):
        key = _key(one)
        decisions[key if key not in decisions else f"{key} at {n}"] = one
    kept = {key: value for key, value in pack.items() if key != "ratified"}
    bench = {"chips_by_hand": 0, **bench, "decisions": decisions}
    return {**kept, "chips": {row["id"]: row for row in pack["chips"]}, "bench": bench}


def _key(decision: Row) -> str:
    return f"{decision['chip'] or decision.get('item')} {decision['act']}"


def _standing(newest: Row) -> dict[str, Any]:
    """What the newest act leaves in a chip's row."""
    is_published = newest["act"] == "publish"
    return {
        "published": is_published,
        "publish_state": "published" if is_published else "held",
        "quote": newest["quote"] if is_published else "",
        "quote_cite": newest["quote_cite"] if is_published else "",
    }


def _of_item(name: str, body: Row) -> dict[str, Any]:
    kind, _, place = name.partition(":")
    figure = {"figure": body["figure"]} if body["figure"] else {}
    return ({"section": place} if kind == "digest" else {}) | figure


def _bullet(text: str) -> str:
    return f"bullet:{sha(text)[:12]}"


# What a pack says of itself, of its article, of an older export.


def _sums(pack: Row) -> Faults:
    """Every sum of the format, and what its parts say of each other."""
    for path, found, due in _pairs(pack):
        if found != due:
            yield f"/{path}: it is {shown(found)}, but counted it is {shown(due)}"
    for key, rows in (("sections", pack["sections"]), ("chips", pack["chips"])):
        if doubled := [name for name, n in Counter(row["id"] for row in rows).items() if n > 1]:
            yield f"/{key}: the id {shown(doubled[0])} stands there more than once"
    for n, row in enumerate(pack["sections"]):
        if not _tiles(row):
            yield f"/sections/{n}: span, chunks and chars do not fit each other"
    for n, (before, after) in enumerate(pairwise(pack["sections"]), 1):
        if before["span"][1:] != after["span"][:1]:
            yield f"/sections/{n}/span: it does not begin where the section before it ends"
    for n, row in enumerate(pack["chips"]):
        if row["published"] != (row["publish_state"] == "published") or bool(row["quote"]) != bool(
            row["quote_cite"]
        ):
            yield f"/chips/{n}: published goes with publish_state, and quote with quote_cite"


def _pairs(pack: Row) -> Iterator[tuple[str, int, int]]:
    """A number that the pack says, by its place, and the same number counted."""
    bench, chips, sections = pack["bench"], pack["chips"], pack["sections"]
    kinds, reasons = (Counter(drop[key] for drop in bench["drops"]) for key in ("kind", "reason"))
    by_hand = bench.get("chips_by_hand", 0)
    for kind in KINDS:
        yield f"bench/{kind}s_written", bench[f"{kind}s_written"], bench[f"{kind}s_kept"] + kinds[kind]
    for reason in dict.fromkeys((*REASONS, *bench["dropped_by"])):
        yield f"bench/dropped_by/{shown(reason)}", bench["dropped_by"][reason], reasons[reason]
    yield "bench/bullets_kept", bench["bullets_kept"], len(pack["short"]["bullets"])
    yield "bench/digests_kept", bench["digests_kept"], sum(row["digest"] is not None for row in sections)
    yield (
        "bench/digests_written",
        bench["digests_written"],
        sum(row["digest_skipped"] is None for row in sections),
    )
    yield "bench/chips_kept", bench["chips_kept"] + by_hand, len(chips)
    yield (
        "bench/chips_by_hand",
        by_hand,
        sum(d["kind"] == "chip" and "replaced_by" in d for d in bench["drops"]),
    )
    yield "bench/chips_grounded", bench["chips_grounded"], sum(bool(row["quote"]) for row in chips)
    yield "bench/chips_published", bench["chips_published"], sum(row["published"] for row in chips)


def _tiles(row: Row) -> bool:
    parts = [row["span"], *row["chunks"]]
    if any(len(part) != 2 or not 0 <= part[0] < part[1] for part in parts) or not row["chunks"]:
        return False
    (start, end), edges = row["span"], [edge for chunk in row["chunks"] for edge in chunk]
    touch = all(before == after for before, after in zip(edges[1:-1:2], edges[2::2], strict=True))
    return touch and (edges[0], edges[-1], row["chars"]) == (start, end, end - start)


def _article(case: _Case, book: _Book, notes: list[str]) -> Faults:
    """Each quote against the article's text, in code points, within the section that it names."""
    if case.article is None:
        notes.append("quotes were not looked up: no article was given (--article)")
        return
    (raw, text), cited = case.article, case.pack["source"]["md_sha"]
    if (found := hashlib.sha256(raw).hexdigest()) != cited:
        yield f"/source/md_sha: the article given is not the cited one: it has {found}, not {cited}"
        return
    units = [book.unit] if book.unit else list(UNITS)
    spans = next((spans for unit in units if (spans := _spans(text, case.pack["sections"], unit))), None)
    if spans is None:
        yield f"/sections: in {' or '.join(map(shown, units))}, not every span starts at a heading of the article"
        return
    faults = list(_quotes(case.pack, book, text, spans, notes))
    n = sum(bool(chip["quote"]) for chip in case.pack["chips"])
    notes.append(f"{n - len(faults)} of {n} quotes stand in the article, each in the section that it names")
    yield from faults


def _spans(text: str, sections: Sequence[Row], unit: str) -> dict[str, tuple[int, int]] | None:
    """Section id -> [start, end) in code points; None where the unit cannot be the one."""
    codec, width = UNITS.get(unit, UNITS["code points"])
    raw, points, at = text.encode(codec), {0: 0}, 0
    for offset in sorted({offset for row in sections for offset in row["span"]}):
        try:
            points[offset] = points[at] + len(raw[at * width : offset * width].decode(codec))
        except UnicodeDecodeError:
            return None
        at = offset
    if at * width > len(raw) or not all(
        _is_heading(text, points[row["span"][0]], row["level"]) for row in sections
    ):
        return None
    return {row["id"]: (points[row["span"][0]], points[row["span"][1]]) for row in sections}


def _is_heading(text: str, start: int, level: int) -> bool:
    marks = re.compile(r" {0,3}(#{1,6})(?=[ \t\r\n]|\Z)").match(text, start)
    return marks is not None and len(marks[1]) == level and (start == 0 or text[start - 1] in "\r\n")


def _quotes(
    pack: Row, book: _Book, text: str, spans: Mapping[str, tuple[int, int]], notes: list[str]
) -> Faults:
    newest = (thing.acts[-1] for thing in book.things.values() if thing.acts)
    acts = {(act["quote"], act["quote_cite"]): act for act in newest if act["act"] == "publish"}
    for row in pack["chips"]:
        if not row["quote"]:
            continue
        start, end = spans.get(row["quote_cite"], (0, 0))
        act = acts.get((row["quote"], row["quote_cite"]))
        at, to = act["quote_span"] if act else (start, end)
        stands = text[at:to] == row["quote"] if act else row["quote"] in text[start:end]
        if not (start <= at and to <= end and stands):
            where = f"entry {act['seq']}: " if act else ""
            yield f"{where}the quote of {row['id']} does not stand where it is said to, in {shown(row['quote_cite'])}"


def _against(case: _Case, book: _Book, notes: list[str]) -> Faults:
    """Is the ledger that an older export saw the beginning of this one?"""
    if case.old is None:
        notes.append(ALONE)
        return
    if book.loaded is not None:
        notes.append("the older file is the one that entry 0 loaded, and was compared with this export")
        return
    if "ratified" not in case.old:
        yield "the older file is neither ratified nor the one that entry 0 loaded: it belongs to another ledger"
        return
    seal, n = case.old["ratified"], len(book.hashes)
    old, size = seal["ledger"], seal["ledger"]["size"]
    is_same = 0 < size <= n and book.hashes[size - 1] == old["head"]
    if old["origin"] != book.load["origin"]:
        yield f"another ledger: the older export is of {shown(old['origin'])}, this one of {shown(book.load['origin'])}"
    elif is_same and seal["pack_sha"] == book.load["file"]:
        notes.append(f"the older export's ledger of {size:,} entries is the beginning of this one")
    elif size > n:
        yield f"cut tail: the older export saw {size:,} entries, and here are {n:,}"
    elif (book.at_old.get("act"), book.at_old.get("utc")) == ("ratify", seal["utc"]):
        yield f"rewritten: entry {size - 1} is still that ratification, but it or an entry before it was changed and hashed anew"
    else:
        yield f"fork: entry {size - 1} is not the one that the older export saw; the two ledgers parted there or before"


if __name__ == "__main__":
    sys.exit(main())
