"""People, seats and loaded packs for tests, made the way the product makes them."""

from __future__ import annotations

from itertools import count
from typing import Any

from reviews import desk, evidence, intake, seating, witness
from reviews.core import acts, sums
from reviews.models import Chip, Pack, Seat, User
from tests.core import builders as files

_number = count(1)
PASSWORD = "a long enough password"


def admin(name: str = "ada") -> User:
    return User.objects.create_user(name, password=PASSWORD, is_staff=True)


def judge(name: str = "jo") -> User:
    return User.objects.create_user(name, password=PASSWORD, may_judge=True)


def reader(name: str = "ron") -> User:
    return User.objects.create_user(name, password=PASSWORD)


def seated(user: User, pack: Pack | None = None, **term: Any) -> Seat:
    return seating.seat(user, pack, by=None, **term)


def seated_judge(name: str = "jo", pack: Pack | None = None, **term: Any) -> User:
    """A judge with a seat on a pack, or on the whole desk."""
    user = judge(name)
    seated(user, pack, **term)
    return user


def loaded(article: bool = True, **changes: Any) -> Pack:
    """A small pack over its article, loaded."""
    data = files.pack(**changes)
    return intake.load(files.raw(data), files.article().encode() if article else None, by=None).pack


def ask(judge: User, chip: Chip | int = 1, why: str = "", key: str = "") -> desk.Ask:
    """A request for an act on the chip's (or strike's) version."""
    version = chip if isinstance(chip, int) else chip.version
    key = key or f"test-key-{next(_number)}"
    return desk.Ask(judge=judge, version=version, key=key, sha=key, why=why)


def chip(pack: Pack, n: int = 0) -> Chip:
    """The n-th chip of a pack, as it stands now."""
    return Chip.objects.filter(pack=pack).order_by("position")[n]


def wording(q: str, a: str, *cites: str) -> acts.Wording:
    return acts.Wording(q, a, cites)


def file_of(pack: Pack) -> dict[str, Any]:
    """The pack's file as a value."""
    return evidence.loaded(pack.file_id)


def kind_sums(pack: Pack) -> list[sums.KindSum]:
    """Bullets, digests and chips as the pack page adds them up."""
    state = witness.of(pack).state
    assert state is not None
    return sums.kind_sums(file_of(pack), state)
