"""X01 to X11: a hundred payloads in every text field of a pack and of every form, on every page, read as a browser reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from reviews import desk, intake, strikes
from reviews.core import pack as packs
from reviews.core.faults import PackError
from reviews.models import Pack, User
from tests import builders
from tests.access.markup import links, strangers
from tests.access.payloads import PAYLOADS
from tests.access.world import SWAP
from tests.core import builders as files
from tests.pages import entered

pytestmark = pytest.mark.django_db
Json = dict[str, Any]
CHUNKS = [PAYLOADS[n : n + 12] for n in range(0, len(PAYLOADS), 12)]


def test_there_are_a_hundred_payloads_and_no_two_are_the_same():
    assert (len(PAYLOADS) >= 100, len(set(PAYLOADS))) == (True, len(PAYLOADS))


def rich(slug: str = "hostile") -> Json:
    """A pack in which every text field that the format knows says something; what it does not know is carried."""
    made = files.pack(
        slug=slug,
        chips=[files.chip(f"what is question {n}?", f"Answer {n}.", ["feeding"]) for n in range(3)],
        bullets=["One bullet.", "Another bullet."],
        drops=[
            files.drop(detail="dropped", item="an item", figure="45"),
            files.drop("chip", "hand-edit", detail="by hand", section="feeding"),
        ],
        tokens=["Uppsala"],
        dek="A dek.",
        kit="a kit",
        related=[{"slug": "keeping-flour", "why": "near"}],
        series=["guide", "bread"],
        unknown={"a key": "a value", "list": ["of", "words"]},
    )
    made["chips"][0]["unknown"] = "carried"
    made["sections"][2]["digest_skipped"] = "credits"
    made["seat_class"]["judge"] = None
    return made


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """A JSON pointer to every text in a value."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{path}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from leaves(one, f"{path}/{n}")


@cache
def open_fields() -> tuple[str, ...]:
    """Every text of the pack into which anything may be written: the format itself refuses the others."""
    return tuple(path for path in leaves(rich()) if _takes(files.changed(rich(), path, '<x y=\'"z">')))


def _takes(made: Json) -> bool:
    try:
        packs.read(files.raw(made))
    except PackError:
        return False
    return True


def hostile(payload: str, slug: str) -> Json:
    """The payload in every open field, with a number so that no two chips are one."""
    made = rich(slug)
    for n, path in enumerate(open_fields()):
        made = files.changed(
            made, path, f"{payload} {n}" if path.startswith(("/chips", "/short")) else payload
        )
    for chip in made["chips"]:
        chip["id"] = packs.chip_id(chip["q"])
    made[f"key {payload}"] = payload
    return made


def test_nearly_every_text_field_is_open_to_a_payload():
    """The list is made by trying, so that no new field is forgotten; these have to be among them."""
    wanted = (
        "/title /dek /notice /licence /pack_note /kit /thanks /series/0 /short/paragraph /short/bullets/0 /sections/0/heading"
        " /sections/0/digest /sections/2/digest_skipped /chips/0/q /chips/0/a /chips/0/cites/0 /chips/0/unknown /related/0/why"
        " /seat_class/writer /seat_class/writer_runtime /bench/drops/0/detail /bench/drops/0/item /bench/drops/0/withheld"
        " /bench/drops/0/figure /bench/drops/1/section /bench/drops/1/why /bench/new_noun_tokens_checked/0 /bench/figure_definition"
        " /unknown/a key /unknown/list/0 /generated_utc /published /page_kind /pack_kind"
    )
    assert (
        sorted(
            set(wanted.replace("a key", "a_key").split())
            - {path.replace("a key", "a_key") for path in open_fields()}
        )
        == []
    )


def load(payload: str, slug: str) -> Pack:
    return intake.load(files.raw(hostile(payload, slug)), by=None).pack


PAGES = (
    "/", "/?q={q}&series={q}", "/packs/{slug}/", "/packs/{slug}/desk/", "/packs/{slug}/desk/?edit=1&show={q}", "/packs/{slug}/ledger/",
    "/packs/{slug}/ledger/?who={q}&chip={q}&act={q}", "/packs/{slug}/release/", "/packs/{slug}/article/", "/seats/?pack={q}",
    "/users/?after={q}", "/login/?next={q}", "/packs/{q}/", "/{q}/", "/packs/{slug}/export/?ratified={q}", "/packs/{slug}/desk/?chip={q}",
    "/reports/", "/reports/?pack={slug}", "/reports/?series={q}&since={q}&until={q}", "/reports/?pack={q}", "/ledger/?since={q}&says={q}&why={q}",
)  # fmt: skip


