"""What is wrong with a file, said so that its writer can mend it. Nothing here raises but on request."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing wrong (or, as a note, worth knowing): where (JSON pointer), which kind (a short word), one plain sentence."""

    path: str
    code: str
    text: str

    def __str__(self) -> str:
        return f"{self.path or '/'}: {self.text}"


class PackError(ValueError):
    """A file is refused; `faults` has every reason at once, at least one."""

    def __init__(self, faults: list[Fault] | tuple[Fault, ...]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


class ArticleError(ValueError):
    """An article cannot be read, or its headings fit no offset unit; the message says the nearest miss."""
