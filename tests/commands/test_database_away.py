"""Where PostgreSQL is not at the address, a command says so in one sentence, with what keeps it from there, and at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.browser.conftest import ROOT, environment
from tests.servers import free_port

COMMANDS = ["verify_ledger", "seat jo", "add_user ada", "migrate", "export_packs --out out"]


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_said_in_one_line_why_there_is_no_connection(tmp_path, command):
    port = free_port()  # where nobody listens
    own = {
        **environment(tmp_path / "desk"),
        "DATABASE_URL": f"postgresql://desk:secret@127.0.0.1:{port}/desk",
    }
    ran = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *command.split()],
        cwd=tmp_path,
        env=own,
        capture_output=True,
        text=True,
        timeout=120,
    )
    [line] = ran.stderr.splitlines()
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "The database cannot be used: " in line
    assert f"port {port} failed: Connection refused Is the server running" in line
    assert "secret" not in line
