"""W21: what is not fit for production does not start, and what is passes Django's own deployment check."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STRONG = "kT9w-Zq2mVb7XrLs4NfHj8PdGc3YaEu6JoKi5WtRzBn1MvQxSy0"
PRODUCTION = {"PACKREVIEW_HTTPS": "true", "ALLOWED_HOSTS": "desk.example.org", "PROXY_COUNT": "1"}
OURS = (
    "ALLOWED_HOSTS ARTICLE_MAX_BYTES CSRF_TRUSTED_ORIGINS DATABASE_URL DEBUG DISK_MIN_BYTES DJANGO_SETTINGS_MODULE LOG PACK_MAX_BYTES"
    " PACKREVIEW_HTTPS PROXY_COUNT RATIFY_BY_ANOTHER REQUIRE_TOTP SECRET_KEY SESSION_IDLE_MINUTES SQLITE_WAIT_SECONDS TIME_ZONE"
)


def checked(folder: Path, *args: str, **set_to: str) -> tuple[int, str]:
    """`manage.py check` in a process of its own: its exit code, and what it said."""
    env = {name: value for name, value in os.environ.items() if name not in OURS.split()}
    env |= {"PACKREVIEW_DATA": str(folder), **set_to}
    command = [sys.executable, "manage.py", "check", *args]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


def test_production_settings_pass_the_deployment_check(tmp_path):
    code, told = checked(tmp_path, "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (code, "System check identified no issues (0 silenced)." in told) == (0, True), told


def test_a_desk_behind_a_proxy_that_is_not_counted_is_warned(tmp_path):
    code, told = checked(
        tmp_path, "--deploy", "--fail-level", "WARNING", **{**PRODUCTION, "PROXY_COUNT": "0"}
    )
    assert (code, "no proxy is counted" in told) == (1, True)


def test_a_desk_with_nothing_set_starts_for_this_machine(tmp_path):
    assert checked(tmp_path)[0] == 0


@pytest.mark.parametrize(
    ("set_to", "sentence"),
    [
        ({"DEBUG": "true", "PACKREVIEW_HTTPS": "true"}, "DEBUG may not be on where PACKREVIEW_HTTPS is"),
        ({"DEBUG": "maybe"}, "DEBUG"),
        *[
            ({"ALLOWED_HOSTS": hosts}, "ALLOWED_HOSTS may not be *")
            for hosts in ("*", "desk.example.org,*", " * ", "*.*", ".", ".com")
        ],
        *[
            ({"SECRET_KEY": key}, "SECRET_KEY is weak or known")
            for key in (
                "x",
                "a" * 64,
                "abcdefghijk" * 6,
                STRONG[:49],
                f"django-insecure-{STRONG}",
                "changeme" * 8 + "0123456789",
                f"your-SECRET-key-{STRONG}",
                f"example-{STRONG}",
            )
        ],
        ({"REQUIRE_TOTP": "everybody"}, "REQUIRE_TOTP is none, admins or all"),
        ({"RATIFY_BY_ANOTHER": "perhaps"}, "RATIFY_BY_ANOTHER"),
        ({"PROXY_COUNT": "-1"}, "PROXY_COUNT is 0 to 9"),
        ({"PROXY_COUNT": "one"}, "PROXY_COUNT"),
        ({"SESSION_IDLE_MINUTES": "0"}, "SESSION_IDLE_MINUTES 1 to 720"),
        ({"SESSION_IDLE_MINUTES": "100000"}, "SESSION_IDLE_MINUTES 1 to 720"),
        ({"LOG": "xml"}, "LOG is json or plain, not 'xml'"),
        ({"TIME_ZONE": "Mars/Olympus"}, "TIME_ZONE is a name such as Europe/Berlin"),
        ({"TIME_ZONE": "../../etc/passwd"}, "TIME_ZONE is a name such as Europe/Berlin"),
        ({"PACK_MAX_BYTES": "8 MB"}, "PACK_MAX_BYTES is not a valid integer"),
        *[({"PACK_MAX_BYTES": n}, "PACK_MAX_BYTES is 1 to 8000000") for n in ("-1", "0", "8000001")],
        *[({"ARTICLE_MAX_BYTES": n}, "ARTICLE_MAX_BYTES 1 to 5000000") for n in ("-1", "0", "5000001")],
        ({"DISK_MIN_BYTES": "-1"}, "DISK_MIN_BYTES is 0 to 2^63 - 1"),
        ({"SQLITE_WAIT_SECONDS": "-1"}, "SQLITE_WAIT_SECONDS 0 to 3600"),
        ({"SQLITE_WAIT_SECONDS": "1e300"}, "SQLITE_WAIT_SECONDS 0 to 3600"),
        ({"DATABASE_URL": "sqlite:///x"}, "DATABASE_URL must begin with postgresql://"),
    ],
    ids=str,
)
def test_a_start_that_would_not_be_safe_is_refused(tmp_path, set_to, sentence):
    code, told = checked(tmp_path, **set_to)
    assert (code, sentence in told) == (1, True), told
    assert told.startswith("The desk cannot start: ")
    assert len(told.splitlines()) == 1, "one sentence, no stack"


def test_a_data_folder_set_to_nothing_is_the_usual_one(tmp_path):
    """And not the folder that the desk was started in: its secret key would lie there."""
    env = {**os.environ, "PACKREVIEW_DATA": "", "PYTHONPATH": ""}
    asked = "from packreview import settings; print(settings.DATA == settings.BASE_DIR / 'data')"
    copied = shutil.copytree(ROOT / "packreview", tmp_path / "packreview")
    ran = subprocess.run(
        [sys.executable, "-c", asked], cwd=copied.parent, env=env, capture_output=True, text=True
    )
    assert (ran.stdout, (tmp_path / "secret_key").exists()) == ("True\n", False), ran.stderr


def test_a_strong_key_is_taken(tmp_path):
    assert checked(tmp_path, SECRET_KEY=STRONG)[0] == 0


def test_a_key_is_made_for_each_desk_and_kept(tmp_path):
    """No two desks share a key, and no key stands in the sources."""
    keys = []
    for name in ("one", "one", "two"):
        (tmp_path / name).mkdir(exist_ok=True)
        checked(tmp_path / name)
        keys.append((tmp_path / name / "secret_key").read_text())
    assert (keys[0] == keys[1], keys[0] == keys[2], len(keys[0]) >= 64) == (True, False, True)


def test_a_kept_key_that_was_weakened_is_refused(tmp_path):
    (tmp_path / "secret_key").write_text("x" * 64)
    code, told = checked(tmp_path)
    assert (code != 0, "SECRET_KEY is weak or known" in told) == (True, True)


def test_nobody_has_a_password_that_everybody_knows(tmp_path):
    """W21: a desk begins without people; `prepare` makes two, each with a password of its own."""
    env = {**os.environ, "PACKREVIEW_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "packreview.settings"}
    for command in (["migrate", "-v0"], ["prepare", "-v0"]):
        subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=env, check=True, capture_output=True
        )
    words = [line.split()[1] for line in (tmp_path / "log-ins.txt").read_text().splitlines()]
    assert ([len(word) for word in words], len(set(words))) == ([23, 23], 2)


def test_nobody_signs_up_by_themselves():
    """W21: no address makes an account for a stranger, or sends a password."""
    from tests.access.world import routes

    assert [
        name
        for name in routes()
        if any(word in name for word in ("signup", "sign_up", "register", "reset", "admin"))
    ] == []
