"""Writes what may leave the house into a folder: each pack beside its ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from reviews import release, signing
from reviews.core.refusals import Refused
from reviews.management import files, plain
from reviews.management.plain import PlainCommand, counted
from reviews.models import Pack


class Command(PlainCommand):
    help = "Export packs: untouched ones as they were loaded, ratified ones with what their judges decided."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slugs", nargs="*", metavar="SLUG", help="the packs (default: all that may be exported)"
        )
        parser.add_argument(
            "--out", type=Path, required=True, metavar="DIR", help="the folder, made where it is missing"
        )
        parser.add_argument(
            "--ratified", type=int, metavar="SEQ", help="as the one pack was ratified by this entry"
        )

    def handle(self, *, slugs: list[str], out: Path, ratified: int | None, **_: Any) -> None:
        if ratified is not None and len(slugs) != 1:
            raise CommandError("--ratified goes with one pack: each has entries of its own.")
        out.mkdir(parents=True, exist_ok=True)
        files.clear_away(out)
        packs = iter([plain.pack(slug) for slug in dict.fromkeys(slugs)]) if slugs else _every()
        n_refused = sum(not self._is_written(pack, out, ratified, is_named=bool(slugs)) for pack in packs)
        if n_refused:
            raise CommandError(f"{counted(n_refused, 'pack')} could not be exported.")

    def _is_written(self, pack: Pack, out: Path, seq: int | None, *, is_named: bool) -> bool:
        try:
            export = release.exported(pack, seq=seq)
        except release.NotExportable as error:
            if is_named:
                self.stderr.write(f"{pack.slug}: refused: {error}{_earlier(pack)}")
            else:
                self.say(f"{pack.slug}: left out: {error}")
            return not is_named
        except Refused as error:
            self.stderr.write(f"{pack.slug}: refused: {error}")
            return False
        is_new = _written(out / export.ledger_name, export.ledger)
        is_new = _written(out / export.name, export.raw) or is_new
        self.say(f"{pack.slug}: {'written' if is_new else 'there already, left as it is'}")
        return True


def _earlier(pack: Pack) -> str:
    """What stays available of a pack that was reopened."""
    seqs = [entry.seq for entry in release.ratifications(pack)]
    return f" As it was ratified last: --ratified {seqs[0]}." if seqs else ""


def _written(path: Path, raw: bytes) -> bool:
    """The file, and its signature where this desk has a key. Whenever this ends, a signature that is there fits its file."""
    beside, signature = path.with_name(f"{path.name}.sig"), signing.signature(raw)
    if not files.stands(path, raw):
        beside.unlink(missing_ok=True)
    is_new = files.write(path, raw)
    return (signature is not None and files.write(beside, signature)) or is_new


def _every() -> Iterator[Pack]:
    """The newest revision of each slug, a few at a time."""
    rows = Pack.objects.order_by("slug", "-revision").values_list("slug", "pk")
    newest: dict[str, int] = {}
    for slug, pk in rows.iterator():
        newest.setdefault(slug, pk)
    for pk in newest.values():
        yield Pack.objects.get(pk=pk)
