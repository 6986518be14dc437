"""For outsiders: does an export follow from its ledger? It opens the files it is given and writes none.

A copy of this one file runs alone, on Python 3.11 and nothing else. So it is longer than other modules, and may
import nothing of the desk whose work it checks:

    python verify.py EXPORT.json LEDGER.jsonl [--article FILE.md] [--against OLD_EXPORT.json]
        [--key PUBLIC --signature EXPORT.json.sig [--ledger-signature LEDGER.jsonl.sig]]

Exit code 0: sound. 1: not sound; the first bad entry comes first. 2: a file cannot be used, or nothing be written.
The rules are those of the format (docs/pack.md, docs/judging.md), read once more from the outside.

It stands in this order: the command and what it offers; reading a file, and the shapes of what is in it; the chain; the replay,
entry by entry; the verdict; the export that follows; what a pack says of itself, of its article, of an older export; signatures.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise, zip_longest
from types import FunctionType
from typing import Any, BinaryIO, NoReturn
from unicodedata import category

Row = Mapping[str, Any]
Lines = Iterator[str]
Quoted = tuple[str, str, str, tuple[int, int] | None]  # chip, words, section, [start, end) where it is told
Words = tuple[str, str, tuple[str, ...]]  # SHA-256 of the question, SHA-256 of the answer, cites

MAX_FILE, MAX_LINE, MAX_LEDGER = 16_000_000, 12_000_000, 1_000_000_000  # bytes
MAX_BRACKETS = 2_000_000  # an empty list takes two bytes of a file and sixty of memory
MAX_WHOLE = 2**53 - 1
MAX_TOLD = 20
ZERO = "0" * 64
ABSENT = object()

KINDS = ("bullet", "digest", "chip")
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
    "dispute": "disputed",
}
# Which act is open when; "" is as loaded, where nothing tells how that was.
OPEN = {
    "": ("publish", "hold", "re-hold", "hand-edit", "drop", "strike"),
    "disputed": ("publish", "hold", "hand-edit", "drop"),
    "waiting": ("publish", "hold", "hand-edit", "drop"),
    "held": ("publish", "hand-edit", "drop"),
    "published": ("hold", "re-hold", "hand-edit", "drop"),
    "dropped": (),
    "struck": (),
}
NEED_WHY = ("hold", "drop", "hand-edit", "strike", "vacate", "reopen", "exclude", "readmit")
JUDGING = (*BECOMES, "undo", "opinion", "opinions", "ratify", "reopen")
CLOSED_TO_EXCLUDED = frozenset(JUDGING) - {"opinions"}
SHORTEST = 12  # characters of a quote
CARRY_NOTHING = {"credits", "sources"}  # why a section has no digest, of those that no answer rests on
VERDICTS, OF_TWO = ("publish", "hold"), ("", "waiting", "held")
UNITS = {"code points": ("utf-32-le", 4), "UTF-8 bytes": ("utf-8", 1), "UTF-16 units": ("utf-16-le", 2)}
HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t\r\n]|\Z)")
UNDERLINED = re.compile(  # with = or -, after one line or several
    r" {0,3}\S[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*[^\s][^\r\n]*)*?(?:\r\n|\r|\n) {0,3}(=+|-+)[ \t]*(?=[\r\n]|\Z)"
)
DETAIL = (
    "removed from this pack by hand on {date} (UTC), after the writer ran and after the gates had counted: "
    "{why}. Not a gate drop, and recorded here so the ledger adds up."
)
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


class Unseen(str):
    """What is said of words of which only the hash is at hand."""

    __slots__ = ()


@dataclass(frozen=True)
class Report:
    """What was found: `faults` (bad entries first), and `lines` that say what was compared and what was not."""

    faults: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Given:
    """An export and what came with it: bytes, and the same read."""

    raw: bytes
    pack: Row
    old_raw: bytes
    old: Row | None
    article: bytes | None

    @property
    def seal(self) -> Row | None:
        return self.pack.get("ratified")


def main(argv: Sequence[str] | None = None) -> int:
    """The command: 0 sound, 1 not sound, 2 unusable."""
    parser = argparse.ArgumentParser(description="Does an export of a pack follow from its ledger?")
    parser.add_argument("export", metavar="EXPORT.json", help="the pack as exported")
    parser.add_argument("ledger", metavar="LEDGER.jsonl", help="the ledger that came with it")
    parser.add_argument("--article", metavar="FILE.md", help="the Markdown that its quotes are looked up in")
    parser.add_argument("--against", metavar="OLD_EXPORT.json", help="an older export, or the pack as loaded")
    _ask_for_signatures(parser)
    asked = parser.parse_args(argv)
    try:
        report = _of_files(asked)
    except Unusable as error:
        return _print(2, [f"{asked.export}: cannot be used", f"  {error}"])
    except MemoryError:
        return _print(
            2, [f"{asked.export}: cannot be used", "  there is not enough memory to read it and its ledger"]
        )
    more = [f"and {len(report.faults) - MAX_TOLD:,} more"] if len(report.faults) > MAX_TOLD else []
    verdict = "NOT SOUND" if report.faults else "sound"
    found = (*report.faults[:MAX_TOLD], *more, *report.lines)
    return _print(1 if report.faults else 0, [f"{asked.export}: {verdict}", *(f"  {text}" for text in found)])


class Unwritten(OSError):
    """What a command says could not be written."""


class _Out(io.TextIOWrapper):
    """Standard output that tells what it could not write from any other fault: afterwards nothing shows it."""

    def write(self, text: str) -> int:
        with _told_apart():
            return super().write(text)

    def flush(self) -> None:
        with _told_apart():
            super().flush()


@contextmanager
def _told_apart() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritten(error.errno, error.strerror) from error


def ended(main: Callable[[], int | None]) -> int:
    """The exit code of a command. Where its reader has left (`| head`), or somebody pressed Ctrl+C, it ends without a
    word, and with what a shell says of a program that the signal for it (13, 2) ended: 128 and its number. With 2 where
    its output cannot be written, so that nobody takes half of it for the whole.
    """
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and out is sys.__stdout__:
        raw = open(1, "wb", closefd=False)  # noqa: SIM115 - to the end of the process
        sys.stdout = _Out(raw, encoding=out.encoding, errors=out.errors, line_buffering=out.line_buffering)
    try:
        try:
            return main() or 0
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _write_nowhere(1, 2)
        return 128 + 13
    except KeyboardInterrupt:
        return 128 + 2
    except Unwritten as error:
        _write_nowhere(1)
        print(f"The output could not be written: {error.strerror}.", file=sys.stderr)
        return 2


def _write_nowhere(*ends: int) -> None:
    """What is kept for them yet would be written at the very end, and break there."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for end in ends:
        os.dup2(nowhere, end)


def verify(
    raw: bytes, ledger: Iterable[bytes], article: bytes | None = None, against: bytes | None = None
) -> Report:
    """Everything about an export and the lines of its ledger; Unusable where a file is not what it should be."""
    try:
        old = _pack(against, "the older export") if against is not None else None
        return _verified(Given(raw, _pack(raw, "the export"), against or b"", old, article), ledger)
    except RecursionError:
        raise Unusable("lists and objects stand in each other too deep") from None


def bad_entry(loaded: Row, bodies: Iterable[Row]) -> str:
    """The first of these entries that cannot have happened to the loaded file; "" where each can. Links are not asked."""
    book = Book(Given(b"", loaded, b"", None, None), loaded)
    try:
        for seq, body in enumerate(bodies):
            book.take(_fit(seq, body), "")
    except BadEntry as error:
        return str(error)
    return ""


def shown(found: object) -> str:
    """A few words of a foreign value, for a sentence."""
    if found is ABSENT:
        return "nothing"
    if isinstance(found, Unseen):
        return found
    text = json.dumps(found, ensure_ascii=False)
    end = '…"' if isinstance(found, str) else "…"
    return text if len(text) <= 90 else text[:90] + end


def sha(text: str) -> str:
    """64 hex over the UTF-8 of a text, as a body names words."""
    return sha_of(text.encode("utf-8", "surrogatepass"))


def sha_of(raw: bytes) -> str:
    """64 hex over bytes."""
    return hashlib.sha256(raw).hexdigest()


def short(q: str, a: str) -> str:
    """12 hex over `q + "\\n" + a`, as `text_sha`."""
    return sha(f"{q}\n{a}")[:12]


def written(data: Row) -> bytes:
    """The bytes of a pack, as all exports are laid out."""
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")


def _of_files(asked: argparse.Namespace) -> Report:
    """Each file is read once: what is signed is what was looked at, and a pipe has nothing to say twice."""
    raw, ledger = _bytes(asked.export), b""
    others = [None if name is None else _bytes(name) for name in (asked.article, asked.against)]
    with _opened(asked.ledger) as file:
        lines = _lines(file)
        if asked.ledger_signature is not None:
            ledger = file.read(MAX_LEDGER + 1)
            lines = _lines(io.BytesIO(ledger))
        report = verify(raw, lines, *others)
    return _with_signatures(report, asked, raw, ledger)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """A file to read. Unusable by its name where it cannot be opened, or not be read to its end."""
    try:
        with open(name, "rb") as file:
            yield file
    except OSError as error:
        raise Unusable(f"{name}: {error.strerror}") from None


def _bytes(name: str) -> bytes:
    with _opened(name) as file:
        raw = file.read(MAX_FILE + 1)
    if len(raw) > MAX_FILE:
        raise Unusable(f"{name} has more than {MAX_FILE:,} bytes")
    return raw


