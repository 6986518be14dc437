"""Hand-edits sent back and forth: what a browser does to line ends changes nothing, and no way round makes a broken ledger."""

from __future__ import annotations

import pytest

from reviews import desk, release, seating, witness
from reviews.core.refusals import ActRefused, Malformed
from reviews.models import Chip, Entry, Seat
from tests import builders
from tests.builders import ask, chip, wording
from tests.core import builders as files

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."
Q, A = "how often is\r\na starter fed?", "Once a day,\ror once a week\r\nif it is kept in the refrigerator."
SENT_Q, SENT_A = Q.replace("\r\n", "\n"), A.replace("\r\n", "\n").replace("\r", "\n")


@pytest.fixture
def jo(db):
    return builders.seated_judge()


@pytest.fixture
def pack(db):
    return builders.loaded()


@pytest.fixture
def crlf(db):
    return builders.loaded(chips=[files.chip(Q, A)])


def edit(pack, jo, q: str, a: str, *cites: str):
    return desk.hand_edit(pack, chip(pack).cid, ask(jo, chip(pack), why="plainer"), wording(q, a, *cites))


def published(pack, jo) -> Chip:
    desk.publish(pack, chip(pack).cid, ask(jo, chip(pack)), desk.Quoted(WORDS))
    return chip(pack)


def test_save_and_publish_of_a_published_chip_without_a_change_is_refused(pack, jo):
    row = published(pack, jo)
    with pytest.raises(ActRefused):
        desk.edit_and_publish(
            pack, row.cid, ask(jo, row, why="again"), wording(row.q, row.a, *row.cites), desk.Quoted(WORDS)
        )
    assert Entry.objects.filter(act="publish").count() == 1
    assert witness.of(pack).faults == ()


def test_save_and_publish_of_a_published_chip_with_new_words_makes_two_entries(pack, jo):
    row = published(pack, jo)
    new = wording("how often does one feed a starter?", row.a, *row.cites)
    desk.edit_and_publish(pack, row.cid, ask(jo, row, why="plainer"), new, desk.Quoted(WORDS))
    assert (chip(pack).status, chip(pack).version) == ("published", 4)
    assert witness.of(pack).faults == ()


def test_an_edit_of_the_answer_leaves_the_line_ends_of_the_question(crlf, jo):
    edit(crlf, jo, SENT_Q, "Once a day.", "feeding")
    assert (chip(crlf).q, chip(crlf).a) == (Q, "Once a day.")


def test_an_edit_of_the_question_leaves_the_line_ends_of_the_answer(crlf, jo):
    edit(crlf, jo, "how often does one feed it?", SENT_A, "feeding")
    assert (chip(crlf).q, chip(crlf).a) == ("how often does one feed it?", A)


def test_an_edit_back_to_the_writers_words_is_the_writers_to_the_letter(crlf, jo):
    edit(crlf, jo, "how often does one feed it?", "Once a day.", "feeding")
    edit(crlf, jo, SENT_Q, SENT_A, "feeding")
    assert not chip(crlf).is_rewritten
    assert witness.of(crlf).faults == ()


@pytest.mark.parametrize(
    "other", ["Once\u00a0a day.", "Once a da\u0301y.", "Once a d\u00e1y.", "Once\u2028a day.", "Once a day. "]
)
def test_what_only_looks_the_same_is_a_change(pack, jo, other):
    edit(pack, jo, chip(pack).q, "Once a day.", "feeding")
    assert edit(pack, jo, chip(pack).q, other, "feeding") is not None
    assert chip(pack).a == other


def test_a_hundred_edits_to_and_fro_end_at_the_writers_words(pack, jo):
    row = chip(pack)
    for n in range(50):
        edit(pack, jo, f"how often is a starter fed, number {n}?", row.a, "heating")
        edit(pack, jo, row.q, row.a, *row.cites)
    assert (chip(pack).is_rewritten, chip(pack).version, pack.n_rewritten) == (False, 101, 0)
    assert witness.of(pack).faults == ()


UNSEEN = ("\u200b", "\u202e\u202c", "\ufeff \u2060", "\u00ad\n\t", "\U000e0041")


@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_reason_that_nobody_can_see_is_none(pack, jo, unseen):
    with pytest.raises(Malformed):
        desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), why=unseen))
    assert chip(pack).status == "waiting"


@pytest.mark.parametrize("unseen", UNSEEN)
@pytest.mark.parametrize("field", ["q", "a"])
def test_words_that_nobody_can_see_are_none(pack, jo, field, unseen):
    words = {"q": chip(pack).q, "a": chip(pack).a, field: unseen}
    with pytest.raises(Malformed):
        edit(pack, jo, words["q"], words["a"], "feeding")
    assert Entry.objects.filter(act="hand-edit").count() == 0


@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_seat_is_vacated_and_a_pack_reopened_for_a_reason_that_can_be_seen(pack, jo, unseen):
    ada = builders.admin()
    for act in (
        lambda: seating.vacate(Seat.objects.get(user=jo), by=ada, why=unseen),
        lambda: release.reopen(pack, by=ada, why=unseen),
    ):
        with pytest.raises(Malformed):
            act()
