"""Words in an encoding that is not UTF-8, or that is none at all: refused in a sentence, whoever asks, and never a 500."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.signals import request_started
from django.db import close_old_connections
from django.test import Client

from packreview.wsgi import application
from tests import builders
from tests.attacks import entered, heads
from tests.builders import chip

pytestmark = pytest.mark.django_db
BAD = (
    # Lone surrogates, bytes made of bytes, what raises over any letter, what makes other words of these, what is not there.
    *("unicode_escape", "utf-7", "rot13", "zlib", "idna", "undefined", "utf-16", "latin-1", "no-such-thing"),
    *("bad name", "\xe9", "x" * 5000),
)
UNREADABLE = ("charset*=UTF-8''%00", "charset*=bogus''a", "boundary*=bogus''a")
QUERY = "q=%5Cud800&who=%2B2AA-&why=%5Cud800&series=%5Cud800&chip=%5Cud800"


def asked(
    path: str, content_type: str, client: Client, query: str = "", body: bytes = b""
) -> tuple[str, str]:
    """Status and page as the server gets them: the whole application, from the raw header on."""
    told: list[str] = []
    environ = {
        "REQUEST_METHOD": "POST" if body else "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_COOKIE": client.cookies.output(attrs=[], header="", sep="; ").strip(),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    # As Django's own client does: the test's transaction stays open.
    request_started.disconnect(close_old_connections)
    try:
        page = b"".join(application(environ, lambda status, headers: told.append(status)))
    finally:
        request_started.connect(close_old_connections)
    return told[0], page.decode()


@pytest.mark.parametrize("bad", [*(f'charset="{name}"' for name in BAD), *UNREADABLE])
def test_an_address_in_another_encoding_is_refused(bad):
    for client in (Client(), entered(builders.judge())):
        for path in ("/", "/login/", "/ledger/", "/reports/", "/reports.csv", "/nothing-here/"):
            status, page = asked(path, f"text/plain; {bad}", client, QUERY)
            assert (status, "not sent as UTF-8" in page) == ("415 Unsupported Media Type", True)


@pytest.mark.parametrize("bad", [*(f'charset="{name}"' for name in BAD), *UNREADABLE])
def test_a_form_in_another_encoding_writes_nothing(bad):
    pack, judge = builders.loaded(), builders.judge()
    builders.seated(judge)
    client, before = entered(judge), heads()
    part = b'--x\r\nContent-Disposition: form-data; name="why"\r\n\r\n\\ud800 +2AA-\r\n--x--\r\n'
    path = f"/packs/{pack.slug}/chips/{chip(pack).cid}/hold/"
    status, page = asked(path, f"multipart/form-data; boundary=x; {bad}", client, body=part)
    assert (status, "not sent as UTF-8" in page, heads()) == ("415 Unsupported Media Type", True, before)


@pytest.mark.parametrize(
    "content_type", ["", "text/plain; charset=utf-8", 'a/b; charset="UTF8"', "a/b; x*=y"]
)
def test_utf_8_by_any_of_its_names_is_read(content_type):
    assert asked("/login/", content_type, Client())[0] == "200 OK"
