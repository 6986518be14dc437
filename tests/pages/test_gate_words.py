"""No page shows a gate by the name that files and ledgers have for it: people read words."""

from __future__ import annotations

import re
from html import unescape

import pytest

from reviews import desk
from reviews.core.gates import GATES
from reviews.publishing import Quoted
from reviews.templatetags.gate_tags import gate, gates
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
HOT = "It is heated to 260 °C for 45 minutes, says Marrowgate, with the pot inside."
BARE = "we feed it once a day, obviously, at 13; write to cook@example.org, you must!"
RAW = re.compile("|".join(name for name, _ in GATES if "_" in name))
ADDRESSES = (
    "", "?gate=new_noun", "?gate=bare_figure", "?drops=bullet:new_noun", "desk/", "desk/?edit=1", "desk/?show=new_noun",
    "desk/?show=house_voice", "ledger/", "ledger/?kind=any", "article/", "release/",
)  # fmt: skip


@pytest.fixture
def reader(client):
    client.force_login(builders.admin())
    return client


@pytest.fixture
def pack():
    """Two chips, on which many gates speak; one was published over what they hold."""
    pack = builders.loaded(
        chips=[
            builders.files.chip("how hot is the oven?", HOT, ["heating"]),
            builders.files.chip("When is it fed?!", BARE, ["feeding"]),
        ]
    )
    one = chip(pack)
    jo = builders.seated_judge()
    desk.publish(pack, one.cid, ask(jo, one, why="seen"), Quoted(), ("new_noun", "figure", "quote"))
    return pack


def read(page: bytes) -> str:
    """What a page shows: its text, without what its tags carry for programs."""
    return unescape(re.sub(r"<[^>]*>", " ", page.decode()))


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_shows_gates_in_words(reader, pack, address):
    shown = read(reader.get(f"/packs/{pack.slug}/{address}").content)
    assert RAW.findall(shown) == []


def test_a_report_shows_gates_in_words(reader, pack):
    assert RAW.findall(read(reader.get("/reports/").content)) == []


def test_every_gate_has_words_of_its_own():
    assert len({gate(name) for name, _ in GATES}) == len(GATES)


def test_several_gates_stand_with_commas_between():
    assert gates(["new_noun", "figure"]) == "new name, figure"
