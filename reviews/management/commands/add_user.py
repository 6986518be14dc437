"""Makes a user from the command line and prints a first password once; it changes nobody who is there."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import CommandParser

from reviews import people
from reviews.management import files
from reviews.management.plain import PlainCommand
from reviews.models import User

MOST = 1_000  # letters of a password


class Command(PlainCommand):
    help = (
        "Makes a user. Prints a generated password once, for them to change under their account; "
        "unless the person's own is given on standard input."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the person logs in with")
        parser.add_argument("--admin", action="store_true", help="may load, seat, ratify and make users")
        parser.add_argument("--judge", action="store_true", help="may be seated as a judge")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the person's own password from there"
        )

    def handle(self, *args: Any, name: str, admin: bool, judge: bool, password_stdin: bool, **_: Any) -> None:
        if user := User.objects.filter(username=User.normalize_username(name)).first():
            self.stdout.write(f"{user.username} is there already ({_role(user)}): nothing was changed.")
            return
        given = files.typed(sys.stdin, most=MOST) if password_stdin else None
        user, password = people.add_user(name, is_admin=admin, may_judge=judge, password=given)
        self.stdout.write(f"{user.username} was made ({_role(user)}).")
        if given is None:
            self.stdout.write(f"password: {password}")


def _role(user: User) -> str:
    roles = [word for word, has in (("admin", user.is_staff), ("judge", user.may_judge)) if has]
    return ", ".join(roles) or "reader"
