"""What came of a request at the desk, in one value, for the page to tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviews.core import gates
from reviews.models import Entry, Seat


@dataclass(frozen=True)
class Answer:
    """What came of a request, for the page: its status, the words typed, what was refused, what was done."""

    status: int = 200
    typed: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    wrong: str = ""  # the field to mend
    findings: tuple[gates.Finding, ...] = ()
    is_conflict: bool = False
    done: Entry | None = None
    seat: Seat | None = None  # from which it was done
    is_editing: bool = False

    @property
    def is_at_field(self) -> bool:
        """Whether the field to mend is on the page: then the error is said there, and nowhere else."""
        return self.wrong == "why" or (self.is_editing and self.wrong in ("q", "a"))
