"""What every proof says in the end: one line, and an exit code that tells a violation."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass
class Found:
    """What one run tried, every violation in a sentence, and the figures that go on the line."""

    tried: int = 0
    violations: list[str] = field(default_factory=list)
    figures: dict[str, object] = field(default_factory=dict)

    def expect(self, holds: bool, otherwise: str) -> None:
        """One more thing asked; a violation where it does not hold."""
        if not holds:
            self.violations.append(otherwise)

    def __add__(self, other: Found) -> Found:
        return Found(
            self.tried + other.tried,
            [*self.violations, *other.violations],
            {**self.figures, **other.figures},
        )


def run(
    name: str,
    proof: Callable[[bool], Found],
    control: Callable[[bool], Found] | None = None,
    argv: Sequence[str] | None = None,
) -> int:
    """Run a proof and its control, which has to fail; print the line; 1 where either went the wrong way."""
    parser = argparse.ArgumentParser(description=f"The proof {name}.")
    parser.add_argument("--short", action="store_true", help="a small form of it, in seconds")
    is_short = parser.parse_args(argv).short
    began = time.monotonic()
    found = proof(is_short)
    if control:
        weak = control(is_short)
        found.figures["control"] = f"{len(weak.violations)}/{weak.tried}"
        found.expect(bool(weak.violations), "the control did not fail: this proof cannot see the fault")
    print(told(name, found, time.monotonic() - began), flush=True)
    for violation in found.violations[:20]:
        print(f"  {violation}", file=sys.stderr)
    return 1 if found.violations else 0


def told(name: str, found: Found, seconds: float) -> str:
    more = "".join(f" {key}={value}" for key, value in found.figures.items())
    return f"{name} tried={found.tried} violations={len(found.violations)} seconds={seconds:.1f}{more}"


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
