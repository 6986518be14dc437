"""A stretch of the article with its indexes of words, names and figures, each made once on first use."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reviews.core.gates.dates import MONTHS, Date
from reviews.core.gates.dates import scan as scan_dates
from reviews.core.gates.figure_index import FigureIndex
from reviews.core.gates.spoken import line
from reviews.core.gates.statements import Statement, statements

ATOM = re.compile(r"[^\W_]+")
POINT = re.compile(r"(?<=\d)\.(?=\d)")
# A letter, so that “Qwen3.8” stays one atom and is not found in “Qwen3” or the other way about.
LETTER_POINT = "ꞏ"
UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
# “CO₂” is CO2; a raised figure says something else.
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
COMPOUND = re.compile(r"(?<![\w.\-‑])[^\W_][\w.]*[-‑][\w.\-‑]*")
OPENING = re.compile(r"(?:^|[.!?] )[\-*>\d. ]{0,8}([a-z][\w\-]*)", re.MULTILINE)
DOTTED = re.compile(r"\b(?:[A-Z]\.){2,6}")
ISO_MONTH = re.compile(r"\b\d\d\d\d-([01]\d)-[0-3]\d\b")
# Where a name goes on: “-Flash”, “-4”, and the variants that makers write small.
LONGER = re.compile(
    r"[-‑](?=[A-Z0-9]|(?:mini|nano|turbo|pro|max|lite|small|large|base|instruct|chat|preview|flash|ultra|coder)\b)"
)
HEADING_ID = re.compile(r"\{#[^}\n]{1,200}\}")
CODE = re.compile(r"`([^`\n]+)`")
RUN = re.compile(r"[^\W_]+")
SOFT_QUOTES = str.maketrans("“”‘’", "\"\"''")
MOST_SAID = 10_000


class Pairs:
    """Which words stand next to one another, packed: each word's number in four bytes, in the order of the text."""

    def __init__(self, words: Iterable[str]) -> None:
        self._known: dict[str, int] = {}
        known = self._known
        self._numbers = array("I", (known.setdefault(w.casefold(), len(known)) for w in words)).tobytes()

    def __contains__(self, pair: object) -> bool:
        """Do the two words of “single file” stand so?"""
        words = [self._known.get(word) for word in str(pair).split(" ")]
        if len(words) != 2 or None in words:
            return False
        wanted = array("I", [number for number in words if number is not None]).tobytes()
        place = self._numbers.find(wanted)
        while place >= 0 and place % 4:
            place = self._numbers.find(wanted, place + 1)
        return place >= 0


