"""A ledger that a house rewrote from its first entry on, and sealed anew: what an outsider says of it."""

from __future__ import annotations

import json
from typing import Any

from reviews.core import verify
from tests.core import builders
from tests.core.ledgers import Book

ARTICLE = builders.article().encode()
QUOTE = "Feed the starter once a day"
OTHER = "1" * 64
NO_ONE = {"actor": ""}  # by command


def told(book: Book, article: bytes | None = None, against: bytes | None = None) -> str:
    """The first fault of the ledger up to its ratification, whatever the export says."""
    pack = json.loads(book.raw)
    seal = {"utc": "", "seat": "", "pack_sha": "0" * 64, "source_sha": None, "source": ""}
    pack["ratified"] = seal | {"ledger": {"origin": book.origin, "size": 99, "head": "0" * 64}}
    faults = verify.verify(builders.raw(pack), book.rows, article, against).faults
    return next((fault for fault in faults if fault.startswith("entry") and "is missing" not in fault), "")


def exclude(book: Book, who: str = "u1", number: int = 1) -> None:
    book.add("exclude", **NO_ONE, judge=who, exclusion_id=number, why="wrote the article")


def attach(book: Book, article: str = OTHER) -> None:
    book.add("attach", **NO_ONE, article=article, is_cited=False, unit="code points", how="by command")


def rehold(book: Book, n: int = 0, article: str = OTHER) -> None:
    why = "A newer article does not have its quote."
    book.chip("re-hold", n, seat=None, seat_class=None, article=article, why=why)


def publish(book: Book, n: int = 0, quote: str = QUOTE, **said: Any) -> None:
    book.publish(n, quote, **said)
