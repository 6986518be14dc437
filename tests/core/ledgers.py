"""Ledgers made in memory, entry by entry, as the desk would write them; what may be done is not asked here.

book = Book()                 a small pack, its loading, its article and a seat in entries 0 to 2
book.publish(0, "words")      an act on the n-th chip; hold, edit, drop, undo, strike, unstrike, ratify, reopen likewise
book.export, book.rows        the two files of an export, up to its last entry, the ledger line by line
relinked(bodies)              lines hashed anew; jsonl(lines) their file, line by line
lying(book, change)           its export changed by a house that seals it anew
forged(book, seq, **said)     the same with one body changed, everything after it hashed anew, and the export to it
kept(data, lines, words, text)  a ledger that the product kept, as a book
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from reviews.core import chain, export, replay
from reviews.core.chain import Line
from reviews.core.pack import short_sha, write
from tests.core import builders

Json = dict[str, Any]
START = datetime(2026, 10, 2, 9, 0, tzinfo=UTC)
SEAT = {"seat": "Desk editor", "seat_class": "human-class"}


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Book:
    """A pack's ledger as it grows, and what an export needs of it."""

    def __init__(
        self, data: Json | None = None, *, article: bool = True, origin: str = "d1", text: str | None = None
    ) -> None:
        self.data = builders.pack() if data is None else data
        self.text = builders.article() if text is None else text
        self.raw = builders.raw(self.data)
        self.origin = f"{origin}/{self.data['slug']}/1"
        self.source, self.lines = "unverified", list[Line]()
        self.words: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.standing: dict[str, list[Json]] = {}
        for row in self.data["chips"]:
            self.keep(row["q"], row["a"])
        self.load()
        if article:
            self.attach()
        self.seat("u1", 1)

    @property
    def jsonl(self) -> bytes:
        return chain.to_jsonl(self.lines)

    @property
    def rows(self) -> list[bytes]:
        """The lines of the ledger file."""
        return jsonl(self.lines)

    @property
    def bodies(self) -> list[Any]:
        return [json.loads(line.body) for line in self.lines]

    @property
    def export(self) -> bytes:
        return export.ratified(self.raw, self.lines, self.words)

    def keep(self, *texts: str) -> None:
        self.words |= {sha(text): text for text in texts}

    def add(self, act: str, **said: Any) -> Json:
        utc = (START + timedelta(seconds=7 * len(self.lines))).strftime("%Y-%m-%dT%H:%M:%SZ")
        body = {
            "origin": self.origin,
            "seq": len(self.lines),
            "act": act,
            "utc": utc,
            "actor": "u1",
            "why": "",
        }
        body |= {"seat": None, "seat_class": None} | said
        text = chain.canonical(body)
        self.lines.append(Line(text, chain.link(chain.head(self.lines), text)))
        return body

    def load(self) -> None:
        data = self.data
        digests = [row for row in data["sections"] if row["digest"] is not None]
        parts = {
            "sections": data["sections"],
            "chips": data["chips"],
            "digests": digests,
            "bullets": data["short"]["bullets"],
            "drops": data["bench"]["drops"],
        }
        counts = {name: len(rows) for name, rows in parts.items()}
        file = hashlib.sha256(self.raw).hexdigest()
        self.add(
            "load", file=file, md_sha=data["source"]["md_sha"], slug=data["slug"], revision=1, counts=counts
        )

    def attach(self) -> None:
        self.add("attach", article=sha(self.text), is_cited=True, unit="code points", how="by command")
        self.source = "verified"

    def seat(self, judge: str, seat_id: int, **said: Any) -> Json:
        term = {"starts": "2026-10-01T00:00:00Z", "ends": None}
        return self.add("seat", **{**SEAT, "judge": judge, "seat_id": seat_id, **term, **said})

    def publish(self, n: int, quote: str = "", overrides: tuple[str, ...] = (), **said: Any) -> Json:
        at = self.text.index(quote) if quote else 0
        grounds = {"quote": quote, "quote_cite": self.cites(n)[0] if quote else ""}
        span = [at, at + len(quote)] if quote else None
        made = {**grounds, "quote_span": span, "overrides": list(overrides)} | said
        return self.chip("publish", n, **made)

    def hold(self, n: int, why: str = "not carried.", **said: Any) -> Json:
        return self.chip("hold", n, why=why, **said)

    def drop(self, n: int, why: str = "says more than its section.", **said: Any) -> Json:
        return self.chip("drop", n, why=why, **said)

    def edit(self, n: int, q: str, a: str, *cites: str, why: str = "plainer") -> Json:
        self.keep(q, a)
        return self.chip("hand-edit", n, why=why, q=sha(q), a=sha(a), cites=list(cites) or self.cites(n))

    def undo(self, n: int, **said: Any) -> Json:
        name = self.name(n)
        undone = {"undoes": self.standing[name].pop()["seq"], "overrides": []}
        return self.did(name, undone | said, act="undo", chip=name)

    def strike(self, item: str, text: str, figure: str | None = None) -> Json:
        self.keep(text)
        said = {"text": sha(text), "figure": figure, "why": "more than it says"}
        return self.did(item, said, act="strike", item=item, stands=True)

    def unstrike(self, item: str) -> Json:
        return self.did(item, {"undoes": self.standing[item].pop()["seq"]}, act="undo", item=item)

    def strike_bullet(self, n: int = 0, figure: str | None = None) -> Json:
        text = self.data["short"]["bullets"][n]
        return self.strike(f"bullet:{short_sha(text)}", text, figure)

    def strike_digest(self, n: int = 0) -> Json:
        row = self.data["sections"][n]
        return self.strike(f"digest:{row['id']}", row["digest"])

    def ratify(self, **said: Any) -> Book:
        """Close it, naming the export that follows; `said` replaces what the entry says."""
        state = self.state
        labels, classes = (
            ", ".join(names) or SEAT[key] for names, key in zip(export.seats(state), SEAT, strict=True)
        )
        made = {"seat": labels, "seat_class": classes} | said
        source_sha = sha(self.text) if self.source == "verified" else None
        own = {"source": self.source, "source_sha": source_sha, "export_sha": self.export_sha(**made)}
        self.add("ratify", **{**own, **made})
        return self

    @property
    def state(self) -> replay.State:
        return replay.state_after(self.data, self.bodies, self.words)

    def export_sha(self, seat: str, seat_class: str, **_: Any) -> str:
        return export.sha_of(export.unsealed(self.data, self.state, seat=seat, seat_class=seat_class))

    def reopen(self) -> None:
        self.add("reopen", why="a slip")

    def chip(self, act: str, n: int, **said: Any) -> Json:
        name, (q, a, cites) = self.name(n), self.now(n)
        return self.did(name, {"q": q, "a": a, "cites": cites, **said}, act=act, chip=name, stands=True)

    def did(self, name: str, said: Json, *, act: str, stands: bool = False, **about: str) -> Json:
        self.versions[name] = version = self.versions.get(name, 1) + 1
        body = self.add(act, **{**SEAT, "source": self.source, "version": version, **about, **said})
        if stands:
            self.standing.setdefault(name, []).append(body)
        return body

    def name(self, n: int) -> str:
        return str(self.data["chips"][n]["id"])

    def now(self, n: int) -> tuple[str, str, list[str]]:
        """Hash of q, hash of a and cites as they stand."""
        edits = [body for body in self.standing.get(self.name(n), []) if body["act"] == "hand-edit"]
        row = self.data["chips"][n]
        return (
            (edits[-1]["q"], edits[-1]["a"], edits[-1]["cites"])
            if edits
            else (sha(row["q"]), sha(row["a"]), row["cites"])
        )

    def cites(self, n: int) -> list[str]:
        return self.now(n)[2]


