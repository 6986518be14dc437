"""Times of day in words: half past six, a quarter to nine, six o'clock. “Ten to six” may be a range, so it is none;
“at ten to six” would run backwards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviews.core.gates.number_words import ONES

_HOURS = {word: int(n) for word, n in ONES.items() if n <= 12}
_HOUR = rf"({'|'.join(_HOURS)}|1[0-2]|[1-9])\b"
_MINUTES = {"half": 30, "quarter": 15, "twenty-five": 25, "twenty": 20, "ten": 10, "five": 5}
PAST = re.compile(rf"\b({'|'.join(_MINUTES)})(?: minutes)? past {_HOUR}", re.IGNORECASE)
TO = re.compile(
    rf"\b(quarter|(?:twenty-five|twenty|ten|five)(?= minutes))(?: minutes)? to {_HOUR}", re.IGNORECASE
)
AT_TO = re.compile(rf"(?<=\bat )(twenty-five|twenty|ten|five) to {_HOUR}", re.IGNORECASE)
SHARP = re.compile(rf"\b{_HOUR} o['’]clock\b", re.IGNORECASE)
NAMED = re.compile(r"\b(noon|midday|midnight)\b", re.IGNORECASE)
Moment = tuple[int, int, tuple[str, ...]]


def scan(text: str) -> Iterator[Moment]:
    """(start, end, readings as HH:MM): of a clock face in words one does not know which half of the day is meant."""
    low = text.casefold()
    for match in PAST.finditer(text) if " past " in low else ():
        yield *match.span(), _readings(_hour(match[2]), _MINUTES[match[1].lower()])
    for match in TO.finditer(text) if " to " in low else ():
        yield *match.span(), _readings(_hour(match[2]) - 1, 60 - _MINUTES[match[1].lower()])
    for match in AT_TO.finditer(text) if " to " in low else ():
        if _MINUTES[match[1].lower()] > _hour(match[2]):
            yield *match.span(), _readings(_hour(match[2]) - 1, 60 - _MINUTES[match[1].lower()])
    for match in SHARP.finditer(text) if "clock" in low else ():
        yield *match.span(), _readings(_hour(match[1]), 0)
    for match in NAMED.finditer(text) if "noon" in low or "mid" in low else ():
        yield *match.span(), ("00:00", "24:00") if match[1].lower() == "midnight" else ("12:00",)


def _hour(word: str) -> int:
    return _HOURS.get(word.lower()) or int(word)


def _readings(hour: int, minute: int) -> tuple[str, ...]:
    return tuple(f"{one:02}:{minute:02}" for one in (hour % 12, hour % 12 + 12))
