"""The command as an outsider runs it: a copy of one file, and whatever is given to it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reviews.core import pack, verify
from tests.core import builders
from tests.core.builders import changed
from tests.core.ledgers import judged

ARTICLE = builders.article().encode()


@pytest.fixture
def run(tmp_path: Path):
    """A copy of the one file in a folder of its own, run by a Python that sees nothing else; its exit code and lines."""
    script = tmp_path / "verify.py"
    script.write_bytes(Path(verify.__file__).read_bytes())

    def run(files: dict[str, bytes], *args: str) -> tuple[int, list[str]]:
        for name, raw in files.items():
            (tmp_path / name).write_bytes(raw)
        command = [sys.executable, "-I", "-S", script.name, *args]
        ran = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=600
        )
        assert ran.stderr == ""
        return ran.returncode, ran.stdout.splitlines()

    return run


def test_a_copy_of_the_file_runs_alone(run):
    book = judged()
    files = {"a.json": book.export, "a.jsonl": book.jsonl, "a.md": ARTICLE, "old.json": book.raw}
    code, told = run(files, "a.json", "a.jsonl", "--article", "a.md", "--against", "old.json")
    assert (code, told[0], len(told)) == (0, "a.json: sound", 5)


def test_the_command_ends_with_1_and_names_the_first_bad_entry(run):
    book = judged()
    code, told = run(
        {"a.json": book.export, "a.jsonl": b"".join(book.rows[:4] + book.rows[5:])}, "a.json", "a.jsonl"
    )
    assert (code, told[:2]) == (
        1,
        ["a.json: NOT SOUND", "  entry 4: it says that it is entry 5: one is missing, doubled or moved"],
    )


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "not UTF-8": b'{"slug": "\xff"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "half of it": builders.raw(builders.pack())[:-9],
    "a list": b"[]",
    "null": b"null",
    "an empty object": b"{}",
    "very deep": b"[" * 1_000_000,
    "many lists": b"[" + b"[]," * 2_000_001 + b"[]]",
    "a key twice": b'{"slug": "a", "slug": "b"}',
    "no number": b'{"slug": NaN}',
    "too many digits": b'{"slug": ' + b"9" * 5000 + b"}",
    "a fraction for a count": builders.raw(changed(builders.pack(), "/bench/chips_kept", 3.0)),
    "true for a count": builders.raw(changed(builders.pack(), "/bench/bullets_kept", True)),
    "too large a count": builders.raw(changed(builders.pack(), "/bench/chips_kept", 2**53)),
    "text for a list": builders.raw(changed(builders.pack(), "/chips", "none")),
    "a list for text": builders.raw(changed(builders.pack(), "/chips/0/q", ["why?"])),
    "three numbers for a span": builders.raw(changed(builders.pack(), "/sections/0/span", [1, 2, 3])),
    "another reason": builders.raw(
        changed(builders.pack(drops=[builders.drop()]), "/bench/drops/0/reason", [])
    ),
    "larger than is read": b" " * 16_000_001,
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_is_no_pack_is_unusable_as_an_export_and_as_an_older_one(run, raw):
    book = judged()
    files = {"bad.json": raw, "a.json": book.export, "a.jsonl": book.jsonl}
    code, told = run(files, "bad.json", "a.jsonl")
    assert (code, len(told)) == (2, 2)
    assert run(files, "a.json", "a.jsonl", "--against", "bad.json")[0] == 2


def test_a_number_that_python_cannot_read_is_told_in_our_words(run):
    book = judged()
    raw = book.export.replace(b'"chips_kept": ', b'"chips_kept": ' + b"9" * 5_000)
    code, told = run({"a.json": raw, "a.jsonl": book.jsonl}, "a.json", "a.jsonl")
    assert (code, told[1]) == (2, f'  the export: "{"9" * 89}…" is no number that belongs there')


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff", b"[" * 100_000, b"{}", b"\0" * 12_000_001],
    ids=["empty", "not UTF-8", "deep", "no entry", "one long line"],
)
def test_a_file_that_is_no_ledger_is_refused_in_a_sentence(run, raw):
    code, told = run({"a.json": judged().export, "bad.jsonl": raw}, "a.json", "bad.jsonl")
    assert (code > 0, len(told) > 1) == (True, True)


def test_a_file_that_is_not_there_is_unusable(run):
    assert run({}, "none.json", "none.jsonl") == (
        2,
        ["none.json: cannot be used", "  none.json: No such file or directory"],
    )


@pytest.mark.parametrize(
    "args", [("a.json", "/proc/self/mem"), ("/proc/self/mem", "a.jsonl"), (".", "a.jsonl")]
)
def test_a_file_that_cannot_be_read_is_unusable_by_its_name(run, args):
    book = judged()
    code, told = run({"a.json": book.export, "a.jsonl": book.jsonl}, *args)
    bad = next(name for name in args if not name.startswith("a."))
    assert (code, told[1].split(":")[0]) == (2, f"  {bad}")


def test_an_empty_file_is_said_to_be_empty(run):
    book = judged()
    files = {"none.json": b"\n", "a.json": book.export, "a.jsonl": book.jsonl}
    assert run(files, "none.json", "a.jsonl")[1][1] == "  the export is empty"
    assert run(files, "a.json", "a.jsonl", "--against", "none.json")[1][1] == "  the older export is empty"


def test_a_carried_key_that_is_very_deep_is_no_traceback(run):
    book = judged()
    raw = book.export.rstrip()[:-1] + b', "x": ' + b"[" * 900 + b"]" * 900 + b"}"
    assert run({"a.json": raw, "a.jsonl": book.jsonl}, "a.json", "a.jsonl")[0] > 0


def test_an_article_that_is_not_utf_8_is_no_traceback(run):
    book = judged()
    files = {"a.json": book.export, "a.jsonl": book.jsonl, "a.md": b"\xff"}
    assert run(files, "a.json", "a.jsonl", "--article", "a.md")[0] == 1


def test_foreign_words_cannot_move_the_cursor_or_turn_the_line(run):
    book = judged()
    raw = pack.write(changed(json.loads(book.export), "/pack_note", "\x1b[2J‮sound"))
    _, told = run({"a.json": raw, "a.jsonl": book.jsonl}, "a.json", "a.jsonl")
    assert [line for line in told if not line.isprintable()] == []
