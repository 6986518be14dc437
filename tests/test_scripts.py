"""The scripts of `bin` and `.ci`: sound shell, one sentence for what is missing, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

SCRIPTS = [".ci/run", *(f"bin/{name}" for name in "install manage proofs run test test-postgres".split())]


@pytest.mark.parametrize("name", [*SCRIPTS, "manage.py"])
def test_script_may_be_run(name):
    assert os.access(ROOT / name, os.X_OK)


@pytest.mark.parametrize("name", [*SCRIPTS, "bin/own_folder"])
def test_script_is_sound_shell(name):
    first = (ROOT / name).read_text().split("\n")[0]
    shell = first.removeprefix("#!").split()[-1] if first.startswith("#!") else "sh"
    assert subprocess.run([shell, "-n", name], cwd=ROOT, capture_output=True, text=True).stderr == ""


@pytest.fixture
def clone(tmp_path) -> Path:
    """So much of the project as `bin/install` looks at."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/install").write_bytes((ROOT / "bin/install").read_bytes())
    (tmp_path / "bin/install").chmod(0o755)
    (tmp_path / "requirements.txt").write_text("")
    return tmp_path


def fake_python(folder: Path, body: str) -> dict[str, str]:
    path = folder / "fake-python"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return os.environ | {"PYTHON": str(path)}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            'case "$*" in -V) echo Python 3.9.2 ;; *version_info*) exit 1 ;; esac',
            "packreview needs Python 3.11 or later, and this is Python 3.9.2: name a later one with PYTHON=…",
        ),
        (
            'case "$*" in *ensurepip*) exit 1 ;; esac',
            "{python} cannot make a virtual environment: "
            "install its venv package (on Debian and Ubuntu python3-venv).",
        ),
        (
            'case "$*" in -m*) exit 1 ;; esac',
            "{python} could not make a virtual environment in .venv; what it said stands above.",
        ),
    ],
)
def test_install_says_in_one_sentence_what_is_missing(clone, body, sentence):
    env = fake_python(clone, body)
    ran = subprocess.run(
        ["bin/install", "requirements.txt"], cwd=clone, env=env, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr.strip()) == (1, sentence.format(python=env["PYTHON"]))


LEFT_OUT = (
    "Left out: the tests that need chromium, which is not here "
    "(on Debian: apt install chromium fonts-liberation)."
)


@pytest.fixture
def bare_clone(clone):
    """A clone on a machine without chromium, whose owner is not root; its pytest passes three tests."""
    script = (ROOT / "bin/test").read_text().replace("v chromium", "v no-such-browser")
    for program in ("/usr/lib/postgresql/*/bin/initdb", "/usr/sbin/nginx"):
        script = script.replace(program, "/bin/sh")
    (clone / "bin/test").write_text(script)
    (clone / "bin/own_folder").write_bytes((ROOT / "bin/own_folder").read_bytes())
    (clone / ".venv/bin").mkdir(parents=True)
    (clone / ".venv/bin/python").write_text(
        '#!/bin/sh\necho "$@" >>calls\ncase "$*" in *pytest*) echo "3 0 0" >>"$PACKREVIEW_TALLY" ;; esac\n'
    )
    (clone / "id").write_text("#!/bin/sh\necho 1000\n")
    for name in ("bin/test", ".venv/bin/python", "id"):
        (clone / name).chmod(0o755)

    def run(**more: str) -> subprocess.CompletedProcess[str]:
        env = os.environ | {"PATH": f"{clone}:{os.environ['PATH']}", "ARGS": "", "STRICT": ""} | more
        return subprocess.run(["sh", "bin/test"], cwd=clone, env=env, capture_output=True, text=True)

    return run


@pytest.mark.parametrize(("strict", "code"), [("", 0), ("1", 1)])
def test_make_test_says_in_a_line_what_was_left_out(bare_clone, strict, code):
    ran = bare_clone(STRICT=strict)
    assert (ran.returncode, ran.stdout.splitlines()) == (code, [LEFT_OUT, "3 passed, 0 failed, 0 left out"])


def test_make_test_runs_what_it_is_asked_to(bare_clone, clone):
    bare_clone(ARGS="tests/core -k 'quote or pack'")
    assert (clone / "calls").read_text() == "-m pytest -p tests.strict -rs tests/core -k quote or pack\n"


