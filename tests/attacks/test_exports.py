"""Exports after acts that no page of ours offers: what leaves the house is what its ledger says, and what a stranger finds."""

from __future__ import annotations

import json

import pytest

from reviews import release
from tests import builders
from tests.attacks import entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack():
    return builders.loaded(chips=[])


@pytest.fixture
def jo(pack):
    return builders.seated_judge()


def test_a_struck_digest_has_its_section_and_no_figure_in_ledger_and_export(pack, jo):
    sent = {"version": 1, "key": "a-key-for-this", "why": "wrong", "figure": "50 g"}
    entered(jo).post(f"/packs/{pack.slug}/sections/feeding/strike/", sent)
    entry = release.ratify(pack, by=builders.admin())
    made = release.exported(pack)
    assert json.loads(made.lines[entry.seq - 1].body)["figure"] is None
    assert "figure" not in json.loads(made.raw)["bench"]["drops"][0]
