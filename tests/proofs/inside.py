"""What a proof asks of a desk from within: people, packs and log-ins before it, every entry and every fault after it.

python -m tests.proofs.inside {seed,enter,read}, a JSON value on standard input and on standard output; DATABASE_URL or
PACKREVIEW_DATA say of which desk. Log-ins are made here: what a password's hash costs is not what the proofs ask.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django

django.setup()

from django.contrib.auth import login  # noqa: E402
from django.db import transaction  # noqa: E402
from django.http import HttpRequest  # noqa: E402

from reviews import intake, seating, sessions, witness  # noqa: E402
from reviews.models import Chip, Entry, Pack, User  # noqa: E402
from tests.core import builders as files  # noqa: E402
from tests.proofs import clock  # noqa: E402
from tests.proofs.chips import chips, heavy  # noqa: E402


def seed(asked: dict[str, Any]) -> dict[str, Any]:
    """`judges` seated over the whole desk, `admins`, and `packs` of `chips` chips, `heavy` ones of 1 MB; their names, log-ins and chips."""
    first = asked.get("first", 0)
    with transaction.atomic():
        judges = [_person(f"judge-{n}", may_judge=True) for n in range(asked.get("judges", 0))]
        admins = [_person(f"admin-{n}", is_staff=True) for n in range(asked.get("admins", 0))]
        for user in judges:
            seating.seat(user, None, by=None)
        packs = [_pack(n, asked.get("chips", 8)) for n in range(first, first + asked.get("packs", 0))]
        for n in range(asked.get("heavy", 0)):
            intake.load(heavy(9000 + n), files.article().encode(), by=None)
        # A judge for each pack, seated on it alone.
        sitters = [
            _person(f"sitter-{n}", may_judge=True) for n in range(len(packs) if asked.get("sitters") else 0)
        ]
        seats = [seating.seat(user, pack, by=None) for user, pack in zip(sitters, packs, strict=False)]
    return {
        "sitters": {user.username: _log_in(user) for user in sitters},
        "seats": {f"{seat.user.username} {seat.pack.slug}": seat.pk for seat in seats if seat.pack},
        "judges": {user.username: _log_in(user) for user in judges},
        "admins": {user.username: _log_in(user) for user in admins},
        "packs": {
            pack.slug: list(pack.chips.order_by("position").values_list("cid", flat=True)) for pack in packs
        },
    }


def read(asked: dict[str, Any]) -> dict[str, Any]:
    """Every entry as [slug or "", seq, key, act, chip, user], every fault of every ledger, and how many chips there are."""
    rows = Entry.objects.order_by("chain_id", "seq")
    columns = ("chain__pack__slug", "seq", "key", "act", "chip__cid", "user__username")
    faults = [f"{pack}: {fault}" for pack in [None, *Pack.objects.all()] for fault in witness.of(pack).faults]
    return {
        "entries": [[row[0] or "", *row[1:]] for row in rows.values_list(*columns)],
        "faults": faults,
        "chips": Chip.objects.count(),
        "versions": {
            f"{slug}/{cid}": v for slug, cid, v in Chip.objects.values_list("pack__slug", "cid", "version")
        },
    }


def enter(names: list[str]) -> dict[str, str]:
    """A new log-in of each."""
    return {user.username: _log_in(user) for user in User.objects.filter(username__in=names)}


def _person(name: str, **roles: bool) -> User:
    user = User(username=name, **roles)
    user.set_unusable_password()
    user.save()
    return user


def _log_in(user: User) -> str:
    """A log-in as the product begins one, its password aside: the session's key."""
    request = HttpRequest()
    request.session = sessions.SessionStore()
    login(request, user, backend="reviews.door.Known")
    sessions.begin(request)
    request.session.save()
    assert request.session.session_key
    return request.session.session_key


def _pack(n: int, n_chips: int) -> Pack:
    raw = files.raw(files.pack(slug=f"pack-{n}", chips=chips(n, n_chips)))
    return intake.load(raw, files.article().encode(), by=None).pack


if __name__ == "__main__":
    given = json.loads(sys.stdin.read() or "{}")
    with clock.as_set():
        json.dump({"seed": seed, "enter": enter, "read": read}[sys.argv[1]](given), sys.stdout)
