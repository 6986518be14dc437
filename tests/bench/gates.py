"""What the gates cost: a chip alone, and a check of typed words as the desk answers it: `python -m tests.bench.gates`."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from reviews.core.acts import LONGEST
from reviews.core.gates import GATES, findings
from reviews.core.gates.finding import Words
from reviews.core.gates.rules import DEFAULT
from tests.bench import EXAMPLE, Case, cases, milliseconds
from tests.core.gates.building import source
from tests.core.gates.test_speed import ARTICLE, HOSTILE

AIM = 30.0  # ms for a check on the server


def main() -> None:
    found = list(cases())
    chips = [(case, chip) for case in found for chip in case.data["chips"]]
    print(f"{len(chips)} chips over {len(found)} articles")
    begun = time.process_time()
    _first(found[0])
    print(
        f"the first chip of a process, which reads the lists of words: {1000 * (time.process_time() - begun):.1f} ms"
    )
    first = [_first(case) for case in found]
    print(
        f"first chip of an article, which indexes it: median {median(first):.2f} ms, most {max(first):.2f} ms"
    )
    times = [milliseconds(lambda case=case, chip=chip: _ask(case, chip)) for case, chip in chips]  # type: ignore[misc]
    print(f"every other chip: median {median(times):.2f} ms, most {max(times):.2f} ms")
    for name, gate in GATES:
        taken = [
            milliseconds(
                lambda c=c, k=k, g=gate: list(g(Words.of_chip(k["q"], k["a"], k["cites"]), c.source, DEFAULT))
            )  # type: ignore[misc]
            for c, k in chips
        ]
        print(f"  {name:<12} {median(taken):.3f} ms")
    _hostile()
    _checks()


def _hostile() -> None:
    """Texts made to be slow, as long as a chip may be: the aim is 50 ms over all gates."""
    where = source(ARTICLE)
    long = {name: (text * 20_000)[: LONGEST["a"]] for name, text in HOSTILE.items()}
    taken = {
        n: milliseconds(lambda t=t: findings(t[: LONGEST["q"]], t, ["s"], where)) for n, t in long.items()
    }  # type: ignore[misc]
    slowest = sorted(taken, key=lambda name: -taken[name])[:5]
    print("hostile texts: " + ", ".join(f"{name} {taken[name]:.0f} ms" for name in slowest))


def _first(case: Case) -> float:
    """With nothing indexed: as after a restart."""
    case.source.__dict__.pop("article", None)
    case.source.__dict__.pop("_passages", None)
    return milliseconds(lambda: _ask(case, case.data["chips"][0]), times=1)


def _ask(case: Case, chip: dict[str, Any]) -> object:
    return findings(chip["q"], chip["a"], chip["cites"], case.source)


def _checks() -> None:
    """POST …/check/ through the whole of Django, over a database of its own: what a judge waits for while typing."""
    folder = tempfile.mkdtemp(prefix="packreview-bench-")
    os.environ["PACKREVIEW_DATA"] = folder
    (Path(folder) / "static").mkdir()
    try:
        client, addresses = _desk()
        taken: list[float] = []
        for n in range(3):
            for address, typed in addresses:
                begun = time.process_time()
                answer = client.post(address, typed | {"a": f"{typed['a']} And {n} more."})
                taken.append(1000 * (time.process_time() - begun))
                assert answer.status_code == 200, address
        cold, warm = taken[: len(addresses)], taken[len(addresses) :]
        print(f"check, first time round: median {median(cold):.1f} ms, most {max(cold):.1f} ms")
        print(f"check, after that: median {median(warm):.1f} ms, 95 of 100 under {quantiles(warm, n=20)[-1]:.1f} ms, "
              f"most {max(warm):.1f} ms; the aim is {AIM:.0f} ms")  # fmt: skip
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _desk() -> tuple[Any, list[tuple[str, dict[str, str]]]]:
    os.environ["DJANGO_SETTINGS_MODULE"] = "packreview.settings"
    from django.core.management import call_command
    from django.test import Client

    import packreview.wsgi  # noqa: F401 - the checks are answered by a process as gunicorn starts it
    from reviews import intake, seating
    from reviews.models import Chip, User

    # The figures are what is printed here; the log of the desk has none.
    logging.disable(logging.CRITICAL)
    call_command("migrate", verbosity=0)
    judge = User.objects.create_user("bench", password="no password at all", may_judge=True)
    seating.seat(judge, None, by=None)
    folders = [EXAMPLE, *([Path(os.environ["PACKS_DIR"])] if "PACKS_DIR" in os.environ else [])]
    for path in (path for folder in folders for path in sorted(folder.glob("*.json"))):
        if path.with_suffix(".md").exists():
            intake.load(path.read_bytes(), path.with_suffix(".md").read_bytes(), by=None)
    client = Client(headers={"host": "localhost"})
    client.force_login(judge)
    chips = Chip.objects.select_related("pack").order_by("pk")
    return client, [
        (
            f"/packs/{one.pack.slug}/chips/{one.cid}/check/",
            {"q": one.q, "a": one.a, "cites": " ".join(one.cites)},
        )
        for one in chips
    ]


if __name__ == "__main__":
    main()
