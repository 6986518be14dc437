"""Gives a person a new password, for whoever forgot theirs and no admin can get in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from reviews import people
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = (
        "Give a person a new generated password, printed once, which they change at their next log-in. It ends their log-ins; "
        "a second step stays (reset_second_step)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user")

    def handle(self, *, name: str, **_: Any) -> None:
        user = plain.user(name)
        password = people.renew_password(user, by=None)
        if not user.is_active:
            self.stderr.write(f"{name} is deactivated, and gets in only once an admin lets them in again.")
        self.stdout.write(f"{name} has a new password, to be changed at the next log-in.")
        self.stdout.write(f"password: {password}")
