"""Figures, each by one command that prints them (`python -m tests.bench.render`). Nothing is asserted here."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from reviews.core import article as articles
from reviews.core.gates import Source

EXAMPLE = Path(__file__).resolve().parents[2] / "reviews" / "example"


@dataclass(frozen=True)
class Case:
    """One pack over its article, and what is known of its chips (their `support`), where somebody wrote it down."""

    name: str
    data: dict[str, Any]
    source: Source
    truth: dict[str, Any]

    @property
    def text(self) -> str:
        return self.source.text or ""


def cases() -> Iterator[Case]:
    """The example, and the packs with articles in the folder PACKS_DIR."""
    folders = [EXAMPLE, *([Path(os.environ["PACKS_DIR"])] if "PACKS_DIR" in os.environ else [])]
    for path in (path for folder in folders for path in sorted(folder.glob("*.json"))):
        if not path.name.endswith(".truth.json") and path.with_suffix(".md").exists():
            yield _case(path)


def _case(path: Path) -> Case:
    data, article = json.loads(path.read_text()), articles.read(path.with_suffix(".md").read_bytes())
    spans = articles.spans(article, data["sections"], articles.unit(article, data["sections"]))
    truth = path.with_suffix(".truth.json")
    return Case(
        path.stem,
        data,
        Source.of(data["sections"], article.text, spans),
        json.loads(truth.read_text()) if truth.exists() else {},
    )


def milliseconds(work: Callable[[], object], times: int = 5) -> float:
    """The median time that some work takes of this process, in ms."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - begun))
    return median(taken)