def _lines(file: BinaryIO) -> Iterator[bytes]:
    n_read = 0
    while line := file.readline(MAX_LINE + 1):
        n_read += len(line)
        if len(line) > MAX_LINE or n_read > MAX_LEDGER:
            raise Unusable(f"the ledger has more than {MAX_LINE:,} bytes in a line, or {MAX_LEDGER:,} in all")
        yield line


def _print(code: int, lines: Iterable[str]) -> int:
    """Foreign words among ours: whatever would move a cursor or turn the reading order is escaped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    for line in lines:
        print("".join(char if char.isprintable() else ascii(char)[1:-1] for char in line))
    return code


# Reading: bytes to values, and nothing let in that two readers could take for two things.


def _pack(raw: bytes, name: str) -> Row:
    if not raw.strip():
        raise Unusable(f"{name} is empty")
    if raw.count(b"[") + raw.count(b"{") > MAX_BRACKETS:
        raise Unusable(f"{name} has more than {MAX_BRACKETS:,} lists and objects")
    try:
        data = json.loads(raw.decode(), object_pairs_hook=_once, parse_int=_whole, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Unusable(f"{name} is not UTF-8 at byte {error.start:,}") from None
    except json.JSONDecodeError as error:
        raise Unusable(f"{name} is not JSON at line {error.lineno}, column {error.colno}") from None
    except ValueError as error:
        raise Unusable(f"{name}: {error}") from None
    if (place := misfit(data, PACK)) is not None:
        raise Unusable(f"{name} is no pack: {place or '/'} is missing, or not what belongs there")
    return data  # type: ignore[no-any-return]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise ValueError(f"the key {shown(twice)} stands twice in one object")
    return made


def _whole(text: str) -> int:
    """Python reads no number of thousands of digits, and says so in its own words."""
    return int(text) if len(text) <= 1_000 else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{shown(text)} is no number that belongs there")


# Shapes: a type, a pattern or a question for texts, None, a tuple of choices, a list (of any length, if of one shape), an
# object, in which other keys are carried (as in a pack) or not (`Only`, as in an entry: what is not known here is not vouched for).

_TEXT, _SPAN = (str, None), ([int, int], None)
_HEX, _CHIP = re.compile("[0-9a-f]{64}"), re.compile("c-[0-9a-f]{8}")
_SHORT = re.compile("[0-9a-f]{12}")
_ITEM = re.compile("(?s)digest:.+|bullet:[0-9a-f]{12}")
_UTC = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}Z")
_SOURCE = re.compile("verified|unverified")


def _has_words(found: str) -> bool:
    """Anything but white space, as the format asks of a question and an answer."""
    return bool(found.strip())


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
            "id": _CHIP, "q": _has_words, "a": _has_words, "cites": [str],
            "published": bool, "publish_state": str, "quote": str, "quote_cite": str,
        }
    ],
    "seat_class": {"judge": _TEXT},
    "bench": {
        **{f"{kind}s_{what}": int for kind in KINDS for what in ("written", "kept")},
        "chips_by_hand": (int, ABSENT),
        "chips_grounded": int,
        "chips_published": int,
        "dropped_by": dict.fromkeys(REASONS, int),
        "drops": [
            {
                "kind": re.compile("|".join(KINDS)), "reason": re.compile("|".join(REASONS)),
                "item_chars": int, "text_sha": (_SHORT, ABSENT), "replaced_by": (str, ABSENT),
            }
        ],
        "decisions": ([{"chip": _TEXT, "item": (str, ABSENT), "act": str, "quote_span": _SPAN}], ABSENT),
    },
    "ratified": (
        {
            "utc": str, "seat": str, "pack_sha": _HEX, "source_sha": (_HEX, None), "source": str,
            "ledger": {"origin": str, "size": int, "head": _HEX},
        },
        ABSENT,
    ),
}  # fmt: skip


class Only(dict[str, Any]):
    """The shape of an object that has these keys and no other."""


def _is_time(found: str) -> bool:
    """On the calendar, to the second, in UTC."""
    try:
        return _UTC.fullmatch(found) is not None and bool(datetime.fromisoformat(found[:-1]))
    except ValueError:
        return False


def _is_blank(text: str) -> bool:
    """Nothing but white space and what cannot be seen. Of characters that this Python does not know yet, nothing is said."""
    return all(letter.isspace() or category(letter) in ("Cc", "Cf") for letter in text)


def _is_told(text: str) -> bool:
    return not _is_blank(text)


_BODY = {
    "origin": str, "seq": int, "act": str, "utc": _is_time, "actor": str, "seat": None, "seat_class": None, "why": str,
}  # fmt: skip
_BY = {"actor": re.compile("(?s).+")}  # by command nobody decides about a chip, ratifies or reopens
_SEATED = {"seat": _is_told, "seat_class": _is_told}
_ON = {**_BY, **_SEATED, "version": int, "source": _SOURCE}
_OF_SEAT, _OF_EXCLUSION = {**_SEATED, "judge": str, "seat_id": int}, {"judge": str, "exclusion_id": int}
_WORDS = {**_ON, "chip": _CHIP, "q": _HEX, "a": _HEX, "cites": [str]}
_UNSAID = re.compile("")  # until it is opened
_VERDICT = re.compile("publish|hold")
_OVERRIDES = [re.compile("|".join(set(REASONS) - {"judge", "hand-edit"}))]  # by the names of gates
_GROUNDS = {"quote": str, "quote_cite": str, "quote_span": _SPAN, "overrides": _OVERRIDES}
_OPENS = Only({"seq": int, "nonce": re.compile("[0-9a-f]{32}"), "said": str})
_SAID = Only({"act": _VERDICT, "why": str, **_GROUNDS})
ACTS: dict[str, dict[str, Any]] = {
    "load": {
        "file": _HEX, "md_sha": _HEX, "slug": str, "revision": int,
        "counts": Only(dict.fromkeys(("sections", "chips", "digests", "bullets", "drops"), int)),
    },
    "attach": {"article": _HEX, "is_cited": bool, "unit": re.compile("|".join(("", *UNITS))), "how": str},
    "seat": {**_OF_SEAT, "starts": _is_time, "ends": (_is_time, None)},
    "vacate": _OF_SEAT,
    "exclude": _OF_EXCLUSION,
    "readmit": _OF_EXCLUSION,
    "publish": {**_WORDS, **_GROUNDS, "opens": (_OPENS, ABSENT)},
    "hold": {**_WORDS, "opens": (_OPENS, ABSENT)},
    **dict.fromkeys(("hand-edit", "drop"), _WORDS),
    "opinions": {"rule": re.compile("none|rewritten|every|sampled"), "share": int, "seed": str},
    "opinion": {**_WORDS, "why": _UNSAID, "seal": _HEX, "instead_of": (int, ABSENT)},
    "dispute": {**_WORDS, **_GROUNDS, "verdict": _VERDICT, "opens": _OPENS},
    "re-hold": {**_WORDS, "seat": None, "seat_class": None, "article": _HEX},  # an admin's act, from no seat
    "strike": {**_ON, "item": _ITEM, "text": _HEX, "figure": (_is_told, None)},
    "undo": {**_ON, "chip": (_CHIP, ABSENT), "item": (_ITEM, ABSENT), "undoes": int, "overrides": (_OVERRIDES, ABSENT)},
    "ratify": {**_BY, **_SEATED, "source": _SOURCE, "source_sha": (_HEX, None), "export_sha": _HEX},
    "reopen": _BY,
}  # fmt: skip
SHAPES = {act: Only({**_BODY, **shape}) for act, shape in ACTS.items()}


def misfit(found: Any, shape: Any) -> str | None:
    """The JSON pointer to the first place where a value has not the wanted shape; None where it has it everywhere."""
    kind = type(shape)
    if kind is type:
        return None if type(found) is shape and (shape is not int or abs(found) <= MAX_WHOLE) else ""
    if kind is re.Pattern:
        return None if type(found) is str and shape.fullmatch(found) else ""
    if kind is FunctionType:
        return None if type(found) is str and shape(found) else ""
    if kind is tuple:
        return None if any(misfit(found, one) is None for one in shape) else ""
    if kind is list:
        return _in_list(found, shape) if type(found) is list else ""
    if kind is dict or kind is Only:
        return _in_object(found, shape) if type(found) is dict else ""
    return None if found is shape else ""


def _in_list(found: list[Any], shape: list[Any]) -> str | None:
    if len(shape) not in (1, len(found)):
        return ""
    for n, one in enumerate(found):
        if (place := misfit(one, shape[n if len(shape) > 1 else 0])) is not None:
            return f"/{n}{place}"
    return None


def _in_object(found: dict[str, Any], shape: Mapping[str, Any]) -> str | None:
    for key, one in shape.items():
        if (place := misfit(found.get(key, ABSENT), one)) is not None:
            return f"/{key}{place}"
    more = found.keys() - shape.keys() if type(shape) is Only else None
    return f"/{min(more)}" if more else None


# The chain: one line after the other, each linked to the one before (the leaf hash of RFC 6962, section 2.1).

_READ = json.JSONDecoder(parse_float=_no_number, parse_constant=_no_number).decode
_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
_QUOTED = json.JSONEncoder(ensure_ascii=False).encode


def _entries(lines: Iterable[bytes]) -> Iterator[tuple[Row, str]]:
    """Body and hash of each entry. BadEntry at the first that does not follow from those before it."""
    prev, origin = ZERO, None
    for seq, line in enumerate(lines):
        text, own = _entry(seq, line)
        body = _body(seq, text)
        if body["seq"] != seq:
            raise BadEntry(seq, f"it says that it is entry {body['seq']}: one is missing, doubled or moved")
        if origin not in (None, body["origin"]):
            raise BadEntry(seq, f"it belongs to {shown(body['origin'])}, not to {shown(origin)}")
        if sha_of(b"\0" + bytes.fromhex(prev) + text.encode()) != own:
            raise BadEntry(seq, "its hash does not follow from its words and the entry before it")
        prev, origin = own, body["origin"]
        yield body, own


def _entry(seq: int, line: bytes) -> tuple[str, str]:
    try:
        text = line.decode()
        row = _READ(text)
        body, own = row["body"], row["hash"]
        is_laid_out = f'{{"body": {_QUOTED(body)}, "hash": {_QUOTED(own)}}}\n' == text
        if is_laid_out and type(body) is type(own) is str:
            return body, own
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise BadEntry(seq, 'its line is not {"body": …, "hash": …} and a line feed, in UTF-8')


def _body(seq: int, text: str) -> Row:
    try:
        body = _READ(text)
        is_canonical = type(body) is dict and _CANONICAL(body) == text
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical:
        raise BadEntry(seq, "its body is not canonical JSON without fractions")
    return _fit(seq, body)


def _fit(seq: int, body: Row) -> Row:
    """A body that says what its act says, all of it and nothing else."""
    if type(act := body.get("act")) is str and act not in SHAPES:
        raise BadEntry(seq, f"this verifier does not know the act {shown(act)}")
    place = misfit(body, SHAPES[act] if type(act) is str else _BODY)
    if place is not None:
        raise BadEntry(seq, f"in its body {place} is missing, or not what belongs there")
    return body


# The replay: what stands after each entry, words known by their hash alone.


@dataclass
class Thing:
    """A chip, or a bullet or digest that may be struck. Not frozen: a ledger of 100,000 entries is replayed in place."""

    loaded: str = ""  # its state as loaded, where that is known
    writer: Words | None = None  # the writer's words, where anything tells them
    version: int = 1
    first: int = 0  # the first entry about it
    acts: list[Row] = field(default_factory=list)  # those that stand
    edits: list[Row] = field(default_factory=list)  # the hand-edits among them
    sealed: Row | None = None  # the first of two opinions, about this version
    has_quote: bool = True  # as loaded, as far as that is known

    @property
    def is_quoted(self) -> bool:
        """Where it is published: on a quote?"""
        return bool(self.acts[-1].get("quote")) if self.acts else self.has_quote

    @property
    def status(self) -> str:
        return BECOMES[self.acts[-1]["act"]] if self.acts else self.loaded

    @property
    def words(self) -> Words | None:
        return _words(self.edits[-1]) if self.edits else self.writer


class Book:
    """The ledger as far as it was read, and what stands after it. `loaded` is the file that entry 0 loaded, if it is here."""

    def __init__(self, given: Given, loaded: Row | None = None) -> None:
        self.given = given
        self.old_size = given.old.get("ratified", {}).get("ledger", {}).get("size") if given.old else None
        self.sections = {row["id"]: row for row in given.pack["sections"]}
        self.hashes: list[str] = []
        self.things: dict[str, Thing] = {}
        self.known: set[str] | None = None  # every chip and item that the loaded file has, once that is told
        self.names: dict[str, str] = {}  # every id that a chip has or had, and which chip that is
        self.waiting: set[str] = set()
        self.load: Row = {}
        self.loaded = loaded
        self.others: set[str] = set()  # articles that were attached, and are not the cited one
        self.seats: dict[str, dict[int, Row]] = {}  # those on this pack that nobody vacated, by judge
        self.excluded: dict[str, int] = {}  # who decides nothing here, by which exclusion
        self.n_unseated = 0
        self.set_back: list[int] = []  # entries that are dated before the one before them
        self.of_marks: list[int] = []  # entries that publish on a quote of marks alone, as was once open
        self.quoted: dict[Quoted, int] = {}  # the first entry with it
        self.last: Row = {}
        self.at_old: Row = {}  # the newest entry that the older export saw
        self.cited: str | None = None
        self.unit = ""
        self.ratified: int | None = None
        self.rule: Row = {"rule": "none", "share": 0, "seed": ""}
        self.firsts: dict[int, Row] = {}  # the first of two opinions, by the entry of the second

    def take(self, body: Row, own: str) -> None:
        """One entry more. BadEntry where it cannot have happened after those before it."""
        if text := self._refusal(body) or TAKE[body["act"]](self, body):
            about = str(body.get("chip") or body.get("item") or "")[:90]
            raise BadEntry(body["seq"], f"{body['act']} {about}".strip() + f": {text}")
        if self.hashes and body["utc"] < self.last["utc"]:
            self.set_back.append(body["seq"])
        self.hashes.append(own)
        self.last = body
        if len(self.hashes) == self.old_size:
            self.at_old = body

    def _refusal(self, body: Row) -> str:
        act = body["act"]
        if (act == "load") != (not self.hashes):
            return "a file is loaded by entry 0, and by no other"
        verdict = body.get("verdict", act)
        if (verdict in NEED_WHY or (verdict == "publish" and body["overrides"])) and _is_blank(body["why"]):
            return "it does not say why"
        if len(set(spoken := body.get("overrides", ()))) < len(spoken):
            return "it overrides a gate twice"
        if body.get("source", self._source) != self._source:
            return "its source does not follow from the articles that were attached before"
        if act in CLOSED_TO_EXCLUDED and body["actor"] in self.excluded:
            return "it is by somebody who is excluded from this pack"
        is_closed = self.loaded is not None and self.loaded["status"] == "ratified"
        if is_closed and act in JUDGING:
            return "the pack was loaded as ratified, and is not judged again"
        return ""

    @property
    def _source(self) -> str:
        return "verified" if self.cited else "unverified"

    def _seat(self, body: Row) -> str:
        own = self.seats.setdefault(body["judge"], {})
        if body["seat_id"] in own:
            return f"the seat {body['seat_id']} stands already"
        own[body["seat_id"]] = body
        if body["ends"] is not None and body["ends"] < body["starts"]:
            return "its term ends before it begins"
        return "it is for somebody who is excluded from this pack" if body["judge"] in self.excluded else ""

    def _vacate(self, body: Row) -> str:
        seat = self.seats.get(body["judge"], {}).pop(body["seat_id"], None)
        is_same = seat and all(seat[key] == body[key] for key in _SEATED)
        return "" if is_same else f"no entry before it gives the seat {body['seat_id']} to this judge"

    def _exclude(self, body: Row) -> str:
        is_new = body["judge"] not in self.excluded
        self.excluded[body["judge"]] = body["exclusion_id"]
        return "" if is_new else "they are excluded already"

    def _readmit(self, body: Row) -> str:
        is_ended = self.excluded.pop(body["judge"], None) == body["exclusion_id"]
        return "" if is_ended else "no entry before it made this exclusion"

    def _load(self, body: Row) -> str:
        self.load = body
        given = ((self.given.raw, self.given.pack), (self.given.old_raw, self.given.old))
        here = (pack for raw, pack in given if pack and sha_of(raw) == body["file"])
        self.loaded = self.loaded or next(here, None)
        if not body["origin"].endswith(f"/{body['slug']}/{body['revision']}"):
            return (
                f"its ledger is named {shown(body['origin'])}, which does not end with its slug and revision"
            )
        return self._has(self.loaded) if self.loaded else ""

    def _has(self, loaded: Row) -> str:
        """What the loaded file has to be judged; a fault where entry 0 tells of another."""
        for row in loaded["chips"]:
            words = (sha(row["q"]), sha(row["a"]), tuple(row["cites"]))
            status = "published" if row["published"] else "waiting"
            self.things[row["id"]] = thing = Thing(status, words, has_quote=bool(row["quote"]))
            self.names[row["id"]] = row["id"]
            self._wait(row["id"], thing)
        for name, text in _items(loaded):
            self.things[name] = Thing(writer=(sha(text), "", ()))
        self.known = set(self.things)
        due = {"slug": loaded["slug"], "md_sha": loaded["source"]["md_sha"], "counts": _counted(loaded)}
        told = {key: self.load[key] for key in due}
        return next((f"{place}: {text}" for place, text in _differences(told, due)), "")

    def _attach(self, body: Row) -> str:
        if body["is_cited"] != (body["article"] == self.load["md_sha"]):
            return "whether its article is the cited one does not follow from md_sha in entry 0"
        if body["article"] in (self.cited, *self.others):
            return "its article was attached before"
        if body["is_cited"]:
            self.cited, self.unit = body["article"], body["unit"]
        else:
            self.others.add(body["article"])
        if body["unit"] != self.unit or bool(self.unit) != bool(self.cited):
            return "its unit does not follow"
        return ""

    def _ratify(self, body: Row) -> str:
        if self.ratified is not None:
            return f"the pack was ratified by entry {self.ratified}"
        if self.waiting:
            return f"{min(self.waiting)} waits for a decision"
        if body["source_sha"] != self.cited:
            return "its source_sha is not the cited article that was attached"
        self.ratified = body["seq"]
        return ""

    def _reopen(self, body: Row) -> str:
        text = "the pack was not ratified" if self.ratified is None else ""
        self.ratified = None
        return text

    def _rule(self, body: Row) -> str:
        before, self.rule = self.rule, body
        if self.ratified is not None:
            return f"the pack was ratified by entry {self.ratified}"
        has_share, is_sample = body["share"] != 0 or body["seed"] != "", body["rule"] == "sampled"
        if has_share != is_sample or (is_sample and not (1 <= body["share"] <= 99 and body["seed"])):
            return "a share of 1 to 99 and a seed go with a sample, and with nothing else"
        is_same = (before["rule"], before["share"]) == (body["rule"], body["share"])
        return "that was asked already" if is_same else ""

    def _decide(self, body: Row) -> str:
        if ("chip" in body) == ("item" in body):
            return "it has to be about one chip or one item"
        name = body["chip"] if "chip" in body else body["item"]
        if self.known is not None and name not in self.known:
            return "the file that was loaded has nothing of that name"
        if self.names.setdefault(name, name) != name:
            return f"{self.names[name]} had that question before"
        thing = self.things.setdefault(name, Thing(first=body["seq"]))
        if text := self._from(body):
            return text
        if self.ratified is not None:
            return f"the pack was ratified by entry {self.ratified}"
        is_own = body["act"] == "undo" and _is_own_opinion(thing.sealed, body)
        version = thing.version if is_own or body["act"] == "opinion" else thing.version + 1
        if body["version"] != version:
            return f"it leaves version {body['version']} where {version} follows"
        take = self._undo if body["act"] == "undo" else self._seal if body["act"] == "opinion" else self._do
        text = take(thing, body)
        if body["act"] != "opinion":  # an opinion is about one version, and falls with it
            thing.version, thing.sealed = version, None
        self._wait(name, thing)
        return text

    def _from(self, body: Row) -> str:
        """The seat of an act. A seat over the whole desk is told in the desk's own ledger, which is not here."""
        if body["act"] == "re-hold":
            return ""
        own = [row for row in self.seats.get(body["actor"], {}).values() if _stood(row, body["utc"])]
        self.n_unseated += not own
        labels = [(row["seat"], row["seat_class"]) for row in own]
        if own and (body["seat"], body["seat_class"]) not in labels:
            return f"its judge sat as {shown(own[0]['seat'])} ({shown(own[0]['seat_class'])}), by entry {own[0]['seq']}"
        return ""

    def _wait(self, name: str, thing: Thing) -> None:
        (self.waiting.add if thing.status in ("waiting", "disputed") else self.waiting.discard)(name)

    def _undo(self, thing: Thing, body: Row) -> str:
        if _is_own_opinion(thing.sealed, body):
            return ""
        if not thing.acts or thing.acts[-1]["seq"] != body["undoes"]:
            return f"entry {body['undoes']} is not the newest act that stands there"
        if thing.acts[-1]["act"] == "dispute":
            return "a disagreement is settled, not undone"
        undone = thing.acts.pop()
        if undone["act"] == "hand-edit":
            thing.edits.pop()
        is_own = undone["actor"] == body["actor"]
        return "" if is_own or "item" in body else self._alone(thing, body)

    def _alone(self, thing: Thing, body: Row) -> str:
        """Whoever undoes another's act does not publish again what one judge published, where two are asked."""
        if thing.status != "published" or not self._is_asked(thing, body):
            return ""
        by_two = [row for row in thing.acts[-1:] if row.get("opens")]
        settled = [row for row in thing.acts[-2:-1] if row["act"] == "dispute"]
        return "" if by_two or settled else "it publishes on one judge's word, where two are asked"

    def _seal(self, thing: Thing, body: Row) -> str:
        sealed = thing.sealed or {"seq": None, "actor": None}
        if sealed["seq"] != body.get("instead_of") or self._asks_two(thing, body) is False:
            return "no first of two opinions was asked for"
        if sealed["actor"] == body["actor"]:
            return "it takes the place of its own judge's opinion"
        if thing.words not in (None, _words(body)):
            return "it is about other words than stood there"
        thing.writer = thing.writer or (None if thing.edits else _words(body))
        thing.sealed = body
        return self._by_an_author(thing, body)

    def _asks_two(self, thing: Thing, body: Row) -> bool | None:
        """Is a verdict on it one of two opinions? None where only the writer's words could tell."""
        if thing.status not in OF_TWO:
            return False
        asks = self._is_asked(thing, body)
        # As loaded it may be published, and to hold what is published is one judge's act.
        return None if asks and not thing.status and body["act"] != "publish" else asks

    def _is_asked(self, thing: Thing, body: Row) -> bool | None:
        """Does the rule ask two judges about its words? None where only the writer's words could tell."""
        rule: str = self.rule["rule"]
        if rule == "sampled":
            share: int = self.rule["share"]
            return int(sha(f"{self.rule['seed']}/{body['chip']}")[:8], 16) % 100 < share
        if rule == "rewritten":
            return thing.words[:2] != thing.writer[:2] if thing.words and thing.writer else None
        return rule == "every"

    def _by_an_author(self, thing: Thing, body: Row) -> str:
        """Where a second judge is asked, nobody passes on words that they wrote."""
        is_known = thing.words and thing.writer and thing.words[:2] != thing.writer[:2]
        if self.rule["rule"] == "none" or not is_known or body["actor"] not in _authors(thing):
            return ""
        return "it is by somebody who wrote these words"

    def _of_two(self, thing: Thing, body: Row) -> str:
        """Verdicts: of one judge, of two who were asked apart from each other, of a third who settles."""
        verdict, opens = body.get("verdict", body["act"]), body.get("opens")
        if thing.status == "disputed":
            return self._settled(thing, body, opens)
        if verdict not in VERDICTS:
            return ""
        asks_two = self._asks_two(thing, body)
        if asks_two is not None and asks_two != (opens is not None):
            return f"it is {'not ' if asks_two else ''}the second of two opinions"
        if opens and (text := self._open(thing.sealed, body, opens)):
            return text
        is_of_two = asks_two or opens is not None
        return self._by_an_author(thing, body) if verdict == "publish" or is_of_two else ""

    def _settled(self, thing: Thing, body: Row, opens: object) -> str:
        dispute, verdict = thing.acts[-1], body["act"]
        if opens or (verdict in (*VERDICTS, "drop") and body["actor"] in self._parties(dispute)):
            return "a disagreement is settled by a third"
        if verdict in VERDICTS and _is_blank(body["why"]):
            return "it does not say why"
        return self._by_an_author(thing, body) if verdict in VERDICTS else ""

    def _parties(self, dispute: Row) -> tuple[str, str]:
        return dispute["actor"], self.firsts[dispute["seq"]]["actor"]

    def _open(self, sealed: Row | None, body: Row, opens: Row) -> str:
        """What is wrong about the opinion that an entry opens, and about what follows from the two."""
        if sealed is None or sealed["seq"] != opens["seq"] or sealed["actor"] == body["actor"]:
            return f"entry {opens['seq']} is no standing opinion of another judge"
        if sealed["actor"] in self.excluded:
            return f"the judge of entry {opens['seq']} was excluded before it was opened"
        if sha(f"{opens['nonce']}\n{opens['said']}") != sealed["seal"]:
            return f"it opens another opinion than entry {opens['seq']} sealed"
        if (said := _said_in(opens)) is None:
            return "what it opens is not an opinion in canonical JSON"
        if (said["act"] == "hold" or said["overrides"]) and _is_blank(said["why"]):
            return f"the opinion of entry {opens['seq']} does not say why"
        if (body["act"] == "dispute") != (said["act"] != body.get("verdict", body["act"])):
            return "it does not follow from the two opinions"
        self.firsts[body["seq"]] = first = {**sealed, **said}
        return self._unfit(first) if said["act"] == "publish" else ""

    def _do(self, thing: Thing, body: Row) -> str:
        if text := self._of_two(thing, body) if "chip" in body else "":
            return text
        if not body.get("opens") and body["act"] not in OPEN[thing.status]:
            return f"that is not open on what is {thing.status}"
        if body["act"] == "hand-edit" and (text := self._unwritten(thing, body)):
            return text
        if body["act"] == "re-hold" and not (body["article"] in self.others and thing.is_quoted):
            return "nothing was quoted, or it names no other article that was attached before"
        if body.get("item", "").startswith("bullet:") and body["item"][7:] != body["text"][:12]:
            return "its text is another bullet's"
        if body.get("item", "").startswith("digest:") and body["figure"] is not None:
            return "a figure goes with a bullet alone"
        thing.acts.append(body)
        if body["act"] == "hand-edit":
            thing.edits.append(body)
        thing.writer = thing.writer or (None if thing.edits else _words(body))
        if thing.words != _words(body):
            return "it is about other words than stood there"
        return self._unfit(body) if body.get("verdict", body["act"]) == "publish" else ""

    def _unwritten(self, thing: Thing, body: Row) -> str:
        if thing.words == _words(body):
            return "it changes nothing"
        # Of words that nothing tells, the writer's own may have another id than follows from them.
        is_new = thing.writer is not None and body["q"] != thing.writer[0]
        if is_new and (other := self.names.setdefault(f"c-{body['q'][:8]}", body["chip"])) != body["chip"]:
            return f"{other} has or had that question"
        before = thing.words[2] if thing.words else body["cites"]
        new = set(body["cites"]) - self.sections.keys() - set(before)
        return f"it cites {shown(min(new))}, which is no section of the pack" if new else ""

    def _unfit(self, body: Row) -> str:
        """What stood in the way of publishing so, whatever the rules of the house: each needs its override (docs/pack.md)."""
        if unknown := set(body["cites"]) - self.sections.keys():
            return f"it cites {shown(min(unknown))}, which is no section of the pack"
        if text := self._misquoted(body):
            return text
        if text := self._silent(body):
            return f"{text}, and that was not overridden"
        if "quote" not in body["overrides"] and not any(map(str.isalnum, body["quote"])):
            self.of_marks.append(body["seq"])
        return ""

    def _silent(self, body: Row) -> str:
        quote, cites = body["quote"], body["cites"]
        if "quote" not in body["overrides"]:
            if len(quote) < SHORTEST:
                return f"its quote has fewer than {SHORTEST} characters" if quote else "it has no quote"
            if body["quote_cite"] not in cites:
                return "it does not cite the section of its quote"
        if "cite" in body["overrides"]:
            return ""
        if len(set(cites)) < len(cites):
            return "it cites a section twice"
        if any(self.sections[cite]["digest_skipped"] in CARRY_NOTHING for cite in cites):
            return "it cites a section of credits or sources"
        return "" if cites else "it cites no section"

    def _misquoted(self, body: Row) -> str:
        quote, cite, span = body["quote"], body["quote_cite"], body["quote_span"]
        if bool(quote) != bool(cite) or bool(quote) != bool(span):
            return "a quote, its section and its span go together"
        if not quote:
            return ""
        if not self.cited or span[0] < 0 or span[1] - span[0] != len(quote):
            return "its quote is not as long as its span, or of an article that was not at hand"
        if cite not in self.sections:
            return f"its quote is of {shown(cite)}, which is no section of the pack"
        start, end = self.sections[cite]["span"]
        if self.unit == "code points" and not start <= span[0] < span[1] <= end:
            return f"its quote does not lie within {shown(cite)}"
        self.quoted.setdefault((body["chip"], quote, cite, (span[0], span[1])), body["seq"])
        return ""


