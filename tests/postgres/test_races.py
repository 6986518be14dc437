"""What SQLite's one lock hides: acts at the same moment under the locks of different chains."""

from __future__ import annotations

import threading
import time
from binascii import unhexlify
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django_otp.oath import TOTP

from reviews import desk, exclusions, intake, ledger, opinions, people, seating, second_step, witness
from reviews.core.refusals import Excluded, KeyReused, Malformed, NoSeat, Refused
from reviews.models import Chain, Entry, Pack, Seat, User
from tests import builders
from tests.builders import ask, chip
from tests.core import builders as files

pytestmark = pytest.mark.usefixtures("emptying")


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each gave, its refusal where it was refused; begun together, each on a connection of its own."""
    start, found = threading.Barrier(len(acts)), [None] * len(acts)

    def run(n: int) -> None:
        start.wait()
        try:
            found[n] = acts[n]()
        except Refused as refusal:
            found[n] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[n]) for n in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def while_held(first: Callable[[], Any], second: Callable[[], Any], last: Callable[[], Any] = list) -> Any:
    """What `second` gave, or its refusal: begun while the transaction of `first` is open, which ends after `last`."""
    held, go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            first()
            held.set()
            go.wait(60)
            last()
        connection.close()

    def come() -> Any:
        held.wait(60)
        threading.Timer(0.3, go.set).start()
        return second()

    holding = threading.Thread(target=hold)
    holding.start()
    (found,) = at_once(come)
    holding.join()
    return found


def pack_named(slug: str, **more: Any) -> Pack:
    return builders.loaded(slug=slug, **more)


def test_one_key_in_two_packs_at_once_is_one_entry():
    packs, jo = [pack_named("bread"), pack_named("cheese")], builders.judge()
    builders.seated(jo)
    for n in range(3):
        asked = [(pack, chip(pack, n).cid, ask(jo, chip(pack, n), "no", f"same-key-{n}")) for pack in packs]
        shas = [desk.Ask(a.judge, a.version, a.key, f"{pack.slug}{n}", a.why) for pack, _, a in asked]
        done = at_once(
            *(lambda p=p, c=c, a=a: desk.hold(p, c, a) for (p, c, _), a in zip(asked, shas, strict=True))
        )
        assert sorted(type(one).__name__ for one in done) == ["Done", "KeyReused"]
        assert Entry.objects.filter(key=f"same-key-{n}").count() == 1
    assert [witness.of(pack).faults for pack in packs] == [(), ()]


def test_a_seat_over_the_desk_is_vacated_before_or_after_a_decision_never_beside_it():
    pack, jo, ada = pack_named("bread"), builders.judge(), builders.admin()
    for n in range(3):
        seat = builders.seated(jo)
        asked = ask(jo, chip(pack, n), "no")
        done, gone = at_once(
            lambda n=n, asked=asked: desk.hold(pack, chip(pack, n).cid, asked),
            lambda seat=seat: seating.vacate(seat, by=ada, why="leaves"),
        )
        assert gone.act == "vacate"
        if isinstance(done, NoSeat):
            continue
        assert done.entry.utc <= gone.utc


def test_a_decision_waits_for_the_vacating_that_came_first():
    pack, jo = pack_named("bread"), builders.judge()
    seat = builders.seated(jo)
    done = while_held(
        lambda: Seat.objects.filter(pk=seat.pk).update(vacated_at="2026-01-01T00:00:00Z"),
        lambda: desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), "no")),
    )
    assert isinstance(done, NoSeat)


@pytest.mark.parametrize("place", ["pack", "series"])
def test_a_decision_waits_for_the_exclusion_that_came_first(place):
    pack, jo = pack_named("bread", series=["Bread"]), builders.judge()
    builders.seated(jo)
    where: dict[str, Any] = {"pack": pack} if place == "pack" else {"series": "Bread"}
    done = while_held(
        lambda: exclusions.exclude(jo, **where, by=None, why="wrote the article"),
        lambda: desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), "no")),
    )
    assert (type(done), Entry.objects.filter(act="hold").count()) == (Excluded, 0)


def test_an_exclusion_from_a_series_waits_for_the_decision_that_came_first():
    pack, jo = pack_named("bread", series=["Bread"]), builders.judge()
    builders.seated(jo)
    told: list[str] = []

    def exclude() -> None:
        exclusions.exclude(jo, series="Bread", by=None, why="wrote the article")
        told.append("excluded")

    while_held(
        lambda: desk.hold(pack, chip(pack).cid, ask(jo, chip(pack), "no")),
        exclude,
        last=lambda: told.append("decided"),
    )
    assert told == ["decided", "excluded"]


def test_a_rule_for_a_series_misses_no_pack_that_is_being_loaded():
    builders.seated(builders.judge())
    while_held(
        lambda: pack_named("bread", series=["Bread"]),
        lambda: opinions.set_series_rule("Bread", "every", by=None),
    )
    assert Pack.objects.get().second == "every"


def test_two_first_opinions_at_once_are_a_first_and_a_second():
    pack = pack_named("bread")
    opinions.set_rule(pack, "every", by=None)
    judges = [builders.judge(name) for name in ("jo", "kim")]
    for judge in judges:
        builders.seated(judge)
    asked = chip(pack)
    at_once(*(lambda judge=judge: desk.hold(pack, asked.cid, ask(judge, asked, "no")) for judge in judges))
    acts = Entry.objects.filter(chip=asked).order_by("seq").values_list("act", flat=True)
    assert (list(acts), chip(pack).status) == (["opinion", "hold"], "held")
    assert witness.of(Pack.objects.get()).faults == ()


def test_two_first_seats_over_the_desk_found_one_chain():
    names = [builders.judge(f"judge-{n}") for n in range(4)]
    done = at_once(*(lambda name=name: builders.seated(name) for name in names))
    assert [type(one) for one in done] == [Seat] * 4
    assert (Chain.objects.get(pack=None).size, witness.of(None).faults) == (5, ())


def test_loads_that_share_words_do_not_deadlock():
    rows = [files.chip(f"question {n}?", f"answer {n}") for n in range(200)]
    raws = [files.raw(files.pack(slug=f"pack-{n}", chips=rows[:: 1 if n % 2 else -1])) for n in range(4)]
    done = at_once(*(lambda raw=raw: intake.load(raw, by=None) for raw in raws))
    assert [one.is_new for one in done] == [True] * 4


def test_the_same_pack_loaded_twice_at_once_is_one_pack():
    raw = files.raw(files.pack())
    done = at_once(*(lambda: intake.load(raw, by=None) for _ in range(4)))
    assert sorted(one.is_new for one in done) == [False, False, False, True]
    assert Pack.objects.count() == 1


def test_a_repeated_request_at_once_is_one_entry():
    pack, jo = pack_named("bread"), builders.judge()
    builders.seated(jo)
    asked = ask(jo, chip(pack), "no", "once-and-for-all")
    done = at_once(*(lambda: desk.hold(pack, chip(pack).cid, asked) for _ in range(4)))
    assert sorted(one.is_repeat for one in done) == [False, True, True, True]
    assert not any(isinstance(one, KeyReused) for one in done)


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_a_code_given_twice_at_once_opens_once(kind):
    jo = builders.judge()
    second_step.begin(jo)
    app = second_step.begun(jo)
    assert app is not None
    totp = TOTP(unhexlify(app.key))
    totp.time = time.time()
    found = second_step.confirm(jo, f"{totp.token():06d}")
    assert found is not None
    totp.time += 30
    code = f"{totp.token():06d}" if kind == "app" else found[1][0]
    opened = at_once(*[lambda: second_step.verify(jo, code)] * 4)
    assert sum(one is not None for one in opened) == 1


def test_a_name_waits_for_one_like_it_that_is_being_made():
    builders.admin()
    done = while_held(
        lambda: people.add_user("paula", is_admin=False, may_judge=True),
        lambda: people.add_user("pau1a", is_admin=False, may_judge=True),
    )
    assert (type(done), User.objects.count()) == (Malformed, 2)


def test_two_admins_deactivate_each_other_and_one_stays():
    for n in range(3):
        ada, bea = builders.admin(f"ada{n}"), builders.admin(f"bea{n}")
        done = at_once(
            lambda ada=ada, bea=bea: people.deactivate(bea, by=ada),
            lambda ada=ada, bea=bea: people.deactivate(ada, by=bea),
        )
        assert sorted(type(one).__name__ for one in done) == ["NoSeat", "NoneType"]


def test_an_admin_who_lost_the_role_while_waiting_for_the_lock_does_nothing():
    pack, jo, ada = pack_named("bread"), builders.judge(), builders.admin()
    done = while_held(
        lambda: ledger.lock(pack),
        lambda: seating.seat(jo, pack, by=ada),
        last=lambda: User.objects.filter(pk=ada.pk).update(is_staff=False),
    )
    assert (type(done), Seat.objects.count()) == (NoSeat, 0)
