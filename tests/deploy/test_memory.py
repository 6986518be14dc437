"""A worker gives back what it took for something large, though small things that stay lie in between."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Large pieces, with a small one that stays after each; how many megabytes are held more once the large ones are gone.
WORK = """
import os
from packreview import gunicorn

def held():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

{first}
bytearray(1_000_000)
before, stays = held(), []
for _ in range(3):
    large = []
    for n in range(60):
        large.append(bytearray(b"x") * 900_000)
        stays.append(bytearray(b"x") * 700)
    large.clear()
print((held() - before) // 1_000_000)
"""


def kept(first: str) -> int:
    code = WORK.format(first=first)
    own = {key: value for key, value in os.environ.items() if not key.startswith(("MALLOC_", "GLIBC_"))}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_what_was_large_goes_back_to_the_system():
    assert kept("gunicorn.give_memory_back()") < 5


def test_the_same_work_keeps_it_where_nothing_was_told():
    assert kept("") > 40
