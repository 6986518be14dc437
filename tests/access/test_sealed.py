"""Two desks, the same but for the first verdict: nobody but its judge is told anything else by either, byte for byte."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from reviews import opinions
from reviews.models import Opinion
from reviews.views.entries import ACTS
from reviews.views.pack_rows import STATUSES
from reviews.views.queue import SHOWN
from tests import builders
from tests.access import world
from tests.access.world import SLUG, SWAP, World

pytestmark = pytest.mark.django_db
WORDS = "Feed the starter once a day with 50 g of flour"
CANARY = "because of the canary"
GIVEN = {
    "publish": {"quote": WORDS, "quote_cite": "feeding", "override": ["quote", "figure", "new_noun", "cite"]},
    "hold": {"why": CANARY},
}
# What differs from one request, one entry or one second to the next, each by something as long.
FRESH = [
    (r'(?<=name="csrfmiddlewaretoken" value=")[^"]*', "token"),
    (r'(?<=name="key" value=")[^"]*', "key"),
    (r"\b[0-9a-f]{16}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{64}\b|\b[0-9a-f]{12}(?=…)", "hash"),
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|\+00:00)?", "moment"),
    (r"\d\d:\d\d(:\d\d)?", "time"),
    (r"before=\d+", "entry"),
]
NEAREST = ("second", "admin")  # asked every question; the others each page once
OTHERS = ("anonymous", "reader", "elsewhere", "vacated", "excluded", *NEAREST)
Seen = dict[tuple[str, str, str], str]


@pytest.fixture
def asked(db) -> World:
    """The world with a rule that asks two about every chip, and a second judge beside the first."""
    made = world.build()
    made.users["second"], made.clients["second"] = builders.judge("second"), Client()
    builders.seated(made.users["second"], made.pack)
    made.clients["second"].force_login(made.users["second"])
    opinions.set_rule(made.pack, "every", by=None)
    return made


def told(answer) -> str:
    """Status, headers and body, without what is fresh."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    text = f"{answer.status_code} {len(body)}\n{headers}\n\n{body.decode()}"
    for pattern, name in FRESH:
        text = re.sub(pattern, name, text)
    return text


def pages(asked: World) -> Iterator[str]:
    """Every page and file that can be read of this world, by the table of routes."""
    for name, rule in world.RULES.items():
        if rule.read and name not in ("newer", "export_signature", "ledger_signature"):
            yield reverse(name, kwargs=rule.path(asked))
    yield from ("/readyz", "/healthz", "/nowhere/")


def questions(asked: World) -> Iterator[str]:
    """Every filter that narrows a page to what a verdict might have changed."""
    cid = builders.chip(asked.pack).cid
    desk, pack = reverse("desk", args=[SLUG]), reverse("pack", args=[SLUG])
    yield from (f"{desk}?show={state}" for state in SHOWN)
    yield from (f"{desk}?chip={cid}&{more}=1" for more in ("edit", "take", "also", "same"))
    yield from (f"{desk}?chip={cid}&done={seq}" for seq in range(8))
    yield from (f"{pack}?status={state}" for state in STATUSES)
    for ledger in (reverse("ledger"), reverse("pack_ledger", args=[SLUG])):
        yield from (f"{ledger}?act={act}" for act in (*ACTS, "any"))
        yield from (f"{ledger}?act=any&{more}" for more in ("says=quote", "says=override", f"why={CANARY}"))
        yield from (f"{ledger}?{more}" for more in ("who=seated", f"chip={cid}"))
    for report in (reverse("reports"), reverse("reports_csv")):
        yield from (f"{report}?pack={SLUG}", f"{report}?since=2020-01-01")
    yield from ("/?q=baking", "/?state=waiting", "/?state=ready")


def tries(asked: World) -> Iterator[tuple[str, dict[str, str]]]:
    """Acts of which none is recorded: what is said against them may not tell either."""
    chip = builders.chip(asked.pack)
    at = {name: reverse(name, args=[SLUG, chip.cid]) for name in ("publish", "hold", "edit", "drop", "undo")}
    sent = {"version": "1", "key": "a-key-of-a-try", "why": "because"}
    stale, unkeyed = {**sent, "version": "2"}, {**sent, "key": ""}
    yield from ((url, stale) for url in at.values())
    yield from ((url, unkeyed) for url in at.values())
    yield at["undo"], sent
    yield at["hold"], {**sent, "why": ""}
    yield at["publish"], {**sent, "quote": "words that stand nowhere in it"}
    yield at["publish"], {**sent, "quote": ""}
    yield at["edit"], {**sent, "q": "", "a": ""}
    yield at["edit"], {**sent, "q": chip.q, "a": chip.a, "cites": list(chip.cites)}
    yield reverse("quote", args=[SLUG, chip.cid]), {**sent, "quote": WORDS, "quote_cite": "feeding"}
    yield reverse("check", args=[SLUG, chip.cid]), {**sent, "q": chip.q, "a": chip.a}


