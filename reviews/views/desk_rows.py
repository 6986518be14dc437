"""The rows that the desk reads with every page, by queries whose SQL is made once."""

from __future__ import annotations

import json
from itertools import islice
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from reviews.core import acts
from reviews.models import Attachment, Chip, Entry, Opinion, Pack, Seat, Section, User
from reviews.models.kept import Kept, given

_PACK = Kept(lambda: Pack.objects.filter(slug=given("slug")))
_CHIP = Kept(lambda: Chip.objects.filter(pack=given("pack"), cid=given("cid")))
_CHIPS = Kept(
    lambda: (
        Chip.objects.filter(pack=given("pack")).order_by("position")
        .values_list("pk", "cid", "status", "position", "q")
    )
)  # fmt: skip
_OF_STATUS = Kept(
    lambda: (
        Chip.objects.filter(pack=given("pack"), status=given("status"), position__gt=given("after"))
        .order_by("position")[:1]
    )
)  # fmt: skip
# Their ids where a pack has too many chips to read them all. A load writes them in file order, so their numbers have it too.
_BEFORE = Kept(lambda: _ids().filter(pk__lt=given("place")).order_by("-pk")[:1])
_AFTER = Kept(lambda: _ids().filter(pk__gt=given("place")).order_by("pk")[:1])
_BEFORE_OF_STATUS = Kept(
    lambda: _ids().filter(status=given("status"), position__lt=given("place")).order_by("-position")[:1]
)
_AFTER_OF_STATUS = Kept(
    lambda: _ids().filter(status=given("status"), position__gt=given("place")).order_by("position")[:1]
)
_SECTIONS = Kept(lambda: Section.objects.filter(pack=given("pack")).order_by("position"))
_SEAT = Kept(lambda: Seat.objects.standing(at=given("now")).on(given("pack")).filter(user=given("user"))[:1])
_OWN = Kept(
    lambda: (
        Entry.objects.filter(chain__pack=given("pack"), user=given("user"), act__in=(*acts.CHIP_ACTS, "opinion"))
        .select_related("chip").order_by("-seq").only("seq", "act", "chip__cid", "chip__q", "chip__version")[:10]
    )
)  # fmt: skip
_ON_CHIP = Kept(
    lambda: (
        Entry.objects.filter(chip=given("chip")).exclude(act="opinion").order_by("seq")
        .values_list("seq", "act", "body")
    )
)  # fmt: skip
_RATIFIED = Kept(
    lambda: (
        Entry.objects.filter(chain__pack=given("pack"), act="ratify").select_related("user").order_by("-seq")[:1]
    )
)  # fmt: skip
_NEWEST = Kept(lambda: Entry.objects.filter(chip=given("chip")).select_related("user").order_by("-seq")[:40])


MOST_DOTS = 40
END = 2**63 - 1  # beyond every number and place


class Dot(NamedTuple):
    """A chip among the others of its pack, and whether it is the one that is open."""

    pk: int
    cid: str
    status: str
    position: int
    q: str
    is_open: bool


def find_pack(slug: str) -> Pack:
    """A pack by its slug, or 404."""
    pack = _PACK.first(slug=slug)
    if pack is None:
        raise Http404(f"There is no pack {slug}.")
    return pack


def find_chip(pack: Pack, cid: str) -> Chip:
    """A chip looked up through its pack: an id of another pack's is not found."""
    # PostgreSQL cannot even be asked for what has a NUL in it.
    chip = None if "\0" in cid else _CHIP.first(pack=pack.pk, cid=cid)
    if chip is None:
        raise Http404(f"The pack has no chip {cid}.")
    chip.pack = pack
    return chip


def chips_of(pack: Pack, shown: Chip | None) -> list[Dot]:
    """A pack's chips in file order, as far as the desk shows those that it does not open."""
    open_ = shown.pk if shown else None
    return [Dot(*row, is_open=row[0] == open_) for row in _CHIPS.rows(pack=pack.pk)]


def _ids() -> QuerySet[Chip, tuple[str]]:
    return Chip.objects.filter(pack=given("pack")).values_list("cid")


def beside(pack: Pack, chip: Chip, status: str) -> tuple[str, str]:
    """The ids of the chips before and after one, of a status where it is named, going round; its own where there is no other."""
    if status:
        place, near, more = chip.position, (_BEFORE_OF_STATUS, _AFTER_OF_STATUS), {"status": status}
    else:
        place, near, more = chip.pk, (_BEFORE, _AFTER), {}
    rounds = ((place, END), (place, -1))
    found = (
        next(filter(None, (kept.first(pack=pack.pk, place=at, **more) for at in places)), (chip.cid,))
        for kept, places in zip(near, rounds, strict=True)
    )
    (before,), (after,) = found
    return before, after


def chip_of_status(pack: Pack, status: str, after: int = -1) -> Chip | None:
    """The first chip of this status that stands after this place in the file."""
    return _OF_STATUS.first(pack=pack.pk, status=status, after=after)


def sections_of(pack: Pack) -> list[Section]:
    """A pack's sections in their order."""
    return list(_SECTIONS.rows(pack=pack.pk))


def seat_of(pack: Pack, user: User) -> Seat | None:
    """The seat from which a person may decide here: on the pack itself before one on the whole desk."""
    return _SEAT.first(pack=pack.pk, user=user.pk, now=timezone.now())


def done_to(chip: Chip) -> list[Entry]:
    """The newest acts on a chip. An opinion has done nothing to it, given or taken back; one's own is shown above."""
    if chip.version == 1:
        return []
    newest = list(_NEWEST.rows(chip=chip.pk))
    opinions = {entry.seq for entry in newest if entry.act == "opinion"}
    done = (entry for entry in newest if entry.seq not in opinions)
    return list(islice((entry for entry in done if entry.said.get("undoes") not in opinions), 10))


def ratified_by(pack: Pack) -> Entry | None:
    """The newest ratification; none where the pack was loaded as ratified."""
    return _RATIFIED.first(pack=pack.pk)


def other_article(pack: Pack) -> str:
    """The hash of the newest article that was given where the cited one is missing; "" where none was."""
    if pack.article_id is not None:
        return ""
    others = Attachment.objects.filter(pack=pack, is_cited=False).order_by("-at", "-pk")
    return others.values_list("article_id", flat=True).first() or ""


def own_last_act(pack: Pack, user: User) -> Entry | None:
    """One's own newest act that still stands on top of its chip."""
    for entry in _OWN.rows(pack=pack.pk, user=user.pk):
        if entry.act == "opinion":
            if Opinion.objects.standing().filter(entry=entry).exists():
                return entry
        elif entry.act != "dispute" and _top(entry.chip_id) == entry.seq:
            return entry
    return None


def _top(chip_id: int | None) -> int | None:
    """The newest standing act on a chip: its entry's seq. Opinions, and their undoing, leave it."""
    stack: list[int] = []
    for seq, act, body in _ON_CHIP.rows(chip=chip_id):
        if act != "undo":
            stack.append(seq)
        elif stack and json.loads(body)["undoes"] == stack[-1]:
            stack.pop()
    return stack[-1] if stack else None
