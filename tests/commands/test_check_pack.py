"""check_pack: what a load would say, without a database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviews.models import Pack
from tests.commands.runner import run
from tests.commands.test_load_pack import lay
from tests.core import builders as files


def test_check_pack_needs_no_database(tmp_path):
    path = lay(tmp_path)  # pytest-django fails a test that opens a database unasked
    assert run("check_pack", path).out == f"{path}: sound\n"


def test_check_pack_says_what_adds_up_where_it_is_asked_to(tmp_path):
    ran = run("check_pack", lay(tmp_path), verbosity=2)
    assert ran.out.splitlines()[-1] == (
        "  the article is the cited one; all 3 spans start at their headings, counted in code points"
    )


def test_check_pack_refuses_a_pack_that_does_not_add_up(tmp_path):
    path = lay(tmp_path, article=False)
    data = files.pack()
    data["bench"]["bullets_kept"] = 7
    path.write_bytes(files.raw(data))
    ran = run("check_pack", path)
    assert ran.err.startswith(f"{path}: refused\n  /bench/bullets_")
    assert ran.refused == "1 of 1 pack would be refused."


def test_check_pack_says_of_a_fault_what_a_load_says(db, tmp_path):
    path = tmp_path / "pack.json"
    path.write_bytes(files.raw(files.pack(slug="Not A Slug")))
    assert run("check_pack", path).err == run("load_pack", path).err
    assert Pack.objects.count() == 0


def test_check_pack_prints_notes(tmp_path):
    path = lay(tmp_path, shelf_mark="B 12")
    assert run("check_pack", path).out.splitlines()[1].startswith("  note /shelf_mark: ")


def unseen(folder: Path) -> Path:
    """A pack with a cite to no section, and a published chip whose quote is nowhere."""
    quoted = files.chip("how hot is the oven?", "It is heated to 250 °C.", ["heating"])
    quoted |= {"published": True, "publish_state": "published", "quote": "to 999 °C", "quote_cite": "heating"}
    return lay(folder, chips=[quoted, files.chip("who is it?", "It is the baker, again.", ["gone"])])


def test_check_pack_counts_the_notes_that_somebody_should_see_to(tmp_path):
    path = unseen(tmp_path)
    assert run("check_pack", path).out.splitlines() == [
        f"{path}: sound, with 2 notes to see to",
        '  see to /chips/1/cites/0: the pack has no section "gone"',
        '  see to /chips/0/quote: the quote does not stand in the section "heating"',
    ]


def test_check_pack_says_no_less_where_more_is_noted_than_is_told(tmp_path):
    chips = [files.chip(f"who is it, {n}?", "It is the baker, again.", ["gone"]) for n in range(120)]
    path = lay(tmp_path, chips=chips)
    assert run("check_pack", path).out.splitlines()[0] == f"{path}: sound, with 100 or more notes to see to"


def test_check_pack_counts_no_note_of_what_is_only_carried(tmp_path):
    path = lay(tmp_path, shelf_mark="B 12")
    assert run("check_pack", path).out.splitlines()[0] == f"{path}: sound"


def test_check_pack_ends_with_1_over_notes_only_where_that_is_asked(tmp_path):
    path = unseen(tmp_path)
    assert run("check_pack", path, gates=True).refused is None
    assert run("check_pack", path, gates=True, strict=True).refused == "1 of 1 pack would need overrides."
    only = lay(tmp_path, "only.json")
    only.with_suffix(".md").write_text("# Another\n")
    assert (
        run("check_pack", only, gates=True, strict=True).refused == "1 of 1 pack left with notes to see to."
    )


def test_check_pack_gives_its_notes_to_programs(tmp_path):
    told = json.loads(run("check_pack", unseen(tmp_path), gates=True, json=True).out)
    assert [note["code"] for note in told["notes"]] == ["cite", "quote"]


def test_check_pack_refuses_an_article_that_does_not_fit(tmp_path):
    path = lay(tmp_path)
    path.with_suffix(".md").write_bytes(b"\xff")
    assert run("check_pack", path).err == (
        f"{path}: refused\n  /source: The article is not UTF-8: byte 0 is 0xff.\n"
    )


def test_check_pack_goes_on_after_a_file_that_is_missing(tmp_path):
    path = lay(tmp_path)
    ran = run("check_pack", tmp_path / "none.json", path)
    assert (ran.out, ran.refused) == (f"{path}: sound\n", "1 of 2 packs would be refused.")


def test_check_pack_refuses_one_article_for_several_packs(tmp_path):
    path = lay(tmp_path)
    ran = run("check_pack", path, path, "--article", path.with_suffix(".md"))
    assert (
        ran.refused == "--article goes with one pack: put the articles of several beside them, as .md files."
    )


@pytest.mark.packs
def test_check_pack_finds_every_handed_pack_sound(packs_dir):
    paths = sorted(path for path in packs_dir.glob("*.json") if not path.name.endswith(".truth.json"))
    ran = run("check_pack", *paths)
    assert (ran.err, ran.refused) == ("", None)
    verdicts = [line.partition(".json: ")[2] for line in ran.out.splitlines() if line[0] != " "]
    noted = "sound, with 1 note to see to"  # each cites a section that is gone
    assert (len(verdicts), {*verdicts}, verdicts.count(noted)) == (len(paths), {"sound", noted}, 3)
