"""Proof 8: whatever is changed after the fact in an export of 200 entries, the verifier says so.

python -m tests.proofs.tamper [--short]

The exports are made by the product itself, act by act. Each byte that is flipped, each entry that is deleted, doubled,
moved or swapped has to be reported on the two files alone. A cut tail with its own earlier or forged export, and a
ledger rewritten from any entry on, are self-consistent: they have to pass alone, and be named against the older export.
The control looks at the last link only, and has to miss some of it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from reviews.core import chain, verify
from tests.core import builders as files
from tests.core.ledgers import Book, forged, kept
from tests.proofs.line import Found, run

N_ENTRIES, N_CHIPS = 200, 24
N_MANY, MANY_IN = 100_000, 5.0
QUOTES = {
    "feeding": "Feed the starter once a day with 50 g of flour and 50 g of water.",
    "heating": "Heat the oven to 250 °C for 45 minutes, with the iron pot inside.",
}
Files = tuple[bytes, list[bytes]]  # an export and the lines of its ledger


@dataclass(frozen=True)
class Made:
    """What the product made: an export of 200 entries and what a forger with the whole database would have."""

    raw: bytes
    book: Book
    earlier: Files
    other: Files

    @property
    def lines(self) -> list[bytes]:
        return self.book.rows


@dataclass(frozen=True)
class Attempt:
    """Two files after somebody was at them. `named`: what the older export has to show, where they hold alone."""

    what: str
    raw: bytes
    lines: list[bytes]
    named: tuple[str, ...] = ()


def main(argv: list[str] | None = None) -> int:
    with Database():
        return run("tamper", proof, control, argv)


def proof(is_short: bool) -> Found:
    """Every attempt is reported by the verifier, and it is quick."""
    n = N_MANY // 10 if is_short else N_MANY
    found, seconds = tried(made(), is_short, unseen), seconds_for(n)
    found.expect(seconds <= MANY_IN, f"{n:,} entries took {seconds:.1f} s, more than {MANY_IN:.0f}")
    found.figures |= {"entries": n, "verified_in": f"{seconds:.2f}"}
    return found


def control(is_short: bool) -> Found:
    """A verifier that looks at the last link and at the head in the export alone; a sample will do."""
    return tried(made(), True, unseen_at_the_last_link)


def tried(made: Made, is_short: bool, look: Callable[[Attempt, bytes], str]) -> Found:
    """All attempts (or a sample of them), each looked at; what was not seen is a violation."""
    found = Found()
    for attempt in attempts(made, *((250, 9) if is_short else (5_000, 1))):
        found.tried += 1
        if text := look(attempt, made.raw):
            found.violations.append(f"{attempt.what}: {text}")
    return found


def unseen(attempt: Attempt, old: bytes) -> str:
    """Why the verifier failed on an attempt; nothing where it did not."""
    alone = refused(attempt)
    if not attempt.named:
        return "" if alone else "not reported"
    if alone:
        return f"a clumsy forgery, {alone}"
    found = refused(attempt, old)
    return "" if found.split(":")[0] in attempt.named else f"not named {attempt.named}, but {found!r}"


def refused(attempt: Attempt, old: bytes | None = None) -> str:
    """The first fault, if any."""
    try:
        return next(iter(verify.verify(attempt.raw, attempt.lines, None, old).faults), "")
    except verify.Unusable as error:
        return str(error)


def unseen_at_the_last_link(attempt: Attempt, old: bytes) -> str:
    try:
        before, last = (json.loads(line) for line in attempt.lines[-2:])
        head = json.loads(attempt.raw)["ratified"]["ledger"]["head"]
        holds = chain.link(before["hash"], last["body"]) == last["hash"] == head
    except (ValueError, KeyError, TypeError):
        holds = False
    return "missed" if holds else ""


def split(ledger: bytes) -> list[bytes]:
    return ledger.splitlines(keepends=True)


# Ways of tampering


def attempts(made: Made, n_flips: int, step: int) -> Iterator[Attempt]:
    """All of them; `step` leaves entries out between those that are tried."""
    yield from flipped(made, n_flips)
    yield from moved(made, step)
    yield from rewritten(made.book, step)
    yield from cut(made, step)


def flipped(made: Made, n: int) -> Iterator[Attempt]:
    """Single bytes of either file, changed to any other."""
    rng, raw, ledger = random.Random(8), made.raw, b"".join(made.lines)
    for at in rng.sample(range(len(raw) + len(ledger)), n):
        both = bytearray(raw + ledger)
        both[at] ^= rng.randrange(1, 256)
        yield Attempt(f"byte {at} flipped", bytes(both[: len(raw)]), split(bytes(both[len(raw) :])))


def moved(made: Made, step: int) -> Iterator[Attempt]:
    """Entries deleted, doubled, swapped with the next, cut off; and two packs' ledgers swapped."""
    raw, lines = made.raw, made.lines
    for n in range(0, len(lines), step):
        yield Attempt(f"entry {n} deleted", raw, lines[:n] + lines[n + 1 :])
        yield Attempt(f"entry {n} doubled", raw, lines[: n + 1] + lines[n:])
        yield Attempt(f"cut after entry {n}", raw, lines[:n])
    for n in range(0, len(lines) - 1, step):
        swapped = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
        yield Attempt(f"entry {n} swapped with the next", raw, swapped)
    yield Attempt("another pack's ledger", raw, made.other[1])
    yield Attempt("this ledger for another pack", made.other[0], lines)


