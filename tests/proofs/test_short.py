"""The short form of each proof: it holds, and its control fails. bin/proofs runs them whole."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from tests.proofs import (
    admin_races,
    append_only,
    backup,
    clocks,
    cluster,
    crash_kill,
    exact_text,
    graceful_restart,
    idempotency,
    io_faults,
    killed_commands,
    load,
    long_load,
    pg_kill,
    powercut,
    same_chip,
    snapshot_exports,
    trace,
    upgrade,
)

needs_strace = pytest.mark.skipif(not trace.has_strace(), reason="strace is not installed")
needs_postgresql = pytest.mark.skipif(cluster.programs() is None, reason="PostgreSQL is not installed")
PROOFS = (
    same_chip,
    idempotency,
    admin_races,
    append_only,
    crash_kill,
    load,
    long_load,
    snapshot_exports,
    backup,
    upgrade,
    graceful_restart,
    clocks,
    exact_text,
    pytest.param(powercut, marks=[needs_strace, pytest.mark.strace]),
    pytest.param(io_faults, marks=[needs_strace, pytest.mark.strace]),
    pytest.param(killed_commands, marks=[needs_strace, pytest.mark.strace]),
    pytest.param(pg_kill, marks=[needs_postgresql, pytest.mark.postgres]),
)


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.__name__.rsplit(".")[-1])
def test_the_proof_holds_and_its_control_fails(proof: ModuleType) -> None:
    assert proof.main(["--short"]) == 0


@pytest.mark.parametrize("name", ["accounting"])
def test_the_proof_over_the_rooms_holds_and_its_control_fails(name: str) -> None:
    """In a process of its own: it makes a database for itself."""
    assert subprocess.run([sys.executable, "-m", f"tests.proofs.{name}", "--short"]).returncode == 0
