"""Conflicts of interest: whoever is excluded decides nothing there, from the next request on, and the ledger says why."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from reviews import desk, exclusions, intake, ledger, release, seating, strikes, witness
from reviews.core.refusals import ActRefused, Excluded, KeyReused, Malformed, NoSeat
from reviews.models import Chain, Chip, Entry, Exclusion, Pack, Seat, User
from tests import builders
from tests.builders import ask, chip
from tests.core import builders as files

pytestmark = pytest.mark.django_db
WHY = "wrote the article"


@pytest.fixture
def pack() -> Pack:
    return builders.loaded(series=["Bread", "Night shift"])


@pytest.fixture
def jo(pack: Pack) -> User:
    return builders.seated_judge()


def body_of(entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(entry.body)
    return found


def hold(pack: Pack, judge: User, n: int = 0) -> desk.Done:
    return desk.hold(pack, chip(pack, n).cid, ask(judge, chip(pack, n), why="later"))


ACTS: dict[str, Callable[[Pack, User], object]] = {
    "publish": lambda pack, jo: desk.publish(
        pack, chip(pack).cid, ask(jo, chip(pack)), desk.Quoted("Feed the starter once a day", "feeding")
    ),
    "hold": hold,
    "drop": lambda pack, jo: desk.drop(pack, chip(pack).cid, ask(jo, chip(pack), why="wrong")),
    "hand-edit": lambda pack, jo: desk.hand_edit(
        pack, chip(pack).cid, ask(jo, chip(pack), why="plainer"), builders.wording("how?", "So.", "feeding")
    ),
    "edit and publish": lambda pack, jo: desk.edit_and_publish(
        pack,
        chip(pack).cid,
        ask(jo, chip(pack), why="plainer"),
        builders.wording("how?", "So.", "feeding"),
        desk.Quoted("Feed the starter once a day", "feeding"),
    ),
    "undo": lambda pack, jo: desk.undo(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1))),
    "strike": lambda pack, jo: strikes.strike(pack, "digest", "feeding", ask(jo, 1, why="wrong")),
    "undo of a strike": lambda pack, jo: strikes.undo_strike(
        pack, "bullet", pack.bullets.get().text_sha, ask(jo, 2)
    ),
}


@pytest.mark.parametrize("place", [{"series": "Bread"}, {}], ids=["series", "pack"])
@pytest.mark.parametrize("act", ACTS)
def test_every_act_of_an_excluded_judge_is_refused_with_the_reason(pack, jo, act, place):
    hold(pack, jo, 1)
    strikes.strike(pack, "bullet", pack.bullets.get().text_sha, ask(jo, 1, why="wrong"))
    exclusions.exclude(jo, **(place or {"pack": pack}), by=None, why=WHY)
    before = Entry.objects.count(), list(Chip.objects.values())
    with pytest.raises(Excluded, match=r"You are excluded from .* The reason: wrote the article"):
        ACTS[act](pack, jo)
    assert (Entry.objects.count(), list(Chip.objects.values())) == before


def test_the_packs_own_ledger_tells_who_was_excluded_by_whom_and_why(pack, jo):
    ada = builders.admin()
    row = exclusions.exclude(jo, pack=pack, by=ada, why=f"  {WHY} ")
    body = body_of(Entry.objects.get(chain__pack=pack, act="exclude"))
    told = {name: body[name] for name in ("actor", "judge", "exclusion_id", "why", "seat")}
    assert told == {"actor": ada.actor, "judge": jo.actor, "exclusion_id": row.pk, "why": WHY, "seat": None}


def test_the_desks_ledger_tells_of_a_series(pack, jo):
    exclusions.exclude(jo, series="Bread", by=None, why=WHY)
    entry = Entry.objects.get(act="exclude")
    assert (entry.chain.pack, body_of(entry)["series"]) == (None, "Bread")


def test_it_stands_on_every_pack_of_the_series_and_on_no_other(pack, jo):
    exclusions.exclude(jo, series="Bread", by=None, why=WHY)
    later = builders.loaded(slug="later", series=["Bread"])
    other = builders.loaded(slug="other", series=["Bread rolls"])
    assert [exclusions.of(jo, one) is not None for one in (pack, later, other)] == [True, True, False]


def test_others_go_on_deciding(pack, jo):
    kim = builders.seated_judge("kim")
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    assert hold(pack, kim).entry.act == "hold"


def test_what_was_decided_before_stands(pack, jo):
    hold(pack, jo)
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    assert (chip(pack).status, witness.of(pack).faults) == ("held", ())


def test_a_repeated_request_is_told_what_it_was_told_before(pack, jo):
    asked = ask(jo, chip(pack), why="later", key="the-same-key")
    first = desk.hold(pack, chip(pack).cid, asked)
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    again = desk.hold(pack, chip(pack).cid, asked)
    assert (again.is_repeat, again.entry) == (True, first.entry)


def test_who_is_readmitted_decides_again(pack, jo):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    exclusions.readmit(row, by=None, why="it was somebody else")
    assert hold(pack, jo).entry.act == "hold"
    assert [body_of(e)["exclusion_id"] for e in Entry.objects.filter(act="readmit")] == [row.pk]


def test_nobody_is_readmitted_twice(pack, jo):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    exclusions.readmit(row, by=None, why="a slip")
    with pytest.raises(ActRefused, match="ended already"):
        exclusions.readmit(row, by=None, why="a slip")


def test_nobody_is_excluded_twice_from_one_place(pack, jo):
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    with pytest.raises(ActRefused, match="jo is excluded there already"):
        exclusions.exclude(jo, pack=pack, by=None, why="wrote the pack")
    exclusions.exclude(jo, series="Bread", by=None, why=WHY)
    assert Exclusion.objects.standing().count() == 2


@pytest.mark.parametrize("why", ["", "  ", "\u200b"])
def test_both_acts_need_a_reason(pack, jo, why):
    row = exclusions.exclude(jo, series="Bread", by=None, why=WHY)
    for act in (
        lambda: exclusions.exclude(jo, pack=pack, by=None, why=why),
        lambda: exclusions.readmit(row, by=None, why=why),
    ):
        with pytest.raises(Malformed):
            act()
    assert list(Exclusion.objects.standing()) == [row]


@pytest.mark.parametrize("why", ["x" * 201, "two\nlines", "\u202eevil"])
def test_a_reason_is_one_that_can_be_shown_in_a_sentence(pack, jo, why):
    with pytest.raises(Malformed, match="at most 200 printable characters"):
        exclusions.exclude(jo, pack=pack, by=None, why=why)


@pytest.mark.parametrize("series", ["", "Bre", "bread", "Bread\nNight shift", "\n", "%"])
def test_a_series_is_one_that_a_pack_here_has(pack, jo, series):
    with pytest.raises(Malformed):
        exclusions.exclude(jo, series=series, by=None, why=WHY)


def test_a_place_is_a_pack_or_a_series_and_not_both(pack, jo):
    with pytest.raises(Malformed, match="Name one pack, or one series"):
        exclusions.exclude(jo, pack=pack, series="Bread", by=None, why=WHY)


def test_only_an_admin_excludes_and_readmits(pack, jo):
    row = exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    for act in (
        lambda: exclusions.exclude(builders.reader(), pack=pack, by=jo, why=WHY),
        lambda: exclusions.readmit(row, by=jo, why="it is me"),
    ):
        with pytest.raises(NoSeat, match="Only an admin excludes and readmits people"):
            act()


def test_the_same_request_twice_is_one_entry(pack, jo):
    ada = builders.admin()
    sent: dict[str, Any] = {"pack": pack, "by": ada, "why": WHY, "key": "exclude-key-1"}
    rows = [exclusions.exclude(jo, **sent, request_sha="a") for _ in range(2)]
    gone = [exclusions.readmit(rows[0], by=ada, why="a slip", key="readmit-key-1") for _ in range(2)]
    assert (rows[0], gone[0], Entry.objects.filter(act="exclude").count()) == (rows[1], gone[1], 1)
    with pytest.raises(KeyReused):
        exclusions.exclude(jo, **sent, request_sha="b")


def test_somebody_excluded_is_not_seated_on_that_pack(pack):
    kim = builders.judge("kim")
    exclusions.exclude(kim, series="Bread", by=None, why=WHY)
    with pytest.raises(ActRefused, match="kim is excluded from the series “Bread”: wrote the article"):
        seating.seat(kim, pack, by=None)
    assert Seat.objects.filter(user=kim).count() == 0


def test_somebody_excluded_may_be_seated_on_the_whole_desk_and_decides_elsewhere(pack):
    kim, other = builders.judge("kim"), builders.loaded(slug="other")
    exclusions.exclude(kim, series="Bread", by=None, why=WHY)
    builders.seated(kim)
    assert hold(other, kim).entry.act == "hold"
    with pytest.raises(Excluded):
        hold(pack, kim)


def test_an_excluded_admin_neither_ratifies_nor_reopens(pack, jo):
    ada = builders.admin()
    for n in range(3):
        hold(pack, jo, n)
    row = exclusions.exclude(ada, pack=pack, by=None, why="wrote the pack")
    with pytest.raises(Excluded):
        release.ratify(pack, by=ada)
    exclusions.readmit(row, by=None, why="a slip")
    release.ratify(pack, by=ada)
    exclusions.exclude(ada, pack=pack, by=None, why="wrote the pack")
    with pytest.raises(Excluded):
        release.reopen(pack, by=ada, why="once more")
    pack.refresh_from_db()
    assert pack.is_ratified


def test_an_excluded_admin_holds_no_chips_again(pack, jo):
    ada = builders.admin()
    desk.publish(
        pack, chip(pack).cid, ask(jo, chip(pack)), desk.Quoted("Feed the starter once a day", "feeding")
    )
    changed = files.article().replace("Feed the starter once", "Feed the starter twice").encode()
    intake.attach(pack, changed, by=None)
    exclusions.exclude(ada, pack=pack, by=None, why=WHY)
    size = Chain.objects.get(pack=pack).size
    with pytest.raises(Excluded):
        desk.rehold(pack, ledger.sha(changed.decode()), ask(ada, size, why="it changed"))


def test_a_ledger_with_exclusions_is_ratified_exported_and_verified(pack, jo, tmp_path):
    from reviews.core import verify

    exclusions.readmit(exclusions.exclude(jo, pack=pack, by=None, why=WHY), by=None, why="a slip")
    for n in range(3):
        hold(pack, jo, n)
    exclusions.exclude(jo, pack=pack, by=None, why=WHY)
    release.ratify(pack, by=builders.admin())
    made = release.exported(pack)
    paths = [tmp_path / made.name, tmp_path / made.ledger_name]
    for path, raw in zip(paths, (made.raw, made.ledger), strict=True):
        path.write_bytes(raw)
    assert verify.main([str(path) for path in paths]) == 0
