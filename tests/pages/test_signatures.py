"""Signatures over HTTP: beside the files they are over, from the same ratification, and only where there is a key."""

from __future__ import annotations

import pytest

from reviews import release, signing
from reviews.core import verify
from tests import builders as made
from tests.commands.runner import run
from tests.pages import entered, read, seen

pytestmark = pytest.mark.django_db
BASE = "/packs/baking-with-a-sourdough-starter/"
FILES = {
    f"{BASE}export/": f"{BASE}export/signature/",
    f"{BASE}export/ledger/": f"{BASE}export/ledger/signature/",
}


@pytest.fixture
def pack():
    return made.loaded()


@pytest.fixture
def key(settings, tmp_path) -> bytes:
    settings.SIGNING_KEY = tmp_path / "key"
    run("signing_key")
    return bytes.fromhex(signing.public())


@pytest.fixture
def admin():
    return entered(made.admin())


@pytest.mark.parametrize(("file", "signature"), FILES.items())
def test_each_file_has_its_signature(pack, key, admin, file, signature):
    raw, signed = admin.get(file), admin.get(signature)
    assert verify.is_signed(key, raw.content, bytes.fromhex(signed.content.decode().strip()))
    name = raw.headers["Content-Disposition"].split('"')[1]
    assert signed.headers["Content-Disposition"] == f'attachment; filename="{name}.sig"'
    assert "sandbox" in signed.headers["Content-Security-Policy"]


def test_an_earlier_ratification_keeps_its_signature(pack, key, admin):
    from reviews import desk

    jo = made.seated_judge(pack=pack)
    for n in range(3):
        desk.hold(pack, made.chip(pack, n).cid, made.ask(jo, made.chip(pack, n), why="later"))
    ada = made.admin("bea")
    first = release.ratify(pack, by=ada).seq
    signed = admin.get(f"{BASE}export/signature/?ratified={first}").content
    release.reopen(pack, by=ada, why="a figure")
    release.ratify(pack, by=ada)
    assert admin.get(f"{BASE}export/signature/?ratified={first}").content == signed
    assert admin.get(f"{BASE}export/signature/").content != signed


@pytest.mark.parametrize("signature", FILES.values())
def test_without_a_key_there_is_none_and_no_link_to_it(pack, admin, signature):
    answer, page = admin.get(signature), seen(admin, f"{BASE}release/")
    assert (answer.status_code, "its exports are not signed" in read(answer).words) == (404, True)
    assert (signature in page.links, f"{BASE}export/" in page.links) == (False, True)


def test_with_a_key_the_page_leads_to_both(pack, key, admin):
    assert set(FILES.values()) <= set(seen(admin, f"{BASE}release/").links)


def test_a_key_that_cannot_sign_is_told_and_the_files_still_go_out(pack, key, admin, settings):
    settings.SIGNING_KEY.chmod(0o644)
    assert [admin.get(file).status_code for file in FILES] == [200, 200]
    answer = admin.get(f"{BASE}export/signature/")
    assert (answer.status_code, "can be read by others" in read(answer).words) == (409, True)
