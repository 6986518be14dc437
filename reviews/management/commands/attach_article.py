"""Gives a loaded pack its article, from a file or from its address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from reviews import fetch, intake
from reviews.management import files, plain
from reviews.management.plain import PlainCommand
from reviews.models import Pack


class Command(PlainCommand):
    help = "Attach an article to a pack. One that is not the cited article is kept and marked so."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the pack")
        parser.add_argument(
            "file", type=Path, nargs="?", metavar="FILE", help="the article's Markdown, as published"
        )
        parser.add_argument(
            "--fetch",
            action="store_true",
            help="fetch it from the pack's md_url in place of a file (hosts of FETCH_HOSTS only)",
        )

    def handle(self, *, slug: str, file: Path | None, fetch: bool, **_: Any) -> None:
        if fetch == (file is not None):
            raise CommandError("Give the article as a FILE, or have it fetched with --fetch.")
        pack = plain.pack(slug)
        raw, origin = _raw(pack, file)
        given = intake.attach(pack, raw, by=None, origin=origin)
        if given is None:
            return self.say(f"{slug}: already here, nothing to do")
        if not given.is_cited:
            found = f"its SHA-256 is {given.article_id}, md_sha is {pack.md_sha}"
            return self.say(f"{slug}: kept, but it is not the cited article: {found}")
        return self.say(f"{slug}: attached; it is the cited article")


def _raw(pack: Pack, file: Path | None) -> tuple[bytes, str]:
    """The article's bytes, and where they came from in words."""
    if file is not None:
        return files.read(file, most=settings.ARTICLE_MAX_BYTES), "by command"
    return fetch.article(pack.md_url), f"fetched from {pack.md_url}"
