"""Says of files what a load would say of them, and what the gates hold against their words; no database is opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from reviews.core import check
from reviews.core.faults import Fault
from reviews.management import files, gated
from reviews.management.plain import PlainCommand, counted


class Command(PlainCommand):
    help = (
        "Check packs, and their articles where they lie beside them, without loading anything. "
        "The exit code is 1 where a pack would be refused; notes and findings of the gates do not change it, unless --strict "
        "is given."
    )
    requires_system_checks = ()
    wants_tables = False

    def add_arguments(self, parser: CommandParser) -> None:
        files.named_by(parser)
        parser.add_argument(
            "--gates",
            action="store_true",
            help="also print what the gates hold against each item, as a table",
        )
        parser.add_argument(
            "--json",
            action="store_true",
            help="with --gates: print one JSON object a line for each pack instead",
        )
        parser.add_argument(
            "--strict",
            action="store_true",
            help="exit code 1 over a note to see to, too, and with --gates over a finding that needs an override",
        )

    def handle(self, *, article: Path | None, gates: bool, strict: bool, **options: Any) -> None:
        packs: list[Path] = options["files"]
        self.gates, self.is_json = gates, options["json"]
        if article and len(packs) > 1:
            raise CommandError(files.ONE_ARTICLE, returncode=2)
        if self.is_json and not gates:
            raise CommandError("--json goes with --gates.", returncode=2)
        said = [self._check(path, article) for path in packs]
        if n_refused := said.count("refused"):
            raise CommandError(f"{n_refused} of {counted(len(packs), 'pack')} would be refused.")
        if strict and (n_held := said.count("held up")):
            raise CommandError(f"{n_held} of {counted(len(packs), 'pack')} would need overrides.")
        if strict and (n_noted := said.count("noted")):
            raise CommandError(f"{n_noted} of {counted(len(packs), 'pack')} left with notes to see to.")

    def _check(self, path: Path, article: Path | None) -> str:
        """`sound`, `refused`, `held up` where a finding would need an override, or `noted` where a note is to be seen to."""
        try:
            raw, cited = files.with_article(path, article)
        except CommandError as error:
            return self._refused(path, [Fault("", "file", str(error))], str(error))
        report = check.report(raw, cited, max_bytes=settings.PACK_MAX_BYTES)
        if report.faults or report.pack is None:
            told = "\n".join([f"{path}: refused", *(f"  {fault}" for fault in report.faults)])
            return self._refused(path, report.faults, told)
        if not self.is_json:
            self._tell(path, report)
        if self.gates and self._is_held_up(gated.gated(path, report.pack.data, cited), report):
            return "held up"
        return "noted" if report.n_to_see_to else "sound"

    def _refused(self, path: Path, faults: list[Fault] | tuple[Fault, ...], told: str) -> str:
        if self.is_json:
            self._print(gated.faults_as_json(path, faults))
        else:
            self.stderr.write(told)
        return "refused"

    def _tell(self, path: Path, report: check.Report) -> None:
        self.say(f"{path}: {report.verdict}")
        for note in report.notes:
            self.say(f"  {'see to' if report.is_to_see_to(note) else 'note'} {note}")
        for line in report.lines:
            self.say(f"  {line}", at=2)

    def _is_held_up(self, found: gated.Gated, report: check.Report) -> bool:
        if self.is_json:
            self._print(gated.as_json(found, report.notes))
        else:
            for line in gated.lines(found):
                self.say(line)
        return found.is_held_up

    def _print(self, said: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(said, ensure_ascii=False))
