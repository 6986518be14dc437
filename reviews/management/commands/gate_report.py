"""Measures the gates over packs whose faults are known. It alone reads `.truth.json`, and it writes nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from reviews import house
from reviews.core import check
from reviews.core.gates import skipped
from reviews.core.gates.report import WITHOUT_GATE, Known, Line, Report, measure
from reviews.core.strict_json import printable
from reviews.management import files, gated
from reviews.management.plain import PlainCommand, counted

TRUTH = ".truth.json"


class Command(PlainCommand):
    help = (
        "Say for each gate how many planted faults it caught and missed, on how many clean chips it spoke, and what it costs, "
        "over the packs of a folder that have a .truth.json and, to be asked whole, their article as .md beside them."
    )
    requires_system_checks = ()
    wants_tables = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR", help="where the packs lie")
        parser.add_argument(
            "--strict",
            action="store_true",
            help="exit code 1 where a gate missed, spoke on a clean chip or was not asked",
        )

    def handle(self, *, folder: Path, strict: bool, **_: Any) -> None:
        paths = sorted(path for path in folder.glob("*.json") if not path.name.endswith(TRUTH))
        if not paths:
            raise CommandError(f"{folder}: there is no pack here.")
        known = [found for path in paths if (found := self._known(path))]
        report = measure(known, house.rules(), time.perf_counter)
        self.say(str(report))
        self.say(_sum(report, known))
        for line in report.lines:
            for told in _misses(line):
                self.say(told)
        if strict and not report.is_whole:
            raise CommandError("A gate missed a fault, spoke on a clean chip, or was not asked.")

    def _known(self, path: Path) -> Known | None:
        """A pack with its truth; what cannot be measured of it is said, never passed over."""
        raw, article = files.with_article(path, None)
        report = check.report(raw, article, max_bytes=settings.PACK_MAX_BYTES)
        if report.faults or report.pack is None:
            raise CommandError(f"{path}: refused: {'; '.join(map(str, report.faults))}")
        source, missing = gated.placed(report.pack.data, article)
        if missing:
            self.say(f"{path.name}: {missing} These gates could not run, or only in part:")
            for gate, why in skipped(source):
                self.say(f"  {gate}: {why}")
        truth = path.with_suffix(TRUTH)
        if not truth.exists():
            self.say(f"{path.name}: there is no {truth.name} beside it, so it is not counted.")
            return None
        chips = report.pack.data["chips"]
        return Known(report.pack.slug, chips, _truth(truth, {chip["id"] for chip in chips}), source)


def _truth(path: Path, ids: set[str]) -> Mapping[str, Mapping[str, Any]]:
    try:
        found: dict[str, Any] = json.loads(files.read(path, most=settings.PACK_MAX_BYTES))
        unknown = sorted(ids - {cid for cid, told in found.items() if isinstance(told["kind"], str)})
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise CommandError(f"{path}: not a table of chips, each with its kind.") from error
    if unknown:
        raise CommandError(f"{path}: it does not say what {printable(unknown[0])} is.")
    return found


def _sum(report: Report, known: list[Known]) -> str:
    kinds = [pack.truth[chip["id"]]["kind"] for pack in known for chip in pack.chips]
    gates = {line.gate for line in report.lines}
    others = [kind for kind in kinds if kind in WITHOUT_GATE - {"clean"} or kind not in gates | {"clean"}]
    told = f"{counted(report.n_chips, 'chip')} of {counted(len(known), 'pack')}, {kinds.count('clean')} of them clean"
    told += f", {report.ms:.2f} ms a chip" if report.ms is not None else ""
    told += f", by {house.source()}"
    return told + "".join(f"\n{kinds.count(kind)} with the fault {printable(kind)}, which no gate is asked to catch"
                          for kind in sorted(set(others)))  # fmt: skip


def _misses(line: Line) -> Iterator[str]:
    yield from (f"{line.gate} missed the fault in {name}" for name in line.missed)
    yield from (
        f"{line.gate} could not be asked about {name}: its article is missing" for name in line.unasked
    )
    yield from (f"{line.gate} spoke on the clean chip {name}: {printable(one.text, 400)}"
                for name, one in line.spoke_on_clean)  # fmt: skip
