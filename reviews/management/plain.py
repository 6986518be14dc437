"""What all commands share: a thing asked for is found or named, a refusal is one sentence, no traceback."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.utils import DatabaseError, IntegrityError, InterfaceError

from reviews import readiness
from reviews.core.faults import ArticleError, PackError
from reviews.core.gates import RulesError
from reviews.core.refusals import Refused
from reviews.core.verify import Unwritten
from reviews.models import Pack, User
from reviews.unusable import in_one_line

# What a database says of tables that are not as this version makes them, and what to do about it.
_ADVICE = {
    "permission denied for": "has `manage.py postgres_roles` been run as the owner of the tables?",
    "no such": "has `manage.py migrate` been run?",
    "does not exist": "has `manage.py migrate` been run?",
}


class PlainCommand(BaseCommand):
    """A command whose errors are sentences and whose exit code is 1 where it refused."""

    verbosity = 1
    wants_tables = (
        True  # those of this version; not so of what opens no database, or asks about it in its own way
    )

    def execute(self, *args: Any, **options: Any) -> str | None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A name that this terminal cannot show is no error.
            sys.stdout.reconfigure(errors="backslashreplace")
        self.verbosity = options.get("verbosity", 1)
        with _plainly():
            _refuse_other_encodings(options)
            if self.wants_tables:
                _refuse_other_tables()
            return super().execute(*args, **options)

    def say(self, text: str, *, at: int = 1) -> None:
        """Print a line where the verbosity (`-v`, 0 to 3) is at least `at`."""
        if self.verbosity >= at:
            self.stdout.write(text)


def pack(slug: str) -> Pack:
    """The newest revision of a pack."""
    found = Pack.objects.filter(slug=slug).order_by("-revision").first()
    if found is None:
        raise CommandError(f"There is no pack with the slug {slug}.")
    return found


def user(name: str) -> User:
    """A user by name."""
    found = User.objects.filter(username=name).first()
    if found is None:
        raise CommandError(f"There is no user {name}: add_user makes one.")
    return found


def counted(n: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 chip, 8 chips."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def _refuse_other_encodings(options: Mapping[str, Any]) -> None:
    """Bytes that are not UTF-8 stand in an argument as halves of characters, which no table takes. Names of files may have them."""
    for name, given in options.items():
        for text in given if isinstance(given, list) else [given]:
            if isinstance(text, str) and any("\ud800" <= letter <= "\udfff" for letter in text):
                raise CommandError(f"What was given for {name} is not UTF-8: {text!a}.")


def _refuse_other_tables() -> None:
    """Tables of an earlier version lack what is asked for, and of a later one this one would leave out what it does not know."""
    if told := readiness.outdated(connection):
        raise CommandError(f"{told[0].upper()}{told[1:]}. Run `manage.py migrate`.")
    if told := readiness.later(readiness.applied(connection)):
        raise CommandError(f"The database: {told}. Nothing was changed.")


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except (Refused, ArticleError, PackError) as error:
        raise CommandError(str(error)) from error
    except RulesError as error:
        raise CommandError(f"The house rules do not hold: {error}") from error
    except IntegrityError:  # a fault of ours, and no word about the database
        raise
    except (DatabaseError, InterfaceError) as error:
        raise CommandError(f"The database cannot be used: {_with_advice(in_one_line(error))}") from error
    except UnicodeDecodeError as error:
        raise CommandError("What was given on standard input is not UTF-8.") from error
    except (BrokenPipeError, Unwritten):  # what is printed reaches nobody: manage.py ends as is due
        raise
    except OSError as error:
        raise CommandError(f"{error.filename or 'a file'}: {error.strerror or error}.") from error


def _with_advice(told: str) -> str:
    return next((f"{told} ({advice})" for words, advice in _ADVICE.items() if words in told), f"{told}.")
