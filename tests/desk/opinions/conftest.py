"""A pack of which every chip asks two judges, an admin, and four who may give an opinion."""

from __future__ import annotations

import pytest

from reviews import opinions
from reviews.models import Pack
from tests import builders


@pytest.fixture
def ada(db):
    return builders.admin()


@pytest.fixture
def pack(ada) -> Pack:
    made = builders.loaded()
    opinions.set_rule(made, "every", by=ada)
    return made


@pytest.fixture
def three(pack):
    people = [builders.judge(name) for name in ("jo", "kim", "lea")]
    for one in people:
        builders.seated(one)
    return people


@pytest.fixture
def mia(pack):
    return builders.seated_judge("mia")
