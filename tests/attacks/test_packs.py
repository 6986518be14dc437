"""Packs and articles made to slip through: what is refused is refused in words, and leaves nothing behind."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from reviews import intake, release, seating
from reviews.core.faults import PackError
from reviews.core.refusals import ActRefused
from tests import builders
from tests.attacks import entered, heads
from tests.core import builders as files

pytestmark = pytest.mark.django_db
# Found by hashing 17 million lines: the first 12 hex digits of their SHA-256, which name a bullet, are the same.
TWINS = ("bullet 5406081", "bullet 14718762")
BOM_ARTICLE = "\ufeff## Feeding the starter {#feeding}\n\nFeed it once a day.\n"


def sent(client, raw: bytes):

    return client.post("/load/", {"pack": SimpleUploadedFile("a.json", raw)})


def test_two_bullets_of_one_hash_are_refused_by_name():
    before = heads()
    with pytest.raises(PackError) as refusal:
        builders.loaded(bullets=TWINS)
    assert [(fault.path, fault.code) for fault in refusal.value.faults] == [("/short/bullets/1", "doubled")]
    assert heads() == before


def test_two_bullets_of_one_hash_are_refused_on_the_page():
    answer = sent(entered(builders.admin()), files.raw(files.pack(bullets=TWINS)))
    assert (answer.status_code, "/short/bullets/1" in answer.content.decode()) == (422, True)


def test_a_pack_whose_title_has_no_words_is_refused():
    with pytest.raises(PackError) as refusal:
        builders.loaded(title=" \u00a0")
    assert [fault.path for fault in refusal.value.faults] == ["/title"]


def test_a_heading_right_after_a_byte_order_mark_is_found():
    section = files.section(
        "feeding", [1, len(BOM_ARTICLE)], heading="Feeding the starter", digest="a starter is fed."
    )
    data = files.pack(text=BOM_ARTICLE, sections=[section], chips=[], thanks=None)
    pack = intake.load(files.raw(data), BOM_ARTICLE.encode(), by=None).pack
    assert (pack.article_id, pack.unit) == (data["source"]["md_sha"], "code points")


def test_a_seat_that_is_yet_to_begin_ratifies_nothing():
    pack, ada = builders.loaded(chips=[]), builders.admin()
    coming = timezone.now() + timedelta(days=9)
    builders.seated(builders.judge(), starts_at=coming)
    with pytest.raises(ActRefused):
        release.ratify(pack, by=ada)


def test_a_seat_that_was_vacated_before_it_began_ratifies_nothing():
    pack, ada = builders.loaded(chips=[]), builders.admin()
    coming = timezone.now() + timedelta(days=9)
    seating.vacate(builders.seated(builders.judge(), starts_at=coming), by=ada, why="not needed")
    with pytest.raises(ActRefused):
        release.ratify(pack, by=ada)


def test_a_seat_that_stood_and_was_vacated_ratifies():
    pack, ada = builders.loaded(chips=[]), builders.admin()
    seating.vacate(builders.seated(builders.judge()), by=ada, why="term over")
    assert release.ratify(pack, by=ada).act == "ratify"
