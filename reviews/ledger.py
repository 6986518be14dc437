"""The only writer of entries. Every writer holds its chain's lock, so that a chain has no gaps and no forks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models.constants import OnConflict
from django.utils import timezone

from reviews import heads
from reviews.core import acts, utc
from reviews.core import chain as links
from reviews.core.chain import Line
from reviews.core.refusals import DoesNotAddUp, KeyReused, Malformed
from reviews.models import Chain, Chip, Deployment, Entry, Pack, Seat, User, Words
from reviews.models.kept import Kept, KeptInsert, KeptUpdate, Told, given

_OF_PACK = Kept(lambda: Chain.objects.select_for_update().filter(pack=given("pack")))
_GROWN = KeptUpdate(lambda: Chain.objects.filter(pk=given("chain")), "size", "head")
_ADDED = KeptInsert(Entry)
_WORDS = KeptInsert(Words, OnConflict.IGNORE)
_LAST = Kept(lambda: Entry.objects.filter(chain=given("chain")).order_by("-seq").values_list("seq", "hash"))
_BY_KEY = Kept(lambda: Entry.objects.filter(user=given("user"), key=given("key")).order_by())
PARTED = (
    "Nothing was recorded: the row of this ledger says {} entries, and its last entry is another one. It was altered outside "
    "the desk. An admin sees what with verify_ledger, and goes on from a backup."
)
REUSED = (
    "This form was sent before, with other words or to an earlier version of the desk. "
    "Load the page again, see what stands there, and send it once more if it is needed."
)


def lock(pack: Pack | None) -> Chain:
    """The chain of a pack, or of the desk (None), locked until the transaction ends. Call it first in the transaction."""
    if pack is not None and (chain := _OF_PACK.first(pack=pack.pk)):
        return chain
    return Chain.objects.select_for_update().filter(pack=pack).first() or _found(pack)


def open_chain(pack: Pack) -> Chain:
    """A new pack's chain, empty."""
    return Chain.objects.create(origin=origin_of(pack), pack=pack)


def origin_of(pack: Pack | None) -> str:
    """What the ledger of a pack, or of the desk (None), is called."""
    return f"{deployment()}/{pack.slug}/{pack.revision}" if pack else f"{deployment()}/desk"


def append(
    chain: Chain,
    act: str,
    *,
    user: User | None,
    seat: Seat | None = None,
    why: str = "",
    chip: Chip | None = None,
    item: str = "",
    key: str | None = None,
    request_sha: str = "",
    **said: Any,
) -> Entry:
    """Add one entry under the lock of its chain; `said` are the act's own fields (strings, integers, booleans, null, lists).

    DoesNotAddUp where the chain's row parted from its last entry, or has less than this process recorded: on top of that
    nothing is decided.
    """
    _refuse_parted(chain)
    _refuse_lost(chain)
    now = timezone.now()
    body = {
        "origin": chain.origin,
        "seq": chain.size,
        "act": act,
        "utc": utc.written(now),
        "actor": user.actor if user else "",
        "seat": seat.label if seat else None,
        "seat_class": seat.seat_class if seat else None,
        "why": why,
        **({"chip": chip.cid} if chip else {}),
        **({"item": item} if item else {}),
        **said,
    }
    text = links.canonical(body)
    entry = _add(
        chain=chain,
        seq=chain.size,
        body=text,
        hash=links.link(chain.head, text),
        act=act,
        utc=now.replace(microsecond=0),
        user=user,
        chip=chip,
        item=item,
        key=key or None,
        request_sha=request_sha,
    )
    chain.size, chain.head = chain.size + 1, entry.hash
    _GROWN(chain=chain.pk, size=chain.size, head=chain.head)
    transaction.on_commit(partial(heads.keep, chain.origin, chain.size, chain.head))
    return entry


def _refuse_parted(chain: Chain) -> None:
    """Asked after the lock was given, so that the last entry is seen of whoever had it before."""
    seq, head = _LAST.first(chain=chain.pk) or (-1, links.ZERO)
    if (chain.size, chain.head) != (seq + 1, head):
        raise DoesNotAddUp(PARTED.format(chain.size))


def _refuse_lost(chain: Chain) -> None:
    if lost := heads.lost(chain.origin, chain.size, chain.head):
        raise DoesNotAddUp(f"Nothing was recorded: {lost}.")


def _add(**columns: Any) -> Entry:
    try:
        return _ADDED(**columns)
    except IntegrityError as error:
        # `repeated` is asked under one chain's lock: the same key at the same moment in another's is told here.
        if "one_entry_of_a_key" not in str(error):
            raise
        raise KeyReused(REUSED) from error


def need_why(act: str, why: str) -> None:
    """Malformed where an act needs a reason and none is given."""
    if act in acts.WHY_NEEDED and acts.is_blank(why):
        raise Malformed("Say why: it goes into the ledger.", "why")


def repeated(user: User | None, key: str, request_sha: str) -> Entry | None:
    """The entry that this very request made before; KeyReused when the key came with another body. Ask under the lock.

    None on the command line, which has no user, and where no key was sent.
    """
    if user is None or not key:
        return None
    entry = _BY_KEY.first(user=user.pk, key=key)
    if entry and entry.request_sha != request_sha:
        raise KeyReused(REUSED)
    return entry


def keep(texts: Iterable[str]) -> None:
    """Keep texts by their hash, so that entries can name them."""
    keep_told(words(texts))


def words(texts: Iterable[str]) -> Told:
    """What the database will be told of texts. In one order: two who keep the same at once wait for each other's."""
    rows = {sha(text): text for text in texts}
    return _WORDS.told(Words(sha=s, text=rows[s]) for s in sorted(rows))


def keep_told(told: Told) -> None:
    """The same of many texts, made into rows before the transaction."""
    _WORDS.all(told)


def sha(text: str) -> str:
    """64 hex: how a body names a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def words_of(bodies: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The texts that these bodies name, by hash. One whose text no longer has its hash is left out, as if it were gone."""
    shas = {body[name] for body in bodies for name in ("q", "a", "text") if name in body}
    kept: dict[str, str] = {}
    wanted = sorted(shas)
    for start in range(0, len(wanted), 400):
        kept |= dict(Words.objects.filter(sha__in=wanted[start : start + 400]).values_list("sha", "text"))
    return {s: text for s, text in kept.items() if sha(text) == s}


def lines(chain: Chain) -> list[Line]:
    """The chain's entries as they are kept, in order."""
    return Entry.objects.of(chain).lines()


def bodies(kept: Iterable[Line]) -> list[dict[str, Any]]:
    """The parsed bodies of lines."""
    return [json.loads(line.body) for line in kept]


def deployment() -> str:
    """This installation's random id."""
    return Deployment.objects.values_list("uid", flat=True).get()


def _found(pack: Pack | None) -> Chain:
    """The desk's chain begins with its founding, the first time that anything is written to it."""
    if pack is not None:
        raise Chain.DoesNotExist(f"{pack.slug} has no ledger")
    with transaction.atomic():
        chain, is_new = Chain.objects.select_for_update().get_or_create(
            origin=origin_of(None), defaults={"pack": None}
        )
        if is_new:
            append(chain, "found", user=None)
    return chain