TAKE: dict[str, Callable[[Book, Row], str]] = {
    "load": Book._load,
    "attach": Book._attach,
    "seat": Book._seat,
    "vacate": Book._vacate,
    "exclude": Book._exclude,
    "readmit": Book._readmit,
    "ratify": Book._ratify,
    "reopen": Book._reopen,
    "undo": Book._decide,
    "opinion": Book._decide,
    "opinions": Book._rule,
    **dict.fromkeys(BECOMES, Book._decide),
}


def _stood(seat: Row, utc: str) -> bool:
    """Did a seat stand for sure? Of one that was given for later, and of its last second, that cannot be told from here."""
    has_begun = seat["starts"] <= seat["utc"] and seat["starts"] < utc
    return has_begun and (seat["ends"] is None or utc < seat["ends"])


def _items(pack: Row) -> Iterator[tuple[str, str]]:
    """What can be struck: digests and bullets, by name."""
    yield from (
        (f"digest:{row['id']}", row["digest"]) for row in pack["sections"] if row["digest"] is not None
    )
    yield from ((f"bullet:{sha(text)[:12]}", text) for text in pack["short"]["bullets"])


def _counted(pack: Row) -> dict[str, int]:
    """What entry 0 counts of the file that it loads."""
    digests = [row for row in pack["sections"] if row["digest"] is not None]
    parts = {"sections": pack["sections"], "chips": pack["chips"], "digests": digests}
    parts |= {"bullets": pack["short"]["bullets"], "drops": pack["bench"]["drops"]}
    return {name: len(rows) for name, rows in parts.items()}


