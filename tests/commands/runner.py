"""Runs a command as `manage.py` does and hands back what a person would see of it."""

from __future__ import annotations

import io
from dataclasses import dataclass

from django.core.management import call_command
from django.core.management.base import CommandError


@dataclass(frozen=True)
class Ran:
    """What was printed, what was complained of, and the sentence that ended the command, if one did."""

    out: str
    err: str
    refused: str | None


def run(name: str, *args: object, **options: object) -> Ran:
    """The command's output; a CommandError, and nothing else, is taken as its refusal."""
    out, err, refused = io.StringIO(), io.StringIO(), None
    try:
        call_command(name, *map(str, args), stdout=out, stderr=err, no_color=True, **options)
    except CommandError as error:
        refused = str(error)
    return Ran(out.getvalue(), err.getvalue(), refused)
