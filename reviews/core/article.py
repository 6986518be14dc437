"""The Markdown source as published: its text, offset unit and sections; it opens no file, changes no byte."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviews.core.faults import ArticleError
from reviews.core.runs import visible

UNITS = ("code points", "UTF-8 bytes", "UTF-16 units")
MAX_BYTES = 5_000_000
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
# A heading underlined with = or - may go over several lines (CommonMark 4.3).
UNDERLINED = re.compile(
    r" {0,3}(?P<words>\S[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*[^\s][^\r\n]*)*?)(?:\r\n|\r|\n) {0,3}(?P<line>=+|-+)[ \t]*(?=[\r\n]|\Z)"
)
LONGEST_HEADING = 2_000
ATTRIBUTES = re.compile(r"[ \t]*\{([^{}]*)\}$")
# A closing row of marks belongs to the heading line, not to its words (CommonMark 4.2).
CLOSING = re.compile(r"(?:^|[ \t]+)#+$")

Sections = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Article:
    """One article: its bytes as published, and the same as text with every line ending kept."""

    raw: bytes
    text: str

    @property
    def sha(self) -> str:
        """SHA-256 of the raw bytes in 64 lower-case hex digits, as in `md_sha` (docs/pack.md)."""
        return hashlib.sha256(self.raw).hexdigest()


def read(raw: bytes, *, max_bytes: int = MAX_BYTES) -> Article:
    """The article in these bytes, strict UTF-8; ArticleError when too large, not UTF-8, or holding U+0000."""
    if len(raw) > max_bytes:
        raise ArticleError(f"The article has {len(raw):,} bytes; at most {max_bytes:,} are read.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"0x{raw[error.start]:02x}"
        raise ArticleError(f"The article is not UTF-8: byte {error.start:,} is {found}.") from None
    if "\0" in text:
        raise ArticleError(f"The article holds a NUL (U+0000) at character {text.index(chr(0)):,}.")
    return Article(raw, text)


def unit(article: Article, sections: Sections) -> str:
    """The first of UNITS under which every span starts at its heading and ends inside the text, the last at its end.

    Where the last ends at the end of the text under none, the first under which all start at their headings.
    ArticleError names the nearest miss: which unit came closest, which section fails there, what was found.
    """
    tries = {name: _misses(article.text, sections, name) for name in UNITS}
    fitting = [name for name, misses in tries.items() if not misses]
    whole = (name for name in fitting if _reaches_the_end(article.text, sections, name))
    if fitting:
        return next(whole, fitting[0])
    nearest = min(UNITS, key=lambda name: len(tries[name]))
    n_misses, n_sections = len(tries[nearest]), len(sections)
    raise ArticleError(
        f"The spans fit this article in no unit. Counted in {nearest} they come closest, with "
        f"{n_sections - n_misses} of {n_sections} sections at their heading; {tries[nearest][0]}"
        f"{_of_other_line_ends(article.text, sections)}"
    )


def spans(article: Article, sections: Sections, unit: str) -> dict[str, tuple[int, int]]:
    """Section id -> [start, end) in code points; ArticleError for an offset outside or within one."""
    points = _points(article.text, unit, [offset for section in sections for offset in section["span"]])
    found: dict[str, tuple[int, int]] = {}
    for section in sections:
        start, end = (points.get(offset) for offset in section["span"])
        if start is None or end is None:
            raise ArticleError(_outside(section, unit))
        found[section["id"]] = (start, end)
    return found


def identity_at(text: str, start: int) -> str | None:
    """The id in the `{#id}` of the heading that begins here, None where it carries none."""
    return _identity(_heading(text, start)[1])


def _of_other_line_ends(text: str, sections: Sections) -> str:
    """A copy that went through a program which changes line ends looks the same, and has other offsets."""
    plain = re.sub(r"\r\n?", "\n", text)
    for name, other in (("LF", plain), ("CRLF", plain.replace("\n", "\r\n"))):
        if other != text and any(not _misses(other, sections, unit) for unit in UNITS):
            return f" They fit this article with {name} line ends, so they were measured on such a copy."
    return ""


def _misses(text: str, sections: Sections, unit: str) -> list[str]:
    points = _points(text, unit, [offset for section in sections for offset in section["span"]])
    misses = []
    for section in sections:
        start, end = (points.get(offset) for offset in section["span"])
        if start is None or end is None:
            misses.append(_outside(section, unit))
        elif not _starts(text, start, section):
            misses.append(_elsewhere(text, start, section))
    return misses


def _reaches_the_end(text: str, sections: Sections, unit: str) -> bool:
    """Headings may all stand before the first character that tells the units apart; the end stands behind it."""
    last = max((section["span"][1] for section in sections), default=0)
    return _points(text, unit, [last]).get(last) == len(text)


def _points(text: str, unit: str, offsets: list[int]) -> dict[int, int]:
    """Each offset that falls between two characters of the text -> the same place in code points."""
    if unit == UNITS[0]:
        return {offset: offset for offset in offsets if 0 <= offset <= len(text)}
    if unit == UNITS[1]:
        return _counted(text.encode("utf-8", "surrogatepass"), 1, offsets, _n_in_utf8)
    if unit == UNITS[2]:
        return _counted(text.encode("utf-16-le", "surrogatepass"), 2, offsets, _n_in_utf16)
    raise ArticleError(f"“{unit}” is no unit of offsets; known are {', '.join(UNITS)}.")


def _counted(
    raw: bytes, width: int, offsets: list[int], n_in: Callable[[bytes], int | None]
) -> dict[int, int]:
    """One pass over the bytes, so that a thousand sections cost no more than one."""
    points: dict[int, int] = {}
    last = point = 0
    for offset in sorted(set(offsets)):
        if not 0 <= offset * width <= len(raw):
            continue
        n_more = n_in(raw[last : offset * width])
        if n_more is None:
            continue
        last, point = offset * width, point + n_more
        points[offset] = point
    return points


def _n_in_utf8(raw: bytes) -> int | None:
    try:
        return len(raw.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        return None


def _n_in_utf16(raw: bytes) -> int | None:
    try:
        return len(raw.decode("utf-16-le"))
    except UnicodeDecodeError:
        return None


def _starts(text: str, start: int, section: Mapping[str, Any]) -> bool:
    is_first = start == 0 or (start == 1 and text[0] == "\ufeff")  # a byte order mark is no line
    if not is_first and text[start - 1] not in "\r\n":
        return False
    level, words = _heading(text, start)
    if level != section["level"]:
        return False
    identity = _identity(words)
    if identity is not None:
        return bool(identity == section["id"])
    return _same(words, section["heading"])


def _heading(text: str, start: int) -> tuple[int, str]:
    """The level and the words of the heading that begins here, level 0 where none does."""
    marked = HEADING.match(_line(text, start))
    if marked:
        return len(marked[1]), CLOSING.sub("", (marked[2] or "").rstrip())
    under = UNDERLINED.match(text, start, start + LONGEST_HEADING)
    return (1 if under["line"][0] == "=" else 2, under["words"].rstrip()) if under else (0, "")


def _identity(words: str) -> str | None:
    """The id in a heading's `{#id}`, None when it carries none."""
    attributes = ATTRIBUTES.search(words[-400:])
    if attributes is None:
        return None
    return next((word[1:] for word in attributes[1].split() if word.startswith("#")), None)


def _same(words: str, heading: str) -> bool:
    wanted = {" ".join(heading.split()), " ".join(visible(heading).split())}
    return " ".join(words.split()) in wanted or " ".join(visible(words).split()) in wanted


def _line(text: str, start: int) -> str:
    """The line at `start`, or what of it a heading may have."""
    return re.split(r"[\r\n]", text[start : start + LONGEST_HEADING], maxsplit=1)[0]


def _outside(section: Mapping[str, Any], unit: str) -> str:
    start, end = section["span"]
    return (
        f"section {section['id']} has the span {start:,} to {end:,}, which in {unit} falls "
        "outside the text or inside a character."
    )


def _elsewhere(text: str, start: int, section: Mapping[str, Any]) -> str:
    line = "#" * section["level"] + " " + section["heading"]
    found = _line(text, start)[:60] or ("an empty line" if start < len(text) else "the end of the text")
    middle = " inside a line" if start and text[start - 1] not in "\r\n" else ""
    place = f"at character {start:,}{middle} stands “{found}”"
    return f"section {section['id']} should start at “{line}”, but {place}."
