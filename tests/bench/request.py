"""What one request of the desk takes of a worker's processor, without a server or a client: `python -m tests.bench.request`.

The process's own time, which holds where the machine is shared, if not quite: beside the median stands what the quickest
tenth took at most.
"""

from __future__ import annotations

import gc
import io
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

from tests.proofs.desk import act, desk

N = 400
ACTS = ("hold", "publish", "drop", "publish")
_CSRF = "c" * 32


def main() -> int:
    with desk(judges=1, packs=N // 2, chips=8) as one:
        given = json.dumps({"session": one.log_ins["judge-0"], "packs": one.packs})
        print(one.run("-m", "tests.bench.request", "inside", given=given), end="")
    return 0


class Worker:
    """The application as gunicorn calls it, with one person's cookie."""

    def __init__(self, session: str) -> None:
        from packreview.wsgi import application

        self.application = application
        self.cookie = f"packreview={session}; csrftoken={_CSRF}"

    def ask(self, path: str, fields: dict[str, Any] | None = None, **more: str) -> int:
        """The status of one request."""
        told: list[str] = []
        answer = self.application(self._environ(path, fields) | more, lambda status, *_: told.append(status))
        for _ in answer:
            pass
        answer.close()  # type: ignore[attr-defined]
        return int(told[0][:3])

    def _environ(self, path: str, fields: dict[str, Any] | None) -> dict[str, Any]:
        address, _, query = path.partition("?")
        body = urlencode([*(fields or {}).items(), ("csrfmiddlewaretoken", _CSRF)]).encode()
        return {
            "REQUEST_METHOD": "GET" if fields is None else "POST",
            "PATH_INFO": address,
            "QUERY_STRING": query,
            "SCRIPT_NAME": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "HTTP_COOKIE": self.cookie,
            "CONTENT_TYPE": "" if fields is None else "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": "" if fields is None else str(len(body)),
            "wsgi.input": io.BytesIO(b"" if fields is None else body),
            "wsgi.url_scheme": "http",
            "wsgi.errors": sys.stderr,
        }


def kinds(packs: dict[str, list[str]]) -> Iterator[tuple[str, Callable[[Worker], int]]]:
    """Each kind of request by its name: one of it at each call. A quarter of the packs is for decisions, one more for those with the next."""
    slugs = list(packs)
    of = {n: ((slug, cid) for slug in slugs[n::4] for cid in packs[slug]) for n in range(3)}
    names = cycle(ACTS)
    yield "desk", lambda w: w.ask("/packs/{}/desk/?chip={}".format(*next(of[0])))
    yield "decision", lambda w: w.ask(*act(*next(of[1]), next(names), 1))
    yield (
        "decision with the next chip",
        lambda w: w.ask(*act(*next(of[2]), next(names), 1), HTTP_HX_REQUEST="true"),
    )
    done = ((slug, cid) for slug in slugs[1::4] for cid in packs[slug])
    yield "desk of a decided chip", lambda w: w.ask("/packs/{}/desk/?chip={}".format(*next(done)))
    yield "shelf", lambda w: w.ask("/")
    yield "pack, 8 chips decided", lambda w: w.ask(f"/packs/{slugs[1]}/")
    yield "its ledger", lambda w: w.ask(f"/packs/{slugs[1]}/ledger/")


def inside(given: dict[str, Any]) -> None:
    worker = Worker(given["session"])
    print(f"{'ms of CPU':<32}{'median':>7}{'one in ten':>12}")
    for name, ask in kinds(given["packs"]):
        for _ in range(8):
            ask(worker)
        gc.collect()
        taken = []
        for _ in range(N - 8):
            begun = time.process_time()
            status = ask(worker)
            taken.append(1000 * (time.process_time() - begun))
            assert status in (200, 201, 303), (name, status)
        print(f"  {name:<30}{median(taken):>7.2f}{quantiles(taken, n=10)[0]:>12.2f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["inside"]:
        inside(json.loads(sys.stdin.read()))
        sys.exit(0)
    sys.exit(main())
