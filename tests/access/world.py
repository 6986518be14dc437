"""A small world with one actor of each kind, and for every route: who may read it, who may act on it, and what a sound form is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver, reverse

from reviews import desk, exclusions, intake, people, release, seating, strikes
from reviews.core.pack import sha
from reviews.models import Chain, Exclusion, Pack, Seat, User
from reviews.views.errors import TYPED
from tests import builders
from tests.core import builders as files

SLUG, OTHER = "baking-with-a-sourdough-starter", "another-pack"
ACTORS = ("anonymous", "reader", "seated", "elsewhere", "vacated", "excluded", "admin", "deactivated")
OUTSIDE = ("anonymous", "deactivated")
INSIDE = frozenset(ACTORS) - set(OUTSIDE)
ADMIN, SEATED = frozenset({"admin"}), frozenset({"seated"})
NOBODY: frozenset[str] = frozenset()
SWAP = {"HX-Request": "true"}


@dataclass
class World:
    """Two packs, a person of each kind, and a browser for each."""

    pack: Pack
    other: Pack
    seat: Seat
    exclusion: Exclusion
    users: dict[str, User]
    clients: dict[str, Client]


def build() -> World:
    pack, other = builders.loaded(), _another()
    users = {
        "reader": builders.reader("ron"),
        "admin": builders.admin("ada"),
        **{
            name: builders.judge(name)
            for name in ("seated", "elsewhere", "vacated", "excluded", "deactivated")
        },
    }
    seat = builders.seated(users["seated"], pack)
    builders.seated(users["elsewhere"], other)
    builders.seated(users["deactivated"], pack)
    seating.vacate(builders.seated(users["vacated"], pack), by=None, why="over")
    builders.seated(users["excluded"], pack)
    exclusion = exclusions.exclude(users["excluded"], pack=pack, by=None, why="wrote the article")
    clients = {name: Client() for name in ACTORS}
    for name, user in users.items():
        clients[name].force_login(user)
    people.deactivate(users["deactivated"], by=None)
    return World(pack, other, seat, exclusion, users, clients)


def _another() -> Pack:
    """A pack that shares no chip, bullet, section or article with the first."""
    text = "# Another\n\n## Alone {#alone}\n\nNothing of this stands in the first article.\n"
    chips = [files.chip("what stands alone?", "Nothing of this stands in the first article.", ["alone"])]
    data = files.pack(text=text, slug=OTHER, title="Another pack", chips=chips, bullets=("Another bullet.",))
    return intake.load(files.raw(data), text.encode(), by=None).pack


Sent = Callable[[World], Mapping[str, Any]]


@dataclass(frozen=True)
class Rule:
    """What a route answers: `read` and `act` say who may GET and POST it, `sent` is a sound form, `before` lays the ground."""

    read: frozenset[str] = NOBODY
    act: frozenset[str] = NOBODY
    done: int = 303
    swapped: int | None = None
    path: Callable[[World], Mapping[str, Any]] = lambda world: {}
    sent: Sent = lambda world: {}
    before: Callable[[World, User | None], None] = lambda world, user: None
    shown: int = 200
    odd: Mapping[tuple[str, str], int] = field(default_factory=dict)  # (inside or outside, method) -> status
    writes: bool = True


def _chip(n: int = 0) -> Callable[[World], Mapping[str, Any]]:
    return lambda world: {"slug": SLUG, "cid": builders.chip(world.pack, n).cid}


def _slug(world: World) -> Mapping[str, Any]:
    return {"slug": SLUG}


def _act(**more: Any) -> Sent:
    return lambda world: {"version": "1", "key": "matrix-key-1", "why": "because", **more}


def _hold(world: World, user: User | None) -> None:
    chip = builders.chip(world.pack)
    desk.hold(world.pack, chip.cid, builders.ask(world.users["seated"], chip, why="later"))


def _strike(kind: str) -> Callable[[World, User | None], None]:
    def strike(world: World, user: User | None) -> None:
        name = world.pack.bullets.get().text_sha if kind == "bullet" else "feeding"
        strikes.strike(world.pack, kind, name, builders.ask(world.users["seated"], 1, why="wrong"))

    return strike


def _decide(world: World, user: User | None) -> None:
    for n in range(3):
        chip = builders.chip(world.pack, n)
        desk.hold(world.pack, chip.cid, builders.ask(world.users["seated"], chip, why="later"))


def _ratify(world: World, user: User | None) -> None:
    _decide(world, user)
    release.ratify(world.pack, by=world.users["admin"])


CHANGED = files.article().replace("Feed the starter once", "Feed the starter twice").encode()


def _changed(world: World, user: User | None) -> None:
    """A chip is published, and then the article changes under its quote."""
    chip = builders.chip(world.pack)
    quoted = desk.Quoted(QUOTE["quote"], QUOTE["quote_cite"])
    desk.publish(world.pack, chip.cid, builders.ask(world.users["seated"], chip), quoted)
    intake.attach(world.pack, CHANGED, by=None)


def _other_article(world: World) -> Mapping[str, Any]:
    return {"slug": SLUG, "sha": sha(CHANGED)}


def _hold_again(world: World) -> Mapping[str, Any]:
    return _act(version=str(Chain.objects.get(pack=world.pack).size))(world)


def _file(raw: bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, raw)


PASSWORD: Mapping[str, Any] = {"password": builders.PASSWORD}
QUOTE = {"quote": "Feed the starter once a day", "quote_cite": "feeding"}
NEW = {"old_password": builders.PASSWORD, "new_password1": "another long enough one"}
SEAT = {"place": "desk", "label": "A typed label", "seat_class": "human-class", "key": "matrix-key-1"}
ON_CHIP = {"act": SEATED, "swapped": 201}
WITH_WORDS = {"q": "how often is it fed?", "a": "Once a day, with 50 g of flour.", "cites": "feeding"}
EXCLUDE = {"place": "pack", "slug": SLUG, "why": "wrote the article", "key": "matrix-key-1"}
RELEASE = {"key": "matrix-key-1", "why": "all read"}
LOGIN = {"username": "ron", "password": "wrong"}
DIGEST = {"slug": SLUG, "name": "feeding"}


def _bullet(world: World) -> Mapping[str, Any]:
    return {"slug": SLUG, "name": world.pack.bullets.get().text_sha}


RULES: dict[str, Rule] = {
    "shelf": Rule(read=INSIDE),
    "slugs": Rule(read=INSIDE),
    "login": Rule(
        read=frozenset(OUTSIDE),
        sent=lambda world: LOGIN,
        odd={
            ("outside", "GET"): 200,
            ("outside", "POST"): 422,
            ("outside", "HEAD"): 405,
            ("outside", "PUT"): 405,
        }
        | {("inside", method): 302 for method in ("GET", "POST", "HEAD", "PUT")},
    ),
    "login_code": Rule(
        sent=lambda world: {"code": "12345"},
        odd={(place, method): 302 for place in ("inside", "outside") for method in ("GET", "POST")}
        | {(place, method): 405 for place in ("inside", "outside") for method in ("HEAD", "PUT")},
    ),
    "again": Rule(read=INSIDE, shown=302),
    "logout": Rule(act=INSIDE, done=302, swapped=302),
    "account": Rule(read=INSIDE, act=INSIDE, sent=lambda world: {"single_keys": "on"}),
    "password": Rule(
        read=INSIDE, act=INSIDE, sent=lambda world: {**NEW, "new_password2": NEW["new_password1"]}
    ),
    "end_log_ins": Rule(act=INSIDE, sent=lambda world: PASSWORD),
    "second_step": Rule(read=INSIDE),
    "begin_second_step": Rule(act=INSIDE, sent=lambda world: PASSWORD),
    "confirm_second_step": Rule(act=INSIDE, done=422, sent=lambda world: {"code": "12345"}, writes=False),
    "renew_codes": Rule(act=INSIDE, done=409, sent=lambda world: PASSWORD, writes=False),
    "remove_second_step": Rule(act=INSIDE, sent=lambda world: PASSWORD),
    "healthz": Rule(
        odd={(place, method): 200 for place in ("inside", "outside") for method in ("GET", "HEAD")}
        | {(place, method): 405 for place in ("inside", "outside") for method in ("POST", "PUT")},
    ),
    "readyz": Rule(
        odd={(place, method): 200 for place in ("inside", "outside") for method in ("GET", "HEAD")}
        | {(place, method): 405 for place in ("inside", "outside") for method in ("POST", "PUT")},
    ),
    "load": Rule(
        read=ADMIN,
        act=ADMIN,
        swapped=201,
        sent=lambda world: {"pack": _file(files.raw(files.pack(slug="a-third-pack")), "pack.json")},
    ),
    "pack": Rule(read=INSIDE, path=_slug),
    "article": Rule(
        read=INSIDE, act=ADMIN, path=_slug, sent=lambda world: {"article": _file(b"# Another\n", "a.md")}
    ),
    "raw_pack": Rule(read=INSIDE, path=_slug),
    "raw_article": Rule(read=INSIDE, path=lambda world: {"slug": SLUG, "sha": world.pack.article_id}),
    "newer": Rule(read=INSIDE, path=_other_article, before=_changed),
    "hold_again": Rule(act=ADMIN, path=_other_article, before=_changed, sent=_hold_again),
    "desk": Rule(read=INSIDE, path=_slug),
    "publish": Rule(**ON_CHIP, path=_chip(), sent=_act(**QUOTE)),
    "hold": Rule(**ON_CHIP, path=_chip(), sent=_act()),
    "edit": Rule(**ON_CHIP, path=_chip(), sent=_act(**WITH_WORDS)),
    "drop": Rule(**ON_CHIP, path=_chip(), sent=_act()),
    "undo": Rule(**ON_CHIP, path=_chip(), sent=_act(version="2"), before=_hold),
    "quote": Rule(act=INSIDE, done=200, path=_chip(), sent=_act(**QUOTE), writes=False),
    "check": Rule(act=INSIDE, done=200, path=_chip(), sent=_act(**WITH_WORDS), writes=False),
    "suggestions": Rule(read=INSIDE, path=_chip()),
    "strike_digest": Rule(act=SEATED, path=lambda world: DIGEST, sent=_act()),
    "unstrike_digest": Rule(
        act=SEATED, path=lambda world: DIGEST, sent=_act(version="2"), before=_strike("digest")
    ),
    "strike_bullet": Rule(act=SEATED, path=_bullet, sent=_act()),
    "unstrike_bullet": Rule(act=SEATED, path=_bullet, sent=_act(version="2"), before=_strike("bullet")),
    "pack_ledger": Rule(read=INSIDE, path=_slug),
    "ledger_jsonl": Rule(read=INSIDE, path=_slug),
    "ledger_csv": Rule(read=INSIDE, path=_slug),
    "rule": Rule(
        read=INSIDE, act=ADMIN, path=_slug, sent=lambda world: {"second": "every", "key": "a-key-of-a-rule"}
    ),
    "release": Rule(read=INSIDE, path=_slug),
    "ratify": Rule(act=ADMIN, path=_slug, sent=lambda world: RELEASE, before=_decide),
    "reopen": Rule(act=ADMIN, path=_slug, sent=lambda world: RELEASE, before=_ratify),
    "export": Rule(read=ADMIN, path=_slug, before=_ratify),
    "export_ledger": Rule(read=ADMIN, path=_slug, before=_ratify),
    "export_signature": Rule(read=ADMIN, path=_slug, before=_ratify, shown=404),
    "ledger_signature": Rule(read=ADMIN, path=_slug, before=_ratify, shown=404),
    "ledger": Rule(read=INSIDE),
    "ledger_csv_all": Rule(read=INSIDE),
    "desk_jsonl": Rule(read=INSIDE),
    "reports": Rule(read=INSIDE),
    "reports_csv": Rule(read=INSIDE),
    "seats": Rule(read=ADMIN, act=ADMIN, sent=lambda world: {**SEAT, "user": world.users["elsewhere"].pk}),
    "vacate": Rule(
        act=ADMIN,
        path=lambda world: {"pk": world.seat.pk},
        sent=lambda world: {"why": "over", "key": "matrix-key-1"},
    ),
    "exclude": Rule(
        act=ADMIN, swapped=201, sent=lambda world: {**EXCLUDE, "user": world.users["elsewhere"].pk}
    ),
    "readmit": Rule(
        act=ADMIN,
        swapped=201,
        path=lambda world: {"pk": world.exclusion.pk},
        sent=lambda world: {"why": "a slip", "key": "matrix-key-1"},
    ),
    "users": Rule(read=ADMIN, act=ADMIN, done=201, sent=lambda world: {"name": "kim"}),
    "user": Rule(
        read=ADMIN,
        act=ADMIN,
        path=lambda world: {"pk": world.users["reader"].pk},
        sent=lambda world: {"do": "role", "may_judge": "on"},
    ),
}


def routes() -> list[str]:
    """The names of every route there is."""
    return sorted(str(name) for name in get_resolver().reverse_dict if isinstance(name, str))


def address(name: str, world: World) -> str:
    return reverse(name, kwargs=dict(RULES[name].path(world)))


def expected(world: World, rule: Rule, actor: str, method: str, is_swap: bool) -> int:
    """The status that the rule says. Whoever is outside is asked to log in, before anything else is said: on a page of
    its own, where that has to show words that were sent.
    """
    place = "outside" if actor in OUTSIDE else "inside"
    if (place, method) in rule.odd:
        return rule.odd[place, method]
    if place == "outside":
        has_words = method == "POST" and not rule.sent(world).keys().isdisjoint(TYPED)
        return 401 if is_swap or has_words else 302
    who = {"GET": rule.read, "POST": rule.act}.get(method, NOBODY)
    if not who:
        return 405
    if actor not in who:
        return 403
    return rule.shown if method == "GET" else rule.swapped if is_swap and rule.swapped else rule.done
