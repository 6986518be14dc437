"""What an address may carry: whatever stands in any of its names, the page says something, over either database."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.urls import reverse

from tests.access import world
from tests.access.world import World

pytestmark = pytest.mark.django_db
APP = Path(__file__).resolve().parents[2] / "reviews"
ODD = ["\0", "a\0b", "\u202e", "\ufeff", "٣", "1e9", "-1", "9" * 25, "%00", "'\"<", "x" * 2000, "\r\n"]


def asked_for() -> list[str]:
    """Every name that a view or form takes out of something by `get("name")` or `["name"]`."""
    names = set()
    for path in [*(APP / "views").glob("*.py"), *(APP / "forms").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            args = (
                node.args
                if isinstance(node, ast.Call)
                else [node.slice]
                if isinstance(node, ast.Subscript)
                else []
            )
            names |= {
                one.value for one in args if isinstance(one, ast.Constant) and isinstance(one.value, str)
            }
    return sorted(name for name in names if name.isidentifier() and name.islower())


@pytest.fixture
def made() -> World:
    return world.build()


def test_the_names_are_found():
    assert {"chip", "who", "from", "before", "status", "findings", "ratified", "q"} <= set(asked_for())


@pytest.mark.parametrize("odd", ODD)
def test_no_name_of_an_address_breaks_a_page(made, odd):
    """All names at once where that can be, and each of a chip's and a pack's alone: one may hide another."""
    client, every = made.clients["admin"], dict.fromkeys(asked_for(), odd)
    client.raise_request_exception = False
    alone = [
        {name: odd}
        for name in ("chip", "findings", "status", "show", "gate", "who", "take", "recite", "also", "done")
    ]
    found = []
    for name, rule in world.RULES.items():
        if not rule.read or rule.before is not world.Rule.before:
            continue
        url = reverse(name, kwargs=rule.path(made))
        found += [(name, sent, client.get(url, sent).status_code) for sent in [every, *alone]]
    assert [one for one in found if one[2] >= 500] == []
