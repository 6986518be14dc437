"""Loads packs from files, each by itself: what is refused leaves nothing behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from reviews import fetch, intake
from reviews.core import pack as packs
from reviews.core.faults import ArticleError, PackError
from reviews.core.refusals import Refused
from reviews.management import files
from reviews.management.plain import PlainCommand, counted
from reviews.models import Pack


class Command(PlainCommand):
    help = "Load packs. An article of the same name that ends in .md, beside its pack, comes along."

    def add_arguments(self, parser: CommandParser) -> None:
        files.named_by(parser)
        parser.add_argument(
            "--fetch",
            action="store_true",
            help="fetch an article that is not at hand from the pack's md_url (hosts of FETCH_HOSTS only)",
        )
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, and write nothing")

    def handle(self, *, article: Path | None, fetch: bool, dry_run: bool, **options: Any) -> None:
        packs: list[Path] = options["files"]
        if article and len(packs) > 1:
            raise CommandError(files.ONE_ARTICLE)
        n_refused = sum(not self._is_taken(path, article, fetch, dry_run) for path in packs)
        if n_refused:
            n_of = f"{n_refused} of {counted(len(packs), 'pack')}"
            raise CommandError(
                f"{n_of} would be refused; nothing was written."
                if dry_run
                else f"{n_of} refused; of what is refused nothing is written."
            )

    def _is_taken(self, path: Path, article: Path | None, fetches: bool, is_dry: bool) -> bool:
        try:
            self._tell(path, _load(path, article, fetches, is_dry), is_dry)
        except PackError as error:
            self.stderr.write("\n".join([f"{path}: refused", *(f"  {fault}" for fault in error.faults)]))
            return False
        except (ArticleError, Refused) as error:
            self.stderr.write(f"{path}: refused: {error}")
            return False
        except CommandError as error:
            self.stderr.write(str(error))
            return False
        return True

    def _tell(self, path: Path, loaded: intake.Loaded, is_dry: bool) -> None:
        pack = loaded.pack
        if not loaded.is_new:
            self.say(f"{path}: already here, nothing to do ({pack.slug})")
            if loaded.left_article:
                self.say(f"  its article was not attached: attach_article {pack.slug} FILE does that")
            return
        verb = "would be loaded" if is_dry else "loaded"
        article = _of_article(pack)
        self.say(f"{path}: {verb} as {pack.slug}, {counted(pack.n_chips, 'chip')}, {article}")
        for note in loaded.notes:
            self.say(f"  note {note}")
        self.say(f"  sha256 {pack.file_id}{f', offsets in {pack.unit}' if pack.unit else ''}", at=2)


def _of_article(pack: Pack) -> str:
    if pack.article_id:
        return "with its article"
    return "with another article than the cited one" if pack.attachments.exists() else "without its article"


def _load(path: Path, article: Path | None, fetches: bool, is_dry: bool) -> intake.Loaded:
    raw, source = files.with_article(path, article)
    origin = "by command"
    if fetches and source is None:
        file = packs.read(raw, max_bytes=settings.PACK_MAX_BYTES)
        if not Pack.objects.filter(file_id=file.sha).exists():
            address = file.data["source"]["md_url"]
            source, origin = fetch.article(address), f"fetched from {address}"
    if not is_dry:
        return intake.load(raw, source, by=None, origin=origin)
    with transaction.atomic():
        loaded = intake.load(raw, source, by=None, origin=origin)
        transaction.set_rollback(True)
    return loaded
