"""X01: the same payloads in every field of every form, and in the names and bytes of files."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import builders
from tests.access.hostile import CHUNKS, rich
from tests.access.markup import strangers
from tests.access.payloads import PAYLOADS
from tests.access.world import SWAP
from tests.core import builders as files
from tests.pages import entered

pytestmark = pytest.mark.django_db
FIELDS = tuple(
    "why q a cites quote quote_cite override figure key version then label seat_class slug user place starts_at ends_at name do"
    " username password next code old_password new_password1 pack show".split()
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
