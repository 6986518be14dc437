"""W05, W02: every route × actors × methods × page and swap against the table in `world`; a route without a rule fails."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.http import HttpResponse

from tests.access import snapshot
from tests.access.world import ACTORS, OUTSIDE, RULES, SWAP, World, address, expected, routes

pytestmark = pytest.mark.django_db
METHODS = ("GET", "POST", "HEAD", "PUT")
# Words of the packs and of the people that nobody outside may ever see.
INSIDE_WORDS = ("Baking with", "refrigerator", "iron pot", "Desk editor", "vacated", "elsewhere", "ada")


def test_every_route_has_a_rule_and_every_rule_a_route():
    assert sorted(RULES) == routes()


@pytest.mark.parametrize("name", routes())
def test_a_route_answers_as_its_rule_says(world, name):
    """Status as expected; nothing written where nothing is done; whoever is outside learns nothing."""
    wrong = []
    for actor in ACTORS:
        for method in METHODS:
            for is_swap in (False, True):
                wrong += _wrong(world, name, actor, method, is_swap)
    assert wrong == []


def _wrong(world: World, name: str, actor: str, method: str, is_swap: bool) -> list[tuple[object, ...]]:
    rule, case = RULES[name], (actor, method, "swap" if is_swap else "page")
    with transaction.atomic():
        rule.before(world, world.users.get(actor))
        before = snapshot()
        answer = _asked(world, name, actor, method, is_swap)
        told = b"" if answer.streaming else answer.content
        written = [model for model, rows in snapshot().items() if rows != before[model]]
        transaction.set_rollback(True)
    wanted = expected(world, rule, actor, method, is_swap)
    wrong: list[tuple[object, ...]] = []
    if answer.status_code != wanted:
        wrong.append((*case, answer.status_code, "not", wanted))
    if written and not (method == "POST" and actor in rule.act and rule.writes):
        wrong.append((*case, "wrote", written))
    if actor in OUTSIDE and (said := [word for word in INSIDE_WORDS if word in told.decode()]):
        wrong.append((*case, "told", said))
    return wrong


def _asked(world: World, name: str, actor: str, method: str, is_swap: bool) -> HttpResponse:
    client, where = world.clients[actor], address(name, world)
    headers = SWAP if is_swap else {}
    kept = client.cookies.copy()
    if method == "POST":
        answer = client.post(where, dict(RULES[name].sent(world)), headers=headers)
    else:
        answer = getattr(client, method.lower())(where, headers=headers)
    client.cookies = kept  # what a log-out took back with the roll-back
    return answer


@pytest.mark.parametrize(
    "tail", ["?format=json", "?_method=POST", "?format=csv&page=1", ";.css", "/x.js", "%2e.png"]
)
@pytest.mark.parametrize("actor", OUTSIDE)
def test_no_tail_of_an_address_opens_it(world, actor, tail):
    """W05, W24: an address that looks like a file of ours, or asks for another form, is no way in."""
    answers = [world.clients[actor].get(address(name, world) + tail) for name in ("pack", "desk", "export")]
    told = [word for answer in answers for word in INSIDE_WORDS if word in answer.content.decode()]
    assert ({answer.status_code for answer in answers} <= {302, 404}, told) == (True, [])
