"""Our own phrase lists, read from this package and made into plain patterns; it opens no other file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources

from reviews.core.gates.spoken import Spoken

_SLOT = re.compile(r"\[([^\]]+)\]|(\S+)")


class Phrases:
    """The phrases under one `==` heading; `place`, a look-behind, says where they may stand."""

    def __init__(self, lines: list[str], place: str = "") -> None:
        self.pattern = re.compile(f"{place}(?:{'|'.join(map(_pattern, lines))})(?= )")
        self._firsts = frozenset(word for line in lines for word in _firsts(line))

    def find(self, spoken: Spoken) -> Iterator[re.Match[str]]:
        """Matches in the spoken line, left to right, each with the space before it."""
        end = 0
        for place in spoken.places_of(self._firsts):
            if place > end:
                match = self.pattern.match(spoken.line, place - 1)
                if match:
                    end = match.end()
                    yield match

    def starts(self, spoken: Spoken) -> list[int]:
        """Each place in the spoken line where one begins, with the space before it; they may overlap."""
        places = spoken.places_of(self._firsts)
        return [place - 1 for place in places if self.pattern.match(spoken.line, place - 1)]

    def stand_in(self, line: str) -> bool:
        return bool(self.pattern.search(line))


def read(name: str) -> dict[str, list[str]]:
    """The phrases of a list file by heading, with the named lists written out."""
    text = resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
    lists: dict[str, str] = {}
    phrases: dict[str, list[str]] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("== "):
            heading = line[3:]
            phrases[heading] = []
        elif " = " in line and not heading:
            key, words = line.split(" = ")
            lists[f"${key}"] = words
        elif line and not line.startswith("#"):
            phrases[heading].append(_spell(line, lists))
    return phrases


def _spell(line: str, lists: Mapping[str, str]) -> str:
    for name in sorted(lists, key=len, reverse=True):
        line = line.replace(name, lists[name])
    return line


def _pattern(line: str) -> str:
    """Every word brings the space before it, so that a word left out takes its space along."""
    parts = []
    for optional, needed in _SLOT.findall(line):
        choice = "|".join(
            re.escape(word.replace("_", " ")).replace("\\ ", " ") for word in _words(optional or needed)
        )
        parts.append(f"(?: (?:{choice}))?" if optional else f" (?:{choice})")
    return "".join(parts)


def _firsts(line: str) -> Iterator[str]:
    """The words with which the phrase may begin."""
    for optional, needed in _SLOT.findall(line):
        yield from (word.split("_")[0] for word in _words(optional or needed))
        if needed:
            return


def _words(choice: str) -> list[str]:
    """Longest first, so that “ai assistant” is not cut short to “ai”."""
    return sorted(choice.split("|"), key=len, reverse=True)