@dataclass(frozen=True, eq=False)
class Passage:
    """`name` is how a sentence calls it: a heading in quotes, or “the article”."""

    name: str
    text: str

    @property
    def opening(self) -> str:
        """The name as a sentence opens with it."""
        return self.name[:1].upper() + self.name[1:]

    @cached_property
    def figures(self) -> FigureIndex:
        return FigureIndex(self.text)

    @cached_property
    def dates(self) -> Mapping[int, Sequence[Date]]:
        """By month, each way of saying one once, in the order of the text."""
        found: dict[int, dict[object, Date]] = defaultdict(dict)
        for date in scan_dates(self.text):
            found[date.month].setdefault((date.days, date.year, date.shown), date)
        return {month: tuple(each.values()) for month, each in found.items()}

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each run of letters and digits stands here, as written."""
        return Counter(self._atoms)

    @cached_property
    def exact(self) -> frozenset[str]:
        return frozenset(self.counts)

    @cached_property
    def words(self) -> frozenset[str]:
        """The same, case folded."""
        return frozenset(word.casefold() for word in self.counts)

    def has_beginning(self, stem: str) -> bool:
        """Does one of the words begin so?"""
        place = bisect_left(self._in_order, stem)
        return any(word.startswith(stem) for word in self._in_order[place : place + 1])

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted(self.words)

    @cached_property
    def pairs(self) -> Pairs:
        """Neighbours, case folded, whatever parts them: “single file” for “Single-File”, over lines too."""
        return Pairs(self._atoms)

    @cached_property
    def joined(self) -> frozenset[str]:
        """Hyphened and dotted words written together: “frontend” for “front-end”, “UK” for “U.K.”."""
        found = COMPOUND.findall(self.text) + DOTTED.findall(self.text)
        return frozenset(re.sub(r"[-‑.]", "", word).casefold() for word in found)

    @cached_property
    def months(self) -> frozenset[int]:
        """The months that stand here by name, short or long, or as the number in a date such as 2016-10-03."""
        named = {MONTHS[word] for word in self.words & MONTHS.keys()}
        return frozenset(named | {int(month) for month in ISO_MONTH.findall(self.text)})

    @cached_property
    def longer(self) -> dict[str, str]:
        """Longer names by their beginnings: “qwen3.8-flash” leads to “Qwen3.8-Flash-Next”, the first of them."""
        found: dict[str, str] = {}
        for word in dict.fromkeys(COMPOUND.findall(self.text)):
            for match in LONGER.finditer(word[:200]):
                found.setdefault(word[: match.start()].casefold(), word.rstrip(".-‑_"))
        return found

    @cached_property
    def compounds(self) -> frozenset[str]:
        return frozenset(word.rstrip(".-‑_").casefold() for word in COMPOUND.findall(self.text))

    @cached_property
    def code(self) -> frozenset[str]:
        """Words that stand in `code` within a line."""
        return frozenset(word for span in CODE.findall(self.text) for word in re.findall(r"[\w\-]+", span))

    @cached_property
    def openings(self) -> frozenset[str]:
        """Lower-case words that open a line or a sentence here and never have a capital, as “npm” does."""
        words = frozenset(OPENING.findall(self.text))
        return frozenset(word for word in words if word.capitalize() not in self.counts)

    @cached_property
    def flat(self) -> str:
        """The text case folded, every run of white space one space: for “in the same words”."""
        return " ".join(self.text.casefold().split())

    @cached_property
    def running(self) -> str:
        """The text in lower case without the `{#id}` of its headings."""
        return HEADING_ID.sub("", self.text).lower()

    @cached_property
    def soft(self) -> str:
        """The text with straight quotation marks alone."""
        return self.text.translate(SOFT_QUOTES)

    @cached_property
    def spoken(self) -> str:
        """The text as one line of lower-case words and marks, one space apart."""
        return line(self.text)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(statements(self.text))

    def says(self, words: str) -> bool:
        """Does the passage have these words, a piece of a spoken line? An answer is kept for a while."""
        if words not in self._said:
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            self._said[words] = f" {words.strip()} " in self.spoken
        return self._said[words]

    @cached_property
    def _said(self) -> dict[str, bool]:
        return {}

    def kept(self, asked: Hashable, answer: Callable[[], bool]) -> bool:
        """An answer about a word or a list of a gate's own, of which there are few: the text is read for it once."""
        if asked not in self._kept:
            self._kept[asked] = answer()
        return self._kept[asked]

    @cached_property
    def _kept(self) -> dict[Hashable, bool]:
        return {}

    def has(self, words: str) -> bool:
        """Do these words stand here letter by letter, and not inside longer ones?"""
        if not self._runs.issuperset(RUN.findall(words)):
            return False
        place = self.text.find(words)
        while place >= 0:
            end = place + len(words)
            if not (self.text[place - 1 : place].isalnum() or self.text[end : end + 1].isalnum()):
                return True
            place = self.text.find(words, place + 1)
        return False

    @cached_property
    def _runs(self) -> frozenset[str]:
        return frozenset(RUN.findall(self.text))

    def is_mostly(self, word: str) -> bool:
        """Does it stand here as written, and more often so than in lower case?"""
        return self.counts[word] > self.counts[word.lower()]

    @property
    def _atoms(self) -> list[str]:
        """Not kept: megabytes of text have 700,000."""
        return atoms(self.text)


def atoms(text: str) -> list[str]:
    """Runs of letters and digits, in one Unicode form; a point between digits counts as one of them."""
    plain = unicodedata.normalize("NFC", text).translate(UNSEEN).translate(LOWERED)
    return ATOM.findall(POINT.sub(LETTER_POINT, plain))
