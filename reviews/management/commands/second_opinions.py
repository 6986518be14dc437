"""Says for which chips of a pack, or of a series, two judges are asked."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from reviews import opinions
from reviews.core.opinions import RULES
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = (
        "Ask two judges about chips: none, rewritten (in words that a judge wrote), every, or sampled. "
        "What was decided before stays."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rule", choices=RULES, help="for which chips")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--pack", metavar="SLUG", help="in this pack")
        where.add_argument("--series", metavar="NAME", help="in each pack of a series, later ones too")
        parser.add_argument("--share", type=int, default=0, metavar="N", help="per cent, with sampled")
        parser.add_argument(
            "--as", dest="name", required=True, metavar="NAME", help="the admin who asks for it"
        )
        parser.add_argument("--why", default="", help="the reason, for the ledger")

    def handle(
        self, *, rule: str, pack: str | None, series: str | None, share: int, name: str, why: str, **_: Any
    ) -> None:
        by = plain.user(name)
        if pack is not None:
            entry = opinions.set_rule(plain.pack(pack), rule, share, by=by, why=why)
        else:
            entry = opinions.set_series_rule(series or "", rule, share, by=by, why=why)
        self.say(f"{pack or series}: second opinions for {rule} by entry {entry.seq}")
