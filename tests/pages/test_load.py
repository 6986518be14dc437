"""Loading a pack: both files at once, every fault at once, and nothing written where it is refused."""

from __future__ import annotations

import gzip
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from reviews import evidence
from reviews.models import Attachment, Entry, Pack
from tests import builders as made
from tests.core import builders as files
from tests.pages import entered, read, seen, tables

pytestmark = pytest.mark.django_db
AT = "/packs/baking-with-a-sourdough-starter/"


@pytest.fixture
def admin() -> Client:
    return entered(made.admin())


def file(raw: bytes | str, name: str = "pack.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, raw.encode() if isinstance(raw, str) else raw)


def pack(**changes) -> SimpleUploadedFile:
    return file(files.raw(files.pack(**changes)))


def article() -> SimpleUploadedFile:
    return file(files.article(), "article.md")


def test_both_files_become_a_pack_with_its_article(admin):
    answer = admin.post("/load/", {"pack": pack(), "article": article()})
    assert (answer.status_code, answer.headers["Location"], answer.headers["X-Ledger-Seq"]) == (303, AT, "0")
    assert (Pack.objects.get().unit, Attachment.objects.get().origin) == (
        "code points",
        "uploaded with the pack",
    )


def test_what_was_loaded_is_told(admin):
    admin.post("/load/", {"pack": pack(), "article": article()})
    assert "Loaded: Baking with a sourdough starter" in seen(admin, AT).words


def test_a_swap_gets_what_is_said_and_no_page(admin):
    """The page that sent it keeps the files chosen; were another put into it, or followed from it, they would be gone."""
    swap = {"HX-Request": "true"}
    told = admin.post("/load/", {"pack": pack(), "check": "1"}, headers=swap)
    body = told.content.decode()
    assert (told.status_code, "<html" in body, "<form" in body) == (200, False, False)
    done = admin.post("/load/", {"pack": pack()}, headers=swap)
    leads = (done.headers["HX-Redirect"], done.headers.get("Location"), done.headers["X-Ledger-Seq"])
    assert (done.status_code, leads) == (201, (AT, None, "0"))


def test_a_pack_without_its_article_loads(admin):
    admin.post("/load/", {"pack": pack()})
    assert (Pack.objects.get().article_id, "✕ missing" in seen(admin, AT).words) == (None, True)


def test_an_article_that_is_not_the_cited_one_is_kept_and_told(admin):
    admin.post("/load/", {"pack": pack(), "article": file("# Another\n", "a.md")})
    assert (Pack.objects.get().article_id, Attachment.objects.get().is_cited) == (None, False)
    assert "it is not the cited one" in seen(admin, AT).words


def test_every_fault_is_told_at_once_with_both_numbers_and_nothing_is_written(admin):
    wrong = files.changed(files.changed(files.pack(), "/bench/chips_kept", 7), "/bench/bullets_written", 9)
    before = tables()
    answer = admin.post("/load/", {"pack": file(files.raw(wrong)), "article": article()})
    words = read(answer).words
    assert (answer.status_code, tables()) == (422, before)
    assert "/bench/bullets_written is 9, but these make 1" in words
    assert "the number of chips in /chips is 3, but these make 7" in words


def test_a_fault_shows_its_path_its_code_and_its_sentence(admin):
    answer = admin.post("/load/", {"pack": file(files.raw(files.changed(files.pack(), "/slug", "No Slug")))})
    assert "/slug form expected a slug of lower-case letters" in read(answer).words


def test_a_check_says_what_would_be_and_writes_nothing(admin):
    before = tables()
    answer = admin.post("/load/", {"pack": pack(), "article": article(), "check": "1"})
    words = read(answer).words
    assert (answer.status_code, tables()) == (200, before)
    assert ("Nothing stands against it" in words, "all 3 spans start at their headings" in words) == (
        True,
        True,
    )


def test_a_check_asks_for_the_limit_of_this_desk(admin, settings):
    settings.ARTICLE_MAX_BYTES = 100
    told = admin.post("/load/", {"pack": pack(), "article": article(), "check": "1"})
    assert (told.status_code, "at most 100 are read" in told.content.decode()) == (422, True)


def test_a_check_with_notes_to_see_to_is_no_good_news(admin):
    answer = admin.post("/load/", {"pack": pack(), "article": file("# Another article"), "check": "1"})
    told = answer.content.decode()
    assert "It can be loaded, with 1 note to see to" in read(answer).words
    assert ("notice--warn" in told, "notice--good" in told) == (True, False)


def test_a_load_tells_what_is_to_be_seen_to_as_a_warning(admin):
    cites = files.changed(files.pack(), "/chips/0/cites", ["nowhere"])
    told = admin.post("/load/", {"pack": file(files.raw(cites))}, follow=True)
    assert 'To see to, at /chips/0/cites/0: the pack has no section "nowhere"' in read(told).words
    assert 'class="notice notice--warn" role="status">To see to' in told.content.decode()


def test_an_article_that_is_not_the_cited_one_is_told_as_a_warning(admin):
    told = admin.post("/load/", {"pack": pack(), "article": file("# Another article")}, follow=True)
    assert 'class="notice notice--warn" role="status">The article that came with it' in told.content.decode()


def test_a_check_of_a_bad_pack_tells_its_faults(admin):
    answer = admin.post("/load/", {"pack": file("{}"), "check": "1"})
    words = read(answer).words
    assert (answer.status_code, "This would not be loaded" in words, '"slug" is missing' in words) == (
        422,
        True,
        True,
    )


def test_a_check_of_a_pack_that_is_here_says_so(admin):
    admin.post("/load/", {"pack": pack()})
    assert (
        "This very file is here already" in read(admin.post("/load/", {"pack": pack(), "check": "1"})).words
    )


def test_the_same_bytes_again_are_no_new_pack_and_that_is_said(admin):
    admin.post("/load/", {"pack": pack()})
    before = tables()
    answer = admin.post("/load/", {"pack": pack()})
    assert (answer.status_code, answer.headers["X-Ledger-Seq"], tables()) == (303, "0", before)
    assert "nothing was loaded and nothing was written" in seen(admin, AT).words


def test_the_same_bytes_with_an_article_lead_to_where_it_is_attached(admin):
    admin.post("/load/", {"pack": pack()})
    answer = admin.post("/load/", {"pack": pack(), "article": article()})
    assert (answer.headers["Location"], "X-Ledger-Seq" in answer.headers) == (f"{AT}article/", False)


def test_two_loads_of_the_same_bytes_at_once_are_one_pack(admin, monkeypatch):
    """The other one's is there once this one has read and checked its own."""
    indexed = evidence.indexed

    def late(*given):
        monkeypatch.undo()
        made.loaded()
        return indexed(*given)

    monkeypatch.setattr(evidence, "indexed", late)
    answer = admin.post("/load/", {"pack": pack()})
    assert (answer.status_code, answer.headers["X-Ledger-Seq"], Pack.objects.count()) == (303, "0", 1)


@pytest.mark.parametrize("more", [{}, {"check": "1"}])
def test_other_bytes_under_a_slug_that_is_taken_are_refused(admin, more):
    admin.post("/load/", {"pack": pack()})
    before = tables()
    answer = admin.post("/load/", {"pack": pack(title="Another")} | more)
    assert (answer.status_code, "slug-taken" in read(answer).words, tables()) == (422, True, before)


def test_an_article_that_cannot_be_read_refuses_the_load(admin):
    before = tables()
    answer = admin.post("/load/", {"pack": pack(), "article": file(b"\xff", "a.md")})
    assert (answer.status_code, "not UTF-8" in read(answer).words, tables()) == (422, True, before)


TEXT = json.dumps(files.pack())


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Choose the pack: no file came with the form."),
        ({"article": "x"}, "The article came as text, not as a file."),
        ({"pack": TEXT}, "The pack came as text, not as a file."),
        ({"pack": [file("{}"), file("{}")]}, "Choose one pack: 2 came with the form."),
        ({"article": [file("a"), file("b")]}, "Choose one article: 2 came with the form."),
        ({"pack": file(""), "check": "1"}, "empty"),
        ({"other": file("a")}, "a file that is not asked for: other"),
        ({"pack": file(gzip.compress(TEXT.encode()))}, "gzip"),
        ({"pack": file(b"\xef\xbb\xbf" + TEXT.encode())}, "byte order mark"),
        ({"pack": file('{"a": NaN}')}, "NaN"),
        ({"pack": file("[" * 100_000)}, "deep"),
    ],
)
def test_a_form_with_a_trick_in_it_is_refused_in_a_sentence(admin, form, sentence):
    before = tables()
    answer = admin.post("/load/", form)
    assert (answer.status_code, sentence in read(answer).words, tables()) == (422, True, before)