def test_make_test_leaves_nothing_behind(bare_clone, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tmp")
    bare_clone(TMPDIR=str(folder))
    assert list(folder.iterdir()) == []


def test_make_test_clears_away_what_a_killed_run_left(bare_clone, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tmp")
    with subprocess.Popen(["true"]) as over:
        pass
    for name in (f"packreview-run.{over.pid}.x", f"packreview-run.{os.getpid()}.x", "packreview-run.mine"):
        (folder / name / "data").mkdir(parents=True)
    bare_clone(TMPDIR=str(folder))
    left = {"packreview-run.mine", f"packreview-run.{os.getpid()}.x"}
    assert {path.name for path in folder.iterdir()} == left


@pytest.mark.parametrize(("works_at", "said"), [(1, []), (3, []), (4, [LEFT_OUT])])
def test_make_test_tries_again_to_install_what_it_needs(bare_clone, clone, works_at, said):
    """As root, where the network or another apt is in the way once or twice; and what it put in the way of servers goes."""
    script = (clone / "bin/test").read_text().replace("/usr/sbin/policy-rc.d", f"{clone}/policy")
    (clone / "bin/test").write_text(script)
    apt = f"""case "$*" in *install*) ;; *) exit 100 ;; esac
[ -x {clone}/policy ] || exit 1
echo apt >>{clone}/apts
[ $(wc -l <{clone}/apts) -ge {works_at} ] || exit 100
printf '#!/bin/sh\\n' >{clone}/no-such-browser && chmod +x {clone}/no-such-browser"""
    for name, body in {"apt-get": apt, "id": "echo 0", "dpkg": "exit 0", "sleep": "exit 0"}.items():
        (clone / name).write_text(f"#!/bin/sh\n{body}\n")
        (clone / name).chmod(0o755)
    ran = bare_clone()
    assert ran.stdout.splitlines() == [
        "Installing Debian's chromium …",
        *said,
        "3 passed, 0 failed, 0 left out",
    ]
    assert not (clone / "policy").exists()


@pytest.mark.parametrize(
    ("works_at", "code", "pauses"), [(1, 0, "0"), (2, 0, "0 5"), (3, 0, "0 5 20"), (9, 1, "0 5 20")]
)
def test_install_tries_again_where_the_network_is_away_for_a_moment(clone, works_at, code, pauses):
    (clone / ".venv/bin").mkdir(parents=True)
    pip = f'case "$*" in *"pip install"*) echo pip >>calls; [ $(wc -l <calls) -ge {works_at} ] ;; esac'
    for name, body in ((".venv/bin/python", pip), ("sleep", 'echo "$1" >>pauses')):
        (clone / name).write_text(f"#!/bin/sh\n{body}\n")
        (clone / name).chmod(0o755)
    env = os.environ | {"PATH": f"{clone}:{os.environ['PATH']}"}
    ran = subprocess.run(["bin/install", "requirements.txt"], cwd=clone, env=env, capture_output=True)
    assert (ran.returncode, (clone / "pauses").read_text().split()) == (code, pauses.split())


def test_install_makes_a_half_made_environment_anew(clone):
    """As a run leaves it that is killed before its Python has a pip."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", clone / ".venv"], check=True)
    (clone / ".venv/half").touch()
    subprocess.run(["bin/install", "requirements.txt"], cwd=clone, check=True, capture_output=True)
    assert not (clone / ".venv/half").exists()


def test_install_says_that_there_is_no_python(clone):
    env = os.environ | {"PYTHON": "no-such-python"}
    ran = subprocess.run(
        ["bin/install", "requirements.txt"], cwd=clone, env=env, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr.strip()) == (
        1,
        "packreview needs Python 3.11 or later, and there is no no-such-python here: "
        "install it, or name one with PYTHON=…",
    )


def test_install_installs_again_only_where_a_requirement_changed(clone):
    (clone / ".venv/bin").mkdir(parents=True)
    python = clone / ".venv/bin/python"
    python.write_text('#!/bin/sh\ncase "$*" in *"pip install"*) echo pip >>calls ;; esac\n')
    python.chmod(0o755)

    def n_installs() -> int:
        subprocess.run(["bin/install", "requirements.txt"], cwd=clone, check=True, capture_output=True)
        return len((clone / "calls").read_text().split())

    seen = [n_installs(), n_installs()]
    (clone / "requirements.txt").touch()
    seen.append(n_installs())
    (clone / "requirements.txt").write_text("whatever==1.0\n")
    assert [*seen, n_installs()] == [1, 1, 1, 2]
