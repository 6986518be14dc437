"""gunicorn's worker with threads, which goes on where its machine has no handle for one more connection just now."""

from __future__ import annotations

import errno
import threading
import time
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

LACKS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE = 0.05  # seconds: who waits to be let in waits on, and what was begun is answered meanwhile


class Worker(ThreadWorker):  # type: ignore[misc]
    """Left to itself it ends over that, and with it whatever its threads had begun."""

    _is_short = False

    def get_thread_pool(self) -> Any:
        """All threads begin now: where the system refuses one, that is told at start, and not to somebody's request."""
        pool = super().get_thread_pool()
        begin(pool, self.cfg.threads)
        return pool

    def accept(self, listener: Any) -> None:
        try:
            super().accept(listener)
        except OSError as error:
            if error.errno not in LACKS:
                raise
            if not self._is_short:  # told once, and once more after it went well
                self.log.error("no connection can be taken just now: %s", error.strerror)
            self._is_short = True
            time.sleep(PAUSE)
        else:
            self._is_short = False


def begin(pool: Any, n: int) -> None:
    """Have all threads of a pool, which makes one only where none is idle."""
    together = threading.Barrier(n)
    try:
        for _ in range(n):
            pool.submit(together.wait)
    except RuntimeError:
        together.abort()  # those that began may end
        raise