def _is_own_opinion(sealed: Row | None, body: Row) -> bool:
    return sealed is not None and (sealed["seq"], sealed["actor"]) == (body["undoes"], body["actor"])


def _said_in(opens: Row) -> Row | None:
    try:
        said = _READ(opens["said"])
        is_one = misfit(said, _SAID) is None and _CANONICAL(said) == opens["said"]
    except (ValueError, RecursionError):
        return None
    return said if is_one else None


def _authors(thing: Thing) -> set[str]:
    """Who changed question or answer, by the edits that stand."""
    before = [thing.writer, *(_words(edit) for edit in thing.edits)]
    pairs = zip(before, thing.edits, strict=False)
    return {edit["actor"] for words, edit in pairs if words and words[:2] != _words(edit)[:2]}


def _words(body: Row) -> Words:
    """The words that an act is about; of a strike, the struck text."""
    return (body["q"], body["a"], tuple(body["cites"])) if "q" in body else (body["text"], "", ())


# The verdict.


def _verified(given: Given, lines: Iterable[bytes]) -> Report:
    book, faults, file = Book(given), list(_sums(given.pack)), sha_of(given.raw)
    size = given.seal["ledger"]["size"] if given.seal else None
    try:
        for body, own in _entries(lines):
            book.take(body, own)
            if len(book.hashes) == size and book.load["file"] != file:
                faults += _sealed(given, book)
    except BadEntry as error:
        return Report((str(error), *faults), ("the entries after it were not read",))
    if not book.hashes:
        raise Unusable("the ledger is empty")
    is_as_loaded = book.load["file"] == file
    faults += _as_loaded(book) if is_as_loaded else _not_reached(given, book)
    quotes, old = _article(given, book), _against(given, book)
    faults += (text for is_fault, text in (*quotes, *old) if is_fault)
    notes = (text for is_fault, text in (*quotes, *old) if not is_fault)
    return Report(tuple(sorted(faults, key=_place)), (*_said(given, book, is_as_loaded), *notes))


