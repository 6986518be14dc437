"""gunicorn's worker with threads, which goes on where its machine has no handle for one more connection, or no further thread, just now."""

from __future__ import annotations

import errno
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

LACKS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
PAUSE = 0.05  # seconds: who waits to be let in waits on, and what was begun is answered meanwhile


class Pool(ThreadPoolExecutor):
    """Threads that are begun as they are needed, the first at once. Where the system refuses a further one, what was to be
    done is done by those that are there."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.submit(int)  # where there is not even one, that is told at start

    def _adjust_thread_count(self) -> None:
        try:
            super()._adjust_thread_count()
        except RuntimeError:
            if not self._threads:
                raise


class Worker(ThreadWorker):  # type: ignore[misc]
    """Left to itself it ends over that, and with it whatever its threads had begun."""

    _is_short = False

    def get_thread_pool(self) -> Pool:
        return Pool(self.cfg.threads)

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
