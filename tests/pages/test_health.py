"""The health page: one question to the database, open to all, and honest when there is no answer."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.db import OperationalError, connection

pytestmark = pytest.mark.django_db
JOURNAL = settings.SQLITE_JOURNAL if connection.vendor == "sqlite" else connection.vendor


def test_health_is_told_to_anybody_for_one_question(client, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"ok": True, "journal": JOURNAL})
    assert response.headers["Cache-Control"] == "no-store"


def test_health_is_503_where_the_database_does_not_answer(client):
    def broken(*args):
        raise OperationalError("disk I/O error in a secret place")

    with connection.execute_wrapper(broken):
        response = client.get("/healthz")
    assert (response.status_code, response.json()) == (503, {"ok": False, "journal": JOURNAL})


@pytest.mark.parametrize(("method", "status"), [("head", 200), ("post", 405), ("put", 405), ("delete", 405)])
def test_health_is_only_read(client, method, status):
    assert getattr(client, method)("/healthz").status_code == status