def _place(fault: str) -> int:
    """Bad entries first, the first of them first."""
    found = re.match("entry ([0-9]+):", fault)
    return int(found[1]) if found else MAX_WHOLE


def _said(given: Given, book: Book, is_as_loaded: bool) -> Lines:
    size, seal, chips = len(book.hashes), given.seal, given.pack["chips"]
    yield f"{size:,} {'entry' if size == 1 else 'entries'} of {shown(book.load['origin'])}, head {book.hashes[-1]}"
    if is_as_loaded:
        yield "the export is byte for byte the file that entry 0 loaded"
    if is_as_loaded and seal:
        yield f"it was ratified elsewhere: the ledger of {shown(seal['ledger']['origin'])} tells of that"
    elif seal:
        n = seal["ledger"]["size"]
        yield f"ratified by entry {n - 1}: {sum(chip['published'] for chip in chips)} of {len(chips)} chips published"
        if size > n:
            yield f"{size - n:,} later {'entry is' if size - n == 1 else 'entries are'} no part of this export"
    if n := book.n_unseated:
        acts = "1 act is by a judge" if n == 1 else f"{n:,} acts are by judges"
        yield f"{acts} without a seat on this pack: seats on the whole desk are told in the desk's own ledger, which is not here"
    if book.set_back:
        yield f"{_first_of(book.set_back, 'is dated before the one before it')}: the clock was set back there, or the dates are not true"
    if book.of_marks:
        what = "publishes on a quote without a letter or a digit that was not overridden"
        yield f"{_first_of(book.of_marks, what)}: desks took that once, and whether this one still did cannot be told from here"


def _first_of(entries: list[int], what: str) -> str:
    also = f", and {len(entries) - 1:,} more likewise" if len(entries) > 1 else ""
    return f"entry {entries[0]} {what}{also}"


def _as_loaded(book: Book) -> Lines:
    """The file as loaded goes out only while nothing that was done stands."""
    things = book.things.values()
    standing = [row for thing in things if (row := thing.sealed or (thing.acts[-1] if thing.acts else None))]
    if standing:
        first = min(standing, key=lambda body: body["seq"])
        yield f"entry {first['seq']}: {first['act']} stands, but the export is the file as loaded"
    elif book.ratified is not None:
        yield f"entry {book.ratified}: it ratified the pack, but the export is the file as loaded"


def _not_reached(given: Given, book: Book) -> Lines:
    n = len(book.hashes)
    if given.seal is None:
        yield f"/: it is not the file that entry 0 loaded ({book.load['file'][:12]}…), and it is not ratified"
    elif not 0 < (size := given.seal["ledger"]["size"]) <= n:
        yield f"entry {n}: it is missing: the export saw {size:,} entries, and here are {n:,}"


def _sealed(given: Given, book: Book) -> Lines:
    """Everything that a ratified export says, against the entries up to its own."""
    pack, entry, seq = given.pack, book.last, len(book.hashes) - 1
    named = pack["ratified"]["ledger"]["origin"]
    if named != entry["origin"]:
        yield f"/ratified/ledger/origin: this is another ledger, {shown(entry['origin'])}; the export names {shown(named)}"
        return
    if entry["act"] != "ratify":
        yield f"entry {seq}: it is no ratification, but the export says that this entry ratified it"
        return
    seal = {key: entry[key] for key in ("utc", "seat")} | {"pack_sha": book.load["file"]}
    seal |= {key: entry[key] for key in ("source_sha", "source")}
    seal["ledger"] = {"origin": entry["origin"], "size": seq + 1, "head": book.hashes[-1]}
    yield from (f"{place}: {text}" for place, text in _differences(pack["ratified"], seal, "/ratified"))
    for key in ("chips_by_hand", "decisions"):
        if not pack["bench"].get(key, True):
            yield f"/bench/{key}: it says nothing, and is left out then"
    net = Net(pack, book)
    yield from net.faults()
    yield from _unknown(book, net)
    unsealed = {key: value for key, value in pack.items() if key != "ratified"}
    if sha_of(written(unsealed)) != entry["export_sha"]:
        yield f"entry {seq}: this is not the export that it names by its hash (export_sha)"
    elif written({**unsealed, "ratified": seal}) != given.raw:
        yield "/: its bytes are not laid out as those of all exports"


