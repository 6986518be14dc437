"""Asks the gates again about chips that are loaded, so that lists go by the rules of the house; no chip is decided."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from reviews import house, intake
from reviews.management import plain
from reviews.management.plain import PlainCommand, counted
from reviews.models import Pack


class Command(PlainCommand):
    help = (
        "Ask the gates again about loaded chips, after the house rules were changed. The desk, the live check and publishing "
        "go by the rules in force anyhow; this brings up what lists and filters are made from."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="the packs (default: all)")

    def handle(self, *, slugs: list[str], **_: Any) -> None:
        named = [plain.pack(slug) for slug in dict.fromkeys(slugs)]
        n_chips = 0
        for pack in named or Pack.objects.order_by("pk").iterator(chunk_size=100):
            n_changed = intake.ask_again(pack)
            n_chips += n_changed
            if n_changed:
                self.say(f"{pack.slug}: {counted(n_changed, 'chip')} with other findings")
        self.say(f"{counted(n_chips, 'chip')} with other findings, by {house.source()}")
        if n_chips and not settings.HOUSE_RULES:
            self.stderr.write(
                "HOUSE_RULES is not set here: where the desk runs by a file of rules, set it and ask again."
            )
