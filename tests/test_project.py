"""The way in: what a clone promises outside its code, held against the files that have to keep it."""

from __future__ import annotations

import ast
import os
import re
import sqlite3
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from packreview import gunicorn
from reviews.migrations._whole import Whole

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
PIN = re.compile(r"([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==([\w.]+)")


def pins(name: str) -> dict[str, str]:
    lines = [line for line in (ROOT / name).read_text().splitlines() if line and line[0] not in "#-"]
    return {_canonical(match[1]): match[2] for line in lines if (match := PIN.fullmatch(line))}


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Packages that a module imports, or whose files it reads with `resources.files("name")`."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {
        alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names
    }
    froms = {(n.module or "").split(".")[0] for n in nodes if isinstance(n, ast.ImportFrom) and not n.level}
    calls = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("resources.files")
    ]
    read = {arg.value.split(".")[0] for node in calls for arg in node.args if isinstance(arg, ast.Constant)}
    return (plain | froms | read) - set(sys.stdlib_module_names) - {"reviews", "packreview", "tests", ""}


def distributions(*folders: str) -> set[str]:
    """What has to be installed for the modules in these folders."""
    known = metadata.packages_distributions()
    names = set().union(*map(imported, sources(*folders)))
    return {_canonical((known.get(name) or [name])[0]) for name in names}


@pytest.mark.parametrize("name", ["requirements.txt", "tests/requirements.txt"])
def test_every_requirement_is_pinned(name):
    lines = [line for line in (ROOT / name).read_text().splitlines() if line and line[0] not in "#-"]
    assert [line for line in lines if not PIN.fullmatch(line)] == []


def test_what_the_desk_imports_is_required():
    needed = distributions("reviews", "packreview")
    assert sorted(needed - pins("requirements.txt").keys()) == []


def test_what_tests_import_is_required():
    needed = distributions("tests")
    assert sorted(needed - pins("requirements.txt").keys() - pins("tests/requirements.txt").keys()) == []


def test_what_is_installed_is_what_is_pinned():
    wanted = pins("requirements.txt") | pins("tests/requirements.txt")
    assert {name: metadata.version(name) for name in wanted} == wanted


SCRIPTS = [".ci/run", *(f"bin/{name}" for name in "install manage proofs run test test-postgres".split())]


@pytest.mark.parametrize("name", [*SCRIPTS, "manage.py"])
def test_script_may_be_run(name):
    assert os.access(ROOT / name, os.X_OK)


@pytest.mark.parametrize("name", [*SCRIPTS, "bin/own_folder"])
def test_script_is_sound_shell(name):
    first = (ROOT / name).read_text().split("\n")[0]
    shell = first.removeprefix("#!").split()[-1] if first.startswith("#!") else "sh"
    assert subprocess.run([shell, "-n", name], cwd=ROOT, capture_output=True, text=True).stderr == ""


def test_readme_has_the_two_commands():
    assert [command for command in ("make run", "make test") if f"\n    {command}\n" not in README] == []


def test_readme_names_every_command():
    commands = [p.stem for p in (ROOT / "reviews/management/commands").glob("*.py") if p.stem != "__init__"]
    assert sorted(name for name in commands if f"`{name}" not in README) == []


def test_readme_names_no_command_that_is_not_there():
    named = set(re.findall(r"manage\.py ([a-z_]+)", README))
    ours = {p.stem for p in (ROOT / "reviews/management/commands").glob("*.py")}
    djangos = {"migrate", "collectstatic", "check", "changepassword"}
    assert sorted(named - ours - djangos) == []


def test_readme_names_every_setting_and_no_other():
    code = ast.walk(ast.parse((ROOT / "packreview/settings.py").read_text()))
    read = {
        str(node.args[0].value)
        for node in code
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value) == "env"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    table = README.split("## Settings")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE)) == read | {
        "HOST",
        "PORT",
        "WEB_CONCURRENCY",
    }


def test_links_of_the_papers_lead_somewhere():
    papers = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "DEPLOY.md")]
    links = [link for paper in papers for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", paper.read_text())]
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_changelog_begins_with_what_is_not_released():
    assert re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == "Unreleased"


def test_licence_is_mit():
    said = (ROOT / "LICENSE").read_text().splitlines()
    assert (said[0], said[2][:13], said[2][-23:]) == (
        "MIT License",
        "Copyright (c)",
        " packreview maintainers",
    )


def test_no_file_speaks_of_the_machine_it_was_written_on():
    # Put together here, so that this file does not speak of it; .ci/run alone names where packs are handed.
    told = re.compile("|".join(["/" + "work/", "\\." + "library", "shared" + "/"]))
    found = [
        (str(path.relative_to(ROOT)), line)
        for path in _texts()
        for line in path.read_text().splitlines()
        if told.search(line)
    ]
    assert [name for name, _ in found if name != ".ci/run"] == []


def _texts() -> list[Path]:
    names = {"reviews", "packreview", "templates", "static", "tests", "bin", "deploy", ".ci"}
    files = [path for name in names for path in (ROOT / name).rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    return [
        path
        for path in files
        if path.suffix
        in {"", ".py", ".md", ".txt", ".toml", ".html", ".css", ".js", ".json", ".conf", ".service", ".env"}
    ]


def test_gunicorn_is_bounded():
    assert (gunicorn.worker_class, gunicorn.workers, gunicorn.threads) == ("gthread", 2, 4)
    assert gunicorn.limit_request_line <= 4094
    assert gunicorn.limit_request_fields <= 100
    assert gunicorn.limit_request_field_size <= 8190


def test_gunicorn_logs_no_query_string_and_no_referrer():
    told = set(re.findall(r"%\(([^)]+)\)s", gunicorn.access_log_format))
    assert sorted(told & {"r", "q", "f", "a", "u", "h"}) == []


def test_gunicorn_does_not_serve_where_the_ledger_could_be_changed(tmp_path, monkeypatch):
    monkeypatch.setenv("PACKREVIEW_DATA", str(tmp_path))
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, check=True)
    gunicorn.on_starting(None)
    with sqlite3.connect(tmp_path / "packreview.sqlite3") as database:
        database.execute("DROP TRIGGER reviews_entry_no_update")
    with pytest.raises(RuntimeError, match="the trigger reviews_entry_no_update does not stand"):
        gunicorn.on_starting(None)


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
        '#!/bin/sh\necho "$@" >>calls\necho "3 0 0" >>"$PACKREVIEW_TALLY"\n'
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


def test_every_migration_is_recorded_in_the_transaction_that_makes_it():
    loader = MigrationLoader(None)
    ours = [one for (app, _), one in loader.disk_migrations.items() if app == "reviews"]
    assert [one.name for one in ours if not isinstance(one.operations[-1], Whole)] == []
