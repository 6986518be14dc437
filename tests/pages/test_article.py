"""The article page: which one stands, how it fits, how one is attached later."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from reviews.models import Attachment, Entry, Pack
from reviews.views.intake import raw_article
from reviews.views.packs import raw_pack
from tests import builders as made
from tests.core import builders as files
from tests.pages import entered, read, seen, tables

pytestmark = pytest.mark.django_db
SLUG = "baking-with-a-sourdough-starter"
AT = f"/packs/{SLUG}/article/"


def sent(client, raw: bytes | str):
    return client.post(
        AT, {"article": SimpleUploadedFile("a.md", raw.encode() if isinstance(raw, str) else raw)}
    )


def test_the_page_shows_both_hashes_and_that_they_are_the_same():
    pack = made.loaded()
    words = seen(entered(made.reader()), AT).words
    assert f"{pack.md_sha} SHA-256 of these bytes {pack.md_sha} ✓ the same" in words


def test_every_section_stands_with_its_span_and_its_first_line():
    made.loaded()
    page = seen(entered(made.reader()), AT)
    assert "Offsets are counted in code points" in page.words
    assert (
        "Feeding the starter feeding 2 114 to 322 114 to 322 ## Feeding the starter {#feeding}" in page.words
    )
    assert page.n_rows == 3


def test_spans_in_another_unit_are_shown_beside_code_points():
    made.loaded(unit="UTF-8 bytes")
    words = seen(entered(made.reader()), AT).words
    assert ("counted in UTF-8 bytes" in words, "118 to 327 114 to 322" in words) == (True, True)


def test_where_it_came_from_is_told():
    made.loaded(article=False)
    client = entered(made.admin("ada"))
    sent(client, files.article())
    assert "uploaded on its article page , by ada" in seen(client, AT).words


def test_a_missing_article_says_what_to_do():
    pack = made.loaded(article=False)
    page = seen(entered(made.reader()), AT)
    assert "The cited article is missing" in page.words
    assert (pack.md_url in page.links, f"has to say {pack.md_sha}" in page.words) == (True, True)


def test_the_cited_article_is_attached_later():
    made.loaded(article=False)
    answer = sent(entered(made.admin()), files.article())
    assert (answer.status_code, answer.headers["X-Ledger-Seq"]) == (303, "1")
    assert (Pack.objects.get().article_id, Entry.objects.latest("id").act) == (
        files.source(files.article())["md_sha"],
        "attach",
    )


def test_another_article_is_kept_and_marked():
    made.loaded()
    client = entered(made.admin())
    sent(client, "# Another\n")
    assert Attachment.objects.filter(is_cited=False).count() == 1
    assert "✕ not the cited article" in seen(client, AT).words


def test_the_same_article_again_is_told_and_not_recorded():
    made.loaded()
    client, before = entered(made.admin()), tables()
    answer = sent(client, files.article())
    assert (answer.headers["X-Ledger-Seq"], tables()) == ("1", before)
    assert "was given to this pack before" in seen(client, AT).words


@pytest.mark.parametrize(
    ("raw", "sentence"), [(b"\xff", "not UTF-8"), (b"a\0b", "NUL"), (b"x" * 5_000_001, "at most 5,000,000")]
)
def test_an_article_that_cannot_be_read_is_refused(raw, sentence):
    made.loaded(article=False)
    before = tables()
    answer = sent(entered(made.admin()), raw)
    assert (answer.status_code, sentence in read(answer).words, tables()) == (422, True, before)


def test_spans_that_fit_in_no_unit_are_told_with_the_nearest_miss():
    sections = files.sections_of(files.article())
    moved = [files.section("feeding", [100, 322]), *sections[1:]]
    made.loaded(article=False, sections=moved)
    answer = sent(entered(made.admin()), files.article())
    assert (answer.status_code, "The spans fit this article in no unit." in read(answer).words) == (422, True)


def test_an_upload_without_a_file_is_refused():
    made.loaded()
    answer = entered(made.admin()).post(AT)
    assert (answer.status_code, "no file came with the form" in read(answer).words) == (422, True)


def test_only_an_admin_attaches():
    made.loaded(article=False)
    before = tables()
    assert (sent(entered(made.judge()), files.article()).status_code, tables()) == (403, before)


def test_bytes_that_no_longer_have_their_hash_are_told():
    pack = made.loaded()
    Pack.objects.filter(pk=pack.pk).update(md_sha="0" * 64)
    assert "✕ not the same" in seen(entered(made.reader()), AT).words


def given(view, *args: str):
    request = RequestFactory().get("/")
    return view(request, *args)


def test_the_article_is_handed_out_as_it_came():
    pack = made.loaded()
    answer = given(raw_article, SLUG, pack.md_sha)
    assert answer.content == files.article().encode()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{SLUG}.md"'
    assert (answer.headers["Content-Type"], answer.headers["X-Content-Type-Options"]) == (
        "text/plain; charset=utf-8",
        "nosniff",
    )


def test_the_pack_is_handed_out_as_it_came():
    pack = made.loaded()
    answer = given(raw_pack, SLUG)
    assert (answer.content, answer.headers["Content-Type"]) == (bytes(pack.file.raw), "application/json")
