"""X01 to X11: one world of packs, people and entries that all are payloads, walked link by link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from reviews import desk, intake, strikes
from reviews.models import Pack, User
from tests import builders
from tests.access.hostile import read_as_a_browser
from tests.access.markup import links
from tests.access.payloads import PAYLOADS
from tests.core import builders as files
from tests.pages import entered

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def hostile_world() -> Pack:
    """One pack with a different payload in each chip, bullet, section, drop, token and entry; people and seats named like payloads."""
    made = _many()
    pack = intake.load(files.raw(made), _article().encode(), by=None).pack
    judge = User.objects.create(username=PAYLOADS[0][:150], may_judge=True)
    for n, payload in enumerate(PAYLOADS):
        label = "".join(letter for letter in payload if letter.isprintable())[:80].strip() or "x"
        user = User.objects.create(username=f"{n}{payload}"[:150], may_judge=True)
        builders.seated(user, pack if n % 2 else None, label=label, seat_class=label)
    builders.seated(judge, pack, label="x")
    _decided(pack, judge)
    return pack


def _article() -> str:
    """A section for each payload, whose text is that payload."""
    one_line = [payload.replace("\n", " ").replace("\r", " ") for payload in PAYLOADS]
    parts = [
        f"## {text[:60].replace('{', '(').replace('}', ')')} {{#s-{n}}}\n\n{payload}\n\nQuote {n} stands here, word for word.\n\n"
        for n, (text, payload) in enumerate(zip(one_line, PAYLOADS, strict=True))
    ]
    return "# Hostile\n\n" + "".join(parts)


def _many() -> Json:
    chips = [
        files.chip(f"{payload} {n}?", f"{payload} {n}", [f"s-{n}", payload])
        for n, payload in enumerate(PAYLOADS)
    ]
    bullets = [f"{payload} {n}" for n, payload in enumerate(PAYLOADS)]
    drops = [
        files.drop(detail=payload, withheld=payload, figure=payload, section=payload) for payload in PAYLOADS
    ]
    tokens = sorted(set(PAYLOADS))
    made = files.pack(
        text=_article(),
        slug="many",
        title=PAYLOADS[0],
        chips=chips,
        bullets=bullets,
        drops=drops,
        tokens=tokens,
    )
    for n, payload in enumerate(PAYLOADS):
        made["sections"][n]["digest"] = f"{payload} {n}"
        made["sections"][n]["digest_skipped"] = None
        made[f"{n} {payload}"] = {payload: payload}
    made["bench"] = files.bench(made, drops, tokens)
    return made


def _decided(pack: Pack, judge: User) -> None:
    """Entries whose every text is a payload: why, wording, quote, figure."""
    for n, payload in enumerate(PAYLOADS):
        chip, ask = builders.chip(pack, n), builders.ask
        if n % 3 == 0:
            desk.hold(pack, chip.cid, ask(judge, chip, why=payload))
        elif n % 3 == 1:
            desk.hand_edit(
                pack,
                chip.cid,
                ask(judge, chip, why=payload),
                builders.wording(f"{payload} edited {n}?", payload, f"s-{n}"),
            )
        else:
            desk.drop(pack, chip.cid, ask(judge, chip, why=payload))
        if n % 5 == 0:
            bullet = pack.bullets.order_by("position")[n]
            strikes.strike(pack, "bullet", bullet.text_sha, ask(judge, 1, why=payload), figure=payload[:200])


def test_x01_no_page_of_a_hostile_world_holds_a_stranger(hostile_world):
    """X01 to X11: every page that a link leads to, wherever it stands, from the shelf on; whoever looks is an admin and seated."""
    ada = builders.admin()
    ada.may_judge = True
    ada.save()
    builders.seated(ada, hostile_world, label="here")
    client, wrong = entered(ada), []
    seen = _crawl(client, "/", lambda where: read_as_a_browser(client, where, wrong), most=600)
    desks = [where for where in seen if where.startswith("/packs/many/desk/")]
    assert (wrong, len(seen) > 300, len(desks) >= len(PAYLOADS)) == ([], True, True)


def _crawl(client: Client, start: str, look: Callable[[str], bytes], most: int) -> set[str]:
    """Every address that is led to, until there is no more, or `most` are seen; log-out is a form, and not led to."""
    seen: set[str] = set()
    waiting = [start, "/packs/many/"]
    while waiting and len(seen) < most:
        where = waiting.pop(0)
        if where in seen:
            continue
        seen.add(where)
        for link in sorted(links(look(where))):
            there = urlsplit(urljoin(where, link))
            address = there.path + (f"?{there.query}" if there.query else "")
            if not there.netloc and address not in seen and there.path.startswith("/"):
                waiting.append(address)
    return seen
