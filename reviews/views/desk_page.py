"""The desk as one page: the pack, the seat, what was done last, and the chip at hand or where to go on without one."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from reviews import exclusions
from reviews.models import Chip, Entry, Pack, User
from reviews.views import desk_chip, desk_rows, desk_said, reasons, swaps
from reviews.views.desk_answer import Answer
from reviews.views.findings import GATE_NAMES
from reviews.views.numbers import whole_number
from reviews.views.queue import SHOWN, next_pack, shown


def desk_url(pack: Pack, chip: str = "", **more: Any) -> str:
    """The desk's address for a chip; the filter and the like ride along."""
    query = {name: value for name, value in {"chip": chip, **more}.items() if value}
    return reverse("desk", args=[pack.slug]) + (f"?{urlencode(query)}" if query else "")


def show(request: HttpRequest, pack: Pack, chip: Chip | None, answer: Answer) -> HttpResponse:
    """The desk: the whole page, or for a swap the part that changes."""
    is_swap = swaps.is_swap(request)
    names = context(request, pack, chip, answer) | {"is_swap": is_swap}
    return render(request, f"reviews/{'_desk' if is_swap else 'desk'}.html", names, status=answer.status)


def context(request: HttpRequest, pack: Pack, chip: Chip | None, answer: Answer) -> dict[str, Any]:
    """Names for the templates."""
    assert isinstance(request.user, User)
    seat = answer.seat or desk_rows.seat_of(pack, request.user)
    excluded = None if answer.seat else exclusions.of(request.user, pack)
    only = shown(request)
    chips = desk_rows.chips_of(pack, chip) if pack.n_chips <= desk_rows.MOST_DOTS else None
    done = answer.done or _done(request, pack)
    answer = replace(answer, done=done)
    return {
        "pack": pack,
        "at_desk": desk_url(pack),
        "sums": pack.sums,
        "seat": seat,
        "excluded": excluded,
        "chips": chips,
        "n_chips": pack.n_chips if chips is None else len(chips),
        "only": only,
        "is_gate": only in GATE_NAMES,
        "states": SHOWN,
        "key": secrets.token_urlsafe(12),
        "answer": answer,
        "done": done,
        "told": desk_said.to_oneself(done) if done else "",
        "last": _own_last_act(pack, request.user, answer),
        "reasons": reasons.at_desk(chip.status if chip else ""),
        **(
            desk_chip.context(request, pack, chip, chips, answer, seat, excluded)
            if chip
            else _nothing_left(pack, request.user)
        ),
    }


def _nothing_left(pack: Pack, user: User) -> dict[str, Any]:
    """Where to go on when no chip is left here: the next pack in which one waits."""
    n_for_others = pack.n_open if pack.second else 0
    return {"chip": None, "following": next_pack(pack, user), "n_for_others": n_for_others}


def _done(request: HttpRequest, pack: Pack) -> Entry | None:
    """The act that the redirect after a plain form tells of: one's own, in this pack."""
    seq = whole_number(request.GET.get("done"))
    if seq is None:
        return None
    own = Entry.objects.filter(chain__pack=pack, user=request.user.pk, chip__isnull=False)
    return own.select_related("chip").filter(seq=seq).first()


def _own_last_act(pack: Pack, user: User, answer: Answer) -> Entry | None:
    """One's own newest act that still stands on top of its chip: what the key U takes back."""
    if answer.status == 201 and answer.done is not None and answer.done.act not in ("undo", "dispute"):
        return answer.done  # it was recorded just now
    return desk_rows.own_last_act(pack, user)