def judged(**options: Any) -> Book:
    """One chip published on a quote, one rewritten and published, one dropped, the bullet struck, ratified: 9 entries."""
    book = Book(**options)
    book.publish(0, "Feed the starter once a day")
    book.edit(1, "how hot is the oven?", "It is heated to 250 °C.")
    book.publish(1, "Heat the oven to 250 °C for 45 minutes")
    book.drop(2)
    book.strike_bullet()
    return book.ratify()


def kept(data: Json, lines: Sequence[Line], words: Mapping[str, str], text: str) -> Book:
    """A ledger that was kept elsewhere, as a book: to forge it, or to go on with it."""
    book = Book(data, text=text)
    book.lines, book.words = list(lines), dict(words)
    book.origin = json.loads(lines[0].body)["origin"] if lines else book.origin
    return book


def forged(book: Book, seq: int, **said: Any) -> Book:
    """Somebody who can write the whole ledger changes one body, hashes all after it anew, and exports again."""
    made = kept(book.data, [], book.words, book.text)
    for n, body in enumerate(book.bodies):
        body |= said if n == seq else {}
        if body["act"] == "ratify":
            body["export_sha"] = made.export_sha(**body)
        text = chain.canonical(body)
        made.lines.append(Line(text, chain.link(chain.head(made.lines), text)))
    return made


def relinked(bodies: Iterable[Json | str]) -> list[Line]:
    """Lines over these bodies (or texts, for what is not canonical), hashed from the beginning."""
    made: list[Line] = []
    for body in bodies:
        text = body if isinstance(body, str) else chain.canonical(body)
        made.append(Line(text, chain.link(chain.head(made), text)))
    return made


def lying(book: Book, change: Callable[[Json], Json]) -> tuple[bytes, list[bytes]]:
    """A house that changes an export and seals it anew: its hash, its entry, its head."""
    data = change(json.loads(book.export))
    seal = data.pop("ratified")
    told = book.bodies
    told[-1]["export_sha"] = hashlib.sha256(write(data)).hexdigest()
    made = relinked(told)
    seal["ledger"]["head"] = made[-1].hash
    return write({**data, "ratified": seal}), jsonl(made)


def jsonl(lines: Iterable[Line]) -> list[bytes]:
    """The lines of a ledger file."""
    return chain.to_jsonl(lines).splitlines(keepends=True)
