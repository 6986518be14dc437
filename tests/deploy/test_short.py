"""A machine that has no more handles or threads for the desk: who asks is told so, and what was begun stands."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from packreview.worker import Pool
from reviews.unusable import is_short
from tests.browser.conftest import ROOT, environment
from tests.proofs.desk import LOST, Answer, Desk, act, desk
from tests.servers import free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits a process that runs")
WORDS = "Words that nobody may lose."


def handles(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


@contextmanager
def at_most(pid: int, most: int) -> Iterator[None]:
    before = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, before)


def asked(one: Desk, n: int) -> list[tuple[Answer, bool]]:
    """What each judge is answered over a chip that none of them decided before, and over pages; with whether they wrote."""
    found = []
    for person, (slug, cids) in zip(one.people(), one.packs.items(), strict=True):
        person.timeout = 2
        found.append((person.post(*act(slug, cids[n], "hold", 1, why=WORDS)), True))
        found += [(person.get(path), False) for path in (f"/packs/{slug}/desk/", f"/packs/{slug}/ledger/")]
        person.close()
    return found


def test_who_asks_is_told_and_nothing_is_half_written() -> None:
    with desk(workers=1, judges=3, packs=3, chips=12) as one:
        one.start()
        [pid] = one.workers()
        found: list[tuple[Answer, bool]] = []
        for spare in range(10):
            with at_most(pid, handles(pid) + spare):
                found += asked(one, spare)
        assert all(answer.status == 200 or answer.is_recorded for answer, _ in asked(one, 11))
        assert one.workers() == [pid], one.told()
        refused = [(answer, is_post) for answer, is_post in found if answer.status == 503]
        assert {answer.status for answer, _ in found} <= {LOST, 200, 303, 503}, one.told()
        assert refused
        assert all("Retry-After" in answer.headers for answer, _ in refused)
        assert all(WORDS.encode() in answer.body for answer, is_post in refused if is_post)
        assert one.read()["faults"] == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"SCRIPT_NAME": "/desk"}, "it is served at the root of a name of its own, not below a path"),
        ({}, "it may have 127 files open, and takes 128"),
    ],
)
def test_a_desk_that_could_not_work_does_not_start(tmp_path, more, told):
    command = ["prlimit", "--nofile=127:", "--"] if not more else []
    command += [sys.executable, "-m", "gunicorn", "--config", "packreview/gunicorn.py", "packreview.wsgi"]
    own = {**environment(tmp_path), "PORT": str(free_port()), **more}
    ran = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, f"The desk cannot start: {told}" in ran.stderr) == (1, True), ran.stderr


@contextmanager
def no_threads() -> Iterator[None]:
    """Each asks for more memory than any machine has."""
    before = threading.stack_size(1 << 46)
    try:
        yield
    finally:
        threading.stack_size(before)


def test_what_gets_no_thread_of_its_own_is_done_by_those_that_are_there():
    with Pool(4) as pool:
        with no_threads():
            found = [pool.submit(pow, 2, n) for n in range(20)]
        assert [one.result(timeout=60) for one in found] == [2**n for n in range(20)]


def test_a_pool_without_any_thread_says_so():
    with no_threads(), pytest.raises(RuntimeError) as told:
        Pool(4)
    assert is_short(told.value)
