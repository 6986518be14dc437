"""E01, E03, E04, E06: what leaves the house as a file runs nothing, is named by its slug alone, and is checked by strangers."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from reviews import desk, ledger, release
from reviews.models import Chain, Pack, User
from tests import builders
from tests.access import snapshot
from tests.access.world import SLUG
from tests.core import builders as files
from tests.pages import entered, read

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠"]
BEFORE = ["", " ", "  ", "\t", '"', "'", "\u00a0", "\u3000", " '\"", "\ufeff"]
FORMULA = 'HYPERLINK("https://evil.example","x")'


def why(n: int) -> str:
    """Every start behind everything that a spreadsheet may throw away first."""
    return BEFORE[n % len(BEFORE)] + STARTS[n // len(BEFORE)] + FORMULA


@pytest.fixture
def noted(world) -> list[str]:
    """A chip held and brought back again and again, each time for another reason."""
    said = [why(n) for n in range(len(STARTS) * len(BEFORE))]
    judge, pack = world.users["seated"], world.pack
    for reason in said:
        chip = builders.chip(pack)
        desk.hold(pack, chip.cid, builders.ask(judge, chip, why=reason))
        desk.undo(pack, chip.cid, builders.ask(judge, builders.chip(pack)))
    return said


def cells(client: Client, where: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(client.get(where).getvalue().decode(), newline="")))


def runs(cell: str) -> bool:
    """Would a spreadsheet run it? It reads past white space and quotes; an apostrophe in front makes words of it."""
    return not cell.startswith("'") and cell.lstrip("".join(BEFORE) + "\t\r\n").startswith(tuple(STARTS))


@pytest.mark.parametrize("where", [f"/packs/{SLUG}/ledger.csv", "/ledger.csv"])
def test_e01_no_cell_of_a_table_is_run(world, noted, where):
    """E01, in reasons."""
    rows = cells(world.clients["reader"], where)
    told = [row[-4] for row in rows[1:] if row[-4]]
    assert [cell for row in rows for cell in row if runs(cell)] == []
    assert len([cell for cell in told if FORMULA in cell]) == len(noted)


def test_e01_a_cell_is_what_was_said_behind_its_apostrophe(world, noted):
    """E01: RFC 4180 takes it out of its quotes again, line ends and all. A tab begins a cell for some: one more there."""
    rows = cells(world.clients["reader"], f"/packs/{SLUG}/ledger.csv")
    told = [row[6] for row in rows if row[4] == "hold"]
    assert [cell.replace("\t'", "\t") for cell in told] == [f"'{reason}" for reason in noted]


def test_e01_the_chain_itself_is_untouched(world, noted):
    """E01: the JSON lines are as they were hashed."""
    raw = world.clients["reader"].get(f"/packs/{SLUG}/ledger.jsonl").getvalue()
    lines = ledger.lines(Chain.objects.get(pack=world.pack))
    assert [body["why"] for body in ledger.bodies(lines) if body["act"] == "hold"] == noted
    assert raw.count(b"\n") == len(lines)


@pytest.mark.parametrize("name", ["+jo", "-jo", "@jo", "=jo", "jo", "|jo", "%jo"])
def test_e01_no_name_is_run(world, name):
    """E01, in judges' names."""
    judge = User.objects.create_user(name + "x", may_judge=True)
    builders.seated(judge, world.pack)
    chip = builders.chip(world.pack)
    desk.hold(world.pack, chip.cid, builders.ask(judge, chip, why="later"))
    rows = cells(world.clients["reader"], f"/packs/{SLUG}/ledger.csv")
    assert [cell for row in rows for cell in row if runs(cell)] == []


SLUGS = [
    "../../etc/passwd", "a/b", "a\\b", 'a"b', "a\r\nSet-Cookie: x=1", "\u202efdp", "a" * 101, "a" * 300, "con", "aux", "com1", "lpt9", "nul",
    "", " ", "-a", "a-", "a--b", "A", "ä", "a.b", "a_b", "a b", "a%2fb", "a\0b", ".", "..", "a;b", "a'b", "a\u200bb", "ⅰ", "١", "a\n", "\ta",
    "constructor\0", "__proto__", "a,b", "~", "C:", "a:b", "a?b", "a#b",
]  # fmt: skip


