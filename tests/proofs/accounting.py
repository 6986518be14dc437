"""Proof 9: whatever is done, tables, ledger, pages and exports say the same, and the sums close.

python -m tests.proofs.accounting [--short]

Random acts by two judges and an admin, the same at every run. After each step the ledger is what it was and a line more, the
tables are what follows from it, the pack page shows those numbers, and a ratified pack's export is sound to the verifier
that outsiders use. After a step that wrote not one row, as most refusals, all that was asked before still holds, and only
the ledger is read again. In the control an undo takes the entry out of the ledger instead of adding one.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from tests.proofs.line import Found, run
from tests.proofs.tamper import Database, split

STEPS = 60  # of one story, which begins with a pack that was just loaded
STRIP = re.compile(r'data-count="(\d+)"')


def machine() -> Any:
    """The desk's state machine, asked more after each step; how often it was asked stands in `n_steps`."""
    from django.db import connection
    from django.test import Client
    from hypothesis.stateful import invariant, precondition

    from reviews import release
    from reviews.core import verify
    from tests import builders
    from tests.desk.test_state_machine import Desk

    class Accounts(Desk):
        n_steps = 0

        def __init__(self) -> None:
            super().__init__()
            type(self).n_steps -= 1  # it is asked before the first step too
            self.before: list[Any] = []
            self.asked_at: dict[str, int] = {}  # how many rows were written by then, those of a rollback too
            self.exported = 0
            self.client = Client(SERVER_NAME="localhost")
            self.client.force_login(builders.reader())

        @invariant()
        def the_ledger_only_grows(self) -> None:
            type(self).n_steps += 1
            lines = list(self.pack.chain.entries.order_by("seq").values_list("body", "hash"))
            assert lines[: len(self.before)] == self.before, "the ledger has lost an entry"
            self.before = lines

        def is_asked(self, what: str) -> bool:
            """Whether a row was written since this was asked."""
            written: int = connection.connection.total_changes
            return self.asked_at.get(what) != written

        def answered(self, what: str) -> None:
            self.asked_at[what] = connection.connection.total_changes

        @precondition(lambda self: self.is_asked("tables"))
        @invariant()
        def tables_ledger_and_export_say_the_same(self) -> None:
            super().tables_ledger_and_export_say_the_same()
            self.answered("tables")

        @precondition(lambda self: self.is_asked("page"))
        @invariant()
        def the_pack_page_shows_the_same(self) -> None:
            self.pack.refresh_from_db()
            page = self.client.get(f"/packs/{self.pack.slug}/").content.decode()
            strip = page[page.index('class="sums') :]
            shown, sums = [int(n) for n in STRIP.findall(strip[: strip.index("</p>")])], self.pack.sums
            rewritten = [sums.rewritten] if sums.rewritten else []
            rest = [sums.published, sums.held, sums.waiting, sums.dropped]
            assert shown == [sums.written, *rewritten, *rest]
            self.answered("page")

        @precondition(lambda self: self.pack.ratified_seq not in (None, self.exported))
        @invariant()
        def a_ratified_export_says_what_the_screen_says(self) -> None:
            """Asked once for each ratification, of an outsider too: until the pack is reopened nothing is recorded."""
            super().a_ratified_export_says_what_the_screen_says()
            self.exported, made = self.pack.ratified_seq, release.exported(self.pack)
            article = builders.files.article().encode()
            assert verify.verify(made.raw, split(made.ledger), article).faults == ()

    return Accounts


def told(n_stories: int) -> Found:
    """So many stories; one violation where a step of any does not add up, with what was found."""
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis.stateful import run_state_machine_as_test

    from tests.desk.test_state_machine import done

    made, found = machine(), Found()
    done.clear()
    chosen = settings(
        max_examples=n_stories, stateful_step_count=STEPS, deadline=None, derandomize=True, database=None,
        print_blob=False, phases=[Phase.generate], report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    try:
        run_state_machine_as_test(made, settings=chosen)
    except Exception as error:  # whatever a step raises is what it has found
        found.violations.append(f"{type(error).__name__}: {error}")
    found.tried = made.n_steps
    found.figures = {"refused": done["refused"], "ratified": done["ratify"], "undone": done["undo"]}
    return found


@contextlib.contextmanager
def forgetful_undo() -> Iterator[None]:
    """An undo takes the entry that it undoes away, and leaves the rest of the record as if it had never been."""
    from django.db import connection

    from reviews import desk, ledger, triggers
    from reviews.models import Entry

    append: Callable[..., Any] = ledger.append

    def forget(chain: Any, act: str, **said: Any) -> Any:
        if act != "undo":
            return append(chain, act, **said)
        entry = Entry.objects.get(chain=chain, seq=said["undoes"])
        Entry.objects.filter(pk=entry.pk).delete()
        if entry.seq == chain.size - 1:
            chain.size = entry.seq
            chain.head = Entry.objects.get(chain=chain, seq=entry.seq - 1).hash
            chain.save(update_fields=["size", "head"])
            desk.Chip.objects.filter(pk=said["chip"].pk).update(version=said["version"] - 2)
        return entry

    with ExitStack() as after:
        triggers.lift(connection)
        after.callback(triggers.install, connection)
        ledger.append = forget
        after.callback(setattr, ledger, "append", append)
        yield


def proof(is_short: bool) -> Found:
    return told(3 if is_short else 182)


def control(is_short: bool) -> Found:
    with forgetful_undo():
        return told(20)  # until the first that does not add up


def main(argv: Sequence[str] | None = None) -> int:
    logging.disable(logging.INFO)  # of the many log-ins
    with Database():
        return run("ACCOUNTING", proof, control, argv)


if __name__ == "__main__":
    sys.exit(main())
