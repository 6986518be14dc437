"""/readyz as a stranger reaches it without a proxy: however often it is asked, the desk looks once a second."""

from __future__ import annotations

import json
import platform
import time
import tomllib

import pytest

from tests.proofs.desk import ROOT, Desk, Person, desk, together

N_PEOPLE, N_TIMES = 8, 25


@pytest.fixture(scope="module")
def full():
    """A desk with one worker whose disk is never empty enough: each look tells so in its log."""
    with desk(workers=1, more={"DISK_MIN_BYTES": str(2**62)}) as one:
        one.start()
        yield one


def test_each_worker_that_begins_tells_its_version_and_its_settings(full):
    lines = (full.data / "server.txt").read_text().splitlines()
    told = [json.loads(line) for line in lines if line.startswith("{")]
    [text] = [line["message"] for line in told if line["logger"] == "packreview.started"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert text.startswith(f"serving packreview {project['version']} on Python {platform.python_version()}, ")
    assert " PACKREVIEW_HTTPS=false PROXY_COUNT=0 REQUIRE_TOTP=none " in text
    assert str(full.data) not in text


def looks(one: Desk) -> int:
    lines = (one.data / "server.txt").read_text().splitlines()
    told = [json.loads(line)["message"] for line in lines if line.startswith("{")]
    return sum(text.startswith("not ready, disk: ") for text in told)


def test_a_crowd_that_asks_at_once_and_again_has_it_looked_at_once_a_second(full):
    def ask() -> set[int]:
        person = Person(full.port, "", "")
        return {person.get("/readyz").status for _ in range(N_TIMES)}

    began, before = time.monotonic(), looks(full)
    assert together([ask] * N_PEOPLE) == [{503}] * N_PEOPLE
    n_seconds = time.monotonic() - began
    assert 1 <= looks(full) - before <= n_seconds + 1


def test_what_is_mended_is_seen_a_second_later(full):
    """The disk stays what it is, and so does the answer; it is made anew nevertheless."""
    person = Person(full.port, "", "")
    person.get("/readyz")
    before, deadline = looks(full), time.monotonic() + 60
    while looks(full) == before and time.monotonic() < deadline:
        assert person.get("/readyz").status == 503
        time.sleep(0.05)
    assert looks(full) > before
