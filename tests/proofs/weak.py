"""The application with one thing taken out of it, named by PACKREVIEW_WEAK: what the proofs' controls run over.

A control has to fail: a proof that does not see the fault proves nothing. "clock" takes nothing out: it goes by a clock
that can be set (`clock`). Nothing of the product imports this.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import threading
import time
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import django

django.setup()

from django.db import transaction  # noqa: E402

from reviews import desk, intake, ledger, release, seating, witness  # noqa: E402
from reviews.middleware import _PlainRefusals  # noqa: E402
from reviews.models import Chain  # noqa: E402
from reviews.models.kept import Kept  # noqa: E402
from reviews.models.ledger import EntryQuerySet  # noqa: E402
from reviews.views import desk as views  # noqa: E402
from tests.proofs import clock  # noqa: E402


class Whatever(int):
    """A version that is never another one."""

    def __ne__(self, other: object) -> bool:
        return False

    __eq__ = object.__eq__
    __hash__ = int.__hash__


def no_version() -> None:
    """The version predicate is dropped: an act on what somebody else has changed meanwhile is taken."""
    ask = views.ask
    views.ask = lambda *given: replace(ask(*given), version=Whatever(1))


def no_key() -> None:
    """A key is no key: the same press twice is two acts."""
    no_version()
    add = ledger._add
    ledger.repeated = lambda *_: None
    ledger._add = lambda **columns: add(**{**columns, "key": secrets.token_urlsafe(12)})


def answer_first(whole: Callable[..., Any]) -> Callable[..., Any]:
    """A decision is answered before it is made, a moment later, by a thread."""

    def eager(environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if environ["REQUEST_METHOD"] != "POST":
            return whole(environ, start_response)
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        later = {**environ, "wsgi.input": io.BytesIO(body)}
        threading.Thread(target=_later, args=[whole, later]).start()
        time.sleep(0.1)
        start_response("303 See Other", [("Location", "/"), ("X-Ledger-Seq", "0"), ("Content-Length", "0")])
        return []

    return eager


def _later(whole: Callable[..., Any], environ: dict[str, Any]) -> None:
    time.sleep(0.4)
    with contextlib.closing(whole(environ, lambda *_: None)) as answer:
        list(answer)


def check_then_act() -> None:
    """What is asked and what is done stand in no transaction and under no lock."""
    bare = SimpleNamespace(atomic=contextlib.nullcontext)
    desk.transaction = release.transaction = seating.transaction = bare
    ledger.lock = lambda pack: Chain.objects.get(pack=pack)
    append = ledger.append

    def late(chain: Any, act: str, **said: Any) -> Any:
        """So long after it was asked that whoever began at the same moment has asked as well."""
        time.sleep(0 if act == "hold" else 0.5)
        return append(chain, act, **said)

    ledger.append = late


def say_saved() -> None:
    """Where the database cannot be written, the judge is told that it was."""
    from django.db.utils import OperationalError

    from reviews.views.answers import SeeOther

    unavailable = _PlainRefusals.process_exception

    def lie(self: Any, request: Any, exception: Exception) -> Any:
        if not isinstance(exception, OperationalError) or request.method != "POST":
            return unavailable(self, request, exception)
        answer = SeeOther("/")
        answer.headers["X-Ledger-Seq"] = "0"
        return answer

    _PlainRefusals.process_exception = lie


def several_reads() -> None:
    """An export is read twice: once for the pack, and a moment later for the ledger beside it."""
    exported = release.exported

    def read_twice(pack: Any, *, seq: int | None = None) -> Any:
        made = exported(pack, seq=seq)
        time.sleep(0.05)
        return replace(made, lines=tuple(ledger.lines(Chain.objects.get(pack=pack))))

    release.exported = read_twice


def read_under_lock() -> None:
    """A pack is read and checked in the transaction that writes it."""
    load = intake.load

    def all_in_one(*given: Any, **named: Any) -> Any:
        with transaction.atomic():
            return load(*given, **named)

    intake.load = all_in_one


def by_time() -> None:
    """Entries are put in the order of their times."""
    EntryQuerySet.of = lambda self, chain: self.filter(chain=chain).order_by("utc", "seq")
    entries = witness._ENTRIES._make
    witness._ENTRIES = Kept(lambda: entries().order_by("utc", "seq"))


def normalised() -> None:
    """Words that a judge wrote are saved in another normal form than they were sent in."""
    edit_and_publish = desk.edit_and_publish

    def composed(pack: Any, cid: str, ask: Any, wording: Any, *given: Any) -> Any:
        q, a = (unicodedata.normalize("NFC", text) for text in (wording.q, wording.a))
        return edit_and_publish(pack, cid, ask, replace(wording, q=q, a=a), *given)

    desk.edit_and_publish = composed


_WAYS: dict[str, Callable[[], None]] = {
    "no-version": no_version,
    "no-key": no_key,
    "check-then-act": check_then_act,
    "say-saved": say_saved,
    "by-time": by_time,
    "normalised": normalised,
    "several-reads": several_reads,
    "read-under-lock": read_under_lock,
}
_NAME = os.environ["PACKREVIEW_WEAK"]
if _NAME in _WAYS:
    _WAYS[_NAME]()

from packreview.wsgi import application as _whole  # noqa: E402 - once everything else is weakened

application = answer_first(_whole) if _NAME == "answer-first" else clock.wrapped(_whole)
