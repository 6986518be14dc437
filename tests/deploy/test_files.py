"""The unit and the file of settings say what is so: every path, setting and command in them is there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.desk import ROOT, act, desk
from tests.servers import children, free_port, place

UNIT = (ROOT / "deploy/packreview.service").read_text()
SETTINGS = (ROOT / "deploy/packreview.env").read_text()
HOME = "/srv/packreview"


def directives(section: str) -> dict[str, str]:
    """What a section of the unit sets."""
    text = UNIT.split(f"[{section}]\n")[1].split("\n[")[0]
    return dict(line.split("=", 1) for line in text.splitlines() if line and line[0] != "#")


def test_the_unit_starts_gunicorn_by_its_own_configuration():
    found = directives("Service")
    program, *args = found["ExecStart"].split()
    assert program == f"{HOME}/.venv/bin/python"
    assert args == ["-m", "gunicorn", "--config", "packreview/gunicorn.py", "packreview.wsgi"]
    assert (found["WorkingDirectory"], (ROOT / args[3]).exists()) == (HOME, True)


def test_the_unit_gives_the_desk_its_data_folder_and_nothing_else():
    found = directives("Service")
    data = re.search("^PACKREVIEW_DATA=(.*)$", SETTINGS, re.MULTILINE)[1]
    assert (f"/var/lib/{found['StateDirectory']}", found["StateDirectoryMode"]) == (data, "0700")
    assert (found["ProtectSystem"], found["NoNewPrivileges"], found["UMask"]) == ("strict", "true", "0077")


def test_the_unit_waits_longer_than_gunicorn_does_for_requests_that_have_begun():
    from packreview import gunicorn

    assert int(directives("Service")["TimeoutStopSec"]) > gunicorn.graceful_timeout


@pytest.mark.parametrize("section", ["Unit", "Service", "Install"])
def test_every_line_of_the_unit_is_a_directive_or_a_comment(section):
    lines = [line for line in UNIT.splitlines() if line and not line.startswith(("#", "["))]
    assert [line for line in lines if not re.fullmatch(r"[A-Z]\w+=.*", line)] == []
    assert directives(section) != {}


@pytest.fixture
def unit() -> Iterator[Path]:
    """The unit over this checkout: systemd asks whether the program is there. It reads no path with a space as it is,
    and minds a unit that everybody may write, whatever the umask."""
    with tempfile.TemporaryDirectory(dir=place()) as folder:
        made, home = Path(folder) / "packreview.service", Path(folder) / "home"
        home.symlink_to(ROOT)
        made.write_text(UNIT.replace(HOME, str(home)))
        made.chmod(0o644)
        yield made


@pytest.mark.systemd
def test_systemd_takes_what_is_done_each_night(tmp_path):
    """The folder for backups is made by hand: only its absence may be minded, and systemd-analyze minds none."""
    with tempfile.TemporaryDirectory(dir=place()) as folder:
        home = Path(folder) / "home"
        home.symlink_to(ROOT)
        made = [Path(folder) / f"packreview-nightly.{kind}" for kind in ("service", "timer")]
        for path in made:
            path.write_text((ROOT / "deploy" / path.name).read_text().replace(HOME, str(home)))
            path.chmod(0o644)
        assert analyzed("verify", *map(str, made)) == (0, "")


def test_what_is_done_each_night_are_commands_that_are_there():
    nightly = (ROOT / "deploy/packreview-nightly.service").read_text()
    commands = re.findall(rf"{HOME}/bin/manage (\w+)", nightly)
    assert commands == ["backup", "verify_ledger"]
    assert [one for one in commands if not (ROOT / f"reviews/management/commands/{one}.py").exists()] == []
    data = re.search("^PACKREVIEW_DATA=(.*)$", SETTINGS, re.MULTILINE)[1]
    assert f"ReadWritePaths={data} /backup" in nightly
    shut = UNIT[UNIT.index("ProtectSystem=") : UNIT.index("\n[Install]")]
    assert shut in nightly


def analyzed(*args: str) -> tuple[int, str]:
    ran = subprocess.run(["systemd-analyze", "--no-pager", *args], capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.systemd
def test_systemd_takes_the_unit(unit):
    assert analyzed("verify", str(unit)) == (0, "")


@pytest.mark.systemd
def test_systemd_calls_the_unit_well_shut(unit):
    """An exposure of at most 1.5, where 10 is a service that may do everything; which of its points count differs by version."""
    code, told = analyzed("security", "--offline=true", "--threshold=15", str(unit))
    assert code == 0, told


@pytest.mark.systemd
@pytest.mark.strace
def test_the_desk_calls_of_the_system_what_the_unit_lets_it(tmp_path):
    counted = tmp_path / "calls"
    with desk(judges=1, packs=1, chips=3) as one:
        one.port = free_port()
        serve = [sys.executable, "-m", "gunicorn", "--config", "packreview/gunicorn.py", "packreview.wsgi"]
        more = {"PORT": str(one.port)}
        one.process = subprocess.Popen(
            ["strace", "-f", "-qq", "-c", "-o", str(counted), *serve], cwd=ROOT, env=one.environment | more
        )
        one.wait()
        ((slug, (cid, *_)),) = one.packs.items()
        assert one.person("judge-0").post(*act(slug, cid, "publish", 1)).is_recorded
        (master,) = children(one.process.pid)
        os.kill(master, signal.SIGTERM)
        assert one.process.wait(60) == 0
    calls = set(re.findall(r"(\w+)$", counted.read_text(), re.MULTILINE)) - {"syscall", "total"}
    by_root = {"fchown"} if os.getuid() == 0 else set()  # SQLite hands its files over, where it runs as root
    assert len(calls) > 40
    assert sorted(calls - allowed() - by_root) == []


def allowed() -> set[str]:
    filters = re.findall("^SystemCallFilter=(~?)(.*)$", UNIT, re.MULTILINE)
    found: set[str] = set()
    for denies, names in filters:
        calls = set().union(*map(calls_of, names.split()))
        found = found - calls if denies else found | calls
    return found


def calls_of(name: str) -> set[str]:
    """The system calls of one of systemd's sets, and of the sets in it."""
    lines = [line.split() for line in analyzed("syscall-filter", name)[1].splitlines()]
    names = [words[0] for words in lines if len(words) == 1 and words[0] != name and words[0] != "#"]
    return set().union(*(calls_of(one) if one[0] == "@" else {one} for one in names))