def read_as_a_browser(client: Client, where: str, wrong: list[Any], **headers: str) -> bytes:
    answer = client.get(where, headers=headers)
    if answer.streaming or not answer.headers["Content-Type"].startswith("text/html"):
        return b""
    if found := strangers(answer.content) or ([answer.status_code] if answer.status_code >= 500 else []):
        wrong.append((where[:80], found[:3]))
    return bytes(answer.content)


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: ascii(chunk[0])[:30])
def test_x01_no_payload_in_a_pack_becomes_markup_on_a_page(chunk):
    """X01, X02, X03, X05, X07, X09, X11: pages of a pack whose every text is the payload, and queries that are it."""
    client, wrong = entered(builders.admin()), []
    for n, payload in enumerate(chunk):
        load(payload, f"hostile-{n}")
        for page in PAGES:
            read_as_a_browser(client, page.format(slug=f"hostile-{n}", q=quote(payload, safe="")), wrong)
        read_as_a_browser(client, f"/packs/hostile-{n}/desk/", wrong, **SWAP)
    assert wrong == []


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: ascii(chunk[0])[:30])
def test_x01_a_payload_is_shown_as_the_words_it_is(chunk):
    """X11: neither run nor thrown away: the judge reads what stands in the file."""
    from selectolax.lexbor import LexborHTMLParser

    from reviews.templatetags.pack_tags import plain

    client, lost = entered(builders.admin()), []
    for n, payload in enumerate(chunk):
        pack = load(payload, f"hostile-{n}")
        page = LexborHTMLParser(client.get(f"/packs/hostile-{n}/desk/").content)
        words = "".join(node.text() for node in page.css("#chip-q, h1, h2, .chip"))
        if _squeezed(plain(builders.chip(pack).q)) not in _squeezed(plain(words)):
            lost.append(payload)
    assert lost == []


def _squeezed(text: str) -> str:
    return "".join(text.split())


FIELDS = (
    "why",
    "q",
    "a",
    "cites",
    "quote",
    "quote_cite",
    "override",
    "figure",
    "key",
    "version",
    "then",
    "label",
    "seat_class",
    "slug",
    "user",
)
FIELDS += (
    "place",
    "starts_at",
    "ends_at",
    "name",
    "do",
    "username",
    "password",
    "next",
    "code",
    "old_password",
    "new_password1",
    "pack",
    "show",
)
FORMS = (
    "/login/", "/login/code/", "/account/", "/account/password/", "/account/log-ins/end/", "/account/second-step/begin/",
    "/account/second-step/confirm/", "/seats/", "/users/", "/users/{user}/", "/load/", "/packs/{slug}/article/", "/packs/{slug}/ratify/",
    "/packs/{slug}/reopen/", *[f"/packs/{{slug}}/chips/{{cid}}/{act}/" for act in ("publish", "hold", "edit", "drop", "undo", "quote", "check")],
    "/packs/{slug}/sections/feeding/strike/", "/packs/{slug}/bullets/{bullet}/strike/", "/packs/{slug}/sections/{q}/strike/",
    "/seats/{seat}/vacate/",
)  # fmt: skip


@pytest.fixture
def sent() -> Callable[..., list[Any]]:
    """Sends every form of ours with a text in every field, as an admin who is seated; what came back that should not."""
    pack, ada = builders.loaded(), builders.admin()
    ada.may_judge = True
    ada.save()
    seat, client = builders.seated(ada, pack), entered(ada)
    given = {"slug": pack.slug, "cid": builders.chip(pack).cid, "user": ada.pk, "seat": seat.pk}
    given["bullet"] = pack.bullets.get().text_sha

    def send(payload: str, **headers: str) -> list[Any]:
        wrong = []
        for n, form in enumerate(FORMS):
            where = form.format(**given, q=quote(payload, safe=""))
            for more in ({}, {"version": "1", "key": f"some-key-{n}"})[: 2 if "/packs/" in form else 1]:
                answer = client.post(where, {**dict.fromkeys(FIELDS, payload), **more}, headers=headers)
                found = strangers(answer.content) or (
                    [answer.status_code] if answer.status_code >= 500 else []
                )
                wrong += [(where[:60], payload, found[:3])] if found else []
        return wrong

    return send


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: ascii(chunk[0])[:30])
def test_x01_no_payload_in_a_form_becomes_markup_in_the_answer(chunk, sent):
    """X01: shape refused, act refused, or taken: the words come back as words."""
    assert [wrong for payload in chunk for wrong in sent(payload)] == []


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: ascii(chunk[0])[:30])
def test_x01_no_payload_in_a_form_becomes_markup_in_a_swap(chunk, sent):
    """X01, X05: the part of a page that htmx takes up; a dozen payloads in one text."""
    assert sent("\n".join(chunk), **SWAP) == []


