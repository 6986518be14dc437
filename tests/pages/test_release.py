"""Ratifying, reopening and exporting: who may, when, and which bytes go out."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from reviews import desk, intake, release
from reviews.models import Chip, Entry, Pack
from tests import builders as made
from tests.core import builders as files
from tests.pages import entered, read, seen, tables, unkept

pytestmark = pytest.mark.django_db
BASE = "/packs/baking-with-a-sourdough-starter/"
AT, RATIFY, REOPEN = f"{BASE}release/", f"{BASE}ratify/", f"{BASE}reopen/"
EXPORT, LEDGER = f"{BASE}export/", f"{BASE}export/ledger/"
FORM = {"key": "a-key-of-ours", "why": ""}


@pytest.fixture
def pack() -> Pack:
    return made.loaded()


@pytest.fixture
def judge(pack):
    return made.seated_judge(pack=pack)


@pytest.fixture
def decided(pack, judge) -> Pack:
    for n in range(3):
        desk.hold(pack, made.chip(pack, n).cid, made.ask(judge, made.chip(pack, n), why="later"))
    return pack


@pytest.fixture
def admin() -> Client:
    return entered(made.admin())


def standing(pack: Pack) -> Entry:
    return Entry.objects.get(chain__pack=pack, seq=Pack.objects.get(pk=pack.pk).ratified_seq)


def test_a_pack_with_waiting_chips_says_how_many_and_where(judge, admin):
    page = seen(admin, AT)
    assert ("Not ready to ratify 3 chips wait" in page.words, RATIFY in page.forms) == (True, False)
    assert unkept(admin, AT) == []


def test_a_pack_that_nobody_was_seated_on_says_so(pack, admin):
    assert "No judge was ever seated on this pack" in seen(admin, AT).words


def test_a_reader_reads_and_is_shown_no_form(decided):
    page = seen(entered(made.reader()), AT)
    assert ("ready to ratify" in page.words, set(page.forms)) == (True, {"/logout/"})


def test_a_decided_pack_is_ratified(decided, admin):
    answer = admin.post(RATIFY, seen(admin, AT).forms[RATIFY] | {"why": "all read"})
    entry = standing(decided)
    assert (answer.status_code, answer.headers["X-Ledger-Seq"]) == (303, str(entry.seq))
    assert (entry.act, json.loads(entry.body)["why"], Pack.objects.get().state) == (
        "ratify",
        "all read",
        "ratified",
    )


def test_a_ratification_is_shown_with_its_head(decided, admin):
    admin.post(RATIFY, FORM)
    words = seen(admin, AT).words
    assert (f"Head {standing(decided).hash}" in words, "Judged by Desk editor (human-class)" in words) == (
        True,
        True,
    )


def test_a_pack_with_waiting_chips_is_not_ratified(judge, admin):
    before = tables()
    answer = admin.post(RATIFY, FORM | {"why": "words of mine"})
    assert (answer.status_code, "3 chips wait for a decision" in read(answer).words, tables()) == (
        409,
        True,
        before,
    )


def test_the_second_of_two_ratifications_is_told_the_standing_head(decided, admin):
    admin.post(RATIFY, FORM)
    answer = entered(made.admin("bea")).post(RATIFY, {"key": "another-key"})
    assert (answer.status_code, standing(decided).hash in read(answer).words) == (409, True)
    assert Entry.objects.filter(act="ratify").count() == 1


def test_the_same_form_twice_is_one_ratification(decided, admin):
    first, second = admin.post(RATIFY, FORM), admin.post(RATIFY, FORM)
    assert (first.headers["X-Ledger-Seq"], second.status_code) == (second.headers["X-Ledger-Seq"], 303)
    assert Entry.objects.filter(act="ratify").count() == 1


@pytest.mark.parametrize("key", ["", "a b", "x" * 65])
def test_a_form_without_a_sound_key_is_refused(decided, admin, key):
    before = tables()
    assert (admin.post(RATIFY, {"key": key}).status_code, tables()) == (422, before)


@pytest.mark.parametrize("address", [RATIFY, REOPEN])
def test_only_an_admin_ratifies_and_reopens(decided, judge, address):
    before = tables()
    answer = entered(judge).post(address, FORM | {"why": "words of mine"})
    assert (answer.status_code, "words of mine" in answer.content.decode(), tables()) == (403, True, before)


@pytest.mark.parametrize("address", [RATIFY, REOPEN])
def test_nothing_is_ratified_by_looking(admin, address):
    assert admin.get(address).status_code == 405


def test_a_pack_is_reopened_with_a_reason(decided, admin):
    admin.post(RATIFY, FORM)
    answer = admin.post(REOPEN, seen(admin, AT).forms[REOPEN] | {"why": "a figure"})
    assert (answer.status_code, Pack.objects.get().ratified_seq, Entry.objects.latest("id").act) == (
        303,
        None,
        "reopen",
    )


def test_a_pack_is_not_reopened_without_a_reason(decided, admin):
    admin.post(RATIFY, FORM)
    before = tables()
    answer = admin.post(REOPEN, {"key": "another-key", "why": "  "})
    assert (answer.status_code, "Say why" in read(answer).words, tables()) == (422, True, before)


def test_an_open_pack_is_not_reopened(decided, admin):
    answer = admin.post(REOPEN, FORM | {"why": "why not"})
    assert (answer.status_code, "This pack is not ratified." in read(answer).words) == (409, True)


def test_an_untouched_pack_goes_out_as_it_came(pack, admin):
    answer = admin.get(EXPORT)
    assert (answer.content, answer.headers["Content-Type"]) == (bytes(pack.file.raw), "application/json")
    assert (
        answer.headers["Content-Disposition"] == 'attachment; filename="baking-with-a-sourdough-starter.json"'
    )


def test_a_ratified_pack_goes_out_with_its_ledger(decided, admin):
    admin.post(RATIFY, FORM)
    made_again = release.exported(Pack.objects.get())
    ledger = admin.get(LEDGER)
    assert (admin.get(EXPORT).content, ledger.content) == (made_again.raw, made_again.ledger)
    assert (
        ledger.headers["Content-Disposition"]
        == 'attachment; filename="baking-with-a-sourdough-starter.ledger.jsonl"'
    )
    assert (ledger.headers["Content-Type"], "sandbox" in ledger.headers["Content-Security-Policy"]) == (
        "application/x-ndjson",
        True,
    )


@pytest.mark.parametrize("address", [EXPORT, LEDGER])
def test_a_touched_pack_is_not_exported(pack, judge, admin, address):
    desk.hold(pack, made.chip(pack).cid, made.ask(judge, made.chip(pack), why="later"))
    answer = admin.get(address)
    assert (answer.status_code, "2 of its chips wait for a decision" in read(answer).words) == (409, True)


def test_a_decided_pack_is_exported_once_it_is_ratified(decided, admin):
    answer = admin.get(EXPORT)
    assert (answer.status_code, "an admin ratifies it first" in read(answer).words) == (409, True)


@pytest.mark.parametrize("address", [EXPORT, LEDGER])
def test_only_an_admin_exports(pack, judge, address):
    assert entered(judge).get(address).status_code == 403


def test_a_record_that_does_not_add_up_is_neither_ratified_nor_exported(decided, admin):
    Chip.objects.filter(pk=made.chip(decided).pk).update(a="Never.")
    statuses = [admin.post(RATIFY, FORM).status_code, admin.get(EXPORT).status_code]
    assert (statuses, "The record does not add up" in seen(admin, AT).words) == ([409, 409], True)


def test_every_earlier_ratification_keeps_its_export(decided, judge, admin):
    admin.post(RATIFY, FORM)
    first, before = standing(decided), admin.get(EXPORT).content
    admin.post(REOPEN, {"key": "another-key", "why": "a figure"})
    desk.drop(decided, made.chip(decided).cid, made.ask(judge, made.chip(decided), why="wrong"))
    admin.post(RATIFY, {"key": "a-third-key"})
    links = seen(admin, AT).links
    assert (f"{EXPORT}?ratified={first.seq}" in links, f"{LEDGER}?ratified={first.seq}" in links) == (
        True,
        True,
    )
    assert admin.get(f"{EXPORT}?ratified={first.seq}").content == before != admin.get(EXPORT).content


@pytest.mark.parametrize("seq", ["0", "1", "999", "-1", "x", "", "٣", "4.0"])
def test_an_entry_that_ratified_nothing_has_no_export(decided, admin, seq):
    admin.post(RATIFY, FORM)
    assert admin.get(EXPORT, {"ratified": seq}).status_code == 404


def test_a_pack_loaded_as_ratified_goes_out_as_it_came(admin):
    raw = files.raw(files.ratified())
    intake.load(raw, None, by=None)
    assert ("loaded as ratified" in seen(admin, AT).words, admin.get(EXPORT).content) == (True, raw)


def test_a_pack_loaded_as_ratified_is_not_ratified_again(admin):
    intake.load(files.raw(files.ratified()), None, by=None)
    assert [admin.post(at, FORM | {"why": "x"}).status_code for at in (RATIFY, REOPEN)] == [409, 409]


@pytest.mark.parametrize("address", ["release/", "export/", "export/ledger/"])
def test_a_pack_that_is_not_here_is_not_found(admin, address):
    assert admin.get(f"/packs/nowhere/{address}").status_code == 404
