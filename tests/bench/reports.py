"""What a report costs on a large desk, in processor time through the whole of Django: `python -m tests.bench.reports [PACKS]`."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from statistics import median
from typing import Any

PACKS = 20_000  # 100,000 is the largest desk that SQLite is meant for
CHIPS = 8
JUDGES = 100
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
ACTS = ("publish", "publish", "hold", "publish", "drop", "publish", "hand-edit", "publish")


def main() -> None:
    n_packs = int(sys.argv[1]) if len(sys.argv) > 1 else PACKS
    folder = tempfile.mkdtemp(prefix="packreview-bench-")
    os.environ["PACKREVIEW_DATA"] = folder
    try:
        client = _desk(n_packs)
        print(f"{n_packs:,} packs, {n_packs * (CHIPS + 1):,} entries, {JUDGES} judges")
        day = (BEGAN + timedelta(seconds=30 * n_packs)).date()
        for query in (
            "",
            f"since={day}&until={day}",
            "series=series-7",
            "series=all",
            "pack=p7",
            f"until={day}",
        ):
            for path in ("/reports/", "/reports.csv"):
                _measure(client, f"{path}?{query}")
    finally:
        shutil.rmtree(folder)


def _measure(client: Any, address: str) -> None:
    taken = []
    for _ in range(5):
        began = time.process_time()
        answer = client.get(address)
        taken.append((time.process_time() - began) * 1000)
        assert answer.status_code == 200, address
    size = len(answer.content)
    print(f"  {address:<48} median {median(taken):7.1f} ms, most {max(taken):7.1f} ms, {size:>9,} bytes")


def _desk(n_packs: int) -> Any:
    """A desk whose rows are made here, since a hundred thousand loads would take an hour; no chain of it holds."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction
    from django.test import Client

    from reviews import triggers
    from reviews.models import Chain, Chip, Drop, Entry, Pack, PackFile, User

    call_command("migrate", verbosity=0)
    triggers.lift(connection)
    judges = User.objects.bulk_create([User(username=f"judge{n}") for n in range(JUDGES)])
    file = PackFile.objects.create(sha="0" * 64, raw=b"{}")
    for first in range(0, n_packs, 1000):
        numbers = range(first, min(first + 1000, n_packs))
        with transaction.atomic():
            packs = Pack.objects.bulk_create([_pack(Pack, file, n) for n in numbers])
            chains = Chain.objects.bulk_create(
                [Chain(origin=f"0a/{p.slug}/1", pack=p, size=9) for p in packs]
            )
            chips = Chip.objects.bulk_create([c for p in packs for c in _chips(Chip, p)])
            Drop.objects.bulk_create(
                [
                    Drop(pack=p, position=n, kind="chip", reason="cite", record={})
                    for p in packs
                    for n in range(4)
                ]
            )
            Entry.objects.bulk_create(_entries(Entry, numbers, chains, chips, judges))
    client = Client(headers={"host": "localhost"})
    client.force_login(judges[0])
    return client


def _pack(model: Any, file: Any, n: int) -> Any:
    return model(
        slug=f"p{n}", file=file, title=f"The title of pack {n}", series=f"\nall\nseries-{n % 500}\n", url="", md_url="",
        md_sha="0" * 64, n_written=CHIPS, n_published=5, n_held=1, n_dropped=1, n_waiting=1,
    )  # fmt: skip


def _chips(model: Any, pack: Any) -> Iterator[Any]:
    for n in range(CHIPS):
        words = {"q": f"question {n}?", "a": "An answer.", "writer_q": "", "writer_a": ""}
        yield model(pack=pack, cid=f"c-{n:08}", position=n, status="waiting", **words)


def _entries(model: Any, numbers: range, chains: Any, chips: Any, judges: Any) -> Iterator[Any]:
    from reviews.core.chain import canonical

    for place, (number, chain) in enumerate(zip(numbers, chains, strict=True)):
        for seq in range(CHIPS + 1):
            at = BEGAN + timedelta(seconds=60 * number + 7 * seq)
            chip = chips[place * CHIPS + seq - 1] if seq else None
            act = ACTS[seq - 1] if seq else "load"
            judge = judges[number % JUDGES] if seq else None
            body = {
                "origin": chain.origin, "seq": seq, "act": act, "utc": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "actor": judge.actor if judge else "", "seat": "Desk editor", "seat_class": "human-class", "why": "",
                "q": "0" * 64, "a": "1" * 64, "cites": ["a-section"], "version": 2, "source": "verified",
                **({"chip": chip.cid} if chip else {}),
                **({"quote": 80 * "q", "quote_cite": "a-section", "quote_span": [1, 81], "overrides": []} if act == "publish" else {}),
            }  # fmt: skip
            text = canonical(body)
            yield model(
                chain=chain, seq=seq, body=text, hash=sha256(text.encode()).hexdigest(), act=act, utc=at,
                user=judge, chip=chip,
            )  # fmt: skip


if __name__ == "__main__":
    main()
