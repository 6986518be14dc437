"""Gives a loaded pack its article from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from reviews import intake
from reviews.management import files, plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Attach an article to a pack. One that is not the cited article is kept and marked so."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the pack")
        parser.add_argument("file", type=Path, metavar="FILE", help="the article's Markdown, as published")

    def handle(self, *, slug: str, file: Path, **_: Any) -> None:
        pack = plain.pack(slug)
        given = intake.attach(pack, files.read(file, most=settings.ARTICLE_MAX_BYTES), by=None)
        if given is None:
            return self.say(f"{slug}: already here, nothing to do")
        if not given.is_cited:
            found = f"its SHA-256 is {given.article_id}, md_sha is {pack.md_sha}"
            return self.say(f"{slug}: kept, but it is not the cited article: {found}")
        return self.say(f"{slug}: attached; it is the cited article")