def _unknown(book: Book, net: Net) -> Lines:
    """Acts on what the loaded file never had: whatever nobody removed is in the export. From here on that is known."""
    there = {*net.rows, *(name for name, _ in _items(net.pack)), *net.removed}
    for name, thing in book.things.items():
        if name not in there:
            yield f"entry {thing.first}: nothing of the name {shown(name)} is in the export, and nobody removed it"
    if book.known is None:
        book.known = there


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
        yield place, "it is {}; what follows is {}".format(*map(shown, _apart(found, due)))


def _apart(found: Any, due: Any) -> tuple[Any, Any]:
    """Two long texts from where they begin to differ, and a little before."""
    if not (type(found) is type(due) is str and len(found) > 60):
        return found, due
    pairs = enumerate(zip(found, due, strict=False))
    at = max(next((n for n, (one, other) in pairs if one != other), min(len(found), len(due))) - 20, 0)
    return (f"…{found[at:]}", f"…{due[at:]}") if at else (found, due)


# What follows from the entries up to a ratification.


class Net:
    """The export that follows, beside the one that was given.

    It is made from the pack as loaded where that is at hand. Otherwise from the given export itself, so that what
    the desk withholds (the words of what was removed) and what no entry is about stays as it was given.
    """

    def __init__(self, pack: Row, book: Book) -> None:
        self.pack, self.book, self.base = pack, book, book.loaded or pack
        self.things = {name: thing for name, thing in book.things.items() if thing.acts}
        self.chips = {name: chip for name, chip in self.things.items() if _CHIP.fullmatch(name)}
        self.removed = {name for name, thing in self.things.items() if thing.status in ("dropped", "struck")}
        self.n_drops = book.load["counts"]["drops"]
        self.records = pack["bench"]["drops"][self.n_drops :]
        self.replacing = {record.get("replaced_by") for record in self.records}
        self.made: dict[str, dict[str, Any]] = {}  # the drop record of what was removed
        self.entries: dict[str, int] = {}  # the entry from which the part at a place follows
        self.given = _keyed(pack)
        rows = (*pack["chips"], *self.base["chips"])
        self.texts = {sha(text): text for row in rows for text in (row["q"], row["a"])}
        self.rows = dict(self._rows())
        items = (*self.base["short"]["bullets"], *(row["digest"] or "" for row in self.base["sections"]))
        self.lengths = {sha(text): len(text) for text in items}

    def faults(self) -> Lines:
        due = self._due()
        for place, text in _differences(self.given, due):
            steps = place.split("/")
            at = (self.entries.get("/".join(steps[:n])) for n in (3, 4))
            seq = next((n for n in at if n is not None), None)
            yield (
                f"{place}: {text}"
                if seq is None
                else f"entry {seq}: the export is not what follows: {place}: {text}"
            )
        for name, chip in self.chips.items():
            if chip.status != "dropped" and name not in self.rows:
                yield f"entry {chip.acts[-1]['seq']}: the words that it leaves to {name} are not in the export"
        for name, row in self.rows.items():
            if name not in self.chips and not row["published"]:
                yield f"/chips/{name}: it is ratified, but no entry that stands decides about it"
        yield from self._orders(due)
        yield from self._counts()
        yield from self._seats()

    def _orders(self, due: Row) -> Lines:
        """Whether chips and decisions stand in their order; where one that was dropped stood, only the loaded file tells."""
        gone = {f"{name} drop" for name in self.chips if name not in self.rows}
        for place, found, wanted in (
            ("/chips", self.given["chips"], due["chips"]),
            ("/bench/decisions", self.given["bench"]["decisions"], due["bench"]["decisions"]),
        ):
            names, ordered = ([name for name in rows if name not in gone] for rows in (found, wanted))
            if names != ordered and set(names) == set(ordered):
                n = next(n for n, pair in enumerate(zip(names, ordered, strict=True)) if pair[0] != pair[1])
                yield f"{place}: {shown(names[n])} stands where {shown(ordered[n])} belongs"

    def _rows(self) -> Iterator[tuple[str, Row]]:
        """The writer's id of each chip, and its row in the base."""
        in_pack = {name: chip for name, chip in self.chips.items() if chip.status != "dropped"}
        owners = {} if self.book.loaded else {self._id(name, chip): name for name, chip in in_pack.items()}
        yield from ((owners.get(row["id"], row["id"]), row) for row in self.base["chips"])

    def _id(self, name: str, chip: Thing) -> str:
        """A chip's exported id: the writer's while the question is, else the one that follows from the question."""
        q = chip.words[0] if chip.words else ""
        writers = chip.writer[0] if chip.writer else sha(str(self.given["chips"].get(name, {}).get("q")))
        return name if q == writers or chip.status == "dropped" else f"c-{q[:8]}"

    def _due(self) -> dict[str, Any]:
        base, entry = self.base, self.book.last
        due = {key: value for key, value in base.items() if key != "ratified"}
        due |= {"status": "ratified", "seat_class": {**base["seat_class"], "judge": entry["seat_class"]}}
        bullets = [text for text in base["short"]["bullets"] if f"bullet:{sha(text)[:12]}" not in self.things]
        due["short"] = {**base["short"], "bullets": bullets}
        due["sections"] = [
            {**row, "digest": None} if f"digest:{row['id']}" in self.things else row
            for row in base["sections"]
        ]
        due["chips"] = {row["id"]: row for row in self._due_chips()}
        due["pack_note"] = self._note(list(due["chips"].values()))
        counted = {key: self.pack["bench"][key] for key in COUNTED}  # by `_sums`, before
        drops = [*base["bench"]["drops"][: self.n_drops], *self._due_records()]
        own = {"drops": drops, "decisions": dict(self._due_decisions()), "chips_by_hand": self._n_rewritten}
        due["bench"] = {**base["bench"], **counted, **own}
        return due

    def _due_chips(self) -> Iterator[dict[str, Any]]:
        for name, row in self.rows.items():
            chip = self.book.things.get(name, Thing())
            if chip.status == "dropped":
                continue
            made = {**row, **self._said(chip)}
            if chip.acts:
                made |= {"id": self._id(name, chip)} | _standing(chip.acts[-1])
                self.entries[f"/chips/{made['id']}"] = chip.acts[-1]["seq"]
            yield made

    def _said(self, chip: Thing) -> dict[str, Any]:
        """A chip's words as far as its entries tell them."""
        if chip.words is None:
            return {}
        q, a, cites = chip.words
        return {"q": self._text(q), "a": self._text(a), "cites": list(cites)}

    def _text(self, named: str) -> str:
        return self.texts.get(named) or Unseen(f"words with the SHA-256 {named[:12]}…, which are not here")

    def _note(self, rows: Sequence[Row]) -> str:
        n_published = sum(row["published"] for row in rows)
        n_dropped = sum(chip.status == "dropped" for chip in self.chips.values())
        return (
            f"judged by {self.book.last['seat']}: {n_published} published, {len(rows) - n_published} held, "
            f"{self._n_rewritten} rewritten, {n_dropped} dropped"
        )

    @property
    def _n_rewritten(self) -> int:
        return sum(self._is_rewritten(name, chip) for name, chip in self.chips.items())

    def _is_rewritten(self, name: str, chip: Thing) -> bool:
        """In the pack in other words than the writer's. Where nothing tells the writer's, the drop records say."""
        if chip.status == "dropped" or not chip.words or not chip.edits:
            return False
        return chip.words[:2] != chip.writer[:2] if chip.writer else self._id(name, chip) in self.replacing

    def _due_decisions(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each decision that has to be told, by what it is about and its act."""
        told = [(name, thing, body) for name, thing in self._ordered() for body in self._told(name, thing)]
        made = _numbered(self._decision(*one) for one in told)
        for (key, decision), (name, thing, body) in zip(made.items(), told, strict=True):
            if not decision["text_sha"]:
                # Of words that are withheld; the writer's have theirs in the drop too.
                given = self.given["bench"]["decisions"].get(key, {})
                decision["text_sha"] = (given if thing.edits else self.made.get(name, {})).get("text_sha")
            self.entries[f"/bench/decisions/{key}"] = body["seq"]
            yield key, decision

    def _ordered(self) -> Iterator[tuple[str, Thing]]:
        """Chips as they stand in the file, then what was struck, the first first."""
        chips = [*self.rows, *(name for name in self.chips if name not in self.rows)]
        items = [name for name in self.things if name not in self.chips]
        for name in (*chips, *sorted(items, key=lambda name: self.things[name].acts[-1]["seq"])):
            if name in self.things:
                yield name, self.things[name]

    def _told(self, name: str, thing: Thing) -> Iterator[Row]:
        """The newest hand-edit while words or cites differ from the writer's, then the publish, hold, drop or strike.

        Where two judges were asked, each of their opinions on those words too.
        """
        newest, edited = thing.acts[-1], thing.edits[-1]["seq"] if thing.edits else -1
        if thing.status == "dropped":
            yield newest
            return
        if thing.edits:
            is_told = f"{self._id(name, thing)} hand-edit" in self.given["bench"]["decisions"]
            # Without the writer's words only a single edit is sure to differ from them.
            if thing.words != thing.writer if thing.writer else len(thing.edits) == 1 or is_told:
                yield thing.edits[-1]
        for body in thing.acts:
            if body["seq"] > edited and (body is newest or body["seq"] in self.book.firsts):
                yield from filter(None, (self.book.firsts.get(body["seq"]), body))

    def _decision(self, name: str, thing: Thing, body: Row) -> dict[str, Any]:
        about: dict[str, Any] = {"chip": None, "item": name, "text_sha": body.get("text", "")[:12]}
        if "chip" in body:
            q, a, _ = thing.words or ("", "", ())
            text_sha = short(self.texts[q], self.texts[a]) if q in self.texts and a in self.texts else ""
            about = {"chip": self._id(name, thing), "text_sha": text_sha}
        told = {key: body[key] for key in ("seat", "utc", "why", "source")}
        told["act"] = body.get("verdict", body["act"])
        return about | told | {"quote_span": body.get("quote_span"), "overrides": body.get("overrides", [])}

    def _due_records(self) -> Iterator[dict[str, Any]]:
        """The drop records after the loaded ones: one for each removal that stands, in the order of the entries."""
        pairs = ((name, self._removal(name, thing)) for name, thing in self.things.items())
        removals = sorted((body["seq"], name, body) for name, body in pairs if body)
        for n, (seq, name, body) in enumerate(removals):
            self.entries[f"/bench/drops/{self.n_drops + n}"] = seq
            self.made[name] = self._record(name, body, self.records[n] if n < len(self.records) else {})
            yield self.made[name]

    def _removal(self, name: str, thing: Thing) -> Row | None:
        """The act by which the writer's words left the pack: the drop, the strike, or the newest edit of q or a."""
        if thing.status in ("dropped", "struck"):
            return thing.acts[-1]
        if not self._is_rewritten(name, thing):
            return None
        changes = [new for old, new in pairwise(thing.edits) if _words(old)[:2] != _words(new)[:2]]
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
            "text_sha": given.get("text_sha"),
            "withheld": f"one {'section digest' if kind == 'digest' else kind} removed from this pack by hand",
            "removed_utc": date,
            "why": why,
            "detail": DETAIL.format(date=date, why=why.removesuffix(".")),
        }
        return made | (self._of_chip(name, body, given) if kind == "chip" else self._of_item(name, body))

    def _of_chip(self, name: str, body: Row, given: Row) -> dict[str, Any]:
        chip, made = self.chips[name], dict[str, Any]()
        cites = chip.writer[2] if chip.writer else [given["section"]] if "section" in given else []
        if cites:
            made["section"] = cites[0]
        if body["act"] == "hand-edit" and chip.words:
            q, a = map(self._text, chip.words[:2])
            made |= {"replaced_by": self._id(name, chip), "replacement_sha": short(q, a)}
        if self.book.loaded and name in self.rows:
            q, a = self.rows[name]["q"], self.rows[name]["a"]
            made |= {"item_chars": len(f"{q}\n{a}"), "text_sha": short(q, a)}
        return made

    def _of_item(self, name: str, body: Row) -> dict[str, Any]:
        kind, _, place = name.partition(":")
        made = {"text_sha": body["text"][:12], "section": place, "figure": body["figure"]}
        if self.book.loaded:
            made["item_chars"] = self.lengths.get(body["text"])
        return {key: one for key, one in made.items() if one and (key != "section" or kind == "digest")}

    def _counts(self) -> Lines:
        """The file that entry 0 tells of: what is here, and what was removed."""
        pack, load = self.pack, self.book.load
        struck = Counter(name.partition(":")[0] for name in self.things)
        n_dropped = sum(chip.status == "dropped" for chip in self.chips.values())
        found = {
            "slug": pack["slug"],
            "md_sha": pack["source"]["md_sha"],
            "sections": len(pack["sections"]),
            "chips": len(pack["chips"]) + n_dropped,
            "digests": pack["bench"]["digests_kept"] + struck["digest"],
            "bullets": pack["bench"]["bullets_kept"] + struck["bullet"],
        }
        due = {key: {**load["counts"], **load}[key] for key in found}
        yield from (f"{place} as loaded: {text}" for place, text in _differences(found, due))

    def _seats(self) -> Lines:
        """A pack is ratified in the name of those whose decisions stand, in the order of their first."""
        entry = self.book.last
        acts = [act for thing in self.things.values() for act in thing.acts]
        acts += [self.book.firsts[act["seq"]] for act in acts if act["seq"] in self.book.firsts]
        acts.sort(key=lambda act: act["seq"])
        for key in ("seat", "seat_class"):
            labels = ", ".join(dict.fromkeys(act[key] for act in acts if act[key]))
            if labels and entry[key] != labels:  # an admin may have held all of it again, from no seat
                yield f"entry {entry['seq']}: its {key} is {shown(entry[key])}; its decisions are of {shown(labels)}"


