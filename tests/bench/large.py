"""What large articles cost a worker, each in one single section, one after the other: `python -m tests.bench.large 5`."""

from __future__ import annotations

import gc
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import accumulate
from pathlib import Path
from typing import Any

SIZE = 4_900_000
FIRST, LATER, AGAIN = "first page", "its suggestions", "the next one"


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    folder = os.environ.get("PACKREVIEW_BENCH_DATA") or tempfile.mkdtemp(prefix="packreview-bench-")
    os.environ.update(PACKREVIEW_DATA=folder, DJANGO_SETTINGS_MODULE="packreview.settings")
    try:
        if os.environ.get("PACKREVIEW_BENCH_DATA"):
            fill(n)
        else:  # by a process of its own, so that this one's memory is what pages take
            own = {**os.environ, "PACKREVIEW_BENCH_DATA": folder}
            subprocess.run([sys.executable, "-m", "tests.bench.large", str(n)], env=own, check=True)
            measure()
    finally:
        if "PACKREVIEW_BENCH_DATA" not in os.environ:
            shutil.rmtree(folder, ignore_errors=True)


def fill(n: int) -> None:
    """The example and n large packs, with a judge."""
    import django

    django.setup()
    from django.core.management import call_command

    from reviews import intake, seating
    from reviews.models import User
    from tests.bench import EXAMPLE
    from tests.core import builders as files

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    seating.seat(User.objects.create_user("bench", password="none at all", may_judge=True), None, by=None)
    for path in EXAMPLE.glob("*.json"):
        intake.load(path.read_bytes(), path.with_suffix(".md").read_bytes(), by=None)
    for seed in range(n):
        text = article(seed)
        lines = text[SIZE // 2 : SIZE // 2 + 5_000].splitlines()
        chips = [files.chip(f"what of {line[:30]}?", line, ["large"]) for line in lines if len(line) > 90][:3]
        data = files.pack(text=text, slug=f"large-{seed}", chips=chips, bullets=(), thanks=None)
        intake.load(files.raw(data), text.encode(), by=None)


def article(seed: int, most: int = SIZE) -> str:
    """Prose of 30,000 different words, some common and most rare, with figures, names, markup and lines of 100."""
    pick = random.Random(seed)
    syllables = [first + then for first in "bcdfghklmnprst" for then in "aeiou"]
    words = sorted({"".join(pick.choices(syllables, k=pick.randint(1, 4))) for _ in range(30_000)})
    pick.shuffle(words)
    weights = list(accumulate(1 / (n + 1) for n in range(len(words))))
    made = [
        f"{pick.randint(1, 9999)} seconds",
        "**strong**",
        "`code`",
        "[link](https://a.example/x)",
        "Marta",
    ]
    out, size = ["## Large {#large}\n"], 0
    while size < most:
        line = pick.choices(words, cum_weights=weights, k=15)
        line[pick.randrange(15)] = pick.choice(made)
        out.append(" ".join(line).capitalize() + ("." if pick.random() < 0.7 else ".\n"))
        size += len(out[-1]) + 1
    return "\n".join(out)


def measure() -> None:
    import django

    django.setup()
    from django.test import Client

    from reviews.models import Chip, Pack, User

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(username="bench"))
    packs = [(pack, list(Chip.objects.filter(pack=pack))) for pack in Pack.objects.order_by("pk")]
    for pack, chips in packs[:1]:
        taken(client, page(pack.slug, chips[0].cid))
    base = memory()
    print(f"{'article':<12}{FIRST:>14}{LATER:>18}{AGAIN:>14}{'memory over the first':>24}")
    for pack, chips in packs[1:]:
        first = taken(client, page(pack.slug, chips[0].cid))
        later = taken(client, f"/packs/{pack.slug}/chips/{chips[0].cid}/suggestions/")
        again = taken(client, page(pack.slug, chips[1].cid))
        told = f"{first:>12.2f} s{later:>16.2f} s{again:>12.2f} s{memory() - base:>21.0f} MB"
        print(f"{pack.slug:<12}{told}", flush=True)


def page(slug: str, cid: str) -> str:
    return f"/packs/{slug}/desk/?chip={cid}"


def taken(client: Any, address: str) -> float:
    begun = time.process_time()
    assert client.get(address).status_code == 200
    return time.process_time() - begun


def memory() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
