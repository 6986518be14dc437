"""export_packs: two files a pack, whole or not there, and nothing that may not leave."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reviews import desk, release
from reviews.core import pack as packs
from reviews.core import verify
from reviews.models import Chip, Entry, Pack
from tests import builders
from tests.commands.runner import run

WAIT = "is touched and not ratified: 2 of its chips wait for a decision."
pytestmark = pytest.mark.django_db


@pytest.fixture
def untouched() -> Pack:
    return builders.loaded()


def touched(slug: str = "a-touched-pack") -> Pack:
    """A pack on which somebody held one chip."""
    judge, pack = builders.judge(f"jo-{slug}"), builders.loaded(slug=slug)
    builders.seated(judge, pack)
    chip = builders.chip(pack)
    desk.hold(pack, chip.cid, builders.ask(judge, chip, why="Not now."))
    return pack


def ratified(slug: str = "a-ratified-pack") -> Pack:
    judge, pack = builders.judge(f"jo-{slug}"), builders.loaded(slug=slug)
    builders.seated(judge, pack)
    for n in range(3):
        chip = builders.chip(pack, n)
        desk.hold(pack, chip.cid, builders.ask(judge, chip, why="Not now."))
    release.ratify(pack, by=builders.admin(f"ada-{slug}"))
    return pack


def test_export_packs_writes_an_untouched_pack_as_it_was_loaded(untouched, tmp_path):
    ran = run("export_packs", untouched.slug, "--out", tmp_path)
    assert ran.out == f"{untouched.slug}: written\n"
    assert (tmp_path / f"{untouched.slug}.json").read_bytes() == bytes(untouched.file.raw)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{untouched.slug}.json",
        f"{untouched.slug}.ledger.jsonl",
    ]


def test_export_packs_writes_a_ratified_pack_with_its_ledger(tmp_path):
    pack = ratified()
    run("export_packs", pack.slug, "--out", tmp_path)
    data = packs.read((tmp_path / f"{pack.slug}.json").read_bytes()).data
    lines = (tmp_path / f"{pack.slug}.ledger.jsonl").read_bytes().splitlines()
    assert (data["status"], data["ratified"]["ledger"]["size"]) == ("ratified", len(lines))


def test_export_packs_refuses_a_touched_pack_that_is_named(tmp_path):
    pack = touched()
    ran = run("export_packs", pack.slug, "--out", tmp_path)
    assert ran.err == (f"{pack.slug}: refused: {pack.slug} {WAIT}\n")
    assert (ran.refused, list(tmp_path.iterdir())) == ("1 pack could not be exported.", [])


def test_export_packs_leaves_a_touched_pack_out_when_it_exports_all(untouched, tmp_path):
    pack = touched()
    ran = run("export_packs", "--out", tmp_path)
    assert ran.out.splitlines() == [
        f"{pack.slug}: left out: {pack.slug} {WAIT}",
        f"{untouched.slug}: written",
    ]
    assert ran.refused is None


def test_export_packs_fails_over_a_pack_that_does_not_add_up_even_when_it_exports_all(untouched, tmp_path):
    Chip.objects.filter(pack=untouched, position=0).update(status="published")
    ran = run("export_packs", "--out", tmp_path)
    assert ran.err.startswith(f"{untouched.slug}: refused: Chip ")
    assert (ran.refused, list(tmp_path.iterdir())) == ("1 pack could not be exported.", [])


def test_export_packs_leaves_files_that_stand_as_they_are(untouched, tmp_path):
    run("export_packs", "--out", tmp_path)
    before = {path: path.stat().st_ino for path in tmp_path.iterdir()}
    ran = run("export_packs", "--out", tmp_path)
    assert ran.out == f"{untouched.slug}: there already, left as it is\n"
    assert {path: path.stat().st_ino for path in tmp_path.iterdir()} == before


def test_export_packs_replaces_a_file_with_other_bytes(untouched, tmp_path):
    path = tmp_path / f"{untouched.slug}.json"
    path.write_text("torn")
    run("export_packs", "--out", tmp_path)
    assert path.read_bytes() == bytes(untouched.file.raw)


def test_export_packs_gives_an_earlier_ratification_unchanged_after_a_reopen(tmp_path):
    pack = ratified()
    run("export_packs", pack.slug, "--out", tmp_path / "before")
    seq = Entry.objects.get(act="ratify").seq
    run("reopen", pack.slug, "--as", f"ada-{pack.slug}", "--why", "One chip was misread.")
    run("export_packs", pack.slug, "--out", tmp_path / "after", "--ratified", seq)
    for name in (f"{pack.slug}.json", f"{pack.slug}.ledger.jsonl"):
        assert (tmp_path / "after" / name).read_bytes() == (tmp_path / "before" / name).read_bytes()


@pytest.mark.parametrize("seq", [0, 1, 99, -5])
def test_export_packs_refuses_an_entry_that_did_not_ratify(tmp_path, seq):
    pack = ratified()
    ran = run("export_packs", pack.slug, "--out", tmp_path, f"--ratified={seq}")
    last = Entry.objects.get(act="ratify").seq
    assert ran.err == (
        f"{pack.slug}: refused: That entry is not one that ratified this pack. As it was ratified last: --ratified {last}.\n"
    )
    assert ran.refused == "1 pack could not be exported."


def test_export_packs_asks_for_one_pack_with_an_entry(tmp_path):
    ran = run("export_packs", "--out", tmp_path, "--ratified", 3)
    assert ran.refused == "--ratified goes with one pack: each has entries of its own."


def test_export_packs_refuses_an_unknown_pack_before_it_writes(untouched, tmp_path):
    ran = run("export_packs", untouched.slug, "none", "--out", tmp_path)
    assert (ran.refused, list(tmp_path.iterdir())) == ("There is no pack with the slug none.", [])


def test_export_packs_says_where_it_cannot_write(untouched, tmp_path):
    path = tmp_path / f"{untouched.slug}.json"
    path.mkdir()
    ran = run("export_packs", "--out", tmp_path)
    assert ran.refused == f"{path}: cannot be written: Is a directory."
    assert [found.name for found in tmp_path.iterdir() if found.name.startswith(".")] == []


def test_export_packs_says_that_the_folder_is_a_file(untouched, tmp_path):
    out = tmp_path / "out"
    out.write_text("")
    assert run("export_packs", "--out", out).refused == f"{out}: File exists."


def verified(folder: Path, slug: str) -> int:
    """What `verify.py` says of an export, run alone as its readers run it: 0 that it holds, 1 that it does not."""
    program = Path(verify.__file__).read_text()
    (folder / "verify.py").write_text(program)
    names = [f"{slug}.json", f"{slug}.ledger.jsonl"]
    return subprocess.run(
        [sys.executable, "-I", "verify.py", *names], cwd=folder, capture_output=True
    ).returncode


def test_what_export_packs_writes_holds_for_a_stranger(tmp_path):
    pack = ratified()
    run("export_packs", pack.slug, "--out", tmp_path)
    assert verified(tmp_path, pack.slug) == 0


def test_what_was_changed_since_does_not_hold_for_a_stranger(tmp_path):
    pack = ratified()
    run("export_packs", pack.slug, "--out", tmp_path)
    path = tmp_path / f"{pack.slug}.ledger.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Not now.", b"Not ever", 1))
    assert verified(tmp_path, pack.slug) == 1
