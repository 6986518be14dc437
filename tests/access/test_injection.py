"""X01 to X11: a hundred payloads in every text field of a pack, on every page, read as a browser reads it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from reviews import intake
from reviews.core import pack as packs
from reviews.core.faults import PackError
from reviews.models import Pack
from tests import builders
from tests.access.hostile import CHUNKS, read_as_a_browser, rich
from tests.access.markup import strangers
from tests.access.payloads import PAYLOADS
from tests.access.world import SWAP
from tests.core import builders as files
from tests.pages import entered

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


def test_there_are_a_hundred_payloads_and_no_two_are_the_same():
    assert (len(PAYLOADS) >= 100, len(set(PAYLOADS))) == (True, len(PAYLOADS))


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
        text = f"{payload} {n}" if path.startswith(("/chips", "/short")) else payload
        if path.startswith("/series"):
            text = " ".join(text.splitlines())  # a name in one line
        made = files.changed(made, path, text)
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