@pytest.mark.parametrize("slug", SLUGS)
def test_e03_a_slug_that_could_be_a_path_is_refused_at_the_door(slug):
    """E03"""
    from django.core.files.uploadedfile import SimpleUploadedFile

    admin, before = entered(builders.admin()), snapshot()
    raw = files.raw(files.pack(slug=slug))
    answer = admin.post("/load/", {"pack": SimpleUploadedFile("pack.json", raw)})
    assert (answer.status_code, {**snapshot(), "User": before["User"]} == before) == (422, True)


@pytest.mark.parametrize("slug", ["constructor", "a", "a" * 100, "0", "index", "null", "export"])
def test_e03_a_file_is_named_by_its_slug_alone(slug):
    """E03: whatever the title and the articles say."""
    pack = builders.loaded(slug=slug, title='x"; filename="evil.html', dek="\r\nX: y")
    client = entered(builders.admin())
    paths = [
        "file/",
        "export/",
        "export/ledger/",
        "ledger.jsonl",
        "ledger.csv",
        f"article/{pack.article_id}/",
    ]
    names = [client.get(f"/packs/{slug}/{path}").headers["Content-Disposition"] for path in paths]
    assert names == [
        f'attachment; filename="{slug}{end}"'
        for end in (".loaded.json", ".json", ".ledger.jsonl", ".ledger.jsonl", ".ledger.csv", ".md")
    ]


def test_e04_a_pack_that_is_touched_and_not_ratified_stays_in_and_says_what_is_missing(world):
    """E04"""
    chip = builders.chip(world.pack)
    desk.hold(world.pack, chip.cid, builders.ask(world.users["seated"], chip, why="later"))
    answers = [world.clients["admin"].get(f"/packs/{SLUG}/export/{tail}") for tail in ("", "ledger/")]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert all("touched and not ratified: 2 of its chips wait" in read(answer).words for answer in answers)


@pytest.mark.parametrize("who", ["reader", "seated", "elsewhere", "vacated"])
def test_e04_only_an_admin_exports(world, who):
    """E04"""
    answers = [world.clients[who].get(f"/packs/{SLUG}/export/{tail}") for tail in ("", "ledger/")]
    assert [answer.status_code for answer in answers] == [403, 403]


@pytest.fixture
def exported(world, tmp_path) -> Path:
    """A ratified export in a folder, as its build has it."""
    pack, judge = world.pack, world.users["seated"]
    for n in range(3):
        chip = builders.chip(pack, n)
        desk.hold(pack, chip.cid, builders.ask(judge, chip, why="later"))
    release.ratify(Pack.objects.get(pk=pack.pk), by=world.users["admin"])
    export = release.exported(Pack.objects.get(pk=pack.pk))
    (tmp_path / "p.json").write_bytes(export.raw)
    (tmp_path / "p.jsonl").write_bytes(export.ledger)
    return tmp_path


def verified(folder: Path) -> tuple[int, str]:
    command = [sys.executable, str(ROOT / "reviews/core/verify.py"), "p.json", "p.jsonl"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


def test_e06_an_export_as_it_left_holds(exported):
    """E06"""
    assert verified(exported)[0] == 0


@pytest.mark.parametrize("seq", range(7))
def test_e06_the_first_entry_that_was_changed_is_named(exported, seq):
    """E06: one letter of one entry."""
    lines = (exported / "p.jsonl").read_bytes().splitlines(keepends=True)
    lines[seq] = lines[seq].replace(b'\\"act\\":\\"', b'\\"act\\":\\"x', 1)
    (exported / "p.jsonl").write_bytes(b"".join(lines))
    code, told = verified(exported)
    assert (code, f"entry {seq}" in told) == (1, True), told


@pytest.mark.parametrize("change", ["cut", "swapped", "doubled", "pack"])
def test_e06_a_ledger_cut_short_swapped_or_doubled_does_not_hold(exported, change):
    """E06"""
    lines = (exported / "p.jsonl").read_bytes().splitlines(keepends=True)
    changed = {
        "cut": lines[:-1],
        "swapped": [*lines[:3], lines[4], lines[3], *lines[5:]],
        "doubled": [*lines, lines[-1]],
    }
    (exported / "p.jsonl").write_bytes(b"".join(changed.get(change, lines)))
    if change == "pack":
        raw = (exported / "p.json").read_bytes()
        (exported / "p.json").write_bytes(raw.replace(b"how often", b"how seldom", 1))
    assert verified(exported)[0] == 1
