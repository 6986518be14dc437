"""Says of files what a load would say of them; no database is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from reviews.core import check
from reviews.management import files
from reviews.management.plain import PlainCommand, counted


class Command(PlainCommand):
    help = "Check packs, and their articles where they lie beside them, without loading anything."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a pack")
        parser.add_argument("--article", type=Path, metavar="FILE", help="the article of the one pack given")

    def handle(self, *, article: Path | None, **options: Any) -> None:
        packs: list[Path] = options["files"]
        if article and len(packs) > 1:
            raise CommandError(
                "--article goes with one pack: put the articles of several beside them, as .md files."
            )
        n_refused = sum(not self._is_sound(path, article) for path in packs)
        if n_refused:
            raise CommandError(f"{n_refused} of {counted(len(packs), 'pack')} would be refused.")

    def _is_sound(self, path: Path, article: Path | None) -> bool:
        try:
            report = check.report(*files.with_article(path, article), max_bytes=settings.PACK_MAX_BYTES)
        except CommandError as error:
            self.stderr.write(str(error))
            return False
        if report.faults:
            self.stderr.write("\n".join([f"{path}: refused", *(f"  {fault}" for fault in report.faults)]))
            return False
        self.say(f"{path}: sound")
        for note in report.notes:
            self.say(f"  note {note}")
        for line in report.lines:
            self.say(f"  {line}", at=2)
        return True