@pytest.mark.parametrize("who", ["anonymous", "reader"])
def test_x01_no_payload_of_a_refused_form_becomes_markup(who):
    """X01: words typed by whoever may not act come back as words."""
    pack = builders.loaded()
    client, wrong = (Client() if who == "anonymous" else entered(builders.reader())), []
    for payload in PAYLOADS:
        for where in (
            "/seats/",
            "/load/",
            f"/packs/{pack.slug}/ratify/",
            f"/packs/{pack.slug}/chips/c-00000000/hold/",
        ):
            answer = client.post(where, dict.fromkeys(FIELDS, payload), headers=SWAP)
            wrong += [(where, payload, found[:3])] if (found := strangers(answer.content)) else []
    assert wrong == []


def test_x01_no_file_name_and_no_content_of_a_refused_file_becomes_markup():
    """X01: what is wrong with a file is told in its own words."""
    client, wrong = entered(builders.admin()), []
    for payload in PAYLOADS:
        texts = [
            payload,
            json.dumps({payload: payload}),
            files.raw(files.pack(slug=payload)),
            files.raw({**rich(), payload: payload, "status": payload}),
        ]
        for text in texts:
            raw = text.encode() if isinstance(text, str) else text
            for more in ({}, {"check": "1"}):
                sent = {"pack": SimpleUploadedFile(f"x{payload[:90]}x", raw), **more}
                answer = client.post("/load/", sent)
                wrong += [(payload, found[:3])] if (found := strangers(answer.content)) else []
    assert wrong == []


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


@pytest.mark.parametrize("url", ["javascript:canary(1)", "JAVASCRIPT:x", "data:text/html,x", " javascript:x", "https://a\tb/", "//x.example/", "https://u:p@x.example/\"><x", "ftp://x.example/", "https://", "http://[::1", "https://x.example/<script>"])  # fmt: skip
@pytest.mark.parametrize("field", ["/source/url", "/source/md_url"])
def test_x10_an_address_that_is_none_is_refused_or_stays_an_address(url, field):
    """X10"""
    client = entered(builders.admin())
    raw = files.raw(files.changed(files.pack(), field, url))
    answer = client.post("/load/", {"pack": SimpleUploadedFile("pack.json", raw)})
    assert (answer.status_code in (303, 422), strangers(answer.content)) == (True, [])
    if answer.status_code == 303:
        told = strangers(client.get("/packs/baking-with-a-sourdough-starter/").content)
        assert [one for one in told if not one.endswith("leads out")] == []


NEUTRAL: Mapping[str, list[str]] = {
    "<p>words</p>": [],
    "<a href='/packs/x/'>x</a><a rel='noopener noreferrer nofollow' href='https://x/'>y</a>": [],
    "<a href='https://x/'>y</a>": ["<a href='https://x/'> leads out"],
    "<p id=main></p><p id=main></p>": ["#main stands 2 times"],
    "<script>x</script>": ["<script> x"],
    "<p onclick=x>": ["<p onclick='x'>"],
    "<p hx-swap-oob=true id=desk>": ["<p hx-swap-oob='true'>"],
    "<span hx-swap-oob=true id=seated>": [],
    "<a href='javascript:x'>": ["<a href='javascript:x'> leads out"],
    "<a href='//x'>": ["<a href='//x'> leads out"],
    "<form action='https://example.org/'>": ["<form action='https://example.org/'> leads out"],
    "<svg onload=x>": ["<svg onload='x'>"],
    "<img src=x>": ["<img>", "<img src='x'> leads out"],
    "<p style='x'>": ["<p style='x'>"],
}


@pytest.mark.parametrize(("body", "found"), NEUTRAL.items(), ids=list(NEUTRAL))
def test_the_reader_sees_a_stranger(body, found):
    assert strangers(body) == found
