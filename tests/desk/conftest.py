"""What most tests of the desk begin with: a loaded pack, its judge, and the judge's browser."""

from __future__ import annotations

import pytest
from django.test import Client

from reviews.models import Pack, User
from tests import builders


@pytest.fixture
def pack(db) -> Pack:
    return builders.loaded()


@pytest.fixture
def jo(pack: Pack) -> User:
    return builders.seated_judge()


@pytest.fixture
def client(jo: User) -> Client:
    client = Client()
    client.force_login(jo)
    return client
