"""The way in: what a clone promises outside its code, held against the files that have to keep it."""

from __future__ import annotations

import ast
import re
import sqlite3
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from django.db.migrations.loader import MigrationLoader

from packreview import gunicorn
from reviews.core.acts import OPEN
from reviews.core.gates import GATES
from reviews.migrations._whole import Whole

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
DJANGOS = {"migrate", "collectstatic", "check", "changepassword"}
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


def test_readme_has_the_two_commands():
    assert [command for command in ("make run", "make test") if f"\n    {command}\n" not in README] == []


def test_readme_names_every_command():
    commands = [p.stem for p in (ROOT / "reviews/management/commands").glob("*.py") if p.stem != "__init__"]
    assert sorted(name for name in commands if f"`{name}" not in README) == []


def test_readme_names_no_command_that_is_not_there():
    named = set(re.findall(r"manage\.py ([a-z_]+)", README))
    ours = {p.stem for p in (ROOT / "reviews/management/commands").glob("*.py")}
    assert sorted(named - ours - DJANGOS) == []


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
    assert settings() == read | {"HOST", "PORT", "WEB_CONCURRENCY"}


def test_no_setting_of_a_desk_reaches_its_tests():
    unset = re.findall(r"^unset (.+)$", (ROOT / "bin/test").read_text(), re.MULTILINE)
    assert settings() - set(" ".join(unset).split()) == {
        "PACKREVIEW_DATA"
    }  # which is set to a folder of their own


def settings() -> set[str]:
    """Those of the README's table."""
    table = README.split("## Settings")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE))


def test_links_of_the_papers_lead_somewhere():
    papers = [
        ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "DEPLOY.md", "SECURITY.md")
    ]
    papers += (ROOT / "docs").glob("*.md")
    link = re.compile(r"\]\((?!https?:|#)([^)#]+)")
    links = [(paper.name, paper.parent / to) for paper in papers for to in link.findall(paper.read_text())]
    assert [(name, to) for name, to in links if not to.exists()] == []


def test_papers_that_are_named_are_here():
    """Whoever reads a comment can look up what it names."""
    named = re.compile(r"(?<![\w./<>-])(?:docs/)?[A-Z]{4,}(?:-[A-Z]+)?\.md|docs/\w+\.md")
    found = {
        (str(path.relative_to(ROOT)), name)
        for path in [*_texts(), *(ROOT / "docs").glob("*.md")]
        for name in named.findall(path.read_text())
    }
    papers = [path for top in ("*.md", "docs/*.md", "tests/**/*.md") for path in ROOT.glob(top)]
    here = {str(path.relative_to(ROOT)) for path in papers} | {path.name for path in papers}
    here |= {"SLUG.md", "FILE.md"}  # names that stand for one
    assert len(found) > 20
    assert sorted((path, name) for path, name in found if name not in here) == []


def test_the_page_on_judging_has_the_gates_in_their_order_and_the_acts_of_each_state():
    page = (ROOT / "docs/judging.md").read_text()
    acts_of = dict(re.findall(r"^\| (\w+)(?: \(.*?\))? \| ([a-z, -]+)", page, re.MULTILINE))
    said = {state: tuple(re.split(", ", acts.strip())) for state, acts in acts_of.items() if state in OPEN}
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [name for name, _ in GATES]
    assert said == {
        state: tuple(one for one in acts if one != "re-hold") or ("undo",) for state, acts in OPEN.items()
    }


def test_what_deploy_names_is_there_and_every_file_for_it_is_named():
    told = (ROOT / "DEPLOY.md").read_text()
    commands = {path.stem for path in (ROOT / "reviews/management/commands").glob("*.py")}
    assert sorted(set(re.findall(r"bin/manage ([a-z_]+)", told)) - commands - DJANGOS) == []
    assert [path.name for path in (ROOT / "deploy").iterdir() if f"deploy/{path.name}" not in told] == []


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
    assert (gunicorn.worker_class, gunicorn.workers, gunicorn.threads) == ("packreview.worker.Worker", 2, 4)
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


def test_every_migration_is_recorded_in_the_transaction_that_makes_it():
    loader = MigrationLoader(None)
    ours = [one for (app, _), one in loader.disk_migrations.items() if app == "reviews"]
    assert [one.name for one in ours if not isinstance(one.operations[-1], Whole)] == []
