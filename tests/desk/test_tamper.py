"""With the triggers taken off, rows altered by hand: page, command and export each name what was altered."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from reviews import desk, release, triggers, witness
from reviews.core.refusals import DoesNotAddUp
from reviews.models import Chip, Entry
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack():
    pack = builders.loaded()
    jo = builders.seated_judge()
    for n in range(3):
        desk.hold(pack, chip(pack, n).cid, ask(jo, chip(pack, n), why="not carried"))
    triggers.lift(connection)
    assert witness.of(pack).holds  # what was read is kept, and must not hide what is altered after it
    yield pack
    triggers.install(connection)


def alter_chip(pack) -> str:
    row = chip(pack, 1)
    Chip.objects.filter(pk=row.pk).update(a="Words that nobody decided about.")
    return row.cid


def alter_entry(pack) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE reviews_entry SET body = replace(body, 'not carried', 'carried') WHERE seq = 4"
        )
    return "entry 4"


@pytest.fixture(params=[alter_chip, alter_entry])
def named(request, pack) -> str:
    return request.param(pack)


def test_an_untouched_desk_holds(pack):
    assert witness.of(pack).faults == ()


@pytest.mark.parametrize("address", ["", "ledger/"])
def test_the_page_names_it(pack, named, address):
    client = Client()
    client.force_login(builders.reader())
    shown = client.get(f"/packs/{pack.slug}/{address}").content.decode()
    assert named in shown


def test_the_command_names_it(pack, named, capsys):
    with pytest.raises((CommandError, SystemExit)) as failure:
        call_command("verify_ledger")
    told = capsys.readouterr()
    assert named in told.out + told.err + str(failure.value)


def test_the_export_is_refused_and_names_it(pack, named):
    with pytest.raises(DoesNotAddUp, match=named):
        release.exported(pack)
    with pytest.raises(DoesNotAddUp, match=named):
        release.ratify(pack, by=builders.admin())


CHANGES = {
    "a state": "UPDATE reviews_chip SET status = 'published' WHERE position = 0",
    "a version": "UPDATE reviews_chip SET version = 7 WHERE position = 0",
    "the writer's words": "UPDATE reviews_chip SET writer_a = 'x' WHERE position = 0",
    "a quote": "UPDATE reviews_chip SET quote = 'x', quote_cite = 'feeding' WHERE position = 0",
    "cites": "UPDATE reviews_chip SET cites = '[]' WHERE position = 0",
    "a count": "UPDATE reviews_pack SET n_held = n_held + 1",
    "a written count": "UPDATE reviews_pack SET n_written = n_written + 1",
    "ratified": "UPDATE reviews_pack SET ratified_seq = 3",
    "a digest": "UPDATE reviews_section SET digest = 'x' WHERE digest IS NOT NULL",
    "a struck bullet": "UPDATE reviews_bullet SET is_struck = TRUE",
    "words": "UPDATE reviews_words SET text = 'x'",
    "words gone": "DELETE FROM reviews_words",
    "the file": "UPDATE reviews_packfile SET raw = substr(raw, 2)",
    "an entry's filing": "UPDATE reviews_entry SET act = 'drop' WHERE seq = 4",
    "the chain's head": "UPDATE reviews_chain SET head = '00' WHERE pack_id IS NOT NULL",
    "a cut tail": "DELETE FROM reviews_entry WHERE seq = 4",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_behind_the_desk_is_seen(pack, statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)
    pack.refresh_from_db()
    assert witness.of(pack).faults != ()


def test_one_more_entry_linked_by_hand_is_seen(pack):
    last = Entry.objects.filter(chain__pack=pack).latest("seq")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE reviews_entry SET hash = %s WHERE id = %s", ["f" * 64, last.pk])
    assert str(last.seq) in witness.of(pack).faults[0]
