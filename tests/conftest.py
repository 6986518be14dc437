"""What every test may need: triggers lifted where tables are emptied, and the handed packs where PACKS_DIR names them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings

from reviews import heads, triggers

ROOT = Path(__file__).resolve().parent.parent

if os.environ.get("PACKREVIEW_BROWSER"):
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
# No test is timed: on a busy machine a slow example is no fault.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
# What only one of the two databases knows is asked of that one alone (bin/test-postgres asks the other).
collect_ignore_glob = ["postgres/test_*.py"] if connection.vendor == "sqlite" else ["*/test_*_sqlite.py"]


@pytest.fixture(autouse=True)
def forgotten_heads() -> None:
    """What this process recorded of ledgers was of the tables of the test before."""
    heads.forget()


@pytest.fixture(scope="session")
def new_desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a desk over SQLite with nothing in it but its tables; a test takes a copy and never this one."""
    data = tmp_path_factory.mktemp("new") / "desk"
    own = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(migrate, cwd=ROOT, env={**own, "PACKREVIEW_DATA": str(data)}, check=True)
    return data


@pytest.fixture
def emptying(transactional_db):
    """For tests that commit for real: the append-only triggers also stop the flush that ends such a test."""
    triggers.install(connection)
    yield
    triggers.lift(connection)


@pytest.fixture(scope="session")
def packs_dir() -> Path:
    if "PACKS_DIR" not in os.environ:
        pytest.skip("PACKS_DIR is not set")
    return Path(os.environ["PACKS_DIR"])
