"""The short form of proof 8, and exports of real packs: sound as the product made them."""

from __future__ import annotations

import json

import pytest

from reviews import desk, evidence, intake, release, strikes
from reviews.core import verify
from reviews.core.gates import GATES
from reviews.core.refusals import NotPublishable
from reviews.models import Chip
from tests import builders, pace
from tests.proofs import tamper

pytestmark = pytest.mark.django_db
EVERY_GATE = [name for name, _ in GATES]
PACKS = (
    *(
        "accessibility",
        "animation",
        "composition-api-faq",
        "draft-heads-and-speculative-decoding",
        "faq",
        "forms",
    ),
    *("performance", "provide-inject", "reactivity-in-depth", "rendering-mechanism", "slots", "transition"),
    *("v-model", "web-components"),
)


def test_the_export_that_is_tampered_with_is_sound_and_has_200_entries():
    made = tamper.made()
    assert (len(made.lines), verify.verify(made.raw, made.lines).faults) == (200, ())


def test_the_export_before_it_is_its_beginning():
    made = tamper.made()
    assert verify.verify(made.raw, made.lines, None, made.earlier[0]).faults == ()


def test_whatever_is_changed_in_an_export_is_reported():
    assert tamper.tried(tamper.made(), True, tamper.unseen).violations == []


def test_a_verifier_that_only_checks_the_last_link_misses_some():
    assert tamper.control(True).violations != []


def test_ten_thousand_entries_are_verified_in_seconds():
    made, limit = tamper.long(10_000), 1000 * tamper.MANY_IN
    raw, lines = made.export, tamper.split(made.jsonl)
    assert verify.verify(raw, lines).faults == ()
    assert pace.ms(lambda: verify.verify(raw, lines), limit) < limit


@pytest.fixture(params=PACKS)
def real(request, packs_dir):
    """A handed pack as bytes, with its article where there is one."""
    article = packs_dir / f"{request.param}.md"
    return (
        packs_dir / f"{request.param}.json"
    ).read_bytes(), article.read_bytes() if article.exists() else None


@pytest.mark.packs
def test_a_real_pack_is_sound_untouched(real):
    raw, article = real
    out = release.exported(intake.load(raw, article, by=None).pack)
    assert verify.verify(out.raw, tamper.split(out.ledger), article, raw).faults == ()


@pytest.mark.packs
def test_a_real_pack_is_sound_judged(real):
    raw, article = real
    pack, jo = intake.load(raw, article, by=None).pack, builders.judge()
    builders.seated(jo, pack)
    for row in Chip.objects.filter(pack=pack).order_by("position"):
        judge(pack, jo, row)
    bullets = json.loads(raw)["short"]["bullets"]
    if bullets:
        strikes.strike(
            pack, "bullet", tamper.files.short_sha(bullets[0]), builders.ask(jo, why="more than it says.")
        )
    release.ratify(pack, by=builders.admin())
    out = release.exported(pack)
    lines = tamper.split(out.ledger)
    found = [verify.verify(out.raw, lines, article, against).faults for against in (None, raw)]
    assert found == [(), ()]


def judge(pack, jo, row) -> None:
    """Each chip another way: published as it is, rewritten and published, held, dropped."""
    ask, n = builders.ask(jo, row, why="as read"), row.position % 4
    found = evidence.suggestions(pack, row.q, row.a, row.cites).cited
    quoted = desk.Quoted(found[0].words, found[0].section, found[0].span) if found else desk.Quoted()
    wording = builders.wording(f"{row.q[:-1]}, really?", row.a, *row.cites)
    try:
        if n == 0:
            desk.publish(pack, row.cid, ask, quoted, EVERY_GATE)
        elif n == 1:
            desk.edit_and_publish(pack, row.cid, ask, wording, quoted, EVERY_GATE)
        else:
            (desk.hold if n == 2 else desk.drop)(pack, row.cid, ask)
    except NotPublishable:  # some are made so that they cannot be
        desk.hold(pack, row.cid, ask)
