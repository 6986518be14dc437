"""Verifies ledgers, and that the tables are as they leave them: one line a chain. It changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser

from reviews import release, witness
from reviews.management.plain import PlainCommand, counted, pack
from reviews.models import Pack

Read = Callable[[], Pack | None]


class Command(PlainCommand):
    help = "Verifies the ledgers of the packs named, or every one. Exits with 1 where one does not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG")

    def handle(self, *args: Any, slugs: list[str], **_: Any) -> None:
        n = n_bad = 0
        for name, read in [(slug, partial(pack, slug)) for slug in slugs] or _everything():
            n, n_bad = n + 1, n_bad + (not self._verified(name, read))
        if n_bad:
            raise CommandError(f"{n_bad:,} of {counted(n, 'ledger')} cannot be relied on.")

    def _verified(self, name: str, read: Read) -> bool:
        try:
            row = read()
        except witness.UNREADABLE as error:
            self.stderr.write(f"{name}: Its row cannot be read: {error}.")
            return False
        seen = witness.of(row)
        faults = seen.faults or (tuple(release.unsound(row, seen)) if row else ())
        if not faults and seen.chain is None:
            self.stdout.write(f"{name}: not begun")
        elif not faults:
            self.stdout.write(
                f"{name}: {counted(seen.size, 'entry', 'entries')}, head {seen.head[:12]}…, verified"
            )
        for fault in faults:
            self.stderr.write(f"{name}: {fault}")
        return not faults


def _everything() -> Iterator[tuple[str, Read]]:
    """The desk's chain, then every pack's. No read stays open meanwhile: it would keep writers out."""
    yield "the desk", lambda: None
    for pk, slug in list(Pack.objects.order_by("slug", "revision").values_list("pk", "slug")):
        yield slug, partial(Pack.objects.get, pk=pk)