def rewritten(book: Book, step: int) -> Iterator[Attempt]:
    """From entry k on, hashed anew to the end, with the export that follows."""
    for n in [*range(0, len(book.lines), step), len(book.lines) - 1]:
        other = forged(book, n, why="another reason")
        yield Attempt(f"rewritten from entry {n}", other.export, other.rows, ("rewritten",))


def cut(made: Made, step: int) -> Iterator[Attempt]:
    """The tail cut off: with the export that the product had made before, and with a forged ratification."""
    yield Attempt("the tail cut to an earlier export", *made.earlier, ("cut tail",))
    book = made.book
    for n in range(1, len(book.lines) - 1, step):
        shorter = kept(book.data, book.lines[:n], book.words, book.text)
        if shorter.state.ratified is None and not shorter.state.n_waiting:
            shorter.source = "verified"
            shorter.ratify()
            what = f"cut before entry {n} and ratified there"
            yield Attempt(what, shorter.export, shorter.rows, ("cut tail", "fork"))


# Exports, made by the product


class Database:
    """A database of its own, made and thrown away, for a proof that is run as a command."""

    def __enter__(self) -> None:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        import django

        django.setup()
        from django.db import connection

        self.name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True)

    def __exit__(self, *_: object) -> None:
        from django.db import connection

        connection.creation.destroy_test_db(self.name, verbosity=0)


