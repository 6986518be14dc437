"""Migrates a desk again and again for `upgrade`, each time in a process of its own that can be killed on the way.

python -m tests.proofs.migrating; a line on standard input is one order, and one JSON object is its answer: a number
kills the migration before that statement of SQL, "look" says what stands in the database now, and "migrate" migrates and
looks.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from reviews import triggers, witness  # noqa: E402
from reviews.models import Pack  # noqa: E402
from tests.proofs.fixtures.seen import seen  # noqa: E402


def migrate(n: int) -> None:
    """Migrate; be killed, as by `kill -9`, before the n-th statement."""
    statements = count(1)

    def execute(run: Callable[..., Any], *given: Any) -> Any:
        if next(statements) == n:
            os.kill(os.getpid(), signal.SIGKILL)
        return run(*given)

    with connection.execute_wrapper(execute):
        call_command("migrate", verbosity=0)


def look() -> dict[str, Any]:
    """What an upgrade may not change, whatever the tables are just now."""
    with connection.cursor() as cursor:

        def rows(sql: str) -> list[Any]:
            cursor.execute(sql)
            return list(cursor.fetchall())

        return {"seen": seen(rows)}


def migrated() -> dict[str, Any]:
    """Migrate, and look; with the triggers that do not stand, and every fault of every ledger."""
    call_command("migrate", verbosity=0)
    faults = [fault for pack in [None, *Pack.objects.all()] for fault in witness.of(pack).faults]
    return {**look(), "missing": triggers.missing(connection), "faults": faults}


ORDERS = {"look": look, "migrate": migrated}


def apart(do: Callable[[], dict[str, Any] | None]) -> dict[str, Any]:
    """Do it in a child, which has its own connection; what it found, and how it ended."""
    mine, its = os.pipe()
    pid = os.fork()
    if not pid:
        with os.fdopen(its, "w") as told:
            json.dump(_tried(do), told)
        os._exit(0)
    os.close(its)
    with os.fdopen(mine) as told:
        text = told.read()
    status = os.waitpid(pid, 0)[1]
    return {
        **json.loads(text or "{}"),
        "killed": os.WIFSIGNALED(status),
        "code": os.waitstatus_to_exitcode(status),
    }


def _tried(do: Callable[[], dict[str, Any] | None]) -> dict[str, Any]:
    try:
        return do() or {}
    except Exception as error:  # told to the one who asked: the child must not go on
        return {"error": repr(error)}
    finally:
        connection.close()


def main() -> None:
    for order in sys.stdin:
        order = order.strip()
        told = apart(ORDERS[order] if order in ORDERS else partial(migrate, int(order)))
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
