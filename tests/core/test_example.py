"""The product's own example: built from its article, adding up, and true to what the article says of it."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from reviews.core import article, gates, pack, quote
from reviews.core.gates.source import Source
from reviews.example import make

HERE = Path(make.__file__).parent
RAW = (HERE / f"{make.SLUG}.md").read_bytes()
TEXT = RAW.decode("utf-8")
PACK = (HERE / f"{make.SLUG}.json").read_bytes()
DATA: dict[str, Any] = json.loads(PACK)
SECTIONS = DATA["sections"]
BENCH = DATA["bench"]
SPANS = {section["id"]: (section["span"][0], section["span"][1]) for section in SECTIONS}
KINDS = ("bullet", "digest", "chip")


def test_example_file_is_what_make_builds() -> None:
    assert pack.write(make.build(RAW)) == PACK


def test_example_reads_without_a_note() -> None:
    assert pack.read(PACK).notes == ()


def test_example_cites_the_article_beside_it() -> None:
    assert DATA["source"]["md_sha"] == article.read(RAW).sha


def test_example_spans_start_at_their_headings() -> None:
    first_lines = [TEXT[slice(*section["span"])].partition("\n")[0] for section in SECTIONS]
    assert first_lines == [f"## {section['heading']} {{#{section['id']}}}" for section in SECTIONS]


def test_example_spans_cover_every_heading_to_the_end() -> None:
    ends = [section["span"][1] for section in SECTIONS]
    assert ends == [*(section["span"][0] for section in SECTIONS[1:]), len(TEXT)]
    assert TEXT.count("\n## ") == len(SECTIONS)


def test_example_chunks_tile_their_spans() -> None:
    for section in SECTIONS:
        start, end = section["span"]
        assert section["chars"] == end - start
        assert [section["chunks"][0][0], section["chunks"][-1][1]] == [start, end]
        assert all(a[1] == b[0] for a, b in pairwise(section["chunks"]))


def test_example_offsets_fit_code_points_only() -> None:
    before = TEXT[: SECTIONS[-1]["span"][0]]
    assert article.unit(article.read(RAW), SECTIONS) == "code points"
    assert len({len(before), len(before.encode()), len(before.encode("utf-16-le")) // 2}) == 3


def test_example_thanks_are_their_section_stripped() -> None:
    (thanks,) = (section for section in SECTIONS if section["digest_skipped"] == "credits")
    assert DATA["thanks"] == TEXT[slice(*thanks["span"])].rstrip()


@pytest.mark.parametrize("kind", KINDS)
def test_example_adds_up_for_each_kind(kind: str) -> None:
    dropped = sum(drop["kind"] == kind for drop in BENCH["drops"])
    assert BENCH[f"{kind}s_written"] == BENCH[f"{kind}s_kept"] + dropped


def test_example_counts_what_is_kept() -> None:
    n_digests = sum(section["digest"] is not None for section in SECTIONS)
    kept = [len(DATA["short"]["bullets"]), n_digests, len(DATA["chips"])]
    assert kept == [BENCH[f"{kind}s_kept"] for kind in KINDS]


def test_example_accounts_for_a_digest_in_every_section() -> None:
    n_skipped = sum(section["digest_skipped"] is not None for section in SECTIONS)
    assert BENCH["digests_written"] + n_skipped == len(SECTIONS)


def test_example_counts_all_fourteen_reasons() -> None:
    reasons = Counter(drop["reason"] for drop in BENCH["drops"])
    assert BENCH["dropped_by"] == {reason: reasons[reason] for reason in make.REASONS}
    assert len(make.REASONS) == 14


def test_example_sorts_its_tokens() -> None:
    tokens = BENCH["new_noun_tokens_checked"]
    assert tokens == sorted(set(tokens))


def test_example_chips_are_all_held_with_ids_from_their_questions() -> None:
    held = [(chip["id"], chip["published"], chip["publish_state"], chip["quote"]) for chip in DATA["chips"]]
    assert held == [(pack.chip_id(chip["q"]), False, "held", "") for chip in DATA["chips"]]


def test_example_cites_sections_it_has() -> None:
    cites = {cite for chip in DATA["chips"] for cite in chip["cites"]}
    assert cites <= {section["id"] for section in SECTIONS if not section["digest_skipped"]}


def test_example_article_tells_the_sums_of_its_pack() -> None:
    told = re.findall(r"^\| (\w+)s \| (\d+) \| (\d+) \| (\d+) \|", TEXT, re.MULTILINE)
    lost = Counter(drop["kind"] for drop in BENCH["drops"])
    assert told == [
        (kind, str(BENCH[f"{kind}s_written"]), str(BENCH[f"{kind}s_kept"]), str(lost[kind])) for kind in KINDS
    ]


def test_example_article_shows_a_chip_with_its_right_id() -> None:
    (shown,) = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL))
    assert shown["id"] == pack.chip_id(shown["q"])
    assert list(shown) == list(DATA["chips"][0])


def test_example_article_counts_its_trial_right() -> None:
    trial = TEXT[slice(*next(s["span"] for s in SECTIONS if s["id"] == "two-judges"))]
    *rows, together = map(int, re.findall(r"^\| [a-z -]+ \| (\d+) \|$", trial, re.MULTILINE))
    assert sum(rows) == together


def test_example_gates_speak_on_three_planted_chips_only() -> None:
    source = Source.of(SECTIONS, TEXT, SPANS)
    spoken = {
        n: [finding.gate for finding in gates.findings(chip["q"], chip["a"], chip["cites"], source)]
        for n, chip in enumerate(DATA["chips"], 1)
    }
    planted = {4: ["figure"], 8: ["editorial"], 9: ["new_noun"]}
    assert spoken == {n: planted.get(n, []) for n in range(1, 11)}


@pytest.mark.parametrize(
    ("n", "opening"),
    [
        (1, "A chip is one question"),
        (2, "A judge may know"),
        (3, "A quote is taken"),
        (5, "The reasons are a closed list"),
        (7, "Undo restores the state"),
    ],
)
def test_example_sound_chips_are_carried_by_the_first_suggestion(n: int, opening: str) -> None:
    chip = DATA["chips"][n - 1]
    first, *_ = quote.suggest(chip["q"], chip["a"], article=TEXT, spans=SPANS, cites=chip["cites"])
    assert (first.section, first.quote[: len(opening)]) == (chip["cites"][0], opening)


@pytest.fixture
def real() -> Any:
    if "PACKS_DIR" not in os.environ:
        pytest.skip("PACKS_DIR is not set")
    return json.loads(
        (Path(os.environ["PACKS_DIR"]) / "draft-heads-and-speculative-decoding.json").read_bytes()
    )


@pytest.mark.packs
def test_example_has_the_key_order_of_a_real_pack(real: Any) -> None:
    assert list(DATA) == list(real)
    for key in ("source", "short", "seat_class", "bench"):
        assert list(DATA[key]) == list(real[key])
    for key in ("sections", "chips", "related"):
        assert list(DATA[key][0]) == list(real[key][0])


@pytest.mark.packs
def test_example_drops_have_the_shape_of_a_real_pack(real: Any) -> None:
    by_hand, by_gate = (
        next(drop for drop in real["bench"]["drops"] if drop["kind"] == kind) for kind in ("digest", "bullet")
    )
    for drop in BENCH["drops"]:
        assert list(drop) == list(by_hand if drop["reason"] == "hand-edit" else by_gate)


@pytest.mark.packs
def test_example_says_of_a_hand_edit_what_a_real_pack_says(real: Any) -> None:
    (ours,) = (drop for drop in BENCH["drops"] if drop["reason"] == "hand-edit")
    theirs = next(drop for drop in real["bench"]["drops"] if drop["kind"] == "digest")
    said = theirs["detail"].replace(theirs["why"].removesuffix("."), ours["why"].removesuffix("."))
    assert ours["detail"] == said.replace(theirs["removed_utc"], ours["removed_utc"])
    assert ours["withheld"] == theirs["withheld"]
