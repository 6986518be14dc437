"""What PostgreSQL says where it cannot be used: a standby, a right that is missing, a table that is not there yet."""

from __future__ import annotations

import pytest
from django.db import Error, connection, transaction

from reviews.unusable import is_unusable
from tests import builders
from tests.pages import entered, read

pytestmark = pytest.mark.django_db


def run(*queries: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for query in queries:
            cursor.execute(query)


@pytest.mark.parametrize(
    ("queries", "is_the_database"),
    [
        (["SET LOCAL transaction_read_only = on", "UPDATE reviews_chain SET size = size"], True),
        (["SET LOCAL statement_timeout = 1", "SELECT pg_sleep(60)"], True),
        (["SET LOCAL ROLE pg_monitor", "SELECT * FROM reviews_chain"], True),
        (["SELECT * FROM reviews_of_another_version"], True),
        (["SELECT 1 / 0"], False),
        (["SELECT nothing"], False),
        (["INSERT INTO reviews_words (sha) VALUES (NULL)"], False),
    ],
)
def test_an_error_of_postgresql_is_of_the_database_or_of_ours(queries, is_the_database):
    with pytest.raises(Error) as told:
        run(*queries)
    assert is_unusable(told.value) is is_the_database


def test_a_standby_shows_pages_and_answers_an_act_503_with_the_words():
    client = entered(builders.judge())
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL transaction_read_only = on")
        page, act = client.get("/"), client.post("/account/", {"why": "typed words"})
        transaction.set_rollback(True)
    assert (page.status_code, act.status_code, act.headers["Retry-After"]) == (200, 503, "5")
    assert "typed words" in read(act).words