@pytest.mark.parametrize("name", ["../../etc/passwd", 'a"b.json', "a\nb.json", "x" * 300, "con", "a%00.json"])
def test_the_name_of_a_file_means_nothing(admin, name):
    assert admin.post("/load/", {"pack": file(files.raw(files.pack()), name)}).status_code == 303


def test_a_form_that_is_no_form_with_files_is_refused(admin):
    answer = admin.post("/load/", TEXT, content_type="application/json")
    assert (answer.status_code, "no file came" in read(answer).words) == (422, True)


def test_a_body_that_says_it_is_packed_is_not_unpacked(admin):
    answer = admin.post("/load/", {"pack": pack()}, headers={"Content-Encoding": "gzip"})
    assert answer.status_code in (303, 422)


def test_three_files_are_too_many(admin):
    before = tables()
    answer = admin.post("/load/", {"pack": pack(), "article": article(), "third": file("x")})
    assert (answer.status_code, tables()) == (400, before)


def test_what_is_far_too_large_is_refused_early(admin):
    answer = admin.post("/load/", {"pack": file(b"x" * 14_000_000)})
    assert (answer.status_code, Pack.objects.count()) == (413, 0)


def test_a_pack_over_its_limit_is_told_its_size(admin):
    answer = admin.post("/load/", {"pack": file(b" " * 8_000_001)})
    assert (answer.status_code, "8,000,001 bytes" in read(answer).words) == (422, True)


def test_only_an_admin_loads():
    client, before = entered(made.judge()), tables()
    refused = [client.get("/load/").status_code, client.post("/load/", {"pack": pack()}).status_code]
    assert (refused, tables()) == ([403, 403], before)


def test_the_loader_stands_in_the_ledger():
    ada = made.admin()
    entered(ada).post("/load/", {"pack": pack()})
    assert (Entry.objects.get().act, Entry.objects.get().user) == ("load", ada)


def test_the_form_needs_no_script(admin):
    page = seen(admin, "/load/")
    assert set(page.forms["/load/"]) == {"csrfmiddlewaretoken", "pack", "article"}
