"""What a real worker of gunicorn holds while large articles are opened in turn: `python -m tests.bench.memory [100 [5]]`.

So many articles of 1 MB in 200 sections, then so many of 4.9 MB in a single one, each opened at its desk and on its pack's
page. The memory has to come to rest: what is kept of articles is bounded by its bytes, and what is let go of has to come back.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.bench import large
from tests.proofs.desk import Desk, desk

MANY, N_SECTIONS, WHOLE = 1_000_000, 200, 4_900_000
Opened = tuple[str, str, int]  # slug, chip, bytes of its article


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("many", type=int, nargs="?", default=100, help="how many articles of 1 MB")
    parser.add_argument("whole", type=int, nargs="?", default=5, help="how many of 4.9 MB in one section")
    n, n_whole = (args := parser.parse_args(argv)).many, args.whole
    with desk(judges=1, packs=1, chips=3, workers=1) as one:
        asked = json.dumps([[MANY, N_SECTIONS]] * n + [[WHOLE, 1]] * n_whole)
        packs = json.loads(one.run("-m", "tests.bench.memory", "fill", given=asked))
        one.start()
        print(f"{'opened':<12}{'bytes each':>12}{'now, MB':>10}{'at most, MB':>14}")
        for line in _told(one, packs, max(1, n // 10)):
            print(line, flush=True)
    return 0


def _told(one: Desk, packs: Sequence[Opened], step: int) -> Iterator[str]:
    person, (slug, cids) = replace(one.people()[0], timeout=600), next(iter(one.packs.items()))
    for path in (f"/packs/{slug}/desk/?chip={cids[0]}", f"/packs/{slug}/"):
        assert person.get(path).status == 200
    yield _line(one, "a usual one", 0)
    for n, (slug, cid, size) in enumerate(packs, 1):
        for path in (f"/packs/{slug}/desk/?chip={cid}", f"/packs/{slug}/"):
            assert person.get(path).status == 200
        if n % step == 0 or size == WHOLE:
            yield _line(one, str(n), size)


def _line(one: Desk, name: str, size: int) -> str:
    (worker,) = one.workers()
    told = dict(line.split(":", 1) for line in Path(f"/proc/{worker}/status").read_text().splitlines())
    now, most = (int(told[key].split()[0]) / 1024 for key in ("VmRSS", "VmHWM"))
    return f"{name:<12}{size:>12,}{now:>10.0f}{most:>14.0f}"


def fill() -> None:
    """Packs with articles of the sizes asked for, as (bytes, sections) each; slug, chip and bytes of each."""
    import django

    django.setup()
    from reviews import intake
    from tests.core import builders as files

    told = []
    for seed, (size, n_sections) in enumerate(json.load(sys.stdin)):
        text = _article(seed, size, n_sections)
        data: dict[str, Any] = files.pack(
            text=text, slug=f"large-{seed}", chips=_chips(text), bullets=(), thanks=None
        )
        intake.load(files.raw(data), text.encode(), by=None)
        told.append((f"large-{seed}", data["chips"][0]["id"], size))
    print(json.dumps(told))


def _article(seed: int, size: int, n_sections: int) -> str:
    """Prose as of `large`, cut into sections of one length."""
    lines = large.article(seed, size).splitlines()[1:]
    each = len(lines) // n_sections + 1
    parts = [lines[n : n + each] for n in range(0, len(lines), each)]
    return "\n".join(
        line for n, part in enumerate(parts) for line in (f"## Part {n} {{#part-{n}}}\n", *part, "")
    )


def _chips(text: str) -> list[dict[str, Any]]:
    from tests.core import builders as files

    lines = text[: len(text) // 2].splitlines()
    middle = [line for line in lines[-400:] if len(line) > 90][:3]
    section = re.findall(r"{#([\w-]+)}$", text[: len(text) // 2], re.MULTILINE)[-1]
    return [files.chip(f"what of {line[:30]}?", line, [section]) for line in middle]


if __name__ == "__main__":
    if sys.argv[1:] == ["fill"]:
        fill()
    else:
        sys.exit(main())
