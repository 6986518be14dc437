"""What is made once for a run is made by one of those who ask, whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proofs.warm import ROOT

ASK = """
import os, sys, time
from tests.proofs.once import once

def make(folder):
    print("made")
    (folder / "first").touch()
    if sys.argv[1:] == ["fail"]:
        sys.exit(1)
    time.sleep(0.2)
    (folder / "last").touch()

print(sorted(os.listdir(once("thing", make))))
"""


@pytest.fixture
def ask(tmp_path: Path):
    def begun(*words: str) -> subprocess.Popen[str]:
        env = {**os.environ, "PACKREVIEW_ONCE": str(tmp_path)}
        command = [sys.executable, "-c", ASK, *words]
        return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)

    return begun


def test_of_those_who_ask_at_once_one_makes_it_and_all_find_it_whole(ask):
    told = [process.communicate()[0] for process in [ask() for _ in range(4)]]
    assert sorted(told) == [*["['first', 'last']\n"] * 3, "made\n['first', 'last']\n"]


def test_what_was_begun_and_not_ended_is_made_anew(ask):
    assert ask("fail").communicate()[0] == "made\n"
    assert ask().communicate()[0] == "made\n['first', 'last']\n"