def test_every_setting_in_the_file_is_one_that_the_readme_has():
    named = set(re.findall(r"^(?:# )?([A-Z_]+)=", SETTINGS, re.MULTILINE))
    table = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert (len(named) > 6, sorted(named - table)) == (True, [])


def run(settings: Path, *args: str, code: Path = ROOT) -> subprocess.CompletedProcess[str]:
    mine = ("DJANGO_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    own = {**kept, "PACKREVIEW_ENV": str(settings)}
    return subprocess.run([code / "bin/manage", *args], cwd=code, env=own, capture_output=True, text=True)


def test_the_command_uses_the_settings_of_the_service(tmp_path):
    settings = tmp_path / "packreview.env"
    settings.write_text(SETTINGS.replace("/var/lib/packreview", str(tmp_path / "desk")))
    ran = run(settings, "check", "--deploy", "--fail-level", "WARNING")
    assert (ran.returncode, (tmp_path / "desk/secret_key").exists()) == (0, True), ran.stderr


@pytest.mark.skipif(os.getuid() != 0, reason="only root leaves files that others cannot take away")
def test_the_command_leaves_nothing_of_roots_in_the_code(tmp_path):
    settings, code = tmp_path / "packreview.env", tmp_path / "code"
    settings.write_text(SETTINGS.replace("/var/lib/packreview", str(tmp_path / "desk")))
    copied = shutil.ignore_patterns("__pycache__", "tests", ".*")
    shutil.copytree(ROOT, code, ignore=copied)
    (code / ".venv").symlink_to(ROOT / ".venv")
    ran = run(settings, "check", code=code)
    assert (ran.returncode, list(code.rglob("*.pyc"))) == (0, []), ran.stderr


@pytest.mark.skipif(os.getuid() != 0, reason="only root can do what somebody else should")
def test_the_command_is_refused_to_root_where_the_desk_is_somebody_elses(tmp_path):
    settings, data = tmp_path / "packreview.env", tmp_path / "desk"
    settings.write_text(SETTINGS.replace("/var/lib/packreview", str(data)))
    data.mkdir()
    shutil.chown(data, "nobody")
    ran = run(settings, "check")
    assert (ran.returncode, ran.stdout, list(data.iterdir())) == (1, "", [])
    assert ran.stderr.startswith(
        "The desk is nobody's, and could not use what root leaves in its folder: runuser "
    )


def test_the_command_says_whom_it_must_be_run_as(tmp_path):
    ran = run(tmp_path / "none.env", "check")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"{tmp_path}/none.env cannot be read by ")


def test_the_proxy_takes_what_the_desk_takes():
    """A pack and an article of the largest size, and the words of a form."""
    from packreview import settings

    limit = int(re.search(r"client_max_body_size (\d+)m;", (ROOT / "deploy/nginx.conf").read_text())[1])
    most = settings.PACK_MAX_BYTES + settings.ARTICLE_MAX_BYTES
    assert limit * 2**20 > most + settings.DATA_UPLOAD_MAX_MEMORY_SIZE
