"""What a pack of many chips costs to load, and how much of that everybody who writes waits for: `python -m tests.bench.loading 40000`.

Over an SQLite file of its own, with an article of 200 sections; then the same pack once more, its article given afterwards.
Waited for is what is done between taking the lock file and letting go of it.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

N = 40_000  # about as many as 8 MB have room for
N_SECTIONS = 200
WORDS = "river maple judge silver harbour window copper method answer quiet amber engine paper signal".split()


def main() -> None:
    folder = tempfile.mkdtemp(prefix="packreview-bench-")
    os.environ.update(PACKREVIEW_DATA=folder, DJANGO_SETTINGS_MODULE="packreview.settings")
    try:
        _measure([int(n) for n in sys.argv[1:]] or [N])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _measure(sizes: list[int]) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from reviews import intake
    from tests.core import builders as files

    call_command("migrate", verbosity=0)
    text = article()
    print(f"{'chips':>7}{'bytes':>11}  {'':<18}{'cpu s':>8}{'under the lock: cpu s':>24}{'wall s':>8}")
    for n in sizes:
        whole, parted = (files.raw(pack(n, text, slug)) for slug in (f"whole-{n}", f"parted-{n}"))
        _timed(n, whole, "with its article", lambda raw=whole: intake.load(raw, text.encode(), by=None))
        _timed(n, parted, "without it", lambda raw=parted: intake.load(raw, by=None))
        given = intake.load(parted, by=None).pack
        _timed(n, parted, "the article alone", lambda to=given: intake.attach(to, text.encode(), by=None))


def _timed(n: int, raw: bytes, name: str, work: Any) -> None:
    with locked() as held:
        begun = time.process_time()
        work()
        cpu = time.process_time() - begun
    print(f"{n:>7,}{len(raw):>11,}  {name:<18}{cpu:>8.2f}{held[0]:>24.2f}{held[1]:>8.2f}", flush=True)


@contextmanager
def locked() -> Iterator[list[float]]:
    """How long the lock file is held meanwhile, the longest time: of the processor, and as a clock has it."""
    from packreview.sqlite.base import DatabaseWrapper as Wrapper

    held, since, take, release = (
        [0.0, 0.0],
        list[tuple[float, float]](),
        Wrapper._take_lock,
        Wrapper._release_lock,
    )

    def taken(self: Any) -> None:
        take(self)
        since.append((time.process_time(), time.monotonic()))

    def released(self: Any) -> None:
        if self._lock is not None:
            cpu, wall = since.pop()
            held[:] = max(held, [time.process_time() - cpu, time.monotonic() - wall])
        release(self)

    Wrapper._take_lock, Wrapper._release_lock = taken, released  # type: ignore[method-assign]
    try:
        yield held
    finally:
        Wrapper._take_lock, Wrapper._release_lock = take, release  # type: ignore[method-assign]


def article() -> str:
    pick = random.Random(1)
    return "".join(
        f"## Part {n} {{#part-{n}}}\n\n{' '.join(pick.choices(WORDS, k=60))}. Marta needed {n} seconds.\n\n"
        for n in range(N_SECTIONS)
    )


def pack(n: int, text: str, slug: str) -> dict[str, Any]:
    """n chips as short as those have to be of which 40,000 fit."""
    from tests.core import builders as files

    chips = [files.chip(f"q {i}?", f"Marta {i}.", [f"part-{i % N_SECTIONS}"]) for i in range(n)]
    return files.pack(text=text, slug=slug, chips=chips, bullets=(), thanks=None)


if __name__ == "__main__":
    main()
