"""Bullets and digests, struck by hand and brought back: the desk's way of a decision for what is not a chip."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from reviews import ledger
from reviews.cases import Ask, Done, standing_seat, still_open
from reviews.core.refusals import ActRefused, StaleChip
from reviews.models import Bullet, Chain, Entry, Pack, Seat, Section


def strike(pack: Pack, kind: str, name: str, ask: Ask, figure: str = "") -> Done:
    """Remove a bullet (by its text_sha) or a digest (by its section) by hand; a figure may be named for a bullet alone."""
    ledger.need_why("strike", ask.why)
    with _item_case(pack, kind, name, ask) as case:
        if isinstance(case, Done):
            return case
        chain, seat, row, text = case
        if row.is_struck:
            raise ActRefused(f"This {kind} is struck already.")
        ledger.keep([text])
        said = {"text": ledger.sha(text), "figure": figure if figure and kind == "bullet" else None}
        return _strike(chain, seat, row, kind, name, ask, "strike", **said)


def undo_strike(pack: Pack, kind: str, name: str, ask: Ask) -> Done:
    """Bring a struck bullet or digest back."""
    with _item_case(pack, kind, name, ask) as case:
        if isinstance(case, Done):
            return case
        chain, seat, row, _ = case
        if not row.is_struck:
            raise ActRefused(f"This {kind} is not struck.")
        newest = Entry.objects.filter(chain=chain, item=f"{kind}:{name}", act="strike").latest("seq")
        return _strike(chain, seat, row, kind, name, ask, "undo", undoes=newest.seq)


@contextmanager
def _item_case(
    pack: Pack, kind: str, name: str, ask: Ask
) -> Iterator[tuple[Chain, Seat, Bullet | Section, str] | Done]:
    with transaction.atomic():
        chain = ledger.lock(pack)
        if entry := ledger.repeated(ask.judge, ask.key, ask.sha):
            yield Done(entry, is_repeat=True)
            return
        seat = standing_seat(pack, ask.judge)
        row: Bullet | Section
        if kind == "bullet":
            row = Bullet.objects.get(pack=pack, text_sha=name)
            text = row.text
        else:
            row = Section.objects.get(pack=pack, sid=name, digest__isnull=False)
            text = row.digest or ""
        still_open(pack)
        if row.version != ask.version:
            raise StaleChip(row.version, ask.version)
        yield chain, seat, row, text


def _strike(
    chain: Chain, seat: Seat, row: Bullet | Section, kind: str, name: str, ask: Ask, act: str, **said: Any
) -> Done:
    row.is_struck, row.version = act == "strike", row.version + 1
    row.save(update_fields=["is_struck", "version"])
    entry = ledger.append(
        chain, act, user=ask.judge, seat=seat, why=ask.why, item=f"{kind}:{name}", key=ask.key,
        request_sha=ask.sha, version=row.version, **said,
        source="verified" if row.pack.article_id else "unverified",
    )  # fmt: skip
    return Done(entry)
