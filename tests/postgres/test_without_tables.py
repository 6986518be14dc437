"""A command at a database in which nothing was migrated yet says so in one line, with what to do."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from reviews.unusable import in_one_line

pytestmark = pytest.mark.django_db


def test_the_place_in_a_statement_of_ours_is_not_told():
    with pytest.raises(ProgrammingError) as told, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM nowhere")
    assert in_one_line(told.value) == 'relation "nowhere" does not exist'