def acts(asked: World) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """What others do beside a sealed verdict, and go through with: neither their answer nor what follows may tell it."""
    cid, seated = builders.chip(asked.pack).cid, asked.users["seated"].pk
    sent = {"version": "1", "key": "an-act-beside-it", "why": "because"}
    edited = {**sent, **world.WITH_WORDS}
    return {
        "drop": ("second", reverse("drop", args=[SLUG, cid]), sent),
        "edit": ("second", reverse("edit", args=[SLUG, cid]), edited),
        "hold another": ("second", reverse("hold", args=[SLUG, builders.chip(asked.pack, 1).cid]), sent),
        "exclude": ("admin", reverse("exclude"), {**world.EXCLUDE, "user": seated}),
        "vacate": ("admin", reverse("vacate", args=[asked.seat.pk]), sent),
        "deactivate": ("admin", reverse("user", args=[seated]), {"do": "deactivate"}),
        "ask nobody twice": ("admin", reverse("rule", args=[SLUG]), {**sent, "second": "none"}),
    }


def done(asked: World, name: str) -> dict[object, str]:
    """The answer to such an act, and every page after it."""
    who, url, sent = acts(asked)[name]
    answer = asked.clients[who].post(url, sent)
    assert answer.status_code == 303
    found: dict[object, str] = {"answer": told(answer)}
    desk = f"{reverse('desk', args=[SLUG])}?chip={builders.chip(asked.pack).cid}"
    for url in (*pages(asked), desk):
        found |= {(who, url): told(asked.clients[who].get(url)) for who in NEAREST}
    return found


def seen(asked: World) -> Seen:
    """By actor, address and form: every answer to everybody but the first judge."""
    found = {}
    for who in OTHERS:
        found |= {(who, url, "page"): told(asked.clients[who].get(url)) for url in pages(asked)}
    for who in NEAREST:
        client = asked.clients[who]
        found |= {(who, url, "page"): told(client.get(url)) for url in questions(asked)}
        found |= {(who, url, "swap"): told(client.get(url, headers=SWAP)) for url in _desks(asked)}
        for n, (url, sent) in enumerate(tries(asked)):
            found[who, url, f"try {n}"] = told(client.post(url, sent, headers=SWAP if n % 2 else {}))
    return found


def _desks(asked: World) -> list[str]:
    return [url for url in questions(asked) if "/desk/" in url]


def desks(asked: World, read: Callable[[World], Any]) -> Iterator[Any]:
    """What is read of the desk on which the first judge published, and of that on which they held."""
    chip = builders.chip(asked.pack)
    for verdict, more in GIVEN.items():
        back = transaction.savepoint()
        sent = {"version": "1", "key": "the-first-verdict", "why": CANARY, **more}
        answer = asked.clients["seated"].post(reverse(verdict, args=[SLUG, chip.cid]), sent)
        assert (answer.status_code, Opinion.objects.standing().count()) == (303, 1)
        yield read(asked)
        transaction.savepoint_rollback(back)


def test_nobody_is_told_the_first_verdict_by_any_answer(asked):
    published, held = desks(asked, seen)
    assert [place for place in published if published[place] != held[place]] == []
    shown = Counter(who for (who, *_), text in published.items() if text.startswith("200"))
    assert {who for who in OTHERS if shown[who] < 15} == {"anonymous"}


@pytest.mark.parametrize(
    "name", ["drop", "edit", "hold another", "exclude", "vacate", "deactivate", "ask nobody twice"]
)
def test_nobody_is_told_the_first_verdict_by_what_is_done_beside_it(asked, name):
    published, held = desks(asked, lambda asked: done(asked, name))
    assert [place for place in published if published[place] != held[place]] == []


def test_the_first_judge_is_told(asked):
    """What is compared above would show a difference, if there was one."""
    url = reverse("desk", args=[SLUG]) + f"?chip={builders.chip(asked.pack).cid}"
    published, held = desks(asked, lambda asked: told(asked.clients["seated"].get(url)))
    assert published != held