COUNTED = ("bullets_kept", "digests_kept", "chips_kept", "chips_grounded", "chips_published", "dropped_by")


def _keyed(pack: Row) -> dict[str, Any]:
    """A pack whose chips and decisions stand under what they are about, so that one that is missing shifts no other."""
    decisions = _numbered(pack["bench"].get("decisions", ()))
    kept = {key: value for key, value in pack.items() if key != "ratified"}
    bench = {"chips_by_hand": 0, **pack["bench"], "decisions": decisions}
    return {**kept, "chips": {row["id"]: row for row in pack["chips"]}, "bench": bench}


def _numbered(decisions: Iterable[Row]) -> dict[str, Any]:
    """Decisions by what they are about and their act; where two judges said the same, by a number too."""
    found: dict[str, Any] = {}
    n: Counter[str] = Counter()
    for one in decisions:
        key = f"{one['chip'] or one.get('item')} {one['act']}"
        n[key] += 1
        found[key if n[key] == 1 else f"{key} {n[key]}"] = one
    return found


def _standing(newest: Row) -> dict[str, Any]:
    """What the newest act leaves in a chip's row."""
    is_published = newest["act"] == "publish"
    return {
        "published": is_published,
        "publish_state": "published" if is_published else "held",
        "quote": newest["quote"] if is_published else "",
        "quote_cite": newest["quote_cite"] if is_published else "",
    }


# What a pack says of itself, of its article, of an older export.


def _sums(pack: Row) -> Lines:
    """Every sum of the format, and what its parts say of each other."""
    for place, found, due in _pairs(pack):
        if found != due:
            yield f"/bench/{place}: it is {shown(found)}; counted it is {shown(due)}"
    ids = {key: [row["id"] for row in pack[key]] for key in ("sections", "chips")}
    for key, names in (*ids.items(), ("short/bullets", pack["short"]["bullets"])):
        for name, n in Counter(names).items():
            if n > 1:
                yield f"/{key}: {shown(name)} stands there {n} times"
    for n, row in enumerate(pack["sections"]):
        if not _tiles(row):
            yield f"/sections/{n}: its span, chunks and chars do not fit each other"
    for n, (before, after) in enumerate(pairwise(pack["sections"]), 1):
        if before["span"][1] != after["span"][0]:
            yield f"/sections/{n}/span: it does not begin where the section before it ends"
    for n, row in enumerate(pack["chips"]):
        is_published, is_quoted = row["publish_state"] == "published", bool(row["quote_cite"])
        if (row["published"], bool(row["quote"])) != (is_published, is_quoted):
            yield f"/chips/{n}: published goes with publish_state, and quote with quote_cite"
        if is_quoted and row["quote_cite"] not in ids["sections"]:
            yield f"/chips/{n}/quote_cite: the pack has no section {shown(row['quote_cite'])}"


def _pairs(pack: Row) -> Iterator[tuple[str, int, int]]:
    """A number that the pack says, and the same number counted."""
    bench, chips, sections, drops = pack["bench"], pack["chips"], pack["sections"], pack["bench"]["drops"]
    kinds, reasons = (Counter(drop[key] for drop in drops) for key in ("kind", "reason"))
    for kind in KINDS:
        yield f"{kind}s_written", bench[f"{kind}s_written"], bench[f"{kind}s_kept"] + kinds[kind]
    for reason in dict.fromkeys((*REASONS, *bench["dropped_by"])):
        yield f"dropped_by/{reason}", bench["dropped_by"][reason], reasons[reason]
    by_hand = bench.get("chips_by_hand", 0)
    counted = {
        "bullets_kept": len(pack["short"]["bullets"]),
        "digests_kept": sum(row["digest"] is not None for row in sections),
        "digests_written": sum(row["digest_skipped"] is None for row in sections),
        "chips_kept": len(chips) - by_hand,
        "chips_grounded": sum(bool(row["quote"]) for row in chips),
        "chips_published": sum(row["published"] for row in chips),
    }
    yield from ((place, bench[place], n) for place, n in counted.items())
    yield "chips_by_hand", by_hand, sum(drop["kind"] == "chip" and "replaced_by" in drop for drop in drops)


def _tiles(row: Row) -> bool:
    (start, end), chunks = row["span"], row["chunks"]
    edges = [start, *(edge for chunk in chunks for edge in chunk), end]
    touch = all(before == after for before, after in zip(edges[::2], edges[1::2], strict=True))
    is_long = bool(chunks) and all(0 <= first < last for first, last in chunks)
    return touch and is_long and row["chars"] == end - start


