"""Runs all proofs, or those named, in their whole form, and writes what came of it beside this file.

python -m tests.proofs.results [NAME …]

Three run at a time, as each waits now and then, the longest first; those whose figures are times have the machine for
themselves afterwards. Each line is printed as it comes, and a proof that fails does not keep the next from running.
RESULTS.md has a row for each proof: those that are run now are replaced, the others stay as they were.
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import django

from tests.proofs import cluster

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
AT_ONCE = 3
FIRST = ("killed_commands", "accounting", "same_chip")  # each takes as long as several others
TIMED = ("load", "long_load", "tamper")
ROW = re.compile(r"\| (?P<name>\w+) \|")
HEAD = """# What the proofs found

Each proof is one command, `python -m tests.proofs.NAME`; `make proofs` runs all of them and writes this file. `tried` counts
what was done and looked at, `violations` has to be 0, and `control` is how often the weakened desk of the same proof was
caught, which has to be more than never. What each asks stands in the first lines of its file.

| proof | line | control | date (UTC) | machine |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Outcome:
    """The one line that a proof printed, and how it ended."""

    name: str
    line: str
    code: int

    @property
    def row(self) -> str:
        told = self.line.partition(" ")[2] or f"no line; exit code {self.code}"
        control = re.search(r" control=(\S+)", told)
        told = told.replace(control[0], "") if control else told
        when = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
        return f"| {self.name} | {told} | {control[1] if control else 'none'} | {when} | {machine()} |"


def names() -> list[str]:
    """Every proof: a module here whose first words are `Proof`."""
    return sorted(path.stem for path in HERE.glob("*.py") if path.read_text().startswith('"""Proof'))


def proven(name: str) -> Outcome:
    """Run one; its line goes to the screen when it comes."""
    command = [sys.executable, "-m", f"tests.proofs.{name}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    line = ""
    for told in process.stdout:
        print(told, end="", flush=True)
        line = told.strip() if " tried=" in told else line
    return Outcome(name, line, process.wait())


def outcomes(asked: Sequence[str], prove: Callable[[str], Outcome] = proven) -> Iterator[Outcome]:
    """What came of each, as it comes."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        untimed = [name for name in asked if name not in TIMED]
        begun = [pool.submit(prove, name) for name in sorted(untimed, key=lambda name: name not in FIRST)]
        yield from (one.result() for one in as_completed(begun))
    yield from map(prove, (name for name in asked if name in TIMED))


def machine() -> str:
    """What it ran on: versions and size."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    kernel = ".".join(platform.release().split(".")[:2])
    return (
        f"Python {platform.python_version()}, Django {django.__version__}, SQLite {sqlite3.sqlite_version}, "
        f"PostgreSQL {_postgresql()}, {platform.system()} {kernel}, "
        f"{os.cpu_count()} cores, {memory:.0f} GB"
    )


def _postgresql() -> str:
    if cluster.programs() is None:
        return "none"
    told = subprocess.run([str(cluster.program("postgres")), "--version"], capture_output=True, text=True)
    return told.stdout.split()[2]


def write(outcomes: Iterable[Outcome]) -> None:
    """The table, with these rows new."""
    rows = {}
    if RESULTS.exists():
        rows = {
            found["name"]: line for line in RESULTS.read_text().splitlines() if (found := ROW.match(line))
        }
        rows.pop("proof", None)
    rows |= {one.name: one.row for one in outcomes}
    RESULTS.write_text(HEAD + "".join(f"{rows[name]}\n" for name in names() if name in rows))


def main(asked: list[str]) -> int:
    if unknown := set(asked) - set(names()):
        print(f"There is no proof {min(unknown)}; there are {', '.join(names())}.", file=sys.stderr)
        return 2
    began, failed = time.monotonic(), []
    for outcome in outcomes(asked or names()):
        write([outcome])
        if outcome.code:
            failed.append(outcome.name)
    told = f"{', '.join(sorted(failed))} failed" if failed else "all hold"
    print(f"{told}; {time.monotonic() - began:.0f} s; {RESULTS.name} is written")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
