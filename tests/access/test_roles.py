"""A role is asked for at the moment of the act: whoever lost it while they waited for a lock, or with a page open, does nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from reviews import desk, exclusions, intake, opinions, people, release, seating, second_step
from reviews.core.refusals import ActRefused, NoSeat
from reviews.models import Entry, User
from tests import builders
from tests.access import world
from tests.access.world import World
from tests.core import builders as files

pytestmark = pytest.mark.django_db
ACTS: dict[str, Callable[[World, User], Any]] = {
    "load": lambda w, by: intake.load(files.raw(files.pack(slug="a-third-pack")), by=by),
    "attach": lambda w, by: intake.attach(w.pack, world.CHANGED, by=by),
    "seat": lambda w, by: seating.seat(w.users["elsewhere"], w.pack, by=by),
    "vacate": lambda w, by: seating.vacate(w.seat, by=by, why="over"),
    "exclude": lambda w, by: exclusions.exclude(w.users["seated"], pack=w.pack, by=by, why="wrote it"),
    "readmit": lambda w, by: exclusions.readmit(w.exclusion, by=by, why="did not"),
    "rule": lambda w, by: opinions.set_rule(w.pack, "every", by=by),
    "rule of a series": lambda w, by: opinions.set_series_rule("bread", "every", by=by),
    "ratify": lambda w, by: release.ratify(w.pack, by=by),
    "reopen": lambda w, by: release.reopen(w.pack, by=by, why="a mistake"),
    "hold again": lambda w, by: desk.rehold(w.pack, "0" * 64, builders.ask(by, 1)),
    "make": lambda w, by: people.add_user("lou", is_admin=True, may_judge=False, by=by),
    "give a role": lambda w, by: people.set_role(w.users["reader"], is_admin=True, may_judge=False, by=by),
    "deactivate": lambda w, by: people.deactivate(w.users["reader"], by=by),
    "reactivate": lambda w, by: people.reactivate(w.users["deactivated"], by=by),
    "renew a password": lambda w, by: people.renew_password(w.users["reader"], by=by),
    "take a second step": lambda w, by: second_step.remove(w.users["reader"], by=by),
}


@pytest.mark.parametrize("lost", [{"is_staff": False}, {"is_active": False}], ids=["demoted", "deactivated"])
@pytest.mark.parametrize("act", ACTS)
def test_an_admin_who_is_none_any_more_does_nothing(act, lost):
    """`by` is who was logged in when the request came: what became of them since stands in the table alone."""
    made = world.build()
    by, before = made.users["admin"], (Entry.objects.count(), User.objects.count())
    User.objects.filter(pk=by.pk).update(**lost)
    with pytest.raises(NoSeat):
        ACTS[act](made, by)
    assert (Entry.objects.count(), User.objects.count()) == before


def test_two_admins_do_not_take_the_role_from_each_other():
    ada, bea = builders.admin("ada"), builders.admin("bea")
    people.set_role(bea, is_admin=False, may_judge=False, by=ada)
    with pytest.raises(NoSeat):
        people.set_role(ada, is_admin=False, may_judge=False, by=User(pk=bea.pk, is_staff=True))


def test_a_log_in_does_not_wake_up_with_the_account():
    """A tab that goes on asking would have kept it from idling out."""
    made = world.build()
    admin, reader = made.clients["admin"], made.clients["reader"]
    at = f"/users/{made.users['reader'].pk}/"
    for do in ("deactivate", "reactivate"):
        reader.get("/")
        assert admin.post(at, {"do": do}).status_code == 303
    assert reader.get("/").status_code == 302


def test_an_admins_own_password_is_changed_with_the_old_one_alone():
    """Whoever finds an open page of theirs does not get to know a new one."""
    made = world.build()
    admin, at = made.users["admin"], f"/users/{made.users['admin'].pk}/"
    answer = made.clients["admin"].post(at, {"do": "password"})
    fresh = User.objects.get(pk=admin.pk)
    assert (answer.status_code, fresh.password, 'value="password"' in answer.content.decode()) == (
        409, admin.password, False,
    )  # fmt: skip
    with pytest.raises(ActRefused):
        people.renew_password(admin, by=admin)
