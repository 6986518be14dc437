"""The counts of a pack's chips, kept beside it so that no page counts. Changed under the lock of its chain alone, by one chip or anew."""

from __future__ import annotations

from collections.abc import Iterable

from reviews.models import Chip, Pack
from reviews.models.kept import KeptUpdate, given

COLUMNS = {name: f"n_{name}" for name in ("waiting", "disputed", "held", "published", "dropped")}
KEPT = ("rank", "n_rewritten", *COLUMNS.values())
_OF_PACK = KeptUpdate(lambda: Pack.objects.filter(pk=given("pack")), *KEPT)


def recount(pack: Pack) -> None:
    """Count all of a pack's chips anew."""
    counted = Chip.objects.filter(pack=pack).counted()
    for status, column in COLUMNS.items():
        setattr(pack, column, counted.get(status, (0, 0))[0])
    pack.n_rewritten = sum(n for status, (_, n) in counted.items() if status != "dropped")
    _keep(pack)


def counting(chip: Chip) -> list[str]:
    """The columns of its pack that count a chip as it stands."""
    columns = [COLUMNS[chip.status]] if chip.status in COLUMNS else []
    return [*columns, "n_rewritten"] if chip.is_rewritten and chip.status != "dropped" else columns


def move(pack: Pack, before: Iterable[str], after: Iterable[str]) -> None:
    """Count one chip elsewhere: of a pack read under the lock this makes what `recount` would find, without a look at its other chips."""
    for names, step in ((before, -1), (after, 1)):
        for name in names:
            setattr(pack, name, getattr(pack, name) + step)
    if any(getattr(pack, name) < 0 for name in before):
        recount(pack)  # somebody changed the counts outside the desk
    else:
        _keep(pack)


def _keep(pack: Pack) -> None:
    pack.rank = 2 if pack.is_ratified else 0 if pack.n_open else 1
    _OF_PACK(pack=pack.pk, **{name: getattr(pack, name) for name in KEPT})
