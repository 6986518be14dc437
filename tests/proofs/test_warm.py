"""A command that runs in a fork is what it would be in a process that was started for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.proofs import warm
from tests.servers import is_over, state

TOLD = "import os, sys; print(sys.argv, __name__, os.environ, sys.stdin.read(), os.getcwd()); print('é', file=sys.stderr); sys.exit(3)"


def bare() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}


def test_it_says_what_a_start_says() -> None:
    told = warm.run(["-c", TOLD, "one", "two"], bare(), "given ß")
    started = subprocess.run(
        [sys.executable, "-c", TOLD, "one", "two"], env=bare(), input="given ß", capture_output=True, text=True, cwd=warm.ROOT
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (3, "é\n") == (started.returncode, started.stderr)
    assert told.stdout == started.stdout


def test_a_file_and_a_module_are_run_as_such(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text("import sys; print(__name__, sys.argv)")
    assert warm.run([str(file), "a"], bare()).stdout == f"__main__ ['{file}', 'a']\n"
    assert warm.run(["-m", "platform", "terse"], bare()).stdout.startswith("Linux-")


def test_no_setting_was_read_before_it_began() -> None:
    read = "import sys; print([m for m in sys.modules if m == 'packreview' or m.startswith('packreview.settings')])"
    assert warm.run(["-c", read], bare()).stdout == "[]\n"
    asked = "from django.conf import settings; print(settings.configured)"
    assert warm.run(["-c", asked], bare()).stdout == "False\n"


@pytest.mark.parametrize("which", [signal.SIGKILL, signal.SIGTERM])
def test_it_tells_which_signal_ended_it(which: signal.Signals) -> None:
    with tempfile.TemporaryFile() as said:
        process = warm.start(["-c", "import time; time.sleep(600)"], bare(), said)
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        process.send_signal(which)
        assert process.wait(60) == process.poll() == -which


def test_one_that_is_held_does_nothing_until_it_is_let_go(tmp_path: Path) -> None:
    made = tmp_path / "made"
    with tempfile.TemporaryFile() as said:
        process = warm.start(["-c", f"open({str(made)!r}, 'x')"], bare(), said, held=True)
        while state(process.pid) != "T":
            time.sleep(0.001)
        assert not made.exists()
        os.kill(process.pid, signal.SIGCONT)
        assert process.wait(60) == 0
    assert made.exists()


def test_nothing_outlives_who_started_it(tmp_path: Path) -> None:
    """Killed, it cannot stop what it started."""
    harness = f"""
import os, signal
from tests.proofs import warm
one = warm.start(["-c", "import time; time.sleep(600)"], dict(os.environ), open({str(tmp_path / "said")!r}, "w"))
open({str(tmp_path / "pid")!r}, "w").write(str(one.pid))
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", harness], cwd=warm.ROOT, check=False)
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 60
    while not is_over(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert is_over(pid)
