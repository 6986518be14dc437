"""check_pack: what a load would say, without a database."""

from __future__ import annotations

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
    assert sum(line.endswith(": sound") for line in ran.out.splitlines()) == len(paths)
