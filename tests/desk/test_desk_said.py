"""Who did what to a chip last, and why: at the desk, in the pack's lists, and to whoever came too late with an act."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from reviews import desk, intake, opinions, release
from tests import builders
from tests.builders import ask, chip

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour and 50 g of water."
KEPT = "What you typed is kept in the fields below, and cannot be sent now."


@pytest.fixture
def kim(pack):
    return builders.seated_judge("kim", label="Second desk")


def plain(page: str) -> str:
    """The words of a page, one space between."""
    return " ".join(re.sub("<[^>]*>", "", page).split())


def late(client: Client, pack, act: str = "publish") -> str:
    """An act on the form of the first version, when somebody has decided."""
    one = chip(pack)
    fields = {"version": 1, "key": "key-for-a-form", "quote": WORDS, "why": "mine"}
    answer = client.post(reverse(act, args=[pack.slug, one.cid]), fields)
    assert answer.status_code == 409
    return plain(answer.content.decode().split('role="alert"')[1].split("</div>")[0])


def shown(client: Client, pack, **asked: str) -> str:
    return client.get(reverse("desk", args=[pack.slug]), {"chip": chip(pack).cid, **asked}).content.decode()


def test_a_chip_that_was_dropped_meanwhile_names_who_and_why_and_the_way_back(client, pack, kim):
    desk.drop(pack, chip(pack).cid, ask(kim, why="twice the same"))
    said = late(client, pack)
    assert "What stands: Dropped by kim (Second desk)," in said
    assert f"UTC: “twice the same”. {KEPT} The chip can be brought back: undo the drop, below." in said
    assert "Undo the drop by kim of this chip" in plain(shown(client, pack))


def test_one_that_was_held_meanwhile_takes_the_words_again(client, pack, kim):
    desk.hold(pack, chip(pack).cid, ask(kim, why="unclear"))
    assert late(client, pack).endswith("send them again to act on what stands now.")


def test_a_pack_that_was_ratified_meanwhile_names_who_ratified_it(client, pack, kim):
    for n in range(3):
        desk.drop(pack, chip(pack, n).cid, ask(kim, chip(pack, n), why="wrong"))
    release.ratify(pack, by=builders.admin("ada"))
    said = late(client, pack)
    assert "What stands: The pack was ratified by ada" in said
    assert said.endswith(f"{KEPT} Only an admin can open the pack again.")


def test_one_that_is_disputed_meanwhile_leaves_it_to_a_third(pack, kim):
    opinions.set_rule(pack, "every", by=builders.admin("ada"))
    lea = builders.seated_judge("lea")
    pack.refresh_from_db()
    desk.hold(pack, chip(pack).cid, ask(kim, why="unclear"))
    client = Client()
    client.force_login(lea)
    fields = {"version": 1, "key": "key-of-lea", "quote": WORDS}
    client.post(reverse("publish", args=[pack.slug, chip(pack).cid]), fields)
    assert chip(pack).status == "disputed"
    said = late(client, pack, "drop")
    assert "Disputed by lea" in said
    assert said.endswith(
        f"{KEPT} You are one of the two who disagree about this chip: a third judge settles it."
    )


def test_the_last_act_stands_under_the_status_with_who_and_why(client, pack, kim):
    desk.hold(pack, chip(pack).cid, ask(kim, why="unclear"))
    assert re.search(r"Held by kim \(Second desk\), .* UTC: “unclear”\.", plain(shown(client, pack)))


def test_an_undo_names_what_it_took_back_and_the_button_what_stands(client, pack, kim):
    desk.hold(pack, chip(pack).cid, ask(kim, why="unclear"))
    desk.drop(pack, chip(pack).cid, ask(kim, chip(pack), why="wrong"))
    desk.undo(pack, chip(pack).cid, ask(kim, chip(pack)), ())
    page = plain(shown(client, pack))
    assert "Undone, the drop, by kim" in page
    assert "Undo the hold by kim of this chip" in page


def test_ones_own_act_is_called_so(client, pack, jo):
    desk.drop(pack, chip(pack).cid, ask(jo, why="wrong"))
    assert "Undo your drop of this chip" in plain(shown(client, pack))


@pytest.mark.parametrize(
    ("act", "status", "told"), [("hold", "held", "Held"), ("drop", "dropped", "Dropped")]
)
def test_the_lists_of_a_pack_say_who_held_or_dropped_and_why(client, pack, kim, act, status, told):
    getattr(desk, act)(pack, chip(pack).cid, ask(kim, why="no such claim"))
    page = plain(client.get(reverse("pack", args=[pack.slug]), {"status": status}).content.decode())
    assert re.search(rf"{told} by kim \(Second desk\), .* UTC: “no such claim”\.", page)


def test_a_list_tells_the_act_that_stands_and_no_undone_one(client, pack, kim):
    for act in ("hold", "drop"):
        getattr(desk, act)(pack, chip(pack).cid, ask(kim, chip(pack), why=f"to {act}"))
    desk.undo(pack, chip(pack).cid, ask(kim, chip(pack)), ())
    page = client.get(reverse("pack", args=[pack.slug]), {"status": "held"}).content.decode()
    assert re.findall("“<bdi>(to \\w+)</bdi>”", page) == ["to hold"]


def test_without_its_article_a_refusal_tells_the_box_there_is_no_quote_field_for(client):
    missing = builders.loaded(slug="missing", article=False)
    fields = {"version": 1, "key": "key-for-a-form"}
    answer = client.post(reverse("publish", args=[missing.slug, chip(missing).cid]), fields)
    page = plain(answer.content.decode())
    assert (answer.status_code, "Choose the words" in page) == (422, False)
    assert "The box for it stands under “No quote can be checked”." in page


def test_another_article_that_was_given_is_told_beside_the_missing_one(client):
    missing = builders.loaded(slug="missing", article=False)
    assert "another article was given" not in shown(client, missing)
    other = intake.attach(missing, b"# Another\n", by=builders.admin("ada"))
    assert f"another article was given (hash {other.article_id[:8]}…)" in plain(shown(client, missing))


def test_a_length_marks_no_words(client):
    long = builders.files.chip(
        "how often is a starter " + "really " * 20 + "fed?", "Once a day. " * 40 + "Done.", ["feeding"]
    )
    page = shown(client, builders.loaded(slug="long", chips=[long]))
    assert "at most 120 were expected" in page
    assert "data-held" not in page


def test_the_thanks_are_drawn(client, pack):
    page = client.get(reverse("pack", args=[pack.slug])).content.decode().split('id="thanks-h"')[1]
    assert "{#thanks}" not in page
    assert "Marta Lindqvist" in page
