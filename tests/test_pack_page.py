"""docs/pack.md tells the format to a newcomer: its example is loaded, judged and verified as it stands there, no key is missing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reviews import desk, intake, release
from reviews.core import check, verify
from reviews.core.audit import REASONS
from reviews.management import gated
from tests import builders
from tests.builders import ask, chip

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/pack.md").read_text()
SLUG = "a-clock-for-the-tide"


def block(language: str) -> str:
    return re.search(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


ARTICLE, PACK = block("markdown").encode(), block("json").encode()


def keys(schema: Any) -> Iterator[str]:
    """Every key that the schema knows, at any depth."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys(part)


def test_the_page_names_every_key_of_the_format():
    schema = json.loads((ROOT / "reviews/core/schema.json").read_text())
    told = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))
    assert sorted(set(keys(schema)) - told) == []


def test_the_page_names_every_reason():
    assert [reason for reason in REASONS if f"`{reason}`" not in PAGE] == []


def test_the_example_is_sound_over_its_article_and_nothing_is_noted():
    found = check.report(PACK, ARTICLE)
    assert (found.verdict, found.notes, len(found.lines) > 5) == ("sound", (), True)


def test_no_gate_holds_anything_against_the_example():
    found = gated.gated(Path("a.json"), json.loads(PACK), ARTICLE)
    assert (found.findings, len(found.items), found.tokens.n_withheld) == ([], 5, 0)
    assert list(found.tokens.tokens) == json.loads(PACK)["bench"]["new_noun_tokens_checked"]


def test_the_lines_of_python_say_what_stands_in_the_example(tmp_path):
    (tmp_path / f"{SLUG}.md").write_bytes(ARTICLE)
    ran = subprocess.run(
        [sys.executable, "-c", block("python")], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    pack = json.loads(PACK)
    rows = [f"{row['span']} {row['chars']} ## {row['heading']} {{#{row['id']}}}" for row in pack["sections"]]
    assert ran.stdout.splitlines() == [pack["source"]["md_sha"], *rows, pack["chips"][0]["id"]]


@pytest.mark.django_db
def test_the_example_is_loaded_judged_ratified_and_verified():
    pack = intake.load(PACK, ARTICLE, by=None).pack
    assert release.exported(pack).raw == PACK
    jo = builders.seated_judge()
    words = "The hand goes round once in 12 hours and 25 minutes"
    desk.publish(pack, chip(pack).cid, ask(jo, chip(pack)), desk.Quoted(words, "runs"))
    desk.hold(pack, chip(pack, 1).cid, ask(jo, chip(pack, 1), why="Which wind?"))
    release.ratify(pack, by=builders.admin())
    made = release.exported(pack)
    found = verify.verify(made.raw, made.ledger.splitlines(keepends=True), ARTICLE, PACK)
    assert (found.faults, json.loads(made.raw)["status"]) == ((), "ratified")


def test_the_readme_leads_there():
    assert "(docs/pack.md)" in (ROOT / "README.md").read_text()
