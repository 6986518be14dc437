"""Which chip comes next: the filter that rides on every link of the desk, and the order in which chips are shown."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from reviews import exclusions, histories
from reviews.models import Chip, Pack, Seat, User
from reviews.views.findings import GATE_NAMES

# Of the packs that follow, so many are asked whether this person is excluded from them.
LOOKED_INTO = 10
SHOWN = ("waiting", "disputed", "held", "published", "dropped")


def shown(request: HttpRequest) -> str:
    """The filter: one of the states, a gate that speaks, or none. It rides on every link and form."""
    only = request.POST.get("show") or request.GET.get("show") or request.GET.get("gate", "")
    return only if only in SHOWN or only in GATE_NAMES else ""


def find_chip(pack: Pack, cid: str) -> Chip:
    """A chip looked up through its pack: an id of another pack's is not found."""
    chip = get_object_or_404(Chip, pack=pack, cid=cid)
    chip.pack = pack
    return chip


def first(pack: Pack, user: User, only: str) -> Chip | None:
    """Where the desk opens: the first chip that waits for this person, or the first under the filter."""
    return _at_hand(pack, _fitting(pack, user, only))


def next_chip(pack: Pack, user: User, after: int, only: str) -> Chip | None:
    """The next of them in file order, wrapping round; None where there is none."""
    fitting = _fitting(pack, user, only)
    return _at_hand(pack, fitting.filter(position__gt=after)) or _at_hand(pack, fitting)


def next_pack(pack: Pack, user: User) -> Pack | None:
    """The next pack on the shelf, wrapping round, in which chips wait; of those that this person may decide in, if any."""
    packs = Pack.objects.shelf(state="waiting").exclude(pk=pack.pk)
    seats = set(Seat.objects.standing().filter(user=user).values_list("pack", flat=True))
    if seats and None not in seats:
        packs = packs.filter(pk__in=seats)
    found = [*packs.filter(slug__gt=pack.slug)[:LOOKED_INTO], *packs[:LOOKED_INTO]]
    return next((one for one in found if exclusions.of(user, one) is None), None)


def _at_hand(pack: Pack, chips: QuerySet[Chip]) -> Chip | None:
    chip = chips.first()
    if chip is not None:
        chip.pack = pack
    return chip


def within(pack: Pack, chip: Chip, chips: list[Chip], only: str) -> list[Chip]:
    """The chips among which J and K move: those under the filter, and the one that is shown."""
    if not only:
        return chips
    if only in SHOWN:
        return [c for c in chips if c.pk == chip.pk or c.status == only]
    spoken_on = set(Chip.objects.filter(pack=pack).with_finding(only).values_list("pk", flat=True))
    return [c for c in chips if c.pk == chip.pk or c.pk in spoken_on]


def _fitting(pack: Pack, user: User, only: str) -> QuerySet[Chip]:
    """The chips that the filter leads to; a gate leads to those that wait."""
    chips = Chip.objects.filter(pack=pack).order_by("position")
    if only in GATE_NAMES:
        return chips.filter(status="waiting").with_finding(only)
    if only:
        return chips.filter(status=only)
    return _waiting_for(pack, user, chips)


def _waiting_for(pack: Pack, user: User, chips: QuerySet[Chip]) -> QuerySet[Chip]:
    """Where two judges are asked, what waits for somebody else is passed over."""
    if not pack.second:
        return chips.filter(status="waiting")
    return chips.filter(status__in=("waiting", "disputed")).exclude(cid__in=histories.closed_to(pack, user))
