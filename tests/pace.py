"""How much work something is, told in the milliseconds of one machine whatever machine this is, and however busy.

Only this process's own time is counted, and beside it that of a fixed piece of work: a slower processor is slower at both.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable

FIXED_MS = 9.0  # what `_fixed` takes of the machine that the limits are told for
WORDS = " ".join(f"Sentence {n} says that a judge reads {n % 7} words." for n in range(400))


def ms(work: Callable[[], object], limit: float, tries: int = 9) -> float:
    """What some work took: of a few tries the first that is below the limit, else the least."""
    taken: list[float] = []
    for _ in range(tries):
        seconds = _seconds(work)
        if 1000 * seconds < limit:
            return 1000 * seconds
        taken.append(FIXED_MS * seconds / min(_seconds(_fixed) for _ in range(3)))
        if taken[-1] < limit:
            break
    return min(taken)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _fixed() -> None:
    counts: dict[str, int] = {}
    for _ in range(5):
        for word in re.findall(r"\w+", WORDS):
            key = hashlib.sha256(word.encode()).hexdigest()[:4]
            counts[key] = counts.get(key, 0) + 1
