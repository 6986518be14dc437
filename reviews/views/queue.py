"""Which chip comes next: the filter that rides on every link of the desk, and the order in which chips are shown."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest

from reviews import exclusions, histories
from reviews.models import Chip, Pack, Seat, User
from reviews.views import desk_rows
from reviews.views.desk_rows import Dot
from reviews.views.findings import GATE_NAMES

# Of the packs that follow, so many are asked whether this person is excluded from them.
LOOKED_INTO = 10
SHOWN = ("waiting", "disputed", "held", "published", "dropped")


def shown(request: HttpRequest) -> str:
    """The filter: one of the states, a gate that speaks, or none. It rides on every link and form."""
    only = request.POST.get("show") or request.GET.get("show") or request.GET.get("gate", "")
    return only if only in SHOWN or only in GATE_NAMES else ""


def first(pack: Pack, user: User, only: str) -> Chip | None:
    """Where the desk opens: the first chip that waits for this person, or the first under the filter."""
    return _after(pack, user, only, -1)


def next_chip(pack: Pack, user: User, after: int, only: str) -> Chip | None:
    """The next of them in file order, wrapping round; None where there is none."""
    return _after(pack, user, only, after) or _after(pack, user, only, -1)


def next_pack(pack: Pack, user: User) -> Pack | None:
    """The next pack on the shelf, wrapping round, in which chips wait; of those that this person may decide in, if any."""
    packs = Pack.objects.shelf(state="waiting").exclude(pk=pack.pk)
    seats = set(Seat.objects.standing().filter(user=user).values_list("pack", flat=True))
    if seats and None not in seats:
        packs = packs.filter(pk__in=seats)
    found = [*packs.filter(slug__gt=pack.slug)[:LOOKED_INTO], *packs[:LOOKED_INTO]]
    return next((one for one in found if exclusions.of(user, one) is None), None)


def _after(pack: Pack, user: User, only: str, place: int) -> Chip | None:
    if only in GATE_NAMES or (pack.second and not only):
        chip = _fitting(pack, user, only).filter(position__gt=place).first()
    else:
        chip = desk_rows.chip_of_status(pack, only or "waiting", place)
    if chip is not None:
        chip.pack = pack
    return chip


def beside(pack: Pack, chip: Chip, chips: list[Dot] | None, only: str) -> tuple[str, str]:
    """The ids of the chips to which K and J move: those before and after the one that is shown, under the filter."""
    if chips is None and only not in GATE_NAMES:
        return desk_rows.beside(pack, chip, only)
    among = _within(pack, chip, desk_rows.chips_of(pack, chip) if chips is None else chips, only)
    at = next(n for n, one in enumerate(among) if one.pk == chip.pk)
    return among[at - 1].cid, among[(at + 1) % len(among)].cid


def _within(pack: Pack, chip: Chip, chips: list[Dot], only: str) -> list[Dot]:
    """The chips under the filter, and the one that is shown."""
    if not only:
        return chips
    if only in SHOWN:
        return [c for c in chips if c.pk == chip.pk or c.status == only]
    spoken_on = set(Chip.objects.filter(pack=pack).with_finding(only).values_list("pk", flat=True))
    return [c for c in chips if c.pk == chip.pk or c.pk in spoken_on]


def _fitting(pack: Pack, user: User, only: str) -> QuerySet[Chip]:
    """The chips that a gate leads to, which are those that wait; or, where two judges are asked, those that do not wait
    for somebody else."""
    chips = Chip.objects.filter(pack=pack).order_by("position")
    if only:
        return chips.filter(status="waiting").with_finding(only)
    return chips.filter(status__in=("waiting", "disputed")).exclude(cid__in=histories.closed_to(pack, user))
