"""Makes the key with which exports are signed, and prints its public half."""

from __future__ import annotations

from typing import Any

from reviews import signing
from reviews.management import files
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = (
        "Makes the key that signs exports, where there is none, and prints the public key, 64 hex digits. "
        "It lies in the data folder, or where SIGNING_KEY says. No backup has it: keep a copy of it yourself."
    )
    requires_system_checks: list[str] = []  # that the key is missing is what this mends
    wants_tables = False

    def handle(self, **_: Any) -> None:
        if signing.path().parent.is_dir():
            files.clear_away(signing.path().parent)
        if not signing.is_there():
            files.write(signing.path(), signing.new_key(), mode=0o600)
            self.stderr.write(
                f"A new key is in {signing.path()}: keep a copy in a safe place, and show it to nobody."
            )
        self.stdout.write(signing.public())
