"""What `verify` holds against a ledger and its export, for its tests."""

from __future__ import annotations

from typing import Any

from reviews.core import verify
from tests.core import builders
from tests.core.ledgers import Book

ARTICLE = builders.article().encode()


def faults(book: Book, article: bytes | None = ARTICLE, against: bytes | None = None) -> tuple[str, ...]:
    return verify.verify(book.export, book.rows, article, against).faults


def first(raw: bytes, ledger: list[bytes], **more: Any) -> str:
    return verify.verify(raw, ledger, **more).faults[0]
