"""A command whose reader leaves (`| head`), or that somebody stops, ends without a word and as a shell expects of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_gate_report import lay
from tests.core.ledgers import judged

ROOT = Path(__file__).resolve().parents[2]
PACK, LEDGER = "oven.json", "judged.jsonl"
SAYING = {
    "check_pack": ["manage.py", "check_pack", PACK],
    "check_pack, of a file that is missing": ["manage.py", "check_pack", "none.json"],
    "gate_report": ["manage.py", "gate_report", "."],
    "verify_ledger": ["manage.py", "verify_ledger"],
    "help": ["manage.py", "export_packs", "--help"],
    "a command of Django": ["manage.py", "showmigrations"],
    "reviews.core.check": ["-m", "reviews.core.check", PACK],
    "reviews.core.verify": ["-m", "reviews.core.verify", "judged.json", LEDGER],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Files to be asked about, and a desk with nothing in it but its tables."""
    made: Path = lay(tmp_path_factory.mktemp("piped"), ["clean", "figure", "length"])
    book = judged()
    (made / "judged.json").write_bytes(book.export)
    (made / LEDGER).write_bytes(book.jsonl)
    migrated = started(made, ["manage.py", "migrate", "--verbosity=0"])
    assert migrated.wait() == 0
    return made


def started(
    folder: Path, command: list[str], *, unbuffered: str = "", **streams: Any
) -> subprocess.Popen[str]:
    kept_from_it = ("DATABASE_URL", "PYTHONPATH", "PYTHONUNBUFFERED")
    own = {name: value for name, value in os.environ.items() if name not in kept_from_it}
    own |= {"PYTHONUNBUFFERED": unbuffered} if unbuffered else {}
    own |= {"DJANGO_SETTINGS_MODULE": "packreview.settings", "PACKREVIEW_DATA": str(folder / "data")}
    script = [str(ROOT / command[0])] if command[0] == "manage.py" else [command[0]]
    whole = [sys.executable, *script, *command[1:]]
    return subprocess.Popen(
        whole,
        cwd=folder,
        env={**own, "PYTHONPATH": str(ROOT)},
        text=True,
        preexec_fn=_at_a_terminal,
        **streams,
    )


def _at_a_terminal() -> None:
    """Ctrl+C counts there; what a script begins with `&` is told to ignore it, and hands that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def left() -> int:
    """The end of a pipe that nobody reads any more."""
    read, write = os.pipe()
    os.close(read)
    return write


@pytest.mark.parametrize("name", SAYING)
def test_a_command_whose_reader_has_left_ends_quietly(folder, name):
    end = left()
    errors = end if "missing" in name else subprocess.PIPE
    ran = started(folder, SAYING[name], stdout=end, stderr=errors)
    os.close(end)
    told = ran.communicate(timeout=600)[1]
    assert (ran.returncode, told or "") == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize("name", [name for name in SAYING if "missing" not in name])
def test_a_command_whose_output_finds_no_room_says_so(folder, name):
    with open("/dev/full", "w") as full:
        ran = started(folder, SAYING[name], stdout=full, stderr=subprocess.PIPE)
        told = ran.communicate(timeout=600)[1]
    assert (ran.returncode, told) == (2, "The output could not be written: No space left on device.\n")


@pytest.mark.parametrize("name", [name for name in SAYING if "missing" not in name])
def test_so_does_one_that_keeps_nothing_back(folder, name):
    """As in many containers: each line is written at once, so that it breaks in the midst of the command."""
    with open("/dev/full", "w") as full:
        ran = started(folder, SAYING[name], stdout=full, stderr=subprocess.PIPE, unbuffered="1")
        told = ran.communicate(timeout=600)[1]
    assert (ran.returncode, told) == (2, "The output could not be written: No space left on device.\n")


def test_so_does_one_that_says_more_than_is_kept_back(folder):
    command = ["manage.py", "check_pack", *[PACK] * 400]
    with open("/dev/full", "w") as full:
        ran = started(folder, command, stdout=full, stderr=subprocess.PIPE)
        told = ran.communicate(timeout=600)[1]
    assert (ran.returncode, told) == (2, "The output could not be written: No space left on device.\n")


@pytest.mark.parametrize("module", ["check", "verify"])
def test_a_command_that_is_stopped_ends_quietly(folder, module):
    """At a pipe that stands for its last file: it can be opened here only once the command waits there."""
    pipe = folder / f"{module}.pipe"
    os.mkfifo(pipe)
    command = ["-m", f"reviews.core.{module}", *(["judged.json"] if module == "verify" else []), str(pipe)]
    ran = started(folder, command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with pipe.open("w"):
        ran.send_signal(signal.SIGINT)
        told = ran.communicate(timeout=600)
    assert (ran.returncode, *told) == (128 + signal.SIGINT, "", "")


def test_a_command_that_is_read_to_its_end_says_all_of_it(folder):
    ran = started(folder, SAYING["reviews.core.verify"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    told, errors = ran.communicate(timeout=600)
    assert (ran.returncode, told.splitlines()[0], errors) == (0, "judged.json: sound", "")
