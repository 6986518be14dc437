"""Second opinions over HTTP: what a second judge is shown before theirs is in, and what both are shown after."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from reviews import opinions
from reviews.models import Entry, Opinion
from tests import builders

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour"
CANARY = "because of the canary"
# What differs from one request to the next, whatever is shown.
FRESH = re.compile(
    r'(name="(key|csrfmiddlewaretoken)" value|nonce)="[^"]*"|\b[0-9a-f]{12,64}\b|\d\d:\d\d(:\d\d)?'
)


@pytest.fixture
def pack(db):
    made = builders.loaded()
    opinions.set_rule(made, "every", by=builders.admin())
    return made


@pytest.fixture
def jo(pack):
    return _client("jo")


@pytest.fixture
def kim(pack):
    return _client("kim")


def _client(name: str) -> Client:
    client, user = Client(), builders.judge(name)
    builders.seated(user)
    client.force_login(user)
    return client


def give(client: Client, pack, verdict: str, n: int = 0, **more):
    chip = builders.chip(pack, n)
    fields = {
        "version": chip.version,
        "key": f"key-{Entry.objects.count()}-{verdict}",
        "why": CANARY,
        "quote": WORDS,
        **more,
    }
    return client.post(reverse(verdict, args=[pack.slug, chip.cid]), fields)


def seen_by(client: Client, pack) -> dict[str, str]:
    """Every page on which something of a chip stands, without what is fresh on each request."""
    chip = builders.chip(pack)
    at = {
        name: reverse(name, args=[pack.slug])
        for name in ("desk", "pack", "pack_ledger", "ledger_jsonl", "ledger_csv", "release", "rule")
    }
    at |= {
        "chip": f"{at['desk']}?chip={chip.cid}",
        "shelf": reverse("shelf"),
        "ledger": reverse("ledger"),
        "all.csv": reverse("ledger_csv_all"),
    }
    at |= {
        f"of {status}": f"{at['pack']}?status={status}"
        for status in ("waiting", "held", "published", "disputed", "all")
    }
    return {name: FRESH.sub("", _text(client.get(url))) for name, url in at.items()}


def _text(answer) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode()


def test_no_page_or_file_tells_the_first_verdict(pack, jo, kim):
    found = []
    for verdict in ("publish", "hold"):
        give(jo, pack, verdict)
        found.append(seen_by(kim, pack))
        jo.post(
            reverse("undo", args=[pack.slug, builders.chip(pack).cid]),
            {"version": 1, "key": f"back-{verdict}"},
        )
    shown = [
        {name: text for name, text in pages.items() if "ledger" not in name and name != "all.csv"}
        for pages in found
    ]
    assert shown[0] == shown[1]
    assert [name for pages in found for name, text in pages.items() if CANARY in text] == []


def test_the_desk_is_the_same_before_and_after_a_first_opinion(pack, jo, kim):
    before = seen_by(kim, pack)
    give(jo, pack, "publish")
    after = seen_by(kim, pack)
    same = ("desk", "chip", "pack", "shelf", "of waiting", "of published", "of held")
    assert {name: before[name] for name in same} == {name: after[name] for name in same}


def test_the_answer_to_a_refused_second_tells_nothing(pack, jo, kim):
    give(jo, pack, "publish")
    answer = give(kim, pack, "hold", why="")
    assert answer.status_code == 422
    assert CANARY not in answer.content.decode()


def test_ones_own_opinion_is_shown_to_oneself(pack, jo):
    give(jo, pack, "hold")
    page_of_chip = jo.get(
        reverse("desk", args=[pack.slug]), {"chip": builders.chip(pack).cid}
    ).content.decode()
    assert "Your opinion is in: hold" in page_of_chip
    assert CANARY in page_of_chip


def test_the_desk_goes_on_to_the_next_chip(pack, jo):
    answer = give(jo, pack, "publish")
    assert builders.chip(pack, 1).cid in answer.url


def test_the_desk_passes_over_what_waits_for_others(pack, jo):
    for n in range(3):
        give(jo, pack, "hold", n)
    shown = jo.get(reverse("desk", args=[pack.slug])).content.decode()
    assert "No chip waits for you" in shown
    assert "3 of its chips wait for another judge" in shown


def test_a_second_opinion_of_oneself_is_refused(pack, jo):
    give(jo, pack, "publish")
    answer = give(jo, pack, "hold")
    assert answer.status_code == 403
    assert "It shows once another judge has given theirs" in answer.content.decode()


def test_both_are_shown_to_a_third_who_settles_it(pack, jo, kim):
    give(jo, pack, "publish")
    give(kim, pack, "hold", why="the figure is wrong")
    shown = _client("lea").get(reverse("desk", args=[pack.slug]), {"show": "disputed"}).content.decode()
    assert [
        word in shown for word in ("Two judges disagree", CANARY, "the figure is wrong", "jo", "kim")
    ] == [True] * 5


def test_a_dispute_is_no_page_for_its_parties(pack, jo, kim):
    give(jo, pack, "publish")
    give(kim, pack, "hold")
    shown = jo.get(reverse("desk", args=[pack.slug]), {"chip": builders.chip(pack).cid}).content.decode()
    assert "a third judge settles it" in shown


def test_an_undo_that_publishes_alone_is_refused_and_not_offered(pack, jo, kim):
    opinions.set_rule(pack, "none", by=None)
    give(jo, pack, "publish")
    opinions.set_rule(pack, "every", by=None)
    give(kim, pack, "hold")
    chip = builders.chip(pack)
    undo = reverse("undo", args=[pack.slug, chip.cid])
    answer = jo.post(undo, {"version": chip.version, "key": "key-of-an-undo"})
    shown = jo.get(reverse("desk", args=[pack.slug]), {"chip": chip.cid}).content.decode()
    assert (answer.status_code, builders.chip(pack).status, undo in shown) == (403, "held", False)


def test_an_admin_sets_the_rule(client, pack):
    client.force_login(builders.admin("eve"))
    answer = client.post(
        reverse("rule", args=[pack.slug]), {"second": "sampled", "share": "30", "key": "key-of-rule"}
    )
    pack.refresh_from_db()
    assert (answer.status_code, pack.second, pack.second_share) == (303, "sampled", 30)


@pytest.mark.parametrize(
    "sent",
    [
        {"second": "sampled"},
        {"second": "all"},
        {"second": "sampled", "share": "1_0"},
        {"second": "every", "series": "x"},
        {},
    ],
)
def test_a_rule_that_cannot_be_is_refused_and_kept_in_the_form(client, pack, sent):
    client.force_login(builders.admin("eve"))
    answer = client.post(reverse("rule", args=[pack.slug]), {"why": CANARY, "key": "key-of-rule", **sent})
    assert (answer.status_code, CANARY in answer.content.decode()) == (422, True)


def test_the_desk_asks_the_same_of_the_database_for_one_opinion_and_for_many(
    pack, jo, kim, django_assert_max_num_queries
):
    for n in range(3):
        give(jo, pack, "hold", n)
    assert Opinion.objects.standing().count() == 3
    with django_assert_max_num_queries(20):
        kim.get(reverse("desk", args=[pack.slug]))


def test_a_third_judge_takes_the_quotes_of_the_first_two_by_their_digits(pack, jo, kim):
    give(jo, pack, "publish")
    give(kim, pack, "hold")
    page = (
        _client("lea")
        .get(reverse("desk", args=[pack.slug]), {"chip": builders.chip(pack).cid})
        .content.decode()
    )
    first = page.split('data-key="1" data-start')[1].split("</li>")[0]
    assert re.sub("<[^>]*>", "", first.split("data-words>")[1]).strip() == WORDS


def test_the_disputed_chips_have_a_tab(pack, jo, kim):
    at = reverse("pack", args=[pack.slug])
    assert ">disputed</a>" not in jo.get(at).content.decode()
    give(jo, pack, "publish")
    give(kim, pack, "hold")
    assert '?status=disputed#chips" >disputed</a>' in jo.get(at).content.decode()


def test_who_waits_for_a_third_judge_is_told_of_the_dispute(pack, jo, kim):
    for n in range(3):
        give(jo, pack, "publish" if n == 0 else "hold", n)
    give(kim, pack, "hold")
    assert (
        "1 is disputed: a third judge settles it."
        in jo.get(reverse("desk", args=[pack.slug])).content.decode()
    )
