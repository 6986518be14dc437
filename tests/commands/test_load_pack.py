"""load_pack: each file by itself, whole or not at all, and every answer in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reviews import intake
from reviews.models import Attachment, Entry, Pack, PackFile
from tests.commands.runner import run
from tests.core import builders as files

SLUG = "baking-with-a-sourdough-starter"
pytestmark = pytest.mark.django_db


def lay(folder: Path, name: str = "pack.json", *, article: bool = True, **changes: object) -> Path:
    """A pack on disk, with its article beside it."""
    path = folder / name
    path.write_bytes(files.raw(files.pack(**changes)))
    if article:
        path.with_suffix(".md").write_text(files.article(), newline="")
    return path


def test_load_pack_takes_the_article_beside_it(tmp_path):
    path = lay(tmp_path)
    ran = run("load_pack", path)
    assert ran.out.splitlines()[0] == f"{path}: loaded as {SLUG}, 3 chips, with its article"
    assert Pack.objects.get().article_id == Attachment.objects.get().article_id


def test_load_pack_without_an_article_says_so(tmp_path):
    path = lay(tmp_path, article=False)
    assert run("load_pack", path).out == f"{path}: loaded as {SLUG}, 3 chips, without its article\n"
    assert list(Entry.objects.values_list("act", flat=True)) == ["load"]


def test_load_pack_takes_the_article_it_is_given(tmp_path):
    path = lay(tmp_path, article=False)
    other = tmp_path / "elsewhere.txt"
    other.write_text(files.article(), newline="")
    run("load_pack", path, "--article", other)
    assert Attachment.objects.get().is_cited


def test_load_pack_twice_has_nothing_to_do(tmp_path):
    path = lay(tmp_path)
    run("load_pack", path)
    ran = run("load_pack", path)
    assert (ran.out, ran.refused) == (f"{path}: already here, nothing to do ({SLUG})\n", None)
    assert Pack.objects.count() == 1


def test_load_pack_says_that_an_article_is_left(tmp_path):
    """Somebody else loaded the pack alone before: whoever comes with its article hears that it is still missing."""
    path = lay(tmp_path)
    intake.load(path.read_bytes(), by=None)
    ran = run("load_pack", path)
    assert ran.out == (
        f"{path}: already here, nothing to do ({SLUG})\n"
        f"  its article was not attached: attach_article {SLUG} FILE does that\n"
    )
    assert not Attachment.objects.exists()


def test_load_pack_says_both_numbers_of_a_sum_that_does_not_close(tmp_path):
    path = lay(tmp_path)
    data = files.pack()
    data["bench"]["chips_written"] = 9
    path.write_bytes(files.raw(data))
    ran = run("load_pack", path)
    said = ran.err.splitlines()
    assert said[0] == f"{path}: refused"
    assert [
        line for line in said if "/bench/chips_written: " in line and "9" in line and "3" in line
    ] == said[1:]
    assert (ran.refused, Pack.objects.count(), PackFile.objects.count()) == (
        "1 of 1 pack refused; of what is refused nothing is written.",
        0,
        0,
    )


def test_load_pack_loads_the_sound_ones_of_several(tmp_path):
    sound, broken = lay(tmp_path, "sound.json"), tmp_path / "broken.json"
    broken.write_bytes(b"{")
    ran = run("load_pack", broken, sound)
    assert ran.out.startswith(f"{sound}: loaded as {SLUG}")
    assert ran.err.startswith(f"{broken}: refused")
    assert ran.refused == "1 of 2 packs refused; of what is refused nothing is written."


def test_load_pack_names_the_pack_that_has_the_slug(tmp_path):
    run("load_pack", lay(tmp_path, "first.json"))
    second = lay(tmp_path, "second.json", title="Another title")
    ran = run("load_pack", second)
    assert ran.err.splitlines()[1].startswith(f"  /slug: a pack with the slug {SLUG} is here already")
    assert PackFile.objects.count() == 1


def test_load_pack_dry_run_says_the_same_and_writes_nothing(tmp_path):
    path = lay(tmp_path)
    ran = run("load_pack", path, "--dry-run")
    assert ran.out.splitlines()[0] == f"{path}: would be loaded as {SLUG}, 3 chips, with its article"
    assert (Pack.objects.count(), PackFile.objects.count(), Entry.objects.count()) == (0, 0, 0)


def test_load_pack_dry_run_refuses_what_a_load_would(tmp_path):
    run("load_pack", lay(tmp_path, "first.json"))
    ran = run("load_pack", lay(tmp_path, "second.json", title="Another title"), "--dry-run")
    assert ran.refused == "1 of 1 pack would be refused; nothing was written."


def test_load_pack_prints_notes(tmp_path):
    path = lay(tmp_path, article=False, shelf_mark="B 12")
    ran = run("load_pack", path)
    assert ran.out.splitlines()[1].startswith("  note /shelf_mark: ")


def test_load_pack_says_nothing_where_it_is_asked_to_be_quiet(tmp_path):
    assert run("load_pack", lay(tmp_path), verbosity=0).out == ""


def test_load_pack_says_more_where_it_is_asked_to(tmp_path):
    ran = run("load_pack", lay(tmp_path), verbosity=2)
    assert ran.out.splitlines()[-1] == f"  sha256 {Pack.objects.get().file_id}, offsets in code points"


def test_load_pack_keeps_an_article_that_is_not_the_cited_one(tmp_path):
    path = lay(tmp_path)
    path.with_suffix(".md").write_text("# Something else\n")
    ran = run("load_pack", path)
    assert "with another article than the cited one" in ran.out.splitlines()[0]
    assert ran.out.splitlines()[1].startswith("  note /source/md_sha: not the cited article")
    assert not Attachment.objects.get().is_cited


def test_load_pack_refuses_one_article_for_several_packs(tmp_path):
    path = lay(tmp_path)
    ran = run("load_pack", path, path, "--article", path.with_suffix(".md"))
    assert (
        ran.refused == "--article goes with one pack: put the articles of several beside them, as .md files."
    )


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "huge", "huge article", "broken article"])
def test_load_pack_refuses_a_file_that_is_none_in_one_sentence(tmp_path, kind):
    path = tmp_path / "pack.json"
    said = {
        "missing": f"{path}: cannot be read: No such file or directory.",
        "folder": f"{path}: cannot be read: Is a directory.",
        "pipe": f"{path}: not a plain file.",
        "huge": f"{path}: 1,000,000,000 bytes; at most 8,000,000 are read.",
        "huge article": f"{tmp_path / 'pack.md'}: 1,000,000,000 bytes; at most 5,000,000 are read.",
        "broken article": f"{path}: refused\n  /source: The article is not UTF-8: byte 0 is 0xff.",
    }[kind]
    _make(path, kind)
    ran = run("load_pack", path)
    assert (ran.err.strip(), ran.refused) == (
        said,
        "1 of 1 pack refused; of what is refused nothing is written.",
    )
    assert PackFile.objects.count() == 0


def _make(path: Path, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "huge":
        _sparse(path)
    elif kind.endswith("article"):
        lay(path.parent)
        path.with_suffix(".md").write_bytes(b"\xff")
        if kind.startswith("huge"):
            _sparse(path.with_suffix(".md"))


def _sparse(path: Path) -> None:
    """A file of a billion bytes that takes no room."""
    with path.open("wb") as file:
        file.truncate(1_000_000_000)


@pytest.mark.packs
def test_load_pack_takes_every_handed_pack(packs_dir):
    paths = sorted(path for path in packs_dir.glob("*.json") if not path.name.endswith(".truth.json"))
    ran = run("load_pack", *paths)
    assert (ran.err, ran.refused, Pack.objects.count()) == ("", None, len(paths))
    assert Pack.objects.exclude(article=None).count() == sum(p.with_suffix(".md").exists() for p in paths)