Found = list[tuple[bool, str]]  # is it a fault, and what is it


def _article(given: Given, book: Book) -> Found:
    """Each quote against the article's text, in code points, within the section that it names."""
    if given.article is None:
        return [(False, "quotes were not looked up: no article was given (--article)")]
    cited, sections = given.pack["source"]["md_sha"], given.pack["sections"]
    if (found := sha_of(given.article)) != cited:
        return [(True, f"/source/md_sha: the article given has {found}, so it is not the cited one")]
    try:
        text = given.article.decode()
    except UnicodeDecodeError as error:
        raise Unusable(f"the article is not UTF-8 at byte {error.start:,}") from None
    units = [book.unit] if book.unit in UNITS else list(UNITS)
    spans = _fitting(text, sections, units)
    if spans is None:
        return [
            (True, f"/sections: not every span starts at a heading of the article (in {' or '.join(units)})")
        ]
    quotes = dict.fromkeys(_quotes_of(given.pack)) | book.quoted
    fallen = [(one, seq) for one, seq in quotes.items() if not _stands(one, text, spans)]
    faults = [
        (True, f"{_of_quote(one, seq)}: it does not stand where it is said to, in {shown(one[2])}")
        for one, seq in fallen
    ]
    n = len(quotes)
    return [
        *faults,
        (False, f"{n - len(faults)} of {n} quotes stand in the article, in the section that they name"),
    ]


def _of_quote(one: Quoted, seq: int | None) -> str:
    return f"/chips/{one[0]}/quote" if seq is None else f"entry {seq}: the quote of {one[0]}"


def _quotes_of(pack: Row) -> Iterator[Quoted]:
    """Those that were loaded with their chips: no entry tells of them, and they stand anywhere in their section."""
    decided = {one["chip"] for one in pack["bench"].get("decisions", ()) if one["quote_span"]}
    for row in pack["chips"]:
        if row["quote"] and row["id"] not in decided:
            yield row["id"], row["quote"], row["quote_cite"], None


def _stands(one: Quoted, text: str, spans: Mapping[str, tuple[int, int]]) -> bool:
    _, words, cite, span = one
    start, end = spans.get(cite, (0, 0))
    if span is None:
        return text.find(words, start, end) >= 0
    return start <= span[0] <= span[1] <= end and text[slice(*span)] == words


def _fitting(text: str, sections: Sequence[Row], units: Iterable[str]) -> dict[str, tuple[int, int]] | None:
    """The spans in the first unit that fits with its last section ending where the text does, else in the first that fits."""
    fitting = [spans for unit in units if (spans := _spans(text, sections, unit)) is not None]
    whole = (spans for spans in fitting if max((end for _, end in spans.values()), default=0) == len(text))
    return next(whole, fitting[0] if fitting else None)


def _spans(text: str, sections: Sequence[Row], unit: str) -> dict[str, tuple[int, int]] | None:
    """Section id -> [start, end) in code points; None where the unit cannot be the one."""
    codec, width = UNITS[unit]
    raw, points, at = text.encode(codec), {0: 0}, 0
    for offset in sorted({offset for row in sections for offset in row["span"]}):
        if not 0 <= offset * width <= len(raw):
            return None
        try:
            points[offset] = points[at] + len(raw[at * width : offset * width].decode(codec))
        except UnicodeDecodeError:
            return None
        at = offset
    spans = {row["id"]: (points[row["span"][0]], points[row["span"][1]]) for row in sections}
    return spans if all(_is_heading(text, spans[row["id"]][0], row["level"]) for row in sections) else None


def _is_heading(text: str, start: int, level: int) -> bool:
    is_first = start == 0 or (start == 1 and text[0] == "\ufeff")
    if not is_first and text[start - 1] not in "\r\n":
        return False
    if marks := HEADING.match(text, start):
        return len(marks[1]) == level
    under = UNDERLINED.match(text, start, start + 2000)
    return under is not None and (1 if under[1][0] == "=" else 2) == level


def _against(given: Given, book: Book) -> Found:
    """Is the ledger that an older export saw the beginning of this one?"""
    if given.old is None:
        return [(False, ALONE)]
    if sha_of(given.old_raw) == book.load["file"]:
        return [
            (False, "the older file is the one that entry 0 loaded, and this export was compared with it")
        ]
    if "ratified" not in given.old:
        return [(True, "another ledger: the older file is not ratified, and not the one that entry 0 loaded")]
    seal, n = given.old["ratified"], len(book.hashes)
    old, size = seal["ledger"], seal["ledger"]["size"]
    if old["origin"] != book.load["origin"]:
        found = f"the older export is of {shown(old['origin'])}, this one of {shown(book.load['origin'])}"
        return [(True, f"another ledger: {found}")]
    if size < 1:
        return [(True, "the older export names no entry of its ledger: it was changed since")]
    if size > n:
        return [(True, f"cut tail: the older export saw {size:,} entries, and here are {n:,}")]
    if book.hashes[size - 1] == old["head"]:
        return [_beside(given, book)]
    if (book.at_old.get("act"), book.at_old.get("utc")) == ("ratify", seal["utc"]):
        how = "it or an entry before it was changed, and all hashed anew"
        return [(True, f"rewritten: entry {size - 1} is still the older export's ratification, but {how}")]
    how = "the two ledgers parted there or before"
    return [(True, f"fork: entry {size - 1} is not the one that the older export saw; {how}")]


def _beside(given: Given, book: Book) -> tuple[bool, str]:
    """What an older export whose ledger is the beginning of this one has against this one, or against itself."""
    old = given.old or {}
    size, seal = old["ratified"]["ledger"]["size"], given.seal
    unsealed = {key: value for key, value in old.items() if key != "ratified"}
    if book.at_old.get("export_sha") != sha_of(written(unsealed)):
        how = "names by its hash: it was changed since"
        return True, f"the older export is not the one that entry {size - 1} {how}"
    if seal and (n := seal["ledger"]["size"]) < size:
        how = f"ratified the older one, and entry {n - 1} before it this one"
        return True, f"set back: entry {size - 1} {how}"
    return False, f"the older export's ledger of {size:,} entries is the beginning of this one"


# Signatures: Ed25519 (RFC 8032), only checked here: no secret is touched, so nothing has to take equal time.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]  # X, Y, Z, T with x = X/Z, y = Y/Z, x*y = T/Z (section 5.1.4)
NEUTRAL: Point = (0, 1, 1, 0)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a public key of 32 bytes made this signature of 64 over the message (section 5.1.7).

    [S]B = R + [k]A is asked without the factor of 8, which the RFC allows. Beyond it, a key or R of small order is
    refused: such a key has signatures that fit any message (Chalkias, Garillot, Nikolaenko 2020, "Taming the many EdDSAs").
    """
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r, s = _point(key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or _is_small(a) or _is_small(r):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    return _is_same(_times(s, BASE), _sum(r, _times(k, a)))


def _point(raw: bytes) -> Point | None:
    """A point from its 32 bytes (section 5.1.3); None for one that is not on the curve, or not written as it should be."""
    both = int.from_bytes(raw, "little")
    y, sign = both & (2**255 - 1), both >> 255
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if v * x * x % P != u or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def _sum(one: Point, other: Point) -> Point:
    """Their sum; it holds for equal points too (section 5.1.4)."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(n: int, point: Point) -> Point:
    total = NEUTRAL
    while n:
        if n & 1:
            total = _sum(total, point)
        point, n = _sum(point, point), n >> 1
    return total


def _is_same(one: Point, other: Point) -> bool:
    (x1, y1, z1, _), (x2, y2, z2, _) = one, other
    return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0


def _is_small(point: Point) -> bool:
    return _is_same(_times(8, point), NEUTRAL)


BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or NEUTRAL  # y = 4/5, x even (section 5.1)


def _ask_for_signatures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--key", metavar="PUBLIC", help="the desk's public key, 64 hex digits")
    parser.add_argument(
        "--signature", metavar="EXPORT.json.sig", help="the signature that came with the export"
    )
    parser.add_argument("--ledger-signature", metavar="LEDGER.jsonl.sig", help="and the one of the ledger")


def _with_signatures(report: Report, asked: argparse.Namespace, export: bytes, ledger: bytes) -> Report:
    """What the signatures say, before all else that was found; nothing where none was asked about."""
    given = [("export", export, asked.signature), ("ledger", ledger, asked.ledger_signature)]
    given = [one for one in given if one[2] is not None]
    if not given and asked.key is None:
        return report
    if asked.key is None or asked.signature is None:
        raise Unusable("--key and --signature go together: the one says by whom, the other over what")
    key, faults, lines = _hex(asked.key, 32, "--key"), [], []
    for name, raw, of in given:
        if is_signed(key, raw, _hex(_bytes(of).decode("ascii", "replace").strip(), 64, of)):
            lines.append(f"the {name} is signed by the key {asked.key[:12]}…")
        else:
            faults.append(
                f"the {name} is not what the key {asked.key[:12]}… signed: another file, or another key"
            )
    if asked.ledger_signature is None:
        lines.append("the ledger's own signature was not looked at (--ledger-signature)")
    return Report((*faults, *report.faults), (*lines, *report.lines))


def _hex(text: str, n_bytes: int, name: str) -> bytes:
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * n_bytes}}}", text):
        raise Unusable(f"{name} is not {2 * n_bytes} hex digits")
    return bytes.fromhex(text)


if __name__ == "__main__":
    sys.exit(ended(main))
