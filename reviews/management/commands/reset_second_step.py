"""Takes a person's second step away, for whoever has lost app and recovery codes and no admin can get in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from reviews import second_step, sessions
from reviews.management import plain
from reviews.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Take a person's second step away: they log in by password, and can set it up anew."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user")

    def handle(self, *, name: str, **_: Any) -> None:
        user = plain.user(name)
        had_one = second_step.app_of(user) is not None
        second_step.remove(user, by=None)
        n = sessions.end_others(user, but=None)
        told = "the second step is taken away" if had_one else "there was no second step"
        self.say(f"{name}: {told}, and {plain.counted(n, 'log-in')} ended")
