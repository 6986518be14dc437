"""What was loaded before a rule of the format was set is judged, closed and let out as before; nothing new is against it."""

from __future__ import annotations

import json

import pytest

from reviews import desk, intake, release
from reviews.core import check, verify
from reviews.core import pack as packs
from reviews.core.faults import PackError
from reviews.models import Pack
from tests import builders
from tests.core import builders as files

pytestmark = pytest.mark.django_db


def over() -> bytes:
    """A chip that cites more than a chip may by now, and more series than a pack may name."""
    data = files.pack(series=[*(f"series {n}" for n in range(50)), "one\ntwo"])
    data["chips"][0]["cites"] = ["feeding"] * 101
    return files.raw(data)


@pytest.fixture
def pack(db, monkeypatch) -> Pack:
    """Loaded as an earlier release did, which did not ask how many there are."""
    sound = check.Report(faults=(), pack=packs.read(over(), is_here=True))
    with monkeypatch.context() as earlier:
        earlier.setattr(intake, "checked", lambda raw, article: sound)
        return intake.load(over(), by=None).pack


def test_it_is_decided_ratified_and_exported(pack):
    jo, ada = builders.judge(), builders.admin()
    builders.seated(jo)
    for chip in pack.chips.order_by("position"):
        desk.hold(pack, chip.cid, builders.ask(jo, chip, why="not carried"))
    release.ratify(pack, by=ada)
    made = release.exported(pack)
    assert len(json.loads(made.raw)["chips"][0]["cites"]) == 101
    assert verify.verify(made.raw, made.ledger.splitlines(keepends=True)).faults == ()


def test_the_same_bytes_again_are_no_new_pack(pack):
    assert intake.load(over(), by=None) == intake.Loaded(pack, is_new=False)


def test_a_new_pack_like_it_is_refused():
    with pytest.raises(PackError) as refused:
        intake.load(over(), by=None)
    assert [(fault.path, fault.code) for fault in refused.value.faults] == [
        ("/chips/0/cites", "length"),
        ("/series", "length"),
        ("/series/50", "form"),
    ]
