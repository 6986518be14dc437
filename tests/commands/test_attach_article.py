"""attach_article: a pack gets its article later, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviews.models import Attachment, Pack
from tests import builders
from tests.commands.runner import run
from tests.core import builders as files

pytestmark = pytest.mark.django_db


@pytest.fixture
def pack() -> Pack:
    return builders.loaded(article=False)


@pytest.fixture
def article(tmp_path) -> Path:
    path = tmp_path / "article.md"
    path.write_text(files.article(), newline="")
    return path


def test_attach_article_places_the_sections(pack, article):
    assert (
        run("attach_article", pack.slug, article).out == f"{pack.slug}: attached; it is the cited article\n"
    )
    pack.refresh_from_db()
    assert pack.article_id == Attachment.objects.get(is_cited=True).article_id


def test_attach_article_twice_has_nothing_to_do(pack, article):
    run("attach_article", pack.slug, article)
    assert run("attach_article", pack.slug, article).out == f"{pack.slug}: already here, nothing to do\n"
    assert Attachment.objects.count() == 1


def test_attach_article_keeps_another_one_and_says_that_it_is_not_cited(pack, article):
    article.write_text("# Another\n")
    said = run("attach_article", pack.slug, article).out
    assert said.startswith(f"{pack.slug}: kept, but it is not the cited article: its SHA-256 is ")
    assert said.endswith(f", md_sha is {pack.md_sha}\n")
    pack.refresh_from_db()
    assert pack.article_id is None


def test_attach_article_refuses_an_unknown_pack(article):
    assert (
        run("attach_article", "no-such-pack", article).refused
        == "There is no pack with the slug no-such-pack."
    )


def test_attach_article_refuses_what_is_no_text(pack, article):
    article.write_bytes(b"ok \xff")
    assert run("attach_article", pack.slug, article).refused == "The article is not UTF-8: byte 3 is 0xff."
    assert Attachment.objects.count() == 0


def test_attach_article_refuses_a_file_that_is_too_large(pack, article):
    with article.open("wb") as file:
        file.truncate(1_000_000_000)
    assert run("attach_article", pack.slug, article).refused == (
        f"{article}: 1,000,000,000 bytes; at most 5,000,000 are read."
    )