@cache
def made() -> Made:
    """A pack over its article, judged in 200 entries with one ratification on the way; and another pack."""
    from reviews import ledger, release
    from tests import builders

    jo, ada = builders.judge(), builders.admin()
    pack = builders.loaded(chips=[*chips()], drops=[files.drop()])
    builders.seated(jo, pack)
    work = Work(pack, jo, random.Random(20))
    work.until(N_ENTRIES // 2)
    work.decide_the_rest()
    release.ratify(pack, by=ada)
    earlier = release.exported(pack)
    release.reopen(pack, by=ada, why="a slip")
    work.until(N_ENTRIES - 1 - N_CHIPS // 2)
    work.decide_the_rest()
    work.hold_and_undo(N_ENTRIES - 1)
    release.ratify(pack, by=ada)
    found = release.exported(pack)
    words = ledger.words_of(ledger.bodies(found.lines))
    book = kept(builders.file_of(pack), found.lines, words, files.article())
    return Made(found.raw, book, (earlier.raw, split(earlier.ledger)), another(jo, ada))


def another(jo: Any, ada: Any) -> Files:
    """A second pack over the same article, judged too."""
    from reviews import desk, release
    from tests import builders

    pack = builders.loaded(slug="another-loaf", title="Another loaf")
    builders.seated(jo, pack)
    for n in range(3):
        desk.hold(pack, builders.chip(pack, n).cid, builders.ask(jo, builders.chip(pack, n), why="later"))
    release.ratify(pack, by=ada)
    found = release.exported(pack)
    return found.raw, split(found.ledger)


def chips() -> Iterator[dict[str, Any]]:
    for n in range(N_CHIPS):
        cites = ["feeding", "heating"][n % 2 :]
        yield files.chip(
            f"how often is a starter fed, asked for time {n}?",
            f"It is fed once a day, as said {n} times.",
            cites,
        )


@dataclass
class Work:
    """A judge at work: random acts through the rooms, each of them open when it is done."""

    pack: Any
    jo: Any
    rng: random.Random
    edits: Iterator[int] = field(default_factory=count)

    @property
    def size(self) -> int:
        from reviews.models import Chain

        return Chain.objects.get(pack=self.pack).size

    def until(self, size: int) -> None:
        from reviews.core import acts

        while self.size < size:
            row = self.chip(self.rng.randrange(N_CHIPS))
            act = self.rng.choice(("publish", "publish", "hold", "hand-edit", "drop", "undo", "strike"))
            if act == "strike":
                self.strike()
            elif act in acts.OPEN[row.status] or (act == "undo" and row.version > 1):
                self.act(act, row)

    def decide_the_rest(self) -> None:
        from reviews.models import Chip

        for row in Chip.objects.filter(pack=self.pack, status="waiting"):
            self.act("publish" if row.position % 2 else "hold", row)

    def hold_and_undo(self, size: int) -> None:
        """Acts that leave nothing waiting, up to a number of entries."""
        from reviews.models import Chip

        row = Chip.objects.filter(pack=self.pack, status="published").earliest("position")
        while self.size < size:
            self.act("undo" if row.status == "held" else "hold", row)
            row.refresh_from_db()

    def act(self, act: str, row: Any) -> None:
        from reviews import desk
        from reviews.core.gates import GATES
        from reviews.core.refusals import ActRefused
        from tests import builders

        ask, gates = builders.ask(self.jo, row, why=f"as read, {self.size}."), [name for name, _ in GATES]
        if act == "publish":
            words = QUOTES[row.cites[0]] if self.rng.random() < 0.8 else ""
            desk.publish(self.pack, row.cid, ask, desk.Quoted(words), gates)
        elif act == "hand-edit":
            words = (
                (f"how is it, in the {next(self.edits)}th wording?", row.a)
                if self.rng.random() < 0.7
                else (row.q, row.a)
            )
            desk.hand_edit(
                self.pack, row.cid, ask, builders.wording(*words, self.rng.choice(["feeding", "heating"]))
            )
        elif act == "undo":
            try:
                desk.undo(self.pack, row.cid, ask, gates)
            except ActRefused:
                return  # nothing stands on it
        else:
            (desk.hold if act == "hold" else desk.drop)(self.pack, row.cid, ask)

    def strike(self) -> None:
        from reviews import strikes
        from reviews.models import Bullet
        from tests import builders

        row = Bullet.objects.filter(pack=self.pack).earliest("position")
        ask = builders.ask(self.jo, row.version, why="more than it says")
        (strikes.undo_strike if row.is_struck else strikes.strike)(self.pack, "bullet", row.text_sha, ask)

    def chip(self, n: int) -> Any:
        from tests import builders

        return builders.chip(self.pack, n)


# How long it takes


def seconds_for(n: int) -> float:
    """The command, over an export of so many entries."""
    book = long(n)
    with tempfile.TemporaryDirectory() as folder:
        export, ledger, article = (Path(folder) / name for name in ("a.json", "a.jsonl", "a.md"))
        export.write_bytes(book.export)
        ledger.write_bytes(book.jsonl)
        article.write_text(book.text)
        command = [sys.executable, verify.__file__, str(export), str(ledger), "--article", str(article)]
        began = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - began


def long(n: int) -> Book:
    """A ledger of `n` entries over two hundred chips: published, undone, held, undone, and at last decided."""
    rows = [files.chip(f"why is it so, for the {k}th time?", "It is so.") for k in range(200)]
    book = Book(files.pack(chips=rows))
    for k in range(n - len(book.lines) - 1 - len(rows)):
        chip = k // 2 % len(rows)
        book.undo(chip) if k % 2 else book.publish(chip, QUOTES["feeding"]) if k % 4 else book.hold(chip)
    if sum(map(len, book.standing.values())):
        book.undo(next(k for k in range(len(rows)) if book.standing.get(book.name(k))))
    while len(book.lines) < n - 1 - len(rows):
        book.seat(f"u{len(book.lines)}", len(book.lines))
    for k in range(len(rows)):
        book.publish(k, QUOTES["feeding"])
    return book.ratify()


if __name__ == "__main__":
    sys.exit(main())
