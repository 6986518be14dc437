"""A right that was taken away, a server that may only be read: the desk is not ready, and does not start."""

from __future__ import annotations

import pytest
from django.core.checks import run_checks
from django.db import connection

from reviews import readiness

pytestmark = pytest.mark.django_db
LOST = {
    "no entries": "REVOKE INSERT ON reviews_entry FROM CURRENT_USER",
    "no heads": "REVOKE UPDATE ON reviews_chain FROM CURRENT_USER",
    "read only": "SET TRANSACTION READ ONLY",
}


@pytest.fixture(params=LOST.values(), ids=LOST.keys())
def lost(request):
    """What was lost, as a statement to be made once everything else is there."""
    return request.param


def lose(statement: str) -> None:
    connection.check_constraints()  # what is still to be checked could not be any more
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_it_is_told_that_nothing_can_be_written(lost):
    lose(lost)
    assert set(readiness.faults(connection)) - {"journal", "disk"} == {"writes"}


def test_a_desk_does_not_start_and_says_who_can_mend_it(lost):
    lose(lost)
    [hint] = [one.hint for one in run_checks(databases=["default"]) if one.id == "reviews.E004"]
    assert "postgres_roles" in hint
