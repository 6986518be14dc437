"""What STRICT=1 says of tests that were left out: a failure, with a list; nothing where that is not asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

STRICT = """
import pytest

def test_passes(): pass

@pytest.mark.skip(reason="no oven here")
def test_skipped(): pass

@pytest.mark.xfail(reason="not yet")
def test_expected(): assert False

def test_deselected(): pass
"""


@pytest.fixture
def strict_run(tmp_path):
    """Runs pytest with the plugin in a process of its own; its exit code, its output, its tally."""

    def run(code: str, *args: str, strict: str = "1") -> tuple[int, str, str]:
        (tmp_path / "test_it.py").write_text(code)
        more = {"PACKREVIEW_STRICT": strict, "PACKREVIEW_TALLY": str(tmp_path / "tally")}
        more |= {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.strict", "-p", "no:cacheprovider"]
        command += ["-c", os.devnull, "--rootdir", str(tmp_path), *args, str(tmp_path)]
        ran = subprocess.run(command, cwd=tmp_path, env=os.environ | more, capture_output=True, text=True)
        return ran.returncode, ran.stdout, (tmp_path / "tally").read_text()

    return run


@pytest.mark.parametrize("workers", ["", "-p xdist.plugin -n 2"])
def test_strict_fails_over_what_was_left_out_and_lists_it(strict_run, workers):
    code, said, tally = strict_run(STRICT, *workers.split(), "--deselect", "test_it.py::test_deselected")
    assert (code, tally) == (1, "1 0 3\n")
    assert re.findall(r"^test_it\.py::(\w+: .+)$", said, re.MULTILINE) == [
        "test_deselected: deselected",
        "test_expected: not yet",
        "test_skipped: Skipped: no oven here",
    ]


def test_strict_passes_where_nothing_was_left_out(strict_run):
    code, _, tally = strict_run("def test_passes(): pass")
    assert (code, tally) == (0, "1 0 0\n")


def test_strict_fails_over_a_module_that_was_left_out(strict_run):
    code, said, tally = strict_run("import pytest\npytest.skip('no oven', allow_module_level=True)")
    assert (code != 0, tally) == (True, "0 0 1\n")
    assert "test_it.py: Skipped: no oven\n" in said


def test_what_was_left_out_is_no_failure_where_that_is_not_asked_for(strict_run):
    code, _, tally = strict_run(STRICT, strict="")
    assert (code, tally) == (0, "2 0 2\n")
